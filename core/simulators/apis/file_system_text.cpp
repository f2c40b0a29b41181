#include "core/simulators/apis/file_system_text.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/encodable.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/python/objects/operators.h"
#include "core/simulators/engine/support.h"
#include "core/value/repr.h"

namespace bfclx::file_text {

namespace {

bool is_line_end(char32_t c) {
  return (c >= '\n' && c <= '\r') || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 ||
         c == 0x2029;
}

// ASCII that ends no line.
constexpr bool stays_in_line(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x80 && (byte >= 0x20 || byte == '\t');
}

bool is_octet_line_end(char32_t c) { return c == '\n' || c == '\r'; }

// The code point, or of bytes the octet, at `offset`, which moves behind it.
char32_t next_character(std::string_view text, std::size_t& offset, bool is_bytes) {
  if (is_bytes) return static_cast<unsigned char>(text[offset++]);
  return next_code_point(text, offset);
}

// Calls visit(line) for each line, without its end.
template <typename Visit>
void for_each_line(std::string_view text, bool is_bytes, Visit visit) {
  std::size_t begin = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    while (offset < text.size() && stays_in_line(text[offset])) ++offset;
    if (offset == text.size()) break;
    const std::size_t end = offset;
    const char32_t c = next_character(text, offset, is_bytes);
    if (!(is_bytes ? is_octet_line_end(c) : is_line_end(c))) continue;
    if (c == '\r' && offset < text.size() && text[offset] == '\n') ++offset;
    visit(text.substr(begin, end - begin));
    begin = offset;
  }
  if (begin < text.size()) visit(text.substr(begin));
}

bool has_lines(const Value& content) { return content.is_str() || content.is_bytes(); }

std::string_view text_of(const Value& content) {
  return content.is_str() ? content.as_str() : content.as_bytes();
}

}  // namespace

Result<Value> join(std::string_view separator, const List& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].is_str()) {
      return Error{"TypeError", "sequence item " + std::to_string(i) + ": expected str instance, " +
                                    std::string(type_name(items[i])) + " found"};
    }
    if (i > 0) text += separator;
    text += items[i].as_str();
  }
  return Value::str(text);
}

Result<List> lines_of(const Value& content) {
  if (!has_lines(content)) return no_attribute(content, "splitlines");
  List lines;
  const bool is_bytes = content.is_bytes();
  for_each_line(text_of(content), is_bytes, [&](std::string_view line) {
    lines.push_back(is_bytes ? Value::bytes(line) : Value::str(line));
  });
  return lines;
}

Result<std::size_t> count_lines(const Value& content) {
  if (!has_lines(content)) return no_attribute(content, "splitlines");
  std::size_t count = 0;
  for_each_line(text_of(content), content.is_bytes(), [&](std::string_view) { ++count; });
  return count;
}

Result<std::size_t> count_words(const Value& content) {
  if (!has_lines(content)) return no_attribute(content, "split");
  const std::string_view text = text_of(content);
  std::size_t count = 0;
  bool inside = false;
  for (std::size_t offset = 0; offset < text.size();) {
    const char32_t c = next_character(text, offset, content.is_bytes());
    const bool space = content.is_bytes() ? c == ' ' || (c >= '\t' && c <= '\r') : is_space(c);
    if (!space && !inside) ++count;
    inside = !space;
  }
  return count;
}

Result<std::size_t> count_characters(const Value& content) {
  if (content.is_str()) return count_code_points(content.as_str());
  if (!python::is_iterable(content)) {
    return python::no_length(content);
  }
  BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(content));
  return items.size();
}

Result<std::size_t> encoded_size(const Value& content) {
  if (!content.is_str()) return no_attribute(content, "encode");
  BFCLX_RETURN_IF_ERROR(check_encodable(content.as_str()));
  return content.as_str().size();
}

Result<Value> sorted_lines(const Value& content) {
  BFCLX_ASSIGN_OR_RETURN(List lines, lines_of(content));
  // The order of UTF-8 is that of code points.
  std::sort(lines.begin(), lines.end(),
            [](const Value& a, const Value& b) { return text_of(a) < text_of(b); });
  return join("\n", lines);
}

Result<Value> matching_lines(const Value& content, const Value& pattern) {
  BFCLX_ASSIGN_OR_RETURN(const List lines, lines_of(content));
  List matching;
  for (const Value& line : lines) {
    BFCLX_ASSIGN_OR_RETURN(const bool found, is_member(pattern, line));
    if (found) matching.push_back(line);
  }
  return Value::list(std::move(matching));
}

Result<Value> last_lines(const Value& content, const Value& count) {
  BFCLX_ASSIGN_OR_RETURN(List lines, lines_of(content));
  const Value size = Value::integer(static_cast<std::int64_t>(lines.size()));
  BFCLX_ASSIGN_OR_RETURN(const bool is_more,
                         python::compare_operation(python::CompareOperator::kGt, count, size));
  BFCLX_ASSIGN_OR_RETURN(const Value start, python::unary_operation(python::UnaryOperator::kUSub,
                                                                    is_more ? size : count));
  BFCLX_ASSIGN_OR_RETURN(const Value last, python::slice(Value::list(std::move(lines)), start,
                                                         Value::none(), Value::none()));
  return join("\n", last.items());
}

Result<Value> differing_lines(const Value& content1, const Value& content2) {
  BFCLX_ASSIGN_OR_RETURN(const List lines1, lines_of(content1));
  BFCLX_ASSIGN_OR_RETURN(const List lines2, lines_of(content2));
  std::string text;
  for (std::size_t i = 0; i < std::min(lines1.size(), lines2.size()); ++i) {
    if (equal(lines1[i], lines2[i])) continue;
    if (!text.empty()) text += '\n';
    text.append("- ").append(str(lines1[i])).append("\n+ ").append(str(lines2[i]));
  }
  return Value::str(text);
}

}  // namespace bfclx::file_text
