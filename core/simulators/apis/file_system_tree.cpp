#include "core/simulators/apis/file_system_tree.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/python/extensions/format.h"
#include "core/simulators/apis/file_system_text.h"
#include "core/simulators/engine/support.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

Error already_exists(std::string_view what, const Value& name, const FileNode& directory) {
  return Error{"ValueError", std::string(what) + " '" + str(name) +
                                 "' already exists in directory '" + str(directory.name) + "'."};
}

Error recursion_error(std::string_view where) {
  return Error{"RecursionError", "maximum recursion depth exceeded" + std::string(where)};
}

Error too_many_steps() { return Error{"Limit", "the directories hold too many entries"}; }

// The directories on the way from the first to the one that is being visited.
class Way {
 public:
  // The directory's contents are among those that are being visited.
  bool has(const FileNode& directory) const {
    return std::find(contents_.begin(), contents_.end(), directory.content.identity()) !=
           contents_.end();
  }
  void push(const FileNode& directory) { contents_.push_back(directory.content.identity()); }
  void pop() { contents_.pop_back(); }
  std::size_t depth() const { return contents_.size(); }

 private:
  std::vector<const void*> contents_;
};

class ReprWriter {
 public:
  explicit ReprWriter(const FileTree& tree) : tree_(tree) {}

  void append(const FileNode& node) {
    if (!node.is_directory) {
      append_all({"<<File: ", str(node.name), ", Content: ", str(node.content), ">>"});
      return;
    }
    append_all({"<Directory: ", str(node.name), ", Parent: ",
                node.parent != nullptr ? str(node.parent->name) : "None", ", Contents: "});
    append_entries(node);
    text_ += '>';
  }

  std::string take() { return std::move(text_); }

 private:
  void append_all(std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) text_ += part;
  }

  void append_entries(const FileNode& directory) {
    if (way_.has(directory) || way_.depth() >= FileTree::kMaxDepth) {
      text_ += "{...}";
      return;
    }
    way_.push(directory);
    text_ += '{';
    bool first = true;
    for (const auto& [name, number] : directory.entries()) {
      if (!first) text_ += ", ";
      first = false;
      if (text_.size() > FileTree::kMaxReprBytes) {
        text_ += "...";
        break;
      }
      append_repr(text_, name);
      text_ += ": ";
      append(tree_.node(number));
    }
    text_ += '}';
    way_.pop();
  }

  const FileTree& tree_;
  std::string text_;
  Way way_;
};

class Search {
 public:
  Search(const FileTree& tree, std::string_view base, const Value& name)
      : tree_(tree), path_(base), name_(name) {}

  Status visit(const FileNode& directory) {
    // What is inside itself ends there for sure: all before it has been visited without an error.
    if (way_.has(directory) || way_.depth() >= FileTree::kMaxDepth) {
      return recursion_error(" while calling a Python object");
    }
    way_.push(directory);
    const std::size_t base = path_.size();
    for (const auto& [name, number] : directory.entries()) {
      if (++steps_ > FileTree::kMaxSteps || bytes_ > FileTree::kMaxReprBytes) {
        return too_many_steps();
      }
      BFCLX_RETURN_IF_ERROR(append_name(name));
      bool matches = name_.is_none();
      if (!matches) {
        BFCLX_ASSIGN_OR_RETURN(matches, is_member(name_, name));
      }
      if (matches) {
        matches_.push_back(Value::str(path_));
        bytes_ += path_.size();
      }
      const FileNode& item = tree_.node(number);
      if (item.is_directory) BFCLX_RETURN_IF_ERROR(visit(item));
      path_.resize(base);
    }
    way_.pop();
    return {};
  }

  List take() { return std::move(matches_); }
  std::size_t steps() const { return steps_; }

 private:
  Status append_name(const Value& name) {
    path_ += '/';
    if (name.is_str()) {
      path_ += name.as_str();
      return {};
    }
    BFCLX_ASSIGN_OR_RETURN(const std::string text, python::format_value(name, {}));
    path_ += text;
    return {};
  }

  const FileTree& tree_;
  std::string path_;
  const Value& name_;
  Way way_;
  List matches_;
  std::size_t steps_ = 0;
  std::size_t bytes_ = 0;
};

class SizeCount {
 public:
  explicit SizeCount(const FileTree& tree) : tree_(tree) {}

