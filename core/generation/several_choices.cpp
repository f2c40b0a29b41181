#include "core/generation/several_choices.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::string_view kOutput[] = {"completion_tokens", "completion_tokens_details"};
constexpr std::int64_t kMostTokens = std::int64_t{1} << 53;  // more is no count

Value part_of(std::int64_t number, std::int64_t parts, std::size_t index) {
  return Value::integer(number / parts + (index == 0 ? number % parts : 0));
}

// Whole numbers, also those of an object, in equal parts.
Value shared(const Value& value, std::size_t parts, std::size_t index) {
  const auto count = static_cast<std::int64_t>(parts);
  if (value.is_small_int()) return part_of(value.as_int64(), count, index);
  if (!value.is_dict()) return value;
  Dict dict;
  for (const auto& [name, number] : value.as_dict()) {
    dict.set(name, number.is_small_int() ? part_of(number.as_int64(), count, index) : number);
  }
  return Value::dict(std::move(dict));
}

std::int64_t count_of(const Dict& usage, std::string_view name) {
  const Value* count = usage.find(name);
  if (count == nullptr || !count->is_small_int()) return 0;
  return std::clamp<std::int64_t>(count->as_int64(), 0, kMostTokens);
}

Value usage_of(const Value& usage, std::size_t parts, std::size_t index) {
  if (!usage.is_dict()) return usage;
  Dict own;
  if (index == 0) own = Dict(usage.as_dict());
  if (index > 0) own.set("prompt_tokens", Value::integer(0));
  for (const std::string_view name : kOutput) {
    if (const Value* given = present(usage, name)) own.set(name, shared(*given, parts, index));
  }
  own.set("total_tokens",
          Value::integer(count_of(own, "prompt_tokens") + count_of(own, "completion_tokens")));
  return Value::dict(std::move(own));
}

}  // namespace

std::string body_for_choices(std::string body, std::size_t choices) {
  body.pop_back();
  return body + ",\"n\":" + std::to_string(choices) + "}";
}

std::vector<std::string> split_choices(std::string_view body) {
  std::vector<std::string> parts;
  const Result<Value> whole = json_loads(body);
  if (!whole.ok()) return parts;
  const Value* choices = present(*whole, "choices");
  if (choices == nullptr || !choices->is_list()) return parts;
  const std::size_t count = choices->items().size();
  if (count > kMostChoices) return parts;
  const Value* usage = present(*whole, "usage");
  for (std::size_t i = 0; i < count; ++i) {
    Dict part(whole->as_dict());
    Value choice = choices->items()[i];
    if (choice.is_dict()) {
      Dict own(choice.as_dict());
      own.set("index", Value::integer(0));
      choice = Value::dict(std::move(own));
    }
    part.set("choices", Value::list({std::move(choice)}));
    if (usage != nullptr) part.set("usage", usage_of(*usage, count, i));
    std::string text;
    append_json(text, Value::dict(std::move(part)));
    parts.push_back(std::move(text));
  }
  return parts;
}

bool may_refuse_choices(int status) { return status == 400 || status == 422; }

}  // namespace bfclx
