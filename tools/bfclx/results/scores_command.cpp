// `bfclx scores`: one's own scores, and the published ones of the leaderboard beside them.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/statistics/basis.h"
#include "core/statistics/overall.h"
#include "core/statistics/score_estimate.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/view/terminal.h"
#include "tools/tables/tables.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScoresExamples = R"(Examples:
  bfclx scores                                what `bfclx evaluate` wrote
  bfclx scores --baselines                    next to the published table inside the program
  bfclx scores --baselines data_overall.csv   any data_overall.csv of version 4
  bfclx scores --baselines --own score/data_overall.csv --top 20
  bfclx scores --baselines --leaderboard v1   with executable categories, next to data_overall_v1.csv

Your own rows come from the table that `bfclx evaluate` writes. With --leaderboard V, that is
data_overall_V.csv. Intervals are 95 % CIs. The rank range of a row begins below all rows that are
significantly better and ends above all rows that are significantly worse. A row without an
interval, such as one with missing categories, has no rank.)";

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

// "77.47%", from 0 to 100; nothing for "N/A" and anything else.
std::optional<double> share_of(std::string_view cell) {
  if (cell.empty() || !is_digit(cell.front())) return std::nullopt;
  double percent = 0;
  const char* const end = cell.data() + cell.size();
  const auto read = std::from_chars(cell.data(), end, percent, std::chars_format::fixed);
  const bool whole = read.ec == std::errc() && std::string_view(read.ptr, end - read.ptr) == "%";
  return whole && percent <= 100 ? std::optional(percent / 100) : std::nullopt;
}

struct Row {
  std::string model;
  bool own = false;
  std::optional<double> score;  // none: N/A
  std::optional<double> standard_error;
  Range interval;
  RankRange rank;
  ScoreBasis basis;
};

// Tables of the same scores beside a data_overall.csv: shares of a model, by the columns of
// ScorePart ("data_live:Irrelevance Detection").
using OtherTables = std::map<std::string, TableRow, std::less<>>;

Row row_of(const std::vector<std::string>& names, const std::vector<std::string>& cells,
           const ScorePart& overall, const OtherTables& others) {
  Row row;
  TableRow shares;
  for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) {
    if (names[i] == "Model") row.model = cells[i];
    shares.emplace(names[i], share_of(cells[i]));
  }
  if (const auto other = others.find(row.model); other != others.end()) {
    shares.insert(other->second.begin(), other->second.end());
  }
  const RowScores scores(overall, shares);
  const RowScores::Covered covered = scores.covered();
  row.basis.kind = covered.missing.empty() ? BasisKind::kComplete : BasisKind::kMissingAsZero;
  row.basis.weight = covered.weight;
  for (const std::string_view name : covered.missing) {
    row.basis.missing.push_back(find_category(name));
  }
  const PartScore score = scores.of(overall);
  if (!score.complete()) return row;
  row.score = score.official;
  row.standard_error = score.standard_error;
  row.interval = score.interval;
  return row;
}

// The lines of a CSV table.
class CsvLines {
 public:
  explicit CsvLines(std::string_view bytes) : rest_(without_byte_order_mark(bytes)) {}
  bool next(std::vector<std::string>& cells) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    cells = cells_of(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++line_;
    return true;
  }
  std::size_t line() const { return line_; }

 private:
  std::string_view rest_;
  std::size_t line_ = 0;
};

// What `bfclx evaluate` wrote beside a table of overall scores, which has no columns for all
// categories. A table that is not there or has another form adds nothing.
OtherTables other_tables(const fs::path& overall) {
  OtherTables others;
  if (overall.filename() != "data_overall.csv") return others;
  for (const std::string name : {"data_non_live", "data_live"}) {
    const FileBytes file = read_file((overall.parent_path() / (name + ".csv")).string());
    CsvLines lines(file.bytes);
    std::vector<std::string> names;
    if (!file.error.empty() || !lines.next(names)) continue;
    const auto model = std::find(names.begin(), names.end(), "Model") - names.begin();
    for (std::vector<std::string> cells; lines.next(cells);) {
      if (cells.size() != names.size() || static_cast<std::size_t>(model) == names.size()) continue;
      TableRow& row = others[cells[static_cast<std::size_t>(model)]];
      if (row.count(name + ":Model") > 0) {  // two models of this name: which row is whose?
        return {};
      }
      for (std::size_t i = 0; i < names.size(); ++i) {
        row.emplace(name + ":" + names[i], share_of(cells[i]));
      }
    }
  }
  return others;
}

