#include "core/render/comparison_tables.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "core/base/counted.h"
#include "core/render/comparison_text.h"
#include "core/render/figure_text.h"

namespace bfclx {
namespace {

double share_of(std::size_t right, std::size_t entries) {
  return entries == 0 ? 0 : static_cast<double>(right) / static_cast<double>(entries);
}

// Places of its rows, the best first.
std::vector<std::size_t> by_rank(const Ranking& ranking) {
  std::vector<std::size_t> order(ranking.runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return ranking.runs[a].score > ranking.runs[b].score;
  });
  return order;
}

}  // namespace

Table categories_table(const Comparison& comparison) {
  Table table;
  table.columns = {{"category"},
                   {"entries", Align::kRight, Fit::kDrop},
                   {"A", Align::kRight},
                   {"B", Align::kRight},
                   {"diff", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"gained", Align::kRight, Fit::kDrop},
                   {"lost", Align::kRight, Fit::kDrop},
                   {"p", Align::kRight, Fit::kDrop},
                   {"p Holm", Align::kRight}};
  for (const CategoryComparison& row : comparison.categories) {
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {std::string(row.category->name) + (row.counts ? "" : " (separate)"),
             grouped_digits(row.entries)};
    if (row.entries == 0) {
      cells.resize(table.columns.size(), "-");
      continue;
    }
    const Style style = difference_style(row.difference.value, row.holm_p);
    cells.insert(cells.end(), {percent(share_of(row.a_right, row.entries)),
                               percent(share_of(row.b_right, row.entries)),
                               {signed_points(row.difference.value), style},
                               signed_range(row.difference.interval),
                               grouped_digits(row.gained),
                               grouped_digits(row.lost),
                               p_text(row.cluster_p),
                               p_text(row.holm_p)});
  }
  return table;
}

bool is_ranked(const ComparisonReport& report) {
  return (report.models.empty() ? report.runs.size() : report.models.size()) > 2;
}

std::string_view ranking_title(const ComparisonReport& report) {
  return report.models.empty() ? "All runs" : "All models";
}

Table ranking_table(const ComparisonReport& report) {
  const bool models = !report.models.empty();
  const Ranking& ranking = models ? report.model_ranking : report.ranking;
  Table table;
  table.columns = {{models ? "model" : "run", Align::kLeft, Fit::kShorten},
                   {"overall", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"rank", Align::kRight},
                   {"range", Align::kRight}};
  if (models) table.columns.push_back({"repeats", Align::kRight, Fit::kDrop});
  for (const std::size_t i : by_rank(ranking)) {
    const RankedRun& run = ranking.runs[i];
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {models ? report.models[i].model : report.runs[i].label, percent(run.score),
             percent_range(run.interval), std::to_string(run.rank.rank),
             std::to_string(run.rank.low) + " to " + std::to_string(run.rank.high)};
    if (!models) continue;
    const std::size_t runs = report.models[i].runs.size();
    cells.push_back(runs == 1 ? std::string("-") : grouped_digits(runs));
  }
  return table;
}

Table differences_table(const ComparisonReport& report) {
  Table table;
  table.columns = {{"run", Align::kLeft, Fit::kShorten},
                   {"diff", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"p", Align::kRight, Fit::kDrop},
                   {"p Holm", Align::kRight}};
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    if (!report.shows(i)) continue;
    const OverallComparison& overall = report.comparisons[i].overall;
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {report.runs[i + 1].label};
    if (overall.weight > 0) {
      cells.insert(cells.end(), {signed_points(overall.difference), signed_range(overall.interval),
                                 p_text(overall.p), p_text(overall.holm_p)});
    } else {
      cells.resize(table.columns.size(), "-");
    }
  }
  return table;
}

std::string own_text(const BasedScore& own) {
  if (!own.value) return "no overall score";
  return score_title(own.basis.leaderboard) + " " + percent(*own.value) + " (95 % CI " +
         percent(own.interval.low) + " to " + percent(own.interval.high) + "), " +
         basis_text(own.basis);
}

}  // namespace bfclx
