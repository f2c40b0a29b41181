#include "core/generation/several_choices.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

// What is read of a response beside its choices. All parts have these, so that the rest of a body,
// which may be large, is in none of them.
constexpr std::string_view kKept[] = {"id", "object", "created", "model"};
constexpr std::size_t kMostOfName = 256;  // bytes of a text among them
// Of the usage.
constexpr std::string_view kCompletion = "completion_tokens";
constexpr std::string_view kDetails = "completion_tokens_details";
constexpr std::string_view kOfDetails[] = {
    "reasoning_tokens", "audio_tokens", "accepted_prediction_tokens", "rejected_prediction_tokens"};
constexpr std::int64_t kMostTokens = std::int64_t{1} << 53;  // more is no count

std::int64_t count_of(const Value& usage, std::string_view name) {
  const Value* count = present(usage, name);
  if (count == nullptr || !count->is_small_int()) return 0;
  return std::clamp<std::int64_t>(count->as_int64(), 0, kMostTokens);
}

// One of equal parts.
struct Share {
  std::size_t index = 0;
  std::size_t parts = 1;

  std::int64_t of(std::int64_t number) const {
    const auto count = static_cast<std::int64_t>(parts);
    return number / count + (index == 0 ? number % count : 0);
  }
  void put(Dict& own, std::string_view name, const Value& all) const {
    const Value* number = present(all, name);
    if (number == nullptr || !number->is_small_int()) return;
    own.set(name, Value::integer(of(count_of(all, name))));
  }
};

// The first has the tokens of the prompt, and what else is said of it. Reasoning that a server
// counts beside the output (Grok) is in the total alone.
Value usage_of(const Value& usage, const Share& share) {
  if (!usage.is_dict()) return {};
  const bool first = share.index == 0;
  Dict own = first ? Dict(usage.as_dict()) : Dict();
  if (!first) own.set("prompt_tokens", Value::integer(0));
  share.put(own, kCompletion, usage);
  if (const Value* given = present(usage, kDetails); given != nullptr && given->is_dict()) {
    Dict details = first ? Dict(given->as_dict()) : Dict();
    for (const std::string_view name : kOfDetails) share.put(details, name, *given);
    own.set(kDetails, Value::dict(std::move(details)));
  }
  const std::int64_t prompt = count_of(usage, "prompt_tokens");
  const std::int64_t output = count_of(usage, kCompletion);
  const std::int64_t beside =
      std::max<std::int64_t>(count_of(usage, "total_tokens") - prompt - output, 0);
  own.set("total_tokens",
          Value::integer((first ? prompt : 0) + share.of(output) + share.of(beside)));
  return Value::dict(std::move(own));
}

bool is_small(const Value& value) {
  return value.is_small_int() || (value.is_str() && value.as_str().size() <= kMostOfName);
}

// The response without its choices and their usage.
Dict kept_of(const Value& whole) {
  Dict kept;
  for (const std::string_view name : kKept) {
    const Value* value = present(whole, name);
    if (value != nullptr && is_small(*value)) kept.set(name, *value);
  }
  return kept;
}

Value as_first(const Value& choice) {
  if (!choice.is_dict()) return choice;
  Dict own(choice.as_dict());
  own.set("index", Value::integer(0));
  return Value::dict(std::move(own));
}

}  // namespace

bool has_one_step(const Category* category) {
  return category != nullptr && category->judging != Judging::kMultiTurn &&
         category->judging != Judging::kAgentic;
}

std::string body_for_choices(std::string body, std::size_t choices) {
  body.pop_back();
  return body + ",\"n\":" + std::to_string(choices) + "}";
}

std::vector<std::string> split_choices(std::string_view body, std::size_t most) {
  std::vector<std::string> parts;
  const Result<Value> whole = json_loads(body);
  if (!whole.ok() || present(*whole, "error") != nullptr) return parts;
  const Value* choices = present(*whole, "choices");
  if (choices == nullptr || !choices->is_list()) return parts;
  const std::size_t count = choices->items().size();
  if (count > most) return parts;
  const Value* usage = present(*whole, "usage");
  const Dict kept = kept_of(*whole);
  for (std::size_t i = 0; i < count; ++i) {
    Dict part(kept);
    part.set("choices", Value::list({as_first(choices->items()[i])}));
    if (usage != nullptr) part.set("usage", usage_of(*usage, {i, count}));
    append_json(parts.emplace_back(), Value::dict(std::move(part)));
  }
  return parts;
}

bool may_refuse_choices(int status) { return status == 400 || status == 422; }

}  // namespace bfclx
