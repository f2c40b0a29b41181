// Cases added to a benchmark: all or none, ids, duplicates.
#include "core/benchmark/added_cases.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/text.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

class AddedCasesTest : public testing::Test {
 protected:
  AddedCasesTest() {
    benchmark_.tools =
        parse(R"([{"name": "f", "parameters": {"type": "object", "required": ["x"], "properties":)"
              R"({"x": {"type": "integer"}, "s": {"type": "string"}}}}])");
  }

  AddedCases add(std::string_view cases) {
    const auto read = [this](const std::string& path) -> Result<std::optional<std::string>> {
      const auto file = files_.find(path);
      if (file == files_.end()) return std::optional<std::string>();
      return std::optional<std::string>(file->second);
    };
    Result<AddedCases> added = add_cases(benchmark_, read, cases);
    EXPECT_TRUE(added.ok()) << added.error().message;
    if (!added.ok()) return {};
    for (const BenchmarkFile& file : added->files) files_[file.path] = file.bytes;
    return std::move(added).value();
  }

  std::string problems(std::string_view cases) {
    std::string text;
    for (const CaseProblem& problem : add(cases).problems) {
      text += std::to_string(problem.line) + ": " + problem.text + "\n";
    }
    return text;
  }

  OwnBenchmark benchmark_;
  std::map<std::string, std::string> files_;
};

constexpr std::string_view kCase =
    R"({"id": "a", "tags": ["t"], "question": "1?", "expected": {"name": "f", "arguments": {"x": 1}}})";
constexpr std::string_view kNone = R"({"question": "2?", "expected": "none"})";

TEST_F(AddedCasesTest, WritesTheOfficialForm) {
  const AddedCases added = add(std::string(kCase) + "\n\n" + std::string(kNone) + "\n");
  EXPECT_TRUE(added.problems.empty());
  ASSERT_EQ(added.categories.size(), 2u);
  EXPECT_EQ(added.categories[0].category->name, "simple_python");
  EXPECT_EQ(added.categories[0].added, 1u);
  EXPECT_EQ(added.categories[1].category->name, "irrelevance");
  ASSERT_EQ(files_.size(), 3u);
  const std::string question = files_["data/BFCL_v4_simple_python.json"];
  EXPECT_EQ(question,
            R"({"id": "simple_python_0", "question": [[{"role": "user", "content": "1?"}]], )"
            R"("function": [{"name": "f", "description": "", "parameters": {"type": "dict", )"
            R"("required": ["x"], "properties": {"x": {"type": "integer", "description": ""}, )"
            R"("s": {"type": "string", "description": ""}}}}], "own_id": "a", "tags": ["t"]})"
            "\n");
  EXPECT_EQ(files_["data/possible_answer/BFCL_v4_simple_python.json"],
            R"({"id": "simple_python_0", "ground_truth": [{"f": {"x": [1]}}]})"
            "\n");
  EXPECT_EQ(files_.count("data/BFCL_v4_irrelevance.json"), 1u);
  // The ground truth takes its place before the questions.
  EXPECT_EQ(added.files[0].path, "data/possible_answer/BFCL_v4_simple_python.json");
}

TEST_F(AddedCasesTest, SkipsWhatAnInterruptedCallAdded) {
  add(kCase);
  const auto read = [this](const std::string& path) -> Result<std::optional<std::string>> {
    const auto file = files_.find(path);
    if (file == files_.end()) return std::optional<std::string>();
    return std::optional<std::string>(file->second);
  };
  const std::string cases = std::string(kCase) + "\n" + std::string(kNone) + "\n";
  const Result<AddedCases> added = add_cases(benchmark_, read, cases, kMaxCaseProblems, true);
  ASSERT_TRUE(added.ok()) << added.error().message;
  EXPECT_TRUE(added->problems.empty());
  EXPECT_EQ(added->skipped, 1u);
  ASSERT_EQ(added->files.size(), 1u);
  EXPECT_EQ(added->files[0].path, "data/BFCL_v4_irrelevance.json");
  // Only a case that is the same in every member.
  std::string other(kCase);
  other.replace(other.find("{\"x\": 1}"), 8, "{\"x\": 2}");
  const Result<AddedCases> refused = add_cases(benchmark_, read, other, kMaxCaseProblems, true);
  ASSERT_TRUE(refused.ok());
  EXPECT_EQ(refused->faulty, 1u);
}

