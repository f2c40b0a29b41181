#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/official/tables.h"
#include "core/statistics/figures.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

using std::string_view;

struct Column {
  std::string header;
  const ScorePart* part;
};

// A column of another table ("data_live:Python Simple AST") is named by its part.
std::string header_of(const ScorePart& part) {
  const bool own = !part.column.empty() && part.column.find(':') == string_view::npos;
  return std::string(own ? part.column : part.name);
}

void add_columns(const ScorePart& part, std::vector<Column>& columns) {
  columns.push_back({header_of(part), &part});
  for (const ScorePart& inner : part.parts) add_columns(inner, columns);
}

struct Row {
  const ModelScores* scores;
  ComposedScore overall;
};

bool comes_first(const Row& a, const Row& b) {
  if (a.overall.complete() != b.overall.complete()) return a.overall.complete();
  return a.overall.official > b.overall.official;
}

}  // namespace

std::string version_table(const NamedVersion& version, const std::vector<ModelScores>& models) {
  const ScorePart& overall = overall_score(version.version);
  std::vector<Column> columns;
  add_columns(overall, columns);
  for (const ScorePart& shown : shown_scores(version.version)) {
    columns.push_back({header_of(shown), &shown});
  }
  std::vector<Row> rows;
  rows.reserve(models.size());
  for (const ModelScores& model : models) {
    rows.push_back({&model, compose(overall, known_scores(model))});
  }
  std::stable_sort(rows.begin(), rows.end(), comes_first);
  std::string text = "Rank,Model";
  for (const Column& column : columns) text += "," + column.header;
  text += ",Skipped\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ModelScores& scores = *rows[i].scores;
    text += rows[i].overall.complete() ? std::to_string(i + 1) : "N/A";
    text += "," + text_cells(scores.model->display_name);
    for (const Column& column : columns) {
      const ComposedScore score = compose(*column.part, known_scores(scores));
      text += "," + (score.complete() ? percent_text(score.official) : "N/A");
    }
    std::string skipped = skipped_text(scores);
    std::replace(skipped.begin(), skipped.end(), ',', ';');
    text += "," + skipped + "\n";
  }
  return text;
}

std::map<std::string, std::int64_t, std::less<>> skipped_entries(const ModelScores& scores) {
  std::map<std::string, std::int64_t, std::less<>> counts;
  for (const auto& [category, header] : scores.headers) {
    const Value* skipped = header.is_dict() ? header.as_dict().find("skipped") : nullptr;
    if (skipped == nullptr || !skipped->is_dict()) continue;
    for (const auto& [reason, count] : skipped->as_dict()) {
      if (reason.is_str() && count.is_small_int()) {
        counts[std::string(reason.as_str())] += count.as_int64();
      }
    }
  }
  return counts;
}

std::string skipped_text(const ModelScores& scores) {
  std::string text;
  for (const auto& [reason, count] : skipped_entries(scores)) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + reason;
  }
  return text;
}

}  // namespace bfclx
