// A shard of a check, as a file: what one job of an array has scored, for `bfclx merge`.
//
// The file is JSON lines. The first, {"bfclx_share": {...}}, says which shard of which inputs it
// is, by which options and dataset; then comes a line for each entry of the shard:
//
//   {"model": 0, "at": 17, "response": "9c5d...", "turns_passed": 0, "turns_total": 0, "verdict":
//   {...}}
//
// where `model` and `at` count the models and the entries of the whole input, `response` tells the
// response from any other, and `verdict` is the line of the entry in a file of verdicts, byte for
// byte. Merging reads inputs and dataset as the jobs did, and scores every response again: a
// verdict that differs is refused with its file and line, so that nobody's edit of a shard reaches
// a report. Without this check the verdicts are taken from the shards.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_SHARD_H_
#define BFCLX_TOOLS_BFCLX_SCORE_SHARD_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/bfclx/input/run.h"
#include "tools/bfclx/kept.h"
#include "tools/bfclx/score/scoring.h"

namespace bfclx::tools {

// Scores the shard and writes it to the file of --verdicts; the exit code. Throws a UsageError.
int run_shard(const ScoreOptions& options, EntryShard shard, Kept& kept);

// All shards of a check.
class Shards {
 public:
  // Reads them; throws a UsageError where one is no such file, where one is missing or there
  // twice, and where they are not of one check.
  // With `verify` their verdicts are checked against the result files.
  Shards(const std::vector<std::string>& paths, bool verify);

  // Those of the check.
  const RunOptions& options() const { return options_; }
  // As GiveVerdicts. Throws a UsageError where inputs or dataset are not what was scored, or a
  // verdict is not what scoring gives.
  std::vector<RunWarning> give(Session& session, std::size_t model, EntryTexts* texts);
  // What was verified, or that nothing was.
  std::string told() const;

 private:
  struct Record {
    std::string response;
    std::size_t turns_passed = 0;
    std::size_t turns_total = 0;
    std::string verdict;
    std::size_t line = 0;  // in the file of its shard
  };
  using At = std::pair<std::size_t, std::size_t>;  // model and entry
  // The records of a model's entries, once its responses are those that were scored.
  std::vector<const Record*> records_of(const Session& session, std::size_t which) const;
  std::vector<RunWarning> verify(Session& session, std::size_t which,
                                 const std::vector<const Record*>& records, EntryTexts* texts);
  std::vector<RunWarning> restore(ModelRun& model, const std::vector<const Record*>& records,
                                  EntryTexts* texts) const;
  void read(const std::string& path);
  void add_record(std::string_view line, const std::string& path, std::size_t number);
  void add_header(std::string_view line, const std::string& path);

  bool verify_;
  std::size_t verified_ = 0;    // verdicts
  std::size_t scored_now_ = 0;  // those that a job had no memory for
  RunOptions options_;
  std::string header_;              // what all have in common
  std::string dataset_;             // its hash
  std::vector<std::string> files_;  // by shard; empty: not there yet
  // Of the file at hand:
  EntryShard shard_;
  std::size_t promised_ = 0;  // records that its header tells
  std::size_t left_ = 0;      // those that it still has to have
  std::optional<At> last_;    // what its last record is of

  std::map<At, Record> records_;  // takes no more than the files do, whatever their numbers
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_SHARD_H_
