#include "core/dataset/entry_id.h"

namespace bfclx {

EntryId read_entry_id(std::string_view id) {
  constexpr std::string_view kPrerequisite = "_prereq";
  EntryId read;
  id = id.substr(0, id.find(':'));
  read.text = id.substr(0, id.rfind('_'));
  std::string_view name = read.text;
  if (name.size() > kPrerequisite.size() &&
      name.substr(name.size() - kPrerequisite.size()) == kPrerequisite) {
    read.prerequisite = true;
    name.remove_suffix(kPrerequisite.size());
  }
  read.category = find_category(name);
  return read;
}

}  // namespace bfclx
