// The models of two folders side by side, for `bfclx compare --by-model`.
#ifndef BFCLX_TOOLS_BFCLX_COMPARE_MODEL_PAIRS_H_
#define BFCLX_TOOLS_BFCLX_COMPARE_MODEL_PAIRS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "tools/bfclx/input/run_set.h"

namespace bfclx::tools {

// A model that both folders have.
struct ModelPair {
  std::string model;  // its folder below the path that was given, or its name
  std::size_t a = 0;  // index into RunSet::runs
  std::size_t b = 0;
};

// A model that only one folder has.
struct LoneModel {
  std::string model;
  std::size_t run = 0;  // index into RunSet::runs
};

struct ModelPairs {
  std::vector<ModelPair> both;     // in the order of the first folder
  std::vector<LoneModel> missing;  // only the first folder has them
  std::vector<LoneModel> added;    // only the second folder has them
};

// Pairs the runs of a set that was opened from two paths by the folder below their path.
ModelPairs pair_models(const RunSet& set);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_COMPARE_MODEL_PAIRS_H_
