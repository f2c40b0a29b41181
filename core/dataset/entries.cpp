#include "core/dataset/entries.h"

#include "core/dataset/line_tally.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr std::size_t kNone = string_view::npos;

// End of the string that opens at `at`; kNone when it is not closed before the line ends.
std::size_t string_end(string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        return at + 1;
      case '\\':
        ++at;
        break;
      case '\n':
        return kNone;
      default:
        break;
    }
  }
  return kNone;
}

}  // namespace

std::size_t json_value_end(string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    switch (text[at]) {
      case '"':
        at = string_end(text, at);
        if (at == kNone || depth == 0) return at;
        continue;
      case '{':
      case '[':
        ++depth;
        break;
      case '}':
      case ']':
        if (depth == 0) return at;
        if (--depth == 0) return at + 1;
        break;
      case ',':
      case '\n':
        if (depth == 0) return at;
        break;
      default:
        break;
    }
    ++at;
  }
  return depth == 0 ? at : kNone;
}

LineCounts lines_of_one_entry(std::string_view text, LineUse use) {
  LineTally tally(text);
  tally.add(0, text.size(), use);
  return tally.finish();
}

}  // namespace bfclx
