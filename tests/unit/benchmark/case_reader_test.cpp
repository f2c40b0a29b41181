// Cases of a benchmark of someone's own as entries of the official form.
#include "core/benchmark/case_reader.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/value/json.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

constexpr std::string_view kOne =
    R"([{"name": "f", "parameters": {"type": "object", "required": ["x"], "properties": {)"
    R"("x": {"type": "number"}, "s": {"type": "string"}, "n": {"type": "integer"}, )"
    R"("o": {"type": "object"}, "l": {"type": "array", "items": {"type": "string"}}}}}])";
constexpr std::string_view kTwo =
    R"([{"name": "f", "parameters": {"type": "object", "properties": {"x": {"type": "number"}}}},)"
    R"({"name": "g"}])";

// "CATEGORY GROUND_TRUTH", or "!" and the message of a SchemaError.
std::string read(std::string_view tools, std::string_view given, ValueMatching match = {}) {
  const Result<CaseReader> reader = CaseReader::make(parse(tools), "tools", match);
  if (!reader.ok()) return "!!" + reader.error().message;
  const Result<BenchmarkCase> one = reader->read(parse(given));
  if (!one.ok()) return "!" + one.error().message;
  std::string text = std::string(one->category->name) + " ";
  append_json(text, one->ground_truth);
  return text;
}

std::string expecting(std::string_view tools, std::string_view expected) {
  return read(tools, R"({"question": "?", "expected": )" + std::string(expected) + "}");
}

TEST(CaseReader, PutsACaseIntoTheCategoryThatFits) {
  constexpr std::string_view kCall = R"({"name": "f", "arguments": {"x": 1}})";
  const std::string call(kCall);
  EXPECT_EQ(expecting(kOne, call), R"(simple_python [{"f": {"x": [1]}}])");
  EXPECT_EQ(expecting(kTwo, "[" + call + "]"), R"(multiple [{"f": {"x": [1]}}])");
  EXPECT_EQ(expecting(kOne, "[" + call + "," + call + "]"),
            R"(parallel [{"f": {"x": [1]}}, {"f": {"x": [1]}}])");
  EXPECT_EQ(expecting(kTwo, "[" + call + R"(, {"name": "g"}])"),
            R"(parallel_multiple [{"f": {"x": [1]}}, {"g": {}}])");
  EXPECT_EQ(expecting(kTwo, R"("none")"), "irrelevance null");
}

