// Repeats of one model among judged runs, and models compared by the means of theirs.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/arguments.h"
#include "core/api/given_runs.h"
#include "core/render/comparison_report.h"
#include "core/render/repeats_text.h"
#include "core/run/repeat_groups.h"
#include "core/statistics/comparison.h"
#include "core/statistics/repeats.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// What the manifest of each run says; runs without one are no repeats.
std::vector<RepeatGroup> groups_of(const List& given, std::span<const ScoredRun> scored) {
  std::vector<ModelRun> models(given.size());
  std::vector<const ModelRun*> views;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (const Value* facts = given_member(given[i], "repeat")) {
      models[i].repeat.key = find_text(*facts, "key");
      models[i].repeat.model = find_text(*facts, "model");
      models[i].repeat.manifest = find_text(*facts, "manifest");
    }
    models[i].folder_name = find_text(given[i], "name");
    views.push_back(&models[i]);
  }
  std::vector<RepeatGroup> groups = repeat_groups(views, {});
  std::erase_if(groups, [&](const RepeatGroup& group) {
    std::vector<ScoredRun> runs;
    for (const std::size_t run : group.runs) runs.push_back(scored[run]);
    return !share_an_entry(runs);
  });
  return groups;
}

Value table_value(const Table& table) {
  List columns;
  for (const Column& column : table.columns) columns.push_back(Value::str(column.name));
  List rows;
  for (const Table::Row& row : table.rows) {
    List cells;
    for (const Cell& cell : row.cells) cells.push_back(Value::str(cell.text));
    rows.push_back(Value::list(std::move(cells)));
  }
  return dict_of(
      {{"columns", Value::list(std::move(columns))}, {"rows", Value::list(std::move(rows))}});
}

// {runs: [judged runs, each with `repeat`], leaderboard}
Result<Value> repeats_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const HeadlineScore headline, headline_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::vector<GivenRun> runs, runs_argument(arguments));
  BFCLX_ASSIGN_OR_RETURN(const List* given, list_argument(arguments, "runs"));
  ComparisonReport report;
  std::vector<ScoredRun> scored;
  for (const GivenRun& run : runs) {
    scored.push_back(run.scored());
    ComparedRun& compared = report.runs.emplace_back();
    compared.label = run.name;
    compared.distortions = run.distortions;
  }
  const std::vector<RepeatGroup> found = groups_of(*given, scored);
  List groups;
  std::vector<RepeatsAnalysis> analyses;
  analyses.reserve(found.size());
  std::vector<NamedRepeats> named;
  for (const RepeatGroup& group : found) {
    std::vector<ScoredRun> own;
    std::vector<std::string> names;
    for (const std::size_t run : group.runs) {
      own.push_back(scored[run]);
      names.push_back(runs[run].name);
    }
    const RepeatsAnalysis& analysis = analyses.emplace_back(
        analyze_repeats(own, headline.score(), headline.name(), report.options));
    named.push_back({group.model, &analysis});
    groups.push_back(dict_of({{"model", group.model},
                              {"reason", group.reason},
                              {"runs", list_of_texts(names)},
                              {"heading", repeats_heading(group.model, analysis)},
                              {"texts", list_of_texts(repeats_sentences(analysis))},
                              {"table", table_value(pass_table(analysis))}}));
  }
  compare_models(report, scored, headline, found);
  List comparisons;
  for (const ComparedRepeats& one : report.repeats) {
    comparisons.push_back(dict_of({{"a", one.a.model},
                                   {"b", one.b.model},
                                   {"overall", overall_comparison_value(one.comparison.overall)},
                                   {"heading", repeats_pair_heading(one.pair())},
                                   {"texts", list_of_texts(repeats_pair_sentences(one.pair()))}}));
  }
  return dict_of({{"groups", Value::list(std::move(groups))},
                  {"overview", table_value(repeats_overview(named))},
                  {"comparisons", Value::list(std::move(comparisons))}});
}

constexpr Call kCalls[] = {{"repeats", repeats_call}};

}  // namespace

std::span<const Call> repeats_calls() { return kCalls; }

}  // namespace bfclx::api
