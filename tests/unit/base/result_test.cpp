#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace bfclx {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{"ValueError", "odd", 3};
  return number / 2;
}

Result<std::string> quarter(int number) {
  BFCLX_ASSIGN_OR_RETURN(const int once, half(number));
  BFCLX_ASSIGN_OR_RETURN(const int twice, half(once));
  return std::to_string(twice);
}

Status check_even(int number) {
  BFCLX_RETURN_IF_ERROR(half(number));
  return {};
}

TEST(Result, HoldsValueOrError) {
  EXPECT_EQ(*half(4), 2);
  const Result<int> failed = half(5);
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().kind, "ValueError");
  EXPECT_EQ(failed.error().message, "odd");
  EXPECT_EQ(failed.error().offset, 3u);
}

TEST(Result, MacrosPassErrorsOn) {
  EXPECT_EQ(*quarter(8), "2");
  EXPECT_EQ(quarter(6).error().message, "odd");
  EXPECT_TRUE(check_even(2).ok());
  EXPECT_EQ(check_even(1).error().message, "odd");
}

TEST(Result, IsAssignedAcrossStates) {
  Result<std::string> result = std::string("a text too long to sit inside of a string object");
  result = Error{"KeyError", "an error text too long to sit inside of a string object"};
  ASSERT_FALSE(result.ok());
  const Result<std::string> copy = result;
  result = std::string("again");
  EXPECT_EQ(*result, "again");
  EXPECT_EQ(copy.error().kind, "KeyError");
}

TEST(Result, TakesMoveOnlyValues) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = std::move(result).value();
  EXPECT_EQ(*taken, 7);
}

}  // namespace
}  // namespace bfclx
