// The functions of an entry as lines: in brief, and whole.
#include "core/render/function_lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/value/json.h"

namespace bfclx {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kFunctions = R"([{"name": "send", "description": "Sends a parcel.",
  "parameters": {"type": "dict", "required": ["to"], "properties": {
    "to": {"type": "dict", "description": "Whom.", "required": ["city"], "properties": {
      "city": {"type": "string"}, "country": {"type": "string", "default": "NL"}}},
    "speed": {"type": "string", "enum": ["slow", "fast"], "default": "slow"},
    "items": {"type": "array", "items": {"type": "object", "properties": {"grams": {"type": "integer"}}}},
    "marks": {"type": "array", "items": {"type": "string", "enum": ["fragile"]}}}}}])";

Texts parameters(std::string_view functions, FunctionDetail detail) {
  return offered_functions(*json_loads(functions), Value(), Value(), detail)
      .concerned.front()
      .parameters;
}

TEST(FunctionLines, InBriefNamesAndTypes) {
  EXPECT_EQ(parameters(kFunctions, FunctionDetail::kBrief),
            (Texts{"to: dict - Whom.", "speed: string, optional",
                   "items: array of object, optional", "marks: array of string, optional"}));
}

TEST(FunctionLines, WholeWithDefaultsValuesAndWhatIsInside) {
  EXPECT_EQ(
      parameters(kFunctions, FunctionDetail::kWhole),
      (Texts{"to: dict - Whom.", "to.city: string", "to.country: string, optional, default 'NL'",
             "speed: string, optional, default 'slow', one of 'slow', 'fast'",
             "items: array of object, optional", "items[].grams: integer, optional",
             "marks: array of string, optional, one of 'fragile'"}));
}

TEST(FunctionLines, AreBounded) {
  std::string inner = R"({"type": "string", "enum": [)";
  for (int i = 0; i < 30'000; ++i) inner += (i > 0 ? ", \"v" : "\"v") + std::to_string(i) + "\"";
  inner += "]}";
  for (int i = 0; i < 40; ++i) inner = R"({"type": "dict", "properties": {"x": )" + inner + "}}";
  std::string many;
  for (int i = 0; i < 2000; ++i) {
    many += "\"p" + std::to_string(i) + R"(": {"type": "string"}, )";
  }
  const std::string functions =
      R"([{"name": "f", "parameters": {"properties": {)" + many + R"("deep": )" + inner + "}}}]";
  const Texts lines = parameters(functions, FunctionDetail::kWhole);
  EXPECT_EQ(lines.size(), 1001U);
  EXPECT_EQ(lines.back(), "...");
  const Texts deep =
      parameters(R"([{"name": "f", "parameters": {"properties": {"deep": )" + inner + "}}}]",
                 FunctionDetail::kWhole);
  EXPECT_EQ(deep.size(), 9U);
  std::string values = R"([{"name": "f", "parameters": {"properties": {"e": {"enum": [)";
  for (int i = 0; i < 30'000; ++i) values += (i > 0 ? ", \"v" : "\"v") + std::to_string(i) + "\"";
  values += "]}}}}]";
  EXPECT_LT(parameters(values, FunctionDetail::kWhole).front().size(), 21'000U);
}

}  // namespace
}  // namespace bfclx
