// Findings about the values of arguments: their types and their language.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/check/rules.h"
#include "core/decode/auto_decoder.h"
#include "core/findings/diagnosis_parts.h"
#include "core/run/scorer.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::diagnosis {
namespace {

// The decoded calls with other values for arguments: `change` takes function, parameter and value,
// and returns None for a value that stays. None when all stay.
template <typename Change>
Value with_changed_arguments(const Value& decoded, const Change& change) {
  if (!decoded.is_list()) return {};
  bool changed = false;
  List calls;
  for (const Value& call : decoded.items()) {
    if (!call.is_dict() || call.as_dict().size() != 1) return {};
    const Dict::Entry& entry = call.as_dict().entry(0);
    if (!entry.value.is_dict()) return {};
    Dict arguments;
    for (const auto& [name, value] : entry.value.as_dict()) {
      Value other = change(entry.key, name, value);
      changed = changed || !other.is_none();
      arguments.set(name, other.is_none() ? value : std::move(other));
    }
    Dict one;
    one.set(entry.key, Value::dict(std::move(arguments)));
    calls.push_back(Value::dict(std::move(one)));
  }
  return changed ? Value::list(std::move(calls)) : Value();
}

// Source text of a value that is not a string.
Value as_source(const Value&, const Value&, const Value& value) {
  if (value.is_str()) return {};
  std::string text;
  append_json(text, value);
  return Value::str(text);
}

const Value* member_of(const Value* object, std::string_view name) {
  return object != nullptr && object->is_dict() ? object->as_dict().find(name) : nullptr;
}

// What the function docs say of a parameter: "integer"; empty where they do not.
std::string_view documented_type(const Entry& entry, const Value& function, const Value& name) {
  const Value& docs = entry.functions();
  if (!docs.is_list() || !function.is_str() || !name.is_str()) return {};
  const std::string_view called = function.as_str();
  for (const Value& doc : docs.items()) {
    const Value* own = member_of(&doc, "name");
    // A name may be as long as the response: only one of a doc's length is spelled out.
    if (own == nullptr || !own->is_str() || own->as_str().size() != called.size() ||
        loose_name(own->as_str()) != loose_name(called)) {
      continue;
    }
    const Value* properties = member_of(member_of(&doc, "parameters"), "properties");
    const Value* type = member_of(member_of(properties, name.as_str()), "type");
    return type != nullptr && type->is_str() ? type->as_str() : std::string_view();
  }
  return {};
}

// The value that a text holds where the docs want a number, a boolean or a list.
Value as_documented(const Entry& entry, const Value& function, const Value& name,
                    const Value& value) {
  if (!value.is_str()) return {};
  const std::string_view type = documented_type(entry, function, name);
  if (type.empty() || type == "string" || type == "any") return {};
  Result<Value> read = json_loads(value.as_str());
  return read.ok() && !read->is_str() ? *std::move(read) : Value();
}

// Whether a text response has the value without quotes: `f(on=true)`, which Python text reads as a
// name.
bool is_bare(const Value& response, const Value& value) {
  if (!response.is_str() || !value.is_str()) return false;
  const std::string text(value.as_str());
  if (text != "true" && text != "false" && text != "null") return false;
  const std::string_view all = response.as_str();
  return all.find("'" + text + "'") == std::string_view::npos &&
         all.find("\"" + text + "\"") == std::string_view::npos;
}

}  // namespace

// Numbers, booleans and lists that the server or its tool parser returned as strings.
void find_values_as_text(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 3;  // that would pass
  Collector found("values_as_text", Severity::kWarning,
                  "Look at a raw response. A tool parser that does not know the types of the "
                  "functions returns every value as a string. Use another parser, or convert the "
                  "values before they are stored.");
  const Decoder* plain = find_decoder("mistral_fc");  // takes calls as they are
  if (plain == nullptr) return;
  std::size_t gained = 0;
  std::size_t calling = 0;
  std::size_t bare = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!judged_by_calls(response) || !response.verdict->decoded) continue;
    if (response.entry->category->language != Language::kPython) continue;
    const Entry& entry = *response.entry;
    bool quoted = false;
    ++calling;
    if (response.verdict->valid) continue;
    const Value values = with_changed_arguments(
        *response.verdict->decoded,
        [&](const Value& function, const Value& name, const Value& value) {
          Value its = as_documented(entry, function, name, value);
          quoted = quoted || (!its.is_none() && !is_bare(*response.response, value));
          return its;
        });
    if (values.is_none()) continue;
    found.add(response, excerpt_of(*response.response));
    bare += quoted ? 0 : 1;
    gained += input.judge(entry, values, *plain, input.underscore_to_dot).valid ? 1 : 0;
  }
  if (gained < kFewest) return;
  const bool is_spelling = bare * 2 > found.count();
  if (is_spelling) {
    found.set_advice(
        "The responses write `true`, `false` or `null` without quotes, as JSON does. Calls as "
        "Python text need `True`, `False` and `None`. Say so in the prompt, or generate with "
        "native tool calling.");
  }
  found.grade(gained, entries_of(input));
  // A parser that does not know the types does it everywhere; models do it now and then.
  if (gained * 20 < calling) found.set_severity(Severity::kInfo);
  found.finish(findings,
               std::string("The functions expect numbers, booleans or lists, and the ") +
                   (is_spelling ? "decoder reads" : "responses have") +
                   " strings, which always fail. With the values of these strings, " +
                   gained_text(gained, 0) + ".",
               static_cast<long>(gained));
}

