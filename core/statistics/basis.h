// What an overall score rests on, and the overall scores of runs on a declared basis.
//
// Every view takes the overall score of a run from here, and says its basis beside it. Scores with
// different `basis_key`s are never ranked together.
//
//   const NamedVersion v4 = ...;
//   BasedScore own = own_score({&judged}, overall_score(v4.version), v4.name);
//   basis_text(own.basis);                          // "covers 52.5 % of the weight"
#ifndef BFCLX_CORE_STATISTICS_BASIS_H_
#define BFCLX_CORE_STATISTICS_BASIS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/statistics/comparison.h"
#include "core/statistics/composition.h"
#include "core/value/value.h"

namespace bfclx {

// What stands for a leaderboard where the dataset is a benchmark of someone's own
// (headline_score.h).
inline constexpr std::string_view kOwnScore = "own";
// "overall v4"; "accuracy" of an own benchmark.
std::string score_title(std::string_view leaderboard);
std::string score_heading(std::string_view leaderboard);  // with a capital letter
// Where nothing around it says what is scored: "BFCL v4 overall".
std::string score_heading_alone(std::string_view leaderboard);

enum class BasisKind : std::uint8_t {
  kComplete,       // all categories of the version, with all of their entries
  kPartial,        // the categories and entries that the run has
  kShared,         // the categories and entries that all shown runs have
  kMissingAsZero,  // all categories; those without an entry count as 0
};
std::string_view basis_name(BasisKind kind);  // "complete", "partial", "shared", "missing_as_0"
std::optional<BasisKind> find_basis(std::string_view name);

struct ScoreBasis {
  BasisKind kind = BasisKind::kComplete;
  std::string_view leaderboard;           // "v4", kOwnScore
  double weight = 0;                      // weighted coverage, 0 to 1
  std::vector<const Category*> missing;   // categories that weigh and have no entry, official order
  std::vector<const Category*> uncommon;  // of kShared: all runs have entries, none in common
  std::size_t categories = 0;             // that weigh and have entries
  std::size_t entries = 0;                // that count
  std::size_t missing_entries = 0;        // without a verdict, of categories that weigh
  std::size_t malformed_entries = 0;      // that cannot be scored, of these categories
  std::size_t sample = 0;                 // entries that were drawn; 0: the run is not a sample
  std::size_t runs = 1;                   // of kShared
  std::string dataset;                    // an older version that it was generated for, "v3"
  bool some_older = false;                // of kShared: not all runs were generated for `dataset`
  bool tag_weights = false;               // `weight` is of the tags; see composition.h
  std::uint64_t entry_set = 0;            // a hash of the ids that count, in any order
};
// For people, without a full stop: "all 21 categories", "covers 52.5 % of the weight, sample of 40
// entries", "over the 16 categories that all 3 runs have, 52.5 % of the weight".
std::string basis_text(const ScoreBasis& basis);
// Equal for scores that may stand in one ranking: of the same kind over the same entries.
std::string basis_key(const ScoreBasis& basis);

// A run as scores need it; the verdicts must outlive what is made of it.
struct ScoredRun {
  const JudgedRun* judged = nullptr;
  // Entries of the dataset without a verdict, by category, of categories that the run has.
  std::vector<std::pair<const Category*, std::size_t>> missing_entries = {};
  std::size_t sample = 0;  // see ScoreBasis
  std::string dataset = {};
  // As missing_entries, those that are malformed in the dataset.
  std::vector<std::pair<const Category*, std::size_t>> malformed_entries = {};
};

struct BasedScore {
  ScoreBasis basis;
  std::optional<double> value;  // 0 to 1; none where nothing of the score is there
  double standard_error = 0;
  Range interval{0, 1};
};

// `leaderboard` names the version whose score it is; the view must outlive the result.
// Complete where it can be, else partial.
BasedScore own_score(const ScoredRun& run, const ScorePart& score, std::string_view leaderboard);
BasedScore score_missing_as_zero(const ScoredRun& run, const ScorePart& score,
                                 std::string_view leaderboard);
// Of each run over the entries that all runs have. Of one run alone, or where all have all: its
// own.
std::vector<BasedScore> shared_scores(std::span<const ScoredRun> runs, const ScorePart& score,
                                      std::string_view leaderboard);

// The entries that all runs have, of each run: those that the shared scores are over.
std::vector<JudgedRun> shared_entries(std::span<const ScoredRun> runs);
// The basis of these, without the scores.
ScoreBasis shared_basis(std::span<const ScoredRun> runs, const ScorePart& score,
                        std::string_view leaderboard);

// {"kind", "leaderboard", "weight", "missing": [names], "categories", "entries", "missing_entries",
// "sample", "runs", "dataset", "text", "key"}; `sample` and `dataset` are null where there is none.
// "malformed_entries" and "no_common_entries": [names] where there are any.
Value basis_value(const ScoreBasis& basis);
// {"value", "standard_error", "interval_95", "basis"}; the first three null without a score.
Value based_score_value(const BasedScore& score);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_BASIS_H_
