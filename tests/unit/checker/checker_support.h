// What the tests of core/checker share.
#ifndef BFCLX_TESTS_UNIT_CHECKER_CHECKER_SUPPORT_H_
#define BFCLX_TESTS_UNIT_CHECKER_CHECKER_SUPPORT_H_

#include <string>
#include <string_view>

#include "core/checker/checker.h"
#include "core/dataset/given_calls.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {

// f with these properties.
inline std::string function_of(std::string_view properties, std::string_view more = "") {
  return R"({"name": "f", "parameters": {"type": "object", "properties": {)" +
         std::string(properties) + "}" + std::string(more) + "}}";
}

// "valid", "RULE at PATH" or "!" and the message of a SchemaError.
inline std::string checked(std::string_view functions, std::string_view expected,
                           std::string_view calls, const CheckerOptions& options,
                           CallOrder order = CallOrder::kAny) {
  const Result<Checker> checker = Checker::make(parse(functions), options);
  if (!checker.ok()) {
    EXPECT_EQ(checker.error().kind, "SchemaError");
    EXPECT_EQ(std::string(checker.error().file()) + ": ",
              checker.error().message.substr(0, checker.error().file().size() + 2));
    return "!" + checker.error().message;
  }
  const Result<Expectation> wanted = checker->read_expected(parse(expected), "expected");
  if (!wanted.ok()) {
    EXPECT_EQ(wanted.error().kind, "SchemaError");
    return "!" + wanted.error().message;
  }
  const Verdict verdict =
      checker->check(decode_given_calls(parse(calls), *checker->options().texts), *wanted, order);
  EXPECT_EQ(verdict.valid, verdict.error_type.empty());
  EXPECT_EQ(verdict.valid, verdict.error.is_none());
  EXPECT_NE(verdict.valid, verdict.why.has_value());
  if (verdict.valid) return "valid";
  EXPECT_FALSE(verdict.why->text.empty());
  return std::string(verdict.why->rule) + " at " + repr(Value::list(verdict.why->path));
}

// The same of one argument x of f.
inline std::string checked_value(std::string_view schema, std::string_view expected,
                                 std::string_view found, ValueMatching match) {
  return checked(function_of(R"("x": )" + std::string(schema)),
                 R"({"name": "f", "arguments": {"x": )" + std::string(expected) + "}}",
                 R"([{"f": {"x": )" + std::string(found) + "}}]", {.match = match});
}

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_CHECKER_CHECKER_SUPPORT_H_
