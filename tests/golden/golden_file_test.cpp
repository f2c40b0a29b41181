// The form of golden files: what is read, what is refused with its place, what is written.
#include "tests/golden/golden_file.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace bfclx::golden {
namespace {

constexpr std::string_view kWell =
    "# Words for people.\n"
    "decoder d\n"
    "\n"
    "== one\n-- text\na\n\n-- calls\n[1]\n-- executes\n!! E: x\n\\-- calls\n\n"
    "\n"
    "== two\n-- json\n[\n1]\n-- calls\n\\\\x\n-- executes\n[]\n";

TEST(GoldenFileForm, IsReadAndWrittenAsItWas) {
  const Parsed parsed = parse_file("f", kWell);
  ASSERT_EQ(parsed.problem, "");
  ASSERT_EQ(parsed.file.cases.size(), 2U);
  const Case& one = parsed.file.cases[0];
  EXPECT_EQ(one.name, "one");
  EXPECT_EQ(one.line, 4U);
  EXPECT_EQ(one.input.as_str(), "a\n");
  EXPECT_EQ(one.outcomes[1], "!! E: x\n-- calls\n");
  EXPECT_EQ(parsed.file.cases[1].outcomes[0], "\\x");
  EXPECT_EQ(write_file(parsed.file), kWell);
}

TEST(GoldenFileForm, OnlyOutcomesAreWrittenAnew) {
  Parsed parsed = parse_file("f", kWell);
  for (Case& each : parsed.file.cases) each.outcomes = {"new", "lines\n== of"};
  const std::string written = write_file(parsed.file);
  const Parsed again = parse_file("f", written);
  ASSERT_EQ(again.problem, "");
  EXPECT_EQ(again.file.head, parsed.file.head);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(again.file.cases[i].name, parsed.file.cases[i].name);
    EXPECT_EQ(again.file.cases[i].input_lines, parsed.file.cases[i].input_lines);
    EXPECT_EQ(again.file.cases[i].outcomes, parsed.file.cases[i].outcomes);
  }
  EXPECT_EQ(write_file(again.file), written);
}

TEST(GoldenFileForm, ACaseMayWaitForItsOutcome) {
  Parsed parsed =
      parse_file("f", "parser p\n\n== new\n-- text\nx\n\n== old\n-- text\ny\n-- gives\n1\n");
  ASSERT_EQ(parsed.problem, "");
  EXPECT_TRUE(parsed.file.cases[0].outcomes.empty());
  EXPECT_EQ(parsed.file.cases[0].input.as_str(), "x");
  parsed.file.cases[0].outcomes = {"2"};
  EXPECT_EQ(write_file(parsed.file),
            "parser p\n\n== new\n-- text\nx\n-- gives\n2\n\n== old\n-- text\ny\n-- gives\n1\n");
}

TEST(GoldenFileForm, WhatIsMalformedIsToldWithItsPlace) {
  struct Malformed {
    std::string_view bytes;
    std::string_view problem;
  };
  constexpr Malformed kMalformed[] = {
      {"", "f:1: no line `decoder NAME` or `parser NAME`"},
      {"# Only words.\n", "f:2: no line `decoder NAME` or `parser NAME`"},
      {"decoder d\n\n", "f:2: there is no case"},
      {"decodes d\n", "f:1: neither a comment nor the one line `decoder NAME` or `parser NAME`"},
      {"decoder d\nparser p\n",
       "f:2: neither a comment nor the one line `decoder NAME` or `parser NAME`"},
      {"decoder d\n== \n-- text\n", "f:2: a case without a name"},
      {"decoder d\n== a\nx\n", "f:3: case \"a\" has neither `-- text` nor `-- json`"},
      {"decoder d\n== a\n-- json\nx\n-- calls\n-- executes\n",
       "f:4: no JSON: Expecting value: line 1 column 1 (char 0)"},
      {"decoder d\n== a\n-- text\nx\n-- executes\n", "f:5: `-- executes` has no place here"},
      {"decoder d\n== a\n-- text\nx\n-- calls\n[]\n", "f:2: case \"a\" has no `-- executes`"},
      {"parser p\n== a\n-- text\nx\n-- gives\n1\n-- gives\n2\n",
       "f:7: `-- gives` has no place here"},
      {"parser p\n== a\n-- text\nx\n-- gives\n1\n\n== a\n-- text\nx\n-- gives\n1\n",
       "f:8: a second case with the name \"a\""},
  };
  for (const Malformed& malformed : kMalformed) {
    EXPECT_EQ(parse_file("f", malformed.bytes).problem, malformed.problem) << malformed.bytes;
  }
}

}  // namespace
}  // namespace bfclx::golden
