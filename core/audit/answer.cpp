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

std::uint64_t meaning_of(std::string_view canonical) {
  const std::uint64_t hash = hash_of_str(canonical);
  return hash == 0 ? 1 : hash;  // 0 is "none"
}

// Empty where it is long, or is no JSON.
std::string short_json(const Value& calls) {
  Result<std::string> text = json_dumps(calls);
  return text.ok() && text->size() <= kMaxCalls ? std::move(text).value() : std::string();
}

// Of a message in the form {'answer': ..., 'context': ...} the answer; else the message.
std::string_view stated_answer(std::string_view message) {
  static constexpr std::string_view kAnswer = "answer";
  static constexpr std::string_view kContext = "context";
  const std::size_t begin = message.find(kAnswer);
  if (begin == std::string_view::npos) return message;
  const std::size_t end = message.find(kContext, begin);
  if (end == std::string_view::npos) return message;
  return message.substr(begin + kAnswer.size(), end - begin - kAnswer.size());
}

void set_message(const AgenticVerdict& agentic, Answer& answer) {
  if (!agentic.last_message.is_str()) return;
  const std::string_view stated = stated_answer(agentic.last_message.as_str());
  answer.kind = AnswerKind::kMessage;
  answer.meaning = meaning_of(standardize_agentic(stated));
  answer.shown = short_text(stated, kShown);
}

// An episode is told by the first place where its states or responses differ, and how.
void set_episode(const Verdict& verdict, Answer& answer) {
  answer.kind = AnswerKind::kEpisode;
  std::string canonical = verdict.error_type;
  if (verdict.why) {
    for (const Value& step : verdict.why->path) canonical += "/" + canonical_value(step);
    canonical += "=" + canonical_value(verdict.why->found);
    answer.shown = short_text(verdict.why->text, kShown);
  }
  answer.meaning = meaning_of(canonical);
}

void set_calls(const Verdict& verdict, Answer& answer) {
  if (!verdict.decoded) return;
  const Value& calls = *verdict.decoded;
  if (is_empty_output(calls)) {
    answer.kind = AnswerKind::kNoCalls;
    answer.meaning = meaning_of("no calls");
    answer.shown = "(no call)";
    return;
  }
  if (!is_function_calling_format(calls)) return;
  answer.kind = AnswerKind::kCalls;
  if (answer.valid) return;
  answer.meaning = meaning_of(canonical_calls(calls));
  answer.shown = short_calls(calls, kShown);
  answer.calls = short_json(calls);
  answer.difference = difference_of(*answer.entry, calls);
}

}  // namespace

bool counts_for_audit(const ScoredReply& reply) {
  return reply.entry != nullptr && !reply.superseded && !reply.skipped();
}

Answer answer_of(const ScoredReply& reply) {
  Answer answer;
  answer.entry = reply.entry;
  answer.valid = reply.verdict.valid;
  answer.error_type = reply.verdict.error_type;
  if (reply.agentic != nullptr) {
    set_message(*reply.agentic, answer);
  } else if (reply.episode != nullptr) {
    set_episode(reply.verdict, answer);
  } else {
    set_calls(reply.verdict, answer);
  }
  return answer;
}

}  // namespace bfclx
