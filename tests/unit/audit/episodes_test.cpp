// What an audit says of episodes: ground truth that differs from that of its variants, and how many
// runs were expected to pass.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/audit/item_model.h"
#include "core/audit/variants.h"
#include "core/base/result.h"

namespace bfclx {
namespace {

class Variants : public ::testing::Test {
 protected:
  // An entry "NAME_0" with this ground truth.
  void load(const std::string& name, const std::string& truth) {
    const Category* category = find_category(name);
    const std::string id = R"({"id": ")" + name + "_0\", ";
    const std::string question =
        id + R"("question": [[{"role": "user", "content": "hi"}]], "initial_config": {}, )" +
        R"("involved_classes": ["MathAPI"], "path": [], "excluded_function": []})";
    const Status status =
        dataset_.add(*category, question + "\n", id + "\"ground_truth\": " + truth + "}\n");
    ASSERT_TRUE(status.ok());
    entries_.push_back(&dataset_.entries(*category)[0]);
  }
  std::vector<std::string> texts() const { return variant_differences(entries_); }

  Dataset dataset_;
  std::vector<const Entry*> entries_;
};

TEST_F(Variants, OneAgainstTwo) {
  load("multi_turn_base", R"x([["a(x=1)", "b()", "c('y')"]])x");
  load("multi_turn_miss_func", R"x([["a(x=2)", "b()", "c('y')"]])x");
  load("multi_turn_miss_param", R"x([["b()", "a(x = 1)", "c(\"y\")"]])x");
  EXPECT_EQ(texts(), (std::vector<std::string>{
                         "",
                         "the ground truth calls a(x=2), but the ground truth of the 2 other "
                         "variants of this episode calls a(x=1)",
                         ""}));
}

TEST_F(Variants, WhatIsMissingAndWhatIsMore) {
  load("multi_turn_base", R"x([["a()"]])x");
  load("multi_turn_miss_func", R"x([["a()", "b()"]])x");
  load("multi_turn_miss_param", R"x([["a()", "b()"]])x");
  EXPECT_EQ(texts()[0],
            "the ground truth of the 2 other variants of this episode calls b(), which is missing "
            "here");
  std::swap(entries_[0], entries_[2]);
  EXPECT_EQ(texts()[2].substr(0, 30), "the ground truth of the 2 othe");
}

TEST_F(Variants, LongCallsAreShownWhereTheyDiffer) {
  const std::string same(300, 'x');
  load("multi_turn_base", R"x([["f(a=')x" + same + R"x(1')"]])x");
  load("multi_turn_miss_func", R"x([["f(a=')x" + same + R"x(2')"]])x");
  load("multi_turn_miss_param", R"x([["f(a=')x" + same + R"x(2')"]])x");
  const std::string shown(40, 'x');
  EXPECT_EQ(texts()[0], "the ground truth calls f(..." + shown +
                            "1'), but the ground truth of the 2 other variants of this episode "
                            "calls f(..." +
                            shown + "2')");
}

TEST_F(Variants, NoneWithoutAMajority) {
  load("multi_turn_base", R"x([["a(x=1)"]])x");
  load("multi_turn_miss_func", R"x([["a(x=2)"]])x");
  EXPECT_EQ(texts(), (std::vector<std::string>(2)));
  load("multi_turn_miss_param", R"x([["a(x=3)"]])x");
  EXPECT_EQ(texts(), (std::vector<std::string>(3)));
}

TEST_F(Variants, LongContextHasOtherArgumentsButNoOtherFunctions) {
  for (const char* name : {"multi_turn_base", "multi_turn_miss_func", "multi_turn_miss_param"}) {
    load(name, R"x([["a(x=1)", "b()"]])x");
  }
  load("multi_turn_long_context", R"x([["a(x=2)", "a(x=3)", "b()"]])x");
  EXPECT_EQ(texts(), (std::vector<std::string>(4)));
  Dataset other;
  std::swap(dataset_, other);
  entries_.pop_back();
  load("multi_turn_long_context", R"x([["a(x=1)"]])x");
  EXPECT_EQ(texts()[3],
            "the ground truth of the 3 other variants of this episode calls b, which is missing "
            "here");
}

TEST_F(Variants, TheOddOneIsLikelyWrong) {
  load("multi_turn_base", R"x([["a(x=1)"]])x");
  load("multi_turn_miss_func", R"x([["a(x=2)"]])x");
  load("multi_turn_miss_param", R"x([["a(x=1)"]])x");
  Audit audit;
  for (std::size_t run = 0; run < 8; ++run) {
    const std::size_t number = audit.add_run("run" + std::to_string(run));
    for (const Entry* entry : entries_) {
      Answer answer;
      answer.entry = entry;
      answer.kind = AnswerKind::kEpisode;
      answer.valid = run % 2 == 0;
      answer.meaning = answer.valid ? 0 : 7;
      audit.add(number, answer);
    }
  }
  const AuditReport report = audit.finish({});
  EXPECT_EQ(report.suspicious(), 1U);
  const AuditedEntry& first = report.entries.front();
  EXPECT_EQ(first.entry->id, "multi_turn_miss_func_0");
  EXPECT_EQ(first.list, AuditList::kLikelyWrong);
  ASSERT_EQ(first.reasons.size(), 1U);
  EXPECT_EQ(first.reasons[0].suspicion, Suspicion::kVariantsDiffer);
  EXPECT_EQ(first.evidence.front().name, "variants_differ");
}

