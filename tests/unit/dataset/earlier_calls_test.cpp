// Earlier calls in the messages of a question: how they are paired with results, and what is
// refused.
#include "core/dataset/earlier_calls.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/value/json.h"

namespace bfclx {
namespace {

Value messages(std::string_view json) { return json_loads(json).value(); }

// "plain messages|name(arguments) -> result, ...|..." of each part, or the error.
std::string split(std::string_view json) {
  const Result<std::vector<MessagePart>> parts = split_at_calls(messages(json), "messages");
  if (!parts.ok()) return parts.error().message;
  std::string text;
  for (const MessagePart& part : *parts) {
    text += std::to_string(part.plain.items().size()) + part.text + "|";
    for (const EarlierCall& call : part.calls) {
      text += python_call(call) + " -> " + call.result + ", ";
    }
  }
  return text;
}

std::string call(std::string_view id, std::string_view name) {
  std::string text = R"({"type": "function", "function": {"name": ")" + std::string(name) +
                     R"(", "arguments": "{\"x\": 1}"})";
  if (!id.empty()) text += R"(, "id": ")" + std::string(id) + "\"";
  return text + "}";
}
std::string calling(std::string_view calls) {
  return R"({"role": "assistant", "content": null, "tool_calls": [)" + std::string(calls) + "]}";
}
std::string result(std::string_view id, std::string_view text) {
  std::string message = R"({"role": "tool", "content": ")" + std::string(text) + "\"";
  if (!id.empty()) message += R"(, "tool_call_id": ")" + std::string(id) + "\"";
  return message + "}";
}
std::string all(std::initializer_list<std::string> each) {
  std::string text = R"([{"role": "user", "content": "go"})";
  for (const std::string& one : each) text += ", " + one;
  return text + "]";
}

TEST(EarlierCalls, ResultsArePairedById) {
  EXPECT_EQ(split(all({calling(call("a", "f") + "," + call("b", "g")), result("b", "2"),
                       result("a", "1"), R"({"role": "user", "content": "and"})"})),
            "1|f(x=1) -> 1, g(x=1) -> 2, 1|");
}

TEST(EarlierCalls, WithoutIdsResultsArePairedInOrder) {
  EXPECT_EQ(split(all({calling(call("", "f") + "," + call("", "g")), result("", "1"),
                       result("q", "2"), calling(call("", "h")), result("", "3")})),
            "1|f(x=1) -> 1, g(x=1) -> 2, 0|h(x=1) -> 3, 0|");
}

TEST(EarlierCalls, FaultsNameTheMessage) {
  constexpr std::string_view kNone = ": the message before it has no call for this result";
  const std::string one = calling(call("a", "f"));
  EXPECT_EQ(split(all({one})),
            "messages[1].tool_calls[0]: the call has no result: a message {\"role\": \"tool\", "
            "\"tool_call_id\", \"content\"} must follow");
  EXPECT_EQ(split(all({calling(call("a", "f") + "," + call("b", "g")), result("a", "1")})),
            "messages[1].tool_calls[1]: the call has no result: a message {\"role\": \"tool\", "
            "\"tool_call_id\", \"content\"} must follow");
  EXPECT_EQ(split(all({result("a", "1")})), "messages[1]" + std::string(kNone));
  EXPECT_EQ(split(all({one, result("b", "1")})), "messages[2]" + std::string(kNone));
  EXPECT_EQ(split(all({one, result("a", "1"), result("a", "1")})),
            "messages[3]" + std::string(kNone));
  EXPECT_EQ(split(all({calling(call("a", "f") + "," + call("a", "g"))})),
            "messages[1].tool_calls[1]: another call has this id");
  EXPECT_EQ(split(all({calling(call("a", "f") + "," + call("b", "g")), result("a", "1"),
                       result("a", "1")})),
            "messages[3]: this call already has a result");
  EXPECT_EQ(split(all({calling(R"({"function": {"name": "f", "arguments": "{"}})")})),
            "messages[1].tool_calls[0].function.arguments: not JSON: Expecting property name "
            "enclosed in double quotes: line 1 column 2 (char 1)");
  EXPECT_EQ(split(all({calling(R"({"function": {"name": "f", "arguments": [1]}})")})),
            "messages[1].tool_calls[0].function.arguments: is a list, expected an object");
  EXPECT_EQ(split(all({calling("5")})),
            "messages[1].tool_calls[0]: expected a call {\"id\", \"function\": {\"name\", "
            "\"arguments\"}}");
  EXPECT_EQ(split(all({calling(R"({"function": {"name": ""}})")})),
            "messages[1].tool_calls[0].function.name: expected the name of a function");
  EXPECT_EQ(split(all({one, R"({"role": "tool", "tool_call_id": "a", "content": [1]})"})),
            "messages[2].content: is a list, expected text");
  EXPECT_EQ(split(R"([{"role": "user", "content": "", "tool_calls": [5]}])"),
            "messages[0]: only the assistant can have \"tool_calls\"");
  EXPECT_EQ(split(R"([{"role": "assistant", "tool_calls": {"a": 1}}])"),
            "messages[0].tool_calls: expected a list of calls");
  std::string many = "{}";
  for (int i = 0; i < 1000; ++i) many += ",{}";
  EXPECT_EQ(split(R"([{"role": "assistant", "tool_calls": [)" + many + "]}]"),
            "messages[0].tool_calls: more than 1,000 calls");
}

TEST(EarlierCalls, KeptMessagesHaveIdsOfTheirOwnAndResultsInOrder) {
  const std::string text =
      all({calling(call("a", "f") + "," + call("b", "g")), result("b", "2"), result("a", "1")});
  const Value kept = kept_messages(split_at_calls(messages(text), "messages").value());
  EXPECT_EQ(json_dumps(kept).value(),
            R"([{"role": "user", "content": "go"}, {"role": "assistant", "content": "", )"
            R"("tool_calls": [{"id": "call00001", "type": "function", "function": {"name": "f", )"
            R"("arguments": "{\"x\": 1}"}}, {"id": "call00002", "type": "function", "function": )"
            R"({"name": "g", "arguments": "{\"x\": 1}"}}]}, {"role": "tool", "tool_call_id": )"
            R"("call00001", "content": "1"}, {"role": "tool", "tool_call_id": "call00002", )"
            R"("content": "2"}])");
  EXPECT_EQ(json_dumps(kept_messages(split_at_calls(kept, "messages").value())).value(),
            json_dumps(kept).value());
}

TEST(EarlierCalls, PeopleSeeThemAsPython) {
  const Value text = messages(
      all({calling(call("a", "f") + "," + call("b", "g")), result("a", "1"), result("b", "2")}));
  EXPECT_EQ(message_text(text.items()[1]), "f(x=1)\ng(x=1)");
  EXPECT_EQ(json_dumps(shown_messages(text)).value(),
            R"x([{"role": "user", "content": "go"}, {"role": "assistant", "content": )x"
            R"x("f(x=1)\ng(x=1)"}, {"role": "tool", "content": "1"}, )x"
            R"x({"role": "tool", "content": "2"}])x");
}

}  // namespace
}  // namespace bfclx
