#include "core/simulators/apis/file_system_api.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/unicode.h"
#include "core/python/extensions/format.h"
#include "core/python/objects/operators.h"
#include "core/simulators/apis/file_system_text.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

namespace {

using file_system::error_with;
using file_system::is_valid_name;

bool is_text(const Value& value, std::string_view text) {
  return value.is_str() && value.as_str() == text;
}

// What a visit to an item of a directory costs (see budget.h).
constexpr std::size_t kBytesPerItem = 16;

struct TextCount {
  std::string_view mode;
  std::string_view unit;
  Result<std::size_t> (*count)(const Value& content);
};
constexpr std::array<TextCount, 3> kTextCounts = {{
    {"l", "lines", file_text::count_lines},
    {"w", "words", file_text::count_words},
    {"c", "characters", file_text::count_characters},
}};

// object[key] for a text key
Result<Value> item_of(const Value& object, std::string_view key) {
  return python::subscript(object, Value::str(key));
}

}  // namespace

Result<Value> file_system::text_dict(std::string_view key, std::initializer_list<Piece> pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    if (piece.object == nullptr) {
      text += piece.text;
    } else if (piece.object->is_str()) {
      text += piece.object->as_str();
    } else {
      BFCLX_ASSIGN_OR_RETURN(const std::string part, python::format_value(*piece.object, {}));
      text += part;
    }
  }
  return dict_of({{key, Value::str(text)}});
}

Result<bool> file_system::is_valid_name(const Value& name) {
  static constexpr std::string_view kForbidden = "|/\\?%*:\"><";
  if (name.is_str()) return name.as_str().find_first_of(kForbidden) == std::string_view::npos;
  for (std::size_t i = 0; i < kForbidden.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(const bool found, is_member(Value::str(kForbidden.substr(i, 1)), name));
    if (found) return false;
  }
  return true;
}

Status GorillaFileSystem::load_scenario(const Value& scenario, bool long_context) {
  long_context_ = long_context;
  root_ = &tree_.make_directory(Value::str("/"), nullptr);
  BFCLX_ASSIGN_OR_RETURN(const bool has_root, is_member(Value::str("root"), scenario));
  if (has_root) {
    BFCLX_ASSIGN_OR_RETURN(const Value roots, item_of(scenario, "root"));
    if (!roots.is_dict()) return no_attribute(roots, "keys");
    if (roots.as_dict().empty()) return Error{"IndexError", "list index out of range"};
    const Dict::Entry& first = roots.as_dict().entry(0);
    BFCLX_ASSIGN_OR_RETURN(const Value contents, item_of(first.value, "contents"));
    FileNode& loaded = tree_.make_directory(first.key, nullptr);
    BFCLX_RETURN_IF_ERROR(load_directory(contents, loaded, 0));
    root_ = &loaded;
  }
  current_ = root_;
  return {};
}

Status GorillaFileSystem::load_directory(const Value& contents, FileNode& directory,
                                         std::size_t depth) {
  if (!contents.is_dict()) return no_attribute(contents, "items");
  if (depth > FileTree::kMaxDepth)
    return Error{"RecursionError", "maximum recursion depth exceeded"};
  bool is_innermost = true;
  for (const auto& [name, data] : contents.as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(const Value type, item_of(data, "type"));
    if (is_text(type, "directory")) {
      is_innermost = false;
      FileNode& loaded = tree_.make_directory(name, &directory);
      BFCLX_ASSIGN_OR_RETURN(const Value inner, item_of(data, "contents"));
      BFCLX_RETURN_IF_ERROR(load_directory(inner, loaded, depth + 1));
      tree_.put(directory, name, loaded);
    } else if (is_text(type, "file")) {
      BFCLX_RETURN_IF_ERROR(load_file(name, data, directory));
    }
  }
  return is_innermost && long_context_ ? populate(directory) : Status();
}

Status GorillaFileSystem::load_file(const Value& name, const Value& data, FileNode& directory) {
  BFCLX_ASSIGN_OR_RETURN(Value content, item_of(data, "content"));
  if (long_context_) {
    BFCLX_ASSIGN_OR_RETURN(const bool keeps_end,
                           is_member(name, modules().table("FILES_TAIL_USED")));
    if (!keeps_end) {
      const Value extension = modules().table("FILE_CONTENT_EXTENSION");
      BFCLX_ASSIGN_OR_RETURN(content,
                             arithmetic_in_place(python::BinaryOperator::kAdd, content, extension));
    }
  }
  tree_.put(directory, name, tree_.make_file(name, std::move(content)));
  return {};
}

