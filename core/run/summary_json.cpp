#include <initializer_list>
#include <utility>

#include "core/base/utf8.h"
#include "core/dataset/own_benchmark.h"
#include "core/run/summary.h"
#include "core/run/tag_accuracy.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

// Ids and paths come from outside: what is no UTF-8 in them, lone surrogates too, is replaced.
Value clean(std::string_view text) {
  return Value::str(find_invalid_utf8(text) ? sanitize_utf8(text) : std::string(text));
}

Value clean(const std::vector<std::string>& texts) {
  List items;
  for (const std::string& text : texts) items.push_back(clean(text));
  return Value::list(std::move(items));
}

Value settings_value(const RunSettings& settings) {
  return dict_of({{"decoder", settings.decoder->name},
                  {"decoder_reason", clean(settings.decoder_reason)},
                  {"confidence", settings.confidence},
                  {"underscore_to_dot", settings.underscore_to_dot},
                  {"underscore_to_dot_reason", clean(settings.underscore_reason)}});
}

// Counts by reason, those of 0 left out.
Value skips_value(const Skips& skipped) {
  Dict counts;
  for (std::size_t i = 1; i < kSkips; ++i) {
    if (skipped[i] == 0) continue;
    counts.set(skip_name(static_cast<Skip>(i)),
               Value::integer(static_cast<std::int64_t>(skipped[i])));
  }
  return Value::dict(std::move(counts));
}

// Of all files, the lines that are not blank.
Value lines_value(const LineCounts& lines) {
  return dict_of({{"total", lines.all()},
                  {"used", lines.used},
                  {"unusable", lines.unusable},
                  {"skipped", lines.skipped}});
}

Value totals_value(const Totals& totals) {
  return dict_of({{"total", totals.total},
                  {"passed", totals.passed},
                  {"failed", totals.failed},
                  {"missing", totals.missing},
                  {"skipped", totals.skipped_in_all()},
                  {"skipped_by_reason", skips_value(totals.skipped)}});
}

// The overall score of a version of the leaderboard. Without all of its categories there is none.
Value overall_value(const ModelReport& report, std::string_view leaderboard) {
  if (report.overall.empty()) return Value();
  List parts;
  for (const PartReport& part : report.overall) {
    const PartScore& score = part.score;
    const bool sure = score.complete() && score.standard_error.has_value();
    List missing;
    for (const std::string_view name : score.missing) missing.push_back(Value::str(name));
    parts.push_back(dict_of(
        {{"name", part.part->name},
         {"value", score.complete() ? Value::real(score.official) : Value()},
         {"missing_as_0", score.official},
         {"interval_95",
          sure ? dict_of({{"low", score.interval.low}, {"high", score.interval.high}}) : Value()},
         {"missing", Value::list(std::move(missing))}}));
  }
  return dict_of({{"leaderboard", leaderboard}, {"scores", Value::list(std::move(parts))}});
}

// Only own benchmarks have tags.
bool has_tags(const ModelRun& run) {
  for (const CategoryRun& category : run.runs) {
    for (const ScoredResponse& response : category.responses) {
      if (response.entry != nullptr && find_member(response.entry->data, kTags) != nullptr) {
        return true;
      }
    }
  }
  return false;
}

Value model_value(const ModelReport& report, std::string_view leaderboard) {
  const ModelRun& run = *report.run;
  List categories;
  for (const CategoryReport& category : report.categories) {
    Value one = category_value(category);
    const LatencyFigures* latency = run.latency.of(*category.summary.category);
    one.mutable_dict().set("latency", latency != nullptr ? figures_value(*latency) : Value());
    categories.push_back(std::move(one));
  }
  List not_scored;
  for (const Unscored& unscored : run.unscored) {
    not_scored.push_back(dict_of({{"category", unscored.category->name},
                                  {"entries", unscored.ids.size()},
                                  {"reason", clean(unscored.reason)}}));
  }
  List not_in_run;
  for (const Category* category : report.not_in_run) {
    not_in_run.push_back(Value::str(category->name));
  }
  List problems;
  for (const Problem& problem : run.problems) problems.push_back(problem_value(problem));
  Value json = dict_of(
      {{"model", clean(run.name)},
       {"registry_entry", run.registered != nullptr ? clean(run.registered->name) : Value()},
       {"settings", run.settings.decoder != nullptr ? settings_value(run.settings) : Value()},
       {"files", clean(run.files)},
       {"lines", lines_value(run.lines)},
       {"categories", Value::list(std::move(categories))},
       {"totals", totals_value(report.totals)},
       {"latency", latency_value(run.latency)},
       {"score", based_score_value(report.score)},
       {"overall", overall_value(report, leaderboard)},
       {"not_scored", Value::list(std::move(not_scored))},
       {"not_in_run", Value::list(std::move(not_in_run))},
       {"problems", Value::list(std::move(problems))}});
  if (report.weighted) {
    json.mutable_dict().set("weighted_accuracy",
                            weighted_accuracy_value(*report.weighted, report.score));
  }
  if (has_tags(run)) json.mutable_dict().set("tags", tags_value(run));
  if (!report.warnings.empty()) {
    json.mutable_dict().set("warnings", Value::list(List(report.warnings)));
  }
  return json;
}

