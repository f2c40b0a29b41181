// The comparisons of the page of `bfclx report`.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/render/comparison_report.h"
#include "core/render/comparison_text.h"
#include "core/render/figure_text.h"
#include "core/report/report_parts.h"

namespace bfclx::report_parts {
namespace {

// What the axis of the differences has to hold.
double bound_of(const Comparison& comparison) {
  double bound = 0.05;
  for (const CategoryComparison& row : comparison.categories) {
    if (row.entries == 0) continue;
    bound = std::max({bound, -row.difference.interval.low, row.difference.interval.high});
  }
  return std::min(1.0, std::ceil(bound * 20) / 20);
}

// The difference as text and drawn; in colour where it is significant.
void add_difference(std::vector<Cell>& cells, double difference, const Range& interval, double p) {
  const Style style = difference_style(difference, p);
  cells.emplace_back(signed_points(difference), style);
  cells.emplace_back(signed_points(difference) + " points, 95 % CI " + signed_range(interval));
  cells.back().plot = Plot{difference, interval.low, interval.high, false, style};
}

Table differences(const Comparison& comparison, const std::string& letter) {
  const Axis axis = difference_axis(bound_of(comparison));
  Table table;
  table.columns = {{"category"},
                   {"A", Align::kRight, Fit::kDrop},
                   {letter, Align::kRight, Fit::kDrop},
                   {"diff", Align::kRight},
                   {"", Align::kLeft, Fit::kKeep, axis},
                   {"gained", Align::kRight, Fit::kDrop},
                   {"lost", Align::kRight, Fit::kDrop},
                   {"p Holm", Align::kRight}};
  const OverallComparison& overall = comparison.overall;
  if (overall.weight > 0) {
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {{"overall", Style::kBold}, percent(overall.a), percent(overall.b)};
    add_difference(cells, overall.difference, overall.interval, overall.holm_p);
    cells.insert(cells.end(), {"", "", p_text(overall.holm_p)});
  }
  for (const CategoryComparison& row : comparison.categories) {
    if (row.entries == 0) continue;
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {std::string(row.category->name), share_text(row.a_right, row.entries),
             share_text(row.b_right, row.entries)};
    add_difference(cells, row.difference.value, row.difference.interval, row.holm_p);
    cells.insert(cells.end(),
                 {std::to_string(row.gained), std::to_string(row.lost), p_text(row.holm_p)});
  }
  return table;
}

void add_comparison(Blocks& blocks, const ReportPage& report, std::size_t index) {
  const ReportedRun& a = report.runs[0];
  const ReportedRun& b = report.runs[index + 1];
  const Comparison& comparison = report.comparisons[index];
  const std::string letter = letter_of(index + 1);
  Spans title = with_letter(report, 0, {a.label, " against "});
  for (Span& span : with_letter(report, index + 1, {b.label})) title.push_back(std::move(span));
  Blocks content;
  if (comparison.overall.weight > 0) {
    content.push_back(paragraph(
        {meaning_of(comparison.overall, a.label, b.label,
                    is_warned(comparison, distortions_of(a.warnings), distortions_of(b.warnings))) +
         " " + basis_sentence(report.bases[index])}));
  }
  content.push_back(table_block(differences(comparison, letter)));
  content.push_back(remark({"Over the entries that both runs have. Gained: passed only in " +
                            letter + "; lost: passed only in A. " + std::string(kPColumns) +
                            " The overall p is from a sign-flip permutation test over groups of "
                            "entries, adjusted for the comparisons shown."}));
  if (report.runs.size() < kManyRuns) {
    blocks.push_back(heading(std::move(title)));
    for (Block& block : content) blocks.push_back(std::move(block));
    return;
  }
  const OverallComparison& overall = comparison.overall;
  if (overall.weight > 0) {
    title.emplace_back(" " + with_minus_signs(signed_points(overall.difference)) + " points",
                       difference_style(overall.difference, overall.holm_p));
  }
  blocks.push_back(details(Block::Level::kGroup, std::move(title), std::move(content)));
}

}  // namespace

Blocks comparison_blocks(const ReportPage& report) {
  Blocks blocks;
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) add_comparison(blocks, report, i);
  return blocks;
}

}  // namespace bfclx::report_parts
