// `bfclx info`: what is here, and the published scores of the leaderboard beside one's own.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/overall.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExamples = R"(Examples:
  bfclx info --baselines                      the newest table of data/bfcl/leaderboard
  bfclx info --baselines data_overall.csv     any data_overall.csv of version 4
  bfclx info --baselines --own score/data_overall.csv --top 20

Your own rows come from the table that `bfclx evaluate` writes. Intervals are of 95 %; the rank
range holds every place that a row may have when its interval and those of the others are respected.)";

struct InfoOptions {
  std::string baselines;
  std::string own = "score/data_overall.csv";
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
  double score = 0;
  std::optional<Range> interval;
};

void add_rows(const std::string& path, bool own, std::vector<Row>& rows) {
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
    Row row;
    row.own = own;
    TableRow shares;
    for (std::size_t i = 0; i < std::min(names.size(), cells.size()); ++i) {
      if (names[i] == "Model") row.model = cells[i];
      shares.emplace(names[i], share_of(cells[i]));
    }
    const ScorePart& overall = overall_score(LeaderboardVersion::kV4);
    const PartScore score = RowScores(overall, shares).of(overall);
    if (row.model.empty() || !score.complete()) continue;
    row.score = score.official;
    if (score.standard_error) row.interval = score.interval;
    rows.push_back(std::move(row));
  }
  if (names.empty() || std::find(names.begin(), names.end(), "Overall Acc") == names.end()) {
    throw UsageError(path + ": no table of overall scores (a column Overall Acc is missing)");
  }
}

// The newest data_overall.csv of version 4 below a dataset.
std::string newest_table() {
  std::string newest;
  std::error_code ignored;
  for (const auto& folder : fs::directory_iterator("data/bfcl/leaderboard", ignored)) {
    const std::string name = folder.path().filename().string();
    if (name.substr(0, 3) == "v4_" && fs::exists(folder.path() / "data_overall.csv", ignored)) {
      newest = std::max(newest, (folder.path() / "data_overall.csv").string());
    }
  }
  if (newest.empty()) {
    throw UsageError(
        "no published table in data/bfcl/leaderboard: --baselines FILE names a data_overall.csv");
  }
  return newest;
}

std::string percent(double share) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1f", share * 100);
  return text;
}

// The first and the last place that a row may have.
std::string ranks_of(const Row& row, const std::vector<Row>& rows) {
  if (!row.interval) return "";
  std::size_t first = 1;
  std::size_t last = rows.size();
  for (const Row& other : rows) {
    if (&other == &row || !other.interval) continue;
    if (other.interval->low > row.interval->high) ++first;
    if (other.interval->high < row.interval->low) --last;
  }
  return std::to_string(first) + " - " + std::to_string(last);
}

int run_info(const InfoOptions& options, bool own_named) {
  std::vector<Row> rows;
  const std::string table = options.baselines.empty() ? newest_table() : options.baselines;
  add_rows(table, false, rows);
  std::error_code ignored;
  if (own_named || fs::exists(options.own, ignored)) add_rows(options.own, true, rows);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.score > b.score; });
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string text = "Published: " + printable_line(table) + "\n" + pad_left("", 6) +
                     pad_left("overall", 8) + pad_left("95 % interval", 16) +
                     pad_left("ranks", 10) + "   model\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    if (i >= options.top && !row.own) continue;
    std::string line = pad_left(std::to_string(i + 1), 6) + pad_left(percent(row.score), 8);
    line += pad_left(
        row.interval ? percent(row.interval->low) + " - " + percent(row.interval->high) : "", 16);
    line += pad_left(ranks_of(row, rows), 10) + "   " + printable_line(row.model) +
            (row.own ? "   (yours)" : "");
    text += terminal.styled(row.own ? Style::kBold : Style::kPlain, line) + "\n";
  }
  return print(STDOUT_FILENO, text) ? kDone : kSomeUnusable;
}

}  // namespace

Command add_info(CLI::App& app) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command =
      app.add_subcommand("info", "Published scores of the leaderboard beside your own");
  command->footer(kExamples);
  command->add_option("--baselines", options->baselines, "Published scores, a data_overall.csv")
      ->type_name("[FILE]")
      ->expected(0, 1);
  command->add_option("--own", options->own, "Your own scores, the same kind of table")
      ->type_name("FILE")
      ->capture_default_str();
  command->add_option("--top", options->top, "Published rows that are shown")
      ->type_name("N")
      ->capture_default_str();
  return [options, command] { return run_info(*options, command->count("--own") > 0); };
}

}  // namespace bfclx::tools
