#include "tools/bfclx/compare/comparison_texts.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "core/render/figure_text.h"

namespace bfclx::tools {
namespace {

double share_of(std::size_t right, std::size_t entries) {
  return entries == 0 ? 0 : static_cast<double>(right) / static_cast<double>(entries);
}

std::string names_of(const std::vector<const Category*>& categories) {
  std::string names;
  for (const Category* category : categories) {
    names += (names.empty() ? "" : ", ") + std::string(category->name);
  }
  return names;
}

std::string narrowed_text(const OverallComparison& overall) {
  if (overall.narrowed_by == nullptr) return {};
  return " The interval leaves out 0 all the same, as it is too narrow where few groups of entries "
         "that "
         "hang together flip: " +
         std::string(overall.narrowed_by->name) + " has " +
         std::to_string(overall.narrowed_clusters) + ".";
}

}  // namespace

std::string p_equals(double p) { return (p < 0.001 ? "p " : "p = ") + p_text(p); }

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
    cells = {std::string(row.category->name) + (row.category->scored ? "" : " (apart)"),
             std::to_string(row.entries)};
    if (row.entries == 0) {
      cells.resize(table.columns.size(), "-");
      continue;
    }
    const bool better = row.difference.value > 0;
    const Style style = row.holm_p >= 0.05 ? Style::kPlain : better ? Style::kGood : Style::kBad;
    cells.insert(cells.end(), {percent(share_of(row.a_right, row.entries)),
                               percent(share_of(row.b_right, row.entries)),
                               {signed_points(row.difference.value), style},
                               signed_range(row.difference.interval),
                               std::to_string(row.gained),
                               std::to_string(row.lost),
                               p_text(row.cluster_p),
                               p_text(row.holm_p)});
  }
  return table;
}

Table ranking_table(const ComparisonReport& report) {
  Table table;
  table.columns = {{"run", Align::kLeft, Fit::kShorten},
                   {"overall", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"rank", Align::kRight},
                   {"range", Align::kRight}};
  for (const std::size_t i : by_rank(report)) {
    const RankedRun& run = report.ranking.runs[i];
    table.rows.push_back({{report.runs[i].label, percent(run.score), percent_interval(run.interval),
                           std::to_string(run.rank.rank),
                           std::to_string(run.rank.low) + " to " + std::to_string(run.rank.high)}});
  }
  return table;
}

Table differences_table(const ComparisonReport& report) {
  Table table;
  table.columns = {{"run", Align::kLeft, Fit::kShorten},
                   {"diff", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"p", Align::kRight}};
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) {
    const OverallComparison& overall = report.comparisons[i].overall;
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {report.runs[i + 1].label};
    if (overall.weight > 0) {
      cells.insert(cells.end(), {signed_points(overall.difference), signed_range(overall.interval),
                                 p_text(overall.p)});
    } else {
      cells.resize(table.columns.size(), "-");
    }
  }
  return table;
}

std::string unshared_text(const Comparison& comparison) {
  const std::size_t only_a = only_in_a(comparison);
  std::size_t only_b = 0;
  for (const CategoryComparison& row : comparison.categories) only_b += row.only_b;
  if (only_a + only_b == 0) return {};
  return "Only what both runs have is compared; " + std::to_string(only_a) +
         (only_a == 1 ? " entry is" : " entries are") + " in A alone, " + std::to_string(only_b) +
         " in B alone.";
}

std::string basis_sentence(const ScoreBasis& basis) {
  std::string text = "Overall " + std::string(basis.leaderboard) + " " + basis_text(basis);
  if (!basis.missing.empty()) text += "; missing: " + names_of(basis.missing);
  return text + ".";
}

std::string own_text(const BasedScore& own) {
  if (!own.value) return "no overall score";
  return "overall " + std::string(own.basis.leaderboard) + " " + percent(*own.value) +
         " (95 % CI " + percent(own.interval.low) + " to " + percent(own.interval.high) + "), " +
         basis_text(own.basis);
}

std::string flips_text(const Comparison& comparison) {
  return std::to_string(comparison.gained.size()) +
         (comparison.gained.size() == 1 ? " entry is" : " entries are") + " right in B alone, " +
         std::to_string(comparison.lost.size()) +
         " in A alone; exact McNemar over the scored ones " + p_equals(comparison.mcnemar.p) +
         " (mid-p " + p_text(comparison.mcnemar.mid_p) + ").";
}

std::string disagreements_text(const Comparison& comparison) {
  std::string names;
  for (const CategoryComparison& row : comparison.categories) {
    if (row.entries == 0) continue;
    const Range& interval = row.difference.interval;
    const bool leaves_out_0 = interval.low > 0 || interval.high < 0;
    if (leaves_out_0 == (row.cluster_p < 0.05)) continue;
    names += (names.empty() ? "" : ", ") + std::string(row.category->name) + " (" +
             p_equals(row.cluster_p) + ")";
  }
  if (names.empty()) return {};
  return "The 95 % CI is approximate, p is exact. Where they disagree about significance, rely on "
         "p: " +
         names + ".";
}

std::vector<std::size_t> by_rank(const ComparisonReport& report) {
  std::vector<std::size_t> order(report.runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return report.ranking.runs[a].score > report.ranking.runs[b].score;
  });
  return order;
}

std::size_t only_in_a(const Comparison& comparison) {
  std::size_t count = 0;
  for (const CategoryComparison& row : comparison.categories) count += row.only_a;
  return count;
}

std::string meaning_of(const OverallComparison& overall, std::string_view a, std::string_view b,
                       bool warned) {
  if (overall.difference == 0 && overall.p == 1) {
    return "The runs have the same score.";
  }
  char chance[64];
  if (overall.p < 0.001) {
    std::snprintf(chance, sizeof chance, "less than 1 of 1000");
  } else if (overall.p < 0.0995) {
    std::snprintf(chance, sizeof chance, "%.0f of 1000", overall.p * 1000);
  } else {
    std::snprintf(chance, sizeof chance, "%.0f of 100", overall.p * 100);
  }
  std::string text = "If the two were equally good, a difference as large as this would show in " +
                     std::string(chance) + " such comparisons by chance alone: ";
  if (overall.p < 0.05) {
    text += std::string(overall.difference > 0 ? b : a) +
            (warned ? " scores significantly higher, but see the warnings: the models themselves "
                      "may not differ."
                    : " is significantly better.");
  } else {
    text += "this does not tell them apart." + narrowed_text(overall);
  }
  if (overall.smallest_detectable >= 1) return text + " They share too few entries to tell.";
  return text + " Minimum detectable difference: " + percent(overall.smallest_detectable) +
         " points (80 % power).";
}

}  // namespace bfclx::tools
