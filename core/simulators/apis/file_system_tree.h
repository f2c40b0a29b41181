// The files and directories of GorillaFileSystem (gorilla_file_system.py: File, Directory).
//
// In Python they form a graph rather than a tree: a copied directory shares the files of the
// original; a moved one is a new object over the same contents, whose children keep the old object
// as their parent; a directory that is copied into itself contains itself. So nodes belong to the
// FileTree, are never freed before it, and refer to each other freely.
#ifndef BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_TREE_H_
#define BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_TREE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

struct FileNode {
  Value name;
  // Of a file: its content, as a rule a str.
  // Of a directory: the dict of its contents, {name: number of the node}.
  Value content;
  FileNode* parent = nullptr;  // of a directory that is no root
  bool is_directory = false;
  std::int64_t number = 0;  // in its FileTree

  const Dict& entries() const { return content.as_dict(); }
};

class FileTree {
 public:
  FileNode& make_file(Value name, Value content);
  FileNode& make_directory(Value name, FileNode* parent);

  // directory.contents[name] = node. The name must be hashable.
  void put(FileNode& directory, const Value& name, const FileNode& node);
  // The node that an entry's value stands for.
  FileNode& node(const Value& number);
  const FileNode& node(const Value& number) const;

  // Directory._get_item: "." is the directory itself; nullptr when there is none of that name,
  // which must be hashable.
  FileNode* item(FileNode& directory, const Value& name);
  // Directory._add_file, _add_directory: ValueError when the name is taken. The name must be
  // hashable.
  Result<FileNode*> add_file(FileNode& directory, const Value& name, Value content);
  Result<FileNode*> add_directory(FileNode& directory, const Value& name);

  // Directory.__repr__; contents inside themselves are "{...}". Cut short where it would take more
  // than kMaxReprBytes, or nest deeper than kMaxDepth.
  std::string repr(const FileNode& directory) const;

  // recursive_search of `find`: paths, beginning with `base`, of all items below whose name
  // contains `name`, an object of any type (None: of all). Errors: what Python raises for such
  // names; "RecursionError"; "Limit" past kMaxSteps.
  // `steps` becomes the number of items that were visited, also for `size`.
  Result<List> search(const FileNode& directory, std::string_view base, const Value& name,
                      std::size_t& steps) const;
  // get_size of `du`: bytes of all contents in UTF-8. Errors: as above, and what encode() raises.
  Result<std::size_t> size(const FileNode& node, std::size_t& steps) const;

  // Directory.__eq__: names and contents, in whatever order; parents do not count. Two graphs that
  // nest deeper than kMaxDepth or take more than kMaxSteps to compare (Python raises RecursionError
  // or goes on for ages) are unequal.
  static bool equal(const FileTree& tree_a, const FileNode& a, const FileTree& tree_b,
                    const FileNode& b);

  static constexpr std::size_t kMaxReprBytes = std::size_t{16} * 1024 * 1024;
  static constexpr std::size_t kMaxSteps = 1'000'000;
  // CPython's stack ends at 1,000 frames, a few of which are the evaluator's own.
  static constexpr std::size_t kMaxDepth = 980;

 private:
  std::deque<FileNode> nodes_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_TREE_H_