  Result<std::size_t> size(const FileNode& node) {
    if (!node.is_directory) return file_text::encoded_size(node.content);
    // Python spends two frames on each directory.
    if (way_.has(node) || way_.depth() >= FileTree::kMaxDepth / 2) return recursion_error("");
    way_.push(node);
    std::size_t total = 0;
    for (const Dict::Entry& entry : node.entries()) {
      if (++steps_ > FileTree::kMaxSteps) return too_many_steps();
      BFCLX_ASSIGN_OR_RETURN(const std::size_t part, size(tree_.node(entry.value)));
      total += part;
    }
    way_.pop();
    return total;
  }
  std::size_t steps() const { return steps_; }

 private:
  const FileTree& tree_;
  Way way_;
  std::size_t steps_ = 0;
};

class TreeComparison {
 public:
  TreeComparison(const FileTree& tree_a, const FileTree& tree_b)
      : tree_a_(tree_a), tree_b_(tree_b) {}

  bool equal(const FileNode& a, const FileNode& b, std::size_t depth) {
    if (++steps_ > FileTree::kMaxSteps || depth > FileTree::kMaxDepth) return false;
    if (a.is_directory != b.is_directory || !bfclx::equal(a.name, b.name)) return false;
    if (!a.is_directory) return bfclx::equal(a.content, b.content);
    if (a.entries().size() != b.entries().size()) return false;
    for (const auto& [name, number] : a.entries()) {
      const Value* other = b.entries().find(name);
      if (other == nullptr) return false;
      const FileNode& item_a = tree_a_.node(number);
      const FileNode& item_b = tree_b_.node(*other);
      if (&item_a != &item_b && !equal(item_a, item_b, depth + 1)) return false;
    }
    return true;
  }

 private:
  const FileTree& tree_a_;
  const FileTree& tree_b_;
  std::size_t steps_ = 0;
};

}  // namespace

FileNode& FileTree::make_file(Value name, Value content) {
  FileNode& node = nodes_.emplace_back();
  node.name = std::move(name);
  node.content = std::move(content);
  node.number = static_cast<std::int64_t>(nodes_.size() - 1);
  return node;
}

FileNode& FileTree::make_directory(Value name, FileNode* parent) {
  FileNode& node = make_file(std::move(name), Value::dict());
  node.parent = parent;
  node.is_directory = true;
  return node;
}

void FileTree::put(FileNode& directory, const Value& name, const FileNode& node) {
  directory.content.mutable_dict().set(name, Value::integer(node.number));
}

FileNode& FileTree::node(const Value& number) {
  return nodes_[static_cast<std::size_t>(number.as_int64())];
}

const FileNode& FileTree::node(const Value& number) const {
  return nodes_[static_cast<std::size_t>(number.as_int64())];
}

FileNode* FileTree::item(FileNode& directory, const Value& name) {
  if (name.is_str() && name.as_str() == ".") return &directory;
  const Value* number = directory.entries().find(name);
  return number != nullptr ? &node(*number) : nullptr;
}

Result<FileNode*> FileTree::add_file(FileNode& directory, const Value& name, Value content) {
  if (directory.entries().contains(name)) return already_exists("File", name, directory);
  FileNode& file = make_file(name, std::move(content));
  put(directory, name, file);
  return &file;
}

Result<FileNode*> FileTree::add_directory(FileNode& directory, const Value& name) {
  if (directory.entries().contains(name)) return already_exists("Directory", name, directory);
  FileNode& added = make_directory(name, &directory);
  put(directory, name, added);
  return &added;
}

std::string FileTree::repr(const FileNode& directory) const {
  ReprWriter writer(*this);
  writer.append(directory);
  return writer.take();
}

Result<List> FileTree::search(const FileNode& directory, std::string_view base, const Value& name,
                              std::size_t& steps) const {
  Search search(*this, base, name);
  const Status status = search.visit(directory);
  steps = search.steps();
  if (!status.ok()) return status.error();
  return search.take();
}

Result<std::size_t> FileTree::size(const FileNode& node, std::size_t& steps) const {
  SizeCount count(*this);
  Result<std::size_t> size = count.size(node);
  steps = count.steps();
  return size;
}

bool FileTree::equal(const FileTree& tree_a, const FileNode& a, const FileTree& tree_b,
                     const FileNode& b) {
  return TreeComparison(tree_a, tree_b).equal(a, b, 0);
}

}  // namespace bfclx
