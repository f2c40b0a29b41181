// No output replaces an input.
#ifndef BFCLX_TOOLS_BFCLX_OUTPUT_REFUSE_OVERWRITE_H_
#define BFCLX_TOOLS_BFCLX_OUTPUT_REFUSE_OVERWRITE_H_

#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/input/options.h"

namespace bfclx::tools {

// Throws a UsageError when writing `output`, the value of `option`, would replace a file that the
// options let the program read, now or the next time: result files of any category in the folders,
// the dataset, the registry. By whatever name and link it is reached, and also where the file is
// not there yet but would be taken for one of these. `others` are the files of further options
// ({"--errata", file}; an empty file is none).
struct NamedFile {
  std::string_view option;
  std::string file;
};
void refuse_to_overwrite(const RunOptions& options, std::string_view option,
                         const std::string& output, const std::vector<NamedFile>& others = {});

// Throws one when both options name the same file, by whatever names; an empty file is none.
void refuse_same_output(const NamedFile& one, const NamedFile& other);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_OUTPUT_REFUSE_OVERWRITE_H_
