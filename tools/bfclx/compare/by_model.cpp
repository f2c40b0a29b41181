// `bfclx compare --by-model`: two folders of models, each model with itself.
#include <unistd.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/render/escape.h"
#include "core/run/run_statistics.h"
#include "tools/bfclx/compare/comparing.h"
#include "tools/bfclx/compare/model_pairs.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

// A model of two folders, against itself.
struct ModelComparison {
  std::string model;
  ScoredRuns runs;  // without errata, which belong to the folders
  ComparisonReport report;
};

struct ByModel {
  ModelPairs pairs;
  std::vector<ModelComparison> models;
};

// Each comparison is one among those of all models.
void adjust_all(std::vector<ModelComparison>& models) {
  std::vector<Comparison*> shown;
  for (ModelComparison& model : models) {
    for (Comparison& comparison : model.report.comparisons) shown.push_back(&comparison);
  }
  adjust_overall(std::span<Comparison* const>(shown));
}

ByModel compare_by_model(const ScoredRuns& scored, const CompareOptions& options) {
  ByModel result{pair_models(scored.set), {}};
  for (const ModelPair& pair : result.pairs.both) {
    ModelComparison one{pair.model, {}, {}};
    one.runs.set.sessions = scored.set.sessions;
    for (const std::size_t run : {pair.a, pair.b}) {
      one.runs.set.runs.push_back(scored.set.runs[run]);
      one.runs.scores.push_back(scored.scores[run]);
      one.runs.warnings.push_back(scored.warnings[run]);
    }
    one.report = make_comparisons(one.runs, options);
    result.models.push_back(std::move(one));
  }
  adjust_all(result.models);
  return result;
}

// The models that only one of the folders has.
std::vector<std::string> lone_models(const ByModel& result, const ScoredRuns& scored,
                                     const CompareOptions& options) {
  std::vector<std::string> lines;
  const auto add = [&](const std::vector<LoneModel>& models, const std::string& in,
                       const std::string& not_in) {
    for (const LoneModel& one : models) {
      lines.push_back(one.model + ": " +
                      counted(scored.scores[one.run]->judged.size(), "entry", "entries") + " in " +
                      in + ", no results in " + not_in);
    }
  };
  const std::vector<std::string>& paths = options.run.paths;
  add(result.pairs.missing, paths[0], paths[1]);
  add(result.pairs.added, paths[1], paths[0]);
  return lines;
}

Json lone_json(const std::vector<LoneModel>& models, const ScoredRuns& scored) {
  Json list = Json::array();
  for (const LoneModel& one : models) {
    list.push_back({{"model", one.model}, {"entries", scored.scores[one.run]->judged.size()}});
  }
  return list;
}

// Judges by the errata what all models were compared by.
void correct_models(ByModel& result, ScoredRuns& scored) {
  for (std::size_t i = 0; i < scored.errata.size(); ++i) {
    scored.errata[i].apply(*scored.set.sessions[i]);
  }
  for (ModelComparison& one : result.models) {
    for (std::size_t i = 0; i < one.runs.scores.size(); ++i) {
      one.runs.scores[i] = std::make_shared<RunForScores>(*one.runs.set.runs[i].model);
    }
  }
}

std::string by_model_json(ByModel& result, ScoredRuns& scored, const CompareOptions& options) {
  Json models = Json::array();
  for (const ModelComparison& one : result.models) {
    Json json = {{"model", one.model}};
    json.update(report_json(one.report, one.runs, options.leaderboard));
    models.push_back(std::move(json));
  }
  Json json = {{"models", std::move(models)},
               {"missing", lone_json(result.pairs.missing, scored)},
               {"added", lone_json(result.pairs.added, scored)}};
  if (!scored.errata.empty()) {
    correct_models(result, scored);
    for (std::size_t i = 0; i < result.models.size(); ++i) {
      json["models"][i]["errata"] =
          second_json(make_comparisons(result.models[i].runs, options), told_of(scored.errata));
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string by_model_text(ByModel& result, ScoredRuns& scored, const CompareOptions& options) {
  const bool markdown = options.format == "markdown";
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string text;
  for (const ModelComparison& one : result.models) {
    text += markdown ? comparison_markdown(one.report) : comparison_table(one.report, terminal);
    text += "\n";
  }
  for (const std::string& line : lone_models(result, scored, options)) {
    text += markdown ? "- " + markdown_text(line) + "\n" : printable_line(line) + "\n";
  }
  if (scored.errata.empty()) return text;
  correct_models(result, scored);
  for (const ModelComparison& one : result.models) {
    text += errata_text(make_comparisons(one.runs, options), told_of(scored.errata), markdown,
                        terminal);
  }
  return text;
}

}  // namespace

int run_by_model(ScoredRuns& scored, const CompareOptions& options) {
  ByModel result = compare_by_model(scored, options);
  const bool written =
      options.format == "json"
          ? write_for_programs(STDOUT_FILENO, by_model_json(result, scored, options)) !=
                Written::kFailed
          : print(STDOUT_FILENO, by_model_text(result, scored, options));
  if (!written) return kSomeUnusable;
  if (result.models.empty()) {
    say("no model is in both folders: nothing was compared, and only --fail-if-missing can fail");
  }
  bool failed = false;
  if (options.fail_if_missing) {
    for (const LoneModel& one : result.pairs.missing) {
      failed = true;
      say(one.model + ": no results in " + options.run.paths[1]);
    }
  }
  for (const ModelComparison& one : result.models) {
    if (fails_gates(one.report, options)) failed = true;
  }
  if (failed) return kGateFailed;
  return scored.set.flawed() ? kSomeUnusable : kDone;
}

}  // namespace bfclx::tools
