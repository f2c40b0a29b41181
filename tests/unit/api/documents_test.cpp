// The calls that make files: pages as HTML, tables as CSV and Markdown.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/api/module.h"
#include "core/value/json.h"

namespace bfclx::api {
namespace {

const std::span<const Call> kDocuments[] = {document_calls(), chart_calls()};

// The bytes that the call hands out, or "kind: message".
std::string called(std::string_view name, std::string_view arguments) {
  Module module(kDocuments);
  CallBytes bytes;
  const Result<Value> answer =
      (*module.find_call(name))->run(module, *json_loads(arguments), bytes);
  return answer.ok() ? bytes.out : std::string(answer.error().kind) + ": " + answer.error().message;
}

TEST(Documents, ATableIsAFile) {
  const std::string table = R"json("columns": ["id", "n", "p"], "rows": [
      ["a,\"b\"", 1, -0.5], ["=cmd()", 2, null], ["two\nlines|<b>", 3], 7, ["x", 1, 1e-07, "more"]]})json";
  EXPECT_EQ(called("table", R"({"form": "csv", )" + table),
            "id,n,p\n\"a,\"\"b\"\"\",1,-0.5\n\"'=cmd()\",2,\ntwo\\nlines|<b>,3,\n,,\nx,1,1e-07\n");
  EXPECT_EQ(called("table", R"({"form": "markdown", )" + table).substr(0, 35),
            "| id | n | p |\n|---|---:|---:|\n| a,");
  EXPECT_EQ(called("table", R"({"form": "csv", "columns": ["a"], "rows": []})"), "a\n");
  EXPECT_EQ(called("table", R"({"form": "csv", "columns": ["a"]})"),
            "argument: `rows` must be a list");
  EXPECT_EQ(called("table", R"({"form": "html", )" + table),
            "argument: `form` must be csv or markdown");
  std::string large = R"({"form": "csv", "columns": [)";
  for (int i = 0; i < 1001; ++i) large += i > 0 ? ",1" : "1";
  large += R"(], "rows": [)";
  for (int i = 0; i < 1000; ++i) large += i > 0 ? ",1" : "1";
  EXPECT_EQ(called("table", large + "]}"), "argument: a table has at most 1,000,000 cells");
}

TEST(Documents, AChartIsAFile) {
  const auto chart = [](const std::string& members) {
    return called("chart", R"({"title": "t", "notes": ["v4"], )" + members + "}");
  };
  const auto bars = [&](const std::string& bar) {
    return chart(R"("kind": "bars", "bars": [{"name": "a", "count": )" + bar + "}]");
  };
  const auto intervals = [&](const std::string& value) {
    return chart(R"("kind": "intervals", "rows": [{"name": "a", "texts": [], "points": [)"
                 R"({"low": 0, "high": 1, "value": )" +
                 value + "}]}]");
  };
  const auto radar = [&](const std::string& values) {
    return chart(R"("kind": "radar", "axes": ["a"], "series": [{"name": "a", "values": )" + values +
                 "}]");
  };
  const auto scatter = [&](const std::string& x, const std::string& y) {
    return chart(R"("kind": "scatter", "label": "x", "dots": [{"name": "a", "x": )" + x +
                 R"(, "y": )" + y + R"(, "chosen": true}])");
  };
  for (const std::string& svg :
       {bars("3"), intervals("0.5"), intervals("1.0000000000000002"), radar("[null]"), radar("[0]"),
        scatter("1e-12", "1"), scatter("2", "0")}) {
    EXPECT_EQ(svg.substr(0, 5), "<svg ") << svg;
    for (const char* number : {"nan", "inf", "e+", ">1e-"}) EXPECT_EQ(svg.find(number), svg.npos);
  }
  const std::string share = "must be a number from 0 to 1";
  for (const std::string odd : {"null", "NaN", "Infinity", "-1", "50", "\"1\"", "true"}) {
    EXPECT_EQ(intervals(odd), "argument: `value` " + share);
    EXPECT_EQ(scatter("1", odd), "argument: `y` " + share);
    if (odd == "50") continue;
    EXPECT_EQ(bars(odd), "argument: `count` must be a whole number of at least 0");
    EXPECT_EQ(scatter(odd, "1"), "argument: `x` must be a number from 1e-12 to 1e12");
    if (odd == "null") continue;  // no value on this axis
    EXPECT_EQ(radar("[" + odd + "]"),
              "argument: `values` must be numbers from 0 to 1, null where there is none");
  }
  EXPECT_EQ(radar("[]"), "argument: `values` must have an item for each of `axes`");
  EXPECT_EQ(chart(R"("kind": "bars", "bars": [7])"), "argument: `name` must be a string");
  EXPECT_EQ(chart(R"("kind": "bars")"), "argument: `bars` must be a list");
  EXPECT_EQ(chart(R"("kind": "pie")"), "argument: unknown kind of chart `pie`");
  EXPECT_EQ(called("chart", R"({"kind": "bars", "bars": []})"),
            "argument: `title` must be a string");
  std::string many = "1";
  for (int i = 0; i < 1000; ++i) many += ",1";
  EXPECT_EQ(chart(R"("kind": "bars", "bars": [)" + many + "]"),
            "argument: `bars` must be a list of at most 1,000 items");
}

TEST(Documents, APageWantsItsRun) {
  EXPECT_EQ(called("runPage", R"({"name": "m"})"), "argument: `handles` must be a list of handles");
  EXPECT_EQ(called("entryPage", R"({"name": "m"})"), "argument: `id` must be a string");
}

}  // namespace
}  // namespace bfclx::api
