#include "core/check/multi_turn_reason.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

Value number(std::size_t value) { return Value::integer(static_cast<std::int64_t>(value)); }

// People count from 1.
std::string shown(std::size_t turn) { return std::to_string(turn + 1); }

bool has_text(const List& results, std::string_view text) {
  return std::any_of(results.begin(), results.end(),
                     [&](const Value& result) { return result.as_str() == text; });
}

// The model's first call of the turn whose result none of the ground truth's calls has.
void add_left_at(const EpisodeVerdict& episode, std::size_t turn, Dict& more) {
  const ExecutedTurn& executed = episode.execution[turn];
  std::size_t ran = 0;
  for (std::size_t step = 0; step < episode.turns[turn].size(); ++step) {
    const DecodedStep& decoded = episode.turns[turn][step];
    if (!decoded.has_calls) continue;
    const List& results = executed.model[ran++];
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (has_text(executed.ground_truth, results[i].as_str())) continue;
      Dict left;
      left.set("step", number(step));
      left.set("call", number(i));
      if (decoded.calls.is_list()) left.set("text", decoded.calls.items()[i]);
      left.set("result", results[i]);
      more.set("left_at", Value::dict(std::move(left)));
      return;
    }
  }
}

Reason begin_reason(std::string_view rule, const EpisodeVerdict& episode, std::size_t turn) {
  Reason reason;
  reason.rule = rule;
  reason.path = {number(turn)};
  Dict more;
  more.set("turns_passed", number(episode.turns_passed));
  more.set("turns_total", number(episode.turns_total));
  add_left_at(episode, turn, more);
  reason.more = Value::dict(std::move(more));
  return reason;
}

// Follows two values that differ to the innermost place where they do.
void descend(const Value*& expected, const Value*& found, std::vector<Value>& path) {
  constexpr std::size_t kMaxPath = 100;  // what holds itself has no innermost place
  while (path.size() < kMaxPath) {
    if (expected->is_dict() && found->is_dict()) {
      const Dict::Entry* inner = nullptr;
      for (const Dict::Entry& entry : expected->as_dict()) {
        const Value* other = found->as_dict().find(entry.key);
        if (other == nullptr || equal(entry.value, *other)) continue;
        inner = &entry;
        found = other;
        break;
      }
      if (inner == nullptr) return;  // keys differ
      path.push_back(inner->key);
      expected = &inner->value;
    } else if (expected->is_list() && found->is_list() &&
               expected->items().size() == found->items().size()) {
      std::size_t i = 0;
      while (i < expected->items().size() && equal(expected->items()[i], found->items()[i])) ++i;
      if (i == expected->items().size()) return;
      path.push_back(number(i));
      found = &found->items()[i];
      expected = &expected->items()[i];
    } else {
      return;
    }
  }
}

// How alike two texts are: what they share at both ends.
std::size_t likeness(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t front = 0;
  while (front < most && a[front] == b[front]) ++front;
  std::size_t back = 0;
  while (back < most - front && a[a.size() - 1 - back] == b[b.size() - 1 - back]) ++back;
  return front + back;
}

}  // namespace

Reason explain_empty_turn(const EpisodeTask& task, const EpisodeVerdict& episode,
                          std::size_t turn) {
  Reason reason = begin_reason(rules::kEmptyTurn, episode, turn);
  reason.expected = task.ground_truth->items()[turn];
  const bool undecodable =
      std::any_of(episode.turns[turn].begin(), episode.turns[turn].end(),
                  [](const DecodedStep& step) { return !step.decode_error.kind.empty(); });
  reason.text = concat({"Turn ", shown(turn), " asks for calls, and the model made none",
                        undecodable ? " that could be decoded." : "."});
  return reason;
}

Reason explain_state(const EpisodeTask&, const EpisodeVerdict& episode, std::size_t turn,
                     std::string_view class_name, const Value& differences) {
  Reason reason = begin_reason(rules::kState, episode, turn);
  const Dict::Entry& first = differences.as_dict().entry(0);
  reason.path.push_back(Value::str(class_name));
  reason.path.push_back(first.key);
  const Value* expected = first.value.as_dict().find("ground_truth");
  const Value* found = first.value.as_dict().find("model");
  descend(expected, found, reason.path);
  reason.expected = *expected;
  reason.found = *found;
  std::string place;
  for (std::size_t i = 2; i < reason.path.size(); ++i) {
    place += i == 2 ? str(reason.path[i]) : "[" + repr(reason.path[i]) + "]";
  }
  reason.text =
      concat({"After turn ", shown(turn), " ", class_name, ".", place, " is ", brief_repr(*found),
              ", where the ground truth has ", brief_repr(*expected), "."});
  return reason;
}

Reason explain_responses(const EpisodeTask&, const EpisodeVerdict& episode, std::size_t turn,
                         const List& missing) {
  Reason reason = begin_reason(rules::kResponse, episode, turn);
  reason.expected = missing.front();
  const Value* nearest = nullptr;
  std::size_t best = 0;
  for (const ExecutedTurn& executed : episode.execution) {
    for (const List& step : executed.model) {
      for (const Value& result : step) {
        const std::size_t alike = likeness(result.as_str(), missing.front().as_str());
        if (nearest != nullptr && alike <= best) continue;
        nearest = &result;
        best = alike;
      }
    }
  }
  reason.text = concat({"No call up to turn ", shown(turn), " gave the response ",
                        brief_repr(missing.front()), "."});
  if (nearest != nullptr) {
    reason.found = *nearest;
    reason.more.mutable_dict().set("nearest", *nearest);
  }
  return reason;
}

}  // namespace bfclx
