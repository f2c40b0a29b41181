// Two models compared by the means of their repeats.
//
// Each side is a set of repeats (repeats.h), or one run. The difference is between the mean scores
// over the entries that all runs of both sides have.
#ifndef BFCLX_CORE_STATISTICS_REPEATS_COMPARISON_H_
#define BFCLX_CORE_STATISTICS_REPEATS_COMPARISON_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/statistics/basis.h"

namespace bfclx {

struct RepeatsComparison {
  std::size_t a_repeats = 0;
  std::size_t b_repeats = 0;
  ScoreBasis basis;
  std::vector<const Category*> categories;  // that all runs have, in the score or not
  // `a` and `b` are means. The interval and p treat all runs of a cluster together, so that they
  // hold the variation of entries and of decoding. The interval and the error are never smaller
  // than decoding alone makes them. Weight 0: nothing that counts is shared.
  OverallComparison overall;
  // Of the difference: which entries the benchmark has, and how the repeats of a side differ. A
  // side of one run tells nothing of the latter, which then is in `questions_variance`; none where
  // neither tells.
  double questions_variance = 0;
  std::optional<double> decoding_variance;
  bool decoding_of_both = false;  // both sides have two repeats or more
  bool decoding_is_all = false;   // as estimated: the entries add nothing
  // RepeatsAnalysis::exchange_p of each side; 1 of one run.
  double a_exchange_p = 1;
  double b_exchange_p = 1;
  std::optional<double> decoding_share() const;
  // Entries that count: passed in all runs of B and in none of A, and the other way round.
  std::size_t surely_gained = 0;
  std::size_t surely_lost = 0;
};

// Each side has at least one run. `overall.holm_p` is not adjusted, see adjust_overall.
RepeatsComparison compare_repeats(std::span<const ScoredRun> a, std::span<const ScoredRun> b,
                                  const ScorePart& score, std::string_view leaderboard,
                                  const ComparisonOptions& options);

// {"overall": {...}, "variance": {"questions", "decoding", "decoding_share", "decoding_of_both"},
// "a_exchange_p", "b_exchange_p", "surely_gained", "surely_lost", "basis"}; `overall` as in
// comparison_value, its figures null where nothing that counts is shared. "decoding" and its share
// are null where they are not known.
Value repeats_comparison_value(const RepeatsComparison& comparison);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_REPEATS_COMPARISON_H_
