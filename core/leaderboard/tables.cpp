#include "core/leaderboard/tables.h"

#include <algorithm>
#include <initializer_list>
#include <span>
#include <utility>

#include "core/dataset/dataset.h"
#include "core/leaderboard/figures.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr string_view kNotAvailable = "N/A";

// A score, and whether its cell shows it.
struct Score {
  double accuracy = 0;
  double total_count = 0;
  bool shown = true;

  Value cell() const { return shown ? Value::real(accuracy) : Value::str(kNotAvailable); }
};

enum class WhenMissing : bool { kHide, kShow };

bool all_shown(std::initializer_list<Score> parts) {
  return std::all_of(parts.begin(), parts.end(), [](const Score& part) { return part.shown; });
}

// calculate_unweighted_accuracy
Score unweighted(std::initializer_list<Score> parts, WhenMissing when_missing) {
  Score result{0, 0, when_missing == WhenMissing::kShow || all_shown(parts)};
  for (const Score& part : parts) {
    result.total_count += part.total_count;
    result.accuracy += part.accuracy;
  }
  result.accuracy /= static_cast<double>(parts.size());
  return result;
}

// calculate_weighted_accuracy: by the number of entries.
Score by_entries(std::initializer_list<Score> parts, WhenMissing when_missing) {
  Score result{0, 0, when_missing == WhenMissing::kShow || all_shown(parts)};
  for (const Score& part : parts) {
    result.total_count += part.total_count;
    result.accuracy += part.accuracy * part.total_count;
  }
  result.accuracy = result.total_count > 0 ? result.accuracy / result.total_count : 0;
  return result;
}

// calculate_percentage_weighted_accuracy with the weights of v4.
Score overall(const Score& non_live, const Score& live, const Score& irrelevance,
              const Score& multi_turn, const Score& agentic) {
  constexpr double kWeightSum = 100;
  Score result;
  const std::pair<const Score*, double> parts[] = {
      {&non_live, 10}, {&live, 10}, {&irrelevance, 10}, {&multi_turn, 30}, {&agentic, 40}};
  for (const auto& [part, weight] : parts) {
    result.accuracy += part->accuracy * (weight / kWeightSum);
  }
  return result;
}

constexpr string_view kNonLive[] = {"Rank",
                                    "Model",
                                    "Non-Live Overall Acc",
                                    "AST Summary",
                                    "Simple AST",
                                    "Python Simple AST",
                                    "Java Simple AST",
                                    "JavaScript Simple AST",
                                    "Multiple AST",
                                    "Parallel AST",
                                    "Parallel Multiple AST",
                                    "Irrelevance Detection"};
constexpr string_view kLive[] = {"Rank",
                                 "Model",
                                 "Live Overall Acc",
                                 "AST Summary",
                                 "Python Simple AST",
                                 "Python Multiple AST",
                                 "Python Parallel AST",
                                 "Python Parallel Multiple AST",
                                 "Irrelevance Detection",
                                 "Relevance Detection"};
constexpr string_view kMultiTurn[] = {
    "Rank", "Model", "Multi Turn Overall Acc", "Base", "Miss Func", "Miss Param", "Long Context"};
constexpr string_view kAgentic[] = {"Rank",
                                    "Model",
                                    "Agentic Overall Acc",
                                    "Web Search Summary",
                                    "Web Search Base",
                                    "Web Search No Snippet",
                                    "Memory Summary",
                                    "Memory KV",
                                    "Memory Vector",
                                    "Memory Recursive Summarization"};
constexpr string_view kFormatSensitivity[] = {"Rank", "Model", "Format Sensitivity Max Delta",
                                              "Format Sensitivity Standard Deviation"};
constexpr string_view kOverall[] = {"Rank",
                                    "Overall Acc",
                                    "Model",
                                    "Model Link",
                                    "Total Cost ($)",
                                    "Latency Mean (s)",
                                    "Latency Standard Deviation (s)",
                                    "Latency 95th Percentile (s)",
                                    "Non-Live AST Acc",
                                    "Non-Live Simple AST",
                                    "Non-Live Multiple AST",
                                    "Non-Live Parallel AST",
                                    "Non-Live Parallel Multiple AST",
                                    "Live Acc",
                                    "Live Simple AST",
                                    "Live Multiple AST",
                                    "Live Parallel AST",
                                    "Live Parallel Multiple AST",
                                    "Multi Turn Acc",
                                    "Multi Turn Base",
                                    "Multi Turn Miss Func",
                                    "Multi Turn Miss Param",
                                    "Multi Turn Long Context",
                                    "Web Search Acc",
                                    "Web Search Base",
                                    "Web Search No Snippet",
                                    "Memory Acc",
                                    "Memory KV",
                                    "Memory Vector",
                                    "Memory Recursive Summarization",
                                    "Relevance Detection",
                                    "Irrelevance Detection",
                                    "Format Sensitivity Max Delta",
                                    "Format Sensitivity Standard Deviation",
                                    "Organization",
                                    "License"};

