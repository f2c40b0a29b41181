#include "core/check/verdict_text.h"

#include <algorithm>
#include <string_view>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/check/short_reason.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxText = 500;  // code points

// One line, whatever a message holds.
std::string one_line(std::string_view text) {
  std::string line = first_code_points(text, kMaxText);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

}  // namespace

std::string verdict_text(const Verdict& verdict) {
  if (verdict.valid) return "passed";
  std::string text = "failed";
  if (!verdict.error_type.empty()) text += concat({" (", one_line(verdict.error_type), ")"});
  if (!verdict.why) return text;
  const Reason& why = *verdict.why;
  text += concat({": ", one_line(why.text)});
  const ShortReason shown = short_reason(why);
  if (!shown.path.empty()) {
    text += concat({"\n  at        ", one_line(repr(Value::list(shown.path)))});
  }
  if (!shown.expected.empty()) text += concat({"\n  expected  ", one_line(shown.expected)});
  if (!shown.found.empty()) text += concat({"\n  found     ", one_line(shown.found)});
  return text;
}

}  // namespace bfclx