TEST(CaseReader, ManyArgumentsTakeLinearTime) {
  std::string call = "\"f(x=1";
  for (int i = 0; i < 150'000; ++i) call += ",a" + std::to_string(i) + "=1";
  const std::clock_t begin = std::clock();
  EXPECT_TRUE(expecting(kOne, call + ",a0=1)\"").starts_with("!expected: "));
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(took, 6);  // with sanitizers too
}

TEST(CaseReader, ReadsCallsAsText) {
  EXPECT_EQ(expecting(kOne, "\"f(x=1, s='a')\""),
            R"(simple_python [{"f": {"x": [1], "s": ["a"]}}])");
  EXPECT_EQ(expecting(kTwo, "\"[f(x=2), g()]\""),
            R"(parallel_multiple [{"f": {"x": [2]}}, {"g": {}}])");
  for (const std::string_view text : {"\"\"", "\"[]\"", "\"None\"", "\"f(\"", "\"text\""}) {
    EXPECT_TRUE(expecting(kOne, text).starts_with("!expected: write \"none\", or calls")) << text;
  }
  for (const std::string_view text :
       {"\"f(1)\"", "\"[f(1, x=2)]\"", "\"f(*[1])\"", "\"f(x=1, x=2)\"", "\"f(**{'x': 1})\""}) {
    EXPECT_TRUE(expecting(kOne, text).starts_with("!expected: ")) << text;
  }
  const std::string unknown = expecting(kOne, "\"h(x=1)\"");
  EXPECT_TRUE(unknown.starts_with("!expected")) << unknown;
}

TEST(CaseReader, RefusesMembersOfACallThatWouldBeLost) {
  EXPECT_TRUE(expecting(kOne, R"([{"name": "f", "argument": {"x": 1}}])")
                  .starts_with("!expected[0]: unknown member 'argument'. Did you mean arguments?"));
  EXPECT_TRUE(expecting(kOne, R"({"name": "f", "arguments": {"x": 1}, "extra": 1})")
                  .starts_with("!expected: unknown member 'extra'."));
  constexpr std::string_view kMistyped = R"({"name": "f", "argumnts": {"x": 1}})";
  const std::string call(kMistyped);
  for (const auto& [given, place] : {
           std::pair(R"({"any_of": [[)" + call + "]]}", "expected.any_of[0][0]"),
           std::pair(R"([{"any_of": [)" + call + "]}]", "expected[0].any_of[0]"),
           std::pair(
               R"({"tool_calls": [{"id": "1", "type": "function", "function": )" + call + "}]}",
               "expected.tool_calls[0].function"),
       }) {
    EXPECT_EQ(expecting(kOne, given),
              concat({"!", place, ": unknown member 'argumnts'. Did you mean arguments?"}));
  }
}

TEST(CaseReader, ReadsExpectedValuesAsPossibleAnswers) {
  EXPECT_EQ(expecting(kOne, R"({"name": "f", "arguments": {"x": {"any_of": [1, 2.5]}, )"
                            R"("s": {"any_of": ["a"], "optional": true}}})"),
            R"(simple_python [{"f": {"x": [1, 2.5], "s": ["a", ""]}}])");
  EXPECT_EQ(expecting(kOne, R"([{"f": {"x": [1], "s": ["a", ""]}}])"),
            R"(simple_python [{"f": {"x": [1], "s": ["a", ""]}}])");
  EXPECT_EQ(
      expecting(kOne, R"({"name": "f", "arguments": {"x": 1, "o": {"k": {"any_of": [1, 2]}}, )"
                      R"("l": ["a", "b"]}})"),
      R"(simple_python [{"f": {"x": [1], "o": [{"k": [1, 2]}], "l": [["a", "b"]]}}])");
  EXPECT_EQ(expecting(kOne, R"({"name": "f", "arguments": "{\"x\": 3}"})"),
            R"(simple_python [{"f": {"x": [3]}}])");
}

TEST(CaseReader, ToolsOfACaseReplaceThoseOfTheBenchmark) {
  EXPECT_EQ(read(kTwo, R"({"question": "?", "tools": ["f"], "expected": )"
                       R"({"name": "f", "arguments": {"x": 1}}})"),
            R"(simple_python [{"f": {"x": [1]}}])");
  EXPECT_EQ(read(kTwo, R"({"question": "?", "tools": [{"name": "h"}], "expected": {"name": "h"}})"),
            R"(simple_python [{"h": {}}])");
  EXPECT_EQ(read(kTwo, R"({"question": "?", "tools": ["ff"], "expected": "none"})"),
            "!tools[0]: the benchmark has no tool 'ff'. Did you mean f?");
  EXPECT_EQ(read(kTwo, R"({"question": "?", "tools": ["f", "f"], "expected": "none"})"),
            "!tools[1]: 'f' is a duplicate");
  EXPECT_EQ(read(kTwo, R"({"question": "?", "tools": [{"name": "h", "parameters": )"
                       R"({"type": "object", "properties": {"x": {}}}}], "expected": "none"})"),
            "!tools[0].parameters.properties.x: `type` is missing; the official rules check "
            "values of a single type; or use `--match schema` (\"match\": \"schema\" in a case)");
}

TEST(CaseReader, ToolsWithJsonSchemaNeedAnotherMatch) {
  constexpr std::string_view kUnion =
      R"([{"name": "u", "parameters": {"type": "object", "properties": {"x": {"type": ["string", )"
      R"("null"]}}}}])";
  const std::string tools(kUnion);
  const auto of_case = [&](std::string_view match) {
    return concat({R"({"question": "?", "tools": )", tools, match,
                   R"(, "expected": {"name": "u", "arguments": {"x": null}}})"});
  };
  constexpr std::string_view kKept = R"(simple_python [{"name": "u", "arguments": {"x": null}}])";
  EXPECT_EQ(read(kTwo, of_case(R"(, "match": "schema")")), kKept);
  EXPECT_EQ(read(kTwo, of_case(R"(, "match": "exact")")), kKept);
  EXPECT_TRUE(read(kTwo, of_case("")).starts_with("!tools[0].parameters.properties.x.type: "));
  const auto of_benchmark = [&](std::string_view members) {
    return read(tools.substr(0, tools.size() - 1) + R"(, {"name": "g"}])",
                concat({R"({"question": "?", )", members, "}"}), ValueMatching::kSchema);
  };
  EXPECT_EQ(of_benchmark(R"("expected": {"name": "u", "arguments": {"x": "a"}})"),
            R"(multiple [{"name": "u", "arguments": {"x": "a"}}])");
  EXPECT_EQ(of_benchmark(R"("expected": {"name": "u", "arguments": {"x": 1}})"),
            "!expected.arguments.x: 1 is not of the type string or null");
  EXPECT_EQ(of_benchmark(R"("match": "official", "expected": {"name": "g"})"),
            "!match: the official rules cannot check the JSON Schema of 'u': use the match "
            "`schema` or `exact`");
  EXPECT_EQ(of_benchmark(R"("match": "official", "tools": ["g"], "expected": {"name": "g"})"),
            R"(simple_python [{"g": {}}])");
}

TEST(CaseReader, KeepsMessagesIdAndTags) {
  const Result<CaseReader> reader = CaseReader::make(parse(kTwo), "tools", {});
  ASSERT_TRUE(reader.ok());
  const Result<BenchmarkCase> one = reader->read(
      parse(R"({"id": 7, "tags": ["a"], "expected": "none", "messages": [)"
            R"({"role": "system", "content": "Be brief."}, {"role": "user", "content": "?", )"
            R"("name": "Ann"}]})"));
  ASSERT_TRUE(one.ok()) << one.error().message;
  EXPECT_EQ(one->own_id, "7");
  std::string text;
  append_json(text, one->tags);
  append_json(text, one->question);
  EXPECT_EQ(text, R"(["a"][[{"role": "system", "content": "Be brief."}, )"
                  R"({"role": "user", "content": "?"}]])");
}

TEST(CaseReader, KeepsWhatIsExpectedWithAnotherMatch) {
  constexpr std::string_view kCall =
      R"({"question": "?", "expected": {"name": "f", "arguments": {"x": {"any_of": [1, 2]}}}})";
  EXPECT_EQ(read(kTwo, kCall), R"(multiple [{"f": {"x": [1, 2]}}])");
  EXPECT_EQ(read(kTwo, kCall, ValueMatching::kSchema),
            R"(multiple [{"name": "f", "arguments": {"x": {"any_of": [1, 2]}}}])");
  constexpr std::string_view kChoice =
      R"({"question": "?", "match": "exact", "expected": {"any_of": [{"name": "g"}, )"
      R"([{"name": "f"}, {"name": "g"}]]}})";
  EXPECT_EQ(read(kTwo, kChoice),
            R"(parallel_multiple {"any_of": [{"name": "g"}, [{"name": "f"}, {"name": "g"}]]})");
  EXPECT_EQ(read(kTwo, R"({"question": "?", "expected": "none"})", ValueMatching::kExact),
            "irrelevance null");
  constexpr std::string_view kMessage =
      R"({"question": "?", "expected": {"role": "assistant", "content": null, "tool_calls": )"
      R"([{"id": "1", "type": "function", "function": {"name": "g", "arguments": "{}"}}]}})";
  EXPECT_EQ(read(kTwo, kMessage, ValueMatching::kSchema),
            R"(multiple [{"id": "1", "type": "function", "function": {"name": "g", )"
            R"("arguments": "{}"}}])");
  EXPECT_EQ(read(kTwo, R"-({"question": "?", "expected": "f(x='1')"})-", ValueMatching::kExact),
            "!expected[0].arguments.x: '1' is not of the type number");
}

TEST(CaseReader, SeveralTurns) {
  constexpr std::string_view kTurns =
      R"-({"order": "given", "turns": [{"question": "a", "expected": "f(x=1)", "results": ["r"]},)-"
      R"-( {"question": "b", "expected": "none"}]})-";
  EXPECT_EQ(read(kTwo, kTurns), R"(own_turns [[{"f": {"x": [1]}}], "none"])");
  const Result<CaseReader> reader = CaseReader::make(parse(kTwo), "tools", {});
  ASSERT_TRUE(reader.ok());
  const Result<BenchmarkCase> one = reader->read(parse(kTurns));
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(repr(one->results), "[['r'], None]");
  EXPECT_EQ(one->question.items().size(), 2u);
  EXPECT_EQ(one->rules.order, CallOrder::kAny);  // no turn has several calls
  EXPECT_EQ(
      read(kTwo, R"({"turns": [{"question": "a", "expected": [{"name": "g"}, {"name": "f"}]}]})",
           ValueMatching::kSchema),
      R"(own_turns [[{"name": "g"}, {"name": "f"}]])");
}

struct FaultCase {
  std::string_view given;
  std::string_view message;
};

const FaultCase kFaults[] = {
    {R"({"expected": "none"})", "question: is missing"},
    {R"({"question": "?"})",
     "expected: is missing: write the expected calls, or \"none\" if no call passes"},
    {R"({"question": "?", "expect": "none"})", "unknown member 'expect'. Did you mean expected?"},
    {R"({"question": "?", "messages": [], "expected": "none"})",
     "question: give \"question\" or \"messages\", not both"},
    {R"({"question": "", "expected": "none"})", "question[0].content: the text is empty"},
    {R"({"question": 5, "expected": "none"})",
     "question: is a number, expected text or a list of messages"},
    {R"({"question": [[{"role": "user", "content": "a"}], [{"role": "user", "content": "b"}]],)"
     R"( "expected": "none"})",
     "question: has 2 turns, expected one: write several as \"turns\", each with its \"question\" "
     "and what is \"expected\""},
    {R"({"turns": [{"question": "?", "expected": "none"}, 5]})",
     "turns[1]: is a number, expected a turn {\"question\", \"expected\"}"},
    {R"({"turns": [{"question": "?", "expected": {"name": "f", "arguments": {"x": "1"}}}]})",
     "turns[0].expected.arguments.x: '1' is not of the type number"},
    {R"({"turns": [{"question": "?", "expected": {"name": "g"}, "results": [1, 2]}]})",
     "turns[0].results: has 2 results, but 1 call is expected"},
    {R"({"messages": [{"role": "assistant", "content": "a"}], "expected": "none"})",
     "messages: the last message must be the user's, or the result of a call"},
    {R"({"messages": [{"role": "user", "content": [{"type": "text"}]}], "expected": "none"})",
     "messages[0].content: is a list, expected text"},
    {R"({"messages": [{"role": "tool", "content": "a"}], "expected": "none"})",
     "messages[0]: the message before it has no call for this result"},
    {R"({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "tool_calls": [)"
     R"({"function": {"name": "f"}}]}, {"role": "user", "content": "b"}], "expected": "none"})",
     "messages[1].tool_calls[0]: the call has no result: a message {\"role\": \"tool\", "
     "\"tool_call_id\", \"content\"} must follow"},
    {R"({"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b", )"
     R"("function_call": {"name": "f"}}], "expected": "none"})",
     "messages[1]: \"function_call\" is an old form: write the call into \"tool_calls\", and its "
     "result into a message with the role \"tool\""},
    {R"({"messages": [{"role": "user", "content": "a"}, {"role": "system", "content": "a"}],)"
     R"( "expected": "none"})",
     "messages[1].role: a system message can only be the first"},
    {R"({"question": "?", "order": "fixed", "expected": "none"})",
     "order: unknown order `fixed`: expected any or given."},
    {R"({"question": "?", "match": "schem", "expected": "none"})",
     "match: unknown match `schem`: expected official, schema or exact. Did you mean schema?"},
    {R"({"question": "?", "id": true, "expected": "none"})",
     "id: is true or false, expected text or an integer"},
    {R"({"question": "?", "id": "", "expected": "none"})",
     "id: expected 1 to 200 bytes of text in one line"},
    {R"({"question": "?", "tags": "a", "expected": "none"})",
     "tags: is text, expected a list of strings"},
    {R"({"question": "?", "expected": {"any_of": [{"name": "g"}, {"name": "f"}]}})",
     "expected: the official rules do not support alternatives for whole calls: use `any_of` for "
     "the values of arguments, the match `schema` or `exact`, or write one case for each"},
    {R"({"question": "?", "expected": []})",
     "expected: the list is empty; write \"none\" if no call passes"},
    {R"({"question": "?", "expected": {"name": "h"}})",
     "expected.name: unknown function 'h'. Did you mean f or g?"},
    {R"({"question": "?", "expected": {"name": "f", "arguments": {"y": 1}}})",
     "expected.arguments: unknown property 'y'. Did you mean x?"},
    {R"({"question": "?", "expected": {"name": "f", "arguments": {"x": "one"}}})",
     "expected.arguments.x: 'one' is not of the type number"},
    {R"({"question": "?", "expected": [{"f": {"x": ["one"]}}]})",
     "expected[0].f.x[0]: 'one' is not of the type number"},
};

TEST(CaseReader, Faults) {
  for (const FaultCase& fault : kFaults) {
    EXPECT_EQ(read(kTwo, fault.given), "!" + std::string(fault.message)) << fault.given;
  }
  EXPECT_EQ(
      expecting(kOne, R"({"name": "f", "arguments": {"x": 1, "o": {"k": {"j": )"
                      R"({"any_of": [1, 2]}}}}})"),
      "!expected.arguments.o.k: the official rules support alternatives only in arguments and "
      "their keys; otherwise use the match `schema` or `exact`");
}

}  // namespace
}  // namespace bfclx
