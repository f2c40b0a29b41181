#include "core/run/naming.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "core/dataset/results.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

std::string question(const std::string& id, const std::string& functions) {
  return R"({"id": ")" + id +
         R"(", "question": [[{"role": "user", "content": "q"}]], "function": [)" + functions +
         "]}\n";
}

std::string function(const std::string& name) {
  return R"({"name": ")" + name +
         R"(", "description": "d", "parameters": {"type": "dict", )"
         R"("properties": {"x": {"type": "integer"}}, "required": ["x"]}})";
}

constexpr const char* kNow =
    R"({"name": "now", "description": "d", "parameters": {"type": "dict", "properties": {}}})";

// More than kMostCandidates that offer `common`.
std::string common_questions() {
  std::string questions;
  for (std::size_t i = 0; i < kMostCandidates + 10; ++i) {
    questions += question("irrelevance_" + std::to_string(i), function("common"));
  }
  return questions;
}

// Two entries share `shared`; `geo.area` and `weather` are of one alone, `now` takes nothing.
DatasetFiles& dataset() {
  static const std::map<std::string, std::string> kFiles = {
      {"data/BFCL_v4_irrelevance.json", common_questions()},
      {"data/BFCL_v4_simple_python.json", question("simple_python_0", function("geo.area")) +
                                              question("simple_python_1", function("shared")) +
                                              question("simple_python_2", kNow)},
      {"data/possible_answer/BFCL_v4_simple_python.json",
       R"({"id": "simple_python_0", "ground_truth": [{"geo.area": {"x": [1]}}]})"
       "\n"
       R"({"id": "simple_python_1", "ground_truth": [{"shared": {"x": [1]}}]})"
       "\n"
       R"({"id": "simple_python_2", "ground_truth": [{"now": {}}]})"},
      {"data/BFCL_v4_live_irrelevance.json",
       question("live_irrelevance_0-0-0", function("weather"))},
      {"data/BFCL_v4_multiple.json",
       question("multiple_0", function("shared") + ", " + function("other"))},
      {"data/possible_answer/BFCL_v4_multiple.json",
       R"({"id": "multiple_0", "ground_truth": [{"other": {"x": [1]}}]})"},
  };
  static DatasetFiles files("memory",
                            [](const std::string& path) -> Result<std::optional<std::string>> {
                              const auto file = kFiles.find(path);
                              if (file == kFiles.end()) return std::optional<std::string>();
                              return std::optional<std::string>(file->second);
                            });
  return files;
}

// "id result" of the responses, then the problems that are fatal.
std::string named(std::string_view bytes, std::string_view as_entry = {}) {
  ResultFile file = read_any_results(bytes, !as_entry.empty());
  NamingRequest request;
  request.as_entry = as_entry;
  name_responses(dataset(), request, file);
  EXPECT_TRUE(file.nameless.empty());
  std::string text;
  for (const Response& response : file.responses)
    text += response.id + " " + repr(response.result) + "\n";
  for (const ResultProblem& problem : file.problems) {
    if (problem.fatal) text += std::to_string(problem.line) + "! " + problem.message + "\n";
  }
  return text;
}

TEST(Naming, ByFunctionsAndParameters) {
  EXPECT_EQ(named("geo.area(x=1)"), "simple_python_0 'geo.area(x=1)'\n");
  // An API that takes no dots.
  EXPECT_EQ(named(R"([{"name": "geo_area", "arguments": {"x": 1}}])"),
            "simple_python_0 [{'geo_area': '{\"x\": 1}'}]\n");
  EXPECT_EQ(named(R"([{"other": "{\"x\": 2}"}, {"shared": "{\"x\": 3, \"y\": 1}"}])"),
            "multiple_0 [{'other': '{\"x\": 2}'}, {'shared': '{\"x\": 3, \"y\": 1}'}]\n");
  EXPECT_EQ(named("now()"), "simple_python_2 'now()'\n");
}

TEST(Naming, NothingIsGuessed) {
  EXPECT_EQ(
      named("shared(x=1)"),
      "1! 2 entries have the function `shared` (simple_python_1, multiple_0); name the entry with "
      "--as-entry\n");
  EXPECT_EQ(
      named("common(x=1)"),
      "1! 60 entries have the function `common` (irrelevance_0, irrelevance_1, irrelevance_2, "
      "irrelevance_3, irrelevance_4 and 55 more); name the entry with --as-entry\n");
  EXPECT_EQ(named("none(x=1)"),
            "1! no single-turn entry of the dataset has the function `none`; name the entry with "
            "--as-entry\n");
  EXPECT_EQ(
      named("[geo.area(x=1), shared(x=1)]"),
      "1! no single-turn entry of the dataset has the functions `geo.area`, `shared`; name the "
      "entry with "
      "--as-entry\n");
  EXPECT_EQ(named(R"({"role": "assistant", "content": "No."})"),
            "1! no call can be parsed in it; name the entry with --as-entry\n");
}