// _populate_directory: empty files that a long context has in each innermost directory.
Status GorillaFileSystem::populate(FileNode& directory) {
  const Value names = modules().table("POPULATE_FILE_EXTENSION");
  BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(names));
  for (const Value& name : items) {
    BFCLX_RETURN_IF_ERROR(tree_.add_file(directory, name, Value::str("")));
  }
  return {};
}

bool GorillaFileSystem::attributes_equal(std::size_t index, const Simulator& other) const {
  if (table().attributes[index].name != "root") return Simulator::attributes_equal(index, other);
  const auto& others = static_cast<const GorillaFileSystem&>(other);
  return FileTree::equal(tree_, *root_, others.tree_, *others.root_);
}

// The item of the current directory; nullptr when there is none.
Result<FileNode*> GorillaFileSystem::find_here(const Value& name) {
  if (!name.is_str()) BFCLX_RETURN_IF_ERROR(python::check_hashable(name));
  return current_->entries().contains(name) ? tree_.item(*current_, name) : nullptr;
}

// The file of the current directory; nullptr when there is none, or it is a directory.
Result<FileNode*> GorillaFileSystem::find_file(const Value& name) {
  BFCLX_ASSIGN_OR_RETURN(FileNode* const item, find_here(name));
  return item != nullptr && !item->is_directory ? item : nullptr;
}

// _navigate_to_directory; nullptr when there is no such directory.
Result<FileNode*> GorillaFileSystem::navigate(const Value& path) {
  if (path.is_none() || is_text(path, ".")) return current_;
  if (is_text(path, "/")) return root_;
  if (path.is_bytes()) return Error{"TypeError", "a bytes-like object is required, not 'str'"};
  if (!path.is_str()) return no_attribute(path, "strip");
  std::string_view rest = path.as_str();
  FileNode* directory = !rest.empty() && rest.front() == '/' ? root_ : current_;
  rest = strip_chars(rest, "/");
  for (bool last = false; !last;) {
    const std::size_t slash = rest.find('/');
    last = slash == std::string_view::npos;
    directory = tree_.item(*directory, Value::str(rest.substr(0, slash)));
    if (directory == nullptr || !directory->is_directory) return nullptr;
    if (!last) rest.remove_prefix(slash + 1);
  }
  return directory;
}

Result<Value> GorillaFileSystem::pwd(Arguments) {
  List names;
  for (const FileNode* at = current_; at != nullptr; at = at->parent) names.push_back(at->name);
  std::reverse(names.begin(), names.end());
  BFCLX_ASSIGN_OR_RETURN(const Value path, file_text::join("/", names));
  std::string text = "/";
  text += path.as_str();
  return dict_of({{"current_working_directory", Value::str(text)}});
}

Result<Value> GorillaFileSystem::ls(Arguments arguments) {
  const bool all = truthy(arguments[0]);
  List names;
  for (const auto& [name, node] : current_->entries()) {
    if (!all) {
      if (!name.is_str()) return no_attribute(name, "startswith");
      if (name.as_str().substr(0, 1) == ".") continue;
    }
    names.push_back(name);
  }
  return dict_of({{"current_directory_content", Value::list(std::move(names))}});
}

Result<Value> GorillaFileSystem::cd(Arguments arguments) {
  const Value& given = arguments[0];
  if (given.is_bytes()) return Error{"TypeError", "a bytes-like object is required, not 'str'"};
  if (!given.is_str()) return no_attribute(given, "rstrip");
  std::string_view folder = given.as_str();
  folder = folder.substr(0, folder.find_last_not_of('/') + 1);
  if (folder.empty()) folder = "/";
  if (folder != "/" && folder.find('/') != std::string_view::npos) {
    return error_with(
        {"cd: ", folder, ": Unsupported path. Only one folder level at a time is supported."});
  }
  if (folder == "..") {
    if (current_->parent != nullptr) {
      current_ = current_->parent;
      return Value::dict();
    }
    return FileTree::equal(tree_, *root_, tree_, *current_)
               ? error_dict("Current directory is already the root. Cannot go back.")
               : error_dict("cd: ..: No such directory");
  }
  const Value path = Value::str(folder);
  BFCLX_ASSIGN_OR_RETURN(FileNode* const target, navigate(path));
  if (target == nullptr) return error_with({"cd: '", path, "': No such file or directory"});
  current_ = target;
  return dict_of({{"current_working_directory", target->name}});
}

