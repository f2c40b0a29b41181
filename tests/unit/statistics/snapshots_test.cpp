// The tables that the leaderboard's page has shown: each overall score follows from the columns of
// its own table. Skipped, loudly, where the tables are not beside the checkout.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/composition.h"

namespace bfclx {
namespace {

namespace fs = std::filesystem;

// Column -> cell, of one model.
using Cells = std::map<std::string, std::string, std::less<>>;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) {
    if (!cell.empty() && cell.back() == '\r') cell.pop_back();
    cells.push_back(cell);
  }
  return cells;
}

// Model -> its row.
std::map<std::string, Cells> read_table(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = split(line);
  std::map<std::string, Cells> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = split(line);
    if (cells.size() < header.size()) continue;
    Cells row;
    for (std::size_t i = 0; i < header.size(); ++i) row[header[i]] = cells[i];
    rows[row["Model"]] = std::move(row);
  }
  return rows;
}

std::optional<double> percent(const Cells& row, std::string_view column) {
  const auto cell = row.find(column);
  if (cell == row.end() || cell->second.empty() || cell->second.back() != '%') return std::nullopt;
  return std::atof(cell->second.c_str());
}

struct Snapshot {
  std::string_view folder;
  std::string_view table;
  LeaderboardVersion version;
  std::size_t models;
};

constexpr Snapshot kSnapshots[] = {
    {"v1_2024-08-14", "data.csv", LeaderboardVersion::kV1, 71},
    {"v2_2024-09-14", "data_combined.csv", LeaderboardVersion::kV2, 74},
    {"v3_2024-11-18", "data_overall.csv", LeaderboardVersion::kV3Executable, 70},
    {"v3_2025-06-14", "data_overall.csv", LeaderboardVersion::kV3, 109},
    {"v4_2025-11-03", "data_overall.csv", LeaderboardVersion::kV4, 111},
    {"v4_2026-04-12", "data_overall.csv", LeaderboardVersion::kV4, 109},
};

using Rows = std::map<std::string, Cells>;

// Adds to the rows the cells of the other tables, behind their names: "data_live:AST Summary".
void add_others(const fs::path& folder, Rows& rows) {
  for (const std::string name : {"data_non_live", "data_live"}) {
    if (!fs::exists(folder / (name + ".csv"))) continue;
    for (const auto& [model, cells] : read_table(folder / (name + ".csv"))) {
      const auto found = rows.find(model);
      if (found == rows.end()) continue;
      for (const auto& [column, cell] : cells) found->second[name + ":" + column] = cell;
    }
  }
}

// The score from the columns right below it.
ComposedScore from_columns(const ScorePart& score, const Cells& row) {
  bool top = true;
  return compose(score, [&](const ScorePart& part) -> std::optional<KnownScore> {
    if (top) {  // the score itself is what is to be found
      top = false;
      return std::nullopt;
    }
    if (const std::optional<double> known = percent(row, part.column)) {
      return KnownScore{*known, std::nullopt};
    }
    return std::nullopt;
  });
}

// Cells are rounded to hundredths: so is the score, and so are its parts.
constexpr double kRounding = 0.0101;

void check_parts(const ScorePart& score, const Cells& row, const std::string& where,
                 std::size_t& checked) {
  const std::optional<double> published = percent(row, score.column);
  if (published && !score.parts.empty()) {
    const ComposedScore composed = from_columns(score, row);
    if (composed.complete()) {
      EXPECT_NEAR(composed.official, *published, kRounding) << where << ": " << score.column;
      ++checked;
    }
  }
  for (const ScorePart& part : score.parts) check_parts(part, row, where, checked);
}

TEST(Snapshots, OverallScoresFollowFromTheirOwnColumns) {
  const fs::path root = fs::path(BFCLX_SHARED_DIR) / "bfcl-data" / "leaderboard";
  if (!fs::exists(root)) {
    std::cout << "SKIPPED: there are no tables at " << root << "\n";
    GTEST_SKIP();
  }
  std::size_t summaries = 0;
  for (const Snapshot& snapshot : kSnapshots) {
    const fs::path folder = root / snapshot.folder;
    Rows rows = read_table(folder / snapshot.table);
    add_others(folder, rows);
    EXPECT_EQ(rows.size(), snapshot.models) << snapshot.folder;
    const ScorePart& score = overall_score(snapshot.version);
    for (const auto& [model, row] : rows) {
      const std::string where = std::string(snapshot.folder) + " " + model;
      const ComposedScore composed = from_columns(score, row);
      ASSERT_TRUE(percent(row, score.column).has_value()) << where;
      EXPECT_TRUE(composed.complete()) << where << " lacks " << composed.missing.size();
      EXPECT_NEAR(composed.official, *percent(row, score.column), kRounding) << where;
      std::size_t checked = 0;
      check_parts(score, row, where, checked);
      for (const ScorePart& shown : shown_scores(snapshot.version)) {
        check_parts(shown, row, where, summaries);
      }
      EXPECT_GE(checked, 1u) << where;
    }
  }
  // Both means of 71 + 74 + 70 rows, the one of 109; their inner columns are checked beside them.
  EXPECT_GE(summaries, 2u * (71 + 74 + 70) + 109);
}

}  // namespace
}  // namespace bfclx
