// Trees of simulated file systems (core/explain/file_tree.h) and their differences, drawn.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_FILE_TREE_VIEW_H_
#define BFCLX_TOOLS_BFCLX_VIEW_FILE_TREE_VIEW_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/file_tree.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

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

#endif  // BFCLX_TOOLS_BFCLX_VIEW_FILE_TREE_VIEW_H_
