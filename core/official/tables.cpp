#include "core/official/tables.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/dataset/dataset.h"
#include "core/statistics/composition.h"
#include "core/statistics/figures.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr string_view kNotAvailable = "N/A";

// What a column shows of a model.
enum class Shown : std::uint8_t {
  kRank,
  kName,
  kLink,
  kOrganisation,
  kLicense,
  kCost,
  kLatencyMean,
  kLatencyDeviation,
  kLatencyPercentile,
  kFormatMaxDelta,
  kFormatDeviation,
  kFormatAccuracy,  // with one of the prompt configurations
  kScore,           // N/A when one of its categories was not evaluated
  kScoreAnyway,     // such categories count as 0
};

struct Column {
  string_view header;
  Shown shown;
  string_view score = {};  // of composition.h; for kFormatAccuracy the prompt configuration
};

constexpr auto kScore = Shown::kScore;
constexpr auto kScoreAnyway = Shown::kScoreAnyway;

constexpr Column kNonLive[] = {{"Rank", Shown::kRank},
                               {"Model", Shown::kName},
                               {"Non-Live Overall Acc", kScoreAnyway, "Non-Live"},
                               {"AST Summary", kScore, "Non-Live"},
                               {"Simple AST", kScore, "Simple AST"},
                               {"Python Simple AST", kScore, "simple_python"},
                               {"Java Simple AST", kScore, "simple_java"},
                               {"JavaScript Simple AST", kScore, "simple_javascript"},
                               {"Multiple AST", kScore, "multiple"},
                               {"Parallel AST", kScore, "parallel"},
                               {"Parallel Multiple AST", kScore, "parallel_multiple"},
                               {"Irrelevance Detection", kScore, "irrelevance"}};
constexpr Column kLive[] = {{"Rank", Shown::kRank},
                            {"Model", Shown::kName},
                            {"Live Overall Acc", kScoreAnyway, "Live"},
                            {"AST Summary", kScore, "Live"},
                            {"Python Simple AST", kScore, "live_simple"},
                            {"Python Multiple AST", kScore, "live_multiple"},
                            {"Python Parallel AST", kScore, "live_parallel"},
                            {"Python Parallel Multiple AST", kScore, "live_parallel_multiple"},
                            {"Irrelevance Detection", kScore, "live_irrelevance"},
                            {"Relevance Detection", kScore, "live_relevance"}};
constexpr Column kMultiTurn[] = {{"Rank", Shown::kRank},
                                 {"Model", Shown::kName},
                                 {"Multi Turn Overall Acc", kScoreAnyway, "Multi-turn"},
                                 {"Base", kScore, "multi_turn_base"},
                                 {"Miss Func", kScore, "multi_turn_miss_func"},
                                 {"Miss Param", kScore, "multi_turn_miss_param"},
                                 {"Long Context", kScore, "multi_turn_long_context"}};
constexpr Column kAgentic[] = {{"Rank", Shown::kRank},
                               {"Model", Shown::kName},
                               {"Agentic Overall Acc", kScoreAnyway, "Agentic"},
                               {"Web Search Summary", kScore, "Web Search"},
                               {"Web Search Base", kScore, "web_search_base"},
                               {"Web Search No Snippet", kScore, "web_search_no_snippet"},
                               {"Memory Summary", kScore, "Memory"},
                               {"Memory KV", kScore, "memory_kv"},
                               {"Memory Vector", kScore, "memory_vector"},
                               {"Memory Recursive Summarization", kScore, "memory_rec_sum"}};
constexpr Column kFormatSensitivity[] = {
    {"Rank", Shown::kRank},
    {"Model", Shown::kName},
    {"Format Sensitivity Max Delta", Shown::kFormatMaxDelta},
    {"Format Sensitivity Standard Deviation", Shown::kFormatDeviation}};
