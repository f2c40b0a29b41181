// The repr of a simulated directory, "<Directory: a, Parent: None, Contents: {...}>", as a tree.
//
// The official dumps show file systems as this repr alone. Names and contents stand in it without
// any escaping, so a file whose content looks like a repr is drawn as one; nothing but the picture
// depends on it.
#ifndef BFCLX_CORE_EXPLAIN_FILE_TREE_H_
#define BFCLX_CORE_EXPLAIN_FILE_TREE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/value.h"

namespace bfclx {

struct TreeLine {
  std::size_t depth = 0;
  std::string name;     // "docs/" for a directory; not made printable
  std::string content;  // of a file

  friend bool operator==(const TreeLine& a, const TreeLine& b) {
    return a.depth == b.depth && a.name == b.name && a.content == b.content;
  }
};

bool is_directory_repr(std::string_view text);
// Linear in the text, whatever it holds.
std::vector<TreeLine> tree_of_repr(std::string_view text);

// The tree as {name: content}, where a directory's name ends in "/" and its content is such a dict
// again. A name that occurs twice in a directory gets " (2)" behind. Nested at most 200 deep; what
// lies deeper is put there.
Value value_of_tree(const std::vector<TreeLine>& lines);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_FILE_TREE_H_
