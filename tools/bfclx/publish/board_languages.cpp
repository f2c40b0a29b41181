#include "tools/bfclx/publish/board_languages.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include "core/benchmark/compared_languages.h"
#include "core/render/figure_text.h"
#include "core/render/visible.h"
#include "tools/bfclx/compare/language_rows.h"
#include "tools/bfclx/compare/languages.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/output/value_json.h"
#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

Json row_of(const LanguageRow& row, const ScoredRuns& scored) {
  const Comparison& comparison = *row.comparison();
  const OverallComparison& overall = comparison.overall;
  return {{"model", printable_line(row.model)},
          {"language", row.language},
          {"dataset", scored.datasets[row.run].files->dataset().version},
          {"entries", comparison.entries},
          {"source", overall.a},
          {"translation", overall.b},
          {"difference", overall.difference},
          {"interval_95", range_json(overall.interval)},
          {"texts",
           {{"difference", signed_points(overall.difference)},
            {"interval_95", signed_range(overall.interval)}}},
          {"p", overall.p}};
}

// What a row must have to be shown and adjusted again.
bool is_row(const Json& row) {
  const auto is_share = [&](const Json& value) {
    return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
  };
  const auto is_number = [&](const char* name) {
    return row.contains(name) && row[name].is_number();
  };
  const auto is_text = [&](const char* name) {
    return row.contains(name) && row[name].is_string();
  };
  return row.is_object() && is_text("model") && is_text("language") && is_text("dataset") &&
         is_number("entries") && is_text("verdicts") && is_number("source") &&
         is_share(row["source"]) && is_number("translation") && is_share(row["translation"]) &&
         is_number("difference") && is_number("p") && is_share(row["p"]) &&
         row.contains("interval_95") && row.contains("texts") && row["texts"].is_object() &&
         row["interval_95"].is_array() && row["interval_95"].size() == 2 &&
         row["interval_95"][0].is_number() && row["interval_95"][1].is_number();
}

void tell_repeated(const std::string& model) {
  note(model + ": repeats are not compared by language; pass one run for each language");
}

std::pair<std::string, std::string> key_of(const Json& row) {
  return {row["model"].get<std::string>(), row["language"].get<std::string>()};
}

}  // namespace

BoardLanguages::BoardLanguages(const PublishOptions& options, std::vector<std::string>& paths,
                               Kept& kept) {
  if (options.board.translations.empty()) return;
  CompareOptions compared;
  compared.run = options.run;
  compared.run.paths = paths;
  compared.translations = options.board.translations;
  compared.statistics = options.statistics;
  compared.leaderboard = options.leaderboard;
  choose_datasets(compared);
  std::erase_if(paths, [&](const std::string& path) {
    return compared.run.datasets.find(path) != compared.run.datasets.end();
  });
  if (paths.empty()) {
    throw UsageError("--translation: pass the runs in the source's language too");
  }
  const ScoredRuns scored = score_runs(compared, kept);
  flawed_ = scored.set.flawed();
  const HeadlineScore headline = compared_headline(scored.datasets, compared.version());
  std::set<std::string> repeated;
  for (const LanguageRow& row : language_rows(scored, compared.statistics, headline, &repeated)) {
    const std::string& label = scored.set.runs[row.run].label;
    if (!row.source) {
      throw UsageError("--translation: " + label +
                       " has no run in the source's language. Runs belong to one model if their "
                       "folders have the same name");
    }
    if (row.comparison() == nullptr) {
      throw UsageError("--translation: " + label + " and " + scored.set.runs[*row.source].label +
                       " have no entries in common");
    }
    rows_.push_back(row_of(row, scored));
  }
  for (const std::string& model : repeated) tell_repeated(model);
}

void BoardLanguages::keep_rows(const std::string& folder) {
  const fs::path path = fs::path(folder) / kLanguagesFile;
  std::error_code error;
  if (!fs::exists(path, error)) return;
  const FileBytes file = read_file(path.string());
  const Json json = file.error.empty() ? Json::parse(file.bytes, nullptr, false) : Json();
  const bool is_ours = json.is_object() && json.value("schema", Json()) == kBoardSchema &&
                       json.contains("rows") && json["rows"].is_array() &&
                       std::all_of(json["rows"].begin(), json["rows"].end(), is_row);
  if (!is_ours) {
    throw UsageError(path.string() +
                     ": cannot be read; delete it, and pass all runs of translations again");
  }
  std::set<std::pair<std::string, std::string>> replaced;
  for (const Json& row : rows_) replaced.insert(key_of(row));
  for (const Json& row : json["rows"]) {
    if (replaced.count(key_of(row)) == 0) kept_.push_back(row);
  }
}

std::string BoardLanguages::file(const std::map<std::string, std::string>& verdicts) const {
  std::vector<Json> rows;
  std::set<std::string> repeated;
  for (Json row : rows_) {
    const auto known = verdicts.find(row["model"].get<std::string>());
    if (known == verdicts.end()) continue;
    if (known->second.empty()) {
      repeated.insert(known->first);
      continue;
    }
    row["verdicts"] = known->second;
    rows.push_back(std::move(row));
  }
  std::set<std::string> changed;
  for (const Json& row : kept_) {
    const auto known = verdicts.find(row["model"].get<std::string>());
    if (known == verdicts.end()) continue;
    if (row["verdicts"] == known->second) {
      rows.push_back(row);
    } else {
      changed.insert(known->first);
    }
  }
  for (const std::string& model : repeated) tell_repeated(model);
  for (const std::string& model : changed) {
    note(model +
         " was replaced, so its comparisons by language are removed; pass its runs of "
         "translations again");
  }
  if (rows.empty()) return {};
  std::sort(rows.begin(), rows.end(),
            [](const Json& a, const Json& b) { return key_of(a) < key_of(b); });
  std::vector<double> p;
  for (const Json& row : rows) p.push_back(row["p"].get<double>());
  const std::vector<double> adjusted = holm_adjusted(p);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]["p_holm"] = adjusted[i];
    rows[i]["texts"]["p_holm"] = p_text(adjusted[i]);
  }
  const Json json = {{"schema", kBoardSchema}, {"text", kLanguageRows}, {"rows", std::move(rows)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bfclx::tools
