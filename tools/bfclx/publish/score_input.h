// Official score files, as a maintainer has them, without the results: failures with their reasons,
// and how many pass.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_SCORE_INPUT_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_SCORE_INPUT_H_

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/run/run_names.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {

// One category of a model. Where the header counts all entries of the dataset, those that are not
// listed have passed; else which have passed, and which are absent, is unknown.
struct ScoredCategory {
  const Category* category = nullptr;
  std::size_t right = 0;
  std::size_t entries = 0;
};

struct ScoredModel {
  RunId id;
  std::string name;
  std::string settings;  // the decoder by which the answers were read, for their meaning alone
  std::vector<ScoredCategory> categories;
  ModelAnswers answers;
  std::size_t problems = 0;
  bool alone = true;  // no other folder of scores has this model
};

// Of `paths`, those that hold score files; those that hold results, too or alone, stay in `paths`.
std::vector<std::string> take_score_paths(std::vector<std::string>& paths);

// Each model of the folders, by name; `use` gets one at a time. What cannot be used becomes a
// problem of the session. Responses that the files list are read as `options` say, to tell what
// they mean; right or wrong is what the files say.
void read_score_folders(const std::vector<std::string>& paths, const RunOptions& options,
                        Session& session, const std::function<void(ScoredModel)>& use);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_SCORE_INPUT_H_