// Columns whose numbers are written as they are, not as percentages.
constexpr std::size_t kFormatPlain[] = {2, 3};
constexpr std::size_t kOverallPlain[] = {4, 5, 6, 7, 32, 33};

using Row = std::vector<Value>;

// One of the six tables while rows are added.
struct Table {
  string_view name;
  std::vector<std::string> header;
  std::size_t sort_column;
  std::span<const std::size_t> plain;
  std::vector<Row> rows = {};
};

std::vector<std::string> header_of(std::span<const string_view> names) {
  return {names.begin(), names.end()};
}

double sort_key(const Value& cell) { return cell.is_str() ? -1 : real_of(cell); }

// write_score_csv_file. Texts are not quoted, as official: a comma in a model's name adds a cell.
std::string csv_text(Table& table) {
  std::stable_sort(table.rows.begin(), table.rows.end(), [&](const Row& a, const Row& b) {
    return sort_key(a[table.sort_column]) > sort_key(b[table.sort_column]);
  });
  std::string text;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    text += (i == 0 ? "" : ",") + table.header[i];
  }
  for (std::size_t rank = 0; rank < table.rows.size(); ++rank) {
    text += "\n" + std::to_string(rank + 1);
    const Row& row = table.rows[rank];
    for (std::size_t i = 1; i < row.size(); ++i) {
      const bool plain = row[i].is_str() ||
                         std::find(table.plain.begin(), table.plain.end(), i) != table.plain.end();
      text += "," + (plain ? str(row[i]) : percent_text(real_of(row[i])));
    }
  }
  return text;
}

// What the six tables say of one model.
class ModelRows {
 public:
  ModelRows(const ModelScores& scores, const EntryCount& entry_count)
      : scores_(scores), entry_count_(entry_count) {}

  void add_to(std::span<Table> tables) {
    constexpr auto kHide = WhenMissing::kHide;
    constexpr auto kShow = WhenMissing::kShow;
    const Value rank;
    const Value name = Value::str(scores_.model->display_name);

    const Score python = score("simple_python");
    const Score java = score("simple_java");
    const Score javascript = score("simple_javascript");
    const Score simple = unweighted({python, java, javascript}, kHide);
    const Score multiple = score("multiple");
    const Score parallel = score("parallel");
    const Score both = score("parallel_multiple");
    const Score irrelevance = score("irrelevance");
    const Score non_live_summary = unweighted({simple, multiple, parallel, both}, kHide);
    const Score non_live = unweighted({simple, multiple, parallel, both}, kShow);
    tables[0].rows.push_back({rank, name, non_live.cell(), non_live_summary.cell(), simple.cell(),
                              python.cell(), java.cell(), javascript.cell(), multiple.cell(),
                              parallel.cell(), both.cell(), irrelevance.cell()});

    const Score live_simple = counted_score("live_simple");
    const Score live_multiple = counted_score("live_multiple");
    const Score live_parallel = counted_score("live_parallel");
    const Score live_both = counted_score("live_parallel_multiple");
    const Score live_irrelevance = score("live_irrelevance");
    const Score relevance = score("live_relevance");
    const Score live_summary =
        by_entries({live_simple, live_multiple, live_parallel, live_both}, kHide);
    const Score live = by_entries({live_simple, live_multiple, live_parallel, live_both}, kShow);
    tables[1].rows.push_back({rank, name, live.cell(), live_summary.cell(), live_simple.cell(),
                              live_multiple.cell(), live_parallel.cell(), live_both.cell(),
                              live_irrelevance.cell(), relevance.cell()});

    const Score base = score("multi_turn_base");
    const Score miss_func = score("multi_turn_miss_func");
    const Score miss_param = score("multi_turn_miss_param");
    const Score long_context = score("multi_turn_long_context");
    const Score multi_turn = unweighted({base, miss_func, miss_param, long_context}, kShow);
    tables[2].rows.push_back({rank, name, multi_turn.cell(), base.cell(), miss_func.cell(),
                              miss_param.cell(), long_context.cell()});

    const Score web_base = score("web_search_base");
    const Score no_snippet = score("web_search_no_snippet");
    const Score web_search = unweighted({web_base, no_snippet}, kHide);
    const Score kv = score("memory_kv");
    const Score vector = score("memory_vector");
    const Score rec_sum = score("memory_rec_sum");
    const Score memory = unweighted({kv, vector, rec_sum}, kHide);
    const Score agentic = unweighted({web_search, memory}, kShow);
    tables[3].rows.push_back({rank, name, agentic.cell(), web_search.cell(), web_base.cell(),
                              no_snippet.cell(), memory.cell(), kv.cell(), vector.cell(),
                              rec_sum.cell()});

    const Value max_delta = format_statistic("accuracy_max_delta");
    const Value deviation = format_statistic("accuracy_std");
    Row& formats = tables[4].rows.emplace_back(Row{rank, name, max_delta, deviation});
    for (const std::string& configuration : format_sensitivity_configs()) {
      formats.push_back(format_accuracy(configuration));
    }

    const Score all_irrelevance = unweighted({irrelevance, live_irrelevance}, kHide);
    const Score total = overall(non_live, live, all_irrelevance, multi_turn, agentic);
    const Model& model = *scores_.model;
    const CostLatency cost = cost_and_latency(scores_.usage, model);
    tables[5].rows.push_back({rank,
                              total.cell(),
                              name,
                              Value::str(model.url),
                              cost.cost,
                              cost.mean,
                              cost.deviation,
                              cost.percentile_95,
                              non_live_summary.cell(),
                              simple.cell(),
                              multiple.cell(),
                              parallel.cell(),
                              both.cell(),
                              live.cell(),
                              live_simple.cell(),
                              live_multiple.cell(),
                              live_parallel.cell(),
                              live_both.cell(),
                              multi_turn.cell(),
                              base.cell(),
                              miss_func.cell(),
                              miss_param.cell(),
                              long_context.cell(),
                              web_search.cell(),
                              web_base.cell(),
                              no_snippet.cell(),
                              memory.cell(),
                              kv.cell(),
                              vector.cell(),
                              rec_sum.cell(),
                              relevance.cell(),
                              all_irrelevance.cell(),
                              max_delta,
                              deviation,
                              Value::str(model.organisation),
                              Value::str(model.license)});
  }

