#include "core/simulators/apis/html_tokenizer.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/apis/html_entities.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

constexpr auto kNone = std::string_view::npos;

// Whether `part`, in lower case, stands at `at` in either case.
bool stands_at(std::string_view text, std::size_t at, std::string_view part) {
  if (text.size() - at < part.size()) return false;
  return std::equal(part.begin(), part.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b | 0x20 : b); });
}

// repr() of up to 20 characters from `at`.
std::string shown(std::string_view text, std::size_t at) {
  std::string repr;
  append_repr_str(repr, slice_code_points(text.substr(at, 80), 0, 20));
  return repr;
}

}  // namespace

const std::optional<std::string>* find_attribute(const HtmlAttributes& attributes,
                                                 std::string_view name) {
  const auto found = std::find_if(attributes.rbegin(), attributes.rend(),
                                  [&](const auto& attribute) { return attribute.first == name; });
  return found != attributes.rend() ? &found->second : nullptr;
}

HtmlTokenizer::HtmlTokenizer(std::string_view text, HtmlHandler& handler)
    : text_(text),
      handler_(handler),
      last_greater_(text.rfind('>')),
      last_semicolon_(text.rfind(';')),
      last_single_(text.rfind('\'')),
      last_double_(text.rfind('"')),
      work_left_(16 * text.size() + 65536) {}

// [ \t...] of a pattern of str: any white space.
std::size_t HtmlTokenizer::skip_space(std::size_t at) const {
  while (at < text_.size()) {
    std::size_t next = at;
    if (!is_space(next_code_point(text_, next))) break;
    at = next;
  }
  return at;
}

// (?:\s|/(?!>))*
std::size_t HtmlTokenizer::skip_between(std::size_t at) const {
  while (true) {
    at = skip_space(at);
    if (at >= text_.size() || text_[at] != '/') return at;
    if (at + 1 < text_.size() && text_[at + 1] == '>') return at;
    ++at;
  }
}

std::size_t HtmlTokenizer::tag_name_end(std::size_t at) const {
  static constexpr std::string_view kStops("\t\n\r\f />\0", 8);
  return std::min(text_.find_first_of(kStops, at), text_.size());
}

std::size_t HtmlTokenizer::find_greater(std::size_t at) const {
  return last_greater_ == kNone || at > last_greater_ ? kNone : text_.find('>', at);
}

// (?<=['"\s/])[^\s/>]
bool HtmlTokenizer::may_begin_attribute(std::size_t at) const {
  if (at >= text_.size() || text_[at] == '/' || text_[at] == '>') return false;
  std::size_t next = at;
  if (is_space(next_code_point(text_, next))) return false;
  const char before = text_[at - 1];
  if (before == '\'' || before == '"' || before == '/') return true;
  std::size_t begin = at - 1;
  while (begin > 0 && (text_[begin] & 0xc0) == 0x80) --begin;
  return is_space(next_code_point(text_, begin));
}

// (\s*=+\s*('[^']*'|"[^"]*"|(?!['"])[^>\s]*)), with what a failure of its greedy reading falls back
// to.
bool HtmlTokenizer::value_at(std::size_t at, Attribute& attribute) const {
  const std::size_t equals = skip_space(at);
  std::size_t behind = equals;
  while (behind < text_.size() && text_[behind] == '=') ++behind;
  if (behind == equals) return false;
  std::size_t begin = skip_space(behind);
  const char quote = begin < text_.size() ? text_[begin] : ' ';
  if (quote == '\'' || quote == '"') {
    const std::size_t last = quote == '"' ? last_double_ : last_single_;
    if (last != kNone && begin < last) {
      const std::size_t closing = text_.find(quote, begin + 1);
      attribute.value = text_.substr(begin + 1, closing - begin - 1);
      attribute.end = closing + 1;
      return attribute.has_value = true;
    }
    if (begin > behind) {  // no value, and the quote begins the next name
      attribute.end = begin;
      return attribute.has_value = true;
    }
    if (behind - equals < 2) return false;
    begin = behind - 1;  // the last "=" is the value's
  }
  std::size_t end = begin;
  while (end < text_.size() && text_[end] != '>') {
    std::size_t next = end;
    if (is_space(next_code_point(text_, next))) break;
    end = next;
  }
  attribute.value = text_.substr(begin, end - begin);
  attribute.end = end;
  return attribute.has_value = true;
}

