#include "tools/bfclx/generate/result_settings.h"

#include <iterator>
#include <utility>

#include "core/conversation/dialect.h"
#include "core/conversation/values.h"
#include "core/decode/decoder.h"
#include "core/run/entry_notes.h"
#include "core/value/json.h"
#include "tools/bfclx/generate/reasoning_options.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kCompared[] = {
    "model",     "asked_as",        "api",        "dialect",    "mode",    "format",
    "decoder",   "temperature",     "max_tokens", "extra_body", "prompts", "as_official",
    "max_steps", "first_call_only", "reasoning",  "thinking"};
// Left out where it is the official number.
constexpr std::string_view kSteps = "max_steps";
// Left out where it is false.
constexpr std::string_view kFirstCall = "first_call_only";
// Left out where it is by the rule for the model.
constexpr std::string_view kReasoning = "reasoning";
// Left out where it is as the server has it.
constexpr std::string_view kThinking = "thinking";
constexpr std::size_t kShown = 60;  // bytes of a value in a message

std::string json_text(const Value& value) {
  JsonStyle style;
  style.ensure_ascii = false;
  style.lenient = true;
  const Result<std::string> text = json_dumps(value, style);
  return text.ok() ? *text : std::string();
}

std::string decoder_name(const Settings& settings) {
  const Decoder* decoder = settings.reader();
  return decoder != nullptr ? std::string(decoder->name) : std::string();
}

std::string shown(const Value& value) {
  if (value.is_none() || (value.is_str() && value.as_str().empty())) return "none";
  std::string text = value.is_str() ? std::string(value.as_str()) : json_text(value);
  if (text.size() > kShown) text = text.substr(0, kShown) + "...";
  return text;
}

// Manifests of earlier versions have the same facts in other places.
Value settings_of_older(const Value& manifest) {
  struct Place {
    std::string_view name;
    const char* section;
    const char* member;
  };
  constexpr Place kPlaces[] = {{"model", "model", "name"},
                               {"asked_as", "model", "asked_as"},
                               {"api", "server", "api"},
                               {"dialect", "server", "dialect"},
                               {"mode", "settings", "mode"},
                               {"format", "settings", "format"},
                               {"temperature", "settings", "temperature"},
                               {"max_tokens", "settings", "max_tokens"},
                               {"extra_body", "settings", "extra_body"},
                               {"as_official", "settings", "as_official"}};
  Dict found;
  for (const Place& place : kPlaces) {
    const Value* section = present(manifest, place.section);
    const Value* value = section != nullptr ? member(*section, place.member) : nullptr;
    if (value != nullptr) found.set(place.name, *value);
  }
  return Value::dict(std::move(found));
}

}  // namespace

Value result_settings(const Target& target, const Value& prompts) {
  const Settings& settings = target.settings;
  Value value = make_dict({
      {"model", Value::str(settings.registry_name)},
      {"asked_as", Value::str(settings.model_name)},
      {"api", Value::str(settings.dialect->api)},
      {"dialect", Value::str(settings.dialect->name)},
      {"mode", Value::str(settings.calls_functions() ? "fc" : "prompt")},
      {"format", Value::str(settings.prompt_format)},
      {"decoder", Value::str(decoder_name(settings))},
      {"temperature", Value::real(settings.temperature)},
      {"max_tokens", settings.max_tokens ? Value::integer(*settings.max_tokens) : Value()},
      {"extra_body", settings.extra_body},
      {"as_official", Value::boolean(settings.as_official)},
      {"prompts", Value::str(prompts.is_none() ? "" : value_digits(prompts))},
  });
  if (settings.max_steps != kOfficialSteps) {
    value.mutable_dict().set(kSteps, Value::integer(static_cast<std::int64_t>(settings.max_steps)));
  }
  if (settings.first_call_only) value.mutable_dict().set(kFirstCall, Value::boolean(true));
  if (Value other = other_reasoning(target); !other.is_none()) {
    value.mutable_dict().set(kReasoning, std::move(other));
  }
  if (target.thinking.is_dict()) value.mutable_dict().set(kThinking, target.thinking);
  return value;
}

std::string settings_id(const Value& settings) { return value_digits(settings); }

EarlierSettings earlier_settings(std::string_view manifest) {
  EarlierSettings earlier;
  const Result<Value> read = json_loads(manifest);
  if (!read.ok() || !read->is_dict()) return earlier;
  const Value* settings = present(*read, "settings");
  const Value* sample = settings != nullptr ? present(*settings, "sample") : nullptr;
  const Value* categories = settings != nullptr ? present(*settings, "test_category") : nullptr;
  if (sample != nullptr && categories != nullptr) {
    earlier.draw = make_dict({{"test_category", *categories}, {"sample", *sample}});
  }
  if (const Value* server = present(*read, "server")) earlier.server = *server;
  const Value* made_with = present(*read, "made_with");
  if (made_with != nullptr && made_with->is_dict()) {
    earlier.made_with = *made_with;
  } else {
    earlier.older = settings_of_older(*read);
  }
  return earlier;
}

std::string settings_difference(const Value& before, const Value& now) {
  std::string text;
  const Value official = Value::integer(static_cast<std::int64_t>(kOfficialSteps));
  const Value whole = Value::boolean(false);
  const Value by_rule = Value::str("auto");
  for (const std::string_view name : kCompared) {
    const Value* old = before.is_dict() ? before.as_dict().find(name) : nullptr;
    const Value* own = now.as_dict().find(name);
    if (name == kSteps && old == nullptr) old = &official;
    if (name == kSteps && own == nullptr) own = &official;
    if (name == kFirstCall && old == nullptr) old = &whole;
    if (name == kFirstCall && own == nullptr) own = &whole;
    if (name == kReasoning && old == nullptr) old = &by_rule;
    if (name == kReasoning && own == nullptr) own = &by_rule;
    if (name == kThinking && (old == nullptr) != (own == nullptr)) {
      if (old == nullptr) old = &by_rule;
      if (own == nullptr) own = &by_rule;
    }
    if (old == nullptr || own == nullptr || json_text(*old) == json_text(*own)) continue;
    text.append(text.empty() ? "" : "; ");
    text.append(name == "prompts" ? "prompts of another dataset:" : name);
    text.append(" ").append(shown(*old));
    text.append(", now ").append(shown(*own));
  }
  return text;
}

}  // namespace bfclx::tools
