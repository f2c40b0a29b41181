// Tokens of XML 1.0, cut where expat cuts them, so that errors are found at the same places.
#ifndef BFCLX_CORE_LANGUAGES_XML_SCANNER_H_
#define BFCLX_CORE_LANGUAGES_XML_SCANNER_H_

#include <cstddef>
#include <string_view>
#include <vector>

namespace bfclx::languages {

struct XmlRawAttribute {
  std::string_view name;
  std::size_t begin;  // of the value, between the quotes
  std::size_t end;
  bool plain;  // no reference and no white space but blanks in it
};

struct XmlStartTag {
  std::string_view name;
  bool empty;  // "<a/>"
  std::vector<XmlRawAttribute> attributes;
};

// Each scanner moves `at` from the place that it names to behind the token, or to the byte that is
// wrong.
class XmlScanner {
 public:
  enum class Scan { kDone, kInvalid, kUnclosed };

  // `text` is UTF-8 without surrogates.
  explicit XmlScanner(std::string_view text) : text_(text) {}

  Scan start_tag(std::size_t& at, XmlStartTag& tag) const;        // at the name
  Scan end_tag(std::size_t& at, std::string_view& name) const;    // at the name
  Scan comment(std::size_t& at) const;                            // behind "<!-"
  Scan instruction(std::size_t& at, bool& is_declaration) const;  // behind "<?"
  Scan reference(std::size_t& at) const;                          // behind "&"
  // One character that is not looked at otherwise; kInvalid when XML does not have it.
  Scan character(std::size_t& at) const;

 private:
  enum class Colons { kNone, kOne, kAny };

  Scan name(std::size_t& at, Colons colons) const;
  Scan name_character(std::size_t& at, bool start) const;
  Scan attribute(std::size_t& at, XmlRawAttribute& attribute) const;
  Scan attribute_value(std::size_t& at, XmlRawAttribute& attribute) const;
  Scan tag_close(std::size_t& at, bool& empty) const;
  Scan digits(std::size_t& at) const;
  bool is(std::size_t at, char c) const { return at < text_.size() && text_[at] == c; }
  Scan skip_space(std::size_t& at) const;

  std::string_view text_;
};

inline bool is_xml_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace bfclx::languages

#endif  // BFCLX_CORE_LANGUAGES_XML_SCANNER_H_
