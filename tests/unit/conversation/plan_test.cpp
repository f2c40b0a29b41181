#include "core/conversation/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/value/dict.h"

namespace bfclx {
namespace {

TEST(SortKey, TheOfficialOrder) {
  const char* sorted[] = {
      "memory_kv_prereq_2-notetaker-1",
      "memory_kv_prereq_32-notetaker-0",
      "memory_vector_prereq_0-customer-0",
      "web_search_base_3",
      "web_search_no_snippet_0",
      "format_sensitivity_4:ret_fmt=x:live_simple_1-0-0",
      "live_simple_9-3-15",
      "live_simple_10-3-16",
      "simple_python_2",
      "simple_python_10",
      "multi_turn_base_1",
      "memory_kv_0-customer-0",
  };
  for (std::size_t i = 1; i < std::size(sorted); ++i) {
    EXPECT_LT(sort_key(sorted[i - 1]), sort_key(sorted[i])) << sorted[i];
  }
  EXPECT_EQ(sort_key("odd"), sort_key("odd"));
}

Dataset small_dataset() {
  Dataset dataset;
  const std::string entries =
      R"({"id": "simple_python_10", "question": [[{"role": "user", "content": "b"}]], "function": [{"name": "f"}]})"
      "\n"
      R"({"id": "simple_python_2", "question": [[{"role": "user", "content": "a"}]], "function": [{"name": "f"}]})";
  const std::string answers = R"({"id": "simple_python_10", "ground_truth": [{"f": {"a": [1]}}]})"
                              "\n"
                              R"({"id": "simple_python_2", "ground_truth": [{"f": {"a": [1]}}]})";
  EXPECT_TRUE(dataset.add(*find_category("simple_python"), entries, answers).ok());
  const std::string docs = R"({"name": "f", "description": "d", "parameters": {"properties": {}}})";
  EXPECT_TRUE(dataset.add_function_docs("MemoryAPI_kv", docs).ok());
  const std::string before =
      R"({"id": "memory_prereq_0-student-0", "scenario": "student", "question": [[{"role": "user", "content": "x"}]]})"
      "\n"
      R"({"id": "memory_prereq_1-student-1", "scenario": "student", "question": [[{"role": "user", "content": "y"}]]})";
  EXPECT_TRUE(dataset.add_memory_prerequisites("student", before).ok());
  const std::string memory =
      R"({"id": "memory_0-student-0", "scenario": "student", "question": [[{"role": "user", "content": "q"}]]})";
  EXPECT_TRUE(dataset
                  .add(*find_category("memory_kv"), memory,
                       R"({"id": "memory_0-student-0", "ground_truth": ["a"]})")
                  .ok());
  return dataset;
}

std::vector<std::string> ids_of(const std::vector<PlannedEntry>& plan) {
  std::vector<std::string> ids;
  for (const PlannedEntry& planned : plan) ids.push_back(planned.entry->id);
  return ids;
}

PlanRequest everything() {
  PlanRequest request;
  request.categories = {find_category("memory_kv"), find_category("simple_python")};
  return request;
}

using Ids = std::vector<std::string>;

TEST(Plan, PrerequisitesComeBeforeTheirQuestions) {
  const Dataset dataset = small_dataset();
  const auto plan = make_plan(dataset, everything());
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_EQ(ids_of(*plan), (Ids{"memory_kv_prereq_0-student-0", "memory_kv_prereq_1-student-1",
                                "simple_python_2", "simple_python_10", "memory_kv_0-student-0"}));
  EXPECT_EQ((*plan)[1].depends_on, Ids{"memory_kv_prereq_0-student-0"});
  EXPECT_EQ((*plan)[4].depends_on,
            (Ids{"memory_kv_prereq_0-student-0", "memory_kv_prereq_1-student-1"}));
}

TEST(Plan, WhatIsDoneIsNotAskedAndNotWaitedFor) {
  const Dataset dataset = small_dataset();
  PlanRequest request = everything();
  request.done = {"simple_python_2", "memory_kv_prereq_0-student-0"};
  const auto plan = make_plan(dataset, request);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(ids_of(*plan),
            (Ids{"memory_kv_prereq_1-student-1", "simple_python_10", "memory_kv_0-student-0"}));
  EXPECT_TRUE((*plan)[0].depends_on.empty());
}

TEST(Plan, PrerequisitesWithoutAQuestionAreDropped) {
  const Dataset dataset = small_dataset();
  PlanRequest request = everything();
  request.done = {"memory_kv_0-student-0"};
  const auto plan = make_plan(dataset, request);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(ids_of(*plan), (Ids{"simple_python_2", "simple_python_10"}));
}

TEST(Schedule, ChildrenWaitForTheirParents) {
  const Dataset dataset = small_dataset();
  const auto plan = make_plan(dataset, everything());
  ASSERT_TRUE(plan.ok());
  Schedule schedule(*plan);
  EXPECT_EQ(schedule.take(), 0U);
  // The second conversation waits for the first, the single turns do not.
  EXPECT_EQ(schedule.take(), 2U);
  EXPECT_EQ(schedule.take(), 3U);
  EXPECT_EQ(schedule.take(), std::nullopt);
  schedule.complete(0);
  EXPECT_EQ(schedule.take(), 1U);
  schedule.complete(1);
  EXPECT_EQ(schedule.take(), 4U);
  for (const std::size_t index : {2U, 3U, 4U}) schedule.complete(index);
  EXPECT_TRUE(schedule.finished());
}

}  // namespace
}  // namespace bfclx
