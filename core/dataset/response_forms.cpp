#include "core/dataset/response_forms.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/dataset/category.h"
#include "core/dataset/response_calls.h"
#include "core/dataset/response_reading.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

// Members that may hold the id of an entry.
constexpr string_view kIdNames[] = {"id",        "entry_id", "test_id",    "test_entry_id",
                                    "sample_id", "task_id",  "example_id", "custom_id",
                                    "name",      "key"};
// Members that count tokens, in the spellings of the protocols.
constexpr string_view kInputTokens[] = {"prompt_tokens", "input_tokens", "promptTokenCount",
                                        "prompt_token_count", "input_token_count"};
constexpr string_view kOutputTokens[] = {"completion_tokens", "output_tokens",
                                         "candidatesTokenCount", "candidates_token_count",
                                         "output_token_count"};

// Forms that are no objects.
constexpr ResponseForm kCallList = {"calls", "a list of calls", "lists of calls",
                                    "a list whose items are calls"};
constexpr ResponseForm kMessages = {"conversation", "a conversation", "conversations",
                                    "a list of messages, the assistant's among them"};
constexpr ResponseForm kPartList = {"parts", "a list of parts of a response",
                                    "lists of parts of a response",
                                    "a list of items with a `type` such as text or tool_use"};
constexpr ResponseForm kTurns = {"turns", "the turns of an episode", "episodes of turns",
                                 "a list of turns, each a list of steps"};
constexpr ResponseForm kText = {
    kCallText, "text with calls", "texts with calls",
    "text that is not JSON, with `f(x=1)` or a tag of a decoder's format"};
constexpr ResponseForm kAnyText = {"text", "text", "texts", "no JSON"};
constexpr std::array kOtherForms = {kCallList, kMessages, kPartList, kTurns, kText, kAnyText};

// Where the calls of decoders' formats begin.
constexpr string_view kCallBegins[] = {
    "<tool_call",  "<TOOLCALL>",  "[TOOL_CALLS]", "<|python_tag|>",  "functools[",      "<function",
    "<functions>", "<|tool_call", "```",          "<start_function", "<|action_start|>"};

std::optional<Value> first_of(const Value& object, std::span<const string_view> names) {
  for (const string_view name : names) {
    const Value* value = find_member(object, name);
    if (value != nullptr && (value->is_int() || value->is_float() || value->is_list())) {
      return *value;
    }
  }
  return std::nullopt;
}

bool has_dotted_name_and_bracket(string_view text) {
  std::size_t at = 0;
  const auto skip = [&](string_view what) {
    while (at < text.size() && contains(what, text.substr(at, 1))) ++at;
  };
  skip(" \t\r\n[(");
  const std::size_t begin = at;
  while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '_' ||
                              text[at] == '.' || (text[at] & 0x80) != 0)) {
    ++at;
  }
  if (at == begin || is_digit(text[begin])) return false;
  skip(" ");
  return at < text.size() && text[at] == '(';
}

Value turns_of(const Value& list) {
  List turns;
  for (const Value& turn : list.items()) {
    List steps;
    for (const Value& step : turn.items()) steps.push_back(stored_response(step));
    turns.push_back(Value::list(std::move(steps)));
  }
  return Value::list(std::move(turns));
}

// ["f(x=1)", "g()"] as the text of one response.
std::optional<Value> joined_calls(const Value& list) {
  std::string text = "[";
  for (const Value& item : list.items()) {
    const bool call = item.is_str() && item.as_str().substr(0, 1) != "[" &&
                      has_dotted_name_and_bracket(item.as_str());
    if (!call) return std::nullopt;
    if (text.size() > 1) text += ", ";
    text += item.as_str();
  }
  return Value::str(text + "]");
}