constexpr Column kOverall[] = {{"Rank", Shown::kRank},
                               {"Overall Acc", kScoreAnyway, "Overall"},
                               {"Model", Shown::kName},
                               {"Model Link", Shown::kLink},
                               {"Total Cost ($)", Shown::kCost},
                               {"Latency Mean (s)", Shown::kLatencyMean},
                               {"Latency Standard Deviation (s)", Shown::kLatencyDeviation},
                               {"Latency 95th Percentile (s)", Shown::kLatencyPercentile},
                               {"Non-Live AST Acc", kScore, "Non-Live"},
                               {"Non-Live Simple AST", kScore, "Simple AST"},
                               {"Non-Live Multiple AST", kScore, "multiple"},
                               {"Non-Live Parallel AST", kScore, "parallel"},
                               {"Non-Live Parallel Multiple AST", kScore, "parallel_multiple"},
                               {"Live Acc", kScoreAnyway, "Live"},
                               {"Live Simple AST", kScore, "live_simple"},
                               {"Live Multiple AST", kScore, "live_multiple"},
                               {"Live Parallel AST", kScore, "live_parallel"},
                               {"Live Parallel Multiple AST", kScore, "live_parallel_multiple"},
                               {"Multi Turn Acc", kScoreAnyway, "Multi-turn"},
                               {"Multi Turn Base", kScore, "multi_turn_base"},
                               {"Multi Turn Miss Func", kScore, "multi_turn_miss_func"},
                               {"Multi Turn Miss Param", kScore, "multi_turn_miss_param"},
                               {"Multi Turn Long Context", kScore, "multi_turn_long_context"},
                               {"Web Search Acc", kScore, "Web Search"},
                               {"Web Search Base", kScore, "web_search_base"},
                               {"Web Search No Snippet", kScore, "web_search_no_snippet"},
                               {"Memory Acc", kScore, "Memory"},
                               {"Memory KV", kScore, "memory_kv"},
                               {"Memory Vector", kScore, "memory_vector"},
                               {"Memory Recursive Summarization", kScore, "memory_rec_sum"},
                               {"Relevance Detection", kScore, "live_relevance"},
                               {"Irrelevance Detection", kScore, "Irrelevance"},
                               {"Format Sensitivity Max Delta", Shown::kFormatMaxDelta},
                               {"Format Sensitivity Standard Deviation", Shown::kFormatDeviation},
                               {"Organization", Shown::kOrganisation},
                               {"License", Shown::kLicense}};

struct Table {
  string_view name;
  std::span<const Column> columns;
  std::size_t sort_column;
};

// In the order in which the official evaluator writes them. The fifth has a column more for each
// prompt configuration.
constexpr Table kTables[] = {
    {"data_non_live.csv", kNonLive, 2},
    {"data_live.csv", kLive, 2},
    {"data_multi_turn.csv", kMultiTurn, 2},
    {"data_agentic.csv", kAgentic, 2},
    {"data_format_sensitivity.csv", kFormatSensitivity, 2},
    {"data_overall.csv", kOverall, 1},
};

// Accuracies are shown as percentages, other numbers as they are.
bool is_accuracy(Shown shown) {
  return shown == kScore || shown == kScoreAnyway || shown == Shown::kFormatAccuracy;
}

// The cells of one model.
class ModelCells {
 public:
  explicit ModelCells(const ModelScores& scores)
      : scores_(scores), cost_(cost_and_latency(scores.usage, *scores.model)) {}

  // A text, or a number that is not formatted yet.
  Value cell(const Column& column) const {
    const Model& model = *scores_.model;
    switch (column.shown) {
      case Shown::kRank:
        break;
      case Shown::kName:
        return Value::str(model.display_name);
      case Shown::kLink:
        return Value::str(model.url);
      case Shown::kOrganisation:
        return Value::str(model.organisation);
      case Shown::kLicense:
        return Value::str(model.license);
      case Shown::kCost:
        return cost_.cost;
      case Shown::kLatencyMean:
        return cost_.mean;
      case Shown::kLatencyDeviation:
        return cost_.deviation;
      case Shown::kLatencyPercentile:
        return cost_.percentile_95;
      case Shown::kFormatMaxDelta:
        return format_statistic("accuracy_max_delta");
      case Shown::kFormatDeviation:
        return format_statistic("accuracy_std");
      case Shown::kFormatAccuracy:
        return format_accuracy(column.score);
      case Shown::kScore:
      case Shown::kScoreAnyway:
        return score(column);
    }
    return Value();
  }

 private:
  const Dict* header(string_view category) const {
    const auto it = scores_.headers.find(category);
    return it != scores_.headers.end() ? &it->second.as_dict() : nullptr;
  }

