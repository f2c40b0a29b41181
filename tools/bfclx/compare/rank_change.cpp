#include "tools/bfclx/compare/rank_change.h"

#include <vector>

#include "core/render/escape.h"
#include "core/render/ranking_change_text.h"
#include "core/render/table.h"
#include "core/statistics/ranking_change.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

// Of all runs, or where a model has repeats of all models.
RankingChange change_between(const ComparisonReport& official, const ComparisonReport& corrected) {
  if (official.models.empty()) return change_of(official.ranking, corrected.ranking);
  return change_of(official.model_ranking, corrected.model_ranking);
}

std::string text_of(const RankingChange& change, const ComparisonReport& official) {
  std::vector<std::string> labels;
  for (const RepeatGroup& model : official.models) labels.push_back(model.model);
  if (!labels.empty()) {
    return ranking_change_text(change, labels, RankingCause::kCorrectionsOfMeans);
  }
  for (const ComparedRun& run : official.runs) labels.push_back(run.label);
  return ranking_change_text(change, labels);
}

}  // namespace

void add_rank_change(nlohmann::ordered_json& errata, const ComparisonReport& official,
                     const ComparisonReport& corrected) {
  const RankingChange change = change_between(official, corrected);
  if (change.runs == 0) return;
  std::string json;
  append_json(json, ranking_change_value(change));
  nlohmann::ordered_json& member = errata["rank_change"] = nlohmann::ordered_json::parse(json);
  member["text"] = text_of(change, official);
}

std::string rank_change_text(const ComparisonReport& official, const ComparisonReport& corrected,
                             bool markdown, const Terminal& terminal) {
  const std::string text = text_of(change_between(official, corrected), official);
  if (text.empty()) return {};
  return "\n" + (markdown ? markdown_text(text) + "\n"
                          : wrapped(printable_line(text), 0, terminal.width()));
}

}  // namespace bfclx::tools
