// Our own lines about the entries of a result folder: which settings each result was made with.
#include <fcntl.h>

#include <array>
#include <cerrno>
#include <map>
#include <string>

#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/result_folder.h"
#include "tools/bfclx/input/file_lines.h"
#include "tools/bfclx/platform/file_tree.h"

namespace bfclx::tools {

namespace fs = std::filesystem;

std::map<std::string, ResultFolder::MadeWith, std::less<>> ResultFolder::made_with() const {
  Notes found;
  if (is_shard()) read_notes(model_, {}, found);
  read_notes(own_, is_shard() ? kPartSuffix : std::string_view(), found);
  return found;
}

void ResultFolder::read_notes(const fs::path& folder, std::string_view suffix, Notes& found) const {
  constexpr std::array<std::string_view, 4> kMembers = {"id", "ending", "made_with", "entry"};
  std::map<std::string, bool, std::less<>> seen;
  const Descriptor notes = open_below(root_, folder / kNotesFile, O_RDONLY | O_NONBLOCK);
  if (!notes && errno == ENOENT) return;
  const bool whole =
      notes && for_each_file_line(notes.get(), [&](const FileLine& one) {
        const Result<Value> line = json_loads_object_filtered(one.text, kMembers);
        const std::string id(line.ok() ? text_member(*line, "id") : std::string_view());
        if (id.empty() || text_member(*line, "ending") == "missing") return;
        const std::string file = result_file_path(id).append(suffix);
        const auto known = seen.find(file);
        const bool there =
            known != seen.end() ? known->second : files::is_there(root_ / folder / file);
        seen[file] = there;
        if (!there) return;
        found[id] = {std::string(text_member(*line, "made_with")),
                     std::string(text_member(*line, "entry"))};
      });
  if (whole) return;
  throw UsageError((root_ / folder / kNotesFile).string() + unreadable(notes));
}

}  // namespace bfclx::tools
