// Alternatives inside of values, and the combinations of them that a schema allows.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/checker/checker_support.h"

namespace bfclx {
namespace {

struct CombinationCase {
  std::string_view schema;
  std::string_view expected;
  std::string_view found;
  std::string_view outcome;
};

// A union whose members are told apart by `kind`.
constexpr std::string_view kUnion =
    R"({"anyOf": [{"type": "object", "required": ["kind", "v"], "properties":
                    {"kind": {"const": "a"}, "v": {"type": "integer"}}},
                  {"type": "object", "required": ["kind", "v"], "properties":
                    {"kind": {"const": "b"}, "v": {"type": ["integer", "string"]}}}]})";
constexpr std::string_view kEitherKind = R"({"kind": {"any_of": ["a", "b"]}, "v": 1})";
constexpr std::string_view kEitherValue = R"({"kind": {"any_of": ["a", "b"]},
                                              "v": {"any_of": [1, "x"]}})";
constexpr std::string_view kLists =
    R"({"anyOf": [{"items": {"type": "integer"}}, {"items": {"type": "string"}}]})";
constexpr std::string_view kDefaults =
    R"({"anyOf": [{"properties": {"k": {"const": 1}, "d": {"default": 5}}, "required": ["k"]},
                  {"properties": {"k": {"const": 2}, "d": {"default": 6}}, "required": ["k"]}]})";
constexpr std::string_view kEnds =
    R"({"oneOf": [{"properties": {"n": {"maximum": 2}}}, {"properties": {"n": {"minimum": 2}}}]})";
constexpr std::string_view kOptional = R"({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]})";

const CombinationCase kCombinations[] = {
    // Each combination against each schema.
    {kUnion, kEitherKind, R"({"kind": "a", "v": 1})", "valid"},
    {kUnion, kEitherKind, R"({"kind": "b", "v": 1})", "valid"},
    {kUnion, kEitherKind, R"({"kind": "b", "v": 2})", "value at [0, 'f', 'x', 'v']"},
    {kUnion, kEitherKind, R"({"kind": "c", "v": 1})", "value at [0, 'f', 'x', 'kind']"},
    {kUnion, kEitherValue, R"({"kind": "b", "v": "x"})", "valid"},
    {kUnion, kEitherValue, R"({"kind": "a", "v": 1})", "valid"},
    // A combination that the schema refuses does not pass, though each part of it is expected.
    {kUnion, kEitherValue, R"({"kind": "a", "v": "x"})", "type at [0, 'f', 'x', 'v']"},
    {kUnion, R"({"kind": {"any_of": ["a", "c"]}, "v": 1})", "null",
     "!expected.arguments.x: {'kind': {'any_of': ['a', 'c']}, 'v': 1} fits none of the 2 schemas "
     "of `anyOf`"},
    {kLists, R"([{"any_of": [1, "a"]}])", R"(["a"])", "valid"},
    {kLists, R"([{"any_of": [1, "a"]}, {"any_of": ["b", 2]}])", R"([1, 2])", "valid"},
    {kLists, R"([{"any_of": [1, "a"]}, {"any_of": ["b", 2]}])", R"(["a", 2])",
     "type at [0, 'f', 'x', 1]"},
    {kLists, R"([{"any_of": [1, "a"]}, 2])", "null",
     "!expected.arguments.x: [{'any_of': [1, 'a']}, 2] fits none of the 2 schemas of `anyOf`"},
    // The default is that of the schema which the combination fits.
    {kDefaults, R"({"k": {"any_of": [1, 2]}})", R"({"k": 1, "d": 5})", "valid"},
    {kDefaults, R"({"k": {"any_of": [1, 2]}})", R"({"k": 2, "d": 6})", "valid"},
    {kDefaults, R"({"k": {"any_of": [1, 2]}})", R"({"k": 1, "d": 6})",
     "value at [0, 'f', 'x', 'd']"},
    // `oneOf` counts for each combination.
    {kEnds, R"({"n": {"any_of": [1, 3]}})", R"({"n": 3})", "valid"},
    {kEnds, R"({"n": {"any_of": [1, 2]}})", "null",
     "!expected.arguments.x: {'n': {'any_of': [1, 2]}} fits 2 of the schemas of `oneOf`, which "
     "allows one"},
    // Leaving out is an alternative too.
    {kOptional, R"({"a": {"any_of": [1], "optional": true}, "b": 1})", R"({"b": 1})", "valid"},
    {kOptional, R"({"a": {"any_of": [1], "optional": true},
                    "b": {"any_of": [2], "optional": true}})",
     R"({"b": 2})", "valid"},
    {kOptional, R"({"a": {"any_of": [1], "optional": true},
                    "b": {"any_of": [2], "optional": true}})",
     "{}", "missing_dict_key at [0, 'f', 'x', 'a']"},
    {kOptional, R"({"a": {"any_of": [1], "optional": true}})", "null",
     "!expected.arguments.x: {'a': {'any_of': [1], 'optional': True}} fits none of the 2 schemas "
     "of `anyOf`"},
    {R"({"oneOf": [{"properties": {"k": {"const": 1}, "a": {"const": 1}}},
                   {"properties": {"k": {"const": 2}, "a": {"const": 2}}}]})",
     R"({"k": {"any_of": [1, 2]}, "a": {"any_of": [1], "optional": true}})", R"({"k": 2})",
     "valid"},
    {R"({"minProperties": 1})", R"({"a": {"any_of": [1], "optional": true}, "b": 2})",
     R"({"b": 2})", "valid"},
    {R"({"minProperties": 2})", R"({"a": {"any_of": [1], "optional": true}, "b": 2})", "null",
     "!expected.arguments.x: fewer properties than `minProperties`"},
    {R"({"maxProperties": 1})", R"({"a": {"any_of": [1], "optional": true},
                                    "b": {"any_of": [2], "optional": true}})",
     R"({"a": 1, "b": 2})", "dict_key at [0, 'f', 'x', 'b']"},
    // Lists without an item that occurs twice.
    {R"({"uniqueItems": true})", R"([{"any_of": [1, 2]}, {"any_of": [1, 2]}])", "[2, 1]", "valid"},
    {R"({"uniqueItems": true})", R"([{"any_of": [1, 2]}, {"any_of": [1, 2]}])", "[1, 1]",
     "value at [0, 'f', 'x', 1]"},
    {R"({"uniqueItems": true})", R"([{"any_of": [1, 2]}, 3])", "[2, 3]", "valid"},
    {R"({"uniqueItems": true})", R"([{"any_of": [1, 2]}, 1.0])", "null",
     "!expected.arguments.x: an item occurs twice (`uniqueItems`)"},
    {R"({"uniqueItems": true})", R"([{"any_of": [{"any_of": [1]}]}, {"any_of": [1]}])",
     R"([{"any_of": [1]}, 1])", "valid"},
    // Whole values that are listed.
    {R"({"enum": [[1, 2], [2, 3]]})", R"([{"any_of": [1, 2]}, {"any_of": [2, 3]}])", "[2, 3]",
     "valid"},
    {R"({"enum": [[1, 2], [2, 3]]})", R"([{"any_of": [1, 2]}, {"any_of": [2, 3]}])", "[1, 3]",
     "value at [0, 'f', 'x', 1]"},
    {R"({"const": {"a": 1}})", R"({"a": {"any_of": [1], "optional": true}})", "null",
     "!expected.arguments.x: {'a': {'any_of': [1], 'optional': True}} is not one of the allowed "
     "values [{'a': 1}]"},
    // Parts of one value and references.
    {R"({"allOf": [{"anyOf": [{"items": {"type": "integer"}}, {"items": {"type": "string"}}]}]})",
     R"([{"any_of": [1, "a"]}])", "[1]", "valid"},
    {R"({"$ref": "#/properties/lists"})", R"([{"any_of": [1, "a"]}])", R"(["a"])", "valid"},
    // A default is plain data, whatever it looks like.
    {R"({"properties": {"d": {"default": {"any_of": [1, 2]}}}})", "{}",
     R"({"d": {"any_of": [1, 2]}})", "valid"},
    {R"({"properties": {"d": {"default": {"a": {"any_of": [1, 2]}}}}})", "{}", R"({"d": {"a": 1}})",
     "value at [0, 'f', 'x', 'd', 'a']"},
    {R"({"properties": {"d": {"type": "object", "default": {"a": {"any_of": [1, 2]}}}}})", "{}",
     R"({"d": {"a": {"any_of": [1, 2]}}})", "valid"},
    {R"({"properties": {"d": {"properties": {"a": {"type": "object"}},
                              "default": {"a": {"any_of": [1]}}}}})",
     "{}", R"({"d": {"a": {"any_of": [1]}}})", "valid"},
};