TEST_F(AddedCasesTest, AppendsWithNewIds) {
  add(kCase);
  std::string& questions = files_["data/BFCL_v4_simple_python.json"];
  questions.pop_back();  // a file edited without its last line end
  const std::string before = questions;
  const AddedCases added =
      add(R"({"id": "b", "question": "3?", "expected": {"name": "f", "arguments": {"x": 3}}})");
  EXPECT_TRUE(added.problems.empty());
  EXPECT_EQ(added.categories[0].all, 2u);
  EXPECT_EQ(questions.substr(0, before.size()), before);
  EXPECT_NE(questions.find(R"({"id": "simple_python_1")"), std::string::npos);
}

TEST_F(AddedCasesTest, AllOrNothing) {
  const std::string two = std::string(kNone) + "\n{\"question\": \"?\"}\nnot json\n";
  EXPECT_EQ(problems(two),
            "2: expected: is missing: write the expected calls, or \"none\" if no call passes\n"
            "3: not JSON: Expecting value: line 1 column 1 (char 0)\n");
  EXPECT_TRUE(files_.empty());
}

TEST_F(AddedCasesTest, RefusesMembersThatAreThereTwice) {
  EXPECT_EQ(problems(R"({"question": "?", "expected": "none", "question": "!"})"),
            "1: duplicate member 'question' (char 38)\n");
  EXPECT_EQ(problems(R"({"question": "?", "expected": [{"f": {"x": [1], "x": [2]}}]})"),
            "1: duplicate member 'x' (char 48)\n");
  EXPECT_TRUE(files_.empty());
}

TEST_F(AddedCasesTest, RefusesDuplicates) {
  const std::string one(kCase);
  EXPECT_EQ(problems(one + "\n" + one), "2: id: duplicate, also of line 1\n");
  EXPECT_EQ(problems(std::string(kNone) + "\n" + std::string(kNone)),
            "2: question: the same question with the same tools as line 1\n");
  add(kCase);
  EXPECT_EQ(problems(kCase), "1: id: duplicate, also of simple_python_0\n");
  EXPECT_EQ(problems(R"({"question": "1?", "expected": "none"})"),
            "1: question: the same question with the same tools as simple_python_0\n");
}

TEST_F(AddedCasesTest, TellsTheFirstProblemsAndCountsAll) {
  std::string cases;
  for (int i = 0; i < 50; ++i) cases += "{}\n";
  const AddedCases added = add(cases);
  EXPECT_EQ(added.problems.size(), kMaxCaseProblems);
  EXPECT_EQ(added.faulty, 50u);
}

TEST_F(AddedCasesTest, ChecksPossibleAnswersAgainstThemselves) {
  EXPECT_NE(problems(R"({"question": "?", "expected": [{"f": {"x": ["one"]}}]})"), "");
  EXPECT_NE(problems(R"({"question": "?", "expected": [{"f": {"x": [1, ""]}}]})"), "");
  EXPECT_TRUE(files_.empty());
}

TEST_F(AddedCasesTest, NamesThatPythonCannotWrite) {
  benchmark_.tools = parse(R"([{"name": "get-it"}])");
  EXPECT_EQ(add(R"({"question": "?", "expected": {"name": "get-it"}})").only_as_calls, 1u);
}

// All ground truth is written before all questions.
TEST_F(AddedCasesTest, GoesOnAfterAnInterruptedCall) {
  add(kCase);
  const std::map<std::string, std::string> before = files_;
  constexpr std::string_view kMore =
      R"({"question": "3?", "expected": {"name": "f", "arguments": {"x": 3}}})";
  constexpr std::string_view kTwoCalls =
      R"({"question": "4?", "expected": [{"name": "f", "arguments": {"x": 4}}, )"
      R"({"name": "f", "arguments": {"x": 5}}]})";
  const std::string cases = concat({kMore, "\n", kTwoCalls});
  const AddedCases first = add(cases);
  ASSERT_EQ(first.files.size(), 4u);
  const std::map<std::string, std::string> after = files_;
  for (std::size_t written = 0; written < 3; ++written) {
    files_ = before;
    for (std::size_t i = 0; i < written; ++i) files_[first.files[i].path] = first.files[i].bytes;
    EXPECT_EQ(problems(cases), "") << written;
    EXPECT_EQ(files_, after) << written;
  }
  // Ground truth that lacks its question for another reason is a fault.
  files_ = before;
  std::string& answers = files_["data/possible_answer/BFCL_v4_simple_python.json"];
  answers = R"({"id": "simple_python_9", "ground_truth": [{"f": {"x": [1]}}]})"
            "\n" +
            answers;
  const auto read = [this](const std::string& path) -> Result<std::optional<std::string>> {
    const auto file = files_.find(path);
    if (file == files_.end()) return std::optional<std::string>();
    return std::optional<std::string>(file->second);
  };
  EXPECT_FALSE(add_cases(benchmark_, read, kMore).ok());
}

