// The response syntaxes other than Python, as the official parsers read them
// (bfcl_eval/model_handler/parser/*.py). Each gives what `ast_parse` would give for its format:
// normally a list of {function name: {parameter: value}}, but whatever odd value the official
// parser lets through (an empty dict, None) as well; an Error carries the Python exception.
#ifndef BFCLX_CORE_LANGUAGES_LANGUAGES_H_
#define BFCLX_CORE_LANGUAGES_LANGUAGES_H_

#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// One call in Java / JavaScript syntax with named arguments, `f(a = 1, b = "x")`; argument values
// stay source text. Parsed by the tree-sitter grammars that the official evaluator pins.
// (java_parser.py:parse_java_function_call, js_parser.py:parse_javascript_function_call)
Result<Value> parse_java_call(std::string_view source);
Result<Value> parse_javascript_call(std::string_view source);
// The same by way of the syntax tree alone (plain_call.h reads the plain form without one).
Result<Value> parse_java_call_by_tree(std::string_view source);
Result<Value> parse_javascript_call_by_tree(std::string_view source);

// `[{"function": name, "parameters": {...}}, ...]` (json_parser.py:parse_json_function_call)
Result<Value> parse_json_calls(std::string_view source);

// `<functions>...</functions>`; `document` is the matched element, tags included.
// (xml_parser.py:parse_verbose_xml_function_call, parse_concise_xml_function_call)
Result<Value> parse_verbose_xml_calls(std::string_view document);
Result<Value> parse_concise_xml_calls(std::string_view document);

}  // namespace bfclx

#endif  // BFCLX_CORE_LANGUAGES_LANGUAGES_H_
