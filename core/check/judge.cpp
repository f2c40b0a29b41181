#include "core/check/judge.h"

#include <string>
#include <utility>

#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/check/short_reason.h"

namespace bfclx {
namespace {

Verdict failed(std::string error_type, std::string_view error, Reason why) {
  Verdict verdict;
  verdict.error_type = std::move(error_type);
  verdict.error = Value::list({Value::str(error)});
  verdict.why = std::move(why);
  return verdict;
}

Reason reason(std::string_view rule, Value found, std::string text) {
  return Reason{
      .rule = rule, .path = {}, .expected = {}, .found = std::move(found), .text = std::move(text)};
}

// Some messages of decoders are sentences with their own full stop.
std::string not_read(const std::string& message) {
  const bool ends = !message.empty() && message.back() == '.';
  return concat({"The response could not be parsed as function calls", message.empty() ? "" : ": ",
                 message, ends ? "" : "."});
}

bool is_alnum(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// A bracket that calls are written with, or a name right before "(": "f(x=1)".
bool may_have_call(std::string_view text) {
  if (text.find_first_of("[{<") != std::string_view::npos) return true;
  for (std::size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
    if (at > 0 && (is_alnum(text[at - 1]) || text[at - 1] == '_')) return true;
  }
  return false;
}

Verdict decode_failed(Error error) {
  Verdict verdict = failed("ast_decoder:decoder_failed",
                           concat({"Invalid syntax. Failed to decode AST. ", error.message}),
                           reason(rules::kDecoderFailed, {}, not_read(error.message)));
  verdict.why->detail = error.message;
  verdict.decode_error = std::move(error);
  return verdict;
}

Verdict wrong_format(const Value& decoded) {
  return failed(
      "ast_decoder:decoder_wrong_output_format",
      "Did not output in the specified format. Note: the model_result is wrapped in a string to "
      "ensure json serializability.",
      reason(rules::kWrongFormat, decoded,
             concat({"The response could be parsed, but not as calls: it is the value ",
                     brief_repr(decoded), ", not a list of calls with named parameters."})));
}

Verdict evaluator_error(const Error& error) {
  Verdict verdict = failed(concat({"official_evaluator_error:", error.kind}), error.message,
                           reason(rules::kEvaluatorError, {},
                                  concat({"The official evaluator stops here with ", error.kind,
                                          ": ", error.message, "."})));
  verdict.why->detail = concat({error.kind, ": ", error.message});
  return verdict;
}

}  // namespace

Verdict judge_calls(const Value& functions, const Value& possible_answers, const AstCheck& check,
                    Result<Value> decoded) {
  Verdict verdict;
  if (!decoded.ok()) {
    verdict = decode_failed(std::move(decoded).error());
    if (!check.reason) verdict.why.reset();
    return verdict;
  }
  Value calls = std::move(decoded).value();
  if (!is_function_calling_format(calls)) {
    verdict = wrong_format(calls);
  } else {
    Result<Verdict> checked = check_calls(functions, calls, possible_answers, check);
    verdict = checked.ok() ? std::move(checked).value() : evaluator_error(checked.error());
  }
  if (!check.reason) verdict.why.reset();
  verdict.decoded = std::move(calls);
  return verdict;
}

std::string_view sentence_without_call(std::string_view response) {
  if (is_blank(response)) return "The response is empty.";
  if (!may_have_call(response)) return "The response is text without a tool call.";
  return {};
}

void clarify_undecoded(const Value& response, Verdict& verdict) {
  if (!verdict.why || verdict.why->rule != rules::kDecoderFailed) return;
  const std::string_view text = response.is_str() ? response.as_str() : std::string_view("[");
  const std::string_view sentence = sentence_without_call(text);
  if (!sentence.empty()) {
    verdict.why->text = sentence;
    verdict.why->detail = is_blank(text) ? kNoText : kTextAlone;
  } else if (is_of_other_form(verdict.why->detail)) {
    verdict.why->text = "The response has no calls in the format of the decoder.";
  }
}

Verdict judge_relevance(Result<Value> decoded, bool call_expected) {
  const bool has_call = decoded.ok() && !is_empty_output(decoded.value());
  Verdict verdict;
  if (has_call == call_expected) {
    verdict.valid = true;
  } else if (has_call) {
    verdict = failed("irrelevance_error:decoder_success",
                     "Valid syntax. Successfully decode AST when it should not.",
                     reason(rules::kUnwantedCall, decoded.value(),
                            "No function fits the question, but a call was made."));
  } else {
    // str(None) stands in the text of a response that was decoded and holds no call.
    const std::string_view decode_error =
        decoded.ok() ? std::string_view("None") : std::string_view(decoded.error().message);
    verdict =
        failed("relevance_error:decoder_failed",
               concat({"Invalid syntax. Failed to decode AST when it should have. ", decode_error}),
               reason(rules::kNoCall, decoded.ok() ? decoded.value() : Value(),
                      "A function fits the question, but no call was made."));
  }
  if (decoded.ok()) {
    verdict.decoded = std::move(decoded).value();
  } else {
    verdict.decode_error = std::move(decoded).error();
  }
  return verdict;
}

}  // namespace bfclx
