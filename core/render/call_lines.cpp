#include "core/render/call_lines.h"

#include <iterator>
#include <string_view>
#include <utility>

#include "core/render/visible.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kArgumentIndent = 4;

using Path = std::span<const Value>;

bool leads_to(Path path, std::size_t index) {
  return !path.empty() && path[0].is_small_int() &&
         path[0].as_int64() == static_cast<std::int64_t>(index);
}

std::string name_text(const Value& name) {
  return name.is_str() ? printable_line(name.as_str()) : repr(name);
}

// Appends repr(value) and marks what `path` leads to, list indices and dict keys from the value
// inwards, or the last thing on the way that is there.
void append_marked(ViewLine& line, const Value& value, Path path) {
  const std::size_t begin = line.text.size();
  line.mark_begin = begin;
  std::size_t inner_begin = 0;
  std::size_t inner_end = 0;
  const auto append_inner = [&](const Value& inner) {
    append_marked(line, inner, path.subspan(1));
    inner_begin = line.mark_begin;
    inner_end = line.mark_end;
  };
  if (!path.empty() && value.is_list()) {
    line.text += '[';
    const List& items = value.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0) line.text += ", ";
      if (leads_to(path, i)) {
        append_inner(items[i]);
      } else {
        append_repr(line.text, items[i]);
      }
    }
    line.text += ']';
  } else if (!path.empty() && value.is_dict()) {
    line.text += '{';
    bool first = true;
    for (const auto& [key, item] : value.as_dict()) {
      if (!first) line.text += ", ";
      first = false;
      append_repr(line.text, key);
      line.text += ": ";
      if (equal(key, path[0])) {
        append_inner(item);
      } else {
        append_repr(line.text, item);
      }
    }
    line.text += '}';
  } else {
    append_repr(line.text, value);
  }
  const bool inside = inner_end > inner_begin;
  line.mark_begin = inside ? inner_begin : begin;
  line.mark_end = inside ? inner_end : line.text.size();
}

void append(ViewLine& line, const Value& value, bool mark, Path path) {
  if (mark) {
    append_marked(line, value, path);
  } else {
    append_repr(line.text, value);
  }
}

class CallLines {
 public:
  explicit CallLines(Path path) : path_(path) {}

  void add_call(const Value& call, std::size_t index) {
    const bool here = leads_to(path_, index);
    const Path inside = here ? path_.subspan(1) : Path();
    if (!call.is_dict() || call.as_dict().size() != 1) {
      ViewLine line;
      append(line, call, here, inside);
      lines_.push_back(std::move(line));
      return;
    }
    const Dict::Entry& entry = call.as_dict().entry(0);
    ViewLine head;
    head.text = name_text(entry.key);
    if (here && path_.size() <= 2) head.mark_end = head.text.size();
    head.text += '(';
    // [call, function, parameter, ...]
    const Path argument = here && path_.size() > 2 ? path_.subspan(2) : Path();
    if (!entry.value.is_dict()) {
      append(head, entry.value, !argument.empty(), argument);
      head.text += ')';
      lines_.push_back(std::move(head));
      return;
    }
    lines_.push_back(std::move(head));
    add_arguments(entry.value.as_dict(), argument);
    lines_.push_back({.text = ")"});
  }

  std::vector<ViewLine> take() && { return std::move(lines_); }

 private:
  void add_arguments(const Dict& arguments, Path path) {
    bool found = path.empty();
    for (const auto& [name, value] : arguments) {
      ViewLine line{.text = name_text(name) + "=", .indent = kArgumentIndent};
      const bool here = !path.empty() && equal(name, path[0]);
      append(line, value, here, here ? path.subspan(1) : Path());
      line.text += ',';
      found |= here;
      lines_.push_back(std::move(line));
    }
    if (found) return;
    // The parameter is not there: that is what is wrong.
    ViewLine line{.text = name_text(path[0]) + "= (not given)", .indent = kArgumentIndent};
    line.mark_end = line.text.size();
    lines_.push_back(std::move(line));
  }

  Path path_;
  std::vector<ViewLine> lines_;
};

std::string alternatives_text(const Value& alternatives) {
  if (!alternatives.is_list()) return repr(alternatives);
  std::string text;
  bool optional = false;
  for (const Value& alternative : alternatives.items()) {
    if (alternative.is_str() && alternative.as_str().empty()) {
      optional = true;
      continue;
    }
    if (!text.empty()) text += " or ";
    text += repr(alternative);
  }
  if (optional) text += text.empty() ? "omitted" : ", or omitted";
  return text;
}

}  // namespace

std::vector<ViewLine> view_calls(const Value& decoded, Path path) {
  CallLines lines(path);
  if (decoded.is_list() && !decoded.items().empty()) {
    for (std::size_t i = 0; i < decoded.items().size(); ++i) lines.add_call(decoded.items()[i], i);
    return std::move(lines).take();
  }
  return {ViewLine{.text = repr(decoded)}};
}

std::vector<ViewLine> view_ground_truth(const Value& ground_truth) {
  std::vector<ViewLine> lines;
  if (const Value* choices = find_member(ground_truth, "any_of");
      choices != nullptr && choices->is_list()) {
    for (const Value& choice : choices->items()) {
      if (!lines.empty()) lines.push_back({.text = "or"});
      std::vector<ViewLine> more =
          choice.is_str() ? std::vector<ViewLine>{{.text = "no call"}} : view_ground_truth(choice);
      std::move(more.begin(), more.end(), std::back_inserter(lines));
    }
    return lines;
  }
  if (!ground_truth.is_list()) return {ViewLine{.text = repr(ground_truth)}};
  for (const Value& call : ground_truth.items()) {
    if (!call.is_dict()) {
      lines.push_back({.text = repr(call)});
      continue;
    }
    for (const auto& [name, parameters] : call.as_dict()) {
      if (!parameters.is_dict()) {
        lines.push_back({.text = name_text(name) + ": " + repr(parameters)});
        continue;
      }
      lines.push_back({.text = name_text(name) + "("});
      for (const auto& [parameter, alternatives] : parameters.as_dict()) {
        lines.push_back({.text = name_text(parameter) + ": " + alternatives_text(alternatives),
                         .indent = kArgumentIndent});
      }
      lines.push_back({.text = ")"});
    }
  }
  return lines;
}

}  // namespace bfclx
