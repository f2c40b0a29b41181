#include "tools/bfclx/compare/rank_change.h"

#include <vector>

#include "core/render/escape.h"
#include "core/render/ranking_change_text.h"
#include "core/render/table.h"
#include "core/statistics/ranking_change.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

std::vector<std::string> labels_of(const ComparisonReport& report) {
  std::vector<std::string> labels;
  for (const ComparedRun& run : report.runs) labels.push_back(run.label);
  return labels;
}

}  // namespace

void add_rank_change(nlohmann::ordered_json& errata, const ComparisonReport& official,
                     const ComparisonReport& corrected) {
  const RankingChange change = change_of(official.ranking, corrected.ranking);
  if (change.runs == 0) return;
  std::string json;
  append_json(json, ranking_change_value(change));
  nlohmann::ordered_json& member = errata["rank_change"] = nlohmann::ordered_json::parse(json);
  member["text"] = ranking_change_text(change, labels_of(official));
}

std::string rank_change_text(const ComparisonReport& official, const ComparisonReport& corrected,
                             bool markdown, const Terminal& terminal) {
  const std::string text =
      ranking_change_text(change_of(official.ranking, corrected.ranking), labels_of(official));
  if (text.empty()) return {};
  return "\n" + (markdown ? markdown_text(text) + "\n"
                          : wrapped(printable_line(text), 0, terminal.width()));
}

}  // namespace bfclx::tools