TEST(Naming, ACommonFunctionNameIsNoMatch) {
  for (const char* call :
       {"geo.area(width=1)", "geo.area()", "geo.area(1)", "[geo.area(x=1), geo.area(width=1)]"}) {
    EXPECT_EQ(
        named(call),
        "1! only simple_python_0 has the function `geo.area`, but with other parameters; name the "
        "entry with --as-entry\n");
  }
  EXPECT_EQ(named("now(zone=1)"),
            "1! only simple_python_2 has the function `now`, but with other parameters; name the "
            "entry with "
            "--as-entry\n");
  // A call says nothing of an entry that expects none.
  EXPECT_EQ(named("weather(x=1)"),
            "1! only live_irrelevance_0-0-0 has the function `weather`, and it expects no such "
            "call; name "
            "the entry with --as-entry\n");
}

// The problems that are not fatal.
std::string notes(std::string_view bytes) {
  ResultFile file = read_any_results(bytes);
  name_responses(dataset(), {}, file);
  std::string text;
  for (const ResultProblem& problem : file.problems) {
    EXPECT_EQ(problem.recognised, problem.message.starts_with("recognised: ")) << problem.message;
    if (!problem.recognised) {
      const bool matched = problem.message.find("matched") == 0;
      EXPECT_EQ(problem.nameless,
                !matched && !problem.message.ends_with("by function and parameter names"));
    }
    if (!problem.fatal && !problem.recognised) text += problem.message + "\n";
  }
  return text;
}

TEST(Naming, CandidatesAreListed) {
  EXPECT_EQ(notes("shared(y=1)"),
            "candidate simple_python_1 (simple_python, other parameters): \"q\"\n"
            "candidate multiple_0 (multiple, other parameters): \"q\"\n");
  EXPECT_EQ(notes("weather(x=1)"), "candidate live_irrelevance_0-0-0 (live_irrelevance): \"q\"\n");
  EXPECT_EQ(notes("geo.area(x=1)"),
            "matched to simple_python_0 by function and parameter names: \"q\"\n");
  // Once for each set of functions.
  EXPECT_EQ(notes("[{\"weather\": \"{}\"}]\n[{\"weather\": \"{}\"}]\n"),
            "candidate live_irrelevance_0-0-0 (live_irrelevance, other parameters): \"q\"\n");
}

TEST(Naming, TheFirstLineOfTheQuestion) {
  Entry entry;
  const auto line = [&](const std::string& question) {
    entry.data = *json_loads("{\"question\": " + question + "}");
    return question_line(entry);
  };
  EXPECT_EQ(line(R"([[{"role": "system", "content": "s"},
                      {"role": "user", "content": " \n one\ntwo"}]])"),
            "one");
  EXPECT_EQ(line("[[{\"role\": \"user\", \"content\": \"" + std::string(121, 'a') + "\"}]]"),
            std::string(120, 'a') + " ...");
  EXPECT_EQ(line("[]"), "");
  EXPECT_EQ(line("[[]]"), "");
}

TEST(Naming, AsAnEntryThatIsNamed) {
  EXPECT_EQ(named("I cannot do that.", "simple_python_1"), "simple_python_1 'I cannot do that.'\n");
  EXPECT_EQ(named("shared(x=1)", "multiple_0"), "multiple_0 'shared(x=1)'\n");
  // An episode has turns.
  EXPECT_EQ(named("ls()", "multi_turn_base_0"), "multi_turn_base_0 [['ls()']]\n");
  // Those that tell their entry stay with it.
  EXPECT_EQ(named(R"({"id": "simple_python_0", "result": "x"})", "simple_python_1"),
            "simple_python_0 'x'\n");
}

TEST(Naming, ManyOfOneKindAreLookedUpOnce) {
  std::string bytes;
  for (int i = 0; i < 20'000; ++i) bytes += "[{\"shared\": \"{}\"}]\n";
  ResultFile file = read_any_results("{}\n" + bytes);
  EXPECT_EQ(file.nameless.size(), 20'000u);
  name_responses(dataset(), {}, file);
  EXPECT_EQ(file.problems.size(), 20'004u);  // `{}`, what was recognised, two candidates
}

}  // namespace
}  // namespace bfclx