// `path` for people.
void add_rows(const std::string& path, std::string_view bytes, bool own, const ScorePart& overall,
              const OtherTables& others, std::vector<Row>& rows) {
  std::vector<std::string> names;
  const std::size_t before = rows.size();
  CsvLines lines(bytes);
  lines.next(names);
  for (std::vector<std::string> cells; lines.next(cells);) {
    const std::size_t line = lines.line();
    if (cells.size() == 1 && cells.front().empty()) continue;
    if (cells.size() != names.size()) {
      throw UsageError(path + ":" + std::to_string(line) + ": " +
                       counted(cells.size(), "cell", "cells") + " where the header has " +
                       std::to_string(names.size()));
    }
    const auto column = std::find(names.begin(), names.end(), overall.column);
    if (column != names.end()) {
      const std::string& cell = cells[static_cast<std::size_t>(column - names.begin())];
      if (!share_of(cell) && cell != "N/A") {
        throw UsageError(path + ":" + std::to_string(line) + ": " + std::string(overall.column) +
                         " is `" + printable_line(cell) +
                         "`; expected a share such as 77.47%, or N/A");
      }
    }
    Row row = row_of(names, cells, overall, others);
    row.own = own;
    // A published row without a score tells nothing; one's own is to be seen.
    if (!row.model.empty() && (row.score || own)) rows.push_back(std::move(row));
  }
  if (std::find(names.begin(), names.end(), overall.column) == names.end()) {
    throw UsageError(path + ": no table of overall scores (a column " +
                     std::string(overall.column) + " is missing)");
  }
  if (rows.size() == before) {
    throw UsageError(path + ": no table of overall scores (no row has a score)");
  }
}

void add_file(const std::string& path, bool own, const ScorePart& overall, std::vector<Row>& rows) {
  const FileBytes file = read_file(path);
  if (!file.error.empty()) {
    throw UsageError(own ? path + ": " + file.error
                         : "--baselines " + path + ": " + file.error +
                               "; --baselines alone shows the table inside the program");
  }
  add_rows(path, file.bytes, own, overall, own ? other_tables(path) : OtherTables(), rows);
}

// The published table of a version that the program has, and the name by which people know it.
struct PublishedTable {
  std::string name;
  std::string_view bytes;
};

PublishedTable published_table(const NamedVersion& version) {
  constexpr std::string_view kEnd = ".csv";
  for (const EmbeddedFile& table : leaderboard_tables()) {
    const std::size_t end = table.path.rfind('_');
    if (table.path.substr(0, end) != version.name) continue;
    const std::string_view date = table.path.substr(end + 1);
    return {"leaderboard " + std::string(version.name) + " of " +
                std::string(date.substr(0, date.size() - kEnd.size())) +
                " (gorilla.cs.berkeley.edu)",
            table.bytes};
  }
  throw UsageError("the program has no published table of " + std::string(version.name) +
                   "; name one with --baselines FILE");
}

// The best first; rows without a score last.
void rank(std::vector<Row>& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.score.value_or(-1) > b.score.value_or(-1);
  });
  // What has no interval, as a score with missing categories, has no rank and moves none.
  std::vector<double> scores;
  std::vector<std::optional<double>> errors;
  for (const Row& row : rows) {
    if (!row.standard_error) continue;
    scores.push_back(*row.score);
    errors.push_back(row.standard_error);
  }
  const std::vector<RankRange> ranges = simultaneous_ranks(scores, errors);
  std::size_t next = 0;
  for (std::size_t i = 0; i < rows.size() && rows[i].score; ++i) {
    if (rows[i].standard_error) rows[i].rank = ranges[next++];
  }
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
    table.rows.push_back({{row.standard_error ? std::to_string(row.rank.rank) : "-",
                           row.score ? percent(*row.score) : "N/A",
                           row.standard_error ? percent_range(row.interval) : "", ranks_text(row),
                           row.model + (row.own && !path.empty() ? "   (yours)" : "")},
                          row.own ? Style::kBold : Style::kPlain});
    if (row.score && !row.basis.missing.empty()) {
      table.rows.back().notes = {basis_text(row.basis)};
    }
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
         {"basis", row.score ? Json(basis_name(row.basis.kind)) : Json()},
         {"weight", row.score ? Json(row.basis.weight) : Json()},
         {"interval_95",
          sure ? Json({{"low", row.interval.low}, {"high", row.interval.high}}) : Json()},
         {"rank", sure ? Json(row.rank.rank) : Json()},
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
  if (!table.empty()) {
    add_file(table, false, overall, rows);
  } else if (options.published) {
    const PublishedTable published = published_table(version);
    table = published.name;
    add_rows(table, published.bytes, false, overall, {}, rows);
  }
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
                     ": no such table; `bfclx evaluate` writes it. --baselines shows the "
                     "published scores");
  }
  if (there) add_file(own, true, overall, rows);
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
  CLI::App* command = app.add_subcommand("scores", "Show your scores next to the published ones");
  command->footer(kScoresExamples);
  command->add_option("--score-dir", options->score_dir, "Folder of scores and tables")
      ->type_name("DIR")
      ->capture_default_str();
  const CLI::Option* published =
      command
          ->add_option("--baselines", options->baselines,
                       "Also show published scores: from a data_overall.csv, or from the table\n"
                       "inside the program")
          ->type_name("[FILE]")
          ->expected(0, 1);
  command
      ->add_option("--own", options->own,
                   "CSV table of your scores (default: the one that `bfclx evaluate` wrote to\n"
                   "--score-dir for --leaderboard)")
      ->type_name("FILE");
  add_leaderboard_option(*command, options->leaderboard, "Leaderboard version");
  command->add_option("--format", options->format, "List format")
      ->type_name("table|json")
      ->check(one_of({"table", "json"}))
      ->capture_default_str();
  command->add_option("--top", options->top, "Show at most N published rows")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  return [options, published](Kept&) {
    options->published = published->count() > 0;
    return run_scores(*options);
  };
}

}  // namespace bfclx::tools