std::optional<HtmlTokenizer::Attribute> HtmlTokenizer::attribute_at(std::size_t at) const {
  if (!may_begin_attribute(at)) return std::nullopt;
  std::size_t end = at;
  next_code_point(text_, end);
  while (end < text_.size() && text_[end] != '/' && text_[end] != '=' && text_[end] != '>') {
    std::size_t next = end;
    if (is_space(next_code_point(text_, next))) break;
    end = next;
  }
  Attribute attribute;
  attribute.name = text_.substr(at, end - at);
  attribute.end = end;
  value_at(end, attribute);
  attribute.end = skip_between(attribute.end);
  return attribute;
}

// check_for_whole_start_tag
std::size_t HtmlTokenizer::start_tag_end() {
  std::size_t j = tag_name_end(at_ + 1);
  while (true) {  // [\s/]*
    j = skip_space(j);
    if (j >= text_.size() || text_[j] != '/') break;
    ++j;
  }
  while (const std::optional<Attribute> attribute = attribute_at(j)) j = attribute->end;
  j = skip_space(j);
  work_left_ -= std::min(work_left_, j - at_);
  if (j >= text_.size()) return kIncomplete;
  const char next = text_[j];
  if (next == '>') return j + 1;
  if (next == '/') return j + 1 < text_.size() && text_[j + 1] == '>' ? j + 2 : kIncomplete;
  if (is_letter(next) || next == '=') return kIncomplete;
  return j > at_ ? j : at_ + 1;
}

Result<std::size_t> HtmlTokenizer::parse_start_tag() {
  const std::size_t end = start_tag_end();
  if (work_left_ == 0) return Error{"Limit", "the page's tags take too long to read"};
  if (end == kIncomplete) return end;
  const std::size_t name_end = tag_name_end(at_ + 1);
  const std::string tag = lower(text_.substr(at_ + 1, name_end - at_ - 1));
  HtmlAttributes attributes;
  std::size_t k = skip_between(name_end);
  while (k < end) {
    const std::optional<Attribute> attribute = attribute_at(k);
    if (!attribute) break;
    std::optional<std::string> value;
    if (attribute->has_value) {
      BFCLX_ASSIGN_OR_RETURN(value, html_unescape(attribute->value));
    }
    attributes.emplace_back(lower(attribute->name), std::move(value));
    k = attribute->end;
  }
  const std::string_view rest = k < end ? strip(text_.substr(k, end - k)) : std::string_view();
  if (rest == ">") {
    BFCLX_RETURN_IF_ERROR(handler_.start_tag(tag, attributes));
    if (tag == "script" || tag == "style") raw_element_ = tag;
  } else if (rest == "/>") {
    BFCLX_RETURN_IF_ERROR(handler_.start_end_tag(tag, attributes));
  } else {
    BFCLX_RETURN_IF_ERROR(handler_.data(text_.substr(at_, end - at_)));
  }
  return end;
}

// </\s*([a-zA-Z][-.a-zA-Z0-9:_]*)\s*>, else whatever stands before the next ">".
Result<std::size_t> HtmlTokenizer::parse_end_tag() {
  const std::size_t greater = find_greater(at_ + 1);
  if (greater == kNone) return kIncomplete;
  const std::size_t begin = skip_space(at_ + 2);
  std::size_t end = begin;
  if (end < text_.size() && is_letter(text_[end])) {
    static constexpr std::string_view kMarks = "-.:_";
    while (end < text_.size() &&
           (is_letter(text_[end]) || is_digit(text_[end]) || kMarks.find(text_[end]) != kNone)) {
      ++end;
    }
  }
  const std::size_t closing = skip_space(end);
  const bool is_plain = end > begin && closing < text_.size() && text_[closing] == '>';
  if (!raw_element_.empty() &&
      (!is_plain || lower(text_.substr(begin, end - begin)) != raw_element_)) {
    BFCLX_RETURN_IF_ERROR(handler_.data(text_.substr(at_, greater + 1 - at_)));
    return greater + 1;
  }
  if (is_plain) {
    BFCLX_RETURN_IF_ERROR(handler_.end_tag(lower(text_.substr(begin, end - begin))));
    raw_element_.clear();
    return greater + 1;
  }
  if (!is_letter(text_[at_ + 2])) {
    if (text_[at_ + 2] == '>') return at_ + 3;
    BFCLX_RETURN_IF_ERROR(handler_.aside());
    return find_greater(at_ + 2) + 1;
  }
  const std::size_t name_end = tag_name_end(at_ + 2);
  const std::size_t behind = find_greater(skip_between(name_end));
  BFCLX_RETURN_IF_ERROR(handler_.end_tag(lower(text_.substr(at_ + 2, name_end - at_ - 2))));
  return behind + 1;
}

