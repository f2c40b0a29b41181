// Calls that a response makes, and calls that it talks about.
#include "core/findings/meant_calls.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/value/json.h"

namespace bfclx {
namespace {

struct MeantCase {
  std::string_view text;
  bool meant;             // where the model writes its calls as text
  bool meant_beside_api;  // where calls come in a list of the API
};

constexpr MeantCase kCases[] = {
    // The whole response, in whatever form.
    {"[pool.lanes(day='Monday')]", true, true},
    {"['pool.lanes(day=\"Monday\")']", true, true},
    {"```json\n[{\"name\": \"pool_lanes\", \"arguments\": {\"day\": \"Monday\"}}]\n```", true,
     true},
    {R"({"tool_calls": [{"id": "call_1", "function": {"name": "pool.lanes", "arguments": {}}}]})",
     true, true},
    {"Answer: pool.lanes(day=$day)", true, true},
    {"pool.lanes(day= , hall=\"A\")", true, true},
    // First the call, then what is said about it.
    {"[pool.lanes(day='Monday')]\n\nThis asks for the free lanes of a Monday, as you wanted.", true,
     true},
    // Behind a mark of tool calls.
    {"The lanes are not known to me yet, so I look.\n<tool_call>\n{\"name\": \"pool.lanes\", "
     "\"arguments\": {\"day\": \"Monday\"}}\n</tool_call>",
     true, true},
    // Last of all: an answer where calls are text, an example where they are not.
    {"I need the free lanes for this, so the call is:\n\n[pool.lanes(day='Monday')]", true, false},
    // Sample code in an explanation.
    {"You can look it up with the pool tool like this:\n{\"name\": \"pool.lanes\", \"arguments\": "
     "{\"day\": \"a day that you choose\"}}",
     false, false},
    // A call beside a refusal, or in a question for what is missing.
    {"I need to know the day. Please provide it, and I will look it "
     "up.\n\n[pool.lanes(day='your_day')]",
     false, false},
    {"Please provide the day. For now I take it to be a Monday.\n\n[pool.lanes(day='Monday')]",
     true, false},
    {"I have to know the day first, so please provide it:\n\n```python\npool.lanes(day='x')\n```",
     false, false},
    {"If you know the day, you can look it up.\n\n**Call:**\n\n```python\npool.lanes(day='x')\n```",
     true, false},
    {"[pool.lanes(day='Monday')]\n\nThe function lists lanes and cannot be used to buy a ticket.",
     false, false},
    {"[pool.lanes(day='?'), pool.lanes(day='!')]\nNote: the day is not provided in the question.",
     false, false},
    {"[pool.lanes(day='Monday')]\n\nThe function lists lanes, so it is not applicable to this.",
     false, false},
    {"These functions do not fit.\n\nHere is a call for your reference:\n\n[pool.lanes(day='x')]",
     false, false},
    // But not where a mark makes it a call of the API, nor far away from it.
    {"I cannot know the lanes.\n<tool_call>\n{\"name\": \"pool.lanes\", \"arguments\": {\"day\": "
     "\"Monday\"}}\n</tool_call>",
     true, true},
    {"To find a lane you would first write:\n```python\nlanes = pool.lanes(day='Monday')\n```\nand "
     "then choose one of the lanes that are free.",
     false, false},
    {"None of the functions fits the question that you ask. pool.lanes(day='Monday') would list "
     "lanes, if that is what you are looking for.",
     false, false},
    {"You could call [pool.lanes(day='Monday')] for this, or [pool.lanes(day='Tuesday')], but then "
     "you would have to pay for both.",
     false, false},
    // Reasoning is no answer, and what is behind it is.
    {"<think>I could call pool.lanes(day='Monday') here.</think>No function fits this question.",
     false, false},
    {"<think>[pool.lanes(day='Monday')] or nothing", false, false},
    {"<think>Let me see what there is to call.</think>\n[pool.lanes(day='Monday')]", true, true},
    // Other scripts have sentences too.
    {"\xe3\x81\x93\xe3\x81\xae\xe9\x96\xa2\xe6\x95\xb0\xe3\x81\xaf pool.lanes(day='x') "
     "\xe3\x81\xa7\xe5\x91\xbc\xe3\x81\xb3\xe3\x81\xbe\xe3\x81\x99",
     false, false},
    // Code that defines the function, a doc that is repeated, brackets that never close.
    {"```python\ndef lanes_of(day='Monday'):\n    return pool.lanes(day)\n\ndef "
     "pool.lanes(day='x'): ...",
     false, false},
    {R"([{"name": "pool.lanes", "description": "Lists the free lanes of a pool.", "parameters": {}}])",
     false, false},
    {"The name could be \"pool.lanes\" or pool.lanes(day='Monday and so on it goes with words that "
     "do not end",
     false, false},
    // No call at all.
    {"The function pool.lanes() lists lanes, and pool.lanes(day) those of a day.", false, false},
    {"", false, false},
};

TEST(MeantCalls, AreTheAnswerAndNoExample) {
  Entry entry;
  const Result<Value> data = json_loads(
      R"({"function": [{"name": "pool.lanes", "description": "Lists the free lanes of a pool."}]})");
  ASSERT_TRUE(data.ok());
  entry.data = *data;
  for (const MeantCase& each : kCases) {
    EXPECT_EQ(meant_call(entry, each.text, true).has_value(), each.meant) << each.text;
    EXPECT_EQ(meant_call(entry, each.text, false).has_value(), each.meant_beside_api) << each.text;
  }
}

TEST(MeantCalls, RegionsAreWholeCallsApart) {
  Entry entry;
  entry.data = *json_loads(R"({"function": [{"name": "f"}, {"name": "g"}]})");
  const std::string text =
      "f(x='g(y=1)'), then {\"name\": \"g\", \"arguments\": {\"x\": 1}} f(x=\"";
  std::string found;
  for (const CallRegion& call : call_regions(entry, text)) {
    found += text.substr(call.begin, call.end - call.begin) + "|";
  }
  EXPECT_EQ(found, "f(x='g(y=1)')|{\"name\": \"g\", \"arguments\": {\"x\": 1}}|f(x=\"|");
}

// However often a response repeats something, the call in it is found, and none where there is
// none.
TEST(MeantCalls, RepetitionHidesNoCall) {
  Entry entry;
  entry.data = *json_loads(R"({"function": [{"name": "pool.lanes"}]})");
  for (const std::string_view unit :
       {"and so I would say pool.lanes(x=1) ", "I would say yes pool.lanes(x=\"a b c ",
        "I would say yes {\"pool.lanes\": ", "yes \"name\": \"pool.lanes\" "}) {
    std::string text = "I would say that it is so. ";
    for (int i = 0; i < 10'000; ++i) text += unit;
    EXPECT_FALSE(meant_call(entry, text + "and nothing more of it.", false)) << unit;
    EXPECT_TRUE(meant_call(entry, "That is how it is. <tool_call>pool.lanes(x=1) " + text, false));
  }
}

}  // namespace
}  // namespace bfclx
