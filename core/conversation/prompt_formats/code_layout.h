// Statements laid out as black 26 does it with lines of 88 columns and quotes left as they are, as
// far as generated classes need it (minicpm_fc alone).
#ifndef BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_CODE_LAYOUT_H_
#define BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_CODE_LAYOUT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/value.h"

namespace bfclx::chat_formats {

// A piece of code: text, or text, a bracket with items, and its end.
struct Code {
  std::string text;
  char open = 0;  // '(' of a call, '[' or '{' of a display; 0: nothing but text
  std::vector<Code> items = {};
};

// repr(value), lists and dicts as brackets. `before` stands in front of it.
Code code_of(const Value& value, std::string_view before = {});

// One line, without breaks.
std::string flat(const Code& code);
// The statement, `indent` spaces from the left, with a line end behind every line.
void append_statement(std::string& out, const Code& code, std::size_t indent);
// `name = value` of a text that cannot be broken: parentheses around it where that helps.
void append_assignment(std::string& out, std::string_view name, std::string_view value,
                       std::size_t indent);

}  // namespace bfclx::chat_formats

#endif  // BFCLX_CORE_CONVERSATION_PROMPT_FORMATS_CODE_LAYOUT_H_
