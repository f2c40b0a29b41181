// Entries of own benchmarks with several turns and expected calls a turn: one request a turn, whose
// calls get results that the benchmark has, or neutral ones.
#include <utility>

#include "core/checker/own_match.h"
#include "core/conversation/conversation_state.h"
#include "core/conversation/values.h"

namespace bfclx {
namespace {

// Some servers refuse a user's message behind the results of calls, and some chat templates two
// user's messages in a row.
constexpr std::string_view kAfterResults = "Done.";
constexpr std::string_view kUnread = R"({"error": "the call could not be parsed"})";

bool is_assistant(const Value& message) {
  // Some protocols call it "model" (Dialect::begin).
  const std::string_view role = text_member(message, "role");
  return role == "assistant" || role == "model";
}

}  // namespace

// Every turn but the first begins with a message of the model, which stands behind the results of
// the calls before it.
void Conversation::State::prepare_own_turns(const Entry& entry) {
  own_turns_ = entry.own_match;
  const Value& turns = *member(entry_, "question");
  for (std::size_t turn = 1; turn < turns.items().size(); ++turn) {
    List& messages = turns.items()[turn].mutable_list();
    if (!messages.empty() && is_assistant(messages.front())) continue;
    messages.insert(messages.begin(), message_of("assistant", Value::str(kAfterResults)));
  }
}

// A turn behind one without calls goes on from what the model said there.
Value Conversation::State::messages_of_own_turn(const Value& messages) {
  if (std::exchange(ended_with_calls_, false) || turn_ == 0) return messages;
  const List& all = messages.items();
  std::size_t begin = 0;
  while (begin + 1 < all.size() && is_assistant(all[begin])) ++begin;
  return Value::list(List(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end()));
}

Status Conversation::State::give_own_results() {
  const std::size_t count = calls_.items().size();
  const Result<Value> calls = decoder_->decode_ast(response_.result, {});
  const bool are_read = calls.ok() && calls->is_list() && calls->items().size() == count;
  call_results_ = Value::list();
  const OwnTurn& turn = own_turns_->turns()[turn_];
  for (Value& told : results_of_calls(turn, are_read ? calls->items() : List(count))) {
    now_.step.mutable_list().push_back(message_of("tool", told));
    call_results_.mutable_list().push_back(std::move(told));
  }
  BFCLX_RETURN_IF_ERROR(dialect_->add_results(calls_, call_results_, response_));
  ended_with_calls_ = true;
  phase_ = Phase::kTurnEnd;
  return {};
}

// Servers refuse calls without results, also those that could not be parsed.
Status Conversation::State::answer_unread_calls() {
  const List& ids = response_.tool_call_ids.items();
  if (own_turns_ == nullptr || ids.empty()) return {};
  const Value results = Value::list(List(ids.size(), Value::str(kUnread)));
  ended_with_calls_ = true;
  return dialect_->add_results(Value::list(List(ids.size(), Value::str(""))), results, response_);
}

}  // namespace bfclx
