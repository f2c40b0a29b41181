// Cases while they are written: faults of every member, entries, files, and back from entries.
#include "core/benchmark/case_draft.h"

#include <gtest/gtest.h>

#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/benchmark/case_proposal.h"
#include "core/benchmark/case_table.h"
#include "core/benchmark/function_docs.h"
#include "core/dataset/dataset_files.h"
#include "core/value/dict_of.h"
#include "tests/unit/check/check_support.h"

namespace bfclx {
namespace {

constexpr std::string_view kTools =
    R"([{"name": "f", "parameters": {"type": "object", "required": ["x"], "properties":)"
    R"({"x": {"type": "integer"}, "s": {"type": "string"}}}}, {"name": "g", "parameters":)"
    R"({"type": "object", "properties": {"y": {"type": "integer"}}}}])";

OwnBenchmark benchmark(std::string_view more = "") {
  Value texts = parse("{" + std::string(more) + "}");
  Dict all = texts.as_dict();
  all.set("tools", Value::str(kTools));
  const Result<OwnBenchmark> read = read_draft_benchmark(Value::dict(std::move(all)), {});
  EXPECT_TRUE(read.ok()) << read.error().message;
  return read.ok() ? *read : OwnBenchmark();
}

std::string faults(std::string_view cells) {
  std::string text;
  for (const std::string& fault : draft_case(benchmark(), parse(cells)).faults)
    text += fault + "\n";
  return text;
}

TEST(CaseDraft, AnEntryOfTextOrJson) {
  const CaseDraft text =
      draft_case(benchmark(), parse(R"j({"question": "1?", "expected": "[f(x=1), g(y=2)]"})j"));
  EXPECT_TRUE(text.faults.empty());
  ASSERT_NE(text.entry, nullptr);
  EXPECT_EQ(text.entry->category->name, "parallel_multiple");
  const CaseDraft json = draft_case(
      benchmark(),
      parse(R"({"question": "1?", "expected": "{\"name\": \"f\", \"arguments\": {\"x\": 1}}"})"));
  ASSERT_NE(json.entry, nullptr);
  EXPECT_EQ(json.entry->category->name, "multiple");
  const CaseDraft none = draft_case(
      benchmark(), parse(R"({"question": "1?", "expected": "none", "tools": "f", "tags": ""})"));
  ASSERT_NE(none.entry, nullptr);
  EXPECT_EQ(none.entry->category->name, "irrelevance");
}

TEST(CaseDraft, SaysEveryFault) {
  EXPECT_EQ(faults("{}"),
            "question: is missing\nexpected: is missing: write the expected calls, or \"none\" if "
            "no call passes\n");
  const std::string several = faults(R"j({"id": "a\nb", "question": "1?", "match": "near",)j"
                                     R"j( "tags": "[1]", "expected": "f(x=1)"})j");
  EXPECT_NE(several.find("id: "), std::string::npos) << several;
  EXPECT_NE(several.find("tags[0]: "), std::string::npos) << several;
  EXPECT_NE(several.find("match"), std::string::npos) << several;
  EXPECT_EQ(faults(R"j({"question": "1?", "expected": "[{\"name\": "})j").substr(0, 18),
            "expected: not JSON");
  EXPECT_NE(faults(R"j({"question": "1?", "expected": "f(x='one')"})j"), "");
}

TEST(CaseDraft, ManyToolsOfCasesTakeLinearTime) {
  std::string tools = "[";
  for (int i = 0; i < 40'000; ++i) {
    tools += std::string(i == 0 ? "" : ",") + R"j({"name": "tool_)j" + std::to_string(i) + "\"}";
  }
  Dict cells;
  cells.set("tools", Value::str(tools + "]"));
  const std::clock_t begin = std::clock();
  EXPECT_TRUE(read_draft_benchmark(parse("{}"), {Value::dict(std::move(cells))}).ok());
  const double took = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  EXPECT_LT(took, 6);  // with sanitizers too
}

TEST(CaseDraft, ToolsOfTheBenchmarkAndOfCases) {
  EXPECT_EQ(read_draft_benchmark(parse(R"j({"tools": "[{"})j"), {}).error().message.substr(0, 15),
            "tools: not JSON");
  EXPECT_EQ(read_draft_benchmark(parse("{}"), {}).error().message,
            "tools: are missing: paste the tools that the model is offered");
  Dict cells;
  cells.set("tools", Value::str(kTools));
  const Value given = Value::dict(std::move(cells));
  const Result<OwnBenchmark> own = read_draft_benchmark(parse("{}"), {given, given});
  ASSERT_TRUE(own.ok());
  EXPECT_EQ(own->tools.items().size(), 2u);
  // Two tools of one name are for cases that say which.
  const Value other = parse(R"j({"tools": "[{\"name\": \"f\"}]", "question": "1?"})j");
  ASSERT_TRUE(read_draft_benchmark(parse("{}"), {given, other}).ok());
  for (const std::string_view rest : {R"({"question": "2?"})", R"({"tools": "f"})"}) {
    EXPECT_EQ(read_draft_benchmark(parse("{}"), {given, other, parse(rest)}).error().message,
              "tools: two cases define different tools `f`, and another case has none: paste its "
              "tools");
  }
}

TEST(CaseDraft, FilesOfAllCasesOrTheFaultsOfEach) {
  const std::string good = R"j({"id": "a", "question": "1?", "expected": "f(x=1)"})j";
  const Value cases = parse("[" + good + R"j(, {"question": "2?", "expected": "none"}])j");
  const Result<DraftedCases> drafted = draft_cases(benchmark(), cases.items());
  ASSERT_TRUE(drafted.ok());
  EXPECT_TRUE(drafted->added.problems.empty());
  ASSERT_EQ(drafted->added.files.size(), 4u);
  EXPECT_EQ(drafted->added.files.front().path, "dataset.json");
  EXPECT_EQ(drafted->lines,
            "{\"id\": \"a\", \"question\": \"1?\", \"expected\": \"f(x=1)\"}\n"
            "{\"question\": \"2?\", \"expected\": \"none\"}\n");
  const Value faulty = parse("[" + good + R"j(, {"tags": "[", "question": "2?"}, )j" + good + "]");
  const Result<DraftedCases> refused = draft_cases(benchmark(), faulty.items());
  ASSERT_TRUE(refused.ok());
  ASSERT_EQ(refused->added.problems.size(), 2u);
  EXPECT_EQ(refused->added.problems[0].line, 2u);
  EXPECT_EQ(refused->added.problems[1].line, 3u);
  EXPECT_EQ(refused->added.problems[1].text, "id: duplicate, also of line 1");
  EXPECT_TRUE(refused->added.files.empty());
}

constexpr std::string_view kCases[] = {
    R"j({"id": "a", "question": "1?", "expected": "f(x=1, s='b')", "tags": "t; u"})j",
    R"j({"messages": "[{\"role\": \"system\", \"content\": \"s\"}, {\"role\": \"user\", )j"
    R"j(\"content\": \"1?\"}]", "tools": "g", "expected": "g(y=1)"})j",
    R"j({"question": "1?", "expected": "[f(x=1), f(x=2)]", "order": "given", "match": "exact"})j",
    R"j({"question": "1?", "expected": "h()", "tools": "[{\"name\": \"h\", \"parameters\": )j"
    R"j({\"type\": \"object\", \"properties\": {}}}]"})j",
    R"j({"question": "1?", "expected": "none"})j",
    R"j({"question": "1?", "expected": "none", "tags": "[]"})j"};

TEST(CaseDraft, EntriesBecomeTheSameCases) {
  const Value functions = *function_docs_of(parse(kTools), "tools", ValueMatching::kOfficial);
  for (const std::string_view one : kCases) {
    const CaseDraft draft = draft_case(benchmark(), parse(one));
    ASSERT_NE(draft.entry, nullptr) << one << (draft.faults.empty() ? "" : draft.faults.front());
    const Value cells = cells_of_case(case_of_entry(*draft.entry, functions));
    const CaseDraft again = draft_case(benchmark(), cells);
    ASSERT_NE(again.entry, nullptr) << one << (again.faults.empty() ? "" : again.faults.front());
    EXPECT_TRUE(equal(again.entry->data, draft.entry->data)) << one;
    EXPECT_TRUE(equal(again.entry->ground_truth, draft.entry->ground_truth)) << one;
  }
}

constexpr std::string_view kTurns =
    R"j({"id": "t", "tags": "x", "match": "schema", "order": "given", "turns": [{"question": "1?",)j"
    R"j( "expected": "[f(x=1), g()]", "results": "[{\"c\": 20}, \"ok\"]"}, {"messages":)j"
    R"j( "[{\"role\": \"assistant\", \"content\": \"a\"}, {\"role\": \"user\",)j"
    R"j( \"content\": \"2?\"}]", "expected": "none"}]})j";

TEST(CaseDraft, TurnsAndTheirFaults) {
  const CaseDraft draft = draft_case(benchmark(), parse(kTurns));
  ASSERT_NE(draft.entry, nullptr) << draft.faults.front();
  EXPECT_EQ(draft.entry->category->name, "own_turns");
  EXPECT_EQ(faults(R"j({"turns": [{"question": "1?", "expected": "f(y=1)"}, {"expected": "[{"},)j"
                   R"j( {"question": "3?", "expected": "none"}]})j")
                .substr(0, 26),
            "Turn 2, expected: not JSON");
  const std::string all =
      faults(R"j({"turns": [{"question": "1?", "expected": "f(y=1)"}, {"expected": "none"}]})j");
  EXPECT_NE(all.find("Turn 1, expected[0]"), std::string::npos) << all;
  EXPECT_NE(all.find("Turn 2, question: is missing"), std::string::npos) << all;
  EXPECT_NE(faults(R"j({"question": "1?", "turns": [{"question": "1?", "expected": "none"}]})j"),
            "");
  EXPECT_EQ(faults(R"j({"turns": [{"question": "1?", "expected": "none"}, 5]})j").substr(0, 7),
            "Turn 2,");
  const List cases = {
      parse(R"j({"turns": [{"question": "1?", "expected": "none"}, {"expected": "none"}]})j")};
  const Result<DraftedCases> drafted = draft_cases(benchmark(), cases);
  ASSERT_TRUE(drafted.ok());
  ASSERT_EQ(drafted->added.problems.size(), 1u);
  EXPECT_EQ(drafted->added.problems[0].text.substr(0, 17), "Turn 2, question:");
}

TEST(CaseDraft, TurnsOfAResponse) {
  const Value functions = *function_docs_of(parse(kTools), "tools", ValueMatching::kOfficial);
  const CaseDraft draft = draft_case(benchmark(), parse(kTurns));
  ASSERT_NE(draft.entry, nullptr);
  ScoredResponse scored;
  scored.entry = draft.entry;
  scored.response = parse(R"j([["[f(x=2), g(y=3)]"], ["You are welcome."]])j");
  RunSettings settings;
  settings.decoder = find_decoder("prompting");
  score_response(scored, settings);
  const Value proposed = proposed_case(scored, functions, false);
  const List& turns = find_member(proposed, "turns")->items();
  ASSERT_EQ(turns.size(), 2u);
  EXPECT_EQ(find_text(turns[0], "expected"), "[f(x=2), g(y=3)]");
  EXPECT_EQ(repr(*find_member(turns[0], "results")), "['{\"c\": 20}', 'ok']");
  EXPECT_EQ(find_text(turns[1], "expected"), "none");
  EXPECT_TRUE(draft_case(benchmark(), cells_of_case(proposed)).faults.empty());
}

// What is saved again is the same, byte for byte: also weights, and members of other programs.
TEST(CaseDraft, FilesOfEntriesThatNobodyEdited) {
  const std::string texts =
      R"j("version": "2", "licence": "MIT", "citation": "@misc{a}", "match": "schema", "weights": "{\"t\": 2, \"u\":)j"
      R"j( 0.5}", "more": "{\"maker\": {\"x\": [1]}}")j";
  const OwnBenchmark own = benchmark(texts);
  const Value members = *read_draft_members(parse("{" + texts + "}"));
  Dict first = parse(kTurns).as_dict();
  first.set("tags", Value::str("t; v"));
  List cases = {Value::dict(std::move(first))};
  cases.push_back(parse(R"j({"question": " two ", "expected": "f(x=1)", "tags": "u",)j"
                        R"j( "tools": "f"})j"));
  cases.push_back(parse(R"j({"question": "3?", "expected": "none", "tags": "[\"u\"]"})j"));
  const Result<DraftedCases> drafted = draft_cases(own, cases, members);
  ASSERT_TRUE(drafted.ok()) << drafted.error().message;
  ASSERT_TRUE(drafted->added.problems.empty()) << drafted->added.problems.front().text;
  const std::vector<BenchmarkFile>& files = drafted->added.files;
  const std::string& manifest = files.front().bytes;
  EXPECT_NE(manifest.find("\"weights\": {\"t\": 2, \"u\": 0.5}"), std::string::npos) << manifest;
  EXPECT_NE(manifest.find("\"citation\": \"@misc{a}\""), std::string::npos) << manifest;
  EXPECT_NE(manifest.find("\"maker\": {\"x\": [1]}"), std::string::npos) << manifest;
  const auto read = [&](const std::string& path) -> Result<std::optional<std::string>> {
    for (const BenchmarkFile& file : files) {
      if (file.path == path) return std::optional<std::string>(file.bytes);
    }
    return std::optional<std::string>();
  };
  DatasetFiles dataset("dataset", read);
  const Value functions = *function_docs_of(own.tools, "tools", own.match);
  List again;
  for (const auto& [category, count] : dataset.own_entries()) {
    ASSERT_TRUE(dataset.load(*category).ok());
    for (const Entry& entry : dataset.dataset().entries(*category)) {
      const bool has_turns = category->name == "own_turns";
      again.push_back(cells_of_case(case_of_entry(
          entry, functions, has_turns ? parse(R"j([[{"c": 20}, "ok"], null])j") : Value())));
    }
  }
  const Result<DraftedCases> saved = draft_cases(own, again, members);
  ASSERT_TRUE(saved.ok()) << saved.error().message;
  ASSERT_EQ(saved->added.files.size(), files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(saved->added.files[i].path, files[i].path);
    EXPECT_EQ(saved->added.files[i].bytes, files[i].bytes);
  }
  EXPECT_EQ(changed_entries(saved->added.files, read), 0u);
  again.pop_back();
  const Result<DraftedCases> fewer = draft_cases(own, {again.front()}, members);
  ASSERT_FALSE(fewer.ok());
  EXPECT_NE(fewer.error().message.find("weights."), std::string::npos) << fewer.error().message;
}

TEST(CaseDraft, WeightsAreChecked) {
  const auto wrong = [](std::string_view weights) {
    Dict texts;
    texts.set("tools", Value::str(kTools));
    texts.set("weights", Value::str(weights));
    const Result<OwnBenchmark> read = read_draft_benchmark(Value::dict(std::move(texts)), {});
    return read.ok() ? std::string() : read.error().message;
  };
  EXPECT_EQ(wrong(R"({"x": 2})"), "");
  EXPECT_EQ(wrong("  "), "");
  EXPECT_EQ(wrong("{").substr(0, 17), "weights: not JSON");
  EXPECT_NE(wrong(R"({"x": -1})").find("weights.x"), std::string::npos);
  const CaseDraft draft = draft_case(benchmark(R"j("weights": "{\"x\": 1}")j"),
                                     parse(R"j({"question": "1?", "expected": "none"})j"));
  ASSERT_EQ(draft.faults.size(), 1u);
  EXPECT_NE(draft.faults.front().find("tags: expected exactly one tag"), std::string::npos);
}

TEST(CaseDraft, AResponseAsACase) {
  const Value functions = *function_docs_of(parse(kTools), "tools", ValueMatching::kOfficial);
  const CaseDraft draft =
      draft_case(benchmark(), parse(R"j({"id": "a", "question": "1?", "expected": "f(x=1)"})j"));
  ASSERT_NE(draft.entry, nullptr);
  ScoredResponse scored;
  scored.entry = draft.entry;
  scored.response = Value::str("[f(x=2)]");
  RunSettings settings;
  settings.decoder = find_decoder("prompting");
  score_response(scored, settings);
  EXPECT_FALSE(scored.verdict.valid);
  const Value proposed = proposed_case(scored, functions, false);
  EXPECT_TRUE(equal(proposed, parse(R"j({"id": "a", "question": "1?", "expected":)j"
                                    R"j([{"name": "f", "arguments": {"x": 2}}]})j")))
      << repr(proposed);
  scored.response = Value::str("I cannot do that.");
  score_response(scored, settings);
  EXPECT_EQ(find_text(proposed_case(scored, functions, false), "expected"), "none");
}

}  // namespace
}  // namespace bfclx
