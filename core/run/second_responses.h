// Finds duplicate responses: entries to which several files of one run have a response.
//
// Only one of these files is used. find_file_conflicts (run_names.h) compares file names; this
// compares ids.
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

// Responses of one file that do not count. A file named for the category is used first, then the
// one with the lowest FileRank.
struct SecondResponses {
  const Category* category = nullptr;
  std::size_t used = 0;  // indices into the files
  std::size_t unused = 0;
  std::vector<std::size_t> responses;  // of the unused file, in its order
};
std::vector<SecondResponses> find_second_responses(std::span<const FileOfRun> files);

// About the unused file.
std::string second_responses_text(const SecondResponses& second, std::span<const FileOfRun> files,
                                  std::string_view shown_path);

// Takes these responses out of the file. Lines that held no others are skipped ones.
void leave_out_responses(ResultFile& file, std::span<const std::size_t> responses);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_SECOND_RESPONSES_H_