TEST(Alternatives, Combinations) {
  for (const CombinationCase& test : kCombinations) {
    const std::string functions =
        function_of(R"("lists": )" + std::string(kLists) + R"(, "x": )" + std::string(test.schema));
    const std::string expected =
        R"({"name": "f", "arguments": {"x": )" + std::string(test.expected) + "}}";
    const std::string calls = R"([{"f": {"x": )" + std::string(test.found) + "}}]";
    EXPECT_EQ(checked(functions, expected, calls, {.match = ValueMatching::kSchema}), test.outcome)
        << test.schema << test.expected << test.found;
  }
}

// What has too many combinations to be tried is refused, as is what has none.
TEST(Alternatives, ManyCombinations) {
  std::string chained;
  std::string crowded;
  for (int i = 0; i < 40; ++i) {
    const std::string comma = i ? ", " : "";
    chained += comma + "{\"any_of\": [" + std::to_string(i) + ", " + std::to_string(i + 1) + ", -" +
               std::to_string(i + 1) + "]}";
    crowded += comma + "{\"any_of\": [1, 2, 3]}";
  }
  const auto outcome = [](const std::string& items) {
    return checked_value(R"({"uniqueItems": true})", "[" + items + "]", "null",
                         ValueMatching::kSchema);
  };
  EXPECT_TRUE(outcome(chained).ends_with(": the expected calls and their schemas are too large"))
      << outcome(chained);
  // Two lists of alternatives that share none.
  std::string even;
  std::string odd;
  for (int i = 0; i < 40000; ++i) {
    even += (i ? ", " : "") + std::to_string(2 * i);
    odd += (i ? ", " : "") + std::to_string(2 * i + 1);
  }
  const std::string disjoint = outcome("{\"any_of\": [" + even + "]}, {\"any_of\": [" + odd + "]}");
  EXPECT_TRUE(disjoint.ends_with(": the expected calls and their schemas are too large"))
      << disjoint.substr(0, 200);
  EXPECT_EQ(outcome(crowded),
            "!expected.arguments.x[0].any_of[0]: the schema does not allow it together with any of "
            "the other "
            "alternatives");
}

}  // namespace
}  // namespace bfclx
