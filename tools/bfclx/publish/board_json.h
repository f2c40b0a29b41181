// The indexes of a published leaderboard: data/index.json, ids.json, audit.json and
// models/<name>/model.json. They and the slices (slices.h) are all that its pages read.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_JSON_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_JSON_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/audit/audit.h"
#include "core/audit/audit_totals.h"
#include "core/findings/run_warnings.h"
#include "core/render/result_status.h"
#include "core/run/summary.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "core/statistics/headline_score.h"
#include "core/statistics/overall.h"
#include "tools/bfclx/publish/model_record.h"
#include "tools/bfclx/publish/model_rows.h"
#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {

struct PublishedModel {
  std::string label;              // printable
  std::string repeat_label = {};  // where other repeats of it are on the leaderboard already
  std::string name;               // safe, of its files
  std::string settings;           // "openai_fc", empty when unknown
  std::string sample;             // "a sample of 200 entries ...", empty when it is none
  std::size_t sample_entries = 0;
  std::map<const Category*, std::size_t> left_out;  // entries that were not asked for
  std::string version;  // an older one of the benchmark that it was generated for
  std::string date;     // of its generation; empty: unknown
  RepeatFacts repeat;   // see ModelRecord
  std::string repetition;
  struct Part {
    const Category* category = nullptr;
    std::size_t total = 0;
    Accuracy accuracy;
    std::size_t skipped = 0;
    std::size_t left_out = 0;  // entries that were not asked for, as of a sample
    bool unknown = false;      // which entries passed is not known, how many is
  };
  std::string source = "results";  // or "scores": score files, which list failures alone
  ResultStatus status = ResultStatus::kClaimed;
  std::optional<SecondRun> second;  // where it is reproduced
  std::vector<Part> parts;
  PartScore overall;  // official: what is missing counts as 0
  BasedScore own;     // over what the model has
  std::vector<RunWarning> warnings;
  std::size_t problems = 0;
  RunLatency latency;  // of its requests
};

// Of a category of which it is not known which of `total` entries passed.
PublishedModel::Part counted_part(const Category& category, std::size_t right, std::size_t entries,
                                  std::size_t total);

struct Board {
  std::string title;
  std::string leaderboard;                                           // that was asked for
  HeadlineScore headline;                                            // that is shown
  std::vector<std::pair<const Category*, std::size_t>> own_entries;  // of an own benchmark
  const Dataset* dataset = nullptr;
  std::map<std::string, std::string> dataset_files;  // hashes_of
  std::string licence;                               // of the dataset; may be empty
  std::string citation;
  bool has_languages = false;               // kLanguagesFile
  std::vector<const Category*> categories;  // those that any model has
  std::vector<ModelRow> rows;               // of all models
  Ranking ranking;                          // of the rows over what all models share
  ScoreBasis ranked;
  ComparisonOptions statistics;
};

// Entries whose ground truth is certainly wrong: proven, or corrected by errata.
struct CertainErrors {
  std::string errata;       // their name; empty: none were passed
  std::size_t entries = 0;  // of the categories that any model has
  Ranking without;          // of all models, without these entries
  std::string text;         // what that does to scores and ranks
};

// What stands of a model in the index and in its own file.
std::string model_figures(const PublishedModel& model);
// A row of repeats as the index has it, without its rank.
std::string repeats_figures(const Board& board, const ModelRow& row,
                            const std::vector<ModelRecord>& records);
// Of the records that the rows are of.
std::string board_index(const Board& board, const std::vector<ModelRecord>& records,
                        const AuditReport& audit);
std::string board_ids(const Board& board);
std::string board_model(const Board& board, const ModelRecord& record,
                        const std::vector<std::string>& types,
                        const std::vector<ModelAnswers::Marks>& marks);
// The bytes of `model`, a board_model of any version, with other figures.
std::string with_figures(std::string_view model, const std::string& figures);
// Suspicious entries, the most suspicious first; scores and ranks without them.
std::string board_audit(const Board& board, const std::vector<ModelRecord>& records,
                        const AuditReport& audit, const AuditTotals& totals,
                        const CertainErrors& certain);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_JSON_H_