 private:
  const Dict* header(string_view category) const {
    const auto it = scores_.headers.find(category);
    return it != scores_.headers.end() ? &it->second.as_dict() : nullptr;
  }

  // get_category_score
  Score score(string_view category) const {
    const Dict* found = header(category);
    if (found == nullptr) return {0, 0, false};
    return {real_of(*found->find("accuracy")), real_of(*found->find("total_count")), true};
  }

  // For scores that weigh by entries: those that were not evaluated weigh as well.
  Score counted_score(string_view category) const {
    Score result = score(category);
    if (!result.shown) result.total_count = static_cast<double>(entry_count_(category));
    return result;
  }

  Value format_statistic(string_view name) const {
    const Dict* found = header("format_sensitivity");
    const Value* value = found != nullptr ? found->find(name) : nullptr;
    return value != nullptr ? *value : Value::str(kNotAvailable);
  }

  Value format_accuracy(string_view configuration) const {
    const Value part = format_statistic(configuration);
    const Value* accuracy = part.is_dict() ? part.as_dict().find("accuracy") : nullptr;
    return accuracy != nullptr ? *accuracy : Value::str(kNotAvailable);
  }

  const ModelScores& scores_;
  const EntryCount& entry_count_;
};

bool is_number(const Value* value) { return value != nullptr && value->is_real_number(); }

}  // namespace

Status check_score_header(const Value& header) {
  if (!header.is_dict()) return Error{"ScoreError", "its first line is no object"};
  const Dict& members = header.as_dict();
  for (const string_view name : {"accuracy", "total_count"}) {
    if (!is_number(members.find(name))) {
      return Error{"ScoreError", "its first line has no number \"" + std::string(name) + "\""};
    }
  }
  for (const string_view name : {"accuracy_max_delta", "accuracy_std"}) {
    if (members.contains(name) && !is_number(members.find(name))) {
      return Error{"ScoreError", "\"" + std::string(name) + "\" in its first line is no number"};
    }
  }
  for (const std::string& configuration : format_sensitivity_configs()) {
    const Value* part = members.find(configuration);
    if (part != nullptr && (!part->is_dict() || !is_number(part->as_dict().find("accuracy")))) {
      return Error{"ScoreError",
                   "\"" + configuration + "\" in its first line has no number \"accuracy\""};
    }
  }
  return {};
}

std::vector<TableFile> score_tables(const std::vector<ModelScores>& models,
                                    const EntryCount& entry_count) {
  std::vector<std::string> formats = header_of(kFormatSensitivity);
  for (const std::string& configuration : format_sensitivity_configs()) {
    formats.push_back("Config " + configuration);
  }
  Table tables[] = {
      {"data_non_live.csv", header_of(kNonLive), 2, {}},
      {"data_live.csv", header_of(kLive), 2, {}},
      {"data_multi_turn.csv", header_of(kMultiTurn), 2, {}},
      {"data_agentic.csv", header_of(kAgentic), 2, {}},
      {"data_format_sensitivity.csv", std::move(formats), 2, kFormatPlain},
      {"data_overall.csv", header_of(kOverall), 1, kOverallPlain},
  };
  for (const ModelScores& scores : models) ModelRows(scores, entry_count).add_to(tables);
  std::vector<TableFile> files;
  for (Table& table : tables) files.push_back({table.name, csv_text(table)});
  return files;
}

}  // namespace bfclx
