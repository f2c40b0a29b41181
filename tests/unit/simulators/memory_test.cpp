#include "core/simulators/apis/memory.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/simulators/apis/memory_search.h"
#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

// A scenario of the entry, with the text of a snapshot; "" for none.
std::string scenario(const std::string& id, const std::string& snapshot = "") {
  Dict config;
  config.set("model_result_dir", Value::str("result/m"));
  config.set("scenario", Value::str("student"));
  config.set("test_id", Value::str(id));
  if (!snapshot.empty()) config.set("snapshot", Value::str(snapshot));
  return *json_dumps(Value::dict(std::move(config)));
}

MemoryApi& memory(Session& session) {
  return *memory_of(const_cast<Simulator&>(session.instance()));
}

// Expected texts are what the official class gives in CPython 3.11.
TEST(MemoryKv, ChecksInTheOfficialOrder) {
  Session session("MemoryAPI_kv", "{}");
  const std::string form =
      R"({"error": "Key must be in snake_case format and cannot contain spaces."})";
  const std::string added = R"({"status": "Key-value pair added."})";
  session.run_all({
      {"core_memory_key_search('a')", "Error during execution: division by zero"},
      {"core_memory_add('Bad Key', 'x' * 301)",
       R"({"error": "Entry is too long. Please shorten the entry to less than 300 characters."})"},
      {"core_memory_add('Bad', 'x' * 300)", form},
      {"core_memory_add('a__b', 'x')", form},
      {"core_memory_add('a_', 'x')", form},
      {"core_memory_add('_a', 'x')", form},
      {"core_memory_add('a1', 'x')", form},
      {"core_memory_add('', 'x')", form},
      {"core_memory_add('a\\n\\n', 'x')", form},
      {"core_memory_add('a_1', '\u4e2d' * 300)", added},
      {"core_memory_add('b\\n', [1, None])", added},
      {"core_memory_add('a_1', 'x')", R"({"error": "Key name must be unique."})"},
      {"core_memory_retrieve('b\\n')", R"({"value": "[1, None]"})"},
      {"core_memory_retrieve(['b'])", "Error during execution: unhashable type: 'list'"},
      {"core_memory_remove(None)", R"({"error": "Key not found."})"},
      {"core_memory_replace(None, 'x' * 301)", R"({"error": "Key not found."})"},
      {"core_memory_add('c', '')", added},
      {"core_memory_add('d', '')", added},
      {"core_memory_add('e', '')", added},
      {"core_memory_add('f', '')", added},
      {"core_memory_add('g', '')", added},
      {"core_memory_add('Bad', 'x' * 301)",
       R"({"error": "Core memory is full. Please clear some entries."})"},
      {"core_memory_clear()", R"({"status": "Short term memory cleared."})"},
      {"core_memory_retrieve_all()", "{}"},
      {"archival_memory_clear()", R"({"status": "Long term memory cleared."})"},
  });
}

TEST(MemoryKv, RanksKeysToTheLastBit) {
  Session session("MemoryAPI_kv", "{}");
  for (const char* key : {"tea_shop", "tea_house_tea", "coffee", "last_order_date"}) {
    session.run(std::string("archival_memory_add('") + key + "', 'x')");
  }
  session.run_all({
      {"archival_memory_key_search('Tea_SHOP zz tea')",
       R"({"ranked_results": [[7.065197666900737, "tea_shop"], [5.806640619728617, "tea_house_tea"], [3.4420193761824107, "coffee"], [3.4420193761824107, "last_order_date"]]})"},
      {"archival_memory_key_search('zz', k=-3)", R"({"ranked_results": [[0.0, "tea_shop"]]})"},
      {"archival_memory_key_search('zz', k=1.5)",
       "Error during execution: slice indices must be integers or None or have an __index__ "
       "method"},
      {"archival_memory_key_search(5)",
       "Error during execution: 'int' object has no attribute 'replace'"},
      {"archival_memory_key_search(b'tea')",
       "Error during execution: a bytes-like object is required, not 'str'"},
  });
}

