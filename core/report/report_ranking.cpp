// Many runs on one page: the ranking of all, and lines that open the rest.
#include <utility>

#include "core/base/counted.h"
#include "core/render/comparison_text.h"
#include "core/render/figure_text.h"
#include "core/report/report_parts.h"
#include "core/statistics/score_estimate.h"

namespace bfclx::report_parts {
namespace {

Table::Row ranked_row(const ReportPage& report, std::size_t index) {
  const ReportedRun& run = report.runs[index];
  const RankedRun& ranked = report.ranking.runs[index];
  Cell plot(interval_label(ranked.score, ranked.interval));
  plot.plot = Plot{ranked.score, ranked.interval.low, ranked.interval.high};
  const std::size_t warnings = run.warnings.size();
  return {{{rank_text(ranked.rank)},
           {letter_of(index), Style::kTag},
           {run.label},
           plot,
           {percent(ranked.score)},
           {percent_range(ranked.interval)},
           {warnings == 0 ? "" : std::to_string(warnings), Style::kBad}}};
}

}  // namespace

Blocks ranking_blocks(const ReportPage& report) {
  if (report.ranking.weight == 0) return {};
  Table table;
  table.columns = {{"rank", Align::kRight},
                   {"", Align::kRight},
                   {"run", Align::kLeft, Fit::kWrap},
                   {"", Align::kLeft, Fit::kKeep, share_axis()},
                   {"overall", Align::kRight},
                   {"95 % CI", Align::kRight, Fit::kDrop},
                   {"warnings", Align::kRight, Fit::kDrop}};
  std::size_t warned = 0;
  for (const std::size_t index : best_first(report)) {
    table.rows.push_back(ranked_row(report, index));
    warned += report.runs[index].warnings.empty() ? 0 : 1;
  }
  Blocks blocks = {table_block(std::move(table))};
  if (warned > 0) {
    blocks.push_back(paragraph({counted(warned, "run has", "runs have") +
                                " warnings about the score; they are with each run below."},
                               Style::kBad));
  }
  blocks.push_back(remark({basis_sentence(report.ranked) + " " + std::string(kRankRangeText)}));
  return blocks;
}

Blocks folded(const ReportPage& report, std::string title, Blocks blocks) {
  if (report.runs.size() < kManyRuns || blocks.empty()) return blocks;
  title += " of " + counted(report.runs.size(), "run", "runs");
  return {details(Block::Level::kGroup, {std::move(title)}, std::move(blocks))};
}

}  // namespace bfclx::report_parts
