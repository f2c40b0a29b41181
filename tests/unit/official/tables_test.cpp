// The official tables, and the cost and latency that they show.
#include "core/official/tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/official/cost.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

Value parse(std::string_view json) { return json_loads(json).value(); }

Model make_model(std::string_view name) {
  Model model;
  model.name = model.display_name = name;
  model.url = "u";
  model.organisation = "o";
  model.license = "l";
  return model;
}

// `headers`: category -> accuracy.
ModelScores make_scores(const Model& model,
                        const std::vector<std::pair<std::string, double>>& headers) {
  ModelScores scores;
  scores.model = &model;
  for (const auto& [category, accuracy] : headers) {
    scores.headers[category] =
        parse("{\"accuracy\": " + std::to_string(accuracy) + ", \"total_count\": 10}");
  }
  return scores;
}

std::string table_of(const std::vector<ModelScores>& models, std::string_view name) {
  for (const TableFile& file : score_tables(models)) {
    if (file.name == name) return file.bytes;
  }
  return "(no such table)";
}

TEST(ScoreTables, NamesInTheOfficialOrder) {
  const std::vector<TableFile> files = score_tables({});
  ASSERT_EQ(files.size(), 6u);
  constexpr std::string_view kNames[] = {"data_non_live.csv",           "data_live.csv",
                                         "data_multi_turn.csv",         "data_agentic.csv",
                                         "data_format_sensitivity.csv", "data_overall.csv"};
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(files[i].name, kNames[i]);
    EXPECT_EQ(files[i].bytes.rfind("Rank,", 0), 0u);
    EXPECT_EQ(files[i].bytes.find('\n'), std::string::npos);  // a header, no line end behind it
  }
}

TEST(ScoreTables, NoNameIsAFormula) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"=1+1", ",'=1+1,u,"}, {"-a", ",'-a,u,"},
      {"+a", ",'+a,u,"},     {"@a", ",'@a,u,"},
      {" =1", ", '=1,u,"},   {"a,=1", ",a,'=1,u,"},
      {"\n=1", ", '=1,u,"},  {"a=b-c+d@e", ",a=b-c+d@e,u,"},
  };
  for (const auto& [name, expected] : cases) {
    const Model model = make_model(name);
    const std::string table = table_of({make_scores(model, {})}, "data_overall.csv");
    EXPECT_NE(table.find(expected), std::string::npos) << table;
  }
}

TEST(ScoreTables, MissingCategoriesAreNotAvailableAndCountAsZero) {
  const Model model = make_model("M");
  const std::vector<ModelScores> models = {
      make_scores(model, {{"multi_turn_base", 0.5}, {"multi_turn_miss_func", 0.25}})};
  EXPECT_EQ(table_of(models, "data_multi_turn.csv"),
            "Rank,Model,Multi Turn Overall Acc,Base,Miss Func,Miss Param,Long Context\n"
            "1,M,18.75%,50.00%,25.00%,N/A,N/A");
  EXPECT_EQ(table_of(models, "data_non_live.csv")
                .substr(table_of(models, "data_non_live.csv").find('\n') + 1),
            "1,M,0.00%,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A");
}

TEST(ScoreTables, RowsAreSortedAndTiesStay) {
  const Model a = make_model("A");
  const Model b = make_model("B");
  const Model c = make_model("C, Inc");
  const std::vector<ModelScores> models = {make_scores(b, {{"multi_turn_base", 0.1}}),
                                           make_scores(a, {{"multi_turn_base", 0.1}}),
                                           make_scores(c, {{"multi_turn_base", 0.2}})};
  const std::string text = table_of(models, "data_multi_turn.csv");
  EXPECT_EQ(text.substr(text.find('\n') + 1),
            "1,C, Inc,5.00%,20.00%,N/A,N/A,N/A\n"
            "2,B,2.50%,10.00%,N/A,N/A,N/A\n"
            "3,A,2.50%,10.00%,N/A,N/A,N/A");
}

TEST(ScoreTables, FormatSensitivity) {
  const Model a = make_model("A");
  const Model b = make_model("B");
  ModelScores with = make_scores(a, {});
  with.headers["format_sensitivity"] = parse(
      R"({"accuracy": 0.5, "total_count": 2, "accuracy_max_delta": 33.5, "accuracy_std": 11.28,
          "ret_fmt=python&tool_call_tag=True&func_doc_fmt=python&prompt_fmt=plaintext&style=classic":
          {"accuracy": 0.425}})");
  const std::vector<ModelScores> models = {make_scores(b, {}), with};
  const std::string text = table_of(models, "data_format_sensitivity.csv");
  const std::size_t first = text.find('\n') + 1;
  EXPECT_EQ(text.substr(first, 27), "1,A,33.5,11.28,42.50%,N/A,N");
  EXPECT_EQ(text.substr(text.find('\n', first) + 1, 11), "2,B,N/A,N/A");
}

TEST(ScoreHeaders, WhatCanStandInATable) {
  EXPECT_TRUE(check_score_header(parse(R"({"accuracy": 0.5, "total_count": 2})")).ok());
  for (const std::string_view header :
       {"[]", "{}", R"({"accuracy": "x", "total_count": 2})", R"({"accuracy": 0.5})",
        R"({"accuracy": 0.5, "total_count": 2, "accuracy_std": "x"})"}) {
    EXPECT_FALSE(check_score_header(parse(header)).ok()) << header;
  }
}

