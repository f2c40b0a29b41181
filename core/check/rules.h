// Our own names for the rules that decide a verdict, with an explanation of each for people.
#ifndef BFCLX_CORE_CHECK_RULES_H_
#define BFCLX_CORE_CHECK_RULES_H_

#include <span>
#include <string_view>

namespace bfclx {

struct Rule {
  std::string_view name;  // Reason::rule, stable
  std::string_view explanation;
};

// In the order in which an entry meets them.
std::span<const Rule> check_rules();
// nullptr when unknown.
const Rule* find_rule(std::string_view name);

namespace rules {
inline constexpr std::string_view kDecoderFailed = "decoder_failed";
inline constexpr std::string_view kWrongFormat = "wrong_format";
inline constexpr std::string_view kNoCall = "no_call";
inline constexpr std::string_view kUnwantedCall = "unwanted_call";
inline constexpr std::string_view kWrongCount = "wrong_count";
inline constexpr std::string_view kWrongFuncName = "wrong_func_name";
inline constexpr std::string_view kMissingRequired = "missing_required";
inline constexpr std::string_view kUnexpectedParam = "unexpected_param";
inline constexpr std::string_view kNotText = "not_text";
inline constexpr std::string_view kType = "type";
inline constexpr std::string_view kNestedType = "nested_type";
inline constexpr std::string_view kStringValue = "string_value";
inline constexpr std::string_view kListValue = "list_value";
inline constexpr std::string_view kDictKey = "dict_key";
inline constexpr std::string_view kDictValue = "dict_value";
inline constexpr std::string_view kMissingDictKey = "missing_dict_key";
inline constexpr std::string_view kListDictCount = "list_dict_count";
inline constexpr std::string_view kNoAnswer = "no_answer";
inline constexpr std::string_view kValue = "value";
inline constexpr std::string_view kMissingOptional = "missing_optional";
inline constexpr std::string_view kInferenceError = "inference_error";
inline constexpr std::string_view kNoLastMessage = "no_last_message";
inline constexpr std::string_view kAnswerNotFound = "answer_not_found";
inline constexpr std::string_view kEvaluatorError = "evaluator_error";
inline constexpr std::string_view kForceTerminated = "force_terminated";
inline constexpr std::string_view kEmptyTurn = "empty_turn";
inline constexpr std::string_view kState = "state";
inline constexpr std::string_view kResponse = "response";
inline constexpr std::string_view kExecution = "execution";
inline constexpr std::string_view kResult = "result";
inline constexpr std::string_view kResultType = "result_type";
inline constexpr std::string_view kResultPattern = "result_pattern";
inline constexpr std::string_view kNoMatch = "no_match";
inline constexpr std::string_view kStatusCode = "status_code";
inline constexpr std::string_view kResponseFormat = "response_format";
inline constexpr std::string_view kResponseKeys = "response_keys";
inline constexpr std::string_view kTurn = "turn";
inline constexpr std::string_view kOutOfMemory = "out_of_memory";
}  // namespace rules

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_RULES_H_
