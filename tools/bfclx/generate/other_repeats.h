// OtherRepeats: of --one-request, the folders of the repeats behind the first. Which of them still
// lack a response to an entry, and where a response for one goes: into its journal, with which that
// repeat goes on as after an interruption.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_OTHER_REPEATS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_OTHER_REPEATS_H_

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/conversation/dialect.h"
#include "core/dataset/category.h"
#include "tools/bfclx/generate/journal.h"
#include "tools/bfclx/generate/result_folder.h"

namespace bfclx::tools {

class OtherRepeats {
 public:
  // The folder of the model in that of a repeat. What it has of the categories is read, and nothing
  // touched. A folder that cannot be read goes without: its repeat says so itself.
  void add(std::size_t repeat, const std::filesystem::path& root, const std::string& model,
           std::span<const Category* const> categories);
  // The numbers of those that have neither a result of the entry nor a response to the request.
  std::vector<std::size_t> without(const std::string& id, const HttpRequest& request) const;
  // A line of the journal, without its end. A folder that another run has, or that cannot be
  // written, goes without from then on.
  void keep(std::size_t repeat, std::string_view line);

 private:
  struct Folder {
    std::unique_ptr<ResultFolder> files;
    std::set<std::string, std::less<>> done;
    Journal journal;  // of earlier runs
    bool open = false;
  };
  std::map<std::size_t, Folder> folders_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_OTHER_REPEATS_H_
