// The commands that change files and directories.
#include <string>
#include <string_view>

#include "core/python/extensions/format.h"
#include "core/simulators/apis/file_system_api.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"

namespace bfclx {

using file_system::error_with;
using file_system::is_valid_name;
using file_system::result_with;
using file_system::Transfer;

Result<Value> GorillaFileSystem::mkdir(Arguments arguments) {
  const Value& name = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const bool valid, is_valid_name(name));
  if (!valid) {
    return error_with({"mkdir: cannot create directory '", name, "': Invalid character"});
  }
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const item, find_here(name));
  if (item != nullptr)
    return error_with({"mkdir: cannot create directory '", name, "': File exists"});
  BFCLX_RETURN_IF_ERROR(tree_.add_directory(*current_, name));
  return Value::none();
}

Result<Value> GorillaFileSystem::touch(Arguments arguments) {
  const Value& name = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const bool valid, is_valid_name(name));
  if (!valid) return error_with({"touch: cannot touch '", name, "': Invalid character"});
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const item, find_here(name));
  if (item != nullptr) return error_with({"touch: cannot touch '", name, "': File exists"});
  BFCLX_RETURN_IF_ERROR(tree_.add_file(*current_, name, Value::str("")));
  return Value::none();
}

Result<Value> GorillaFileSystem::echo(Arguments arguments) {
  const Value& content = arguments[0];
  const Value& name = arguments[1];
  if (name.is_none()) return dict_of({{"terminal_output", content}});
  BFCLX_ASSIGN_OR_RETURN(const bool valid, is_valid_name(name));
  if (!valid) return error_with({"echo: cannot write to '", name, "': Invalid character"});
  if (!truthy(name)) return dict_of({{"terminal_output", content}});
  BFCLX_ASSIGN_OR_RETURN(FileNode* const item, find_here(name));
  if (item == nullptr) return error_with({"echo: cannot write to '", name, "': No such file"});
  if (item->is_directory) {
    return Error{"AttributeError", "'Directory' object has no attribute '_write'"};
  }
  item->content = content;
  return Value::none();
}

// Adds the item to the directory under a name, as mv and cp do: a new file with the content, or a
// new directory over the contents themselves (mv) or a copy of them (cp).
Status GorillaFileSystem::place(const Transfer& kind, const FileNode& item, FileNode& directory,
                                const Value& name) {
  if (!item.is_directory) {
    BFCLX_RETURN_IF_ERROR(tree_.add_file(directory, name, item.content));
    return {};
  }
  if (kind.copies) {
    BFCLX_RETURN_IF_ERROR(modules().spend(item.entries().size() * sizeof(Dict::Entry)));
  }
  BFCLX_ASSIGN_OR_RETURN(FileNode* const added, tree_.add_directory(directory, name));
  added->content = kind.copies ? Value::dict(item.entries()) : item.content;
  return {};
}

Result<Value> GorillaFileSystem::transfer(const Transfer& kind, const Value& source,
                                          const Value& destination) {
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const item, find_here(source));
  if (item == nullptr) {
    return error_with(
        {kind.tool, ": cannot ", kind.verb, " '", source, "': No such file or directory"});
  }
  BFCLX_ASSIGN_OR_RETURN(const bool is_path, is_member(Value::str("/"), destination));
  if (is_path) {
    return error_with({kind.tool,
                       ": path not allowed in destination. Provide only a file or directory "
                       "name."});
  }
  BFCLX_ASSIGN_OR_RETURN(FileNode* const target, find_here(destination));
  if (target == nullptr) {
    if (!kind.copies) current_->content.mutable_dict().erase(source);
    BFCLX_RETURN_IF_ERROR(place(kind, *item, *current_, destination));
    return result_with({"'", source, "' ", kind.done, " to '", destination, "'"});
  }
  if (!target->is_directory) {
    return error_with({kind.tool, ": cannot ", kind.verb, " '", source, "' to '", destination,
                       "': Not a directory"});
  }
  // mv looks for the source's name in there, cp for a path that can hardly be there: quirk
  // cp_looks_for_a_path.
  std::string taken;
  if (kind.copies) {
    BFCLX_ASSIGN_OR_RETURN(taken, python::format_value(destination, {}));
    taken += '/';
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string source_text, python::format_value(source, {}));
  taken += source_text;
  if (target->entries().contains(taken)) {
    return error_with({kind.tool, ": cannot ", kind.verb, " '", source, "' to '", destination, "/",
                       source, "': File exists"});
  }
  if (!kind.copies) current_->content.mutable_dict().erase(source);
  BFCLX_RETURN_IF_ERROR(place(kind, *item, *target, source));
  return result_with({"'", source, "' ", kind.done, " to '", destination, "/", source, "'"});
}

Result<Value> GorillaFileSystem::rm(Arguments arguments) {
  const Value& name = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const item, find_here(name));
  if (item == nullptr)
    return error_with({"rm: cannot remove '", name, "': No such file or directory"});
  current_->content.mutable_dict().erase(name);
  return result_with({"'", name, "' removed"});
}

Result<Value> GorillaFileSystem::rmdir(Arguments arguments) {
  const Value& name = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const item, find_here(name));
  if (item == nullptr) {
    return error_with({"rmdir: cannot remove '", name, "': No such file or directory"});
  }
  if (!item->is_directory) {
    return error_with({"rmdir: cannot remove '", name, "': Not a directory"});
  }
  if (!item->entries().empty()) {
    return error_with({"rmdir: cannot remove '", name, "': Directory not empty"});
  }
  current_->content.mutable_dict().erase(name);
  return result_with({"'", name, "' removed"});
}

}  // namespace bfclx
