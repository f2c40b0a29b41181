#include "core/statistics/basis.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <vector>

#include "core/statistics/overall.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

class Runs {
 public:
  // `right` of `count` entries, from `first` on.
  void add(JudgedRun& run, std::string_view category, int right, int count, int first = 0) {
    for (int i = 0; i < count; ++i) {
      ids_.push_back(std::string(category) + "_" + std::to_string(first + i));
      run.push_back({ids_.back(), find_category(category), i < right, ""});
    }
  }
  JudgedRun complete(int right) {
    JudgedRun run;
    for (const CategoryWeight& one : category_weights(v4())) {
      add(run, one.category->name, right, 4);
    }
    return run;
  }
  static const ScorePart& v4() { return overall_score(LeaderboardVersion::kV4); }

 private:
  std::deque<std::string> ids_;
};

TEST(OwnScore, MalformedEntriesLeaveItPartial) {
  Runs runs;
  const JudgedRun whole = runs.complete(3);
  ScoredRun run{&whole};
  run.malformed_entries = {{find_category("parallel"), 2}};
  const BasedScore score = own_score(run, Runs::v4(), "v4");
  EXPECT_EQ(score.basis.kind, BasisKind::kPartial);
  EXPECT_EQ(basis_text(score.basis), "all 21 categories, 2 entries malformed in the dataset");
  const ScoredRun both[] = {run, run};
  EXPECT_EQ(shared_scores(both, Runs::v4(), "v4")[0].basis.malformed_entries, 2u);
}

TEST(OwnScore, CompleteOrPartial) {
  Runs runs;
  const JudgedRun whole = runs.complete(3);
  const BasedScore complete = own_score({&whole}, Runs::v4(), "v4");
  EXPECT_EQ(complete.basis.kind, BasisKind::kComplete);
  EXPECT_EQ(complete.basis.weight, 1);
  EXPECT_NEAR(*complete.value, 0.75, 1e-12);
  EXPECT_EQ(basis_text(complete.basis), "all 21 categories");
  // The same number as the official composition has.
  EXPECT_NEAR(*complete.value, RunScores(whole).of(Runs::v4()).official, 1e-12);

  JudgedRun half;
  runs.add(half, "simple_python", 3, 4);
  runs.add(half, "multiple", 1, 4);
  const BasedScore partial = own_score({&half}, Runs::v4(), "v4");
  EXPECT_EQ(partial.basis.kind, BasisKind::kPartial);
  EXPECT_NEAR(partial.basis.weight, 0.1 / 12 + 0.1 / 4, 1e-12);
  EXPECT_NEAR(*partial.value, (0.75 / 12 + 0.25 / 4) / (1.0 / 12 + 1.0 / 4), 1e-12);
  EXPECT_EQ(partial.basis.missing.size(), 19u);
  EXPECT_EQ(basis_text(partial.basis), "covers 3.3 % of the weight");
  EXPECT_LT(partial.interval.low, *partial.value - 0.1);

  const JudgedRun none;
  EXPECT_FALSE(own_score({&none}, Runs::v4(), "v4").value);
}

TEST(OwnScore, SaysWhatIsMissingAndWhatIsASample) {
  Runs runs;
  const JudgedRun whole = runs.complete(4);
  const Category* sql = find_category("sql");
  const Category* multiple = find_category("multiple");
  const BasedScore some = own_score({&whole, {{multiple, 3}, {sql, 7}}}, Runs::v4(), "v4");
  EXPECT_EQ(some.basis.kind, BasisKind::kPartial);
  EXPECT_EQ(basis_text(some.basis), "all 21 categories, 3 of 87 entries missing");
  EXPECT_LT(some.interval.low, 1);
  const BasedScore sample = own_score({&whole, {{multiple, 3}}, 84}, Runs::v4(), "v4");
  EXPECT_EQ(sample.basis.kind, BasisKind::kPartial);
  EXPECT_EQ(basis_text(sample.basis),
            "all 21 categories, sample of 84 entries, 3 of 87 entries missing");
  const BasedScore old = own_score({&whole, {}, 0, "v3"}, Runs::v4(), "v4");
  EXPECT_EQ(basis_text(old.basis), "all 21 categories, generated for v3");
}

