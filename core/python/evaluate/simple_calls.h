// The plain form of a response, `[f(a=1, b='x'), g.h(c=[2.5, None], d={'k': True})]`, and of a call
// in it, read in one pass.
//
// Most responses have it, and for them neither tokens nor a syntax tree are needed. Whatever else a
// text holds (unusual escapes, prefixes, adjacent strings, operators, positional arguments, nested
// calls, anything outside ASCII but inside strings, ...) is left to the full parser, which gives
// the same calls for the plain form; a fuzz target holds the two against each other.
#ifndef BFCLX_CORE_PYTHON_EVALUATE_SIMPLE_CALLS_H_
#define BFCLX_CORE_PYTHON_EVALUATE_SIMPLE_CALLS_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

// The calls as parse_python_calls gives them; nullopt when `text` does not have the plain form.
// `text` is stripped already.
std::optional<Value> read_simple_calls(std::string_view text);

// The calls of a text of the plain form, each written again in one form: what to_execution_list
// makes of read_simple_calls. nullopt for other texts, and for arguments that hold a dict, a name
// twice or more names than kMostNamed.
std::optional<Value> read_simple_call_texts(std::string_view text);

// What eval() makes of a literal of the plain form: texts, numbers, True, False, None, and lists
// and dicts of them. nullopt for other texts, for those with blanks around, which may be an indent,
// and for those of more than 64 KB, whose evaluation has its limits.
std::optional<Value> read_plain_value(std::string_view text);

// A call as eval() sees it: literal arguments, those without a name first, no name twice.
struct SimpleCall {
  std::string_view name;  // a part of the text, "f" or "g.h"
  List positional;
  Dict keywords;
};
// The call that all of `text` is; nullopt when it does not have the plain form. A bare name among
// the arguments, which a response means as text, is not plain here.
std::optional<SimpleCall> read_simple_call(std::string_view text);

// The same without a dict, for whoever binds arguments to parameters right away: with a few names
// at most.
struct NamedArgument {
  std::string_view name;  // a part of the text
  Value value;
};
struct PlainCall {
  static constexpr std::size_t kMostNamed = 16;

  std::string_view name;
  List positional;
  std::vector<NamedArgument> keywords;
};
std::optional<PlainCall> read_plain_call(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_PYTHON_EVALUATE_SIMPLE_CALLS_H_
