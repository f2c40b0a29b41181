// Several runs side by side: each path is opened for itself, so that two runs of one model, or two
// files of one folder, stay apart.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_RUN_SET_H_
#define BFCLX_TOOLS_BFCLX_INPUT_RUN_SET_H_

#include <cstddef>
#include <string>
#include <vector>

#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/kept.h"

namespace bfclx::tools {

struct RunOfSet {
  ModelRun* model = nullptr;
  std::string path;      // as given
  std::string label;     // the run's name among those of the set, see run_names
  std::string settings;  // "decoder openai_fc, function names use `_` for `.`"
  std::size_t told = 0;  // problems of the model that were said
};

struct RunSet {
  std::vector<RunOfSet> runs;      // not scored yet
  std::vector<Session*> sessions;  // of `kept`

  // Something was unusable, as far as is known now: scoring may add to it.
  bool flawed() const;
  const Dataset& dataset() const { return sessions.front()->dataset.dataset(); }
};

// Whether a run that an earlier path has already counts once, or on each side.
enum class Sides { kTogether, kApart };

// Opens every path of the options, in sessions that `kept` owns, and says on standard error what
// could not be used. Throws a UsageError.
RunSet open_run_set(const RunOptions& options, Kept& kept, Sides sides = Sides::kTogether);
// Says what scoring has added to the problems: entries whose memory did not suffice.
void tell_new_problems(const RunSet& set);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_RUN_SET_H_
