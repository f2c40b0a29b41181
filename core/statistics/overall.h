// Overall scores by any version of the leaderboard, part by part: of runs, whose errors respect
// clusters, and of rows of published tables, which give no entries.
#ifndef BFCLX_CORE_STATISTICS_OVERALL_H_
#define BFCLX_CORE_STATISTICS_OVERALL_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/comparison.h"
#include "core/statistics/composition.h"
#include "core/statistics/score_estimate.h"
#include "core/statistics/statistics.h"

namespace bfclx {

// What each category weighs in a score, in the official order: the parts of its composition
// multiplied out. Live categories weigh by the entries of the official dataset. The weights add up
// to 1.
std::vector<CategoryWeight> category_weights(const ScorePart& score);
// These with the score's tags.
ScoreWeights score_weights(const ScorePart& score);

// A score and how sure it is; shares from 0 to 1.
struct PartScore {
  // As the official evaluator has it: what is missing counts as 0.
  double official = 0;
  // Categories without a score. When there is none, `official` is the score; else there is no score
  // and no error.
  std::vector<std::string_view> missing;
  std::optional<double> standard_error;  // none: it cannot be told
  Range interval{0, 1};
  // Of published rows: no column holds it, it follows from the overall score and the other parts.
  bool derived = false;

  bool complete() const { return missing.empty(); }
};

// Scores of a run by what was judged of it. A category is there when it has an entry; whether it
// has all of them is for the caller to know. Errors and intervals are those of estimate_score
// (score_estimate.h).
class RunScores {
 public:
  // `run` must outlive it.
  explicit RunScores(const JudgedRun& run);
  PartScore of(const ScorePart& part) const;

  // What there is of a score, categories or tags by the weights that they have in the whole of it.
  struct Covered {
    double weight = 0;                     // that they make up, from 0 to 1
    ScoreEstimate estimate;                // sum(weight * accuracy) over them
    std::size_t entries = 0;               // of them
    std::vector<const Category*> missing;  // those that weigh and are not there
  };
  Covered covered(const ScorePart& score) const;

 private:
  struct Known {
    std::size_t number = 0;  // in sample_
    std::size_t entries = 0;
    double accuracy = 0;
  };

  const JudgedRun& run_;
  std::map<const Category*, Known> known_;
  ClusterSample sample_;
};

// A row of a published table: shares by column; nullopt where a column has no number.
using TableRow = std::map<std::string, std::optional<double>, std::less<>>;

// Scores of such a row. A part without a column of its own is composed of its parts; when one part
// of the overall score has no column to be made of (Non-Live in tables of v3), it follows from the
// overall score. Errors are those of table_standard_error with the entries of the official dataset;
// a column of several categories is taken for the accuracy of each. A published overall score whose
// parts are not all there has no error.
class RowScores {
 public:
  // Columns without a number count as 0 in the overall score of a row.
  struct Covered {
    double weight = 0;                           // of what has numbers, from 0 to 1
    std::vector<std::string_view> missing = {};  // categories that have none
  };

  // Both must outlive it.
  RowScores(const ScorePart& overall, const TableRow& row);
  // `part`: of the overall score, itself, or another composition of its parts.
  PartScore of(const ScorePart& part) const;
  Covered covered() const;

 private:
  void add_covered(const ScorePart& part, double weight, bool numbered, Covered& covered) const;
  std::optional<double> known(const ScorePart& part) const;
  bool has_gap(const ScorePart& part) const;
  bool add_cells(const ScorePart& part, double weight, std::optional<double> above,
                 std::vector<TableCell>& cells) const;

  const ScorePart& overall_;
  const TableRow& row_;
  std::string_view derived_name_;  // empty: none
  double derived_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_OVERALL_H_
