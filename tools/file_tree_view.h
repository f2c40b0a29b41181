// The repr of a simulated directory, "<Directory: a, Parent: None, Contents: {...}>", as a tree.
//
// The official dumps show file systems as this repr alone. Names and contents stand in it without
// any escaping, so a file whose content looks like a repr is drawn as one; nothing but the picture
// depends on it.
#ifndef BFCLX_TOOLS_FILE_TREE_VIEW_H_
#define BFCLX_TOOLS_FILE_TREE_VIEW_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/terminal.h"

namespace bfclx::tools {

struct TreeLine {
  std::size_t depth = 0;
  std::string name;     // "docs/" for a directory
  std::string content;  // of a file

  friend bool operator==(const TreeLine& a, const TreeLine& b) {
    return a.depth == b.depth && a.name == b.name && a.content == b.content;
  }
};

bool is_directory_repr(std::string_view text);
std::vector<TreeLine> tree_of_repr(std::string_view text);

struct TreeDifference {
  char sign = ' ';  // '-' only before, '+' only after, ' ' both
  const TreeLine* line = nullptr;
};
// Line by line; both trees must outlive the result.
std::vector<TreeDifference> compare_trees(const std::vector<TreeLine>& before,
                                          const std::vector<TreeLine>& after);

// Every line indented; of differences those that changed, with the directories above them.
std::string show_tree(std::span<const TreeLine> tree, std::size_t indent, std::size_t max_rows,
                      const Terminal& terminal);
std::string show_tree_differences(std::string_view before, std::string_view after,
                                  std::size_t indent, const Terminal& terminal);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_FILE_TREE_VIEW_H_
