#include "core/run/naming.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "core/dataset/results.h"
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

// Two entries share `shared`; `geo.area` is of one alone.
DatasetFiles& dataset() {
  static const std::map<std::string, std::string> kFiles = {
      {"data/BFCL_v4_simple_python.json", question("simple_python_0", function("geo.area")) +
                                              question("simple_python_1", function("shared"))},
      {"data/possible_answer/BFCL_v4_simple_python.json",
       R"({"id": "simple_python_0", "ground_truth": [{"geo.area": {"x": [1]}}]})"
       "\n"
       R"({"id": "simple_python_1", "ground_truth": [{"shared": {"x": [1]}}]})"},
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

// "id result" of the replies, then the problems that are fatal.
std::string named(std::string_view bytes, std::string_view as_entry = {}) {
  ResultFile file = read_any_results(bytes, !as_entry.empty());
  NamingRequest request;
  request.as_entry = as_entry;
  name_replies(dataset(), request, file);
  EXPECT_TRUE(file.nameless.empty());
  std::string text;
  for (const Reply& reply : file.replies) text += reply.id + " " + repr(reply.result) + "\n";
  for (const ResultProblem& problem : file.problems) {
    if (problem.fatal) text += std::to_string(problem.line) + "! " + problem.message + "\n";
  }
  return text;
}

TEST(Naming, ByTheFunctionsThatAreCalled) {
  EXPECT_EQ(named("geo.area(x=1)"), "simple_python_0 'geo.area(x=1)'\n");
  // An API that takes no dots.
  EXPECT_EQ(named(R"([{"name": "geo_area", "arguments": {"x": 1}}])"),
            "simple_python_0 [{'geo_area': '{\"x\": 1}'}]\n");
  EXPECT_EQ(named(R"([{"other": "{}"}, {"shared": "{}"}, {"other": "{}"}])"),
            "multiple_0 [{'other': '{}'}, {'shared': '{}'}, {'other': '{}'}]\n");
}

TEST(Naming, NothingIsGuessed) {
  EXPECT_EQ(named("shared(x=1)"),
            "1! 2 entries offer `shared` (simple_python_1, multiple_0); name the entry with "
            "--as-entry\n");
  EXPECT_EQ(named("none(x=1)"),
            "1! no entry of the dataset offers `none`; name the entry with --as-entry\n");
  EXPECT_EQ(named("[geo.area(x=1), shared(x=1)]"),
            "1! no entry of the dataset offers `geo.area`, `shared`; name the entry with "
            "--as-entry\n");
  EXPECT_EQ(named(R"({"role": "assistant", "content": "No."})"),
            "1! no call can be read in it, so name the entry with --as-entry\n");
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
  name_replies(dataset(), {}, file);
  EXPECT_EQ(file.problems.size(), 20'002u);  // with `{}` and what was recognised
}

}  // namespace
}  // namespace bfclx
