// The official tables: six CSV files made of the headers of score files
// (eval_runner_helper.py: generate_leaderboard_csv and what it calls).
#ifndef BFCLX_CORE_OFFICIAL_TABLES_H_
#define BFCLX_CORE_OFFICIAL_TABLES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/models.h"
#include "core/official/cost.h"
#include "core/statistics/composition.h"
#include "core/value/value.h"

namespace bfclx {

// What is known of one model.
struct ModelScores {
  const Model* model = nullptr;
  // Category -> header line of its score file, an object (check_score_header).
  std::map<std::string, Value, std::less<>> headers;
  Usage usage;  // empty when nothing of the model was evaluated in this run
};

// Whether a header can stand in a table: an object with numbers "accuracy" and "total_count". Error
// "ScoreError" says what is wrong.
Status check_score_header(const Value& header);

struct TableFile {
  std::string_view name;  // "data_overall.csv"
  std::string bytes;
};

// What the headers say, for compose. `scores` must outlive it.
ScoreLookup known_scores(const ModelScores& scores);

// The tables in the order in which the official evaluator writes them. Rows are sorted by the
// table's score, those with the same score stay in the order of `models`. A category without a
// header is "N/A" in its own column and counts as 0 in every score above it, as official.
std::vector<TableFile> score_tables(const std::vector<ModelScores>& models);

// Ours: the overall score of a version of the leaderboard and everything that it is made of, a
// column each, named as the version's own tables name them where they have it. N/A where a category
// has no score; models whose overall score is N/A come last, without a rank. Behind them stands
// what was skipped.
std::string version_table(const NamedVersion& version, const std::vector<ModelScores>& models);

// Entries without a verdict by reason ("skipped_no_network"), of all headers.
std::map<std::string, std::int64_t, std::less<>> skipped_entries(const ModelScores& scores);
// "3 skipped_no_network, 1 skipped_api_error"; empty when there is none.
std::string skipped_text(const ModelScores& scores);

// A text of the registry as CSV cells, which no spreadsheet takes for a formula.
std::string text_cells(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_OFFICIAL_TABLES_H_
