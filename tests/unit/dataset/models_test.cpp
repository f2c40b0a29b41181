#include "core/dataset/models.h"

#include <gtest/gtest.h>

#include <string>

namespace bfclx {
namespace {

constexpr std::string_view kRegistry = R"json({"models": {
  "openai/gpt_x": {"model_name": "gpt-x", "display_name": "GPT X (FC)", "url": "https://x",
    "org": "O", "license": "MIT", "input_price": 2, "output_price": 0.5, "is_fc_model": true,
    "underscore_to_dot": true, "handler": "H", "decode_ast_defined_in": "Base",
    "decode_execute_defined_in": "Base"},
  "bare": {"handler": "H2", "input_price": null}
}})json";

TEST(ModelRegistry, Fields) {
  ModelRegistry registry;
  const Status status = registry.add(kRegistry);
  ASSERT_TRUE(status.ok()) << status.error().message;
  ASSERT_EQ(registry.models().size(), 2u);
  const Model& full = registry.models()[0];
  EXPECT_EQ(full.name, "openai/gpt_x");
  EXPECT_EQ(full.model_name, "gpt-x");
  EXPECT_EQ(full.display_name, "GPT X (FC)");
  EXPECT_EQ(full.url, "https://x");
  EXPECT_EQ(full.organisation, "O");
  EXPECT_EQ(full.license, "MIT");
  EXPECT_EQ(full.input_price, 2.0);
  EXPECT_EQ(full.output_price, 0.5);
  EXPECT_TRUE(full.is_fc_model);
  EXPECT_TRUE(full.underscore_to_dot);
  EXPECT_EQ(full.handler, "H");
  EXPECT_EQ(full.decode_ast_class, "Base");
  const Model& bare = registry.models()[1];
  EXPECT_EQ(bare.model_name, "bare");
  EXPECT_EQ(bare.display_name, "bare");
  EXPECT_EQ(bare.decode_ast_class, "H2");
  EXPECT_EQ(bare.input_price, std::nullopt);
  EXPECT_FALSE(bare.is_fc_model);
}

TEST(ModelRegistry, FindAndReplace) {
  ModelRegistry registry;
  ASSERT_TRUE(registry.add(kRegistry).ok());
  ASSERT_TRUE(
      registry.add(R"({"models": {"bare": {"handler": "New"}, "more": {"handler": "M"}}})").ok());
  EXPECT_EQ(registry.models().size(), 3u);
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"openai/gpt_x", "openai/gpt_x"},
      {"openai_gpt_x", "openai/gpt_x"},
      {"openai/gpt/x", "-"},
      {"bare", "bare"},
      {"more", "more"},
      {"", "-"},
  };
  for (const auto& [name, expected] : cases) {
    const Model* model = registry.find(name);
    EXPECT_EQ(model == nullptr ? "-" : model->name, expected) << name;
  }
  EXPECT_EQ(registry.find("bare")->handler, "New");
}

TEST(ModelRegistry, ErrorsNameEntryAndField) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "not JSON: Expecting value: line 1 column 1 (char 0)"},
      {"[]", "expected {\"models\": {name: {...}}}"},
      {R"({"models": []})", "expected {\"models\": {name: {...}}}"},
      {R"({"models": {"m": 1}})", "\"m\": expected an object"},
      {R"({"models": {"m": {}}})", "\"m\": has no \"handler\""},
      {R"({"models": {"m": {"handler": 1}}})", "\"m\": \"handler\" is int, expected text"},
      {R"({"models": {"m": {"handler": "H", "input_price": "1"}}})",
       "\"m\": \"input_price\" is str, expected a number or null"},
      {R"({"models": {"m": {"handler": "H", "is_fc_model": 1}}})",
       "\"m\": \"is_fc_model\" is int, expected true or false"},
      {R"({"models": {"": {}}})", "\"\": the key is empty; it is the name of the model"},
      {R"({"models": {"": 1}})", "\"\": expected an object"},
      {"\xff", "invalid UTF-8"},
  };
  for (const auto& [json, expected] : cases) {
    ModelRegistry registry;
    const Status status = registry.add(json);
    ASSERT_FALSE(status.ok()) << json;
    EXPECT_EQ(status.error().message, expected);
    EXPECT_TRUE(registry.models().empty());
  }
}

TEST(ModelRegistry, SlipsInMembers) {
  const Status slip =
      check_model_slips(R"({"models": {"m": {"display_nam": "M", "handler": "QwenHandler"}}})");
  ASSERT_FALSE(slip.ok());
  EXPECT_EQ(slip.error().message,
            "\"m\": unknown member \"display_nam\". Did you mean display_name?");
  EXPECT_TRUE(check_model_slips(R"({"models": {"m": {"handler": "X", "other": 1}}})").ok());
}

}  // namespace
}  // namespace bfclx