// A list that is one response as a whole; false when it is none.
bool read_whole_list(const Value& list, ResponseReading& reading) {
  if (list.items().empty()) return false;
  if (std::optional<Value> calls = calls_of(list)) {
    reading.add(kCallList, list, *std::move(calls), nullptr);
  } else if (is_messages(list)) {
    reading.add(kMessages, list, response_of_messages(list), nullptr);
  } else if (is_parts(list)) {
    reading.add(kPartList, list, response_of_parts(list), nullptr);
  } else if (is_turns(list)) {
    reading.add(kTurns, list, turns_of(list), nullptr);
  } else if (std::optional<Value> text = joined_calls(list)) {
    reading.add(kText, list, *std::move(text), nullptr);
  } else {
    return false;
  }
  return true;
}

bool is_episode(const Category& category) {
  return category.judging == Judging::kMultiTurn || category.judging == Judging::kAgentic;
}

// One response of what was meant as several turns: the first step of the last turn, or the whole
// turn where its items are calls.
Value single_of(const Value& turns) {
  const Value& last = turns.items().back();
  if (std::optional<Value> calls = calls_of(last)) return *std::move(calls);
  return last.items().empty() ? Value() : last.items().front();
}

Value shaped(Value response, bool episode) {
  if (episode && !is_turns(response)) {
    return Value::list({Value::list({std::move(response)})});
  }
  if (!episode && is_turns(response)) return single_of(response);
  return response;
}

}  // namespace

std::string entry_id_in(const Value& value) {
  for (const string_view name : kIdNames) {
    const Value* id = str_member(value, name);
    if (id != nullptr && category_of_id(id->as_str()) != nullptr) return std::string(id->as_str());
  }
  return {};
}

std::string first_id(std::initializer_list<const Value*> holders) {
  for (const Value* holder : holders) {
    if (holder == nullptr) continue;
    if (std::string id = entry_id_in(*holder); !id.empty()) return id;
  }
  return {};
}

std::string error_in(const Value& value) {
  const Value* error = find_member(value, "error");
  if (error == nullptr) return {};
  const Value* text = error->is_str() ? error : str_member(*error, "message");
  if (text == nullptr) return error->is_dict() ? "without a message" : "";
  constexpr std::size_t kShown = 200;
  return first_code_points(text->as_str(), kShown);
}

Value stored_response(const Value& value) {
  if (!value.is_list()) return value;
  if (std::optional<Value> calls = calls_of(value)) return *std::move(calls);
  if (!is_turns(value)) return value;
  List turns;
  for (const Value& turn : value.items()) {
    List steps;
    for (const Value& step : turn.items()) {
      // A step of one call may be that call.
      std::optional<Value> calls = calls_of(step.is_dict() ? Value::list({step}) : step);
      steps.push_back(calls ? *std::move(calls) : step);
    }
    turns.push_back(Value::list(std::move(steps)));
  }
  return Value::list(std::move(turns));
}

Value fitted_response(Value response, string_view id) {
  const Category* category = category_of_id(id);
  return category != nullptr ? shaped(std::move(response), is_episode(*category)) : response;
}

std::string ResponseReading::id_of(const Value& holder) const {
  return id_.empty() ? entry_id_in(holder) : id_;
}

void ResponseReading::add(const ResponseForm& form, const Value& holder, Result<Value> response,
                          const Value* usage) {
  if (!response.ok()) return flaw(holder, response.error().message);
  Response found;
  found.id = id_of(holder);
  found.form = (form_ != nullptr ? *form_ : form).name;
  found.result = fitted_response(std::move(response).value(), found.id);
  if (usage != nullptr) {
    found.input_token_count = first_of(*usage, kInputTokens);
    found.output_token_count = first_of(*usage, kOutputTokens);
  }
  const Value* latency = find_member(holder, "latency");
  if (latency != nullptr && (latency->is_float() || latency->is_int() || latency->is_list())) {
    found.latency = *latency;
  }
  found_.responses.push_back(std::move(found));
}

