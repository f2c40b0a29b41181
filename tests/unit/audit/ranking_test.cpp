// The order of an audit, its lists, and what each entry says of itself.
#include "core/audit/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/audit/audit_totals.h"
#include "core/audit/errata.h"
#include "tests/unit/audit/audit_entries.h"

namespace bfclx {
namespace {

// Answers of 12 runs of three families, the same to every entry: "gpt-1", "Org_qwen-1", "x/yi-1".
AuditReport report_of(const std::vector<Answer>& answers, const AuditOptions& options = {}) {
  Audit audit;
  for (std::size_t run = 0; run < 12; ++run) {
    constexpr const char* kLabels[] = {"gpt-", "Org_qwen-", "x/yi-"};
    const std::size_t number = audit.add_run(kLabels[run % 3] + std::to_string(run));
    for (const Answer& one : answers) audit.add(number, one);
  }
  add_unreachable(audit);
  return audit.finish(options);
}

// A class that is unlikely by all signals does not make an entry suspicious.
TEST_F(AuditOfEntries, WhatIsUnlikelyIsNotSuspicious) {
  load({R"({"city": ["Paris"]})"});
  Audit audit;
  for (std::size_t run = 0; run < 15; ++run) {
    const std::size_t number = audit.add_run("model-" + std::to_string(run));
    constexpr const char* kCities[] = {"Paris", "London", "Rome"};
    audit.add(number, answer(0, "[find(city='" + std::string(kCities[run % 3]) + "')]"));
  }
  const AuditReport report = audit.finish({});
  const AuditedEntry& audited = report.entries[0];
  EXPECT_EQ(classes(audited), std::set<Suspicion>{Suspicion::kAmbiguous});
  EXPECT_LT(audited.probability, 0.05);
  EXPECT_NE(audited.list, AuditList::kLikelyWrong);
  EXPECT_FALSE(audited.is_suspicious());
}

TEST_F(AuditOfEntries, ProvenErrorsComeBeforeGuesses) {
  // The enum has no k, and yet all pass; the truth of the second is refused to all.
  load({R"({"city": ["Paris"], "unit": ["k"]})", R"({"city": ["London"]})",
        R"({"city": ["Paris"]})"});
  const AuditReport report =
      report_of({answer(0, "[find(city='Paris', unit='k')]"), answer(1, "[find(city='Paris')]"),
                 answer(2, "[find(city='Paris')]")});
  ASSERT_EQ(report.entries.size(), 3U);
  const AuditedEntry& proven = report.entries[0];
  EXPECT_EQ(proven.entry->id, "simple_python_0");
  EXPECT_EQ(proven.list, AuditList::kProof);
  EXPECT_TRUE(proven.evidence.front().proof);
  EXPECT_EQ(probability_text(proven), "proven");
  EXPECT_EQ(proven.correction.front().text(), "rewrite the possible answers of unit");
  const AuditedEntry& guess = report.entries[1];
  EXPECT_EQ(guess.list, AuditList::kLikelyWrong);
  EXPECT_GT(guess.probability, proven.probability);
  EXPECT_LT(guess.suspicion, proven.suspicion);
  EXPECT_EQ(guess.alternative.runs, 12U);
  EXPECT_EQ(guess.alternative.families, 3U);
  EXPECT_EQ(edits_text(guess.correction), "accept 'Paris' for city");
  EXPECT_EQ(report.entries[2].list, AuditList::kNone);
  EXPECT_EQ(report.suspicious(), 2U);
  for (const AuditedEntry& one : report.entries) {
    for (std::size_t i = 1; i < one.evidence.size(); ++i) {
      const Evidence& before = one.evidence[i - 1];
      EXPECT_TRUE(before.proof || before.weight >= one.evidence[i].weight);
    }
  }
}

// What differs from run to run, and is no call of the functions, speaks for a hard question.
TEST_F(AuditOfEntries, HardEntriesAreNotSuspicious) {
  load({R"({"city": ["Paris"]})", R"({"city": ["Paris"]})", R"({"city": ["Paris"]})"});
  Audit audit;
  for (std::size_t run = 0; run < 12; ++run) {
    const std::size_t number = audit.add_run("run" + std::to_string(run));
    audit.add(number, answer(0, "[find(town=" + std::to_string(run) + ")]"));
    for (std::size_t i = 1; i < 3; ++i) audit.add(number, answer(i, "[find(city='Paris')]"));
  }
  const AuditReport report = audit.finish({});
  EXPECT_EQ(report.count(AuditList::kHard), 1U);
  EXPECT_EQ(report.suspicious(), 0U);
  const auto hard = std::find_if(report.entries.begin(), report.entries.end(),
                                 [&](const AuditedEntry& one) { return one.entry == &entry(0); });
  EXPECT_EQ(hard->list, AuditList::kHard);
  EXPECT_EQ(classes(*hard), std::set<Suspicion>{Suspicion::kNobodyPasses});
  EXPECT_TRUE(hard->correction.empty());
}

// Two runs that agree are no crowd.
TEST_F(AuditOfEntries, FewRunsMakeNothingLikelyWrong) {
  load({R"({"city": ["London"]})", R"({"city": ["Paris"]})"});
  Audit audit;
  for (const char* label : {"a", "b"}) {
    const std::size_t number = audit.add_run(label);
    for (std::size_t i = 0; i < 2; ++i) audit.add(number, answer(i, "[find(city='Paris')]"));
  }
  const AuditReport report = audit.finish({});
  EXPECT_GT(report.entries.front().probability, report.entries.back().probability);
  EXPECT_EQ(report.suspicious() + report.count(AuditList::kHard), 0U);
}

TEST_F(AuditOfEntries, CorrectionsSpeakForTheirNeighbours) {
  load({R"({"city": ["Paris"]})", R"({"city": ["Paris"]})", R"({"city": ["Paris"]})"});
  const std::vector<Answer> answers = {answer(0, "[find(city='Paris')]"),
                                       answer(1, "[find(city='Paris')]"),
                                       answer(2, "[find(city='Paris')]")};
  const AuditReport without = report_of(answers);
  const AuditReport with = report_of(answers, {0.05, {"simple_python_1"}});
  const auto history = [](const AuditReport& report, std::string_view id) {
    const auto its = std::find_if(report.entries.begin(), report.entries.end(),
                                  [&](const AuditedEntry& one) { return one.entry->id == id; });
    return of(its->signals, Signal::kHistory);
  };
  EXPECT_EQ(history(without, "simple_python_0"), 0);
  EXPECT_NEAR(history(with, "simple_python_0"), 0.82 / 1.82, 1e-12);  // one neighbour, faded once
  EXPECT_EQ(history(with, "simple_python_0"), history(with, "simple_python_2"));
  EXPECT_EQ(history(with, "simple_python_1"), 0);  // its own correction is not used
  const AuditReport first = report_of(answers, {0.05, {"simple_python_0"}});
  EXPECT_GT(history(first, "simple_python_1"), history(first, "simple_python_2"));
}

TEST_F(AuditOfEntries, UnstatedValuesAreFound) {
  load({R"({"city": ["Paris"], "days": [3]})", R"({"city": ["Paris"], "days": ["", 1931]})",
        R"({"city": ["Paris in 2023"], "days": [""]})"});
  EXPECT_EQ(unstated_of(entry(0)).optional, Texts{"days=[3]"});
  EXPECT_EQ(unstated_of(entry(1)).years, Texts{"1931"});
  EXPECT_EQ(unstated_of(entry(2)).years, Texts{"2023"});
  EXPECT_TRUE(unstated_of(entry(2)).optional.empty());
}

// Whatever the signals say.
TEST_F(AuditOfEntries, TheLeastProofIsAheadOfTheSurestGuess) {
  load({R"({"city": ["Paris"]})"});
  AuditedEntry proven;
  proven.entry = &entry(0);
  proven.reasons = {{Suspicion::kSchemaConflict, "x"}};
  AuditedEntry guess;
  guess.entry = &entry(0);
  of(proven.signals, Signal::kUnfit) = 1e6;
  of(guess.signals, Signal::kPlausible) = 1e6;
  for (AuditedEntry* one : {&proven, &guess}) rank_entry(*one, ranking_weights(false), false);
  EXPECT_LT(proven.probability, guess.probability);
  EXPECT_GT(proven.suspicion, guess.suspicion);
}

// Runs agree on nothing: the hint of the ground truth says what to change.
TEST_F(AuditOfEntries, HintsAreCorrectedWhereNoResponseIs) {
  load({R"({"city": ["Paris"], "unit": [""]})", R"({"city": ["Paris"], "unit": ["c"]})"});
  for (std::size_t i = 0; i < 2; ++i) {
    AuditedEntry audited;
    audited.entry = &entry(i);
    audited.truth = check_truth(entry(i));
    audited.list = AuditList::kLikelyWrong;
    EXPECT_EQ(edits_text(smallest_correction(audited)),
              i == 0 ? "accept 'c' for unit" : "allow unit to be left out");
  }
}

TEST(AuditSignals, FamiliesOfLabels) {
  EXPECT_EQ(family_of("gpt-4-0613-FC"), "gpt");
  EXPECT_EQ(family_of("Qwen/Qwen3-8B"), "qwen");
  EXPECT_EQ(family_of("leaderboard_2025-02/Qwen_QwQ-32B-Preview"), "qwq");
  EXPECT_EQ(family_of("4o"), "4o");
  EXPECT_EQ(family_of(""), "");
}

TEST(AuditHistory, IdsOfErrataOrLines) {
  const auto ids = corrected_ids("{\"id\": \"a\", \"ground_truth\": []}\n\n{\"id\": \"b\"}\n");
  ASSERT_TRUE(ids.ok());
  EXPECT_EQ(*ids, (std::set<std::string, std::less<>>{"a", "b"}));
  const auto errata = corrected_ids(R"({"schema": "bfclx-errata-1", "name": "x", "corrections": [)"
                                    R"({"id": "c", "kind": "void", "reason": "r"}]})");
  ASSERT_TRUE(errata.ok());
  EXPECT_EQ(errata->count("c"), 1U);
  EXPECT_FALSE(corrected_ids("{\"id\": 1}").ok());
  EXPECT_FALSE(corrected_ids("simple_python_1").ok());
}

}  // namespace
}  // namespace bfclx
