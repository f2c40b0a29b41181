// What entries of own benchmarks say of their match, and what is refused.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/checker/own_match.h"
#include "core/dataset/dataset.h"

namespace bfclx {
namespace {

std::string question(std::string_view category, std::string_view members) {
  std::string line = R"({"id": ")" + std::string(category);
  line.append(R"(_0", "question": [[{"role": "user", "content": "hi"}]], )").append(members);
  return line + R"("function": [{"name": "f", "parameters": {"type": "dict", "properties": )"
                R"({"x": {"type": "integer"}}, "required": []}}]})"
                "\n";
}

// The fault of an entry of the category; empty where there is none.
std::string fault(std::string_view name, std::string_view members, std::string_view truth,
                  ValueMatching match = ValueMatching::kOfficial) {
  const Category& category = *find_category(name);
  Dataset dataset;
  dataset.own_matching = match;
  std::string answer;
  if (!category.answers.empty()) {
    answer =
        R"({"id": ")" + std::string(name) + R"(_0", "ground_truth": )" + std::string(truth) + "}\n";
  }
  const Status status = dataset.add(category, question(name, members), answer);
  if (!status.ok()) return status.error().message;
  return dataset.malformed(category).empty() ? "" : dataset.malformed(category).front().message();
}

bool ends_with(const std::string& text, std::string_view end) { return text.ends_with(end); }

constexpr std::string_view kPossible = R"([{"f": {"x": [1]}}])";
constexpr std::string_view kPlain = R"([{"name": "f", "arguments": {"x": 1}}])";

TEST(OwnRules, UnknownMembersAreAnErrorOfTheirEntry) {
  EXPECT_TRUE(ends_with(fault("parallel", R"("ordr": "given", )", kPossible),
                        ":1: parallel_0: unknown member 'ordr'. Did you mean order?"));
  EXPECT_TRUE(ends_with(fault("irrelevance", R"("own-id": "a", )", ""),
                        ":1: irrelevance_0: unknown member 'own-id'. Did you mean own_id?"));
  EXPECT_EQ(fault("irrelevance", R"("own_id": "a", "tags": [], )", ""), "");
}

TEST(OwnRules, OnlyCallsOfPythonAreComparedInAnotherWay) {
  EXPECT_EQ(fault("simple_python", R"("match": "schema", )", kPlain), "");
  EXPECT_EQ(fault("simple_python", "", kPlain, ValueMatching::kExact), "");
  EXPECT_EQ(fault("simple_java", "", R"([{"f": {"x": ["1"]}}])"), "");
  constexpr std::string_view kPython =
      ":1: simple_java_0: entries of this category are compared as official, in any order: "
      "write \"match\": \"official\" without an \"order\"";
  EXPECT_TRUE(ends_with(fault("simple_java", R"("match": "schema", )", kPlain), kPython));
  EXPECT_TRUE(ends_with(fault("simple_java", R"("order": "given", )", kPossible), kPython));
  EXPECT_TRUE(ends_with(fault("simple_java", "", kPlain, ValueMatching::kSchema), kPython));
  EXPECT_EQ(fault("simple_java", R"("match": "official", )", R"([{"f": {"x": ["1"]}}])",
                  ValueMatching::kSchema),
            "");
  constexpr std::string_view kCalls =
      ":1: irrelevance_0: \"match\" and \"order\" are for entries whose calls are compared";
  EXPECT_TRUE(ends_with(fault("irrelevance", R"("match": "exact", )", ""), kCalls));
  EXPECT_TRUE(ends_with(fault("irrelevance", R"("order": "given", )", ""), kCalls));
  EXPECT_EQ(fault("irrelevance", "", "", ValueMatching::kExact), "");
}

TEST(OwnRules, TagsAreTexts) {
  EXPECT_EQ(fault("simple_python", R"("tags": ["a", "b"], )", kPossible), "");
  EXPECT_TRUE(ends_with(fault("simple_python", R"("tags": "a", )", kPossible),
                        ":1: simple_python_0: \"tags\" is text, expected a list of strings"));
  EXPECT_TRUE(ends_with(fault("irrelevance", R"("tags": [1], )", ""),
                        ":1: irrelevance_0: item 1 of \"tags\" is 1, expected text"));
}

TEST(OwnRules, MistypedMembersOfGroundTruth) {
  EXPECT_TRUE(
      ends_with(fault("simple_python", R"("match": "schema", )",
                      R"({"any_of": [[{"name": "f", "argumnts": {}}]]})"),
                "ground_truth.any_of[0][0]: unknown member 'argumnts'. Did you mean arguments?"));
  EXPECT_TRUE(
      ends_with(fault("simple_python", R"("match": "schema", )", R"("none")"),
                "\"ground_truth\" is text, expected a call: entries that expect no call belong to "
                "irrelevance"));
}

}  // namespace
}  // namespace bfclx
