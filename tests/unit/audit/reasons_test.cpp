// Why an entry is suspicious: each sentence once, the argument that is the cause, and no suspicion
// of episodes that are merely hard.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/audit/audit_totals.h"
#include "core/run/scorer.h"
#include "core/statistics/basis.h"
#include "tests/unit/audit/audit_entries.h"

namespace bfclx {
namespace {

constexpr std::string_view kQuestion = R"("question": [[{"role": "user", "content": "hi"}]], )";

class AuditReasons : public AuditOfEntries {
 protected:
  void load(const std::string& name, const std::string& functions, const std::string& truth,
            int count = 1) {
    category_ = find_category(name);
    std::string questions;
    std::string answers;
    for (int i = 0; i < count; ++i) {
      const std::string id = R"({"id": ")" + name + "_" + std::to_string(i) + "\", ";
      questions += id + std::string(kQuestion) + functions + "}\n";
      answers += id + "\"ground_truth\": " + truth + "}\n";
    }
    ASSERT_TRUE(dataset_.add(*category_, questions, answers).ok());
  }

  // An answer to an episode, as the audit keeps it.
  Answer episode(std::size_t i, bool passes, std::uint64_t meaning) const {
    Answer answer;
    answer.entry = &entry(i);
    answer.kind = AnswerKind::kEpisode;
    answer.valid = passes;
    answer.meaning = passes ? 0 : meaning;
    return answer;
  }
};

TEST_F(AuditReasons, EachSentenceOnce) {
  load("simple_python",
       R"("function": [{"name": "f", "description": "", "parameters": {"type": "dict", )"
       R"("properties": {"city": {"type": "string"}}, "required": ["city"]}}])",
       R"([{"f": {"city": ["Harlingen"]}}])", 2);
  Audit audit;
  for (std::size_t run = 0; run < 20; ++run) {
    const std::size_t number = audit.add_run("run" + std::to_string(run));
    audit.add(number,
              answer(0, run < 14 ? "[f(city='Harlingen, Friesland')]" : "[f(city='Rome')]"));
    audit.add(number, answer(1, "[f(city='Harlingen')]"));
  }
  const AuditReport report = audit.finish({});
  const AuditedEntry& first = report.entries.front();
  std::set<Suspicion> classes;
  std::set<std::string> sentences;
  for (const SuspicionReason& reason : first.reasons) {
    classes.insert(reason.suspicion);
    EXPECT_TRUE(sentences.insert(reason.text).second) << reason.text;
  }
  EXPECT_EQ(classes, (std::set<Suspicion>{Suspicion::kAgreedAlternative, Suspicion::kNobodyPasses,
                                          Suspicion::kFormatOnly, Suspicion::kAmbiguous}));
  std::size_t said = 0;
  for (const SuspicionReason& reason : first.reasons) {
    said += reason.text.find("Harlingen, Friesland") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(said, 1u);
}

// A long needs its L; the other argument, whose text only looks different, passes.
TEST_F(AuditReasons, JavaNamesTheArgumentThatFails) {
  load("simple_java",
       R"("function": [{"name": "wait", "description": "", "parameters": {"type": "dict", )"
       R"("properties": {"millis": {"type": "long"}, "names": {"type": "ArrayList", "items": )"
       R"({"type": "String"}}}, "required": ["millis", "names"]}}])",
       R"([{"wait": {"millis": [500], "names": [["a", "b"]]}}])");
  const std::string names = R"(names='new ArrayList<>(Arrays.asList("a", "b"))')";
  const AnswerDifference bad = answer(0, "[wait(millis='500', " + names + ")]").difference;
  ASSERT_EQ(bad.arguments.size(), 1u);
  EXPECT_EQ(bad.arguments[0].parameter, "millis");
  EXPECT_FALSE(bad.arguments[0].fits_schema);
  EXPECT_NE(bad.arguments[0].reason.find("long"), std::string::npos) << bad.arguments[0].reason;
  EXPECT_TRUE(answer(0, "[wait(millis='500L', " + names + ")]").valid);
  const AnswerDifference other = answer(0, "[wait(millis='600L', " + names + ")]").difference;
  ASSERT_EQ(other.arguments.size(), 1u);
  EXPECT_EQ(other.arguments[0].parameter, "millis");
  EXPECT_TRUE(other.arguments[0].fits_schema);
  EXPECT_TRUE(other.arguments[0].reason.empty());
}

// More so where they end in the same other state; a turn without calls is no outcome.
TEST_F(AuditReasons, EpisodesThatRunsFailTogetherComeFirst) {
  load("multi_turn_base", R"("initial_config": {}, "involved_classes": ["MathAPI"])",
       R"x([["f()"]])x", 4);
  Audit audit;
  for (std::size_t run = 0; run < 20; ++run) {
    const std::size_t number = audit.add_run("run" + std::to_string(run));
    audit.add(number, episode(0, true, 1));
    audit.add(number, episode(1, run % 2 == 0, 1));
    Answer empty = episode(2, run == 0, 2);
    empty.shown = "Turn 1 asks for calls, and the model made none.";
    empty.error_type = "multi_turn:empty_turn_model_response";
    audit.add(number, empty);
    Answer state = episode(3, run == 0, 3);
    state.shown = "After turn 1 MathAPI.a is 1, where the ground truth has 2.";
    state.error_type = "multi_turn:instance_state_mismatch";
    audit.add(number, state);
  }
  const AuditReport report = audit.finish({});
  std::vector<std::string> order;
  for (const AuditedEntry& one : report.entries) {
    order.push_back(one.entry->id);
    EXPECT_GE(one.probability, 0.0099);
    EXPECT_LE(one.probability, 0.0401);
    EXPECT_FALSE(one.is_suspicious());
  }
  EXPECT_EQ(order, (std::vector<std::string>{"multi_turn_base_3", "multi_turn_base_2",
                                             "multi_turn_base_1", "multi_turn_base_0"}));
}

TEST_F(AuditReasons, HardEpisodesAreNotSuspicious) {
  load("multi_turn_base", R"("initial_config": {}, "involved_classes": ["MathAPI"])",
       R"x([["f()"]])x", 30);
  const auto suspicious = [&](const auto& passes) {
    Audit audit;
    for (std::size_t run = 0; run < 20; ++run) {
      const std::size_t number = audit.add_run("run" + std::to_string(run));
      for (std::size_t i = 0; i < 30; ++i) {
        audit.add(number, episode(i, passes(i, run), 10 * i + run % 2 + 1));
      }
    }
    std::set<std::string> ids;
    const AuditReport report = audit.finish({});
    for (const AuditedEntry& one : report.entries) {
      for (const SuspicionReason& reason : one.reasons) {
        const bool is_hard = reason.suspicion == Suspicion::kNobodyPasses ||
                             reason.suspicion == Suspicion::kAmbiguous;
        if (is_hard) ids.insert(one.entry->id);
        const bool expected = reason.text.find("of them were expected to") != std::string::npos;
        EXPECT_EQ(reason.suspicion == Suspicion::kNobodyPasses, expected);
      }
    }
    return ids;
  };
  // A third of the entries is hard for every run, the others are not for most.
  EXPECT_EQ(suspicious([](std::size_t i, std::size_t run) { return i >= 10 && run >= i % 9; }),
            std::set<std::string>{});
  // All are passed by nearly everybody, but for one.
  EXPECT_EQ(suspicious([](std::size_t i, std::size_t run) { return i != 7 && run != i % 20; }),
            std::set<std::string>{"multi_turn_base_7"});
}

TEST(AuditTotals, SayWhatTheyCover) {
  AuditTotals totals;
  totals.weight = 0.6;
  totals.leaderboard = "v4";
  EXPECT_EQ(weight_text(totals), "These entries cover 60.0 % of the weight of v4");
  totals.leaderboard = kOwnScore;
  EXPECT_EQ(weight_text(totals), "Their categories have 60.0 % of the benchmark's entries");
  totals.tag_weights = true;
  EXPECT_EQ(weight_text(totals),
            "The accuracy is with tag weights, and these entries cover 60.0 % of the weight");
}

}  // namespace
}  // namespace bfclx
