// References of schemas, and formats beside other keywords.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/unit/checker/checker_support.h"

namespace bfclx {
namespace {

constexpr CheckerOptions kSchema{.match = ValueMatching::kSchema};

struct FormatCase {
  std::string_view schema;
  std::string_view expected;
  std::string_view found;
  std::string_view outcome;
};

// What a schema says of a text is said of the text as it is written; among the texts that it
// allows those are equal that mean the same.
const FormatCase kFormats[] = {
    {R"({"format": "date-time"})", R"("2026-11-27T10:00:00Z")", R"("2026-11-27T11:00:00+01:00")",
     "valid"},
    {R"({"format": "date-time", "enum": ["2026-11-27T10:00:00Z"]})", R"("2026-11-27T10:00:00Z")",
     R"("2026-11-27T11:00:00+01:00")", "value at [0, 'f', 'x']"},
    {R"({"format": "date-time", "enum": ["2026-11-27T10:00:00Z", "2026-11-27T11:00:00+01:00"]})",
     R"("2026-11-27T10:00:00Z")", R"("2026-11-27T11:00:00+01:00")", "valid"},
    {R"({"format": "date-time", "const": "2026-11-27T10:00:00Z"})",
     R"("2026-11-27T11:00:00+01:00")", "null",
     "!expected.arguments.x: '2026-11-27T11:00:00+01:00' is not one of the allowed values "
     "['2026-11-27T10:00:00Z']"},
    {R"({"format": "date-time", "maxLength": 20})", R"("2026-11-27T10:00:00Z")",
     R"("2026-11-27T11:00:00+01:00")", "value at [0, 'f', 'x']"},
    {R"({"format": "date-time", "maxLength": 20})", R"("2026-11-27T10:00:00Z")",
     R"("2026-11-27t10:00:00z")", "valid"},
    {R"({"format": "date-time", "minLength": 21})", R"("2026-11-27T10:00:00.0Z")",
     R"("2026-11-27T10:00:00Z")", "value at [0, 'f', 'x']"},
    {R"({"allOf": [{"format": "date-time"}, {"maxLength": 20}]})", R"("2026-11-27T10:00:00Z")",
     R"("2026-11-27T11:00:00+01:00")", "value at [0, 'f', 'x']"},
    {R"({"format": "uuid", "const": "123e4567-e89b-12d3-a456-426614174000"})",
     R"("123e4567-e89b-12d3-a456-426614174000")", R"("123E4567-E89B-12D3-A456-426614174000")",
     "value at [0, 'f', 'x']"},
    {R"({"format": "uuid", "maxLength": 36})", R"("123e4567-e89b-12d3-a456-426614174000")",
     R"("123E4567-E89B-12D3-A456-426614174000")", "valid"},
};

TEST(SchemaReading, FormatsBesideOtherKeywords) {
  for (const FormatCase& test : kFormats) {
    EXPECT_EQ(checked_value(test.schema, test.expected, test.found, ValueMatching::kSchema),
              test.outcome)
        << test.schema << test.found;
  }
}

// The pointer of a reference is the fragment of a URI.
TEST(SchemaReading, EscapedReferences) {
  const auto found = [](std::string_view reference) {
    const std::string functions =
        R"({"name": "f", "parameters": {"type": "object", "properties": {"x": {"$ref": ")" +
        std::string(reference) +
        R"("}}, "$defs": {"a b": {"type": "string"}, "a/b": {"type": "string"},
            "a~b": {"type": "string"}, "é": {"type": "string"}, "100%": {"type": "string"},
            "a~1b": {"type": "string"}}}})";
    return checked(functions, R"({"name": "f", "arguments": {"x": 1}})", "[]", kSchema);
  };
  for (const std::string_view reference :
       {"#/$defs/a%20b", "#/$defs/a b", "#/%24defs/a%20b", "#/$defs/a~1b", "#/$defs/a%7E1b",
        "#/$defs/a~0b", "#/$defs/a%7e0b", "#/$defs/%C3%A9", "#/$defs/é", "#/$defs/100%",
        "#/$defs/100%25", "#/$defs/a~01b"}) {
    EXPECT_EQ(found(reference), "!expected.arguments.x: 1 is not of the type string") << reference;
  }
  for (const std::string_view reference : {"#/$defs/a%2Fb", "#/$defs/a%21b", "#/$defs/%ff"}) {
    EXPECT_EQ(found(reference),
              "!functions.parameters.properties.x.$ref: the reference points to nothing")
        << reference;
  }
}

// Also where the parameters are a reference, or have parts.
TEST(SchemaReading, MisspelledParameters) {
  const auto found = [](std::string_view parameters, std::string_view arguments) {
    return checked(R"({"name": "f", "parameters": )" + std::string(parameters) + "}",
                   R"({"name": "f", "arguments": )" + std::string(arguments) + "}", "[]", kSchema);
  };
  constexpr std::string_view kReferred =
      R"({"$ref": "#/$defs/P", "$defs": {"P": {"type": "object", "properties":
          {"city": {"type": "string"}, "next": {"$ref": "#/$defs/P"}}}}})";
  constexpr std::string_view kFault =
      "!expected.arguments: unknown property 'cty'. Did you mean city?";
  EXPECT_EQ(found(kReferred, R"({"cty": "Rome"})"), kFault);
  EXPECT_EQ(found(kReferred, R"({"city": "Rome", "next": {"other": 1}})"), "wrong_count at []");
  EXPECT_EQ(found(R"({"allOf": [{"properties": {"city": {}}}], "properties": {"days": {}}})",
                  R"({"days": 1, "cty": "Rome"})"),
            kFault);
  EXPECT_EQ(found(R"({"allOf": [{"properties": {"city": {}}, "additionalProperties": true}]})",
                  R"({"cty": "Rome"})"),
            "wrong_count at []");
  EXPECT_EQ(found(R"({"anyOf": [{"properties": {"city": {}}}]})", R"({"cty": "Rome"})"),
            "wrong_count at []");
}

}  // namespace
}  // namespace bfclx
