// HTML taken apart as Python 3.11's html.parser does it (HTMLParser with convert_charrefs off),
// which is not the algorithm of the standard: pages that browsers repair come out as that parser
// sees them.
//
// Text is UTF-8 with U+FFFD for what was none. Time is in proportion to the page: where the
// original would look at the same text again and again, the walk ends with an Error "Limit".
#ifndef BFCLX_CORE_SIMULATORS_APIS_HTML_TOKENIZER_H_
#define BFCLX_CORE_SIMULATORS_APIS_HTML_TOKENIZER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bfclx {

// Names in lower case; a value is without its quotes and references, nullopt where there is none.
using HtmlAttributes = std::vector<std::pair<std::string, std::optional<std::string>>>;

// The last attribute of the name; nullptr when there is none.
const std::optional<std::string>* find_attribute(const HtmlAttributes& attributes,
                                                 std::string_view name);

// What a page is made of, in its order. An Error ends the walk.
class HtmlHandler {
 public:
  virtual ~HtmlHandler() = default;
  virtual Status start_tag(std::string_view name, const HtmlAttributes& attributes) = 0;
  virtual Status end_tag(std::string_view name) = 0;
  virtual Status start_end_tag(std::string_view name, const HtmlAttributes& attributes) {
    BFCLX_RETURN_IF_ERROR(start_tag(name, attributes));
    return end_tag(name);
  }
  virtual Status data(std::string_view text) = 0;
  virtual Status number_reference(std::string_view digits) = 0;  // "65", "x41"
  virtual Status name_reference(std::string_view name) = 0;
  // Comments, document types and processing instructions.
  virtual Status aside() = 0;
  // A marked section: "CDATA[...", "if IE".
  virtual Status marked_section(std::string_view text) = 0;
};

class HtmlTokenizer {
 public:
  // Both must outlive this.
  HtmlTokenizer(std::string_view text, HtmlHandler& handler);

  // HTMLParser.goahead: as far as the page is sure to be whole, with `end` to its end. Calls go on
  // where the last one stopped; what they stop at differs, so that how often they are made counts.
  // Errors: the handler's, and AssertionErrors of html.parser.
  Status go_ahead(bool end);

 private:
  static constexpr std::size_t kIncomplete = static_cast<std::size_t>(-1);
  struct Attribute {
    std::string_view name;
    bool has_value = false;
    std::string_view value;
    std::size_t end = 0;
  };
  // A search whose failure holds for all that comes behind.
  struct Missing {
    bool comment_end = false;
    bool section_end = false;
    bool office_section_end = false;
  };

  std::size_t find_interesting() const;
  Result<std::size_t> parse_markup();
  Result<std::size_t> parse_start_tag();
  std::size_t start_tag_end();
  std::optional<Attribute> attribute_at(std::size_t at) const;
  bool value_at(std::size_t at, Attribute& attribute) const;
  Result<std::size_t> parse_end_tag();
  Result<std::size_t> parse_comment();
  Result<std::size_t> parse_marked_section();
  Result<std::size_t> parse_declaration();
  Result<std::size_t> skip_to_greater(std::size_t from);
  // nullopt: the walk stops here.
  Result<std::optional<std::size_t>> parse_reference(bool end);

  std::size_t skip_space(std::size_t at) const;
  std::size_t skip_between(std::size_t at) const;
  std::size_t tag_name_end(std::size_t at) const;
  bool may_begin_attribute(std::size_t at) const;
  std::size_t find_closing(std::size_t at, int brackets) const;
  std::size_t find_greater(std::size_t at) const;

  std::string_view text_;
  HtmlHandler& handler_;
  std::size_t at_ = 0;
  std::string raw_element_;  // script or style whose text is read
  Missing missing_;
  std::size_t last_greater_;
  std::size_t last_semicolon_;
  std::size_t last_single_;
  std::size_t last_double_;
  std::size_t work_left_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_HTML_TOKENIZER_H_
