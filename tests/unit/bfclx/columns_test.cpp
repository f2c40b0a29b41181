#include "tools/bfclx/view/columns.h"

#include <gtest/gtest.h>

#include <vector>

namespace bfclx::tools {
namespace {

const std::vector<ColumnLine> kLeft = {{"one"}, {"two", 2}};
const std::vector<ColumnLine> kRight = {{"three"}};

TEST(Columns, BesideEachOtherWhereThereIsRoom) {
  const Terminal wide(false, false, 101);
  EXPECT_EQ(two_columns({"a", kLeft}, {"b", kRight}, 2, wide),
            "  a" + std::string(50, ' ') + "b\n" +            //
                "  one" + std::string(48, ' ') + "three\n" +  //
                "    two\n");
}

TEST(Columns, BelowEachOtherWhereThereIsNone) {
  const Terminal narrow(false, false, 60);
  EXPECT_EQ(two_columns({"a", kLeft}, {"b", kRight}, 2, narrow),
            "  a\n    one\n      two\n  b\n    three\n");
}

TEST(Columns, LongLinesAreWrappedAndCounted) {
  const Terminal terminal(false, false, 60);
  const std::vector<ColumnLine> longer = {
      {.text = std::string(500, 'x'), .indent = 0, .style = Style::kPlain, .max_rows = 2}};
  const std::string row = "  " + std::string(58, 'x') + "\n";
  EXPECT_EQ(two_columns({"a", longer}, {"b", {}}, 0, terminal),
            "a\n" + row + row + "  ... 7 more rows\nb\n");
}

TEST(Columns, WideCharactersCountTwice) {
  const Terminal wide(false, false, 99);
  const std::vector<ColumnLine> left = {{"\xe6\xbc\xa2\xe5\xad\x97"}};
  EXPECT_EQ(two_columns({"a", left}, {"b", kRight}, 0, wide),
            "a" + std::string(50, ' ') + "b\n" +  //
                "\xe6\xbc\xa2\xe5\xad\x97" + std::string(47, ' ') + "three\n");
}

}  // namespace
}  // namespace bfclx::tools
