// Decoders: from what a model replied to the calls it meant.
//
// A decoder stands for the `decode_ast` / `decode_execute` pair of one official handler class in
// one mode (FC or prompting). It knows formats, not right or wrong. Responses are Values because
// function-calling models give JSON, not text; anything may come in, and where the official code
// would raise, the Error carries the Python exception's class and text.
#ifndef BFCLX_CORE_DECODE_DECODER_H_
#define BFCLX_CORE_DECODE_DECODER_H_

#include <span>
#include <string>
#include <string_view>

#include "core/base/budget.h"
#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// The syntax that the prompt asked for (official `ReturnFormat`).
enum class ReturnFormat { kPython, kJava, kJavaScript, kJson, kVerboseXml, kConciseXml };

struct DecodeOptions {
  ReturnFormat format = ReturnFormat::kPython;
  bool has_tool_call_tag = false;  // calls stand between <TOOLCALL> and </TOOLCALL>
  Budget* budget = nullptr;        // what expressions are paid from; nullptr: no bound over all
};

struct Decoder {
  std::string_view name;     // "openai_fc"
  std::string_view handler;  // official class: "OpenAICompletionsHandler"
  enum class Mode { kAny, kFunctionCalling, kPrompting } mode;  // kAny: the class has one behaviour
  std::string_view response_form;  // one line for people: what a response looks like
  // Gives normally a list of {name: {parameter: value}}; some official decoders give other values
  // for odd responses, and so do these.
  Result<Value> (*decode_ast)(const Value& response, const DecodeOptions& options);
  // Gives normally a list of str, each a call in Python syntax.
  Result<Value> (*decode_execute)(const Value& response, const DecodeOptions& options);
  // Of decoders for which a text, where Python calls are asked for without a tag, is nothing but
  // these: what parse_python_calls reads of it, stripped, a part of it or of `storage` (which is
  // empty before). nullptr: of all others.
  std::string_view (*calls_text)(std::string_view response, std::string& storage) = nullptr;
  // Whether a response is a list of {function name: JSON text of the arguments}, of which only the
  // first member of each counts.
  bool json_arguments = false;
};

// All decoders, in the order in which they are listed to people.
std::span<const Decoder> decoders();
// nullptr when there is none of that name.
const Decoder* find_decoder(std::string_view name);
// What is wrong with a name of none, and the names that are close. `or_auto`: "auto" is one too.
std::string unknown_decoder(std::string_view name, bool or_auto = false);
// The decoder of an official handler class; nullptr when the class is unknown.
const Decoder* find_decoder_for_handler(std::string_view handler_class, bool is_fc_model);

}  // namespace bfclx

#endif  // BFCLX_CORE_DECODE_DECODER_H_