struct CostCase {
  std::string_view input;
  std::string_view output;
  std::string_view latency;
  std::string_view cells;  // cost, mean, deviation, percentile, as str
};

std::string cells_of(const CostCase& c, const Model& model) {
  Usage usage;
  const Value input = parse(c.input);
  const Value output = parse(c.output);
  const Value latency = parse(c.latency);
  for (std::size_t i = 0; i < input.items().size(); ++i) {
    usage.add(&input.items()[i], &output.items()[i], &latency.items()[i]);
  }
  usage.add(nullptr, nullptr, nullptr);
  const CostLatency cost = cost_and_latency(usage, model);
  return str(cost.cost) + " " + str(cost.mean) + " " + str(cost.deviation) + " " +
         str(cost.percentile_95);
}

TEST(CostAndLatency, OfAModelWithPrices) {
  Model model = make_model("M");
  model.input_price = 2.5;
  model.output_price = 10;
  constexpr CostCase kCases[] = {// Turns of steps, plain numbers, zeros and what is no number.
                                 {"[[[1000, 0], [500]], 250000, 0]", "[[[10], []], 3, null]",
                                  "[[[1.5, 2], [0]], 3, \"x\"]", "0.63 2.17 0.76 2.9"},
                                 {"[[1, 2], {}]", "[[1], []]", "[[[]], []]", "N/A N/A N/A N/A"},
                                 {"[1, 1]", "[0, 0]", "[2, 2]", "N/A 2 0.0 2.0"},
                                 {"[1]", "[1]", "[4.5]", "0.0 4.5 N/A 4.5"},
                                 {"[true]", "[1]", "[[1.5, [2]]]", "0.0 N/A N/A N/A"}};
  for (const CostCase& c : kCases) EXPECT_EQ(cells_of(c, model), c.cells) << c.input;
}

TEST(CostAndLatency, OfALocalModel) {
  const Model model = make_model("M");
  EXPECT_EQ(cells_of({"[1, 1]", "[1, 1]", "[30000, 30105.4]", ""}, model),
            "3.99 30052.7 74.53 30100.13");
  EXPECT_EQ(cells_of({"[1]", "[1]", "[0]", ""}, model), "N/A N/A N/A N/A");
}

std::vector<std::string> cells_of(const std::string& table, std::size_t row) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < row; ++i) begin = table.find('\n', begin) + 1;
  std::vector<std::string> cells;
  std::string line = table.substr(begin, table.find('\n', begin) - begin) + ",";
  while (!line.empty()) {
    cells.push_back(line.substr(0, line.find(',')));
    line.erase(0, line.find(',') + 1);
  }
  return cells;
}

TEST(VersionTable, ExecutablePartsOfV1) {
  const NamedVersion v1{"v1", LeaderboardVersion::kV1};
  const Model all = make_model("all");
  const Model some = make_model("some");
  ModelScores complete = make_scores(all, {{"simple_python", 1},
                                           {"simple_java", 1},
                                           {"simple_javascript", 1},
                                           {"multiple", 1},
                                           {"parallel", 1},
                                           {"parallel_multiple", 1},
                                           {"irrelevance", 0},
                                           {"exec_simple", 1},
                                           {"rest", 0.5},
                                           {"exec_multiple", 1},
                                           {"exec_parallel", 0},
                                           {"exec_parallel_multiple", 1}});
  ModelScores partial = complete;
  partial.model = &some;
  partial.headers["rest"] = parse(R"({"accuracy": null, "correct_count": 0, "total_count": 0,)"
                                  R"( "skipped": {"skipped_no_network": 70}})");
  EXPECT_TRUE(check_score_header(partial.headers["rest"]).ok());
  const std::string table = version_table(v1, {partial, complete});
  const std::vector<std::string> header = cells_of(table, 0);
  const auto cell = [&](std::size_t row, std::string_view column) {
    const auto at = std::find(header.begin(), header.end(), column);
    return at == header.end() ? "(none)" : cells_of(table, row).at(at - header.begin());
  };
  EXPECT_EQ(cell(1, "Model"), "all");
  EXPECT_EQ(cell(1, "Rank"), "1");
  EXPECT_EQ(cell(1, "Simple Function Exec"), "75.00%");
  EXPECT_EQ(cell(1, "Exec Summary"), "68.75%");
  EXPECT_EQ(cell(1, "Overall Acc"), "79.17%");  // 95 of 120
  EXPECT_EQ(cell(1, "Skipped"), "");
  // What was skipped as a whole is no zero.
  EXPECT_EQ(cell(2, "Rank"), "N/A");
  EXPECT_EQ(cell(2, "REST Simple Function Exec"), "N/A");
  EXPECT_EQ(cell(2, "Python Simple Function Exec"), "100.00%");
  EXPECT_EQ(cell(2, "Overall Acc"), "N/A");
  EXPECT_EQ(cell(2, "AST Summary"), "100.00%");
  EXPECT_EQ(cell(2, "Skipped"), "70 skipped_no_network");
}

}  // namespace
}  // namespace bfclx
