// Bounds; what calls give is in tests/golden/parsers/java.txt.
#include <gtest/gtest.h>

#include <string>

#include "core/languages/languages.h"

namespace bfclx {
namespace {

TEST(JavaCall, BoundsNestingAndSize) {
  const auto nested = [](std::size_t depth) {
    return "f(a=" + std::string(depth, '(') + "1" + std::string(depth, ')') + ")";
  };
  EXPECT_TRUE(parse_java_call(nested(300)).ok());
  const Result<Value> deep = parse_java_call(nested(3000));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().kind, "RecursionError");
  // The third is short: tree-sitter would look for a way out of its syntax errors for minutes.
  for (const std::string& source : {std::string(200'000, 'x'), std::string(10'000, '('),
                                    std::string("a(b(c**(null(*d(e*f(*d(e*f(*d(e*f:=g**h:=g**i")}) {
    const Result<Value> large = parse_java_call(source);
    ASSERT_FALSE(large.ok());
    EXPECT_EQ(large.error().kind, "Limit");
  }
}

}  // namespace
}  // namespace bfclx
