// Findings about agentic entries.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/unit/findings/diagnosis_fixture.h"

namespace bfclx {
namespace {

constexpr int kEntries = 24;

class AgenticFindings : public Diagnosis {
 public:
  void SetUp() override {
    std::string questions;
    std::string answers;
    for (int i = 0; i < kEntries; ++i) {
      const std::string id = "memory_" + std::to_string(i) + "-student-" + std::to_string(i);
      questions += R"({"id": ")" + id +
                   R"(", "question": [[{"role": "user", "content": "Which tide?"}]], )"
                   R"("involved_classes": ["MemoryAPI"], "scenario": "student"})"
                   "\n";
      answers += R"({"id": ")" + id + R"(", "ground_truth": ["spring tide )" + std::to_string(i) +
                 "\"]}\n";
    }
    add("memory_kv", questions, answers);
    add("memory_vector", questions, answers);
    add("memory_rec_sum", questions, answers);
  }
  void message(std::string_view backend, int i, const std::string& words) {
    const std::string number = std::to_string(i);
    const std::string id = "memory_" + std::string(backend) + "_" + number + "-student-" + number;
    response(id, Value::list({Value::list({Value::str(words)})}));
    responses_.back().verdict = nullptr;
  }
  bool has(std::string_view code) {
    for (const Finding& finding : findings()) {
      if (finding.code == code) return true;
    }
    return false;
  }
};

TEST_F(AgenticFindings, BackendsWithTheSameResponses) {
  for (int i = 0; i < kEntries; ++i) {
    const std::string words = "The tide of day " + std::to_string(i) + " was noted.";
    message("kv", i, words);
    message("vector", i, words);
  }
  const Finding finding = only("same_in_backends");
  EXPECT_EQ(finding.count, static_cast<std::size_t>(kEntries));
  EXPECT_EQ(finding.examples.front().text, "identical in memory_kv");
  EXPECT_EQ(finding.severity, Severity::kError);
}

TEST_F(AgenticFindings, AllBackendsWithTheSameResponses) {
  for (int i = 0; i < kEntries; ++i) {
    const std::string words = "The tide of day " + std::to_string(i) + " was noted.";
    for (const char* backend : {"kv", "vector", "rec_sum"}) message(backend, i, words);
  }
  const std::string told = only("same_in_backends").effect;
  EXPECT_NE(told.find("that 3 backends have"), std::string::npos) << told;
  EXPECT_NE(told.find("not independent measurements"), std::string::npos) << told;
}

// The same answer to every question, or to less than half of them, is none of that.
TEST_F(AgenticFindings, WhatSeveralEntriesShareIsNoCopy) {
  for (int i = 0; i < kEntries; ++i) {
    message("kv", i, "I do not know");
    message("vector", i, "I do not know");
  }
  EXPECT_TRUE(findings().empty());
  responses_.clear();
  for (int i = 0; i < kEntries; ++i) {
    const std::string words = "The tide of day " + std::to_string(i) + " was noted.";
    message("kv", i, words);
    message("vector", i, i < 11 ? words : "Tide " + std::to_string(i));
  }
  EXPECT_TRUE(findings().empty());
}

TEST_F(AgenticFindings, MessagesThatNameEverything) {
  std::string all;
  for (int i = 0; i < 90; ++i) all += "It may be spring tide " + std::to_string(i) + ". ";
  for (int i = 0; i < 6; ++i) message("kv", i, all);
  EXPECT_EQ(only("long_final_messages").count, 6u);
  responses_.clear();
  // The answer stands where the form has it, however long the rest is.
  for (int i = 0; i < 6; ++i) {
    message("kv", i,
            "{'answer': 'spring tide " + std::to_string(i) + "', 'context': '" + all + "'}");
  }
  EXPECT_TRUE(findings().empty());
  responses_.clear();
  for (int i = 0; i < 6; ++i) message("kv", i, "It was spring tide " + std::to_string(i) + ".");
  EXPECT_TRUE(findings().empty());
}

}  // namespace
}  // namespace bfclx
