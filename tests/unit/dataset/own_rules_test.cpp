// What entries of own benchmarks say of their match, and what is refused.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/base/text.h"
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

TEST(OwnRules, HalfPairsOfSurrogatesAreAnErrorOfTheirEntry) {
  EXPECT_TRUE(ends_with(fault("irrelevance", R"("tags": ["a", "\ud800"], )", ""),
                        "tags[1]: has half of a surrogate pair, which cannot be sent"));
  EXPECT_TRUE(ends_with(fault("parallel", "", R"([{"f": {"\udc00": [1]}}])"),
                        "ground_truth[0].f: has half of a surrogate pair, which cannot be sent"));
  EXPECT_EQ(fault("irrelevance", R"("tags": ["\ud83d\ude00"], )", ""), "");
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

TEST(OwnRules, JsonSchemaNeedsAMatchThatReadsIt) {
  const auto of = [](std::string_view match, std::string_view schema, bool is_own = true,
                     std::string_view category = "simple_python") {
    Dataset dataset;
    if (is_own) dataset.own_matching = ValueMatching::kOfficial;
    const std::string question = concat(
        {R"({"id": ")", category, R"(_0", "question": [[{"role": "user", "content": "hi"}]])",
         match, R"(, "function": [{"name": "f", "parameters": {"$schema": "x", "type": )",
         R"("object", "properties": {"x": )", schema, "}}}]}\n"});
    const std::string answer =
        concat({R"({"id": ")", category,
                R"(_0", "ground_truth": [{"name": "f", "arguments": {"x": null}}]})", "\n"});
    const Status status = dataset.add(*find_category(category), question,
                                      category == "irrelevance" ? std::string_view() : answer);
    return status.ok() ? std::string() : status.error().message;
  };
  constexpr std::string_view kNull = R"({"type": ["string", "null"]})";
  EXPECT_EQ(of(R"(, "match": "schema")", kNull), "");
  EXPECT_EQ(of(R"(, "match": "exact")", kNull), "");
  for (const std::string_view match : {"", R"(, "match": "official")", R"(, "order": "given")"}) {
    EXPECT_TRUE(ends_with(of(match, kNull),
                          ":1: simple_python_0: the official rules cannot check the JSON Schema of "
                          "'f': use the match `schema` or `exact`"))
        << match;
  }
  // No call is compared.
  EXPECT_EQ(of("", kNull, true, "irrelevance"), "");
  // BFCL's types are none of JSON Schema.
  EXPECT_TRUE(ends_with(of(R"(, "match": "schema")", R"({"type": "any"})"),
                        "functions[0].parameters.properties.x.type: 'any' is a type of BFCL: use "
                        "the dialect `bfcl`"));
  // Hostile ones are malformed.
  std::string deep = "{}";
  for (int i = 0; i < 150; ++i) deep = concat({R"({"items": )", deep, "}"});
  std::string wide = "{}";
  for (int i = 0; i < 20'000; ++i) wide += ", {}";
  const auto hostile = [&](std::string_view schema) {
    return of(R"(, "match": "schema")", schema);
  };
  EXPECT_NE(hostile(deep).find("nested more than 64 levels deep"), std::string::npos);
  EXPECT_NE(hostile(concat({R"({"oneOf": [)", wide, "]}"})).find("more than 20000 parts"),
            std::string::npos);
  EXPECT_TRUE(ends_with(hostile(R"({"allOf": [{"$ref": "#/properties/x"}]})"),
                        "the schema refers to itself, so it describes nothing"));
  // Elsewhere the member says nothing.
  EXPECT_TRUE(ends_with(of("", kNull, false),
                        "\"type\" of parameter `x` of function `f` is a list, expected the name of "
                        "a type"));
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
