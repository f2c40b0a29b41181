#include "core/render/style.h"

#include <iterator>

namespace bfclx {
namespace {

// In the order of Style.
struct Look {
  std::string_view escape;
  bool stands_out;
};
constexpr Look kLooks[] = {
    {"", false},         {"\x1b[1m", true},  {"\x1b[2m", false},
    {"\x1b[32m", true},  {"\x1b[31m", true}, {"\x1b[1;31m", true},
    {"\x1b[36m", false}, {"\x1b[33m", true}, {"\x1b[1m", false},
};
constexpr std::string_view kEnd = "\x1b[0m";

const Look& look_of(Style style) { return kLooks[static_cast<std::size_t>(style)]; }

}  // namespace

std::string styled(const Screen& screen, Style style, std::string_view text) {
  if (!screen.colour || style == Style::kPlain || text.empty()) return std::string(text);
  return std::string(look_of(style).escape).append(text).append(kEnd);
}

std::size_t style_escape_at(std::string_view text, std::size_t at) {
  text.remove_prefix(at);
  if (text.starts_with(kEnd)) return kEnd.size();
  for (const Look& look : kLooks) {
    if (!look.escape.empty() && text.starts_with(look.escape)) return look.escape.size();
  }
  return 0;
}

bool stands_out(Style style) { return look_of(style).stands_out; }

}  // namespace bfclx
