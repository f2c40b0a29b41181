#include "core/check/agentic.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/base/text_search.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/check/execute_response.h"
#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/python/objects/protocol.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// Whether the code point that ends right before `at`, or that starts there, is of a word.
bool word_before(string_view text, std::size_t at) {
  if (at == 0) return false;
  at = code_point_begin(text, at - 1);
  return is_word(next_code_point(text, at));
}

bool word_after(string_view text, std::size_t at) {
  return at < text.size() && is_word(next_code_point(text, at));
}

// re's \b. An empty text has none.
bool is_boundary(string_view text, std::size_t at) {
  return word_before(text, at) != word_after(text, at);
}

bool has_word(string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_word(next_code_point(text, at))) return true;
  }
  return false;
}

Value text(string_view words) { return Value::str(words); }

void fail(AgenticVerdict& result, Value message, string_view type, string_view rule,
          string_view words) {
  Verdict& verdict = result.verdict;
  verdict.error_type = type;
  Dict error;
  error.set("error_message", std::move(message));
  error.set("error_type", text(type));
  verdict.error = Value::dict(std::move(error));
  verdict.why = Reason{rule, {}, {}, {}, std::string(words), {}};
}

void fail_officially(AgenticVerdict& result, const Error& error) {
  const std::string type = concat({"official_evaluator_error:", error.kind});
  fail(result, text(error.message), type, rules::kEvaluatorError,
       concat({"The official evaluator stops here with ", error.kind, ": ", error.message, "."}));
  result.verdict.why->detail = concat({error.kind, ": ", error.message});
}

// Sets last_message and the decoded steps. An Error is one that the official loop would have
// raised.
Status decode_steps(const Value& steps, const std::function<Result<Value>(const Value&)>& decode,
                    AgenticVerdict& result) {
  List storage;
  BFCLX_ASSIGN_OR_RETURN(const List* const items, python::iterate(steps, storage));
  List decoded;
  for (const Value& step : *items) {
    Result<Value> calls = decode(step);
    const Result<bool> empty = calls.ok() ? is_empty_execute_response(*calls) : true;
    if (!empty.ok() || *empty) {
      result.last_message = step;
    } else {
      decoded.push_back(std::move(calls).value());
    }
  }
  result.verdict.decoded = Value::list(std::move(decoded));
  return {};
}

// agentic_checker.py:agentic_checker
void check_message(const Value& answers, AgenticVerdict& result) {
  List standard_answers;
  for (const Value& answer : answers.items()) {
    standard_answers.push_back(text(standardize_agentic(answer.as_str())));
  }
  const Value* message = &result.last_message;
  if (message->is_list()) message = &message->items().front();  // an empty one was no message
  const std::string response = str(*message);
  const std::string standard_response = standardize_agentic(response);
  for (const Value& answer : standard_answers) {
    if (stands_as_words(answer.as_str(), standard_response)) {
      result.verdict.valid = true;
      return;
    }
  }
  fail(result, text("None of the expected answers were found in the model response."),
       "agentic:answer_not_found", rules::kAnswerNotFound,
       "The last message without a call contains no possible answer as whole words.");
  Dict details;
  details.set("model_response", text(response));
  details.set("possible_answers", answers);
  details.set("standardized_model_response", text(standard_response));
  details.set("standardized_possible_answers", Value::list(std::move(standard_answers)));
  result.verdict.error.mutable_dict().set("details", Value::dict(std::move(details)));
  result.verdict.why->expected = answers;
  result.verdict.why->found = text(response);
}

bool is_list_of_texts(const Value& value) {
  if (!value.is_list()) return false;
  for (const Value& item : value.items()) {
    if (!item.is_str()) return false;
  }
  return true;
}

}  // namespace

std::string standardize_agentic(string_view input) {
  constexpr string_view kDropped = ",./-_*^()";
  std::string kept;
  kept.reserve(input.size());
  for (const char c : input) {
    if (kDropped.find(c) == string_view::npos) kept.push_back(c);
  }
  std::string result = lower(kept);
  for (char& c : result) {
    if (c == '\'') c = '"';
  }
  return result;
}

bool stands_as_words(string_view answer, string_view message) {
  if (answer.empty()) return has_word(message);
  if (answer.size() > message.size()) return false;
  const std::vector<std::uint32_t> borders = borders_of(answer);
  std::size_t length = 0;
  for (std::size_t i = 0; i < message.size(); ++i) {
    while (length > 0 && message[i] != answer[length]) length = borders[length - 1];
    if (message[i] == answer[length]) ++length;
    if (length < answer.size()) continue;
    const std::size_t end = i + 1;
    if (is_boundary(message, end - length) && is_boundary(message, end)) return true;
    length = borders[length - 1];
  }
  return false;
}

AgenticVerdict judge_agentic(const Value& response, const Value& answers,
                             const std::function<Result<Value>(const Value&)>& decode) {
  AgenticVerdict result;
  if (!is_list_of_texts(answers)) {
    fail_officially(result, Error{"TypeError", "the ground truth is not a list of texts"});
    return result;
  }
  if (!response.is_list() || response.items().size() != 1) {
    constexpr string_view kWords =
        "Error during inference phase. Model did not output a list of model responses.";
    fail(result, Value::list({text(kWords)}), "agentic:inference_error", rules::kInferenceError,
         kWords);
    return result;
  }
  if (Status read = decode_steps(response.items().front(), decode, result); !read.ok()) {
    fail_officially(result, read.error());
    return result;
  }
  if (!truthy(result.last_message)) {
    constexpr string_view kWords = "Cannot find the last chat message that is not a function call.";
    result.last_message = Value();
    fail(result, Value::list({text(kWords)}), "agentic:no_last_message", rules::kNoLastMessage,
         kWords);
    return result;
  }
  check_message(answers, result);
  return result;
}

}  // namespace bfclx