TEST(OwnScore, MissingEntriesAreThoseOfItsCategories) {
  Runs runs;
  JudgedRun run = runs.complete(4);
  const Category* relevance = find_category("live_relevance");  // weighs nothing in v4
  const BasedScore whole = own_score({&run, {{relevance, 8}}}, Runs::v4(), "v4");
  EXPECT_EQ(whole.basis.kind, BasisKind::kComplete);
  EXPECT_EQ(basis_text(whole.basis), "all 21 categories");
  // Also of a category that has no response at all.
  const Category* multiple = find_category("multiple");
  std::erase_if(run, [&](const JudgedEntry& entry) { return entry.category == multiple; });
  const BasedScore less = own_score({&run, {{relevance, 8}, {multiple, 4}}}, Runs::v4(), "v4");
  EXPECT_EQ(basis_text(less.basis), "covers 97.5 % of the weight, 4 of 84 entries missing");
}

// The numbers of entries of the categories are the weights, whichever of them the run has.
TEST(BasisText, OwnBenchmarksSayWhoseEntriesThePercentageCounts) {
  ScoreBasis basis;
  basis.leaderboard = kOwnScore;
  basis.kind = BasisKind::kPartial;
  basis.weight = 6.0 / 7;
  basis.categories = 2;
  basis.entries = 5;
  basis.missing = {find_category("irrelevance")};
  EXPECT_EQ(basis_text(basis), "its categories have 85.7 % of the entries");
  basis.missing_entries = 1;
  EXPECT_EQ(
      basis_text(basis),
      "its categories have 85.7 % of the entries, 1 of 6 entries missing, weighted by category "
      "size");
  basis.kind = BasisKind::kMissingAsZero;
  EXPECT_EQ(
      basis_text(basis),
      "missing categories count as 0, the other categories have 85.7 % of the entries, 1 of 6 "
      "entries missing, weighted by category size");
  basis.kind = BasisKind::kShared;
  basis.missing_entries = 0;
  basis.runs = 2;
  EXPECT_EQ(
      basis_text(basis),
      "over the 5 entries in 2 categories that both runs have, these categories have 85.7 % of "
      "the entries, weighted by category size");
  basis.tag_weights = true;
  EXPECT_EQ(
      basis_text(basis),
      "over the 5 entries in 2 categories that both runs have, 85.7 % of the weight, with tag "
      "weights");
}

TEST(ScoreMissingAsZero, IsTheOfficialNumber) {
  Runs runs;
  JudgedRun half;
  runs.add(half, "simple_python", 3, 4);
  runs.add(half, "live_simple", 1, 4);
  const BasedScore zero = score_missing_as_zero({&half}, Runs::v4(), "v4");
  EXPECT_EQ(zero.basis.kind, BasisKind::kMissingAsZero);
  EXPECT_NEAR(*zero.value, RunScores(half).of(Runs::v4()).official, 1e-12);
  EXPECT_EQ(basis_text(zero.basis), "missing categories count as 0, covers 2.7 % of the weight");
  EXPECT_LT(zero.interval.low, *zero.value);
  EXPECT_GT(zero.interval.high, *zero.value);
  EXPECT_LT(zero.interval.high, zero.basis.weight + 1e-12);
}

TEST(SharedScores, AreOverTheSameEntries) {
  Runs runs;
  JudgedRun a;
  JudgedRun b;
  runs.add(a, "simple_python", 4, 8);
  runs.add(a, "multiple", 4, 4);
  runs.add(b, "simple_python", 4, 4);
  runs.add(b, "sql", 4, 4);
  const ScoredRun both[] = {{&a}, {&b, {{find_category("simple_python"), 4}}}};
  const std::vector<BasedScore> scores = shared_scores(both, Runs::v4(), "v4");
  for (const BasedScore& score : scores) {
    EXPECT_EQ(score.basis.kind, BasisKind::kShared);
    EXPECT_EQ(score.basis.entries, 4u);
    EXPECT_EQ(score.basis.missing_entries, 0u);
    EXPECT_EQ(*score.value, 1);
    EXPECT_EQ(basis_text(score.basis),
              "over the 4 entries in 1 category that both runs have, 0.8 % of the weight");
  }
  EXPECT_EQ(basis_key(scores[0].basis), basis_key(scores[1].basis));
  // Of two samples of eight, those that both drew.
  const ScoredRun samples[] = {{&a, {}, 8}, {&b, {}, 8}};
  EXPECT_EQ(basis_text(shared_basis(samples, Runs::v4(), "v4")),
            "over the 4 sampled entries in 1 category that both runs have, 0.8 % of the weight");
  // What both have without a common entry is not missing.
  std::deque<std::string> renamed;
  JudgedRun c;
  runs.add(c, "simple_python", 4, 4);
  runs.add(c, "multiple", 4, 4);
  for (JudgedEntry& entry : c) {
    if (entry.category != find_category("multiple")) continue;
    entry.id = renamed.emplace_back("other-" + std::string(entry.id));
  }
  const ScoredRun others[] = {{&a, {}, 8}, {&c, {}, 8}};
  for (const ScoreBasis& basis :
       {shared_basis(others, Runs::v4(), "v4"), shared_scores(others, Runs::v4(), "v4")[1].basis}) {
    EXPECT_EQ(basis.uncommon, std::vector<const Category*>{find_category("multiple")});
    EXPECT_EQ(basis.missing.size(), 19u);
  }
  EXPECT_EQ(
      repr(
          *basis_value(shared_basis(others, Runs::v4(), "v4")).as_dict().find("no_common_entries")),
      "['multiple']");
  // Of one alone, its own.
  EXPECT_EQ(shared_scores({both, 1}, Runs::v4(), "v4")[0].basis.kind, BasisKind::kPartial);
}

