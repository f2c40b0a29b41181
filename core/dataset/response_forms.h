// What a person has in hand when they want a verdict: answers of APIs, messages, lists of calls,
// call text and the logs of other programs, brought into the form of result lines.
//
// Nothing official: the official evaluator takes its own result lines alone. Each form is a row of
// a table: how it is told, and how responses, ids and counts of tokens are read from it. The facts
// of each are those of its public documentation, or of the package that writes it:
//
//   {"choices": [{"message": {"tool_calls": [...]}}]}     ->  [{"f": "{\"x\": 1}"}]
//   {"custom_id": "simple_python_0", "response": {...}}   ->  the same, with its id
//   f(x=1)                                                ->  the text itself
//
// Calls of a protocol become [{name: JSON text}], as the official handlers of function-calling
// models store them, so the decoder openai_fc reads them; texts stay texts.
#ifndef BFCLX_CORE_DATASET_RESPONSE_FORMS_H_
#define BFCLX_CORE_DATASET_RESPONSE_FORMS_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/results.h"
#include "core/value/value.h"

namespace bfclx {

struct ResponseForm {
  std::string_view name;     // "openai_chat"
  std::string_view one;      // for people: "an OpenAI chat response"
  std::string_view many;     // "OpenAI chat responses"
  std::string_view told_by;  // "`choices`, each with a `message`"
  bool refused = false;      // told only to say what to pass instead
};
// The name of the form of text in which calls seem to be.
inline constexpr std::string_view kCallText = "call_text";
// Member of the metadata of a sample of Every Eval Ever: the response as JSON, where it is not
// text.
inline constexpr std::string_view kEeeResponse = "response";
// Result lines, which are read before any of the others is tried.
ResponseForm result_line_form();
// All the others, in the order in which they are tried.
std::span<const ResponseForm> response_forms();

// Every form in a sentence, for what is refused.
std::string taken_forms();

// What one JSON value holds.
struct FoundResponses {
  // Without lines. An empty id: none is told. `form` is set.
  std::vector<Response> responses;
  struct Flaw {
    std::string id;
    std::string message;  // why a response is not there, and what to do
  };
  std::vector<Flaw> flaws;
  bool is_cut = false;  // there is more than kMostOfAFile of both; the rest is left
};
// Empty when the value has none of the forms. Containers (a log, an episode) give many. Linear in
// the value.
FoundResponses find_responses(const Value& value);

// Whether a list whose first item is `first` is one response as a whole: calls, messages, typed
// parts, turns of an episode.
bool belongs_to_one_response(const Value& first);

// Whether a text that is no JSON looks like calls: `f(x=1)`, `[f(x=1)]`, or a tag of one of the
// decoders' formats.
bool looks_like_calls(std::string_view text);

// Turns for an entry that has them, one response for others, as the id tells; as it is for an id
// that tells nothing.
Value fitted_response(Value response, std::string_view id);

// One response in any form, for an entry that is known: what a result line would have. A value that
// has none of the forms comes back as it is, so that the decoder says what is wrong with it; so
// does a list of responses (several choose nothing). With `episode`, turns and steps are kept, and
// what is a single step is put into a turn of its own.
Value response_in_hand(const Value& given, bool episode);
// The same for a text: JSON of a form, or the text itself.
Value response_in_hand(std::string_view text, bool episode);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_RESPONSE_FORMS_H_
