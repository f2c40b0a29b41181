// The official part of a verdict alone is that of the whole verdict.
#include "core/run/official_verdict.h"

#include <gtest/gtest.h>

#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::string_view kFunction =
    R"("question":[[]],"function":[{"name":"a.b","description":"F.","parameters":{"type":"dict",)"
    R"("properties":{"x":{"type":"integer","description":"X."},"y":{"type":"string",)"
    R"("description":"Y."}},"required":["x"]}}])";

Dataset dataset_of(std::string_view category, std::string_view truth) {
  const std::string id = "{\"id\":\"" + std::string(category) + "_0\",";
  Dataset dataset;
  const Status status =
      dataset.add(*find_category(category), id + std::string(kFunction) + "}",
                  truth.empty() ? "" : id + "\"ground_truth\":" + std::string(truth) + "}");
  EXPECT_TRUE(status.ok());
  return dataset;
}

void expect_same(const Entry& entry, const Value& response, std::string_view decoder) {
  RunSettings settings;
  settings.decoder = find_decoder(decoder);
  ScoredResponse full;
  full.entry = &entry;
  full.response = response;
  score_response(full, settings);
  ScoredResponse official;
  official.entry = &entry;
  official.response = response;
  score_officially(official, settings);
  const std::string text = repr(response);
  EXPECT_EQ(official.verdict.valid, full.verdict.valid) << text;
  EXPECT_EQ(official.verdict.error_type, full.verdict.error_type) << text;
  EXPECT_EQ(repr(official.verdict.error), repr(full.verdict.error)) << text;
  if (full.verdict.valid) return;
  EXPECT_EQ(official.verdict.decoded.has_value(), full.verdict.decoded.has_value()) << text;
  if (full.verdict.decoded && official.verdict.decoded) {
    EXPECT_EQ(repr(*official.verdict.decoded), repr(*full.verdict.decoded));
  }
  EXPECT_EQ(official.verdict.decode_error.has_value(), full.verdict.decode_error.has_value())
      << text;
}

TEST(OfficialVerdict, IsThatOfTheWholeVerdict) {
  for (const auto& [category, truth] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"simple_python", R"([{"a.b":{"x":[1],"y":["a b",""]}}])"},
           {"multiple", R"([{"a.b":{"x":[1],"y":["a b",""]}}])"},
           {"parallel", R"([{"a.b":{"x":[1],"y":[""]}},{"a.b":{"x":[2],"y":["c"]}}])"},
           {"irrelevance", ""},
           {"live_relevance", ""}}) {
    const Dataset dataset = dataset_of(category, truth);
    const Entry* entry = dataset.find(std::string(category) + "_0");
    ASSERT_NE(entry, nullptr);
    for (const char* text :
         {"[a.b(x=1)]", "[a.b(x=1, y='A.B')]", "[a.b(x=2)]", "[a.b(x='1')]", "[a.b(y='a b')]",
          "[a.b(x=1, z=1)]", "[a_b(x=1)]", "[]", "[a.b(x=1), a.b(x=2, y='c')]",
          "[a.b(x=2, y='c'), a.b(x=1)]", "[a.b(x=1), a.b(x=3, y='c')]", "[a.b(x=0+1)]", "[a.b(1)]",
          "[a.b(x=1", "I cannot do that.", "[3]"}) {
      expect_same(*entry, Value::str(text), "prompting");
    }
    for (const char* calls :
         {R"([{"a.b": "{\"x\": 1}"}])", R"([{"a.b": "{\"x\": 1, \"y\": \"c\"}"}])",
          R"([{"a.b": "{\"y\": \"\\u0061\"}"}])", R"([{"a.b": "{\"x\": 1.0}"}])", R"([])",
          R"([{"a.b": "{\"x\": 1}"}, {"a.b": "{\"x\": 2, \"y\": \"c\"}"}])", R"([{"a.b": "x"}])",
          R"([{"a.b": "[1]"}])", R"("text")", R"([{}])"}) {
      expect_same(*entry, json_loads(calls).value(), "openai_fc");
    }
  }
}

}  // namespace
}  // namespace bfclx
