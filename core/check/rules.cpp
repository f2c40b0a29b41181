#include "core/check/rules.h"

namespace bfclx {
namespace {

constexpr Rule kRules[] = {
    {rules::kDecoderFailed, "The response could not be parsed as function calls."},
    {rules::kWrongFormat,
     "The response was parsed, but it is not a list of calls with named parameters."},
    {rules::kNoCall, "A function fits the question, but the response has no call."},
    {rules::kUnwantedCall, "No function fits the question, but the response has a call."},
    {rules::kWrongCount, "The number of calls is not the number that the question asks for."},
    {rules::kWrongFuncName, "The call is to another function than the expected one."},
    {rules::kMissingRequired, "A parameter that the function requires is not given."},
    {rules::kUnexpectedParam,
     "A parameter is given that the function does not have, or that no possible answer gives."},
    {rules::kNotText,
     "Java and JavaScript values are expected as strings of source text, but the value is not a "
     "string."},
    {rules::kType,
     "The type of the value is neither the declared type nor the type of a possible answer."},
    {rules::kNestedType, "An element of the list has another type than the declared one."},
    {rules::kStringValue,
     "The text is none of the possible answers; case, spaces and the characters , . / - _ * ^ do "
     "not count."},
    {rules::kListValue,
     "The list is none of the possible answers; order counts, texts are compared loosely."},
    {rules::kDictKey, "The dictionary has a key that the possible answer does not have."},
    {rules::kDictValue, "The value under a key of the dictionary is none of the possible ones."},
    {rules::kMissingDictKey, "A key of the possible answer is missing and is not optional."},
    {rules::kListDictCount, "The list holds more or fewer dictionaries than the possible answer."},
    {rules::kNoAnswer, "No possible answer is known for the parameter, except leaving it out."},
    {rules::kValue, "The value is not among the possible answers."},
    {rules::kMissingOptional,
     "A parameter is not given; the function does not require it, but every possible answer does."},
    {rules::kInferenceError, "The result is not a list of turns, so there is nothing to check."},
    {rules::kNoLastMessage,
     "Every message of the response is a call, or the last message without a call is empty."},
    {rules::kAnswerNotFound,
     "The last message without a call contains no possible answer as whole words; "
     "case and the characters , . / - _ * ^ ( ) are ignored, spaces are not."},
    {rules::kEvaluatorError,
     "The official evaluator stops with an exception here, so the entry cannot pass."},
    {rules::kForceTerminated,
     "The response has fewer or more turns than the entry, so no turn is executed. Fewer turns "
     "mean that generation stopped early."},
    {rules::kEmptyTurn, "The turn requires calls, and the model made none."},
    {rules::kState,
     "After the turn the state of an instance differs from the state after the ground truth's "
     "calls."},
    {rules::kResponse,
     "A value that the ground truth's calls of the turn return is missing from all values that the "
     "model's calls have returned so far."},
    {rules::kExecution, "The call, executed, raises an exception."},
    {rules::kResult,
     "The call, executed, gives another value than the ground truth's call; where values of the "
     "moment are compared, one that is more than 20 % away."},
    {rules::kResultType, "What the call gives has another type than what the ground truth gives."},
    {rules::kResultPattern,
     "What the call gives has other keys, or another length, than what the ground truth gives."},
    {rules::kNoMatch,
     "For one of the expected results there is no call left that gives it; expected results take "
     "the first call that passes, in order."},
    {rules::kStatusCode, "The service returned a status other than 200, or did not respond."},
    {rules::kResponseFormat,
     "The response of the service is not JSON, or its items are not objects."},
    {rules::kResponseKeys,
     "The response has other top-level keys, or another length, than the recorded one."},
    {rules::kOutOfMemory,
     "The entry takes more memory than the machine or a limit leaves to it, so it could not be "
     "judged; it counts as failed."},
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
