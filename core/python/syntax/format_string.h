// String literals that need more than a view of the source: several tokens in a row, escape
// sequences, bytes, f-strings.
#ifndef BFCLX_CORE_PYTHON_SYNTAX_FORMAT_STRING_H_
#define BFCLX_CORE_PYTHON_SYNTAX_FORMAT_STRING_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/python/syntax/literals.h"
#include "core/python/syntax/parser.h"

namespace bfclx::python {

class FormatString {
 public:
  FormatString(Parser& parser, std::span<const Token> tokens) : parser_(parser), tokens_(tokens) {}
  // A Constant or a JoinedStr; nullptr when the parser failed.
  const Node* parse();

 private:
  // One of the literals, or a format spec within it, as it is read.
  struct Reader {
    std::string_view body;
    std::size_t position;
    bool is_raw;
    int level;  // 0, or 1 and 2 inside format specs
    bool done() const { return position >= body.size(); }
    char at() const { return body[position]; }
  };

  std::nullptr_t fail(std::string message, std::size_t line = 0);
  std::nullptr_t fail(const Error& error) { return fail(error.message); }
  bool append_plain(const StringToken& parts, const Token& token, std::string& text);
  const Node* constant(std::string_view text);
  bool append_format(Reader& reader, std::string& text);
  bool append_literal(Reader& reader, std::string& text, bool& doubled);
  const Node* field(Reader& reader, std::string& text);
  bool find_field_end(Reader& reader);
  bool is_comparison(const Reader& reader) const;
  bool close_bracket(char bracket, std::string& open);
  const Node* field_expression(const Reader& reader, std::size_t begin);
  const Node* format_spec(Reader& reader);
  void flush(std::string& text);
  const Node* joined(std::size_t base, std::string& text, std::size_t offset);

  Parser& parser_;
  std::span<const Token> tokens_;
};

}  // namespace bfclx::python

#endif  // BFCLX_CORE_PYTHON_SYNTAX_FORMAT_STRING_H_
