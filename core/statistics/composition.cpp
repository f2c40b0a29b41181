#include "core/statistics/composition.h"

#include <algorithm>
#include <iterator>

namespace bfclx {

namespace {

using std::string_view;

constexpr auto kMean = Combining::kMean;
constexpr auto kByEntries = Combining::kByEntries;
constexpr auto kWeights = Combining::kWeights;

constexpr ScorePart category(string_view name, string_view column = {}, double entries = 1) {
  return {name, column, Combining::kCategory, {}, entries};
}

// Parts that several versions share.

constexpr ScorePart kSimpleParts[] = {
    category("simple_python", "data_non_live:Python Simple AST"),
    category("simple_java", "data_non_live:Java Simple AST"),
    category("simple_javascript", "data_non_live:JavaScript Simple AST")};
constexpr ScorePart kSimpleExecParts[] = {category("exec_simple"), category("rest")};

// v1.

constexpr ScorePart kV1SimpleParts[] = {
    category("simple_python", "Python Simple Function AST", 400),
    category("simple_java", "Java Simple Function AST", 100),
    category("simple_javascript", "JavaScript Simple Function AST", 50)};
constexpr ScorePart kV1SimpleExecParts[] = {
    category("exec_simple", "Python Simple Function Exec", 100),
    category("rest", "REST Simple Function Exec", 70)};
constexpr ScorePart kV1Parts[] = {
    {"Simple AST", "Simple Function AST", kByEntries, kV1SimpleParts, 550},
    category("multiple", "Multiple Functions AST", 200),
    category("parallel", "Parallel Functions AST", 200),
    category("parallel_multiple", "Parallel Multiple AST", 200),
    {"Simple Exec", "Simple Function Exec", kByEntries, kV1SimpleExecParts, 170},
    category("exec_multiple", "Multiple Functions Exec", 50),
    category("exec_parallel", "Parallel Functions Exec", 50),
    category("exec_parallel_multiple", "Parallel Multiple Exec", 40),
    category("irrelevance", "Relevance Detection", 240)};
constexpr ScorePart kV1 = {"Overall", "Overall Acc", kByEntries, kV1Parts};

// v2: live and other categories of a kind count the same.

constexpr ScorePart kV2SimpleParts[] = {
    {"Simple AST", "data_non_live:Simple AST", kMean, kSimpleParts},
    category("live_simple", "data_live:Python Simple AST")};
constexpr ScorePart kV2MultipleParts[] = {
    category("multiple", "data_non_live:Multiple AST"),
    category("live_multiple", "data_live:Python Multiple AST")};
constexpr ScorePart kV2ParallelParts[] = {
    category("parallel", "data_non_live:Parallel AST"),
    category("live_parallel", "data_live:Python Parallel AST")};
constexpr ScorePart kV2ParallelMultipleParts[] = {
    category("parallel_multiple", "data_non_live:Parallel Multiple AST"),
    category("live_parallel_multiple", "data_live:Python Parallel Multiple AST")};
constexpr ScorePart kV2IrrelevanceParts[] = {
    category("irrelevance", "data_non_live:Irrelevance Detection"),
    category("live_irrelevance", "data_live:Irrelevance Detection")};
constexpr ScorePart kV2Parts[] = {
    {"Simple", "Simple AST", kMean, kV2SimpleParts},
    {"Multiple", "Multiple AST", kMean, kV2MultipleParts},
    {"Parallel", "Parallel AST", kMean, kV2ParallelParts},
    {"Parallel multiple", "Parallel Multiple AST", kMean, kV2ParallelMultipleParts},
    {"Simple Exec", "Simple Exec", kMean, kSimpleExecParts},
    category("exec_multiple", "Multiple Exec"),
    category("exec_parallel", "Parallel Exec"),
    category("exec_parallel_multiple", "Parallel Multiple Exec"),
    {"Irrelevance", "Irrelevance Detection", kMean, kV2IrrelevanceParts},
    category("live_relevance", "Relevance Detection")};
constexpr ScorePart kV2 = {"Overall", "Overall Acc", kMean, kV2Parts};

// v3, with the numbers of entries that live categories had by June 2025.

constexpr ScorePart kV3NonLiveParts[] = {
    {"Simple AST", "Non-Live Simple AST", kMean, kSimpleParts},
    category("multiple", "Non-Live Multiple AST"),
    category("parallel", "Non-Live Parallel AST"),
    category("parallel_multiple", "Non-Live Parallel Multiple AST"),
    category("irrelevance", "data_non_live:Irrelevance Detection")};
constexpr ScorePart kV3ExecutableParts[] = {
    {"Simple AST", "Non-Live Simple AST", kMean, kSimpleParts},
    category("multiple", "Non-Live Multiple AST"),
    category("parallel", "Non-Live Parallel AST"),
    category("parallel_multiple", "Non-Live Parallel Multiple AST"),
    {"Simple Exec", "Non-Live Simple Exec", kMean, kSimpleExecParts},
    category("exec_multiple", "Non-Live Multiple Exec"),
    category("exec_parallel", "Non-Live Parallel Exec"),
    category("exec_parallel_multiple", "Non-Live Parallel Multiple Exec"),
    category("irrelevance", "data_non_live:Irrelevance Detection")};
constexpr ScorePart kV3LiveParts[] = {
    category("live_simple", {}, 258),      category("live_multiple", {}, 1053),
    category("live_parallel", {}, 16),     category("live_parallel_multiple", {}, 24),
    category("live_irrelevance", {}, 882), category("live_relevance", {}, 18)};
constexpr ScorePart kMultiTurnParts[] = {
    category("multi_turn_base", "Multi Turn Base"),
    category("multi_turn_miss_func", "Multi Turn Miss Func"),
    category("multi_turn_miss_param", "Multi Turn Miss Param"),
    category("multi_turn_long_context", "Multi Turn Long Context")};
constexpr ScorePart kV3ExecutableTop[] = {{"Non-Live", {}, kMean, kV3ExecutableParts, 1, true},
                                          {"Live", "Live Acc", kByEntries, kV3LiveParts},
                                          {"Multi-turn", "Multi Turn Acc", kMean, kMultiTurnParts}};
constexpr ScorePart kV3Executable = {"Overall", "Overall Acc", kMean, kV3ExecutableTop};
constexpr ScorePart kV3Top[] = {{"Non-Live", {}, kMean, kV3NonLiveParts, 1, true},
                                {"Live", "Live Acc", kByEntries, kV3LiveParts},
                                {"Multi-turn", "Multi Turn Acc", kMean, kMultiTurnParts}};
constexpr ScorePart kV3 = {"Overall", "Overall Acc", kMean, kV3Top};

// v4.

constexpr ScorePart kV4NonLiveParts[] = {
    {"Simple AST", "Non-Live Simple AST", kMean, kSimpleParts},
    category("multiple", "Non-Live Multiple AST"),
    category("parallel", "Non-Live Parallel AST"),
    category("parallel_multiple", "Non-Live Parallel Multiple AST")};
constexpr ScorePart kV4LiveParts[] = {
    category("live_simple", "Live Simple AST", 258),
    category("live_multiple", "Live Multiple AST", 1053),
    category("live_parallel", "Live Parallel AST", 16),
    category("live_parallel_multiple", "Live Parallel Multiple AST", 24)};
constexpr ScorePart kV4IrrelevanceParts[] = {
    category("irrelevance", "data_non_live:Irrelevance Detection"),
    category("live_irrelevance", "data_live:Irrelevance Detection")};
constexpr ScorePart kWebSearchParts[] = {
    category("web_search_base", "Web Search Base"),
    category("web_search_no_snippet", "Web Search No Snippet")};
constexpr ScorePart kMemoryParts[] = {category("memory_kv", "Memory KV"),
                                      category("memory_vector", "Memory Vector"),
                                      category("memory_rec_sum", "Memory Recursive Summarization")};
constexpr ScorePart kAgenticParts[] = {{"Web Search", "Web Search Acc", kMean, kWebSearchParts},
                                       {"Memory", "Memory Acc", kMean, kMemoryParts}};
constexpr ScorePart kV4Parts[] = {
    {"Non-Live", "Non-Live AST Acc", kMean, kV4NonLiveParts, 10, true},
    {"Live", "Live Acc", kByEntries, kV4LiveParts, 10},
    {"Irrelevance", "Irrelevance Detection", kMean, kV4IrrelevanceParts, 10},
    {"Multi-turn", "Multi Turn Acc", kMean, kMultiTurnParts, 30},
    {"Agentic", {}, kMean, kAgenticParts, 40, true}};
constexpr ScorePart kV4 = {"Overall", "Overall Acc", kWeights, kV4Parts};
// Shown in the tables, and in no overall score.

constexpr std::span<const ScorePart> groups(std::span<const ScorePart> parts, std::size_t first) {
  constexpr std::size_t kGroups = 4;  // simple, multiple, parallel, parallel multiple
  return parts.subspan(first, kGroups);
}
constexpr ScorePart kV1Shown[] = {{"AST Summary", "AST Summary", kMean, groups(kV1Parts, 0)},
                                  {"Exec Summary", "Exec Summary", kMean, groups(kV1Parts, 4)}};
constexpr ScorePart kV2Shown[] = {{"AST Summary", "AST Summary", kMean, groups(kV2Parts, 0)},
                                  {"Exec Summary", "Exec Summary", kMean, groups(kV2Parts, 4)}};
constexpr ScorePart kV3ExecutableShown[] = {
    {"AST Summary", "Non-Live AST Acc", kMean, groups(kV3ExecutableParts, 0)},
    {"Exec Summary", "Non-Live Exec Acc", kMean, groups(kV3ExecutableParts, 4)}};
constexpr ScorePart kV3Shown[] = {
    {"AST Summary", "Non-Live AST Acc", kMean, groups(kV3NonLiveParts, 0)}};
constexpr ScorePart kV4Shown[] = {category("live_relevance", "Relevance Detection")};

constexpr NamedVersion kVersions[] = {
    {"v1", LeaderboardVersion::kV1},
    {"v2", LeaderboardVersion::kV2},
    {"v3_executable", LeaderboardVersion::kV3Executable},
    {"v3", LeaderboardVersion::kV3},
    {"v4", LeaderboardVersion::kV4},
};

// Names that are not already what people call a score.
struct Label {
  string_view name;
  string_view label;
};
constexpr Label kLabels[] = {
    {"Simple AST", "Simple"},
    {"Non-Live", "Non-live"},
    {"Web Search", "Web search"},
    {"Simple Exec", "Simple, executed"},
    {"multiple", "Multiple"},
    {"parallel", "Parallel"},
    {"parallel_multiple", "Parallel multiple"},
    {"irrelevance", "Irrelevance"},
    {"simple_python", "Simple, Python"},
    {"simple_java", "Simple, Java"},
    {"simple_javascript", "Simple, JavaScript"},
    {"exec_multiple", "Multiple, executed"},
    {"exec_parallel", "Parallel, executed"},
    {"exec_parallel_multiple", "Parallel multiple, executed"},
    {"exec_simple", "Simple Python, executed"},
    {"rest", "REST, executed"},
    {"live_simple", "Live simple"},
    {"live_multiple", "Live multiple"},
    {"live_parallel", "Live parallel"},
    {"live_parallel_multiple", "Live parallel multiple"},
    {"live_irrelevance", "Live irrelevance"},
    {"live_relevance", "Relevance"},
    {"multi_turn_base", "Base"},
    {"multi_turn_miss_func", "Missing function"},
    {"multi_turn_miss_param", "Missing parameter"},
    {"multi_turn_long_context", "Long context"},
};

// What a version composes.
struct Scores {
  LeaderboardVersion version;
  const ScorePart& overall;
  std::span<const ScorePart> shown;
};
constexpr Scores kScores[] = {
    {LeaderboardVersion::kV1, kV1, kV1Shown},
    {LeaderboardVersion::kV2, kV2, kV2Shown},
    {LeaderboardVersion::kV3Executable, kV3Executable, kV3ExecutableShown},
    {LeaderboardVersion::kV3, kV3, kV3Shown},
    {LeaderboardVersion::kV4, kV4, kV4Shown},
};

const Scores& scores_of(LeaderboardVersion version) {
  const auto* const found =
      std::find_if(std::begin(kScores), std::end(kScores),
                   [&](const Scores& scores) { return scores.version == version; });
  return found == std::end(kScores) ? *std::rbegin(kScores) : *found;
}

const ScorePart* find_part(const ScorePart& part, string_view name) {
  if (part.name == name) return &part;
  for (const ScorePart& inner : part.parts) {
    if (const ScorePart* found = find_part(inner, name)) return found;
  }
  return nullptr;
}

// The share of a part in sums over its siblings.
struct Share {
  double accuracy = 0;
  double entries = 0;
};

// The arithmetic of each rule is that of the official functions, so that results agree to the last
// bit.
Share combine(const ScorePart& score, const ScoreLookup& lookup,
              std::vector<string_view>& missing) {
  if (const std::optional<KnownScore> known = lookup(score)) {
    return {known->accuracy, known->entries.value_or(score.weight)};
  }
  if (score.parts.empty()) {
    missing.push_back(score.name);
    return {0, score.weight};
  }
  double weights = 0;
  if (score.combining == kWeights) {
    for (const ScorePart& part : score.parts) weights += part.weight;
  }
  Share total;
  for (const ScorePart& part : score.parts) {
    const Share share = combine(part, lookup, missing);
    total.entries += share.entries;
    if (score.combining == kByEntries) {
      total.accuracy += share.accuracy * share.entries;
    } else if (score.combining == kWeights) {
      total.accuracy += share.accuracy * (part.weight / weights);
    } else {
      total.accuracy += share.accuracy;
    }
  }
  if (score.combining == kByEntries) {
    total.accuracy = total.entries > 0 ? total.accuracy / total.entries : 0;
  } else if (score.combining == kMean) {
    total.accuracy /= static_cast<double>(score.parts.size());
  }
  return total;
}

}  // namespace

std::span<const NamedVersion> leaderboard_versions() { return kVersions; }

std::optional<LeaderboardVersion> find_leaderboard_version(string_view name) {
  for (const NamedVersion& version : kVersions) {
    if (version.name == name) return version.version;
  }
  return std::nullopt;
}

string_view label_of(const ScorePart& score) {
  for (const Label& label : kLabels) {
    if (label.name == score.name) return label.label;
  }
  return score.name;
}

double share_in(const ScorePart& score, const ScorePart& part) {
  if (score.combining == kMean) return 1.0 / static_cast<double>(score.parts.size());
  double total = 0;
  for (const ScorePart& one : score.parts) total += one.weight;
  return part.weight / total;
}

const ScorePart& overall_score(LeaderboardVersion version) { return scores_of(version).overall; }

std::span<const ScorePart> shown_scores(LeaderboardVersion version) {
  return scores_of(version).shown;
}

std::vector<const ScorePart*> profile_parts(LeaderboardVersion version) {
  std::vector<const ScorePart*> parts;
  for (const ScorePart& part : overall_score(version).parts) {
    if (!part.spread) parts.push_back(&part);
    for (const ScorePart& inner : part.spread ? part.parts : std::span<const ScorePart>()) {
      parts.push_back(&inner);
    }
  }
  for (const ScorePart& shown : shown_scores(version)) {
    if (shown.parts.empty()) parts.push_back(&shown);
  }
  return parts;
}

bool counts_in(const Category& category, LeaderboardVersion version) {
  return find_part(overall_score(version), category.name) != nullptr;
}

const ScorePart* find_v4_score(string_view name) {
  return name == kV4Shown[0].name ? &kV4Shown[0] : find_part(kV4, name);
}

ComposedScore compose(const ScorePart& score, const ScoreLookup& lookup) {
  ComposedScore result;
  result.official = combine(score, lookup, result.missing).accuracy;
  return result;
}

}  // namespace bfclx
