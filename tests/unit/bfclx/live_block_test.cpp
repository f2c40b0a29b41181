#include "tools/bfclx/view/live_block.h"

#include <gtest/gtest.h>

#include <string>

#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

TEST(LiveBlock, BreaksLinesAtTheScreenAndNeverWiderThan79) {
  const std::string line(60, 'x');
  const std::string text = line + " " + line + "\nshort\n";
  for (const std::size_t columns : {80, 100, 130, 200}) {
    const auto rows = block_rows(text, {columns, 24});
    ASSERT_EQ(rows.size(), 3u) << columns;
    EXPECT_EQ(rows[1], "    " + line);
    EXPECT_EQ(rows_taken(rows, {columns, 24}), 3u);
    EXPECT_EQ(rows_taken(rows, {80, 24}), 3u) << "also on a window that was made narrower";
  }
  const auto narrow = block_rows(text, {50, 24});
  for (const std::string& row : narrow) EXPECT_LE(display_width(row), 49u);
}

TEST(LiveBlock, CountsRowsOfTheScreen) {
  EXPECT_EQ(rows_taken({std::string(79, 'x'), "", "y"}, {40, 24}), 4u);
  EXPECT_EQ(rows_taken({"\xe6\xbc\xa2\xe5\xad\x97"}, {3, 24}), 2u) << "wide characters";
}

TEST(LiveBlock, IsNeverTallerThanTheScreen) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "row " + std::to_string(i) + "\n";
  const auto rows = block_rows(text, {80, 24});
  ASSERT_EQ(rows.size(), 23u);
  EXPECT_EQ(rows.front(), "  ... 38 more rows");
  EXPECT_EQ(rows.back(), "row 59");
}

TEST(LiveBlock, ShowsNoControlCharacter) {
  EXPECT_EQ(block_rows("a\x1b[2Jb", {80, 24}), std::vector<std::string>{"a\\x1b[2Jb"});
}

}  // namespace
}  // namespace bfclx::tools