Result<Value> GorillaFileSystem::cat(Arguments arguments) {
  const Value& name = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const bool valid, is_valid_name(name));
  if (!valid) return error_with({"cat: '", name, "': Invalid character"});
  BFCLX_ASSIGN_OR_RETURN(FileNode* const item, find_here(name));
  if (item == nullptr) return error_with({"cat: '", name, "': No such file or directory"});
  if (item->is_directory) return error_with({"cat: '", name, "': Is a directory"});
  return dict_of({{"file_content", item->content}});
}

Result<Value> GorillaFileSystem::find(Arguments arguments) {
  const Value& path = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const target, navigate(path));
  if (target == nullptr) return error_with({"find: '", path, "': No such file or directory"});
  if (!path.is_str()) return no_attribute(path, "rstrip");
  const std::string_view base = path.as_str();
  std::size_t steps = 0;
  Result<List> matches =
      tree_.search(*target, base.substr(0, base.find_last_not_of('/') + 1), arguments[1], steps);
  BFCLX_RETURN_IF_ERROR(modules().spend(steps * kBytesPerItem));
  if (!matches.ok()) return std::move(matches).error();
  return dict_of({{"matches", Value::list(std::move(matches).value())}});
}

Result<Value> GorillaFileSystem::wc(Arguments arguments) {
  const Value& name = arguments[0];
  const Value& mode = arguments[1];
  for (const TextCount& row : kTextCounts) {
    if (!is_text(mode, row.mode)) continue;
    BFCLX_ASSIGN_OR_RETURN(const FileNode* const file, find_file(name));
    if (file == nullptr) return error_with({"wc: ", name, ": No such file or directory"});
    BFCLX_ASSIGN_OR_RETURN(const std::size_t count, row.count(file->content));
    return dict_of({{"count", Value::integer(static_cast<std::int64_t>(count))},
                    {"type", Value::str(row.unit)}});
  }
  return error_with({"wc: invalid mode '", mode, "'"});
}

Result<Value> GorillaFileSystem::sort(Arguments arguments) {
  const Value& name = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const file, find_file(name));
  if (file == nullptr) return error_with({"sort: ", name, ": No such file or directory"});
  BFCLX_ASSIGN_OR_RETURN(Value sorted, file_text::sorted_lines(file->content));
  return dict_of({{"sorted_content", std::move(sorted)}});
}

Result<Value> GorillaFileSystem::grep(Arguments arguments) {
  const Value& name = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const file, find_file(name));
  if (file == nullptr) return error_with({"grep: ", name, ": No such file or directory"});
  BFCLX_ASSIGN_OR_RETURN(Value lines, file_text::matching_lines(file->content, arguments[1]));
  return dict_of({{"matching_lines", std::move(lines)}});
}

Result<Value> GorillaFileSystem::du(Arguments arguments) {
  std::size_t steps = 0;
  const Result<std::size_t> size_of_all = tree_.size(*current_, steps);
  BFCLX_RETURN_IF_ERROR(modules().spend(steps * kBytesPerItem));
  if (!size_of_all.ok()) return size_of_all.error();
  const std::size_t total = *size_of_all;
  if (!truthy(arguments[0])) {
    return dict_of({{"disk_usage", Value::str(std::to_string(total) + " bytes")}});
  }
  static constexpr std::array<std::string_view, 6> kUnits = {" B",  " KB", " MB",
                                                             " GB", " TB", " PB"};
  auto size = static_cast<double>(total);
  std::size_t unit = 0;
  for (; unit + 1 < kUnits.size() && size >= 1024; ++unit) size /= 1024;
  std::string text = python::format_double(size, 'f', 2, false);
  text += kUnits[unit];
  return dict_of({{"disk_usage", Value::str(text)}});
}

Result<Value> GorillaFileSystem::tail(Arguments arguments) {
  const Value& name = arguments[0];
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const file, find_file(name));
  if (file == nullptr) return error_with({"tail: ", name, ": No such file or directory"});
  BFCLX_ASSIGN_OR_RETURN(Value lines, file_text::last_lines(file->content, arguments[1]));
  return dict_of({{"last_lines", std::move(lines)}});
}

