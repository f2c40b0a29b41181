// How each version of the leaderboard makes its overall score out of categories.
//
// v4: eval_runner_helper.py:generate_leaderboard_csv. v1 to v3: the tables that the leaderboard's
// page showed at the time; their columns and the overall score follow from each other by these
// rules (tests/unit/statistics/snapshots_test.cpp holds them against every published table).
#ifndef BFCLX_CORE_STATISTICS_COMPOSITION_H_
#define BFCLX_CORE_STATISTICS_COMPOSITION_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"

namespace bfclx {

struct TagGroups;  // core/dataset/own_weights.h

// Versions and their names: "v1", "v2", "v3_executable", "v3", "v4".
struct NamedVersion {
  std::string_view name;
  LeaderboardVersion version;
};
std::span<const NamedVersion> leaderboard_versions();
// nullopt for anything else.
std::optional<LeaderboardVersion> find_leaderboard_version(std::string_view name);

enum class Combining : std::uint8_t {
  kCategory,   // a category itself: no parts
  kMean,       // unweighted
  kByEntries,  // weighted by the number of entries of each part
  kWeights,    // by fixed weights, which need not add up to 1
};

// A score and what it is made of.
struct ScorePart {
  std::string_view name;  // of the category, or for people: "Multi-turn"
  // Column of the version's own tables that holds it; empty when there is none. A column of
  // data_non_live.csv and the like stands behind the name of the file: "data_non_live:Simple AST".
  std::string_view column;
  Combining combining = Combining::kCategory;
  std::span<const ScorePart> parts = {};
  // What it counts in the score that it is part of: entries, or its weight.
  double weight = 1;
  bool spread = false;              // a profile has its parts as axes, not itself
  const TagGroups* tags = nullptr;  // entries weigh by these, not by the parts
};

// A score in plain words, for columns and axes: "Simple, Java" of simple_java, "Non-live" of
// Non-Live.
std::string_view label_of(const ScorePart& score);
// What `part`, one of its parts, counts in `score`: from 0 to 1.
double share_in(const ScorePart& score, const ScorePart& part);

// The overall score of a version.
const ScorePart& overall_score(LeaderboardVersion version);
// Scores that a version's tables show and that its overall score is not made of: means of the four
// groups that are judged by syntax and of the four executable ones; of v4 live_relevance.
std::span<const ScorePart> shown_scores(LeaderboardVersion version);
// What the profile of a run has axes of: the parts of the overall score, groups that are spread
// wide by theirs, and categories of the tables that are in no overall score.
std::vector<const ScorePart*> profile_parts(LeaderboardVersion version);
// Whether a category has a weight in the overall score of a version: it may stand in the tables
// without one (live_relevance in v4).
bool counts_in(const Category& category, LeaderboardVersion version);
// A score of v4, for tables: "Simple AST", "Non-Live", "Live", "Irrelevance", "Multi-turn",
// "Web Search", "Memory", "Agentic", "Overall" or a category. nullptr when there is none.
const ScorePart* find_v4_score(std::string_view name);

// What is known of a category, or of a column.
struct KnownScore {
  double accuracy = 0;            // from 0 to 1
  std::optional<double> entries;  // where the dataset's own number is not to be taken
};
using ScoreLookup = std::function<std::optional<KnownScore>(const ScorePart& part)>;

struct ComposedScore {
  // As the official evaluator has it: what is missing counts as 0.
  double official = 0;
  // Categories without a score, in the order of the composition. When there is none, `official` is
  // the score; else there is no score.
  std::vector<std::string_view> missing;

  bool complete() const { return missing.empty(); }
};

// Asks `lookup` for each part from the top down; what it knows is taken as it is.
ComposedScore compose(const ScorePart& score, const ScoreLookup& lookup);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_COMPOSITION_H_
