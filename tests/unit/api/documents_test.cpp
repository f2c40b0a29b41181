// The calls that make files: documents as HTML, tables as CSV and Markdown.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/api/module.h"
#include "core/value/json.h"

namespace bfclx::api {
namespace {

const std::span<const Call> kDocuments[] = {document_calls()};
const Build kBuild = {.tables = kDocuments};

// The bytes that the call hands out, or "kind: message".
std::string called(std::string_view name, std::string_view arguments) {
  Module module(kBuild);
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
  EXPECT_EQ(called("table", R"({"form": "csv", "columns": ["a"]})"), "a\n");
  EXPECT_EQ(called("table", R"({"form": "html", )" + table),
            "argument: `form` must be csv or markdown");
  std::string large = R"({"form": "csv", "columns": [)";
  for (int i = 0; i < 1001; ++i) large += i > 0 ? ",1" : "1";
  large += R"(], "rows": [)";
  for (int i = 0; i < 1000; ++i) large += i > 0 ? ",1" : "1";
  EXPECT_EQ(called("table", large + "]}"), "argument: a table has at most 1,000,000 cells");
}

TEST(Documents, ADocumentIsOneHtmlPage) {
  const std::string page = called("document", R"json({
    "title": "</title><script>", "basis": ["v4", 7], "note": "Made today.",
    "blocks": [{
      "kind": "table",
      "columns": [{"name": "category"}, {"name": "", "shares": true}, {"name": "", "most": 4}],
      "rows": [["multiple", {"text": "50 %", "value": 0.5, "low": 0.25, "high": 1}, {"text": "2", "value": 2}], 3]
    }],
    "sections": [{"id": "a", "title": "A", "blocks": [{
      "kind": "details", "open": true, "level": "entry",
      "text": [{"text": "<b>", "style": "name"}, " x"],
      "blocks": [{"kind": "facts", "facts": [
        {"name": "response", "blocks": [{"kind": "text", "text": "f(1) "}]}]}]
    }]}, {"id": "b", "title": "B"}]
  })json");
  for (const std::string_view part :
       {"<title>&lt;/title&gt;&lt;script&gt;</title>", "<h2 id=\"a\">A</h2>", "cx=\"50.00%\"",
        "x1=\"25.00%\" x2=\"100.00%\"", "class=\"bar\"", "width=\"50.00%\"",
        "<details class=\"entry\" open><summary><code>&lt;b&gt;</code> x</summary>",
        "<dt>response</dt><dd><pre>f(1) </pre>", "loads nothing. Made today."}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page.find("<h2 id=\"b\""), std::string::npos);
  EXPECT_EQ(called("document", R"({"title": "t", "blocks": [{"kind": "script"}]})"),
            "argument: there is no kind of block `script`");
  std::string deep = R"({"kind": "details", "blocks": [)";
  std::string nested;
  for (int i = 0; i < 20; ++i) nested += deep;
  for (int i = 0; i < 20; ++i) nested += "]}";
  EXPECT_EQ(called("document", R"({"title": "t", "blocks": [)" + nested + "]}"),
            "argument: `blocks` are too deep");
  for (const std::string odd : {"NaN", "Infinity", "-Infinity", "1e300", "-1e300"}) {
    const std::string plotted = called(
        "document",
        R"({"title": "t", "blocks": [{"kind": "table", "columns": [{"name": "a", "shares": true}, )"
        R"({"name": "b", "most": )" +
            odd + R"(}], "rows": [[{"text": "", "value": )" + odd + R"(, "low": )" + odd +
            R"(, "high": )" + odd + R"(}, {"text": "", "value": )" + odd + "}]]}]}");
    EXPECT_NE(plotted.find("cx="), std::string::npos) << odd;
    for (const char* wrong : {"nan", "inf%", "e+"}) {
      EXPECT_EQ(plotted.find(wrong), std::string::npos) << odd;
    }
  }
}

}  // namespace
}  // namespace bfclx::api
