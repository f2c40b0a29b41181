// MiniCPM: thoughts, then a Python module between tags in which every statement is a call
// (minicpm_fc.py:fc2dict).
#include <string>
#include <string_view>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/decode/call_items.h"
#include "core/decode/formats.h"
#include "core/decode/python_calls.h"
#include "core/decode/python_like.h"
#include "core/decode/statements.h"
#include "core/python/python.h"
#include "core/value/dict.h"

namespace bfclx::formats {
namespace {

using python_like::contains_str;

constexpr std::string_view kFence = "```";

// `before, after = text.rsplit(end_tag, 1)`; `inner = before.split(start_tag, 1)[1]`. The tag must
// occur in `text`.
struct Tagged {
  std::string_view inner;
  std::string_view after;
};

Result<Tagged> split_tagged(std::string_view text, std::string_view start_tag,
                            std::string_view end_tag) {
  const std::size_t end = text.rfind(end_tag);
  const std::string_view before = text.substr(0, end);
  const std::size_t start = before.find(start_tag);
  if (start == std::string_view::npos) return Error{"IndexError", "list index out of range"};
  return Tagged{before.substr(start + start_tag.size()), text.substr(end + end_tag.size())};
}

// The module without its fence. lstrip("python") takes letters, not the word.
std::string_view without_fence(std::string_view text) {
  text = strip(text);
  if (text.starts_with(kFence)) {
    text = strip(python_like::lstrip_chars(text, "`"));
    if (text.starts_with("python")) text = strip(python_like::lstrip_chars(text, "python"));
  }
  if (text.ends_with(kFence)) text = strip(python_like::rstrip_chars(text, "`"));
  return text;
}

bool is_limit(const Error& error) { return error.kind == "Limit"; }

// The calls of the module; none when a statement is none, or where Python raises anything. What
// stopped at a bound of ours raises nothing there: Error "Limit".
Result<List> module_calls(std::string_view module, Budget* budget) {
  // CPython refuses these wherever they stand, in comments too.
  if (module.find('\0') != std::string_view::npos || has_surrogate(module)) return List();
  const auto values = statement_values(module);
  if (!values) return List();
  List calls;
  for (const std::string_view value : *values) {
    const auto tree = python::parse_expression(value);
    if (!tree.ok() && is_limit(tree.error())) return tree.error();
    if (!tree.ok() || tree->root().kind != python::NodeKind::kCall) return List();
    // In parentheses, so that quotes at the ends are not taken for wrapping.
    const Result<Value> decoded = parse_python_calls("(" + std::string(value) + ")", budget);
    if (!decoded.ok() && is_limit(decoded.error())) return decoded.error();
    if (!decoded.ok()) return List();
    for (const Value& call : decoded->items()) calls.push_back(call);
  }
  return calls;
}

struct Message {
  List calls;
  std::string_view content;
};

Result<Message> read_message(const Value& response, Budget* budget) {
  constexpr std::string_view kThoughtStart = "<|thought_start|>";
  constexpr std::string_view kThoughtEnd = "<|thought_end|>";
  constexpr std::string_view kCallStart = "<|tool_call_start|>";
  constexpr std::string_view kCallEnd = "<|tool_call_end|>";
  if (!response.is_str()) {
    for (const auto& [first, second] :
         {std::pair(kThoughtEnd, kThoughtStart), std::pair(kCallStart, kCallEnd)}) {
      BFCLX_ASSIGN_OR_RETURN(const bool has_first, contains_str(response, first));
      if (!has_first) continue;
      BFCLX_ASSIGN_OR_RETURN(const bool has_second, contains_str(response, second));
      if (has_second) return python_like::no_attribute(response, "rsplit");
    }
    return python_like::no_attribute(response, "strip");
  }
  std::string_view text = response.as_str();
  const auto has = [&](std::string_view tag) { return text.find(tag) != std::string_view::npos; };
  if (has(kThoughtEnd) && has(kThoughtStart)) {
    BFCLX_ASSIGN_OR_RETURN(const Tagged thought, split_tagged(text, kThoughtStart, kThoughtEnd));
    text = thought.after;
  }
  if (!has(kCallStart) || !has(kCallEnd)) return Message{{}, strip(text)};
  BFCLX_ASSIGN_OR_RETURN(const Tagged tagged, split_tagged(text, kCallStart, kCallEnd));
  BFCLX_ASSIGN_OR_RETURN(List calls, module_calls(without_fence(tagged.inner), budget));
  return Message{std::move(calls), strip(tagged.after)};
}

}  // namespace

Result<Value> minicpm_ast(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(Message message, read_message(response, options.budget));
  if (message.calls.empty()) return Value::str(message.content);
  return Value::list(std::move(message.calls));
}

Result<Value> minicpm_execute(const Value& response, const DecodeOptions& options) {
  BFCLX_ASSIGN_OR_RETURN(const Message message, read_message(response, options.budget));
  List texts;
  for (const Value& call : message.calls) {
    for (const Dict::Entry& entry : call.as_dict()) {
      BFCLX_ASSIGN_OR_RETURN(const std::string text, call_text(entry.key, entry.value, ", "));
      texts.push_back(Value::str(text));
    }
  }
  return Value::list(std::move(texts));
}

}  // namespace bfclx::formats
