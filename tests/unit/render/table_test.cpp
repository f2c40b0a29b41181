#include "core/render/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/render/visible.h"

namespace bfclx {
namespace {

Table scores() {
  Table table;
  table.columns = {{"model", Align::kLeft, Fit::kWrap},
                   {"accuracy", Align::kRight, Fit::kKeep},
                   {"95 % CI", Align::kRight, Fit::kDrop}};
  const Cell share("93.2 %", Style::kGood);
  table.rows.push_back({{"a<b>|c", share, "91.0 to 94.4"}});
  table.rows.push_back({{"=1+1"}, Style::kDim, "apart", {"without a score"}});
  return table;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    widest = std::max(widest, display_width(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

TEST(Table, WithoutNamesOfColumnsHasNoHeadings) {
  Table table;
  table.columns = {{""}, {""}};
  table.rows.push_back({{"a", "b"}});
  EXPECT_EQ(terminal_table(table, Screen{false, 80}), "  a  b\n");
}

TEST(Table, Terminal) {
  EXPECT_EQ(terminal_table(scores(), Screen{false, 80}),
            "  model   accuracy       95 % CI\n"
            "  a<b>|c    93.2 %  91.0 to 94.4\n"
            "  apart\n"
            "  =1+1\n"
            "    without a score\n");
}

TEST(Table, ColoursStandRoundTheTextAlone) {
  const std::string text = terminal_table(scores(), Screen{true, 80});
  EXPECT_NE(text.find("  \x1b[32m93.2 %\x1b[0m"), std::string::npos);
  EXPECT_NE(text.find("\x1b[2m=1+1\x1b[0m\n"), std::string::npos);
}

TEST(Table, ANarrowTerminalBreaksTextsThenLeavesColumnsOut) {
  Table table = scores();
  table.rows[0].cells[0].text = "organisation/model-of-a-long-name with some words behind it";
  for (const std::size_t width : {100U, 70U, 60U, 50U, 45U}) {
    const std::string text = terminal_table(table, Screen{false, width});
    EXPECT_LE(widest_line(text), width) << text;
    EXPECT_NE(text.find("93.2 %"), std::string::npos);
  }
  EXPECT_NE(terminal_table(table, Screen{false, 50}).find("95 % CI"), std::string::npos);
  const std::string narrow = terminal_table(table, Screen{false, 40});
  EXPECT_EQ(narrow.find("95 % CI"), std::string::npos);
  EXPECT_LE(widest_line(narrow), 40U) << narrow;
}

TEST(Table, OnANarrowTerminalWhatMattersLeastGoesFirst) {
  Table table;
  table.columns = {{"category"},
                   {"entries", Align::kRight, Fit::kDropLate},
                   {"passed", Align::kRight, Fit::kDrop},
                   {"accuracy", Align::kRight},
                   {"95 % CI", Align::kRight, Fit::kDropLate},
                   {"failures", Align::kLeft, Fit::kWrapOrDrop}};
  table.rows.push_back({{"live_parallel_multiple", "12", "3", "25.0 %", "9.1 to 51.1",
                         "7 missing_required, 2 wrong_count"}});
  const auto titles = [&](std::size_t width) {
    const std::string text = terminal_table(table, Screen{false, width});
    EXPECT_LE(widest_line(text), width) << text;
    EXPECT_NE(text.find("25.0 %"), std::string::npos) << text;
    std::string line = text.substr(0, text.find('\n'));
    std::string words;
    for (const char c : line) {
      if (c != ' ' || (!words.empty() && words.back() != ' ')) words += c;
    }
    return words;
  };
  EXPECT_EQ(titles(90), "category entries passed accuracy 95 % CI failures");
  EXPECT_EQ(titles(75), "category entries accuracy 95 % CI failures");
  EXPECT_EQ(titles(60), "category entries accuracy 95 % CI");
  EXPECT_EQ(titles(45), "category entries accuracy");
  EXPECT_EQ(titles(40), "category accuracy");
}

TEST(Table, NamesAreShortenedInTheMiddle) {
  Table table = scores();
  table.columns[0].fit = Fit::kShorten;
  table.rows[0].cells[0].text = "results-of-the-first-machine/model-of-a-long-name-fixed";
  const std::string text = terminal_table(table, Screen{false, 60});
  EXPECT_LE(widest_line(text), 60U) << text;
  EXPECT_NE(text.find("..."), std::string::npos) << text;
  EXPECT_NE(text.find("-fixed  "), std::string::npos) << text;
}

TEST(Table, HostileTextsHarmNoForm) {
  Table table;
  table.columns = {{"x"}};
  table.rows = {{{"\x1b[2J\n<script>|\xff"}}};
  for (const std::string& text : {terminal_table(table, Screen{true, 80}), markdown_table(table),
                                  csv_table(table), html_table(table)}) {
    EXPECT_EQ(text.find('\x1b'), text.find("\x1b[2mx")) << text;  // that of the heading
    EXPECT_EQ(text.find('\xff'), std::string::npos);
  }
  EXPECT_EQ(markdown_table(table).find("<script>"), std::string::npos);
}

TEST(Table, Markdown) {
  EXPECT_EQ(markdown_table(scores()),
            "| model | accuracy | 95 % CI |\n"
            "|---|---:|---:|\n"
            "| a\\<b\\>\\|c | **93.2 %** | 91.0 to 94.4 |\n"
            "| apart | | |\n"
            "| =1+1 |  |  |\n"
            "| without a score | | |\n");
}

TEST(Table, CsvHasWhatAProgramReads) {
  Table table;
  table.columns = {{"model"}, {"share", Align::kRight}, {"change", Align::kRight}};
  table.rows.push_back({{"=1+1", data_cell("0.932000"), data_cell("-2")}});
  table.rows.push_back({{"-5", "93.2 %", data_cell("=1+1")}});
  table.rows.push_back({{"a,\"b\"\nc"}, Style::kDim, "a heading", {"a note"}});
  EXPECT_EQ(csv_table(table),
            "model,share,change\n"
            "\"'=1+1\",0.932000,-2\n"
            "\"'-5\",93.2 %,\"'=1+1\"\n"
            "\"a,\"\"b\"\"\\nc\",,\n");
}

TEST(Table, Html) {
  EXPECT_EQ(html_table(scores()),
            "<div class=\"scroll\"><table><thead><tr><th class=\"wide\" scope=\"col\">model</th>"
            "<th class=\"n\" scope=\"col\">accuracy</th>"
            "<th class=\"n spare\" scope=\"col\">95 % CI</th></tr></thead><tbody>\n"
            "<tr class=\"first\"><td class=\"wide\">a&lt;b&gt;|c</td>"
            "<td class=\"n pass\">93.2 %</td><td class=\"n spare\">91.0 to 94.4</td></tr>\n"
            "<tr><td class=\"muted\" colspan=\"3\">apart</td></tr>\n"
            "<tr class=\"first\"><td class=\"wide muted\">=1+1</td><td class=\"n muted\"></td>"
            "<td class=\"n spare muted\"></td></tr>\n"
            "<tr><td class=\"wide\" colspan=\"3\">without a score</td></tr>\n"
            "</tbody></table></div>\n");
}

TEST(Table, HtmlDrawsPlotsAndSaysThem) {
  Table table;
  table.columns = {{"", Align::kLeft, Fit::kKeep, share_axis()}};
  Cell cell("\"><script>93.2 %");
  cell.plot = Plot{0.932, 0.9, 1.5};
  table.rows.push_back({{cell}});
  const std::string html = html_table(table);
  EXPECT_NE(html.find("aria-label=\"&quot;&gt;&lt;script&gt;93.2 %\""), std::string::npos) << html;
  EXPECT_NE(html.find("x1=\"90.00%\" x2=\"100.00%\""), std::string::npos) << html;
  EXPECT_NE(html.find("cx=\"93.20%\""), std::string::npos) << html;
  EXPECT_NE(html.find("aria-label=\"from 0 to 100\""), std::string::npos) << html;
}

}  // namespace
}  // namespace bfclx
