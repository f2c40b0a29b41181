#include "core/dataset/dataset.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/dataset/loader.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

const Category& category(std::string_view name) {
  const Category* found = find_category(name);
  EXPECT_NE(found, nullptr) << name;
  return *found;
}

std::string question_line(const std::string& id) {
  return R"({"id": ")" + id +
         R"(", "question": [[{"role": "user", "content": "hi"}]], "function": [{"name": "f"}]})"
         "\n";
}

std::string answer_line(const std::string& id) {
  return R"({"id": ")" + id +
         R"(", "ground_truth": [{"f": {"x": [1, ""]}}]})"
         "\n";
}

TEST(Dataset, KeepsTheOrderAndAlignsByLine) {
  Dataset dataset;
  const Category& simple = category("simple_python");
  EXPECT_FALSE(dataset.has(simple));
  EXPECT_TRUE(dataset.entries(simple).empty());
  // A byte order mark, a blank line and another spelling of an answer's id do no harm.
  const std::string questions =
      "\xEF\xBB\xBF" + question_line("simple_python_1") + "\r\n" + question_line("simple_python_0");
  const std::string answers = answer_line("answer_1") + answer_line("simple_python_0");
  const Status status = dataset.add(simple, questions, answers);
  ASSERT_TRUE(status.ok()) << status.error().message;
  ASSERT_EQ(dataset.entries(simple).size(), 2u);
  const Entry& first = dataset.entries(simple)[0];
  EXPECT_EQ(first.id, "simple_python_1");
  EXPECT_EQ(first.category, &simple);
  EXPECT_EQ(repr(first.ground_truth), "[{'f': {'x': [1, '']}}]");
  EXPECT_EQ(repr(first.functions()), "[{'name': 'f'}]");
  EXPECT_EQ(repr(first.question()), "[[{'role': 'user', 'content': 'hi'}]]");
}

TEST(Dataset, Find) {
  Dataset dataset;
  ASSERT_TRUE(dataset
                  .add(category("simple_python"), question_line("simple_python_0"),
                       answer_line("simple_python_0"))
                  .ok());
  ASSERT_TRUE(dataset.add(category("irrelevance"), question_line("oddly_named"), "").ok());
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"simple_python_0", "simple_python_0"},
      {"simple_0", "simple_python_0"},
      {"oddly_named", "oddly_named"},
      {"simple_python_1", "-"},
      {"simple_python_0 ", "-"},
      {"", "-"},
  };
  for (const auto& [id, expected] : cases) {
    const Entry* entry = dataset.find(id);
    EXPECT_EQ(entry == nullptr ? "-" : entry->id, expected) << id;
  }
  EXPECT_TRUE(dataset.find("oddly_named")->ground_truth.is_none());
}

// "file:line: id: " as an error carries it, whatever its message says.
std::string place_text(const Error& error) {
  std::string text(error.file());
  if (error.place.line != 0) text += ":" + std::to_string(error.place.line);
  text += ": ";
  if (!error.id().empty()) text.append(error.id()).append(": ");
  return text;
}

struct ErrorCase {
  std::string_view category;
  std::string questions;
  std::string answers;
  std::string_view message;
};

