// Responses to entries that another file of the same run has a response to: one file counts.
//
// Names of files tell conflicts only where two are named for one category (run_names.h); responses
// are told apart by their ids.
#ifndef BFCLX_CORE_RUN_SECOND_RESPONSES_H_
#define BFCLX_CORE_RUN_SECOND_RESPONSES_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"
#include "core/dataset/results.h"

namespace bfclx {

struct FileOfRun {
  std::string_view path;               // as run_names.h reads it
  const Category* category = nullptr;  // that it is for, if that is known
  const ResultFile* results = nullptr;
};

// What is not used of a file, because another one goes before it: one that is for the category, or
// else by its FileRank.
struct SecondResponses {
  const Category* category = nullptr;
  std::size_t used = 0;  // indices into the files
  std::size_t unused = 0;
  std::vector<std::size_t> replies;  // of the unused file, in its order
};
std::vector<SecondResponses> find_second_responses(std::span<const FileOfRun> files);

// About the unused file.
std::string second_responses_text(const SecondResponses& second, std::span<const FileOfRun> files,
                                  std::string_view shown_path);

// Takes these replies out of the file. Lines that held no others are skipped ones.
void leave_out_replies(ResultFile& file, std::span<const std::size_t> replies);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_SECOND_RESPONSES_H_
