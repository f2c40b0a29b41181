#include "tools/bfclx/view/texts.h"

#include <cstddef>
#include <cstdio>

#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

std::string formatted(const char* form, double value) {
  char text[32];
  std::snprintf(text, sizeof text, form, value);
  return text;
}

bool begins_with(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

// Signs of a formula, the full-width ones too. White space before them is passed over, as
// spreadsheets do.
bool is_formula(std::string_view text) {
  constexpr std::string_view kSigns[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return false;
  text.remove_prefix(first);
  for (const std::string_view sign : kSigns) {
    if (begins_with(text, sign)) return true;
  }
  return begins_with(text, "\\t") || begins_with(text, "\\x0d");  // as printable_line writes them
}

}  // namespace

std::string percent(double share) { return formatted("%.1f", share * 100); }

std::string percent_range(const Range& range) {
  return percent(range.low) + " to " + percent(range.high);
}

std::string signed_points(double share) {
  const std::string points = formatted("%+.1f", share * 100);
  return points == "+0.0" || points == "-0.0" ? "0.0" : points;
}

std::string signed_range(const Range& range) {
  return signed_points(range.low) + " to " + signed_points(range.high);
}

std::string p_text(double p) { return p < 0.001 ? "< 0.001" : formatted("%.3f", p); }

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string joined(const std::vector<std::string>& items, std::string_view separator) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += separator;
    text += items[i];
  }
  return text;
}

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

}  // namespace bfclx::tools