// Where the first of ]\s*> or, with two brackets, ]\s*]\s*> begins; kNone where there is none.
std::size_t HtmlTokenizer::find_closing(std::size_t at, int brackets) const {
  while ((at = text_.find(']', at)) != kNone) {
    std::size_t end = skip_space(at + 1);
    if (brackets == 2) {
      if (end >= text_.size() || text_[end] != ']') {
        at = end;
        continue;
      }
      const std::size_t second = end;
      end = skip_space(second + 1);
      if (end < text_.size() && text_[end] == '>') return at;
      at = second;
      continue;
    }
    if (end < text_.size() && text_[end] == '>') return at;
    at = end;
  }
  return kNone;
}

Result<std::size_t> HtmlTokenizer::parse_comment() {
  if (missing_.comment_end) return kIncomplete;
  for (std::size_t at = text_.find("--", at_ + 4); at != kNone; at = text_.find("--", at + 1)) {
    std::size_t end = at + 2;
    if (end < text_.size() && text_[end] == '-') continue;
    end = skip_space(end);
    if (end >= text_.size() || text_[end] != '>') continue;
    BFCLX_RETURN_IF_ERROR(handler_.aside());
    return end + 1;
  }
  missing_.comment_end = true;
  return kIncomplete;
}

// "<![": a section of SGML or of Microsoft's conditional comments.
Result<std::size_t> HtmlTokenizer::parse_marked_section() {
  static constexpr std::string_view kSections[] = {"temp", "cdata", "ignore", "include", "rcdata"};
  static constexpr std::string_view kOffice[] = {"if", "else", "endif"};
  const std::size_t begin = at_ + 3;
  if (begin == text_.size()) return kIncomplete;
  if (!is_letter(text_[begin])) {
    return Error{"AssertionError", "expected name token at " + shown(text_, at_)};
  }
  std::size_t end = begin;
  while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) ||
                                std::string_view("-_.").find(text_[end]) != kNone)) {
    ++end;
  }
  const std::string name = lower(text_.substr(begin, end - begin));
  end = skip_space(end);
  if (end == text_.size()) return kIncomplete;
  const bool section =
      std::find(std::begin(kSections), std::end(kSections), name) != std::end(kSections);
  const bool office = std::find(std::begin(kOffice), std::end(kOffice), name) != std::end(kOffice);
  if (!section && !office) {
    std::string word;
    append_repr_str(word, text_.substr(begin, end - begin));
    return Error{"AssertionError", "unknown status keyword " + word + " in marked section"};
  }
  bool& missing = section ? missing_.section_end : missing_.office_section_end;
  const std::size_t closing = missing ? kNone : find_closing(begin, section ? 2 : 1);
  if (closing == kNone) {
    missing = true;
    return kIncomplete;
  }
  BFCLX_RETURN_IF_ERROR(handler_.marked_section(text_.substr(begin, closing - begin)));
  const std::size_t greater = text_.find('>', closing);
  return greater + 1;
}

// An aside that ends with the first ">" from `from`.
Result<std::size_t> HtmlTokenizer::skip_to_greater(std::size_t from) {
  const std::size_t greater = find_greater(from);
  if (greater == kNone) return kIncomplete;
  BFCLX_RETURN_IF_ERROR(handler_.aside());
  return greater + 1;
}

Result<std::size_t> HtmlTokenizer::parse_declaration() {
  if (stands_at(text_, at_, "<![")) return parse_marked_section();
  return skip_to_greater(at_ + (stands_at(text_, at_, "<!doctype") ? 9 : 2));
}

// What begins with "<"; kIncomplete when it does not end.
Result<std::size_t> HtmlTokenizer::parse_markup() {
  const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (is_letter(next)) return parse_start_tag();
  if (next == '/') return parse_end_tag();
  if (stands_at(text_, at_, "<!--")) return parse_comment();
  if (next == '?') return skip_to_greater(at_ + 2);
  if (next == '!') return parse_declaration();
  BFCLX_RETURN_IF_ERROR(handler_.data("<"));
  return at_ + 1;
}

