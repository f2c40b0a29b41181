#include "core/explain/file_tree.h"

#include <algorithm>
#include <utility>

#include "core/value/dict.h"

namespace bfclx {
namespace {

constexpr std::string_view kDirectory = "<Directory: ";
constexpr std::string_view kFile = "<<File: ";
constexpr std::string_view kParent = ", Parent: ";
constexpr std::string_view kContents = ", Contents: {";
constexpr std::string_view kContent = ", Content: ";
constexpr std::size_t kDeepest = 200;

// The next node's beginning at or behind `from`.
std::size_t next_node(std::string_view text, std::size_t from) {
  return std::min(text.find(kDirectory, from), text.find(kFile, from));
}

// How many directories end at the beginning of `text`.
std::size_t count_ends(std::string_view text) {
  if (text.starts_with("...")) text.remove_prefix(3);  // a directory inside itself
  std::size_t count = 0;
  while (text.starts_with("}>")) {
    text.remove_prefix(2);
    ++count;
  }
  return count;
}

// "name, Parent: p, Contents: {..." or the like: the node's line and what follows it.
TreeLine line_of(std::string_view piece, bool is_directory, std::string_view& rest) {
  TreeLine line;
  const std::size_t name_end = piece.find(is_directory ? kParent : kContent);
  line.name = piece.substr(0, name_end);
  if (is_directory) {
    if (line.name != "/") line.name += '/';
    const std::size_t contents = piece.find(kContents);
    rest = contents == std::string_view::npos ? std::string_view()
                                              : piece.substr(contents + kContents.size());
    return line;
  }
  if (name_end == std::string_view::npos) return line;
  const std::string_view behind = piece.substr(name_end + kContent.size());
  const std::size_t end = behind.rfind(">>");
  line.content = behind.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : behind.substr(end + 2);
  return line;
}

// The lines from `at` on that are at least `depth` deep, as one directory's contents.
Value contents_of(const std::vector<TreeLine>& lines, std::size_t& at, std::size_t depth) {
  Dict dict;
  while (at < lines.size() && lines[at].depth >= depth) {
    const TreeLine& line = lines[at++];
    std::string name = line.name;
    for (int copy = 2; dict.contains(name); ++copy) {
      name = line.name + " (" + std::to_string(copy) + ")";
    }
    const bool is_directory = !line.name.empty() && line.name.back() == '/';
    const bool goes_deeper = is_directory && depth < kDeepest;
    dict.set(name, goes_deeper ? contents_of(lines, at, depth + 1) : Value::str(line.content));
  }
  return Value::dict(std::move(dict));
}

}  // namespace

bool is_directory_repr(std::string_view text) {
  return text.starts_with(kDirectory) && text.find(kContents) != std::string_view::npos;
}

std::vector<TreeLine> tree_of_repr(std::string_view text) {
  std::vector<TreeLine> lines;
  std::size_t depth = 0;
  for (std::size_t at = next_node(text, 0); at != std::string_view::npos;) {
    const bool is_directory = text.substr(at).starts_with(kDirectory);
    const std::size_t begin = at + (is_directory ? kDirectory.size() : kFile.size());
    const std::size_t next = next_node(text, begin);
    std::string_view rest;
    TreeLine line = line_of(text.substr(begin, next - begin), is_directory, rest);
    line.depth = depth;
    lines.push_back(std::move(line));
    if (is_directory) ++depth;
    depth -= std::min(depth, count_ends(rest));
    at = next;
  }
  return lines;
}

Value value_of_tree(const std::vector<TreeLine>& lines) {
  std::size_t at = 0;
  return contents_of(lines, at, 0);
}

}  // namespace bfclx