Result<Value> GorillaFileSystem::diff(Arguments arguments) {
  const Value& name1 = arguments[0];
  const Value& name2 = arguments[1];
  BFCLX_ASSIGN_OR_RETURN(const FileNode* const item1, find_here(name1));
  const FileNode* item2 = nullptr;
  if (item1 != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(item2, find_here(name2));
  }
  if (item2 == nullptr || item1->is_directory || item2->is_directory) {
    return error_with({"diff: ", name1, " or ", name2, ": No such file or directory"});
  }
  BFCLX_ASSIGN_OR_RETURN(Value lines, file_text::differing_lines(item1->content, item2->content));
  return dict_of({{"diff_lines", std::move(lines)}});
}

Value GorillaFileSystem::long_context(const Simulator& self) {
  return Value::boolean(static_cast<const GorillaFileSystem&>(self).long_context_);
}

Value GorillaFileSystem::root(const Simulator& self) {
  const auto& file_system = static_cast<const GorillaFileSystem&>(self);
  return Value::str(file_system.tree_.repr(*file_system.root_));
}

namespace {

constexpr Parameter kAll[] = {{"a", kDefaultFalse}};
constexpr Parameter kFolder[] = {{"folder"}};
constexpr Parameter kDirName[] = {{"dir_name"}};
constexpr Parameter kFileName[] = {{"file_name"}};
constexpr Parameter kEcho[] = {{"content"}, {"file_name", kDefaultNone}};
constexpr Parameter kFind[] = {{"path", default_str(".")}, {"name", kDefaultNone}};
constexpr Parameter kWc[] = {{"file_name"}, {"mode", default_str("l")}};
constexpr Parameter kGrep[] = {{"file_name"}, {"pattern"}};
constexpr Parameter kDu[] = {{"human_readable", kDefaultFalse}};
constexpr Parameter kTail[] = {{"file_name"}, {"lines", default_int(10)}};
constexpr Parameter kDiff[] = {{"file_name1"}, {"file_name2"}};
constexpr Parameter kTransfer[] = {{"source"}, {"destination"}};

constexpr Method kMethods[] = {
    {"pwd", {}, call_member<&GorillaFileSystem::pwd>},
    {"ls", kAll, call_member<&GorillaFileSystem::ls>},
    {"cd", kFolder, call_member<&GorillaFileSystem::cd>},
    {"mkdir", kDirName, call_member<&GorillaFileSystem::mkdir>},
    {"touch", kFileName, call_member<&GorillaFileSystem::touch>},
    {"echo", kEcho, call_member<&GorillaFileSystem::echo>},
    {"cat", kFileName, call_member<&GorillaFileSystem::cat>},
    {"find", kFind, call_member<&GorillaFileSystem::find>, kScans},
    {"wc", kWc, call_member<&GorillaFileSystem::wc>, kScans},
    {"sort", kFileName, call_member<&GorillaFileSystem::sort>, kScans},
    {"grep", kGrep, call_member<&GorillaFileSystem::grep>, kScans},
    {"du", kDu, call_member<&GorillaFileSystem::du>, kScans},
    {"tail", kTail, call_member<&GorillaFileSystem::tail>, kScans},
    {"diff", kDiff, call_member<&GorillaFileSystem::diff>, kScans},
    {"mv", kTransfer, call_member<&GorillaFileSystem::mv>, kScans},
    {"rm", kFileName, call_member<&GorillaFileSystem::rm>, kScans},
    {"rmdir", kDirName, call_member<&GorillaFileSystem::rmdir>, kScans},
    {"cp", kTransfer, call_member<&GorillaFileSystem::cp>},
};

constexpr Attribute kAttributes[] = {
    {"long_context", &GorillaFileSystem::long_context},
    {"root", &GorillaFileSystem::root},
};

constexpr ClassTable kTable{"GorillaFileSystem", false, kMethods, kAttributes};

}  // namespace

const ClassTable& file_system_table() { return kTable; }

std::unique_ptr<Simulator> make_file_system(EpisodeModules& modules) {
  return std::make_unique<GorillaFileSystem>(modules);
}

}  // namespace bfclx