TEST(BasisKey, TellsBasesApart) {
  Runs runs;
  const JudgedRun one = runs.complete(1);
  const JudgedRun two = runs.complete(2);
  JudgedRun part;
  runs.add(part, "multiple", 1, 4);
  const auto key = [](const BasedScore& score) { return basis_key(score.basis); };
  const std::string complete = key(own_score({&one}, Runs::v4(), "v4"));
  EXPECT_EQ(complete, key(own_score({&two}, Runs::v4(), "v4")));
  EXPECT_NE(complete, key(own_score({&part}, Runs::v4(), "v4")));
  EXPECT_NE(complete, key(own_score({&two, {}, 84}, Runs::v4(), "v4")));
  EXPECT_NE(complete, key(own_score({&two, {}, 0, "v3"}, Runs::v4(), "v4")));
  EXPECT_EQ(key(score_missing_as_zero({&one}, Runs::v4(), "v4")),
            key(score_missing_as_zero({&part}, Runs::v4(), "v4")));
}

// Two samples, or two parts of a run, of equal size over other entries.
TEST(BasisKey, TellsWhichEntries) {
  Runs runs;
  const auto key = [](const JudgedRun& run, std::size_t sample = 0) {
    return basis_key(own_score({&run, {}, sample}, Runs::v4(), "v4").basis);
  };
  JudgedRun first;
  runs.add(first, "multiple", 1, 4);
  JudgedRun same(first.rbegin(), first.rend());
  same[0].right = !same[0].right;
  JudgedRun other;
  runs.add(other, "multiple", 1, 4, 1);
  for (const std::size_t sample : {0, 4}) {
    EXPECT_EQ(key(first, sample), key(same, sample));
    EXPECT_NE(key(first, sample), key(other, sample));
  }
  EXPECT_NE(basis_key(score_missing_as_zero({&first, {}, 4}, Runs::v4(), "v4").basis),
            basis_key(score_missing_as_zero({&other, {}, 4}, Runs::v4(), "v4").basis));
  // What does not weigh does not count.
  JudgedRun more = first;
  runs.add(more, "live_relevance", 1, 4);
  EXPECT_EQ(key(first), key(more));
}

// Runs of several versions over what they share have one basis, which says so.
TEST(SharedScores, OfOlderVersionsHaveOneBasis) {
  Runs runs;
  const JudgedRun whole = runs.complete(3);
  JudgedRun part;
  runs.add(part, "multiple", 1, 4);
  for (const JudgedRun* second : {&whole, static_cast<const JudgedRun*>(&part)}) {
    const ScoredRun both[] = {{&whole, {}, 0, "v3"}, {second}};
    const std::vector<BasedScore> scores = shared_scores(both, Runs::v4(), "v4");
    EXPECT_EQ(scores[0].basis.kind, BasisKind::kShared);
    EXPECT_EQ(basis_key(scores[0].basis), basis_key(scores[1].basis));
    EXPECT_EQ(basis_key(scores[0].basis), basis_key(shared_basis(both, Runs::v4(), "v4")));
    EXPECT_NE(basis_text(scores[0].basis).find(", some generated for v3"), std::string::npos);
  }
  const ScoredRun old[] = {{&whole, {}, 0, "v3"}, {&part, {}, 0, "v3"}};
  EXPECT_NE(basis_text(shared_basis(old, Runs::v4(), "v4")).find(", generated for v3"),
            std::string::npos);
}

TEST(Basis, HasNames) {
  for (const BasisKind kind :
       {BasisKind::kComplete, BasisKind::kPartial, BasisKind::kShared, BasisKind::kMissingAsZero}) {
    EXPECT_EQ(find_basis(basis_name(kind)), kind);
  }
  EXPECT_FALSE(find_basis("all"));
}

}  // namespace
}  // namespace bfclx
