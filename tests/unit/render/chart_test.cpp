// Charts: what they draw, in which places and colours; names are texts.
#include "core/render/chart.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/render/html.h"

namespace bfclx {
namespace {

const std::string kHostile = "<img onerror=x>\"&\x01";

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}
bool has(std::string_view text, std::string_view part) { return count(text, part) > 0; }

TEST(Charts, NamesAreTexts) {
  const Chart charts[] = {
      IntervalChart{{{kHostile, {{0.5, 0.4, 0.6}}, kHostile, {kHostile}}}, {kHostile}},
      BarChart{{{kHostile, 3}}},
      ScatterChart{kHostile, {{kHostile, 1, 0.5, true}}},
      RadarChart{{kHostile, "b", "c"}, {{kHostile, {0.1, 0.2, 0.3}}}},
  };
  for (const Chart& chart : charts) {
    for (const std::string& svg :
         {chart_file(chart, {kHostile, {kHostile}}), chart_svg(chart, kHostile)}) {
      EXPECT_FALSE(has(svg, "<img")) << svg;
      EXPECT_FALSE(has(svg, "\x01")) << svg;
      EXPECT_TRUE(has(svg, "&lt;img onerror=x&gt;")) << svg;
    }
  }
}

TEST(Charts, AFileHasTheLightColoursAndWhatItRestsOn) {
  const std::string file = chart_file(BarChart{{{"a", 4}, {"b", 1200}}}, {"Errors", {"v4", "n"}});
  EXPECT_TRUE(file.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\""));
  EXPECT_FALSE(has(file, "var("));
  EXPECT_FALSE(has(file, "class="));
  EXPECT_TRUE(has(file, "fill=\"#1b1e22\""));
  EXPECT_TRUE(has(file, "font-weight=\"600\""));
  EXPECT_TRUE(has(file, ">Errors</text>"));
  EXPECT_TRUE(has(file, ">1,200</text>"));
  EXPECT_TRUE(has(file, "width=\"240\""));
  EXPECT_TRUE(has(file, "width=\"0.8\""));
  EXPECT_TRUE(has(file, ">v4</text>"));
  const std::string inside = chart_svg(BarChart{{{"a", 4}}}, "Errors, 4 a");
  EXPECT_TRUE(has(inside, "role=\"img\" aria-label=\"Errors, 4 a\""));
  EXPECT_FALSE(has(inside, "<style"));
  EXPECT_TRUE(has(chart_style_sheet(), "var(--ink)"));
}

TEST(Charts, LongNotesAreBroken) {
  std::string note;
  for (int i = 0; i < 60; ++i) note += "another, ";
  EXPECT_EQ(count(chart_file(BarChart{}, {"t", {note}}), "another"), 60u);
  EXPECT_GT(count(chart_file(BarChart{}, {"t", {note}}), "x=\"8\""), 5u);
  const std::string parts =
      "34 entries scored in 11 categories, 2 missing; overall score of v4: "
      "covers 32.2 % of the weight";
  EXPECT_TRUE(has(chart_file(BarChart{}, {"t", {parts}}), ">overall score of v4: covers 32.2 %"));
}

TEST(Charts, NoTextIsLongerThanItsPlace) {
  std::string parts = "begin";
  for (int i = 0; i < 200000; ++i) parts += ",;";
  parts += "end";
  const Chart charts[] = {
      IntervalChart{{{parts, {{0.5, 0.4, 0.6}}, parts, {parts, parts}}}, {parts}},
      BarChart{{{parts, 3}}},
      ScatterChart{parts, {{parts, 1, 0.5, true}}},
      RadarChart{{parts, "b", "c"}, {{parts, {0.1, 0.2, 0.3}}}},
  };
  for (const Chart& chart : charts) {
    const std::string file = chart_file(chart, {parts, {parts}});
    EXPECT_LT(file.size(), 12000u);
    EXPECT_TRUE(has(file, "begin"));
    EXPECT_TRUE(has(file, "end</text>"));
  }
}

TEST(Charts, IntervalsLieOnTheirAxis) {
  const std::string svg = chart_svg(
      IntervalChart{
          {{"a", {{0.5, 0.25, 1}, {0, 0, 0, 7}}, "", {"50.0", "1/2"}}, {"b", {}, "not shared", {}}},
          {"one", "two"}},
      "");
  EXPECT_TRUE(has(svg, "x1=\"275\" y1=\"39\" x2=\"500\" y2=\"39\""));
  EXPECT_TRUE(has(svg, "cx=\"350\" cy=\"39\""));
  EXPECT_TRUE(has(svg, "<g class=\"s1\">"));  // the eighth has the second colour
  EXPECT_TRUE(has(svg, ">not shared</text>"));
  EXPECT_TRUE(has(svg, ">two</text>"));
}

TEST(Charts, APlaneHasRoundTicksAndTheNamesOfWhatIsChosen) {
  const std::string svg =
      chart_svg(ScatterChart{"cost", {{"cheap", 0.1, 0.5, false}, {"dear", 100, 0.9, true}}}, "");
  for (const char* tick : {">50<", ">90<", ">0.1<", ">1<", ">10<", ">100<", ">dear<", ">cost<"}) {
    EXPECT_TRUE(has(svg, tick)) << tick << svg;
  }
  EXPECT_FALSE(has(svg, "cheap"));
  EXPECT_EQ(count(svg, "<circle"), 2u);
  const std::string small = chart_svg(ScatterChart{"c", {{"a", 2e-5, 0.5, false}}}, "");
  EXPECT_TRUE(has(small, ">0.00002<")) << small;
  // A single point, and none.
  EXPECT_FALSE(has(chart_svg(ScatterChart{"c", {{"a", 3, 1, true}}}, ""), "nan"));
  EXPECT_FALSE(has(chart_svg(ScatterChart{"c", {}}, ""), "nan"));
}

TEST(Charts, ARadarIsOpenWhereAValueIsMissing) {
  const auto path_of = [](std::vector<std::optional<double>> values) {
    const std::vector<std::string> axes(values.size(), "a");
    const std::string svg = chart_svg(RadarChart{axes, {{"r", std::move(values)}}}, "");
    const std::size_t at = svg.find(" d=\"") + 4;
    return svg.substr(at, svg.find('"', at) - at);
  };
  EXPECT_EQ(path_of({1.0, 0.5, 1.0, 1.0}), "M320,32L410,212L320,392L140,212Z");
  EXPECT_EQ(path_of({1.0, std::nullopt, 1.0, 1.0}), "M320,392L140,212L320,32");
  EXPECT_EQ(path_of({std::nullopt, std::nullopt, std::nullopt}), "");
  EXPECT_EQ(path_of({}), "");
}

}  // namespace
}  // namespace bfclx
