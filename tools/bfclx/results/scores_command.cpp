// `bfclx scores`: one's own scores, and the published ones of the leaderboard beside them.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/statistics/overall.h"
#include "core/statistics/score_estimate.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScoresExamples = R"(Examples:
  bfclx scores                                what `bfclx evaluate` wrote
  bfclx scores --baselines                    beside the newest table of data/bfcl/leaderboard
  bfclx scores --baselines data_overall.csv   any data_overall.csv of version 4
  bfclx scores --baselines --own score/data_overall.csv --top 20
  bfclx scores --baselines --leaderboard v1   with executable categories, beside data_overall_v1.csv

Your own rows come from the table that `bfclx evaluate` writes, with --leaderboard V from
data_overall_V.csv. Intervals are 95 % CIs. Rank ranges: a row ranks below all rows that are
significantly better and above all that are significantly worse. A row without an overall score
(N/A) has no rank.)";

struct ScoresOptions {
  bool published = false;
  std::string baselines;
  std::string own;
  std::string score_dir = "score";
  std::string leaderboard = "v4";
  std::string format = "table";
  std::size_t top = 15;
};

// The cells of a CSV line; quotes may hold commas and doubled quotes.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return cells;
}

std::optional<double> share_of(const std::string& cell) {
  char* end = nullptr;
  const double percent = std::strtod(cell.c_str(), &end);
  if (end == cell.c_str() || *end != '%') return std::nullopt;
  return percent / 100;
}

struct Row {
  std::string model;
  bool own = false;
  std::optional<double> score;  // none: N/A
  std::optional<double> standard_error;
  Range interval;
  RankRange rank;
};

Row row_of(const std::vector<std::string>& names, const std::vector<std::string>& cells,
           const ScorePart& overall) {
  Row row;
  TableRow shares;
  for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) {
    if (names[i] == "Model") row.model = cells[i];
    shares.emplace(names[i], share_of(cells[i]));
  }
  const PartScore score = RowScores(overall, shares).of(overall);
  if (!score.complete()) return row;
  row.score = score.official;
  row.standard_error = score.standard_error;
  row.interval = score.interval;
  return row;
}

void add_rows(const std::string& path, bool own, const ScorePart& overall, std::vector<Row>& rows) {
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  std::vector<std::string> names;
  std::string_view bytes = file.bytes;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::vector<std::string> cells = cells_of(bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (names.empty()) {
      names = cells;
      continue;
    }
    Row row = row_of(names, cells, overall);
    row.own = own;
    // A published row without a score tells nothing; one's own is to be seen.
    if (!row.model.empty() && (row.score || own)) rows.push_back(std::move(row));
  }
  if (std::find(names.begin(), names.end(), overall.column) == names.end()) {
    throw UsageError(path + ": no table of overall scores (a column " +
                     std::string(overall.column) + " is missing)");
  }
}

// Whether a table has a column for every executable group, or for none: what tells the two tables
// of v3 apart.
bool is_of(const fs::path& table, LeaderboardVersion version) {
  const FileBytes file = read_file(table.string());
  const std::string header = file.bytes.substr(0, file.bytes.find('\n'));
  const bool executable = header.find("Exec") != std::string::npos;
  return file.error.empty() && executable == find_category("rest")->stands_in(version);
}

// The newest table of the version below a dataset.
std::string newest_table(const NamedVersion& version) {
  constexpr std::string_view kFolder = "data/bfcl/leaderboard";
  constexpr std::string_view kFiles[] = {"data.csv", "data_combined.csv", "data_overall.csv"};
  const std::string start = std::string(version.name.substr(0, version.name.find('_'))) + "_";
  std::string newest;
  std::error_code ignored;
  for (const auto& folder : fs::directory_iterator(kFolder, ignored)) {
    if (folder.path().filename().string().rfind(start, 0) != 0) continue;
    for (const std::string_view name : kFiles) {
      const fs::path table = folder.path() / std::string(name);
      if (!fs::exists(table, ignored) || !is_of(table, version.version)) continue;
      newest = std::max(newest, table.string());
      break;
    }
  }
  if (newest.empty()) {
    throw UsageError("there is no published table of " + std::string(version.name) + " in " +
                     std::string(kFolder) +
                     "; save one from gorilla.cs.berkeley.edu/leaderboard.html and name it with "
                     "--baselines FILE");
  }
  return newest;
}

// The best first; rows without a score last.
void rank(std::vector<Row>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.score.value_or(-1) > b.score.value_or(-1);
  });
  std::vector<double> scores;
  std::vector<std::optional<double>> errors;
  for (const Row& row : rows) {
    if (!row.score) continue;
    scores.push_back(*row.score);
    errors.push_back(row.standard_error);
  }
  const std::vector<RankRange> ranges = simultaneous_ranks(scores, errors);
  for (std::size_t i = 0; i < ranges.size(); ++i) rows[i].rank = ranges[i];
}

