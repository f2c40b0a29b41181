// One run of the program: inputs and dataset read, responses set against their entries, scored.
//
// Everything that `score` and `show` share; core/run/model_run.h does the work on one model.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_RUN_H_
#define BFCLX_TOOLS_BFCLX_INPUT_RUN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/model_run.h"
#include "core/run/scorer.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/entry_ids.h"
#include "tools/bfclx/input/inputs.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/score_run.h"
#include "tools/bfclx/input/services.h"

namespace bfclx::tools {

struct Session {
  explicit Session(const RunOptions& options) : dataset(options.dataset), services(options) {}

  DatasetDir dataset;
  Services services;
  ModelRegistry registry;
  std::optional<EntryIds> ids;  // the entries that are wanted, where they were named
  std::vector<ModelRun> models;
  std::vector<Problem> problems;  // of no model: folders that cannot be entered
  ChoiceMemo* choices = nullptr;  // of runs that come one by one

  // Something was unusable (exit code 1).
  bool flawed() const;

  // The same dataset, for entries of responses that are read and not scored: what is loaded of it
  // is none of what the verdicts are of.
  DatasetFiles& whole_dataset();

 private:
  std::unique_ptr<DatasetDir> whole_;
};

// Of a problem that is about this option: the file that it names.
inline constexpr std::string_view kAsEntry = "--as-entry";

// Reads everything that the options name; throws a UsageError. Nothing is scored yet.
// `given`: the files of sessions that were opened before, which are not read again; see
// find_inputs.
std::unique_ptr<Session> open_session(const RunOptions& options);
std::unique_ptr<Session> open_session(const RunOptions& options, GivenFiles& given);

// Says the problems on standard error, one a line: all of them; or those of a session and its
// models, at most `most`, then how many more there are and, in `where`, what has them.
void tell_problems(const std::vector<Problem>& problems);
void tell_problems(const Session& session, std::size_t most, std::string_view where);
// The same without those in `told`, where it adds them: two sessions have one dataset.
void tell_problems(const Session& session, std::size_t most, std::string_view where,
                   std::set<std::string>& told);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_RUN_H_