TEST(MemorySearch, SplitsAtWhiteSpaceAndUnderscores) {
  EXPECT_EQ(memory_tokens("  A_b\u00a0C\u3000__d "),
            (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(memory_tokens("_ _"), std::vector<std::string>{});
}

TEST(MemoryRecSum, BoundsReplacements) {
  Session session("MemoryAPI_rec_sum", "{}");
  session.run_all({
      {"memory_retrieve()", R"({"error": "Memory is empty."})"},
      {"memory_append('ab')", R"({"status": "Memory appended."})"},
      {"memory_replace('', '-')", R"({"status": "Memory updated."})"},
      {"memory_retrieve()", R"({"memory_content": "-a-b-"})"},
      {"memory_append('x' * 9996)",
       R"({"error": "Entry will be too long after appending. Please shorten the entry to less than 10000 characters."})"},
      {"memory_append('x' * 9995)", R"({"status": "Memory appended."})"},
      {"memory_replace('', 'y' * 10000)", "Error during execution: the memory would grow too long"},
      {"memory_replace('z', 'y')", R"({"error": "Text 'z' not found in memory."})"},
      {"memory_replace('x', 'yyy')", R"({"status": "Memory updated."})"},
      {"memory_append('')",
       R"({"error": "Entry will be too long after appending. Please shorten the entry to less than 10000 characters."})"},
      {"memory_update(['\u00e9'])", R"({"status": "Memory updated."})"},
      {"memory_retrieve()", R"({"memory_content": "['\u00e9']"})"},
  });
}

TEST(Memory, SnapshotsGoOnWithTheNextEntry) {
  Session first("MemoryAPI_kv", scenario("memory_kv_prereq_0-student-0", R"({"core_memory": 5})"));
  ASSERT_EQ(first.start_error(), "");
  EXPECT_EQ(*memory(first).context(), "There is no content in the core memory at this point.");
  first.run("core_memory_add('name', 'Zo\u00e9')");
  EXPECT_EQ(*memory(first).context(), "{\n    \"name\": \"Zo\\u00e9\"\n}");
  EXPECT_EQ(
      memory(first).snapshot_files(),
      (std::vector<std::string>{"result/m/agentic/memory/kv/memory_snapshot/prereq_checkpoints/"
                                "memory_kv_prereq_0-student-0.json",
                                "result/m/agentic/memory/kv/memory_snapshot/student_final.json"}));
  const std::string snapshot = *memory(first).snapshot();
  EXPECT_EQ(snapshot,
            "{\n    \"core_memory\": {\n        \"name\": \"Zo\\u00e9\"\n    },\n"
            "    \"archival_memory\": {}\n}");
  Session second("MemoryAPI_kv", scenario("memory_kv_3-student-4", snapshot));
  second.run_all({{"core_memory_list_keys()", R"({"keys": ["name"]})"}});
  EXPECT_EQ(second.attribute("snapshot_folder"), "'result/m/agentic/memory/kv/memory_snapshot'");
}

TEST(Memory, DamagedSnapshotsAreNamed) {
  const std::string deep(5000, '[');
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{",
       "JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 "
       "(char 1)"},
      {R"({"core_memory": {}, "archi)",
       "JSONDecodeError: Unterminated string starting at: line 1 column 21 (char 20)"},
      {R"({"core_memory": {}})", "KeyError: 'archival_memory'"},
      {"[1]", "TypeError: list indices must be integers or slices, not str"},
      {"5", "TypeError: 'int' object is not subscriptable"},
      {"null", ""},
      {"{}", ""},
  };
  for (const auto& [snapshot, error] : cases) {
    Session session("MemoryAPI_kv", scenario("memory_kv_3-student-4", snapshot));
    EXPECT_EQ(session.start_error(), error) << snapshot;
  }
  Session nested("MemoryAPI_kv", scenario("memory_kv_3-student-4", deep));
  EXPECT_EQ(nested.start_error().substr(0, 15), "RecursionError:");
  Session number("MemoryAPI_rec_sum", scenario("memory_rec_sum_3-student-4", R"({"memory": 5})"));
  EXPECT_EQ(number.start_error(),
            "AssertionError: Memory data should be a string, but got <class 'int'> instead.");
}

TEST(Memory, BytesThatAreNoUtf8AreNamedAsCpythonDoes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{\"a\": \"\xff\"}", "byte 0xff in position 7: invalid start byte"},
      {"\xc3", "byte 0xc3 in position 0: unexpected end of data"},
      {"\xe4\xb8x", "bytes in position 0-1: invalid continuation byte"},
      {"ab\xed\xa0\x80", "byte 0xed in position 2: invalid continuation byte"},
      {"\xf0\x9f\x98", "bytes in position 0-2: unexpected end of data"},
      {"\xe0\x80\x80", "byte 0xe0 in position 0: invalid continuation byte"},
      {"\xf5\x80", "byte 0xf5 in position 0: invalid start byte"},
  };
  for (const auto& [snapshot, error] : cases) {
    EpisodeModules modules(nullptr, 0);
    const auto instance = make_simulator("MemoryAPI_kv", modules);
    Dict config;
    config.set("model_result_dir", Value::str("r"));
    config.set("scenario", Value::str("student"));
    config.set("test_id", Value::str("memory_kv_3-student-4"));
    config.set("snapshot", Value::bytes(snapshot));
    const Status loaded = instance->load_scenario(Value::dict(std::move(config)), false);
    ASSERT_FALSE(loaded.ok());
    EXPECT_EQ(loaded.error().message, "'utf-8' codec can't decode " + error);
  }
}

TEST(Memory, FoldersFollowTheClass) {
  for (const std::string backend : {"kv", "rec_sum"}) {
    EpisodeModules modules(nullptr, 0);
    const auto instance = make_simulator("MemoryAPI_" + backend, modules);
    Dict config;
    config.set("model_result_dir", Value::str("r"));
    config.set("scenario", Value::str("student"));
    config.set("test_id", Value::str("memory_" + backend + "_prereq_2-student-1"));
    ASSERT_TRUE(instance->load_scenario(Value::dict(std::move(config)), false).ok());
    const std::string folder = "r/agentic/memory/" + backend + "/memory_snapshot/";
    const MemoryApi* memory = memory_of(*instance);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(memory->snapshot_files(),
              (std::vector<std::string>{
                  folder + "prereq_checkpoints/memory_" + backend + "_prereq_2-student-1.json",
                  folder + "student_final.json"}));
    EXPECT_EQ(memory->is_one_text(), backend == "rec_sum");
  }
}

}  // namespace
}  // namespace bfclx