TEST_F(AddedCasesTest, RefusesABrokenBenchmark) {
  add(kCase);
  files_["data/possible_answer/BFCL_v4_simple_python.json"] = "{}\n";
  const auto read = [this](const std::string& path) -> Result<std::optional<std::string>> {
    const auto file = files_.find(path);
    if (file == files_.end()) return std::optional<std::string>();
    return std::optional<std::string>(file->second);
  };
  const Result<AddedCases> added = add_cases(benchmark_, read, kNone);
  ASSERT_FALSE(added.ok());
  EXPECT_NE(added.error().message.find("Correct the file of the benchmark first"),
            std::string::npos);
}

TEST(OwnBenchmarkFile, OneLineForEachTool) {
  const OwnBenchmark benchmark{
      "b", "1", "", "", "", parse(R"([{"name": "f", "x": {"y": [1]}}, 2])"), {}};
  EXPECT_EQ(own_benchmark_bytes(benchmark).value(),
            "{\n  \"bfclx_benchmark\": 1,\n  \"name\": \"b\",\n  \"version\": \"1\",\n  \"match\": "
            "\"official\",\n  \"tools\": [\n    {\"name\": \"f\", \"x\": {\"y\": [1]}},\n    2\n  "
            "]\n}\n");
  for (const std::size_t depth : {986u, 987u, 988u}) {
    const OwnBenchmark deep{
        "b",
        "1",
        "",
        "",
        "",
        parse(R"([{"name": "f", "x": )" + std::string(depth, '[') + std::string(depth, ']') + "}]"),
        {}};
    const Result<std::string> bytes = own_benchmark_bytes(deep);
    EXPECT_EQ(bytes.ok(), depth < 988) << depth;
    if (!bytes.ok()) continue;
    EXPECT_TRUE(read_own_benchmark(*bytes).ok());
  }
}

TEST(OwnBenchmarkFile, ReadsWhatItWrites) {
  OwnBenchmark benchmark{"b", "1.2", "MIT", "@misc{b}", "", parse("[1]"), ValueMatching::kExact};
  const Result<std::optional<OwnBenchmark>> read =
      read_own_benchmark(own_benchmark_bytes(benchmark).value());
  ASSERT_TRUE(read.ok() && *read);
  EXPECT_EQ((*read)->name, "b");
  EXPECT_EQ((*read)->version, "1.2");
  EXPECT_EQ((*read)->licence, "MIT");
  EXPECT_EQ((*read)->citation, "@misc{b}");
  EXPECT_EQ((*read)->language, "");
  EXPECT_TRUE(equal((*read)->tools, benchmark.tools));
  EXPECT_EQ((*read)->match, ValueMatching::kExact);
  EXPECT_FALSE(read_own_benchmark("{}")->has_value());
  const auto fault = [](std::string_view bytes) {
    return read_own_benchmark(bytes).error().message;
  };
  EXPECT_EQ(fault(R"({"bfclx_benchmark": 2})"), "this version reads \"bfclx_benchmark\": 1 only");
  EXPECT_EQ(fault(R"({"bfclx_benchmark": 1})"), "\"name\" is missing, expected text");
  EXPECT_EQ(
      fault(R"({"bfclx_benchmark": 1, "name": "b", "version": "1", "match": "schem"})"),
      "match: unknown match `schem`: expected official, schema or exact. Did you mean schema?");
  const auto with = [](std::string_view members) {
    return R"({"bfclx_benchmark": 1, "name": "b", "version": "1", )" + std::string(members) + "}";
  };
  EXPECT_EQ(fault(with(R"("match": "")")),
            "match: unknown match ``: expected official, schema or exact.");
  EXPECT_EQ(fault(with(R"("mach": "schema")")), "unknown member \"mach\". Did you mean match?");
  EXPECT_EQ(fault(with(R"("order": "given")")),
            "\"order\" is a member of cases: write it in the cases that need it");
  EXPECT_TRUE(read_own_benchmark(with(R"("homepage": "https://example.org")")).ok());
}

}  // namespace
}  // namespace bfclx
