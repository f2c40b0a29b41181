// Calls in Python syntax, as the official evaluator reads them
// (bfcl_eval/model_handler/utils.py: ast_parse, resolve_ast_call, resolve_ast_by_type).
#ifndef BFCLX_CORE_DECODE_PYTHON_CALLS_H_
#define BFCLX_CORE_DECODE_PYTHON_CALLS_H_

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/decode/decoder.h"
#include "core/value/value.h"

namespace bfclx {

// ast_parse for ReturnFormat.PYTHON without a tag: strips white space, then single quotes, parses
// one expression and resolves it to a list of {name: {parameter: value}}. The quirks of the
// official resolver (unary_negates, positional_vanishes, names_are_texts, ...: ../QUIRKS.md) live
// here. Operations are evaluated, and paid from the budget.
Result<Value> parse_python_calls(std::string_view text, Budget* budget = nullptr);
// The same by way of the syntax tree alone, for text that is stripped already (simple_calls.h reads
// the plain form without one).
Result<Value> parse_python_calls_by_tree(std::string_view cleaned, Budget* budget = nullptr);

// ast_parse with any format and the optional <TOOLCALL> tag.
Result<Value> ast_parse(std::string_view text, const DecodeOptions& options);

// default_decode_ast_prompting / default_decode_execute_prompting: strip backticks, newlines and
// spaces, add missing brackets, ast_parse.
Result<Value> decode_ast_prompting(std::string_view response, const DecodeOptions& options);
Result<Value> decode_execute_prompting(std::string_view response, const DecodeOptions& options);

// The text whose calls decode_ast_prompting gives without a tag, stripped as it is then read: a
// part of the response or of `storage`, which is empty before.
std::string_view prompting_calls_text(std::string_view response, std::string& storage);

// decoded_output_to_execution_list with parse_nested_value, and convert_to_function_call.
Result<Value> to_execution_list(const Value& decoded);
Result<Value> convert_to_function_call(const Value& calls);

}  // namespace bfclx

#endif  // BFCLX_CORE_DECODE_PYTHON_CALLS_H_
