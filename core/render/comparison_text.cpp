#include "core/render/comparison_text.h"

#include <algorithm>
#include <cstdio>

#include "core/base/counted.h"
#include "core/render/figure_text.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

std::string names_of(const std::vector<const Category*>& categories) {
  std::string names;
  for (const Category* category : categories) {
    names += (names.empty() ? "" : ", ") + std::string(category->name);
  }
  return names;
}

bool excludes_0(const Range& interval) { return interval.low > 0 || interval.high < 0; }

std::string narrowed_text(const OverallComparison& overall) {
  if (overall.narrowed_by == nullptr) return {};
  return " The 95 % CI excludes 0, but it is too narrow: " +
         std::string(overall.narrowed_by->name) + " has only " +
         counted(overall.narrowed_clusters, "group", "groups") + " of related entries.";
}

// "overall (p = 0.06)" where the interval and p disagree.
std::string disagreeing(const OverallComparison& overall) {
  const bool disagree = overall.weight > 0 && excludes_0(overall.interval) != (overall.p < 0.05);
  return disagree ? "overall (" + p_equals(overall.p) + ")" : std::string();
}

std::string disagreements_sentence(const std::string& names) {
  if (names.empty()) return {};
  return "The 95 % CI is approximate. Rely on p for significance where the two disagree: " + names +
         ".";
}

}  // namespace

Style difference_style(double difference, double holm_p) {
  if (holm_p >= 0.05) return Style::kPlain;
  return difference > 0 ? Style::kGood : Style::kBad;
}

std::string p_equals(double p) { return (p < 0.001 ? "p " : "p = ") + p_text(p); }

std::string meaning_of(const OverallComparison& overall, std::string_view a, std::string_view b,
                       bool warned) {
  if (overall.weight <= 0) return std::string(kNothingShared);
  if (overall.difference == 0 && overall.p == 1) {
    return "The runs have the same score.";
  }
  // No draw was as extreme: a p that the number of draws bounds from below.
  const bool at_floor = overall.p <= overall.least_p * (1 + 1e-9);
  char chance[64];
  if (overall.p < 0.001) {
    std::snprintf(chance, sizeof chance, "fewer than 1 in 1,000");
  } else if (overall.p < 0.0995) {
    std::snprintf(chance, sizeof chance, "%s%d of 1,000", at_floor ? "at most " : "",
                  per_thousand(overall.p));
  } else {
    std::snprintf(chance, sizeof chance, "%.0f of 100", overall.p * 100);
  }
  std::string text = "If the two were equally good, a difference as large as this would show in " +
                     std::string(chance) + " such comparisons by chance alone: ";
  const std::string adjusted = "after adjusting for the " + grouped_digits(overall.compared) +
                               " comparisons shown (p Holm " + p_equals(overall.holm_p).substr(2) +
                               ")";
  if (overall.holm_p < 0.05) {
    const std::string also = overall.compared > 1 ? ", also " + adjusted : "";
    text += std::string(overall.difference > 0 ? b : a) +
            (warned ? " scores significantly higher" + also +
                          ", but see the warnings: the models themselves may not differ."
                    : " is significantly better" + also + ".");
  } else if (overall.p < 0.05 && at_floor) {
    text += "too few draws to tell " + adjusted + "; use more draws.";
  } else if (overall.p < 0.05) {
    text += "significant on its own, but not " + adjusted + ".";
  } else {
    text += "the difference is not significant." + narrowed_text(overall);
  }
  if (overall.smallest_detectable >= 1) {
    // The test can tell what the interval cannot.
    return text + (overall.holm_p < 0.05
                       ? " They share few entries, so the interval is wide: rely on p."
                       : " They share too few entries to tell.");
  }
  return text + " Minimum detectable difference: " + percent(overall.smallest_detectable) +
         " points (80 % power).";
}

