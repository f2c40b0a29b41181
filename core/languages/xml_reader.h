// A strict reader of XML 1.0 with namespaces for the formats of BFCL: one element, without the
// declaration and the document type that may stand in front of one.
//
// It accepts and rejects what expat does behind Python's xml.etree.ElementTree.fromstring, with the
// same error texts ("mismatched tag: line 1, column 5"). Linear in the text, no recursion.
#ifndef BFCLX_CORE_LANGUAGES_XML_READER_H_
#define BFCLX_CORE_LANGUAGES_XML_READER_H_

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/languages/xml_namespaces.h"
#include "core/languages/xml_scanner.h"

namespace bfclx::languages {

// Walks a document event by event. All views live as long as the reader and the document.
class XmlReader {
 public:
  enum class Event { kStart, kEnd, kText, kDone };

  struct Attribute {
    std::string_view name;   // as written, prefix included
    std::string_view value;  // references resolved, white space normalised
  };

  // UTF-8 without surrogates.
  explicit XmlReader(std::string_view document) : text_(document), scanner_(document) {}
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  // Errors: "ParseError" with expat's text. After kDone or an error the reader is spent.
  Result<Event> next();

  // kStart: name of the element when it is in no namespace, else empty (ElementTree would put
  // "{uri}" in front of it). An empty element gives kStart and kEnd.
  std::string_view tag() const { return tag_; }
  // kStart: attributes in order, declarations of namespaces included.
  const std::vector<Attribute>& attributes() const { return attributes_; }
  // kText: a piece of character data, line ends normalised; neighbours are to be joined.
  std::string_view chunk() const { return chunk_; }

 private:
  struct OpenElement {
    std::string_view name;
    std::size_t bindings;  // in force around it
  };

  Error error_at(std::string_view message, std::size_t offset) const;
  Status scanned(XmlScanner::Scan scan, std::size_t at) const;
  bool is_at(std::size_t offset, std::string_view text) const {
    return text_.substr(offset, text.size()) == text;
  }

  Result<bool> read_markup(Event& event);
  Result<bool> read_text();
  Result<bool> read_cdata();
  Status read_reference();
  Status read_start_tag();
  Status read_end_tag();
  void close_element();
  Status skip_comment();
  Status skip_instruction();
  Result<Event> read_behind_root();

  Status store_attributes();
  Result<std::string_view> attribute_value(const XmlRawAttribute& raw);
  Status resolve_prefixes();
  Result<std::string_view> resolve(std::string_view reference, std::size_t offset);

  std::string_view text_;
  XmlScanner scanner_;
  std::size_t offset_ = 0;
  std::size_t token_ = 0;  // where the token began that is being read
  bool in_cdata_ = false;
  bool empty_element_ = false;  // its kEnd is to come
  bool root_seen_ = false;
  std::vector<OpenElement> open_;
  XmlStartTag start_tag_;
  std::vector<Attribute> attributes_;
  std::string_view tag_;
  std::string_view chunk_;
  XmlNamespaces namespaces_;
  std::deque<std::string> pool_;  // what the views point to that the document does not hold
  char encoded_[4] = {};          // what a character reference stands for
};

}  // namespace bfclx::languages

#endif  // BFCLX_CORE_LANGUAGES_XML_READER_H_
