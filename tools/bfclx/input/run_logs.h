// What result entries say beside their results, by file and line, and what the generation noted.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_RUN_LOGS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_RUN_LOGS_H_

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/findings/run_diagnosis.h"
#include "core/findings/server_flips.h"

namespace bfclx::tools {

// Reads the files of a run that is set against the dataset; what cannot be read of the notes
// becomes a problem of the run.
class RunLogs {
 public:
  RunLogs(const Dataset& dataset, ModelRun& model);

  LogFacts of(std::size_t file, const ScoredResponse& response) const;
  const ServedEntries& served() const { return served_; }

 private:
  // bfclx_entries.jsonl of the model's folder, one to four floors above a result file. The last
  // line of an id counts.
  void read_notes(const std::filesystem::path& file);
  void add_notes(const std::string& path, std::string_view rest);
  // One log is in memory at a time. What cannot be read was reported by reading the responses.
  void read(std::size_t number, const std::string& path);

  using LogKey = std::tuple<std::size_t, std::size_t, std::string>;  // file, line, id

  const Dataset& dataset_;
  std::vector<Problem>& problems_;
  std::map<LogKey, LogFacts> facts_;
  std::map<std::string, bool, std::less<>> at_limit_;  // by id
  ServedEntries served_;
  std::set<std::string> noted_;  // files of notes that were read
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_RUN_LOGS_H_