std::string power_text(std::size_t entries) {
  // An assumption, which the text states; 5 points are what people ask for.
  constexpr double kDisagreement = 0.2;
  constexpr double kFine = 0.05;
  const double difference = planned_detectable_difference(entries, kDisagreement);
  std::string text = "Minimum detectable difference: " + percent(difference) +
                     " points (80 % power, if two runs disagree on 20 % of the " +
                     counted(entries, "entry", "entries") + ").";
  if (difference >= kDisagreement) {
    text = counted(entries, "entry is", "entries are") +
           " too few to show a difference between two runs that disagree on 20 % of them "
           "(80 % power).";
  }
  if (difference <= kFine) return text;
  return text + " For " + percent(kFine) + " points, " +
         grouped_digits(entries_to_detect(kFine, kDisagreement)) + " entries are needed.";
}

std::string basis_sentence(const ScoreBasis& basis) {
  const std::string covered = basis_text(basis);
  std::string text =
      score_heading(basis.leaderboard) + (covered.starts_with("over ") ? " " : ": ") + covered;
  if (!basis.missing.empty()) text += "; missing: " + names_of(basis.missing);
  if (!basis.uncommon.empty()) text += "; no common entries: " + names_of(basis.uncommon);
  return text + ".";
}

std::string flips_text(const Comparison& comparison) {
  std::size_t gained = 0;
  std::size_t lost = 0;
  for (const CategoryComparison& row : comparison.categories) {
    if (!row.counts) continue;
    gained += row.gained;
    lost += row.lost;
  }
  return "Of the entries in the overall score, " + grouped_digits(gained) + " passed only in B, " +
         grouped_digits(lost) + " only in A; exact McNemar test " + p_equals(comparison.mcnemar.p) +
         " (mid-p " + p_text(comparison.mcnemar.mid_p) + ").";
}

bool shares_entries(const Comparison& comparison) {
  return std::any_of(comparison.categories.begin(), comparison.categories.end(),
                     [](const CategoryComparison& row) { return row.entries > 0; });
}

std::size_t only_in_a(const Comparison& comparison) {
  std::size_t count = 0;
  for (const CategoryComparison& row : comparison.categories) count += row.only_a;
  return count;
}

std::string unshared_text(const Comparison& comparison) {
  const std::size_t only_a = only_in_a(comparison);
  std::size_t only_b = 0;
  for (const CategoryComparison& row : comparison.categories) only_b += row.only_b;
  if (only_a + only_b == 0) return {};
  const std::string_view begin =
      shares_entries(comparison) ? "Only shared entries are compared; " : "";
  return std::string(begin) +
         (begin.empty() ? counted(only_a, "entry is", "entries are")
                        : counted(only_a, "is", "are")) +
         " only in A, " + grouped_digits(only_b) + " only in B.";
}

std::string disagreement_text(const OverallComparison& overall) {
  return disagreements_sentence(disagreeing(overall));
}

std::string disagreements_text(const Comparison& comparison) {
  std::string names = disagreeing(comparison.overall);
  for (const CategoryComparison& row : comparison.categories) {
    if (row.entries == 0) continue;
    if (excludes_0(row.difference.interval) == (row.cluster_p < 0.05)) continue;
    names += (names.empty() ? "" : ", ") + std::string(row.category->name) + " (" +
             p_equals(row.cluster_p) + ")";
  }
  return disagreements_sentence(names);
}

Value comparison_texts_value(const Comparison& comparison, const ScoreBasis& basis,
                             std::string_view a, std::string_view b, bool warned) {
  const auto text = [](const std::string& sentence) { return Value::str(sentence); };
  return dict_of({{"meaning", text(meaning_of(comparison.overall, a, b, warned))},
                  {"basis", text(basis_sentence(basis))},
                  {"flips", text(flips_text(comparison))},
                  {"unshared", text(unshared_text(comparison))},
                  {"disagreements", text(disagreements_text(comparison))},
                  {"p_columns", kPColumns}});
}

}  // namespace bfclx