void find_not_text(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector found("arguments_no_text", Severity::kWarning,
                  "In these categories the official checker expects source text as strings, such "
                  "as \"5L\" or \"true\". Say so in the prompt, as the official prompt does. "
                  "Otherwise these accuracies measure the format of the arguments, not the "
                  "model's ability.");
  const Decoder* plain = find_decoder("mistral_fc");  // takes calls as they are
  std::size_t gained = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!judged_by_calls(response) || response.verdict->valid) continue;
    if (response.entry->category->language == Language::kPython) continue;
    if (!response.verdict->why || response.verdict->why->rule != rules::kNotText) continue;
    found.add(response, excerpt_of(*response.response));
    if (plain == nullptr || !response.verdict->decoded) continue;
    const Value texts = with_changed_arguments(*response.verdict->decoded, as_source);
    if (texts.is_none()) continue;
    gained += input.judge(*response.entry, texts, *plain, input.underscore_to_dot).valid ? 1 : 0;
  }
  if (gained == 0) found.set_severity(Severity::kInfo);
  found.finish(findings,
               "Non-string values always fail. With the same values as strings, " +
                   gained_text(gained, 0) + ".",
               static_cast<long>(gained));
}

namespace {

constexpr int kMaxDepth = 24;

// A letter of a script that English texts do not use: Cyrillic, Arabic, Chinese, Korean, ...
bool has_other_letters(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // The first bytes of U+0370 to U+1FFF, U+3000 to U+DFFF.
    const bool of_two = byte >= 0xcd && byte <= 0xdf;
    const bool of_three =
        byte == 0xe0 || byte == 0xe1 || (byte >= 0xe4 && byte <= 0xed) ||
        (byte == 0xe3 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) >= 0x81);
    if (of_two || of_three) return true;
  }
  return false;
}

bool has_other_letters(const Value& value, int depth = 0) {
  if (value.is_str()) return has_other_letters(value.as_str());
  if (depth > kMaxDepth) return false;
  if (value.is_sequence()) {
    return std::any_of(value.items().begin(), value.items().end(),
                       [&](const Value& item) { return has_other_letters(item, depth + 1); });
  }
  if (!value.is_dict()) return false;
  const Dict& members = value.as_dict();
  return std::any_of(members.begin(), members.end(), [&](const Dict::Entry& member) {
    return has_other_letters(member.value, depth + 1);
  });
}

}  // namespace

// Arguments in a script that neither the question nor the functions use.
void find_other_language(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFew = 3;
  Collector found("other_language", Severity::kError,
                  "Check the system prompt and the chat template: one of them may ask for another "
                  "language. Texts are compared as they are written, so translations fail.");
  for (const DiagnosedResponse& response : input.responses) {
    if (!judged_by_calls(response) || response.verdict->valid || !response.verdict->decoded) {
      continue;
    }
    const Entry& entry = *response.entry;
    std::vector<std::string_view> names;
    append_call_names(*response.verdict->decoded, names);
    if (names.empty() || !has_other_letters(*response.verdict->decoded)) continue;
    if (offered_calls(response) == OfferedCalls::kForeign) continue;  // of another entry
    if (has_other_letters(entry.question()) || has_other_letters(entry.functions())) continue;
    found.add(response, excerpt_of(*response.response));
  }
  // A cached response to another entry looks the same: only many are evidence.
  const bool many = is_more_than_chance(found.count(), entries_of(input));
  found.set_severity(many && found.count() >= kFew ? Severity::kError : Severity::kInfo);
  found.finish(findings,
               "These arguments are in a script that neither the question nor the functions use. "
               "These entries failed.");
}

}  // namespace bfclx::diagnosis
