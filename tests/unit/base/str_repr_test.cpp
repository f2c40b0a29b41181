#include "core/base/str_repr.h"

#include <gtest/gtest.h>

namespace bfclx {
namespace {

TEST(StrRepr, IsCPythons) {
  struct Case {
    std::string_view text;
    std::string_view repr;
  };
  const Case cases[] = {
      {"", "''"},
      {"plain", "'plain'"},
      {"it's", "\"it's\""},
      {"say \"x\"", "'say \"x\"'"},
      {"it's \"x\"", "'it\\'s \"x\"'"},
      {"a\\b\n\r\t", "'a\\\\b\\n\\r\\t'"},
      {std::string_view("\0\x1F\x7F", 3), "'\\x00\\x1f\\x7f'"},
      {"é€😀", "'é€😀'"},
      {"\u00A0\u00AD\u200B\u2028", "'\\xa0\\xad\\u200b\\u2028'"},
      {"\U000E0001", "'\\U000e0001'"},
      {"\xED\xA0\x80", "'\\ud800'"},
      {"\u0378", "'\\u0378'"},  // not assigned
  };
  for (const Case& c : cases) {
    std::string out = "<";
    append_repr_str(out, c.text);
    EXPECT_EQ(out, "<" + std::string(c.repr));
  }
}

}  // namespace
}  // namespace bfclx
