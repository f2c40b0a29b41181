#include "core/dataset/earlier_calls.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/check/places.h"
#include "core/checker/json_schema.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/own_rules.h"
#include "core/decode/call_items.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kToolCalls = "tool_calls";
constexpr string_view kToolCallId = "tool_call_id";
constexpr std::size_t kMaxCalls = 1000;  // of one message
constexpr std::size_t kMaxName = 1000;   // bytes of a function's name

bool is_result(const Value& message) { return find_text(message, "role") == "tool"; }

bool calls_something(const Value& message) {
  const Value* calls = given_member(message, kToolCalls);
  return calls != nullptr && !(calls->is_list() && calls->items().empty());
}

// Nine letters and digits: what every API accepts as an id.
std::string kept_id(std::size_t number) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "call%05zu", number);
  return text.data();
}

Result<Value> read_arguments(const Value& function, const std::string& place) {
  const Value* given = given_member(function, "arguments");
  if (given == nullptr) return Value::dict();
  Value arguments = *given;
  if (given->is_str()) {
    const Result<Value> read = json_loads(given->as_str());
    if (!read.ok()) return schema_error(place, concat({"not JSON: ", read.error().message}));
    arguments = *read;
  }
  if (cannot_be_sent(arguments)) return cannot_send(arguments, place);
  if (arguments.is_dict()) return arguments;
  return schema_error(place, concat({"is ", kind_text(&arguments), ", expected an object"}));
}

Result<EarlierCall> read_call(const Value& given, const std::string& place) {
  const Value* function = given_member(given, "function");
  if (function == nullptr || !function->is_dict()) {
    return schema_error(place, "expected a call {\"id\", \"function\": {\"name\", \"arguments\"}}");
  }
  EarlierCall call;
  call.id = std::string(find_text(given, "id"));
  call.name = std::string(find_text(*function, "name"));
  if (call.name.empty() || call.name.size() > kMaxName) {
    return schema_error(place + ".function.name", "expected the name of a function");
  }
  BFCLX_ASSIGN_OR_RETURN(call.arguments, read_arguments(*function, place + ".function.arguments"));
  return call;
}

Status read_calls(const Value& message, const std::string& place, MessagePart& part) {
  // Some protocols call the assistant "model", and change the messages on their way.
  const string_view role = find_text(message, "role");
  if (role != "assistant" && role != "model") {
    return schema_error(place, "only the assistant can have \"tool_calls\"");
  }
  const Value* text = given_member(message, "content");
  if (text != nullptr && !text->is_str()) {
    return schema_error(place + ".content", concat({"is ", kind_text(text), ", expected text"}));
  }
  if (text != nullptr) part.text = text->as_str();
  const Value& calls = *given_member(message, kToolCalls);
  const std::string calls_place = place + "." + std::string(kToolCalls);
  if (!calls.is_list()) return schema_error(calls_place, "expected a list of calls");
  if (calls.items().size() > kMaxCalls) {
    return schema_error(calls_place, "more than " + grouped_digits(kMaxCalls) + " calls");
  }
  for (std::size_t i = 0; i < calls.items().size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(EarlierCall call,
                           read_call(calls.items()[i], place_of_item(calls_place, i)));
    const bool twice = !call.id.empty() &&
                       std::any_of(part.calls.begin(), part.calls.end(),
                                   [&](const EarlierCall& other) { return other.id == call.id; });
    if (twice) return schema_error(place_of_item(calls_place, i), "another call has this id");
    part.calls.push_back(std::move(call));
  }
  return {};
}

// The calls of a message that still have no result.
class Unanswered {
 public:
  explicit Unanswered(MessagePart& part) : part_(part), answered_(part.calls.size()) {}

  bool any() const {
    return std::find(answered_.begin(), answered_.end(), false) != answered_.end();
  }
  std::size_t first() const {
    return static_cast<std::size_t>(std::find(answered_.begin(), answered_.end(), false) -
                                    answered_.begin());
  }

  Status take(const Value& message, const std::string& place) {
    const Value* content = given_member(message, "content");
    if (content == nullptr || !content->is_str()) {
      return schema_error(place + ".content",
                          concat({"is ", kind_text(content), ", expected text"}));
    }
    const std::size_t index = answered_by(find_text(message, kToolCallId));
    if (index == part_.calls.size()) {
      return schema_error(place, "the message before it has no call for this result");
    }
    if (answered_[index]) return schema_error(place, "this call already has a result");
    answered_[index] = true;
    part_.calls[index].result = content->as_str();
    return {};
  }