std::string ranks_text(const Row& row) {
  if (!row.standard_error) return "";
  return std::to_string(row.rank.low) + " to " + std::to_string(row.rank.high);
}

std::string table_text(const ScoresOptions& options, const std::string& path,
                       const std::vector<Row>& rows, const Screen& screen) {
  Table table;
  table.columns = {{"rank", Align::kRight},
                   {"overall", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"rank range", Align::kRight},
                   {"model", Align::kLeft, Fit::kWrap}};
  bool ranges = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (i >= options.top && !row.own) continue;
    ranges = ranges || row.standard_error;
    table.rows.push_back(
        {{row.score ? std::to_string(row.rank.rank) : "-", row.score ? percent(*row.score) : "N/A",
          row.standard_error ? percent_range(row.interval) : "", ranks_text(row),
          row.model + (row.own && !path.empty() ? "   (yours)" : "")},
         row.own ? Style::kBold : Style::kPlain});
  }
  return (path.empty() ? "" : wrapped("Published: " + printable_line(path), 0, screen.width)) +
         terminal_table(table, screen) +
         (ranges ? styled(screen, Style::kDim, kRankRangeText) + "\n" : "");
}

std::string json_text(const ScoresOptions& options, const std::string& table,
                      const std::vector<Row>& rows) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Row& row : rows) {
    const bool sure = row.standard_error.has_value();
    list.push_back(
        {{"model", row.model},
         {"own", row.own},
         {"overall", row.score ? Json(*row.score) : Json()},
         {"interval_95",
          sure ? Json({{"low", row.interval.low}, {"high", row.interval.high}}) : Json()},
         {"rank", row.score ? Json(row.rank.rank) : Json()},
         {"rank_low", sure ? Json(row.rank.low) : Json()},
         {"rank_high", sure ? Json(row.rank.high) : Json()}});
  }
  const Json json = {{"leaderboard", options.leaderboard}, {"table", table}, {"rows", list}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

int run_scores(const ScoresOptions& options) {
  const NamedVersion& version = named_version(options.leaderboard);
  const ScorePart& overall = overall_score(version.version);
  std::vector<Row> rows;
  std::string table = options.baselines;
  if (options.published && table.empty()) table = newest_table(version);
  if (!table.empty()) add_rows(table, false, overall, rows);
  std::string own = options.own;
  if (own.empty()) {
    own = options.score_dir + (version.version == LeaderboardVersion::kV4
                                   ? "/data_overall.csv"
                                   : "/data_overall_" + std::string(version.name) + ".csv");
  }
  std::error_code ignored;
  const bool there = !options.own.empty() || fs::exists(own, ignored);
  if (!there && table.empty()) {
    throw UsageError(own +
                     ": there is no such table; `bfclx evaluate` writes it. --baselines "
                     "shows the published scores");
  }
  if (there) add_rows(own, true, overall, rows);
  rank(rows);
  const bool told =
      options.format == "json"
          ? write_for_programs(STDOUT_FILENO, json_text(options, table, rows)) != Written::kFailed
          : print(STDOUT_FILENO, table_text(options, table, rows,
                                            Terminal::of_descriptor(STDOUT_FILENO).screen()));
  return told ? kDone : kSomeUnusable;
}

}  // namespace

Command add_scores(CLI::App& app) {
  auto options = std::make_shared<ScoresOptions>();
  CLI::App* command =
      app.add_subcommand("scores", "Show your scores, and the published ones beside them");
  command->footer(kScoresExamples);
  command->add_option("--score-dir", options->score_dir, "Folder of scores and tables")
      ->type_name("DIR")
      ->capture_default_str();
  const CLI::Option* published =
      command
          ->add_option("--baselines", options->baselines,
                       "Published scores too: a data_overall.csv, or the newest table of\n"
                       "data/bfcl/leaderboard")
          ->type_name("[FILE]")
          ->expected(0, 1);
  command
      ->add_option("--own", options->own,
                   "Your own scores, the same kind of table; that of --score-dir and\n"
                   "--leaderboard when not given")
      ->type_name("FILE");
  add_leaderboard_option(*command, options->leaderboard, "Version of the leaderboard");
  command->add_option("--format", options->format, "List format")
      ->type_name("table|json")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str();
  command->add_option("--top", options->top, "Published rows that are shown")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  return [options, published](Kept&) {
    options->published = published->count() > 0;
    return run_scores(*options);
  };
}

}  // namespace bfclx::tools
