#include "core/findings/finding_text.h"

#include <gtest/gtest.h>

#include <utility>

#include "core/dataset/category.h"

namespace bfclx {
namespace {

TEST(FindingText, CountsPlacesAndChange) {
  Finding finding;
  finding.count = 1203;
  finding.categories[find_category("live_simple")] = 3;
  finding.categories[find_category("simple_python")] = 1200;
  EXPECT_EQ(places_text(finding), "simple_python 1,200, live_simple 3");
  EXPECT_EQ(change_text(finding), "");
  EXPECT_EQ(counts_text(finding), "1,203: simple_python 1,200, live_simple 3");
  finding.code = "other_decoder";
  finding.right_change = 1012;
  EXPECT_EQ(counts_text(finding),
            "1,203: simple_python 1,200, live_simple 3; 1,012 more pass when fixed");
}

TEST(FindingText, AChangeSaysInWhichDirection) {
  Finding finding;
  for (const auto& [change, text] :
       {std::pair{-3L, "3 fewer pass when fixed"}, std::pair{0L, "0 more pass when fixed"},
        std::pair{7L, "7 more pass when fixed"}}) {
    finding.code = "credited_calls";
    finding.right_change = change;
    EXPECT_EQ(change_text(finding), text);
    finding.code = "harness_errors";  // whose effect is estimated
    EXPECT_EQ(change_text(finding), "");
  }
}

// Ids of format_sensitivity have characters that a shell would take apart.
TEST(FindingText, TheFixNamesAnIdAsOneWord) {
  Finding finding;
  finding.code = "duplicate_ids";
  EXPECT_EQ(fix_text(finding), "bfclx show RUN ID");
  finding.ids = {"simple_python_0:ret_fmt=json&style=classic"};
  EXPECT_EQ(fix_text(finding), "bfclx show RUN 'simple_python_0:ret_fmt=json&style=classic'");
  finding.ids = {"it's\n", "simple_python_1"};
  EXPECT_EQ(fix_text(finding), "bfclx show RUN simple_python_1");
  finding.ids = {"it's"};
  EXPECT_EQ(fix_text(finding), "bfclx show RUN ID");
}

// Responses to ids that no category has.
TEST(FindingText, ALoneCountWithoutKnownCategories) {
  Finding finding;
  finding.count = 2;
  finding.categories[nullptr] = 2;
  EXPECT_EQ(places_text(finding), "");
  EXPECT_EQ(counts_text(finding), "2");
}

}  // namespace
}  // namespace bfclx