TEST(Dataset, AFaultyLineOfGroundTruthCostsItsEntry) {
  std::string questions;
  std::string lines[6];
  for (int i = 0; i < 6; ++i) {
    questions += question_line("multiple_" + std::to_string(i));
    lines[i] = answer_line("multiple_" + std::to_string(i));
  }
  const std::string first = lines[0] + lines[1] + lines[2];
  const std::string rest = lines[3] + lines[4] + lines[5];
  struct Case {
    std::string_view what;
    std::string answers;
    std::string malformed;  // "id message;" of each
  };
  const std::string lost = " no readable line has the ground truth of this entry;";
  const std::string broken =
      " not JSON: Expecting property name enclosed in double quotes: line 1 ";
  const Case cases[] = {
      {"lost", lines[0] + "\n" + lines[2] + rest, "multiple_1" + lost},
      {"lost and broken", lines[0] + lines[2] + lines[3] + lines[4] + "{]\n",
       "multiple_1" + lost + "multiple_5" + lost},
      {"in two", lines[0] + "{\"id\":\n\"multiple_1\"}\n" + lines[2] + rest,
       "multiple_1" + lost +
           " not JSON: Expecting value: line 1 column 7 (char 6);"
           " not JSON: Extra data: line 1 column 13 (char 12);"},
      {"appended", first + rest + "{]\n", broken + "column 2 (char 1);"},
      {"appended without an id", first + rest + "{}\n", " the line has no id;"},
      {"lost, and one without an id", lines[0] + lines[2] + rest + "{}\n",
       "multiple_1" + lost + " the line has no id;"},
      {"another id", first + answer_line("multiple_99") + rest,
       "multiple_99 no question has this id;"},
      {"twice", first + lines[1] + rest,
       "multiple_1 duplicate or misplaced ground truth for this entry;"},
      {"moved, and one too many", lines[3] + first + lines[4] + lines[5] + "{}\n",
       "multiple_3 duplicate or misplaced ground truth for this entry; the line has no id;"},
  };
  for (const Case& each : cases) {
    Dataset dataset;
    const Status status = dataset.add(category("multiple"), questions, each.answers);
    ASSERT_TRUE(status.ok()) << each.what << ": " << status.error().message;
    std::string malformed;
    for (const MalformedEntry& one : dataset.malformed(category("multiple"))) {
      malformed += one.id + " " + one.text + ";";
    }
    EXPECT_EQ(malformed, each.malformed) << each.what;
    EXPECT_NE(dataset.find("multiple_2"), nullptr) << each.what;
  }
  // Without ids nobody knows which line is lost.
  Dataset nameless;
  const std::string truth = "{\"ground_truth\": []}\n";
  EXPECT_FALSE(nameless.add(category("multiple"), questions, truth + truth + truth).ok());
  // Other ids, and ids in another order, are no lost lines.
  Dataset dataset;
  EXPECT_FALSE(dataset
                   .add(category("multiple"), questions,
                        answer_line("multiple_2") + answer_line("multiple_0"))
                   .ok());
}

TEST(Dataset, ErrorsNameFileLineAndId) {
  const std::string q0 = question_line("multiple_0");
  const std::string q1 = question_line("multiple_1");
  const std::string a0 = answer_line("multiple_0");
  const std::string a1 = answer_line("multiple_1");
  const std::string turn = R"([[{"role": "user", "content": "hi"}]])";
  const ErrorCase cases[] = {
      {"multiple", q0 + "{\"id\": \n", "",
       "BFCL_v4_multiple.json:2: not JSON: Expecting value: line 1 column 8 (char 7)"},
      {"multiple", q0 + "\n[]\n", "",
       "BFCL_v4_multiple.json:3: the line is a list, expected an object"},
      {"multiple", "{\"question\": []}", "",
       "BFCL_v4_multiple.json:1: \"id\" is missing, expected text"},
      {"multiple", "{\"id\": 7}", "", "BFCL_v4_multiple.json:1: \"id\" is a number, expected text"},
      {"multiple", q0 + q0, a0 + a0,
       "BFCL_v4_multiple.json:1: multiple_0: duplicate id, also in line 2"},
      {"multiple", q0 + "\xff\n", "", "BFCL_v4_multiple.json:2: invalid UTF-8 at byte 0"},
      {"multiple", R"({"id": "m", "question": null, "function": []})", "",
       "BFCL_v4_multiple.json:1: m: \"question\" is null, expected a list of turns, each a list of "
       "messages"},
      {"multiple", R"({"id": "m", "question": )" + turn + R"(, "function": [{"nome": 1}]})", "",
       "BFCL_v4_multiple.json:1: m: item 1 of \"function\" is {\"nome\": 1}, expected a function "
       "doc "
       "with a \"name\""},
      {"multiple", q0, a1 + a1,
       "possible_answer/BFCL_v4_multiple.json: 2 entries, but BFCL_v4_multiple.json has 1 entry; "
       "the two are aligned by line"},
      {"multiple", q0 + q1, a1 + a0,
       "possible_answer/BFCL_v4_multiple.json:1: multiple_0: the ground truth on this line has the "
       "id "
       "multiple_1; questions and ground truth are matched by line"},
      {"multiple", q0, R"({"id": "multiple_0"})",
       "possible_answer/BFCL_v4_multiple.json:1: multiple_0: \"ground_truth\" is missing, expected "
       "a list of {name: {parameter: [alternatives]}}"},
      {"multiple", q0, R"({"id": "multiple_0", "ground_truth": [{"f": {"x": 1}}]})",
       "possible_answer/BFCL_v4_multiple.json:1: multiple_0: item 1 of \"ground_truth\" is "
       "{\"f\": {\"x\": 1}}, expected {name: {parameter: [alternatives]}}"},
      {"multi_turn_base", R"({"id": "m", "question": )" + turn + R"(, "involved_classes": "X"})",
       "",
       "BFCL_v4_multi_turn_base.json:1: m: \"involved_classes\" is text, expected a list of class "
       "names"},
      {"multi_turn_base", R"({"id": "m", "question": )" + turn + R"(, "involved_classes": ["X"]})",
       R"j({"id": "m", "ground_truth": ["f()"]})j",
       "possible_answer/BFCL_v4_multi_turn_base.json:1: m: item 1 of \"ground_truth\" is "
       "\"f()\", expected a list of calls as text"},
  };
  for (const ErrorCase& each : cases) {
    Dataset dataset;
    const Status status = dataset.add(category(each.category), each.questions, each.answers);
    ASSERT_FALSE(status.ok()) << each.message;
    EXPECT_EQ(status.error().message, each.message);
    EXPECT_EQ(status.error().kind, "DatasetError");
    EXPECT_FALSE(status.error().file().empty()) << each.message;
    EXPECT_EQ(each.message.find(place_text(status.error())), 0u)
        << place_text(status.error()) << " is not how it begins: " << each.message;
    EXPECT_FALSE(dataset.has(category(each.category)));
  }
}

