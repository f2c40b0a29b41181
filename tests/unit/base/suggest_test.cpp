#include "core/base/suggest.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(Suggest, TwoLettersInTheWrongOrderAreOneEdit) {
  constexpr std::string_view kNames[] = {"check", "compare", "merge", "play"};
  EXPECT_EQ(did_you_mean("chekc", kNames), " Did you mean check?");
  EXPECT_EQ(did_you_mean("palY", kNames), " Did you mean play?");
  EXPECT_EQ(did_you_mean("ckehc", kNames), "");
  EXPECT_EQ(did_you_mean("", kNames), "");
  // The same word and more of them comes first, however long the rest is.
  constexpr std::string_view kSimple[] = {"live_simple", "simple_python", "exec_simple",
                                          "simple_javascript"};
  EXPECT_EQ(did_you_mean("simple", kSimple),
            " Did you mean simple_python, simple_javascript or live_simple?");
}

TEST(Suggest, TheEditDistanceOfValuesKnowsNoSwaps) {
  EXPECT_EQ(edit_distance("check", "chekc"), 2u);
  EXPECT_EQ(edit_distance("abc", "abd"), 1u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
}

}  // namespace
}  // namespace bfclx
