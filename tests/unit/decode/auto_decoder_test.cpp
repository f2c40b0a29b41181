#include "core/decode/auto_decoder.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/decode/choice_memo.h"
#include "core/value/json.h"
#include "core/value/value.h"

namespace bfclx {
namespace {

// The choice for responses given as one JSON list.
AutoChoice choose(std::string_view responses_json) {
  const Result<Value> responses = json_loads(responses_json);
  EXPECT_TRUE(responses.ok()) << responses_json;
  std::vector<const Value*> pointers;
  for (const Value& response : responses->items()) pointers.push_back(&response);
  return choose_decoder(pointers);
}

struct ChoiceCase {
  std::string_view responses;
  std::string_view decoder;
};

TEST(AutoDecoder, ChoosesTheFirstThatDecodesMost) {
  constexpr ChoiceCase kCases[] = {
      {R"~([[{"f": "{\"a\": 1}"}], [{"g": "{}"}], "I cannot do that."])~", "openai_fc"},
      {R"~(["[f(a=1)]", "g(b=2), h()", "No."])~", "prompting"},
      {R"~([[{"f": {"a": 1}}], []])~", "gemini_fc"},
      {R"~([[{"tool_name": "f", "parameters": {}}]])~", "cohere_fc"},
      {R"~([[{"name": "f", "arguments": {}}]])~", "mining"},
      {R"~(["f(a=1);g(b=2);"])~", "nexus"},
      {R"~(["<TOOLCALL>[f(a=1)]</TOOLCALL>"])~", "nemotron"},
      {R"~(["f\n{\"a\": 1}"])~", "glm"},
      {R"~(["<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"])~", "qwen_fc"},
      {R"~(["<tool_call>[{\"name\": \"f\", \"arguments\": {}}]</tool_call>"])~", "falcon_fc"},
      {R"~(["<function_call> {\"name\": \"f\", \"arguments\": {}}"])~", "granite"},
      {R"~(["{\"name\": \"f\", \"parameters\": {\"a\": 1}}"])~", "llama_3_1"},
      {R"~(["```python\n[f(a=1)]\n```", "[f()]"])~", "phi"},
      {R"~(["```tool_code\n[f(a=1)]\n```", "[f()]"])~", "gemini_prompting"},
      {R"~(["</think>[{'name': 'f', 'arguments': {}}]"])~", "think_agent"},
      {R"~(["<start_function_call>call:f{a:1}<end_function_call>"])~", "functiongemma"},
      {R"~(["<|tool_call_start|>\nf(a=1)\n<|tool_call_end|>"])~", "minicpm_fc"},
      {R"~(["```\n[{\"name\": \"f\", \"arguments\": {}}]\n```"])~", "hammer"},
  };
  for (const ChoiceCase& expected : kCases) {
    const AutoChoice choice = choose(expected.responses);
    ASSERT_NE(choice.decoder, nullptr);
    EXPECT_EQ(choice.decoder->name, expected.decoder) << expected.responses;
    EXPECT_EQ(choice.candidates.size(), decoders().size());
    EXPECT_EQ(choice.candidates.front().decoder, choice.decoder);
    EXPECT_GE(choice.confidence, 0.5);
  }
}

TEST(AutoDecoder, SaysHowManyResponsesItReads) {
  const AutoChoice some = choose(R"~([[{"f": "{}"}], [{"g": "{}"}], "No.", []])~");
  EXPECT_EQ(some.reason.substr(0, 26), "2 of 4 sampled responses a");
  EXPECT_DOUBLE_EQ(some.candidates.front().decoded_share, 0.5);
  EXPECT_DOUBLE_EQ(some.confidence, 2.0 / 3.0);
  EXPECT_EQ(choose(R"~(["f(a=1)"])~").reason.substr(0, 20), "Python calls as text");
}

TEST(AutoDecoder, GoesByTheFormWhenNothingDecodes) {
  EXPECT_EQ(choose(R"~([[], [], "No."])~").decoder->name, "openai_fc");
  EXPECT_EQ(choose(R"~(["No.", "Never."])~").decoder->name, "prompting");
  const AutoChoice nothing = choose("[]");
  EXPECT_EQ(nothing.decoder->name, "prompting");
  EXPECT_EQ(nothing.confidence, 0);
}

TEST(AutoDecoder, LooksAtASampleOfManyResponses) {
  const Value call = Value::str("[f(a=1)]");
  const Value talk = Value::str("No.");
  std::vector<const Value*> responses(5000, &talk);
  for (std::size_t i = 2500; i < responses.size(); ++i) responses[i] = &call;
  const AutoChoice choice = choose_decoder(responses);
  EXPECT_EQ(choice.decoder->name, "prompting");
  EXPECT_DOUBLE_EQ(choice.candidates.front().decoded_share, 0.5);
}

TEST(AutoDecoder, PrefersTheGenericOneToOneThatReadsAFewMore) {
  const Value plain = Value::str("[f(a=1)]");
  const Value fenced = Value::str("```python\n[f(a=1)]\n```");
  std::vector<const Value*> responses(100, &plain);
  for (std::size_t i = 0; i < 10; ++i) responses[i] = &fenced;
  AutoChoice choice = choose_decoder(responses);
  EXPECT_EQ(choice.decoder->name, "prompting");
  EXPECT_EQ(choice.candidates.front().decoder->name, "phi");
  EXPECT_DOUBLE_EQ(choice.confidence, 90.0 / 101.0);
  responses[10] = &fenced;
  EXPECT_EQ(choose_decoder(responses).decoder->name, "phi");
}

TEST(UnderscoreToDot, FollowsTheMoreFrequentWay) {
  const std::vector<std::string_view> known = {"math.gcd", "plain_name", "a.b.c", "a_b_c"};
  const auto decide = [&](const std::vector<std::string_view>& seen) {
    return decide_underscore_to_dot(seen, known).underscore_to_dot;
  };
  EXPECT_TRUE(decide({"math_gcd"}));
  EXPECT_FALSE(decide({"math.gcd"}));
  EXPECT_FALSE(decide({"plain_name", "unknown_name"}));
  EXPECT_FALSE(decide({"a_b_c"})) << "a function of its own";
  EXPECT_TRUE(decide({"math_gcd", "math_gcd", "math.gcd"}));
  EXPECT_FALSE(decide({"math_gcd", "math.gcd"}));
  EXPECT_FALSE(decide({}));
}

TEST(UnderscoreToDot, TakesTheNamesOfWellFormedCallsOnly) {
  const Result<Value> decoded = json_loads(R"~([{"f": {}}, {"g": {"a": 1}}])~");
  const Result<Value> odd = json_loads(R"~([{"h": 1}])~");
  std::vector<std::string_view> names;
  append_call_names(*decoded, names);
  append_call_names(*odd, names);
  EXPECT_EQ(names, (std::vector<std::string_view>{"f", "g"}));
}

TEST(ChoiceMemo, ChoosesTheSame) {
  EXPECT_LE(decoders().size(), 64U);
  const List responses = {Value::str("[f(a=1)]"),
                          Value::str("<tool_call>{\"name\": \"f\", "
                                     "\"arguments\": {}}</tool_call>"),
                          Value::str("no call"), Value::none()};
  std::vector<const Value*> all;
  for (const Value& response : responses) all.push_back(&response);
  const AutoChoice plain = choose_decoder(all);
  ChoiceMemo memo;
  for (int time = 0; time < 2; ++time) {
    const AutoChoice choice = choose_decoder(all, &memo);
    EXPECT_EQ(choice.decoder, plain.decoder);
    EXPECT_EQ(choice.confidence, plain.confidence);
    EXPECT_EQ(choice.reason, plain.reason);
    ASSERT_EQ(choice.candidates.size(), plain.candidates.size());
    for (std::size_t i = 0; i < plain.candidates.size(); ++i) {
      EXPECT_EQ(choice.candidates[i].decoder, plain.candidates[i].decoder);
      EXPECT_EQ(choice.candidates[i].decoded_share, plain.candidates[i].decoded_share);
    }
  }
}

TEST(ChoiceMemo, NamesAreThoseOfTheDecoderAndTheFormat) {
  const Decoder& prompting = *find_decoder("prompting");
  const Decoder& calls = *find_decoder("openai_fc");
  const Value text = Value::str("[math.f(a=1), g(b=2)]");
  const std::vector<std::string> both = {"math.f", "g"};
  for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{200}, std::size_t{0}}) {
    ChoiceMemo memo(bytes);
    for (int time = 0; time < 2; ++time) {
      EXPECT_EQ(memo.names_of(text, prompting, {}), both);
      EXPECT_TRUE(memo.names_of(text, calls, {}).empty());
      DecodeOptions json;
      json.format = ReturnFormat::kJson;
      EXPECT_TRUE(memo.names_of(text, prompting, json).empty());
      EXPECT_TRUE(memo.names_of(Value::str("there is none ("), prompting, {}).empty());
    }
  }
}

}  // namespace
}  // namespace bfclx
