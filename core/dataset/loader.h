// Loads a category with everything that it needs, through a function of the caller that reads
// files: the command line reads folders, a page its downloads, the sample lies in the program.
//
//   Dataset dataset;
//   Status status = load_category(dataset, *find_category("format_sensitivity"), read_file);
#ifndef BFCLX_CORE_DATASET_LOADER_H_
#define BFCLX_CORE_DATASET_LOADER_H_

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/dataset/dataset.h"

namespace bfclx {

// Of the category rest, which does without it too (dataset.h:add_rest_requests).
inline constexpr std::string_view kRestRequestsFile =
    "data/unused_datasets/executable_eval_sanity_check/api_status_check_ground_truth_rest.json";

// The bytes of a file of the dataset, named from its root with forward slashes:
// "data/BFCL_v4_live_simple.json", "prompts.json". Its errors come out of load_category unchanged.
using ReadDatasetFile = std::function<Result<std::string>(std::string_view path)>;

// Adds `category` unless it is there already, and before it: for format_sensitivity the categories
// that its mapping names, for multi-turn and agentic categories the function docs, for agentic ones
// also the prompts and the prerequisites of memory. Reads only the files that these need.
Status load_category(Dataset& dataset, const Category& category, const ReadDatasetFile& read);

// Errors of the functions of Dataset that read its files name these from data/ on; this names them
// from the root.
Status from_root(Status status);

// Adds what asking a model needs beside the categories: prompts.json, and prompt_texts.json where
// there is one (datasets made by older versions lack it, and few models need it).
Status load_prompts(Dataset& dataset, const ReadDatasetFile& read);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_LOADER_H_