 private:
  std::size_t answered_by(string_view id) const {
    const bool no_ids = std::all_of(part_.calls.begin(), part_.calls.end(),
                                    [](const EarlierCall& call) { return call.id.empty(); });
    if (no_ids || (id.empty() && part_.calls.size() == 1)) return first();
    for (std::size_t i = 0; i < part_.calls.size(); ++i) {
      if (!id.empty() && part_.calls[i].id == id) return i;
    }
    return part_.calls.size();
  }

  MessagePart& part_;
  std::vector<bool> answered_;
};

Value kept_call(const EarlierCall& call, const std::string& id) {
  std::string arguments;
  append_json(arguments, call.arguments);
  const Value function = dict_of({{"name", call.name}, {"arguments", arguments}});
  return dict_of({{"id", id}, {"type", "function"}, {"function", function}});
}

}  // namespace

Result<std::vector<MessagePart>> split_at_calls(const Value& messages, string_view place) {
  std::vector<MessagePart> parts(1);
  const List& all = messages.items();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string here = place_of_item(place, i);
    if (is_result(all[i]))
      return schema_error(here, "the message before it has no call for this result");
    if (!calls_something(all[i])) {
      parts.back().plain.mutable_list().push_back(all[i]);
      continue;
    }
    MessagePart& part = parts.back();
    BFCLX_RETURN_IF_ERROR(read_calls(all[i], here, part));
    Unanswered unanswered(part);
    while (i + 1 < all.size() && unanswered.any() && is_result(all[i + 1])) {
      ++i;
      BFCLX_RETURN_IF_ERROR(unanswered.take(all[i], place_of_item(place, i)));
    }
    if (unanswered.any()) {
      return schema_error(concat({here, ".tool_calls[", std::to_string(unanswered.first()), "]"}),
                          "the call has no result: a message {\"role\": \"tool\", "
                          "\"tool_call_id\", \"content\"} must follow");
    }
    parts.emplace_back();
  }
  return parts;
}

Value kept_messages(const std::vector<MessagePart>& parts) {
  List kept;
  std::size_t number = 0;
  for (const MessagePart& part : parts) {
    for (const Value& message : part.plain.items()) kept.push_back(message);
    if (part.calls.empty()) continue;
    List calls, results;
    for (const EarlierCall& call : part.calls) {
      const std::string id = kept_id(++number);
      calls.push_back(kept_call(call, id));
      results.push_back(dict_of({{"role", "tool"}, {kToolCallId, id}, {"content", call.result}}));
    }
    kept.push_back(dict_of({{"role", "assistant"},
                            {"content", part.text},
                            {kToolCalls, Value::list(std::move(calls))}}));
    kept.insert(kept.end(), results.begin(), results.end());
  }
  return Value::list(std::move(kept));
}

std::string python_call(const EarlierCall& call) {
  return call_text(Value::str(call.name), call.arguments, ", ").value();  // arguments are a dict
}

std::string message_text(const Value& message) {
  const Value* content = find_member(message, "content");
  std::string text = content == nullptr || content->is_none() ? std::string() : str(*content);
  const Value* calls = given_member(message, kToolCalls);
  if (calls == nullptr || !calls->is_list()) return text;
  for (const Value& given : calls->items()) {
    if (!text.empty()) text += '\n';
    const Result<EarlierCall> call = read_call(given, std::string());
    if (!call.ok()) {
      text += repr(given);
      continue;
    }
    text += python_call(*call);
  }
  return text;
}

Value shown_messages(const Value& messages) {
  if (!has_earlier_calls(messages)) return messages;
  List shown;
  for (const Value& one : messages.items()) {
    if (one.is_list() || !is_part_of_call(one)) {
      shown.push_back(one.is_list() ? shown_messages(one) : one);
      continue;
    }
    shown.push_back(dict_of({{"role", find_text(one, "role")}, {"content", message_text(one)}}));
  }
  return Value::list(std::move(shown));
}

}  // namespace bfclx