// What begins with "&".
Result<std::optional<std::size_t>> HtmlTokenizer::parse_reference(bool end) {
  using Place = std::optional<std::size_t>;
  const std::string_view rest = text_.substr(at_);
  if (rest.substr(0, 2) == "&#") {
    const bool hex = rest.size() > 2 && (rest[2] == 'x' || rest[2] == 'X');
    const std::size_t first = hex ? 3 : 2;
    std::size_t behind = first;
    while (behind < rest.size() && (hex ? is_hex_digit(rest[behind]) : is_digit(rest[behind])))
      ++behind;
    if (behind > first && behind < rest.size() && !is_hex_digit(rest[behind])) {
      BFCLX_RETURN_IF_ERROR(handler_.number_reference(rest.substr(2, behind - 2)));
      return Place(at_ + behind + (rest[behind] == ';' ? 1 : 0));
    }
    // Only the two characters are taken before the walk stops.
    if (last_semicolon_ != kNone && last_semicolon_ >= at_) {
      BFCLX_RETURN_IF_ERROR(handler_.data(rest.substr(0, 2)));
      at_ += 2;
    }
    return Place();
  }
  if (rest.size() > 1 && is_letter(rest[1])) {
    std::size_t behind = 1;
    while (behind < rest.size() && (is_letter(rest[behind]) || is_digit(rest[behind]) ||
                                    rest[behind] == '-' || rest[behind] == '.')) {
      ++behind;
    }
    // At the end of the page only a "-" or "." can end the name.
    if (behind == rest.size()) {
      const std::size_t mark = rest.find_last_of("-.");
      behind = mark != kNone && mark > 1 ? mark : 0;
    }
    if (behind > 0) {
      BFCLX_RETURN_IF_ERROR(handler_.name_reference(rest.substr(1, behind - 1)));
      return Place(at_ + behind + (rest[behind] == ';' ? 1 : 0));
    }
    if (end && rest.size() == 2) ++at_;  // "&a" at the very end is shown as "a"
    return Place();
  }
  if (rest.size() == 1) return Place();
  BFCLX_RETURN_IF_ERROR(handler_.data("&"));
  return Place(at_ + 1);
}

// The next "<" or "&"; in a script or a style sheet its end tag. kNone when there is none.
std::size_t HtmlTokenizer::find_interesting() const {
  if (raw_element_.empty()) return text_.find_first_of("&<", at_);
  for (std::size_t at = text_.find("</", at_); at != kNone; at = text_.find("</", at + 2)) {
    const std::size_t name = skip_space(at + 2);
    if (!stands_at(text_, name, raw_element_)) continue;
    const std::size_t end = skip_space(name + raw_element_.size());
    if (end < text_.size() && text_[end] == '>') return at;
  }
  return kNone;
}

Status HtmlTokenizer::go_ahead(bool end) {
  const std::size_t size = text_.size();
  while (at_ < size) {
    std::size_t next = find_interesting();
    if (next == kNone) {
      if (!raw_element_.empty()) break;
      next = size;
    }
    if (at_ < next) BFCLX_RETURN_IF_ERROR(handler_.data(text_.substr(at_, next - at_)));
    at_ = next;
    if (at_ == size) break;
    if (text_[at_] == '&') {
      BFCLX_ASSIGN_OR_RETURN(const std::optional<std::size_t> behind, parse_reference(end));
      if (!behind) break;
      at_ = *behind;
      continue;
    }
    if (at_ + 1 == size) break;
    BFCLX_ASSIGN_OR_RETURN(std::size_t behind, parse_markup());
    if (behind == kIncomplete) {
      if (!end) break;
      behind = find_greater(at_ + 1);
      if (behind != kNone) {
        ++behind;
      } else {
        behind = text_.find('<', at_ + 1);
        if (behind == kNone) behind = at_ + 1;
      }
      BFCLX_RETURN_IF_ERROR(handler_.data(text_.substr(at_, behind - at_)));
    }
    at_ = behind;
  }
  if (end && at_ < size && raw_element_.empty()) {
    BFCLX_RETURN_IF_ERROR(handler_.data(text_.substr(at_)));
    at_ = size;
  }
  return {};
}

}  // namespace bfclx
