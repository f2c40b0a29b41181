// Repeats of one run: the same model and settings, the same entries, several times.
//
//   pass@k   an entry passes in at least one of k repeats
//   pass^k   an entry passes in all of k repeats
//
// Of n repeats with c passed, both are estimated without bias for every k up to n: 1 - C(n - c, k)
// / C(n, k) (Chen et al. 2021) and C(c, k) / C(n, k) (Yao et al. 2024). Scores weigh categories as
// the overall score does, over the entries that all repeats have.
#ifndef BFCLX_CORE_STATISTICS_REPEATS_H_
#define BFCLX_CORE_STATISTICS_REPEATS_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/basis.h"

namespace bfclx {

// Of one entry: `passed` of `repeats`; k from 1 to `repeats`.
double pass_at_k(std::size_t passed, std::size_t repeats, std::size_t k);
double pass_hat_k(std::size_t passed, std::size_t repeats, std::size_t k);

// A weighted mean over entries. The interval is a stratified cluster bootstrap: a cluster is drawn
// with all repeats of its entries, so that it holds the variation of entries and of decoding. That
// of the mean of the repeats is never narrower than decoding alone makes it.
struct RepeatsFigure {
  double value = 0;
  double standard_error = 0;  // in closed form, clusters respected
  Range interval{0, 1};
};

struct PassFigures {
  std::size_t k = 1;
  RepeatsFigure at;   // pass@k
  RepeatsFigure hat;  // pass^k
};

struct RepeatsCategory {
  const Category* category = nullptr;
  bool counts = false;      // in the overall score
  std::size_t entries = 0;  // that all repeats have
  std::size_t flips = 0;    // entries that passed in some repeats and failed in others
  double mean = 0;          // accuracy
  double low = 0;           // of a repeat, the lowest and the highest
  double high = 0;
  double any = 0;  // pass@k and pass^k of all repeats
  double all = 0;
};

struct FlippedEntry {
  std::string_view id;
  const Category* category = nullptr;
  std::size_t passed = 0;  // in so many repeats
};

// Runs that are repeats of one model.
struct RepeatGroup {
  std::string model;
  std::string reason;             // why they are taken for repeats
  std::vector<std::size_t> runs;  // indices of the caller's
};

// Whether some entry is in all runs: parts of one run are no repeats of it.
bool share_an_entry(std::span<const ScoredRun> runs);

struct RepeatsAnalysis {
  std::size_t repeats = 0;
  ScoreBasis basis;            // weight 0: they share nothing that counts, and there are no figures
  std::vector<double> scores;  // overall of each repeat, over what all have
  RepeatsFigure mean;
  double low = 0;  // of the scores
  double high = 0;
  double deviation = 0;             // their standard deviation, divisor n - 1
  std::vector<PassFigures> passes;  // k = 1 to `repeats`
  Accuracy flipping;                // share of entries that flip, of categories that count

  // Variance of the overall score of one repeat: which entries the benchmark has, and how responses
  // to the same entry differ. Of the mean of n repeats it is questions + decoding / n.
  double questions_variance = 0;
  double decoding_variance = 0;
  // Of the variance of one repeat, 0 to 1; 0 where nothing varies.
  double decoding_share() const;
  // Of the scores' variance if each entry's repeats may change places, clusters together: a
  // permutation test. Small where a repeat as a whole differs from the others, which the intervals
  // do not include. 1 where no entry flips.
  double exchange_p = 1;

  std::vector<RepeatsCategory> categories;  // all that the repeats share, in the official order
  std::vector<FlippedEntry> flipped;        // of these, in the order of the last repeat
};

// The mean score of two or more runs over the entries that all have, as RepeatsAnalysis::mean. For
// parts of a score.
RepeatsFigure mean_of_repeats(std::span<const ScoredRun> runs, const ScoreWeights& weights,
                              const ComparisonOptions& options);

// At least two runs; `leaderboard` names the version whose score it is. The views must outlive it.
RepeatsAnalysis analyze_repeats(std::span<const ScoredRun> runs, const ScorePart& score,
                                std::string_view leaderboard, const ComparisonOptions& options);

// {"repeats", "scores", "mean", "standard_error", "interval_95", "lowest", "highest",
// "standard_deviation", "pass": [{"k", "pass_at_k", "pass_hat_k"}], "flips", "flip_share",
// "flip_interval_95", "variance": {"questions", "decoding", "decoding_share"}, "exchange_p",
// "categories", "flipped", "basis"}. Figures are null where the repeats share nothing that counts.
Value repeats_value(const RepeatsAnalysis& analysis);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_REPEATS_H_
