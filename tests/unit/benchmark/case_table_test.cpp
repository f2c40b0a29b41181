// Cases as CSV.
#include "core/benchmark/case_table.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/value/json.h"

namespace bfclx {
namespace {

// A line for each row: "LINE JSON", or "LINE !" and what is wrong.
std::string rows(std::string_view text) {
  std::string out;
  for (const DatasetLine& line : read_case_table(text)) {
    out += std::to_string(line.number) + " ";
    if (line.object.ok()) {
      append_json(out, *line.object);
    } else {
      out += "!" + line.object.error().message;
    }
    out += "\n";
  }
  return out;
}

TEST(CaseTable, RecognisesItsHeader) {
  for (const std::string_view text :
       {"question,expected\n", "expected;question", " question , expected\n",
        "id\tmessages\texpected\r\n", "\xEF\xBB\xBF\"question\",\"expected\"\n"}) {
    EXPECT_TRUE(is_case_table(text)) << text;
  }
  for (const std::string_view text :
       {"", "question expected\n", "{\"question\": 1, \"expected\": 2}",
        "[\"question\",\"expected\"]", "\"question,expected\"\n", "\"question,expected\n"}) {
    EXPECT_FALSE(is_case_table(text)) << text;
    EXPECT_EQ(rows(text), "");
  }
}

TEST(CaseTable, SaysWhichColumnsItNeeds) {
  constexpr std::string_view kNeeds =
      "1 !the table needs the columns `question` (or `messages`) and `expected`; it has ";
  EXPECT_EQ(rows("question\nHow warm is it?\n"), std::string(kNeeds) + "`question`\n");
  EXPECT_EQ(rows("id,expected\na,none\n"), std::string(kNeeds) + "`id`, `expected`\n");
}

TEST(CaseTable, ReadsCells) {
  EXPECT_EQ(rows("id,question,expected,tags,tools\n"
                 "a,What?,none,x;y z; ,f;g\n"
                 "\n"
                 ",\"one\n\"\"two\"\", three\",\"[{\"\"name\"\": \"\"f\"\"}]\",,\r\n"
                 "c,C,f(x=1),\"[\"\"q\"\"]\",\"[{\"\"name\"\": \"\"h\"\"}]\""),
            "2 {\"id\": \"a\", \"question\": \"What?\", \"expected\": \"none\", "
            "\"tags\": [\"x\", \"y z\"], \"tools\": [\"f\", \"g\"]}\n"
            "4 {\"question\": \"one\\n\\\"two\\\", three\", \"expected\": [{\"name\": \"f\"}]}\n"
            "6 {\"id\": \"c\", \"question\": \"C\", \"expected\": \"f(x=1)\", "
            "\"tags\": [\"q\"], \"tools\": [{\"name\": \"h\"}]}\n");
}

TEST(CaseTable, TellsWhatIsWrongWithARow) {
  const std::string head = "question,expected\n";
  EXPECT_EQ(
      rows(head + "a\nb,none\nc,none,d\n"),
      "2 !the row has 1 cell, expected 2. Put quotes around a cell that holds the separator\n"
      "3 {\"question\": \"b\", \"expected\": \"none\"}\n"
      "4 !the row has 3 cells, expected 2. Put quotes around a cell that holds the separator\n");
  EXPECT_EQ(rows(head + "a,\"none\nb,none\n"), "2 !a quote in this row is not closed\n");
  EXPECT_EQ(rows(head + "\"He said \"hi\"\",none\n"),
            "2 !text after a closing quote: double the quotes inside a cell (\"\")\n");
  EXPECT_EQ(rows(head + "a,\"[f(x=1), g()]\"\n"),
            "2 {\"question\": \"a\", \"expected\": \"[f(x=1), g()]\"}\n");
  EXPECT_EQ(rows(head + "a,[1\n"),
            "2 !expected: not JSON: Expecting ',' delimiter: line 1 column 3 (char 2)\n");
  EXPECT_EQ(rows(head + "a,\"{\"\"b\"\": 1, \"\"b\"\": 2}\"\n"),
            "2 !expected: duplicate member 'b' (char 9)\n");
  EXPECT_EQ(rows(head + "\xFF,none\n"), "2 !question: invalid UTF-8\n");
  EXPECT_EQ(rows("question,expected,question\na,none,b\n"), "1 !duplicate column `question`\n");
  EXPECT_EQ(rows("question,expected,tag\na,none,b\n"),
            "1 !unknown column 'tag'. Did you mean tags?\n");
}

}  // namespace
}  // namespace bfclx
