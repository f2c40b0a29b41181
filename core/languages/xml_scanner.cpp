#include "core/languages/xml_scanner.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/languages/xml_names.h"

namespace bfclx::languages {
namespace {

using Scan = XmlScanner::Scan;

template <std::size_t kSize>
bool is_in(char32_t c, const XmlNameRange (&ranges)[kSize]) {
  const auto* end = ranges + kSize;
  const auto* range = std::lower_bound(
      ranges, end, c, [](const XmlNameRange& r, char32_t value) { return r.last < value; });
  return range != end && c >= range->first;
}

// "xml" in any case is reserved; in lower case it is the declaration.
bool is_reserved_target(std::string_view name) {
  return name.size() == 3 && (name[0] | 0x20) == 'x' && (name[1] | 0x20) == 'm' &&
         (name[2] | 0x20) == 'l';
}

}  // namespace

#define BFCLX_RETURN_UNLESS_DONE(expression)                              \
  do {                                                                    \
    if (const Scan scan = (expression); scan != Scan::kDone) return scan; \
  } while (false)

Scan XmlScanner::character(std::size_t& at) const {
  const auto byte = static_cast<unsigned char>(text_[at]);
  if (byte < 0x20 && !is_xml_space(text_[at])) return Scan::kInvalid;
  if (byte < 0x80) {
    ++at;
    return Scan::kDone;
  }
  std::size_t next = at;
  const char32_t c = next_code_point(text_, next);
  if (c == 0xFFFE || c == 0xFFFF) return Scan::kInvalid;
  at = next;
  return Scan::kDone;
}

Scan XmlScanner::name_character(std::size_t& at, bool start) const {
  if (at >= text_.size()) return Scan::kUnclosed;
  const char c = text_[at];
  if (static_cast<unsigned char>(c) < 0x80) {
    const bool good = is_letter(c) || c == '_' || (!start && (is_digit(c) || c == '-' || c == '.'));
    if (!good) return Scan::kInvalid;
    ++at;
    return Scan::kDone;
  }
  std::size_t next = at;
  const char32_t code_point = next_code_point(text_, next);
  if (!is_in(code_point, kXmlNameStart) && (start || !is_in(code_point, kXmlNameMore))) {
    return Scan::kInvalid;
  }
  at = next;
  return Scan::kDone;
}

// A name; stops at the first character that cannot belong to it.
Scan XmlScanner::name(std::size_t& at, Colons colons) const {
  BFCLX_RETURN_UNLESS_DONE(name_character(at, true));
  while (at < text_.size()) {
    if (text_[at] == ':' && colons != Colons::kNone) {
      ++at;
      if (colons == Colons::kAny) continue;
      colons = Colons::kNone;
      BFCLX_RETURN_UNLESS_DONE(name_character(at, true));
    } else if (name_character(at, false) != Scan::kDone) {
      return Scan::kDone;
    }
  }
  return Scan::kUnclosed;
}

Scan XmlScanner::skip_space(std::size_t& at) const {
  while (at < text_.size() && is_xml_space(text_[at])) ++at;
  return at < text_.size() ? Scan::kDone : Scan::kUnclosed;
}

Scan XmlScanner::tag_close(std::size_t& at, bool& empty) const {
  empty = text_[at] == '/';
  if (empty && ++at >= text_.size()) return Scan::kUnclosed;
  if (text_[at] != '>') return Scan::kInvalid;
  ++at;
  return Scan::kDone;
}

Scan XmlScanner::start_tag(std::size_t& at, XmlStartTag& tag) const {
  tag.attributes.clear();
  const std::size_t begin = at;
  BFCLX_RETURN_UNLESS_DONE(name(at, Colons::kOne));
  tag.name = text_.substr(begin, at - begin);
  while (is_xml_space(text_[at])) {
    BFCLX_RETURN_UNLESS_DONE(skip_space(at));
    if (text_[at] == '>' || text_[at] == '/') break;
    XmlRawAttribute raw{};
    BFCLX_RETURN_UNLESS_DONE(attribute(at, raw));
    tag.attributes.push_back(raw);
    if (at >= text_.size()) return Scan::kUnclosed;
  }
  return tag_close(at, tag.empty);
}

Scan XmlScanner::attribute(std::size_t& at, XmlRawAttribute& attribute) const {
  const std::size_t begin = at;
  BFCLX_RETURN_UNLESS_DONE(name(at, Colons::kOne));
  attribute.name = text_.substr(begin, at - begin);
  BFCLX_RETURN_UNLESS_DONE(skip_space(at));
  if (text_[at] != '=') return Scan::kInvalid;
  ++at;
  BFCLX_RETURN_UNLESS_DONE(skip_space(at));
  if (text_[at] != '"' && text_[at] != '\'') return Scan::kInvalid;
  return attribute_value(at, attribute);
}

Scan XmlScanner::attribute_value(std::size_t& at, XmlRawAttribute& attribute) const {
  const char quote = text_[at++];
  attribute.begin = at;
  attribute.plain = true;
  while (at < text_.size()) {
    const char c = text_[at];
    if (c == quote) {
      attribute.end = at++;
      return Scan::kDone;
    }
    if (c == '<') return Scan::kInvalid;
    if (c == '&') {
      attribute.plain = false;
      BFCLX_RETURN_UNLESS_DONE(reference(++at));
      continue;
    }
    if (c == '\t' || c == '\n' || c == '\r') attribute.plain = false;
    BFCLX_RETURN_UNLESS_DONE(character(at));
  }
  return Scan::kUnclosed;
}

Scan XmlScanner::end_tag(std::size_t& at, std::string_view& tag_name) const {
  const std::size_t begin = at;
  BFCLX_RETURN_UNLESS_DONE(name(at, Colons::kAny));
  tag_name = text_.substr(begin, at - begin);
  BFCLX_RETURN_UNLESS_DONE(skip_space(at));
  if (text_[at] != '>') return Scan::kInvalid;
  ++at;
  return Scan::kDone;
}

Scan XmlScanner::comment(std::size_t& at) const {
  if (at >= text_.size()) return Scan::kUnclosed;
  if (text_[at] != '-') return Scan::kInvalid;
  ++at;
  while (at < text_.size()) {
    if (text_[at] == '-' && is(at + 1, '-')) {
      at += 2;
      if (at >= text_.size()) return Scan::kUnclosed;
      if (text_[at] != '>') return Scan::kInvalid;
      ++at;
      return Scan::kDone;
    }
    BFCLX_RETURN_UNLESS_DONE(character(at));
  }
  return Scan::kUnclosed;
}

Scan XmlScanner::instruction(std::size_t& at, bool& is_declaration) const {
  const std::size_t begin = at;
  BFCLX_RETURN_UNLESS_DONE(name(at, Colons::kNone));
  const std::string_view target = text_.substr(begin, at - begin);
  const bool space = is_xml_space(text_[at]);
  if (!space && text_[at] != '?') return Scan::kInvalid;
  is_declaration = target == "xml";
  if (is_reserved_target(target) && !is_declaration) return Scan::kInvalid;
  if (!space) {
    ++at;
    if (at >= text_.size()) return Scan::kUnclosed;
    if (text_[at] != '>') return Scan::kInvalid;
    ++at;
    return Scan::kDone;
  }
  while (at < text_.size()) {
    if (text_[at] == '?' && is(at + 1, '>')) {
      at += 2;
      return Scan::kDone;
    }
    BFCLX_RETURN_UNLESS_DONE(character(at));
  }
  return Scan::kUnclosed;
}

// Behind "&#".
Scan XmlScanner::digits(std::size_t& at) const {
  const bool hex = is(at, 'x');
  if (hex) ++at;
  const std::size_t begin = at;
  while (at < text_.size() && (hex ? is_hex_digit(text_[at]) : is_digit(text_[at]))) ++at;
  if (at >= text_.size()) return Scan::kUnclosed;
  return at > begin ? Scan::kDone : Scan::kInvalid;
}

Scan XmlScanner::reference(std::size_t& at) const {
  if (is(at, '#')) {
    BFCLX_RETURN_UNLESS_DONE(digits(++at));
  } else {
    BFCLX_RETURN_UNLESS_DONE(name(at, Colons::kNone));
  }
  if (text_[at] != ';') return Scan::kInvalid;
  ++at;
  return Scan::kDone;
}

#undef BFCLX_RETURN_UNLESS_DONE

}  // namespace bfclx::languages
