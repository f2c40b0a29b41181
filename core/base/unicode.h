// The parts of Python's str and re that depend on Unicode's tables (14.0.0, CPython 3.11).
#ifndef BFCLX_CORE_BASE_UNICODE_H_
#define BFCLX_CORE_BASE_UNICODE_H_

#include <string>
#include <string_view>

namespace bfclx {

bool is_space(char32_t c);        // str.isspace, re's \s, str.strip()
bool is_printable(char32_t c);    // str.isprintable
bool is_word(char32_t c);         // re's \w: alphanumeric or underscore
bool is_id_start(char32_t c);     // XID_Start or underscore, as the tokenizer has it
bool is_id_continue(char32_t c);  // XID_Continue
int decimal_value(char32_t c);    // str.isdecimal's digit, 0 to 9; -1 when it is none

// str.lower() and str.upper(), special casing included (final sigma, 'İ', 'ß').
std::string lower(std::string_view text);
std::string upper(std::string_view text);
// unicodedata.normalize('NFKC', text).
std::string nfkc(std::string_view text);

// The text of a number as int() and float() read it: white space around it is gone, each decimal
// digit of any script is its ASCII digit, and whatever else is not ASCII is '?'. A view into `text`
// or into `buffer`.
std::string_view ascii_number_text(std::string_view text, std::string& buffer);

// str.strip() of white space, on the left, on the right, on both sides. Views into `text`.
std::string_view strip(std::string_view text);
std::string_view lstrip(std::string_view text);
std::string_view rstrip(std::string_view text);
// str.strip(chars), with ASCII `chars`.
std::string_view strip_chars(std::string_view text, std::string_view chars);
// str.replace(from, to), `from` not empty.
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

}  // namespace bfclx

#endif  // BFCLX_CORE_BASE_UNICODE_H_
