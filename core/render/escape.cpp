#include "core/render/escape.h"

#include "core/render/visible.h"

namespace bfclx {
namespace {

// Signs of a formula, the full-width ones too. White space before them is passed over, as
// spreadsheets do.
bool is_formula(std::string_view text) {
  constexpr std::string_view kSigns[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  for (const std::string_view sign : kSigns) {
    if (text.starts_with(sign)) return true;
  }
  return text.starts_with("\\t") || text.starts_with("\\x0d");  // as printable_line writes them
}

std::string_view html_entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarks = "\\`*_[]()<>|~&!#";
  std::string out;
  for (const char c : printable_line(text)) {
    // Addresses become links by themselves, unless something stands within "://".
    const bool address = c == '/' && !out.empty() && out.back() == ':';
    if (address || kMarks.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string csv_cell(std::string_view text) {
  std::string line = printable_line(text);
  const bool formula = is_formula(line);
  if (!formula && line.find_first_of(",\"") == std::string::npos) return line;
  std::string out = formula ? "\"'" : "\"";
  for (const char c : line) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string html_escaped(std::string_view text) {
  std::string out;
  const std::string safe = printable(text);
  out.reserve(safe.size() + safe.size() / 8);
  for (const char c : safe) {
    const std::string_view entity = html_entity(c);
    if (entity.empty()) {
      out += c;
    } else {
      out += entity;
    }
  }
  return out;
}

}  // namespace bfclx
