#include "core/check/rules.h"

namespace bfclx {
namespace {

constexpr Rule kRules[] = {
    {rules::kDecoderFailed, "The response could not be parsed as function calls."},
    {rules::kWrongFormat,
     "The response was parsed, but it is not a list of calls with named parameters."},
    {rules::kNoCall, "A function fits the question, but the response has no call."},
    {rules::kUnwantedCall, "No function fits the question, but the response has a call."},
    {rules::kWrongCount, "The response has more or fewer calls than the ground truth."},
    {rules::kWrongFuncName, "The call is to another function than the expected one."},
    {rules::kMissingRequired, "A required parameter is missing."},
    {rules::kUnexpectedParam,
     "The call has a parameter that is missing from the function or from every possible answer."},
    {rules::kNotText,
     "Java and JavaScript values are expected as strings of source text, but the value is not a "
     "string."},
    {rules::kType,
     "The type of the value is neither the declared type nor the type of a possible answer."},
    {rules::kNestedType, "An element of the list does not have the declared type."},
    {rules::kStringValue,
     "The text is not among the possible answers. Case, spaces and the characters , . / - _ * ^ "
     "are ignored."},
    {rules::kListValue,
     "The list is not among the possible answers. The order matters. Case, spaces and some "
     "punctuation are ignored in texts."},
    {rules::kDictKey, "The dictionary has a key that the possible answer does not have."},
    {rules::kDictValue, "The value of a dictionary key is not among the possible answers."},
    {rules::kMissingDictKey, "A required key of the possible answer is missing."},
    {rules::kListDictCount, "The list has more or fewer dictionaries than the possible answer."},
    {rules::kNoAnswer, "The ground truth has no value for the parameter. It can only be left out."},
    {rules::kValue, "The value is not among the possible answers."},
    {rules::kMissingOptional,
     "A parameter is missing. The function does not require it, but every possible answer has it."},
    {rules::kInferenceError, "The result is not a list of turns, so there is nothing to check."},
    {rules::kNoLastMessage,
     "Every message of the response is a call, or the last message without a call is empty."},
    {rules::kAnswerNotFound,
     "The last message without a call contains no possible answer as whole words. Case and the "
     "characters , . / - _ * ^ ( ) are ignored, spaces are not."},
    {rules::kEvaluatorError,
     "The official evaluator stops with an exception here, so the entry cannot pass."},
    {rules::kForceTerminated,
     "The response has fewer or more turns than the entry, so no turn is judged. Fewer turns "
     "mean that generation stopped early."},
    {rules::kEmptyTurn, "The turn requires calls, but the model made none."},
    {rules::kState,
     "After the turn, the state of a service differs from its state after the ground truth's "
     "calls."},
    {rules::kResponse,
     "The ground truth's calls of this turn return a value that the model's calls have not "
     "returned so far."},
    {rules::kExecution, "Executing the call raises an exception."},
    {rules::kResult,
     "The call returns another value than the ground truth's call. Values that change over time "
     "may differ by 20 %."},
    {rules::kResultType,
     "The result of the call has another type than the result of the ground "
     "truth."},
    {rules::kResultPattern,
     "The result of the call has other keys, or another length, than the result of the ground "
     "truth."},
    {rules::kNoMatch,
     "No remaining call gives one of the expected results. Each expected result takes the first "
     "call that passes, in order."},
    {rules::kStatusCode, "The service returned a status other than 200, or did not respond."},
    {rules::kResponseFormat,
     "The response of the service is not JSON, or its items are not objects."},
    {rules::kResponseKeys,
     "The response has other top-level keys, or another length, than the recorded one."},
    {rules::kTurn, "The calls of the turn are not the expected ones."},
    {rules::kOutOfMemory,
     "The entry needs more memory than is available, so it could not be scored. It counts as "
     "failed."},
};

}  // namespace

std::span<const Rule> check_rules() { return kRules; }

const Rule* find_rule(std::string_view name) {
  for (const Rule& rule : kRules) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

}  // namespace bfclx
