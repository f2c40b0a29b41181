// The rows of a leaderboard: one for each model, of which repeats are runs.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_MODEL_ROWS_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_MODEL_ROWS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/statistics/headline_score.h"
#include "core/statistics/mean_ranking.h"
#include "core/statistics/repeats.h"
#include "tools/bfclx/publish/model_record.h"

namespace bfclx::tools {

struct ModelRow {
  std::string label;
  std::vector<std::size_t> records;  // ascending
  // Of repeats, which are two or more records.
  std::string reason;
  ScoreBasis basis;
  std::optional<RepeatsAnalysis> analysis;

  bool repeated() const { return records.size() > 1; }
};

// The records of a leaderboard as statistics take them. Its views are into the dataset.
struct JudgedRecords {
  std::vector<JudgedRun> judged;
  std::vector<ScoredRun> scored;

  JudgedRecords(const std::vector<ModelRecord>& records, const Dataset& dataset);
  JudgedRecords(const JudgedRecords&) = delete;
  JudgedRecords& operator=(const JudgedRecords&) = delete;
};

// Records with the same settings and dataset are repeats where they share entries (repeat_groups);
// in the order of their first records.
std::vector<ModelRow> model_rows(const std::vector<ModelRecord>& records, const JudgedRecords& runs,
                                 const HeadlineScore& headline, const ComparisonOptions& options,
                                 std::size_t jobs);
// As rank_means takes them, which they must outlive.
std::vector<ModelOfRuns> models_of(const std::vector<ModelRow>& rows);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_MODEL_ROWS_H_
