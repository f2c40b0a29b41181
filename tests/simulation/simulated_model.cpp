#include "tests/simulation/simulated_model.h"

#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx::simulation {
namespace {

constexpr std::string_view kFact = "fact_";
constexpr std::string_view kWord = "abcdefghijklmnopqrstuvwxyz_";

std::string json_text(std::string_view text) {
  std::string json;
  append_json(json, Value::str(text));
  return json;
}

std::string with_message(const std::string& message, const char* reason) {
  return R"({"id": "c", "object": "chat.completion", "model": "m", "choices": [{"index": 0, )"
         R"("finish_reason": ")" +
         std::string(reason) + R"(", "message": {"role": "assistant", )" + message +
         R"(}}], "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}})";
}

std::string answer(std::uint64_t number) {
  return with_message(R"("content": "answer )" + std::to_string(number) + "\"", "stop");
}

std::string call(const std::string& name, const std::string& arguments) {
  return with_message(
      R"("content": null, "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": )" +
          json_text(name) + ", \"arguments\": " + json_text(arguments) + "}}]",
      "tool_calls");
}

std::set<std::string> facts_in(std::string_view text) {
  std::set<std::string> facts;
  for (std::size_t at = text.find(kFact); at != text.npos; at = text.find(kFact, at + 1)) {
    const std::size_t end = text.find_first_not_of(kWord, at);
    facts.emplace(text.substr(at, (end == text.npos ? text.size() : end) - at));
  }
  return facts;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

ModelSays model_says(std::string_view body, std::uint64_t number) {
  ModelSays says;
  says.completion = answer(number);
  const bool keys = has(body, "\"core_memory_add\"");
  const bool text = has(body, "\"memory_append\"");
  const bool search = has(body, "\"search_engine_query\"");
  if (!keys && !text && !search) return says;
  const Result<Value> read = json_loads(body);
  const Value* messages = read.ok() ? present(*read, "messages") : nullptr;
  if (messages == nullptr || messages->items().empty()) return says;
  const Value& last = messages->items().back();
  const std::string said(text_member(last, "content"));
  if (!search) says.facts = facts_in(text_member(messages->items().front(), "content"));
  if (text_member(last, "role") != "user") return says;
  if (search) {
    says.completion = call("search_engine_query", "{\"keywords\": " + json_text(said) + "}");
  } else if (said.starts_with("Remember ")) {
    const std::string fact = *facts_in(said).begin();
    says.stores_again = says.facts.count(fact) != 0;
    const bool vector = has(body, "\"core_memory_retrieve\"");
    says.completion = call(text ? "memory_append" : "core_memory_add",
                           text || vector ? "{\"text\": \"" + fact + ". \"}"
                                          : "{\"key\": \"" + fact + R"(", "value": "v"})");
  } else if (said.starts_with("What do you know") && has(body, "\"core_memory_retrieve\"")) {
    says.completion = call("core_memory_retrieve", "{\"query\": " + json_text(said) + "}");
  }
  return says;
}

}  // namespace bfclx::simulation