void ResponseReading::flaw(const Value& holder, std::string message) {
  found_.flaws.push_back({id_of(holder), std::move(message)});
}

bool ResponseReading::read(const Value& value) const {
  ResponseReading reading = *this;
  if (value.is_list()) return read_whole_list(value, reading);
  if (value.is_str()) {
    if (!looks_like_calls(value.as_str())) return false;
    reading.add(kText, value, value, nullptr);
    return true;
  }
  if (!value.is_dict()) return false;
  for (const string_view name : kExportMembers) {
    if (find_member(value, name) != nullptr && read_export(value, reading)) return true;
  }
  for (const std::span<const FormRow> rows : {log_rows(), answer_rows()}) {
    for (const FormRow& row : rows) {
      if (!row.fits(value)) continue;
      row.read(value, row.form, reading);
      return true;
    }
  }
  return false;
}

ResponseForm result_line_form() {
  return {"result_line", "a result line", "result lines of the official generator",
          "`id` and `result`"};
}

std::span<const ResponseForm> response_forms() {
  static const std::vector<ResponseForm> kAll = [] {
    std::vector<ResponseForm> all;
    for (const std::span<const FormRow> rows : {log_rows(), export_rows(), answer_rows()}) {
      for (const FormRow& row : rows) all.push_back(row.form);
    }
    all.insert(all.end(), kOtherForms.begin(), kOtherForms.end());
    return all;
  }();
  return kAll;
}

std::string taken_forms() {
  return "Supported: result lines {\"id\": ..., \"result\": ...}; responses and messages of "
         "OpenAI, "
         "Anthropic and Gemini, one, many, or the output of a batch; lists of calls "
         "[{\"name\": ..., \"arguments\": ...}]; call text such as f(x=1); logs of inspect, "
         "EvalScope, verifiers and NeMo Gym";
}

FoundResponses find_responses(const Value& value) {
  FoundResponses found;
  const ResponseReading reading(found);
  if (reading.read(value) || !value.is_list()) return found;
  for (const Value& item : value.items()) {
    if (reading.full()) break;
    if (!reading.read(item)) {
      found.flaws.push_back({entry_id_in(item), "has no response in a known format"});
    }
  }
  // Nothing of it was understood: it is none of the forms.
  if (found.responses.empty()) found.flaws.clear();
  return found;
}

bool belongs_to_one_response(const Value& first) {
  if (first.is_list() || first.is_str()) return true;
  if (str_member(first, "role") != nullptr && find_member(first, "id") == nullptr) return true;
  const Value list = Value::list({first});
  return is_parts(list) || (call_of(first).has_value() && entry_id_in(first).empty());
}

bool looks_like_calls(string_view text) {
  if (has_dotted_name_and_bracket(text)) return true;
  return std::any_of(std::begin(kCallBegins), std::end(kCallBegins),
                     [&](string_view tag) { return contains(text, tag); });
}

// [{name: {argument: value}}], which decoders read as it stands, each in its own way.
bool is_list_of_arguments(const Value& given) {
  return given.is_list() && !given.items().empty() &&
         std::all_of(given.items().begin(), given.items().end(), [](const Value& call) {
           return call.is_dict() && call.as_dict().size() == 1 &&
                  call.as_dict().begin()->value.is_dict();
         });
}

Value response_in_hand(const Value& given, bool episode) {
  if (!given.is_dict() && !given.is_list()) return given;
  if (is_list_of_arguments(given)) return given;
  FoundResponses found;
  ResponseReading(found).read(given);
  if (found.responses.size() != 1) return given;
  return shaped(std::move(found.responses.front().result), episode);
}

Value response_in_hand(string_view text, bool episode) {
  Result<Value> parsed = json_loads(text);
  if (!parsed.ok() || !(parsed->is_list() || parsed->is_dict())) return Value::str(text);
  return response_in_hand(*parsed, episode);
}

}  // namespace bfclx
