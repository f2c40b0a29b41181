// What proves the results of models that are added to a leaderboard: submissions, which are
// validated first, and a second run of the leaderboard's owner.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_CHECKED_MODELS_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_CHECKED_MODELS_H_

#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/statistics/comparison.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run.h"

namespace bfclx::tools {

// The results do not pass a check, so nothing is published. Exit code 3.
struct RefusedModel : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the status of a model follows from (result_status.h).
struct ModelProof {
  bool validated = false;
  const JudgedRun* second = nullptr;
};

class CheckedModels {
 public:
  // Validates each submission among the paths. The path of its run takes its place. Throws a
  // RefusedModel where one is not valid.
  void take_submissions(RunOptions& run);
  // Reads and scores the second run.
  void take_second_run(const std::string& path, RunOptions run);

  // Of a model of one of the runs. Throws a UsageError where the second run cannot be its own.
  ModelProof proof_of(const ModelRun& model);

 private:
  void check_second(const ModelRun& model);

  std::map<std::string, std::string> decoders_;  // of submissions, by the folder of their run
  std::unique_ptr<Session> session_;             // of the second run
  std::string second_path_;
  JudgedRun second_;
  bool has_model_ = false;  // that the second run is of
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_CHECKED_MODELS_H_
