// A tree-sitter tree and the little that the Java and JavaScript readers need of it.
#ifndef BFCLX_CORE_LANGUAGES_SYNTAX_TREE_H_
#define BFCLX_CORE_LANGUAGES_SYNTAX_TREE_H_

#include <tree_sitter/api.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/result.h"

namespace bfclx::languages {

// Larger sources give an Error of kind "Limit": the recovery of tree-sitter from syntax errors
// takes time quadratic in the tokens (words, or single characters of punctuation) that it skips.
// The longest responses of real models have about 4,000.
inline constexpr std::size_t kMaxSourceTokens = std::size_t{8} * 1024;
inline constexpr std::size_t kMaxSourceBytes = std::size_t{128} * 1024;
// So does a parse of more steps, where the recovery tries combinations without an end. The
// responses of real models take up to 40,000.
inline constexpr std::uint64_t kMaxParseSteps = 1'000'000;
// And one that holds more memory than this, where each step leaves something behind. What is taken
// at once can be past it by half.
inline constexpr std::size_t kMaxParseBytes = std::size_t{32} * 1024 * 1024;

// Whether a source is larger than that.
bool is_too_long(std::string_view source);

class SyntaxTree {
 public:
  // Errors: "UnicodeEncodeError" as Python's bytes(source, "utf8") raises it, "Limit".
  static Result<SyntaxTree> parse(const TSLanguage* language, std::string_view source);

  SyntaxTree(SyntaxTree&& other) noexcept : tree_(other.tree_), memory_(other.memory_) {
    other.memory_ = nullptr;
  }
  SyntaxTree(const SyntaxTree&) = delete;
  SyntaxTree& operator=(const SyntaxTree&) = delete;
  ~SyntaxTree();

  TSNode root() const { return ts_tree_root_node(tree_); }
  // Whether "ERROR" occurs in the s-expression. Missing nodes do not count. An unexpected character
  // prints as "UNEXPECTED", but always inside of an "ERROR".
  bool prints_error() const;

 private:
  SyntaxTree(TSTree* tree, void* memory) : tree_(tree), memory_(memory) {}
  TSTree* tree_;
  void* memory_;  // all of the tree's, freed as a whole
};

// All children of a node in order, punctuation and comments included, in linear time:
//   for (Children child(node); child; child.next()) use(child.node());
class Children {
 public:
  explicit Children(TSNode parent)
      : cursor_(ts_tree_cursor_new(parent)), valid_(ts_tree_cursor_goto_first_child(&cursor_)) {}
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() { ts_tree_cursor_delete(&cursor_); }

  explicit operator bool() const { return valid_; }
  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  void next() { valid_ = ts_tree_cursor_goto_next_sibling(&cursor_); }

 private:
  TSTreeCursor cursor_;
  bool valid_;
};

inline std::string_view type_of(TSNode node) { return ts_node_type(node); }

// A null node when there is none of that name, as child_by_field_name gives None.
inline TSNode field(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

// node.children[index]; Error "IndexError".
Result<TSNode> child_at(TSNode node, std::size_t index);

// What the official parsers raise when an argument name occurs twice.
Error repeated_argument();

}  // namespace bfclx::languages

#endif  // BFCLX_CORE_LANGUAGES_SYNTAX_TREE_H_