class AgenticAudit : public ::testing::Test {
 protected:
  // Of 12 runs, 8 say the same, the others nothing in common.
  AuditReport report(const std::string& said) {
    const Category* category = find_category("web_search_base");
    const std::string id = R"({"id": "web_search_base_0", )";
    const std::string question =
        id + R"("question": [[{"role": "user", "content": "Who holds the record?"}]], )" +
        R"("initial_config": {}, "involved_classes": ["WebSearchAPI"], "num_hops": 1})";
    const Status status = dataset_.add(*category, question + "\n",
                                       id + R"("ground_truth": ["Ann"], "source": []})" + "\n");
    EXPECT_TRUE(status.ok());
    Audit audit;
    for (std::uint64_t run = 0; run < 12; ++run) {
      const std::size_t number = audit.add_run("run" + std::to_string(run));
      Answer answer;
      answer.entry = &dataset_.entries(*category)[0];
      answer.kind = AnswerKind::kMessage;
      answer.meaning = run < 8 ? 5 : 100 + run;
      answer.shown = run < 8 ? said : "run " + std::to_string(run);
      audit.add(number, answer);
    }
    return audit.finish({});
  }

  Dataset dataset_;
};

TEST_F(AgenticAudit, AgreedAnswersThatAreNotAccepted) {
  const AuditReport found = report("Bob");
  ASSERT_EQ(found.suspicious(), 1U);
  const AuditedEntry& entry = found.entries.front();
  EXPECT_EQ(entry.list, AuditList::kLikelyWrong);
  EXPECT_EQ(entry.reasons.front().suspicion, Suspicion::kAgreedAlternative);
  EXPECT_EQ(entry.reasons.front().text,
            "8 of 12 runs answer Bob, and the ground truth accepts ['Ann']; 0 pass. The fact may "
            "have changed since the ground truth was written");
  EXPECT_EQ(entry.alternative.shown, "Bob");
}

TEST_F(AgenticAudit, RunsThatDoNotKnowAgreeOnNothing) {
  const AuditReport found = report("I do not know");
  EXPECT_EQ(found.suspicious(), 0U);
}

// Scenario s is passed by run r where r >= hard(s); four categories.
std::vector<ModelledItem> items_of(const std::vector<std::size_t>& hard, std::size_t runs) {
  std::vector<ModelledItem> items;
  for (std::size_t scenario = 0; scenario < hard.size(); ++scenario) {
    for (std::size_t category = 0; category < 4; ++category) {
      ModelledItem item;
      item.category = category;
      item.scenario = scenario;
      for (std::uint32_t run = 0; run < runs; ++run) {
        item.answers.push_back({run, run + category >= hard[scenario]});
      }
      items.push_back(std::move(item));
    }
  }
  return items;
}

TEST(ItemModel, HardInAllVariantsIsExpected) {
  // Each other scenario is passed by no run, the rest by most.
  std::vector<std::size_t> hard;
  for (std::size_t i = 0; i < 40; ++i) hard.push_back(i % 2 == 0 ? 100 : 2 + i % 5);
  std::vector<ModelledItem> items = items_of(hard, 20);
  std::vector<ExpectedPasses> expected = expected_passes(items, 20);
  EXPECT_GT(expected[0].none_probability, 0.3);
  EXPECT_LT(expected[0].pass_rate, 0.2);
  EXPECT_GT(expected[4].pass_rate, 0.6);
  // One that nobody passes, while its variants are passed.
  for (ModelledItem::Answer& answer : items[4].answers) answer.right = false;
  expected = expected_passes(items, 20);
  EXPECT_LT(expected[4].none_probability, 0.01);
  EXPECT_GT(expected[4].pass_rate, 0.6);
}

TEST(ItemModel, IsBoundedForExtremes) {
  EXPECT_TRUE(expected_passes({}, 5).empty());
  std::vector<ModelledItem> items(3);
  items[1].answers = {{0, true}};
  items[2].answers = {{0, false}, {4, true}};
  for (const ExpectedPasses& one : expected_passes(items, 5)) {
    EXPECT_GE(one.none_probability, 0);
    EXPECT_LE(one.none_probability, 1);
    EXPECT_GE(one.pass_rate, 0);
    EXPECT_LE(one.pass_rate, 1);
  }
}

}  // namespace
}  // namespace bfclx