// The entries that were chosen, and what each model has of all of them together.
Value chosen_value(const Report& report) {
  List models;
  for (const ModelReport& model : report.models) {
    if (!model.chosen) continue;
    const Accuracy& chosen = *model.chosen;
    const bool all = report.ids->are_all_in(chosen);
    models.push_back(dict_of({{"model", clean(model.run->name)},
                              {"entries", chosen.entries},
                              {"right", chosen.right},
                              {"missing", report.ids->missing_in(chosen)},
                              {"accuracy", all ? Value::real(chosen.share) : Value()},
                              {"interval_95", all ? dict_of({{"low", chosen.interval.low},
                                                             {"high", chosen.interval.high}})
                                                  : Value()}}));
  }
  return dict_of({{"file", clean(report.ids->place)},
                  {"entries", report.ids->count},
                  {"models", Value::list(std::move(models))}});
}

// The score by corrected ground truth.
Value errata_value(const SecondReport& second) {
  List models;
  for (const ModelReport& report : second.report.models) {
    List categories;
    for (const CategoryReport& category : report.categories) {
      categories.push_back(category_value(category));
    }
    models.push_back(dict_of({{"model", clean(report.run->name)},
                              {"categories", Value::list(std::move(categories))},
                              {"totals", totals_value(report.totals)},
                              {"overall", overall_value(report, second.report.leaderboard)}}));
  }
  return dict_of({{"name", clean(second.name)},
                  {"official", false},
                  {"corrections", second.corrections},
                  {"applied", second.applied},
                  {"left_out", clean(second.problems)},
                  {"models", Value::list(std::move(models))}});
}

// Entries without a verdict: how many for which reason, and each with what was wanted.
Value skipped_value(const CategoryReport& report) {
  List entries;
  for (const CategoryReport::Skipped& skipped : report.skipped) {
    Value entry = dict_of({{"id", clean(skipped.id)}, {"reason", skip_name(skipped.skip)}});
    if (const Result<Value> request = json_loads(skipped.request); request.ok()) {
      entry.mutable_dict().set("request", *request);
    }
    if (!skipped.variable.empty()) {
      entry.mutable_dict().set("variable", Value::str(skipped.variable));
    }
    entries.push_back(std::move(entry));
  }
  return dict_of({{"total", report.summary.skipped_in_all()},
                  {"by_reason", skips_value(report.summary.skipped)},
                  {"entries", Value::list(std::move(entries))}});
}

// Entries that their own ground truth fails.
Value impossible_value(const CategoryReport& report) {
  List entries;
  for (const CategoryReport::Impossible& one : report.impossible) {
    entries.push_back(dict_of({{"id", clean(one.id)}, {"why", clean(one.why)}}));
  }
  return Value::list(std::move(entries));
}

}  // namespace

Value category_value(const CategoryReport& report) {
  const CategorySummary& summary = report.summary;
  List failures;
  for (const CategorySummary::Failure& failure : summary.failures) {
    failures.push_back(
        dict_of({{"error_type", clean(failure.error_type)}, {"count", failure.count}}));
  }
  const bool any = summary.entries > 0;
  Value value = dict_of({{"category", summary.category->name},
                         {"group", summary.category->group},
                         {"in_overall_score", report.counts},
                         {"total", summary.total},
                         {"entries", summary.entries},
                         {"right", summary.right},
                         {"accuracy", any ? Value::real(report.accuracy.share) : Value()},
                         {"interval_95", any ? dict_of({{"low", report.accuracy.interval.low},
                                                        {"high", report.accuracy.interval.high}})
                                             : Value()},
                         {"failures", Value::list(std::move(failures))},
                         // Ours, in no official score.
                         {"own_turn_progress", report.turns_total > 0
                                                   ? dict_of({{"turns_passed", report.turns_passed},
                                                              {"turns_total", report.turns_total}})
                                                   : Value()},
                         {"missing", summary.missing},
                         {"missing_ids", clean(report.missing)},
                         {"unknown", summary.unknown},
                         {"unknown_ids", clean(report.unknown)},
                         {"duplicates", summary.duplicates},
                         {"duplicate_ids", clean(report.duplicates)},
                         {"unusable", summary.unusable}});
  if (summary.category->judging == Judging::kExecutable) {
    value.mutable_dict().set("skipped", skipped_value(report));
    value.mutable_dict().set("impossible", impossible_value(report));
  }
  return value;
}

Value problem_value(const Problem& problem) {
  return dict_of(
      {{"file", clean(problem.file)},
       {"line",
        problem.line > 0 ? Value::integer(static_cast<std::int64_t>(problem.line)) : Value()},
       {"id", problem.id.empty() ? Value() : clean(problem.id)},
       {"message", clean(problem.message)},
       {"unusable", problem.fatal}});
}

std::string json_report(const Report& report, std::string_view program_version) {
  List models;
  for (const ModelReport& model : report.models)
    models.push_back(model_value(model, report.leaderboard));
  List problems;
  for (const Problem& problem : *report.problems) problems.push_back(problem_value(problem));
  Value json = dict_of({{"program", dict_of({{"name", "bfclx"}, {"version", program_version}})},
                        {"dataset", dict_of({{"place", clean(report.dataset_place)},
                                             {"version", clean(report.dataset_version)},
                                             {"hash", clean(report.dataset_hash)}})},
                        {"models", Value::list(std::move(models))},
                        {"problems", Value::list(std::move(problems))}});
  if (report.ids) {
    json.mutable_dict().set("ids", chosen_value(report));
  }
  if (report.repeated != nullptr) json.mutable_dict().set("repeats", report.repeated->value);
  if (report.errata != nullptr) json.mutable_dict().set("errata", errata_value(*report.errata));
  Result<std::string> text = json_dumps(json, {.ensure_ascii = false, .indent = 2});
  assert(text.ok());
  return std::move(text).value() + "\n";
}

}  // namespace bfclx
