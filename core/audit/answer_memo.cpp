#include "core/audit/answer_memo.h"

#include <algorithm>
#include <utility>

#include "core/simulators/engine/episode.h"
#include "core/value/exact_bytes.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxKey = std::size_t{32} * 1024;
constexpr std::size_t kOverhead = 64;  // of a node of the table

std::size_t size_of(const KnownAnswer& known) {
  const Answer& answer = known.answer;
  std::size_t size = sizeof known + answer.shown.capacity() + answer.calls.capacity() +
                     answer.error_type.capacity() +
                     (answer.path != nullptr ? answer.path->capacity() : 0);
  for (const ArgumentDifference& one : answer.difference.arguments) {
    size += sizeof one + one.function.capacity() + one.parameter.capacity() + one.truth.capacity() +
            one.found.capacity();
  }
  return size;
}

// Names of instances made of it are plain ones (Episode::plain_call), whatever it is else.
bool makes_plain_names(std::string_view model_name) {
  static constexpr std::string_view kReplaced = "-./:";  // by '_'
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !model_name.empty() && letter(model_name.front()) &&
         std::all_of(model_name.begin(), model_name.end(), [&](char c) {
           return letter(c) || (c >= '0' && c <= '9') ||
                  kReplaced.find(c) != std::string_view::npos;
         });
}

// One method by its bare name, with literal arguments.
bool is_plain(const Value& call) {
  if (!call.is_str()) return false;
  const std::optional<SimpleCall> plain = Episode::plain_call(call.as_str());
  return plain && plain->name.find('.') == std::string_view::npos;
}

bool are_plain(const Value& calls) {
  return calls.is_list() && std::all_of(calls.items().begin(), calls.items().end(), is_plain);
}

}  // namespace

// The model's name reaches an episode through the names of instances, and these nothing where all
// calls of both sides are plain.
bool AnswerMemo::depends_on_key_alone(const ScoredResponse& response) {
  if (response.episode == nullptr) return true;
  for (const std::vector<DecodedStep>& steps : response.episode->turns) {
    for (const DecodedStep& step : steps) {
      if (step.has_calls && !are_plain(step.calls)) return false;
    }
  }
  const Value& truth = response.entry->ground_truth;
  return truth.is_list() && std::all_of(truth.items().begin(), truth.items().end(), are_plain);
}

bool AnswerMemo::key_of(const ScoredResponse& response, const RunSettings& settings,
                        std::string& key) {
  if (response.entry == nullptr || response.superseded || !settings.out_of_memory.empty())
    return false;
  const Judging judging = response.entry->category->judging;
  if (judging == Judging::kExecutable) return false;
  if (judging == Judging::kMultiTurn && !makes_plain_names(settings.model_name)) return false;
  key.clear();
  append_bytes(response.entry, key);
  append_bytes(settings.decoder, key);
  append_bytes(settings.today, key);
  append_bytes(settings.long_context, key);
  key += settings.underscore_to_dot ? '1' : '0';
  return append_exactly(response.response, kMaxKey, key);
}

const KnownAnswer* AnswerMemo::find(const std::string& key) const {
  const auto place = answers_.find(key);
  return place != answers_.end() ? &place->second : nullptr;
}

void AnswerMemo::add(std::string key, const KnownAnswer& answer) {
  const std::size_t size = key.capacity() + size_of(answer) + kOverhead;
  if (size > left_) return;
  left_ -= size;
  answers_.try_emplace(std::move(key), answer);
}

}  // namespace bfclx
