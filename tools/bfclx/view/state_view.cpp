#include "tools/bfclx/view/state_view.h"

#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tools/bfclx/view/file_tree_view.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kMaxChangesShown = 20;
constexpr std::size_t kMaxValueBytes = 400;
constexpr std::size_t kMaxLineBytes = 4000;

bool is_file_system(const std::optional<Value>& value) {
  return value && value->is_str() && is_directory_repr(value->as_str());
}

// "name  value", the value wrapped behind the name.
std::string named_value(std::string_view name, std::size_t name_width, std::string_view value,
                        std::size_t indent, Style style, const Terminal& terminal) {
  const std::size_t behind = indent + name_width + 2;
  std::string rows = wrapped(printable_line(value), behind, terminal.width());
  rows.erase(0, std::min(behind, rows.size()));
  if (!rows.empty()) rows.pop_back();
  return std::string(indent, ' ') + terminal.styled(Style::kDim, pad_right(name, name_width)) +
         "  " + terminal.styled(style, rows) + "\n";
}

}  // namespace

std::string show_changes(const std::vector<StateChange>& changes, std::string_view before_name,
                         std::string_view after_name, std::size_t indent,
                         const Terminal& terminal) {
  const std::size_t name_width = std::max(display_width(before_name), display_width(after_name));
  std::string out;
  for (std::size_t i = 0; i < changes.size() && i < kMaxChangesShown; ++i) {
    const StateChange& change = changes[i];
    out += std::string(indent, ' ') + terminal.styled(Style::kName, printable_line(change.path)) +
           "\n";
    if (is_file_system(change.before) && is_file_system(change.after)) {
      out += std::string(indent + 2, ' ') +
             terminal.styled(Style::kDim,
                             "- " + std::string(before_name) + ", + " + std::string(after_name)) +
             "\n" +
             show_tree_differences(change.before->as_str(), change.after->as_str(), indent + 2,
                                   terminal);
      continue;
    }
    const std::string before = change.before ? repr(*change.before) : "";
    const std::string after = change.after ? repr(*change.after) : "";
    const std::size_t place = change.before && change.after ? first_difference(before, after) : 0;
    out += named_value(before_name, name_width,
                       change.before ? excerpt(before, place, kMaxValueBytes) : "(missing)",
                       indent + 2, Style::kBad, terminal);
    out += named_value(after_name, name_width,
                       change.after ? excerpt(after, place, kMaxValueBytes) : "(missing)",
                       indent + 2, Style::kGood, terminal);
  }
  if (changes.size() > kMaxChangesShown) {
    out += std::string(indent, ' ') +
           terminal.styled(Style::kDim, "... " + grouped_digits(changes.size() - kMaxChangesShown) +
                                            " more differences") +
           "\n";
  }
  return out;
}

std::string show_state(const Value& state, std::size_t indent, std::size_t max_rows,
                       const Terminal& terminal) {
  std::string out;
  if (!state.is_dict()) return out;
  const std::string before(indent, ' ');
  std::size_t rows = 0;
  std::size_t left_out = 0;
  for (const auto& [name, value] : state.as_dict()) {
    const std::string label = before + terminal.styled(Style::kName, printable_line(str(name)));
    if (is_file_system(value)) {
      const std::vector<TreeLine> tree = tree_of_repr(value.as_str());
      out += label + "\n" + show_tree(tree, indent + 2, max_rows, terminal);
      rows += tree.size() + 1;
      continue;
    }
    const Result<std::string> json =
        json_dumps(value, {.ensure_ascii = false, .indent = 2, .lenient = true});
    const std::string text = printable(json.ok() ? json.value() : repr(value));
    out += label + " ";
    std::size_t begin = 0;
    for (bool first = true; begin <= text.size(); first = false) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (++rows > max_rows && !first) {
        ++left_out;
      } else {
        out += (first ? "" : before) +
               excerpt(std::string_view(text).substr(begin, end - begin), 0, kMaxLineBytes) + "\n";
      }
      begin = end + 1;
    }
  }
  if (left_out > 0) {
    out += before +
           terminal.styled(Style::kDim, "... " + counted(left_out, "more line", "more lines")) +
           "\n";
  }
  return out;
}

}  // namespace bfclx::tools