TEST(Dataset, QuestionsOfOlderCategories) {
  Dataset dataset;
  ASSERT_TRUE(dataset
                  .add(category("chatable"),
                       "{\"question\": \"Hello?\", \"function\": \"\"}\n"
                       "{\"question\": \"And?\", \"function\": \"\"}\n",
                       "")
                  .ok());
  const Entry* chat = dataset.find("chatable_1");
  ASSERT_NE(chat, nullptr);
  EXPECT_EQ(repr(chat->question()), "[[{'role': 'user', 'content': 'And?'}]]");
  EXPECT_EQ(repr(chat->functions()), "[]");
  ASSERT_TRUE(dataset
                  .add(category("sql"),
                       R"({"id": "sql_0", "question": [{"role": "user", "content": "q"}],)"
                       R"( "function": [{"name": "f"}]})",
                       answer_line("sql_0"))
                  .ok());
  EXPECT_EQ(repr(dataset.find("sql_0")->question()), "[[{'role': 'user', 'content': 'q'}]]");
}

// A dataset of a few files, and what was read of it.
struct Files {
  std::map<std::string, std::string> bytes;
  std::vector<std::string> read;

  Status load(Dataset& dataset, std::string_view name) {
    return load_category(dataset, category(name),
                         [this](std::string_view path) -> Result<std::string> {
                           read.emplace_back(path);
                           const auto file = bytes.find(std::string(path));
                           if (file != bytes.end()) return file->second;
                           return Error{.kind = "OSError", .message = "no " + std::string(path)};
                         });
  }
};

Files agentic_files() {
  Files files;
  for (const FunctionDocFile& row : function_doc_files()) {
    const std::string name(row.class_name);
    files.bytes["data/" + std::string(row.file)] =
        "{\"name\": \"a_" + name + "\"}\n{\"name\": \"b_" + name + "\"}\n";
  }
  for (const MemoryScenario& row : memory_scenarios()) {
    const std::string name(row.name);
    files.bytes["data/" + std::string(row.file)] = "{\"id\": \"memory_prereq_0-" + name +
                                                   "-0\"}\n{\"id\": \"memory_prereq_1-" + name +
                                                   "-1\"}\n";
  }
  files.bytes["prompts.json"] =
      R"({"ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT": "Answer so."})";
  return files;
}

