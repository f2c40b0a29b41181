// Sizes; what calls give is in tests/golden/parsers/verbose_xml.txt and concise_xml.txt.
#include <gtest/gtest.h>

#include <string>

#include "core/languages/languages.h"
#include "tests/unit/languages/outcome.h"

namespace bfclx {
namespace {

TEST(VerboseXmlCalls, TakesDeepAndWideDocuments) {
  std::string deep = "<functions>";
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  for (int i = 0; i < 100'000; ++i) deep += "</a>";
  EXPECT_EQ(outcome(parse_verbose_xml_calls(deep + "</functions>")), "[]");
  std::string wide = "<functions><a";
  for (int i = 0; i < 50'000; ++i) {
    const std::string number = std::to_string(i);
    wide += " xmlns:p" + number + "='u" + number + "' p" + number + ":b=''";
  }
  EXPECT_EQ(outcome(parse_verbose_xml_calls(wide + "/></functions>")), "[]");
}

}  // namespace
}  // namespace bfclx
