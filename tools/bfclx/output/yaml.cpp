#include "tools/bfclx/output/yaml.h"

#include <cstdio>

#include "core/base/utf8.h"

namespace bfclx::tools {

std::string yaml_text(std::string_view text) {
  const std::string valid = find_invalid_utf8(text) ? sanitize_utf8(text) : std::string(text);
  std::string out = "\"";
  for (std::size_t at = 0; at < valid.size();) {
    char32_t c = next_code_point(valid, at);
    if (c >= 0xD800 && c <= 0xDFFF) c = 0xFFFD;  // no text of YAML has a surrogate
    if (c == '"' || c == '\\') out += '\\';
    if (c >= ' ' && c < 0x7F) {
      out += static_cast<char>(c);
      continue;
    }
    const char* form = c > 0xFFFF ? "\\U%08x" : "\\u%04x";
    char escape[16];
    std::snprintf(escape, sizeof escape, form, static_cast<unsigned>(c));
    out += escape;
  }
  return out + "\"";
}

}  // namespace bfclx::tools