TEST(Dataset, MemoryEntries) {
  Files files = agentic_files();
  files.bytes["data/BFCL_v4_memory.json"] =
      R"({"id": "memory_0-student-0", "question": [[{"role": "user", "content": "q"}]],)"
      R"( "involved_classes": ["MemoryAPI"], "scenario": "student"})";
  files.bytes["data/possible_answer/BFCL_v4_memory.json"] =
      R"({"id": "memory_0-student-0", "ground_truth": ["42"]})";
  Dataset dataset;
  for (const char* name : {"memory_kv", "memory_rec_sum"}) {
    const Status status = files.load(dataset, name);
    ASSERT_TRUE(status.ok()) << status.error().message;
  }
  // As load_dataset_entry(..., include_prereq=False) gives it.
  ASSERT_NE(dataset.find("memory_kv_0-student-0"), nullptr);
  EXPECT_EQ(repr(dataset.find("memory_kv_0-student-0")->data),
            "{'id': 'memory_kv_0-student-0', 'question': [[{'role': 'system', 'content': 'Answer "
            "so.'}, {'role': 'user', 'content': 'q'}]], 'involved_classes': ['MemoryAPI_kv'], "
            "'scenario': 'student', 'depends_on': ['memory_kv_prereq_0-student-0', "
            "'memory_kv_prereq_1-student-1'], 'function': [{'name': 'a_MemoryAPI_kv'}, {'name': "
            "'b_MemoryAPI_kv'}]}");
  EXPECT_EQ(repr(dataset.find("memory_rec_sum_0-student-0")->ground_truth), "['42']");
  EXPECT_EQ(dataset.find("memory_0-student-0"), nullptr);
}

TEST(Dataset, WebSearchEntries) {
  Files files = agentic_files();
  files.bytes["data/BFCL_v4_web_search.json"] =
      R"({"id": "web_search_0", "question": [[{"role": "user", "content": "q"}]],)"
      R"( "involved_classes": ["WebSearchAPI"]})";
  files.bytes["data/possible_answer/BFCL_v4_web_search.json"] =
      R"({"id": "web_search_0", "ground_truth": ["yes"]})";
  Dataset dataset;
  ASSERT_TRUE(files.load(dataset, "web_search_no_snippet").ok());
  ASSERT_NE(dataset.find("web_search_no_snippet_0"), nullptr);
  EXPECT_EQ(repr(dataset.find("web_search_no_snippet_0")->functions()),
            "[{'name': 'a_WebSearchAPI'}, {'name': 'b_WebSearchAPI'}]");
}

TEST(Dataset, HeldOutFunctions) {
  Files files = agentic_files();
  const std::string entry =
      R"({"id": "multi_turn_miss_func_0", "question": [[{"role": "user", "content": "q"}], []],)"
      R"( "missed_function": {"1": ["b_MathAPI", "unknown"]},)"
      R"( "involved_classes": ["MathAPI", "TwitterAPI"]})";
  const std::string answer = R"j({"id": "multi_turn_miss_func_0", "ground_truth": [["f()"], []]})j";
  files.bytes["data/BFCL_v4_multi_turn_miss_func.json"] = entry;
  files.bytes["data/possible_answer/BFCL_v4_multi_turn_miss_func.json"] = answer;
  Dataset dataset;
  ASSERT_TRUE(files.load(dataset, "multi_turn_miss_func").ok());
  const Entry* found = dataset.find("multi_turn_miss_func_0");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(repr(found->functions()),
            "[{'name': 'a_MathAPI'}, {'name': 'a_TwitterAPI'}, {'name': 'b_TwitterAPI'}]");
  EXPECT_EQ(repr(*found->data.as_dict().find("missed_function")), "{'1': [{'name': 'b_MathAPI'}]}");
  // The docs of the class keep the function.
  EXPECT_EQ(dataset.function_docs("MathAPI")->items().size(), 2u);

  Dataset bare;  // without function docs the entry stays as it is
  ASSERT_TRUE(bare.add(category("multi_turn_miss_func"), entry, answer).ok());
  EXPECT_EQ(repr(bare.find("multi_turn_miss_func_0")->functions()), "[]");
}

TEST(Dataset, LoaderReadsWhatIsNeededOnce) {
  Files files;
  files.bytes["data/BFCL_v4_parallel.json"] = question_line("parallel_0");
  files.bytes["data/possible_answer/BFCL_v4_parallel.json"] = answer_line("parallel_0");
  files.bytes["data/BFCL_v4_format_sensitivity.json"] = R"({"parallel": ["parallel_0"]})";
  Dataset dataset;
  ASSERT_TRUE(files.load(dataset, "format_sensitivity").ok());
  ASSERT_TRUE(files.load(dataset, "parallel").ok());
  EXPECT_EQ(files.read, (std::vector<std::string>{"data/BFCL_v4_format_sensitivity.json",
                                                  "data/BFCL_v4_parallel.json",
                                                  "data/possible_answer/BFCL_v4_parallel.json"}));
  const Status missing = files.load(dataset, "multiple");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "no data/BFCL_v4_multiple.json");
}

}  // namespace
}  // namespace bfclx
