// What stands in the place of a folder of results, refused before anything is paid for.
#include <cerrno>
#include <string>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/result_folder.h"
#include "tools/bfclx/platform/special_file.h"

namespace bfclx::tools {

namespace fs = std::filesystem;

// `file`: below the root.
void ResultFolder::refuse_no_folder(const fs::path& file) const {
  if (open_folder_below(root_, file.parent_path(), false)) return;
  if (errno == ELOOP) {
    throw UsageError((root_ / file).parent_path().string() + ": " + reason_text(ELOOP));
  }
  if (errno != ENOTDIR) return;
  fs::path folder;
  for (const fs::path& name : file.parent_path()) {
    if (!open_folder_below(root_, folder, false)) break;
    folder /= name;
  }
  const fs::path place = folder.empty() ? root_ : root_ / folder;
  const std::string kind = kind_of_special(place);
  throw UsageError(place.string() + ": " + (kind.empty() ? "a file" : kind) +
                   ", not a folder; remove it, or choose another --result-dir");
}

}  // namespace bfclx::tools
