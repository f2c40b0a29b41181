#include "core/audit/answer.h"

#include <string_view>
#include <utility>

#include "core/audit/meaning.h"
#include "core/check/agentic.h"
#include "core/check/ast_checker.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kShown = 360;
constexpr std::size_t kMaxCalls = 2000;

// Empty where it is long, or is no JSON.
std::string short_json(const Value& calls) {
  Result<std::string> text = json_dumps(calls);
  return text.ok() && text->size() <= kMaxCalls ? std::move(text).value() : std::string();
}

void set_message(const AgenticVerdict& agentic, Answer& answer) {
  if (!agentic.last_message.is_str()) return;
  const std::string_view stated = stated_answer(agentic.last_message.as_str());
  answer.kind = AnswerKind::kMessage;
  answer.meaning = meaning_of_message(stated);
  answer.shown = short_text(stated, kShown);
}

// An episode is told by the first place where its states or responses differ, and how. One that has
// no such place is told by its error alone.
void set_episode(const Verdict& verdict, Answer& answer) {
  answer.kind = AnswerKind::kEpisode;
  std::string canonical = verdict.error_type;
  if (verdict.why) {
    for (const Value& step : verdict.why->path) canonical += "/" + canonical_value(step);
    const bool has_place = !verdict.why->path.empty();
    canonical += "=" + canonical_value(has_place ? verdict.why->found : Value());
    answer.shown = short_text(verdict.why->text, kShown);
  }
  answer.meaning = meaning_of(canonical);
}

void set_calls(const Verdict& verdict, Answer& answer) {
  if (!verdict.decoded) return;
  const Value& calls = *verdict.decoded;
  if (is_empty_output(calls)) {
    answer.kind = AnswerKind::kNoCalls;
    answer.meaning = meaning_of_calls(Value::list());
    answer.shown = "(no call)";
    return;
  }
  if (!is_function_calling_format(calls)) return;
  answer.kind = AnswerKind::kCalls;
  if (answer.valid) return;
  answer.meaning = meaning_of_calls(calls);
  answer.shown = short_calls(calls, kShown);
  answer.calls = short_json(calls);
  answer.difference = difference_of(*answer.entry, calls);
}

}  // namespace

Answer answer_of(const ScoredResponse& response) {
  Answer answer;
  answer.entry = response.entry;
  answer.valid = response.verdict.valid;
  answer.error_type = response.verdict.error_type;
  if (response.agentic != nullptr) {
    set_message(*response.agentic, answer);
  } else if (response.episode != nullptr) {
    set_episode(response.verdict, answer);
    answer.path = kept_path_of(response);
  } else {
    set_calls(response.verdict, answer);
  }
  return answer;
}

}  // namespace bfclx
