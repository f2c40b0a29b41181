#include "tools/bfclx/view/file_tree_view.h"

#include <algorithm>
#include <cstdint>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kMaxLcsCells = 1'000'000;
constexpr std::size_t kMaxRowsOfDifferences = 60;
constexpr std::size_t kDeepestIndent = 30;

std::string text_of(const TreeLine& line, std::string_view content) {
  const std::size_t spaces = std::min(2 * line.depth, kDeepestIndent);
  std::string text = std::string(spaces, ' ') + printable_line(line.name);
  if (!content.empty()) text += "  " + printable_line(content);
  return text;
}

std::string cut(std::string text, std::size_t width) {
  constexpr std::string_view kCut = " ...";
  std::size_t end = 0;
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    next_code_point(text, at);
    columns += display_width(std::string_view(text).substr(begin, at - begin));
    if (columns > width) return text.substr(0, end).append(kCut);
    if (columns + kCut.size() <= width) end = at;
  }
  return text;
}

// The longest common subsequence of the two middles, as the signs of a difference.
void add_middle(std::span<const TreeLine> before, std::span<const TreeLine> after,
                std::vector<TreeDifference>& out) {
  const std::size_t n = before.size();
  const std::size_t m = after.size();
  std::size_t i = 0;
  std::size_t j = 0;
  if (n * m <= kMaxLcsCells) {
    std::vector<std::uint32_t> longest((n + 1) * (m + 1), 0);
    const auto at = [&](std::size_t a, std::size_t b) -> std::uint32_t& {
      return longest[a * (m + 1) + b];
    };
    for (std::size_t a = n; a-- > 0;) {
      for (std::size_t b = m; b-- > 0;) {
        at(a, b) =
            before[a] == after[b] ? at(a + 1, b + 1) + 1 : std::max(at(a + 1, b), at(a, b + 1));
      }
    }
    while (i < n && j < m) {
      if (before[i] == after[j]) {
        out.push_back({' ', &before[i]});
        ++i;
        ++j;
      } else if (at(i + 1, j) >= at(i, j + 1)) {
        out.push_back({'-', &before[i++]});
      } else {
        out.push_back({'+', &after[j++]});
      }
    }
  }
  for (; i < n; ++i) out.push_back({'-', &before[i]});
  for (; j < m; ++j) out.push_back({'+', &after[j]});
}

// Marks what is shown: changes, and the directories that they lie in.
std::vector<bool> worth_showing(const std::vector<TreeDifference>& differences) {
  std::vector<bool> shown(differences.size(), false);
  std::size_t below = 0;  // what is not as deep as this is a directory around a change
  for (std::size_t i = differences.size(); i-- > 0;) {
    const std::size_t depth = differences[i].line->depth;
    shown[i] = differences[i].sign != ' ' || depth < below;
    if (shown[i]) below = depth;
  }
  return shown;
}

// The content of a changed file, from where the other version of it begins to differ.
std::string changed_content(const TreeDifference& change,
                            const std::vector<TreeDifference>& differences, std::size_t limit) {
  const TreeLine& line = *change.line;
  if (change.sign == ' ') return "";
  std::size_t from = 0;
  for (const TreeDifference& other : differences) {
    if (other.sign == ' ' || other.sign == change.sign || other.line->depth != line.depth ||
        other.line->name != line.name) {
      continue;
    }
    from = first_difference(line.content, other.line->content);
    break;
  }
  return excerpt(line.content, from, limit);
}

}  // namespace

std::vector<TreeDifference> compare_trees(const std::vector<TreeLine>& before,
                                          const std::vector<TreeLine>& after) {
  std::vector<TreeDifference> out;
  std::size_t front = 0;
  const std::size_t most = std::min(before.size(), after.size());
  while (front < most && before[front] == after[front]) ++front;
  std::size_t back = 0;
  while (back < most - front &&
         before[before.size() - 1 - back] == after[after.size() - 1 - back]) {
    ++back;
  }
  for (std::size_t i = 0; i < front; ++i) out.push_back({' ', &before[i]});
  const std::span<const TreeLine> all_before(before);
  const std::span<const TreeLine> all_after(after);
  add_middle(all_before.subspan(front, before.size() - back - front),
             all_after.subspan(front, after.size() - back - front), out);
  for (std::size_t i = before.size() - back; i < before.size(); ++i) {
    out.push_back({' ', &before[i]});
  }
  return out;
}

std::string show_tree(std::span<const TreeLine> tree, std::size_t indent, std::size_t max_rows,
                      const Terminal& terminal) {
  const std::size_t width = terminal.width() > indent + 20 ? terminal.width() - indent : 20;
  const std::string before(indent, ' ');
  std::string out;
  std::size_t shown = 0;
  for (const TreeLine& line : tree) {
    if (shown++ == max_rows) break;
    out += before + cut(text_of(line, excerpt(line.content, 0, 2 * width)), width) + "\n";
  }
  if (tree.size() > max_rows) {
    out += before +
           terminal.styled(Style::kDim,
                           "... " + counted(tree.size() - max_rows, "more entry", "more entries")) +
           "\n";
  }
  return out;
}

std::string show_tree_differences(std::string_view before, std::string_view after,
                                  std::size_t indent, const Terminal& terminal) {
  const std::vector<TreeLine> tree_before = tree_of_repr(before);
  const std::vector<TreeLine> tree_after = tree_of_repr(after);
  const std::vector<TreeDifference> differences = compare_trees(tree_before, tree_after);
  const std::vector<bool> shown = worth_showing(differences);
  const std::size_t width = terminal.width() > indent + 24 ? terminal.width() - indent - 2 : 22;
  std::string out;
  std::size_t rows = 0;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    if (!shown[i]) continue;
    if (++rows > kMaxRowsOfDifferences) {
      ++left_out;
      continue;
    }
    const auto& [sign, line] = differences[i];
    const std::string content = changed_content(differences[i], differences, 2 * width);
    const Style style = sign == '-' ? Style::kBad : sign == '+' ? Style::kGood : Style::kDim;
    const std::string text = std::string(1, sign) + " " + cut(text_of(*line, content), width);
    out += std::string(indent, ' ') + terminal.styled(style, text) + "\n";
  }
  if (left_out > 0) {
    out += std::string(indent, ' ') +
           terminal.styled(Style::kDim, "... " + counted(left_out, "more line", "more lines")) +
           "\n";
  }
  return out;
}

}  // namespace bfclx::tools
