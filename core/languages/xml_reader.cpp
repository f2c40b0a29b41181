#include "core/languages/xml_reader.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/utf8.h"

namespace bfclx::languages {
namespace {

struct NamedEntity {
  std::string_view reference;
  std::string_view text;
};

constexpr NamedEntity kEntities[] = {
    {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&apos;", "'"}};

// The code point of "&#10;" or "&#xA;"; 0 when XML has no such character.
char32_t character_number(std::string_view reference) {
  const bool hex = reference[2] == 'x';
  char32_t number = 0;
  for (const char c : reference.substr(hex ? 3 : 2)) {
    if (c == ';') break;
    const int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    number = number * (hex ? 16 : 10) + static_cast<char32_t>(digit);
    if (number > 0x10FFFF) return 0;
  }
  if (number < 0x20 && number != '\t' && number != '\n' && number != '\r') return 0;
  if ((number >= 0xD800 && number <= 0xDFFF) || number == 0xFFFE || number == 0xFFFF) return 0;
  return number;
}

struct SplitName {
  std::string_view prefix;
  std::string_view local;
};

SplitName split(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

bool declares_namespace(std::string_view name) {
  return name.substr(0, 5) == "xmlns" && (name.size() == 5 || name[5] == ':');
}

// Finds names that occur twice, in linear time.
class NameSet {
 public:
  explicit NameSet(std::size_t expected) : hashed_(expected > 16) {}
  bool insert(std::string_view name) {
    if (hashed_) return set_.insert(name).second;
    if (std::find(list_.begin(), list_.end(), name) != list_.end()) return false;
    list_.push_back(name);
    return true;
  }

 private:
  bool hashed_;
  std::vector<std::string_view> list_;
  std::unordered_set<std::string_view> set_;
};

}  // namespace

Error XmlReader::error_at(std::string_view message, std::size_t offset) const {
  std::size_t line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < offset; ++i) {
    if (text_[i] == '\n' || (text_[i] == '\r' && !(i + 1 < text_.size() && text_[i + 1] == '\n'))) {
      ++line;
      line_start = i + 1;
    }
  }
  const std::size_t column = count_code_points(text_.substr(line_start, offset - line_start));
  return Error{"ParseError",
               std::string(message) + ": line " + std::to_string(line) + ", column " +
                   std::to_string(column),
               offset};
}

Status XmlReader::scanned(XmlScanner::Scan scan, std::size_t at) const {
  if (scan == XmlScanner::Scan::kInvalid) return error_at("not well-formed (invalid token)", at);
  if (scan == XmlScanner::Scan::kUnclosed) return error_at("unclosed token", token_);
  return {};
}

Result<XmlReader::Event> XmlReader::next() {
  if (empty_element_) {
    empty_element_ = false;
    close_element();
    return Event::kEnd;
  }
  for (;;) {
    if (root_seen_ && open_.empty()) return read_behind_root();
    token_ = offset_;
    if (in_cdata_) {
      BFCLX_ASSIGN_OR_RETURN(const bool found, read_cdata());
      if (found) return Event::kText;
      continue;
    }
    if (offset_ >= text_.size()) return error_at("no element found", offset_);
    if (text_[offset_] == '<') {
      Event event{};
      BFCLX_ASSIGN_OR_RETURN(const bool found, read_markup(event));
      if (found) return event;
    } else if (open_.empty()) {
      // In front of the root: white space only.
      if (!is_xml_space(text_[offset_])) return error_at("syntax error", offset_);
      ++offset_;
    } else if (text_[offset_] == '&') {
      BFCLX_RETURN_IF_ERROR(read_reference());
      return Event::kText;
    } else {
      BFCLX_ASSIGN_OR_RETURN(const bool found, read_text());
      if (found) return Event::kText;
    }
  }
}

// What stands at "<"; false when it is no event.
Result<bool> XmlReader::read_markup(Event& event) {
  if (is_at(offset_, "</")) {
    BFCLX_RETURN_IF_ERROR(read_end_tag());
    event = Event::kEnd;
    return true;
  }
  if (is_at(offset_, "<?")) {
    BFCLX_RETURN_IF_ERROR(skip_instruction());
    return false;
  }
  if (is_at(offset_, "<!-")) {
    BFCLX_RETURN_IF_ERROR(skip_comment());
    return false;
  }
  if (is_at(offset_, "<![") && !open_.empty()) {
    constexpr std::string_view kOpening = "<![CDATA[";
    std::size_t matched = 3;
    while (matched < kOpening.size() && is_at(offset_ + matched, kOpening.substr(matched, 1))) {
      ++matched;
    }
    if (matched < kOpening.size()) {
      if (text_.size() - offset_ < kOpening.size()) return error_at("unclosed token", offset_);
      return error_at("not well-formed (invalid token)", offset_ + matched);
    }
    offset_ += matched;
    in_cdata_ = true;
    return false;
  }
  if (is_at(offset_, "<!")) {
    return error_at("not well-formed (invalid token)", offset_ + 2);
  }
  BFCLX_RETURN_IF_ERROR(read_start_tag());
  event = Event::kStart;
  return true;
}

// Character data up to the next markup or line end; false when there was none.
Result<bool> XmlReader::read_text() {
  std::size_t at = offset_;
  if (text_[at] == '\r') {
    offset_ += is_at(at, "\r\n") ? 2 : 1;
    chunk_ = "\n";
    return true;
  }
  while (at < text_.size() && text_[at] != '<' && text_[at] != '&' && text_[at] != '\r') {
    if (text_[at] == ']' && is_at(at, "]]>")) {
      return error_at("not well-formed (invalid token)", at + 2);
    }
    const XmlScanner::Scan scan = scanner_.character(at);
    if (scan != XmlScanner::Scan::kDone) return scanned(scan, at).error();
  }
  chunk_ = text_.substr(offset_, at - offset_);
  offset_ = at;
  return !chunk_.empty();
}

Result<bool> XmlReader::read_cdata() {
  std::size_t at = offset_;
  if (is_at(at, "\r")) {
    offset_ += is_at(at, "\r\n") ? 2 : 1;
    chunk_ = "\n";
    return true;
  }
  while (at < text_.size() && text_[at] != '\r' && !(text_[at] == ']' && is_at(at, "]]>"))) {
    const XmlScanner::Scan scan = scanner_.character(at);
    if (scan != XmlScanner::Scan::kDone) return scanned(scan, at).error();
  }
  chunk_ = text_.substr(offset_, at - offset_);
  if (at >= text_.size()) return error_at("unclosed CDATA section", at);
  in_cdata_ = text_[at] == '\r';
  offset_ = in_cdata_ ? at : at + 3;
  return !chunk_.empty();
}

Status XmlReader::read_reference() {
  std::size_t at = offset_ + 1;
  const XmlScanner::Scan scan = scanner_.reference(at);
  BFCLX_RETURN_IF_ERROR(scanned(scan, at));
  BFCLX_ASSIGN_OR_RETURN(chunk_, resolve(text_.substr(offset_, at - offset_), offset_));
  offset_ = at;
  return {};
}

// What "&...;" at `offset` stands for: a view that is valid until the next call. An unknown entity
// is reported where the token began, be that the tag around an attribute.
Result<std::string_view> XmlReader::resolve(std::string_view reference, std::size_t offset) {
  if (reference[1] == '#') {
    const char32_t number = character_number(reference);
    if (number == 0) return error_at("reference to invalid character number", offset);
    std::string encoded;
    append_utf8(encoded, number);
    std::copy(encoded.begin(), encoded.end(), encoded_);
    return std::string_view(encoded_, encoded.size());
  }
  for (const NamedEntity& entity : kEntities) {
    if (entity.reference == reference) return entity.text;
  }
  return error_at("undefined entity", token_);
}

Status XmlReader::skip_comment() {
  std::size_t at = offset_ + 3;
  const XmlScanner::Scan scan = scanner_.comment(at);
  BFCLX_RETURN_IF_ERROR(scanned(scan, at));
  offset_ = at;
  return {};
}

Status XmlReader::skip_instruction() {
  std::size_t at = offset_ + 2;
  bool is_declaration = false;
  const XmlScanner::Scan scan = scanner_.instruction(at, is_declaration);
  BFCLX_RETURN_IF_ERROR(scanned(scan, at));
  if (is_declaration) {
    return error_at("XML or text declaration not at start of entity", offset_);
  }
  offset_ = at;
  return {};
}

Status XmlReader::read_start_tag() {
  std::size_t at = offset_ + 1;
  const XmlScanner::Scan scan = scanner_.start_tag(at, start_tag_);
  BFCLX_RETURN_IF_ERROR(scanned(scan, at));
  const std::size_t bindings = namespaces_.size();
  BFCLX_RETURN_IF_ERROR(store_attributes());
  BFCLX_RETURN_IF_ERROR(resolve_prefixes());
  open_.push_back({start_tag_.name, bindings});
  empty_element_ = start_tag_.empty;
  root_seen_ = true;
  offset_ = at;
  return {};
}

Status XmlReader::read_end_tag() {
  std::size_t at = offset_ + 2;
  std::string_view name;
  const XmlScanner::Scan scan = scanner_.end_tag(at, name);
  BFCLX_RETURN_IF_ERROR(scanned(scan, at));
  if (open_.empty() || name != open_.back().name) return error_at("mismatched tag", offset_ + 2);
  offset_ = at;
  close_element();
  return {};
}

void XmlReader::close_element() {
  namespaces_.unbind_to(open_.back().bindings);
  open_.pop_back();
}

Status XmlReader::store_attributes() {
  attributes_.clear();
  NameSet names(start_tag_.attributes.size());
  for (const XmlRawAttribute& raw : start_tag_.attributes) {
    if (!names.insert(raw.name)) {
      return error_at("duplicate attribute",
                      static_cast<std::size_t>(raw.name.data() - text_.data()));
    }
    BFCLX_ASSIGN_OR_RETURN(const std::string_view value, attribute_value(raw));
    attributes_.push_back({raw.name, value});
    if (declares_namespace(raw.name)) {
      const auto [outer, local] = split(raw.name);
      const std::string_view problem =
          namespaces_.bind(outer.empty() ? std::string_view() : local, value);
      if (!problem.empty()) return error_at(problem, token_);
    }
  }
  return {};
}

// References resolved, each line end or tab written as such made a blank.
Result<std::string_view> XmlReader::attribute_value(const XmlRawAttribute& raw) {
  const std::string_view written = text_.substr(raw.begin, raw.end - raw.begin);
  if (raw.plain) return written;
  std::string value;
  value.reserve(written.size());
  for (std::size_t at = 0; at < written.size();) {
    const char c = written[at];
    if (c == '&') {
      const std::size_t end = written.find(';', at) + 1;
      BFCLX_ASSIGN_OR_RETURN(const std::string_view text,
                             resolve(written.substr(at, end - at), raw.begin + at));
      value += text;
      at = end;
      continue;
    }
    if (c == '\r' && at + 1 < written.size() && written[at + 1] == '\n') ++at;
    value += is_xml_space(c) ? ' ' : c;
    ++at;
  }
  return std::string_view(pool_.emplace_back(std::move(value)));
}

// Every prefix must be bound, and no two attributes may have one expanded name.
Status XmlReader::resolve_prefixes() {
  NameSet names(attributes_.size());
  for (const Attribute& attribute : attributes_) {
    const auto [prefix, local] = split(attribute.name);
    if (prefix.empty() || declares_namespace(attribute.name)) continue;
    const std::size_t uri = namespaces_.uri_of(prefix);
    if (uri == XmlNamespaces::kNone) return error_at("unbound prefix", token_);
    std::string& expanded = pool_.emplace_back(std::to_string(uri));
    expanded += '}';
    expanded += local;
    if (!names.insert(expanded)) return error_at("duplicate attribute", token_);
  }
  const std::string_view prefix = split(start_tag_.name).prefix;
  const bool bound = namespaces_.uri_of(prefix) != XmlNamespaces::kNone;
  if (!prefix.empty() && !bound) return error_at("unbound prefix", token_);
  tag_ = bound ? std::string_view() : start_tag_.name;
  return {};
}

// White space, comments and processing instructions may follow the root.
Result<XmlReader::Event> XmlReader::read_behind_root() {
  while (offset_ < text_.size()) {
    token_ = offset_;
    if (is_xml_space(text_[offset_])) {
      ++offset_;
    } else if (is_at(offset_, "<!-")) {
      BFCLX_RETURN_IF_ERROR(skip_comment());
    } else if (is_at(offset_, "<?")) {
      BFCLX_RETURN_IF_ERROR(skip_instruction());
    } else if (is_at(offset_, "</")) {
      return error_at("not well-formed (invalid token)", offset_ + 1);
    } else {
      return error_at("junk after document element", offset_);
    }
  }
  return Event::kDone;
}

}  // namespace bfclx::languages
