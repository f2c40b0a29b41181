// An allocation that fails, whichever, ends the scoring of its entry by std::bad_alloc: what was
// taken is given back, and the next entry knows nothing of it.
#include <gtest/gtest.h>

#include <new>
#include <string>
#include <string_view>

#include "core/run/scorer.h"
#include "tests/unit/heap/counting_heap.h"

#ifndef __EMSCRIPTEN__  // where the core is built without exceptions

namespace bfclx {
namespace {

using testing::CountingHeap;

struct Case {
  std::string_view category;
  std::string_view decoder;
  std::string_view response;  // JSON
};

constexpr Case kCases[] = {
    {"simple_python", "prompting", R"("[f(x='a text that has its own memory', y=[1, 2])]")"},
    {"simple_python", "prompting", R"("[f(x='wrong', y=[1, 2, 3], z={'a': {1: (2, 3)}})]")"},
    {"simple_python", "prompting", R"("[f(x=[i*2 for i in range(3)] + [1], y='a' * 99 + 'b')]")"},
    {"simple_python", "prompting", R"("[f(x=1+2*3, y={1, 2, 3} | {4}, z=f'{1}', w=-2**70)]")"},
    {"simple_python", "prompting", R"("[f(x=1, y=(2, 3), lambda a, b=1: a if b else c.d[1:2])]")"},
    {"simple_python", "prompting", R"("[f(x=1, y=[2, 3 4], z='a')]")"},
    {"simple_python", "prompting", R"("[f(x=[1, 2, {'a': 'b'")"},
    {"simple_python", "openai_fc", R"([{"f": "{\"x\": \"a text of its own\", \"y\": [1.5, 2]}"}])"},
    {"simple_python", "openai_fc", R"([{"f": "{\"x\": }"}])"},
    {"simple_python", "minicpm_fc",
     R"("<|tool_call_start|>\n```python\nf(x='a' * 20)\nf(y=[1])\n```\n<|tool_call_end|>")"},
    {"simple_python", "llama_3_1", R"("{\"name\": \"f\", \"parameters\": {\"x\": [1, 'two']}}")"},
    {"irrelevance", "prompting", R"("[f(x='a text that has its own memory', y=[1, 2])]")"},
#ifdef BFCLX_WITH_GRAMMARS
    {"simple_java", "prompting", R"-("f(x = new int[]{1, 2}, y = \"a\")")-"},
    {"simple_javascript", "prompting", R"-("f({x: [1, {a: 2}], y: 'a'})")-"},
#endif
    {"multi_turn_base", "prompting",
     R"([["[cd(folder='home'), cat(file_name='f')]", "[echo(content='a', file_name='g')]"], ["[ls()]"]])"},
};

void add(Dataset& dataset, std::string_view category, std::string_view more,
         std::string_view ground_truth) {
  const std::string id = std::string(category) + "_0";
  const std::string question =
      R"({"id": ")" + id + R"(", "question": [[{"role": "user", "content": "Go."}])" +
      (category == "multi_turn_base" ? ", []" : "") + "], " + std::string(more) + "}\n";
  const std::string answer =
      R"({"id": ")" + id + R"(", "ground_truth": )" + std::string(ground_truth) + "}\n";
  const Status added = dataset.add(*find_category(category), question, answer);
  ASSERT_TRUE(added.ok()) << added.error().message;
}

void fill(Dataset& dataset) {
  constexpr std::string_view kFunction =
      R"("function": [{"name": "f", "description": "Takes it.", "parameters": {"type": "dict",)"
      R"( "properties": {"x": {"type": "string"}, "y": {"type": "array", "items": {"type":)"
      R"( "integer"}}}, "required": ["x"]}}])";
  constexpr std::string_view kAnswer =
      R"([{"f": {"x": ["a text that has its own memory"], "y": [[1, 2], ""]}}])";
  for (const std::string_view category :
       {"simple_python", "simple_java", "simple_javascript", "irrelevance"}) {
    add(dataset, category, kFunction, kAnswer);
  }
  add(dataset, "multi_turn_base",
      R"("initial_config": {"GorillaFileSystem": {"root": {"home": {"type": "directory",)"
      R"( "contents": {"f": {"type": "file", "content": "a"}}}}}}, "path": [],)"
      R"( "involved_classes": ["GorillaFileSystem"])",
      R"-([["cd(folder='home')", "cat(file_name='f')"], ["ls()"]])-");
}

// The line of a scored response, made anew each time.
std::string scored_line(const Dataset& dataset, const Case& one) {
  RunSettings settings;
  settings.decoder = find_decoder(one.decoder);
  settings.model_name = "m";
  const std::string id = std::string(one.category) + "_0";
  const std::string file =
      R"({"id": ")" + id + R"(", "result": )" + std::string(one.response) + "}\n";
  CategoryRun run = match_responses(dataset, *find_category(one.category), read_results(file));
  score_response(run.responses.at(0), settings);
  return verdict_json(run.responses[0]);
}

TEST(OutOfMemory, EveryAllocationMayFail) {
  Dataset dataset;
  fill(dataset);
  for (const Case& one : kCases) {
    const std::string expected = scored_line(dataset, one);
    EXPECT_NE(expected.find("\"valid\""), std::string::npos);
    bool failed = true;
    std::size_t passed = 0;
    for (; failed; ++passed) {
      const std::size_t before = CountingHeap::bytes();
      bool as_expected = false;
      CountingHeap::fail_after(passed);
      try {
        as_expected = scored_line(dataset, one) == expected;
      } catch (const std::bad_alloc&) {
      }
      failed = CountingHeap::stop_failing();
      ASSERT_NE(as_expected, failed) << one.response << " " << passed;
      ASSERT_EQ(CountingHeap::bytes(), before) << one.response << " " << passed;
      if (passed % 16 == 0) {
        ASSERT_EQ(scored_line(dataset, one), expected);
      }
    }
    EXPECT_GT(passed, 3u) << one.response;
  }
}

}  // namespace
}  // namespace bfclx

#endif
