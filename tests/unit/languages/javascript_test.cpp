// Beside the cases of tests/golden/parsers/javascript.txt: what JSON cannot say.
#include <gtest/gtest.h>

#include "core/languages/languages.h"

namespace bfclx {
namespace {

// Two surrogates that would be a pair are two code points of Python's str.
TEST(JavaScriptCall, APairOfSurrogatesIsNoCharacter) {
  const Result<Value> call = parse_javascript_call("f(a=\"\355\240\200\355\277\277\")");
  ASSERT_FALSE(call.ok());
  EXPECT_EQ(call.error().kind, "UnicodeEncodeError");
  EXPECT_EQ(call.error().message,
            "'utf-8' codec can't encode characters in position 5-6: surrogates not allowed");
}

}  // namespace
}  // namespace bfclx
