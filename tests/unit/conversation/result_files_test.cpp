#include "core/conversation/result_files.h"

#include <gtest/gtest.h>

#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

TEST(ResultFiles, Paths) {
  EXPECT_EQ(model_folder("meta/x-FC"), "meta_x-FC");
  struct Case {
    std::string_view id;
    std::string_view path;
  };
  const Case cases[] = {
      {"simple_python_3", "non_live/BFCL_v4_simple_python_result.json"},
      {"live_multiple_1-0-2", "live/BFCL_v4_live_multiple_result.json"},
      {"multi_turn_base_0", "multi_turn/BFCL_v4_multi_turn_base_result.json"},
      {"web_search_base_0", "agentic/BFCL_v4_web_search_base_result.json"},
      {"memory_rec_sum_0-customer-0", "agentic/memory/rec_sum/BFCL_v4_memory_rec_sum_result.json"},
      {"memory_kv_prereq_0-student-0", "agentic/memory/kv/BFCL_v4_memory_kv_prereq_result.json"},
      {"format_sensitivity_0:ret_fmt=python:live_simple_1-0-0",
       "format_sensitivity/BFCL_v4_format_sensitivity_result.json"},
  };
  for (const Case& row : cases) EXPECT_EQ(result_file_path(row.id), row.path);
  EXPECT_EQ(memory_snapshot_path("memory_kv_prereq_0-student-0", "student"),
            "agentic/memory/kv/memory_snapshot/student_final.json");
  EXPECT_EQ(memory_checkpoint_path("memory_kv_prereq_0-student-0"),
            "agentic/memory/kv/memory_snapshot/prereq_checkpoints/"
            "memory_kv_prereq_0-student-0.json");
}

TEST(ResultFiles, MergeReplacesById) {
  const std::string file =
      "{\"id\": \"simple_python_10\", \"result\": \"a\"}\n"
      "{\"id\": \"simple_python_2\", \"result\": \"\xC3\xA9\"}\n";
  const Value line = json_loads(R"({"id": "simple_python_10", "result": "new"})").value();
  const Value lines[] = {line};
  const Result<std::string> merged = merge_result_lines(file, lines);
  ASSERT_TRUE(merged.ok());
  EXPECT_EQ(*merged,
            "{\"id\": \"simple_python_2\", \"result\": \"\\u00e9\"}\n"
            "{\"id\": \"simple_python_10\", \"result\": \"new\"}\n");
}

TEST(ResultFiles, SortingWritesUtf8AndOnlyWhereTheOrderWasWrong) {
  const std::string right =
      "{\"id\": \"simple_python_2\", \"result\": \"\\u00e9\"}\n"
      "{\"id\": \"simple_python_10\", \"result\": \"b\"}\n";
  const auto same = sorted_result_file(right);
  ASSERT_TRUE(same.ok());
  EXPECT_FALSE(same->has_value());
  const std::string wrong =
      "{\"id\": \"simple_python_10\", \"result\": \"b\"}\n"
      "{\"id\": \"simple_python_2\", \"result\": \"\\u00e9\"}\n";
  const auto sorted = sorted_result_file(wrong);
  ASSERT_TRUE(sorted.ok() && sorted->has_value());
  EXPECT_EQ(**sorted,
            "{\"id\": \"simple_python_2\", \"result\": \"\xC3\xA9\"}\n"
            "{\"id\": \"simple_python_10\", \"result\": \"b\"}\n");
}

TEST(ResultFiles, ADamagedLineIsAnErrorWithItsNumber) {
  const auto sorted = sorted_result_file("{\"id\": \"simple_python_1\"}\n{\"id\": \"simp");
  ASSERT_FALSE(sorted.ok());
  EXPECT_EQ(sorted.error().message.rfind("line 2: ", 0), 0U) << sorted.error().message;
}

}  // namespace
}  // namespace bfclx
