#include "core/simulators/apis/file_system.h"

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
#include "core/simulators/apis/file_system_tree.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

namespace {

// Part of an f-string: text, or an object of any type.
struct Piece {
  Piece(const char* words) : text(words) {}       // NOLINT: implicit by design
  Piece(std::string_view words) : text(words) {}  // NOLINT: likewise
  Piece(const Value& value) : object(&value) {}   // NOLINT: likewise
  std::string_view text;
  const Value* object = nullptr;
};

// {key: f"..."}
Result<Value> text_dict(std::string_view key, std::initializer_list<Piece> pieces) {
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
Result<Value> error_with(std::initializer_list<Piece> pieces) { return text_dict("error", pieces); }
Result<Value> result_with(std::initializer_list<Piece> pieces) {
  return text_dict("result", pieces);
}

bool is_text(const Value& value, std::string_view text) {
  return value.is_str() && value.as_str() == text;
}

// _validate_file_or_directory_name
Result<bool> is_valid_name(const Value& name) {
  static constexpr std::string_view kForbidden = "|/\\?%*:\"><";
  if (name.is_str()) return name.as_str().find_first_of(kForbidden) == std::string_view::npos;
  for (std::size_t i = 0; i < kForbidden.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(const bool found, is_member(Value::str(kForbidden.substr(i, 1)), name));
    if (found) return false;
  }
  return true;
}

// What a visit to an item of a directory costs (see budget.h).
constexpr std::size_t kBytesPerItem = 16;

// mv and cp differ in these words, and in whether the source stays.
struct Transfer {
  std::string_view tool;
  std::string_view verb;
  std::string_view done;
  bool copies;
};
constexpr Transfer kMove{"mv", "move", "moved", false};
constexpr Transfer kCopy{"cp", "copy", "copied", true};

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

class GorillaFileSystem final : public Simulator {
 public:
  explicit GorillaFileSystem(EpisodeModules& modules) : Simulator(modules) {}

  const ClassTable& table() const override { return file_system_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;
  bool attributes_equal(std::size_t index, const Simulator& other) const override;
  bool equals_a_copy() const override { return FileTree::equal(tree_, *root_, tree_, *root_); }

  Result<Value> pwd(Arguments arguments);
  Result<Value> ls(Arguments arguments);
  Result<Value> cd(Arguments arguments);
  Result<Value> mkdir(Arguments arguments);
  Result<Value> touch(Arguments arguments);
  Result<Value> echo(Arguments arguments);
  Result<Value> cat(Arguments arguments);
  Result<Value> find(Arguments arguments);
  Result<Value> wc(Arguments arguments);
  Result<Value> sort(Arguments arguments);
  Result<Value> grep(Arguments arguments);
  Result<Value> du(Arguments arguments);
  Result<Value> tail(Arguments arguments);
  Result<Value> diff(Arguments arguments);
  Result<Value> mv(Arguments arguments) { return transfer(kMove, arguments[0], arguments[1]); }
  Result<Value> rm(Arguments arguments);
  Result<Value> rmdir(Arguments arguments);
  Result<Value> cp(Arguments arguments) { return transfer(kCopy, arguments[0], arguments[1]); }

  static Value long_context(const Simulator& self);
  static Value root(const Simulator& self);

 private:
  Status load_directory(const Value& contents, FileNode& directory, std::size_t depth);
  Status load_file(const Value& name, const Value& data, FileNode& directory);
  Status populate(FileNode& directory);
  Result<FileNode*> find_here(const Value& name);
  Result<FileNode*> find_file(const Value& name);
  Result<FileNode*> navigate(const Value& path);
  Result<Value> transfer(const Transfer& kind, const Value& source, const Value& destination);
  Status place(const Transfer& kind, const FileNode& item, FileNode& directory, const Value& name);

  FileTree tree_;
  FileNode* root_ = nullptr;
  FileNode* current_ = nullptr;
  bool long_context_ = false;
};

// object[key] for a text key
Result<Value> item_of(const Value& object, std::string_view key) {
  return python::subscript(object, Value::str(key));
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
  // mv looks for the source's name in there, cp for a path that can hardly be there.
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

Value GorillaFileSystem::long_context(const Simulator& self) {
  return Value::boolean(static_cast<const GorillaFileSystem&>(self).long_context_);
}

Value GorillaFileSystem::root(const Simulator& self) {
  const auto& file_system = static_cast<const GorillaFileSystem&>(self);
  return Value::str(file_system.tree_.repr(*file_system.root_));
}

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