  Value score(const Column& column) const {
    const ComposedScore composed = compose(*find_v4_score(column.score), known_scores(scores_));
    const bool shown = column.shown == kScoreAnyway || composed.complete();
    return shown ? Value::real(composed.official) : Value::str(kNotAvailable);
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
  CostLatency cost_;
};

using Row = std::vector<Value>;

double sort_key(const Value& cell) { return cell.is_str() ? -1 : real_of(cell); }

}  // namespace

// A text of the registry as a cell, or as the cells that its commas make of it. Ours: spreadsheets
// take what begins with one of these signs for a formula, so an apostrophe keeps it a text, and no
// control character comes through. No name, organisation, link or licence of the official registry
// begins so; in registries of one's own one may.
std::string text_cells(string_view text) {
  std::string out;
  bool beginning = true;
  for (const char c : text) {
    if (beginning && string_view("=+-@").find(c) != string_view::npos) out += '\'';
    beginning = c == ',' || (beginning && static_cast<unsigned char>(c) <= ' ');
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out;
}

namespace {

// write_score_csv_file. Texts are not quoted: quirk commas_make_cells.
std::string csv_text(std::span<const Column> columns, std::size_t sort_column,
                     std::vector<Row> rows) {
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    return sort_key(a[sort_column]) > sort_key(b[sort_column]);
  });
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    text += i == 0 ? "" : ",";
    if (columns[i].shown == Shown::kFormatAccuracy) text += "Config ";
    text += columns[i].header;
  }
  for (std::size_t rank = 0; rank < rows.size(); ++rank) {
    text += "\n" + std::to_string(rank + 1);
    for (std::size_t i = 1; i < columns.size(); ++i) {
      const Value& cell = rows[rank][i];
      const bool percent = !cell.is_str() && is_accuracy(columns[i].shown);
      text += ",";
      text += percent         ? percent_text(real_of(cell))
              : cell.is_str() ? text_cells(cell.as_str())
                              : str(cell);
    }
  }
  return text;
}

std::vector<Column> columns_of(const Table& table) {
  std::vector<Column> columns(table.columns.begin(), table.columns.end());
  if (table.columns.data() != kFormatSensitivity) return columns;
  for (const std::string& configuration : format_sensitivity_configs()) {
    columns.push_back({configuration, Shown::kFormatAccuracy, configuration});
  }
  return columns;
}

bool is_number(const Value* value) { return value != nullptr && value->is_real_number(); }

// All entries were skipped: no accuracy.
bool scored_nothing(const Dict& header) {
  const Value* accuracy = header.find("accuracy");
  const Value* total = header.find("total_count");
  return accuracy != nullptr && accuracy->is_none() && is_number(total) && real_of(*total) == 0;
}

}  // namespace

Status check_score_header(const Value& header) {
  if (!header.is_dict()) return Error{"ScoreError", "its first line is not an object"};
  const Dict& members = header.as_dict();
  if (scored_nothing(members)) return {};
  for (const string_view name : {"accuracy", "total_count"}) {
    if (!is_number(members.find(name))) {
      return Error{"ScoreError", "its first line has no number \"" + std::string(name) + "\""};
    }
  }
  for (const string_view name : {"accuracy_max_delta", "accuracy_std"}) {
    if (members.contains(name) && !is_number(members.find(name))) {
      return Error{"ScoreError", "\"" + std::string(name) + "\" in its first line is not a number"};
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

ScoreLookup known_scores(const ModelScores& scores) {
  return [&scores](const ScorePart& part) -> std::optional<KnownScore> {
    if (!part.parts.empty()) return std::nullopt;
    const auto header = scores.headers.find(part.name);
    if (header == scores.headers.end()) return std::nullopt;
    const Dict& members = header->second.as_dict();
    if (scored_nothing(members)) return std::nullopt;
    return KnownScore{real_of(*members.find("accuracy")), real_of(*members.find("total_count"))};
  };
}

std::vector<TableFile> score_tables(const std::vector<ModelScores>& models) {
  std::vector<ModelCells> cells;
  cells.reserve(models.size());
  for (const ModelScores& scores : models) cells.emplace_back(scores);
  std::vector<TableFile> files;
  for (const Table& table : kTables) {
    const std::vector<Column> columns = columns_of(table);
    std::vector<Row> rows;
    for (const ModelCells& model : cells) {
      Row& row = rows.emplace_back();
      for (const Column& column : columns) row.push_back(model.cell(column));
    }
    files.push_back({table.name, csv_text(columns, table.sort_column, std::move(rows))});
  }
  return files;
}

}  // namespace bfclx
