// The calls in JSON, natively: tables, a response from its file to its explanation, and
// arguments that nobody should give.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/api/module.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::api {
namespace {

const std::span<const Call> kEverything[] = {
    list_calls(),    dataset_calls(),    results_calls(),   explain_calls(),    forms_calls(),
    audit_calls(),   playground_calls(), diagnosis_calls(), statistics_calls(), runs_calls(),
    overall_calls(), document_calls(),   checker_calls()};

constexpr std::string_view kQuestion =
    R"({"id": "simple_python_0", "question": [[{"role": "user", "content": "Add 1 and 2."}]],)"
    R"( "function": [{"name": "add", "description": "Adds.", "parameters": {"type": "dict",)"
    R"( "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["a", "b"]}}]})"
    "\n";
constexpr std::string_view kTruth =
    R"({"id": "simple_python_0", "ground_truth": [{"add": {"a": [1], "b": [2]}}]})"
    "\n";
constexpr std::string_view kResponses = R"({"id": "simple_python_0", "result": "[add(a=1, b=3)]"})"
                                        "\n";
constexpr std::string_view kSettings =
    R"({"decoder": "prompting", "underscore_to_dot": false, "model_name": "m",)"
    R"( "today": "2026-01-01"})";

// What the call says: its JSON, or "kind: message".
std::string said(Module& module, std::string_view name, std::string_view arguments,
                 std::string_view in = {}) {
  const Result<const Call*> call = module.find_call(name);
  if (!call.ok()) return std::string(call.error().kind) + ": " + call.error().message;
  const Result<Value> parsed = json_loads(arguments);
  EXPECT_TRUE(parsed.ok()) << arguments;
  CallBytes bytes{in, {}};
  const Result<Value> answer = (*call)->run(module, *parsed, bytes);
  if (!answer.ok()) return std::string(answer.error().kind) + ": " + answer.error().message;
  std::string json;
  append_json(json, *answer);
  return json;
}

void open_dataset(Module& module) {
  module.add_dataset_file("data/BFCL_v4_simple_python.json", std::string(kQuestion));
  module.add_dataset_file("data/possible_answer/BFCL_v4_simple_python.json", std::string(kTruth));
}

TEST(Api, EveryCallHasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (const auto table : kEverything) {
    for (const Call& call : table) EXPECT_TRUE(names.insert(call.name).second) << call.name;
  }
  EXPECT_GT(names.size(), 25u);
}

TEST(Api, AModuleHasTheCallsOfItsTables) {
  const std::span<const Call> lists[] = {list_calls()};
  const Module module(lists);
  EXPECT_TRUE(module.find_call("version").ok());
  EXPECT_EQ(module.find_call("audit").error().kind, kinds::kArgument);
  EXPECT_TRUE(Module(kEverything).find_call("audit").ok());
}

TEST(Api, FromAFileToAnExplanation) {
  Module module(kEverything);
  open_dataset(module);
  const std::string opened =
      said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})", kResponses);
  EXPECT_NE(opened.find("\"entries\": 1"), std::string::npos) << opened;
  const std::string settings = R"("settings": )" + std::string(kSettings) + "}";
  const std::string rows = said(module, "score", R"({"handle": 1, "from": 0, )" + settings);
  EXPECT_NE(rows.find("\"valid\": false"), std::string::npos) << rows;
  EXPECT_NE(rows.find("value_error:others"), std::string::npos) << rows;
  const std::string explained =
      said(module, "explain", R"({"handle": 1, "id": "simple_python_0", )" + settings);
  EXPECT_NE(explained.find("possible_answers"), std::string::npos) << explained;
  EXPECT_EQ(said(module, "explain", R"({"handle": 1, "id": "simple_python_7", )" + settings),
            "unknown: m/BFCL_v4_simple_python_result.json has no entry `simple_python_7`");
}

// One malformed possible answer: the other entry scores as before, and the malformed one says why
// it does not.
TEST(Api, AMalformedEntryCostsItself) {
  Module module(kEverything);
  const auto second = [](std::string_view line) {
    std::string text(line);
    text.replace(text.find("simple_python_0"), 15, "simple_python_1");
    return text;
  };
  module.add_dataset_file("data/BFCL_v4_simple_python.json",
                          std::string(kQuestion) + second(kQuestion));
  module.add_dataset_file("data/possible_answer/BFCL_v4_simple_python.json",
                          R"({"id": "simple_python_0", "ground_truth": [{"deck": [[], ""]}]})"
                          "\n" +
                              second(kTruth));
  said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})",
       std::string(kResponses) + second(kResponses));
  const std::string settings = R"("settings": )" + std::string(kSettings) + "}";
  const std::string rows = said(module, "score", R"({"handle": 1, "from": 0, )" + settings);
  EXPECT_NE(rows.find("value_error:others"), std::string::npos) << rows;
  const std::string why =
      "data/possible_answer/BFCL_v4_simple_python.json:1: simple_python_0: item 1 of ";
  EXPECT_NE(rows.find(why), std::string::npos) << rows;
  const std::string failures =
      said(module, "groundTruthFailures", R"({"category": "simple_python"})");
  EXPECT_NE(failures.find("\"outcome\": \"malformed\""), std::string::npos) << failures;
}

TEST(Api, FilesByRun) {
  Module module(kEverything);
  const std::string groups =
      said(module, "groupFiles",
           R"({"paths": ["v1/m/BFCL_v4_sql_result.json", "v1/m/non_live/BFCL_v4_sql_result.json",)"
           R"( "v2/m/BFCL_v3_simple_result.json"]})");
  EXPECT_NE(groups.find(R"("path": "v1/m", "model": "m", "name": "v1/m")"), std::string::npos)
      << groups;
  EXPECT_NE(
      groups.find(R"("files": [1], "conflicts": [{"category": "sql", "used": 1, "unused": 0)"),
      std::string::npos)
      << groups;
  EXPECT_NE(groups.find(R"("name": "v2/m", "own_name": false, "version": "v3")"), std::string::npos)
      << groups;
  EXPECT_EQ(
      said(module, "readManifest", "{}", R"({"settings": {"sample": {"entries": 4, "seed": 1}}})")
          .substr(0, 90),
      R"({"started": null, "sample": {"entries": 4, "seed": 1, "categories": ["simple_python", "sim)");
  EXPECT_EQ(said(module, "readManifest", "{}", R"({"started": "now", "settings": {"sample": 1}})"),
            R"({"started": "now", "sample": null, "decoder": null, )"
            R"("decoders": [], "decoder_problem": null, "dataset": null, "repeat": null, )"
            R"("streamed": null, "error": "cannot be used: `settings.sample` is not an object"})");
  EXPECT_NE(said(module, "readManifest", "{}", "{").find(R"("error": "not valid JSON: )"),
            std::string::npos);
}

// The decoder of the run's manifest goes before the registry and what fits the responses, as in the
// program.
TEST(Api, AManifestTellsTheDecoder) {
  Module module(kEverything);
  EXPECT_NE(said(module, "readManifest", "{}", R"({"made_with": {"a": {"decoder": "openai_fc"}}})")
                .find(R"("decoder": "openai_fc")"),
            std::string::npos);
  module.add_dataset_file("data/BFCL_v4_simple_python.json", std::string(kQuestion));
  module.add_dataset_file("data/possible_answer/BFCL_v4_simple_python.json", std::string(kTruth));
  said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})", kResponses);
  const std::string proposed =
      said(module, "proposeSettings", R"({"handles": [1], "request": {"made_with": "openai_fc"}})");
  EXPECT_NE(proposed.find(R"("decoder": "openai_fc", "decoder_from": "manifest", )"
                          R"("decoder_reason": "manifest of the run")"),
            std::string::npos)
      << proposed;
  EXPECT_NE(proposed.find(R"("underscore_from": "detected", "underscore_reason": "auto)"),
            std::string::npos)
      << proposed;
  const std::string given =
      said(module, "proposeSettings",
           R"({"handles": [1], "request": {"decoder": "prompting", "underscore_to_dot": true}})");
  EXPECT_NE(given.find(R"("decoder_from": "given")"), std::string::npos) << given;
  EXPECT_NE(given.find(R"("underscore_from": "given")"), std::string::npos) << given;
  const std::string detected = said(module, "proposeSettings", R"({"handles": [1]})");
  EXPECT_NE(detected.find(R"("decoder_from": "detected")"), std::string::npos) << detected;
}

// Only what the sample drew is missing, in every call that takes one; a sample that does not fit
// the responses is not believed.
TEST(Api, ASampleDecidesWhatIsMissing) {
  Module module(kEverything);
  const auto both = [](std::string_view line) {
    std::string second(line);
    second.replace(second.find("python_0"), 8, "python_1");
    return std::string(line) + second;
  };
  module.add_dataset_file("data/BFCL_v4_simple_python.json", both(kQuestion));
  module.add_dataset_file("data/possible_answer/BFCL_v4_simple_python.json", both(kTruth));
  said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})", kResponses);
  const auto ask = [&](const std::string& call, const std::string& sample) {
    return said(module, call,
                R"({"handles": [1], "name": "m", "settings": )" + std::string(kSettings) +
                    R"(, "sample": )" + sample + "}");
  };
  const auto has = [](const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  };
  std::set<bool> outcomes;
  for (int seed = 0; seed < 20; ++seed) {
    const std::string sample = R"({"entries": 1, "seed": )" + std::to_string(seed) +
                               R"(, "fc": false, "categories": ["simple_python"]})";
    const std::string missing = ask("missingEntries", sample);
    const bool fits = has(missing, R"("missing_ids": [], "left_out": 1}], "sample": 1)");
    outcomes.insert(fits);
    EXPECT_NE(fits, has(missing, R"("missing_ids": ["simple_python_1"], "left_out": 0)"))
        << missing;
    EXPECT_NE(fits, has(missing, "does not match the result files")) << missing;
    EXPECT_NE(fits, has(ask("runWarnings", sample), "missing_entries"));
  }
  EXPECT_EQ(outcomes.size(), 2u);
  EXPECT_TRUE(has(ask("missingEntries", "null"), R"("missing_ids": ["simple_python_1"])"));
  EXPECT_EQ(ask("missingEntries", "true").substr(0, 8), "argument");
  EXPECT_EQ(ask("diagnose", R"({"entries": 1, "seed": 1, "categories": ["x"]})").substr(0, 7),
            "unknown");
}

// An overall score says what it rests on, and what is on another basis has no rank beside it.
TEST(Api, OverallScoresHaveABasis) {
  Module module(kEverything);
  const std::string run =
      R"({"name": "a", "entries": {"simple_python": {"ids": ["simple_python_0"], "right": "1",)"
      R"( "missing": 2}}})";
  const std::string own = said(module, "overallScores", R"({"runs": [)" + run + "]}");
  EXPECT_NE(own.find(R"("text": "covers 0.8 % of the weight, 2 of 3 entries missing")"),
            std::string::npos)
      << own;
  EXPECT_NE(own.find(R"("rank": null)"), std::string::npos) << own;
  EXPECT_EQ(own.find(R"("standard_error": 0.0)"), std::string::npos) << own;
  EXPECT_NE(said(module, "overallScores", R"({"basis": "missing_as_0", "runs": [)" + run + "]}")
                .find(R"("rank": 1)"),
            std::string::npos);
  EXPECT_NE(said(module, "overallScores", R"({"basis": "shared", "runs": [)" + run + "]}")
                .find(R"("kind": "partial")"),
            std::string::npos);
  EXPECT_EQ(said(module, "overallScores", R"({"basis": "all", "runs": []})").substr(0, 7),
            "unknown");
}

// Parts and categories of a shared basis are over the shared entries; malformed entries are named.
TEST(Api, TheBasisKnowsWhatIsSharedAndMalformed) {
  Module module(kEverything);
  const std::string runs =
      R"({"runs": [{"name": "a", "entries": {"simple_python": {"ids": ["simple_python_0",)"
      R"( "simple_python_1"], "right": "10", "malformed": 3}, "multiple": {"ids": ["multiple_0"],)"
      R"( "right": "1"}}}, {"name": "b", "entries": {"simple_python": {"ids":)"
      R"( ["simple_python_0"], "right": "0"}}}], "basis": ")";
  EXPECT_NE(said(module, "overallScores", runs + R"(own"})").find("3 entries malformed in the"),
            std::string::npos);
  const std::string shared = said(module, "overallScores", runs + R"(shared"})");
  EXPECT_NE(shared.find(R"("categories": {"simple_python": {"entries": 1, "right": 1,)"),
            std::string::npos)
      << shared;
  EXPECT_EQ(shared.find(R"("multiple": {"entries")"), std::string::npos) << shared;
}

// The bytes of `bfclx compare --format markdown`; tests/browser/compare.test.mjs compares them.
TEST(Api, AComparisonAsMarkdown) {
  Module module(kEverything);
  const std::string run =
      R"("entries": {"rest": {"ids": [], "right": "", "missing": 1, "skipped": [{"id": "rest_3",)"
      R"( "reason": "skipped_no_network"}]}, "multiple": {"ids": ["multiple_0"], "right": "1"}})";
  const std::string runs = R"({"runs": [{"name": "a", )" + run + R"(}, {"name": "b|c", )" + run +
                           R"(, "warnings": [{"text": "all of it is the same",)"
                           R"( "affects_comparison": true}]}], "draws": 100)";
  EXPECT_EQ(said(module, "compare", runs + "}").find("markdown"), std::string::npos);
  const std::string text =
      said(module, "compare", runs + R"(, "dataset": {"version": "v", "hash": "h"}})");
  for (const char* part : {"c against a", "c: all of it is the same.",
                           "Skipped in a, not compared: 1 skipped", "Dataset v, h. 100 draws"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(said(module, "compare", R"({"runs": [{"name": "a", "entries": {}, "warnings": [{}]}]})")
                .substr(0, 8),
            "argument");
}

// Over what they share, runs of an older version are ranked with the others, as `compare` does.
TEST(Api, OlderVersionsShareABasis) {
  Module module(kEverything);
  const std::string runs =
      R"({"runs": [{"name": "a", "version": "v3", "entries": {"simple_python": {"ids":)"
      R"( ["simple_python_0", "simple_python_1"], "right": "11"}}}, {"name": "b", "entries":)"
      R"( {"simple_python": {"ids": ["simple_python_0"], "right": "0"}}}], "basis": "shared"})";
  const std::string overall = said(module, "overallScores", runs);
  const std::string compared = said(module, "compare", runs);
  for (const std::string& text : {overall, compared}) {
    EXPECT_NE(text.find("some generated for v3"), std::string::npos) << text;
  }
  EXPECT_NE(overall.find(R"("rank": 1)"), std::string::npos) << overall;
  EXPECT_NE(overall.find(R"("rank": 2)"), std::string::npos) << overall;
  const std::string_view key = R"("key": ")";
  const std::size_t at = overall.find(key);
  EXPECT_NE(compared.find(overall.substr(at, overall.find('"', at + key.size()) - at)),
            std::string::npos)
      << compared;
}

TEST(Api, WarningsNameWhatDistortsAScore) {
  Module module(kEverything);
  open_dataset(module);
  const std::string error = R"({"id": "simple_python_0", "result": "Error during inference: 404"})";
  said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})", error);
  const std::string said_of_it =
      said(module, "runWarnings",
           R"({"handles": [1], "name": "m", "settings": )" + std::string(kSettings) + "}");
  EXPECT_NE(said_of_it.find(R"({"run": "m", "kind": "inference_errors", "count": 1, "of": 1)"),
            std::string::npos)
      << said_of_it;
  EXPECT_NE(said_of_it.find("1 of 1 responses in simple_python is a generation error"),
            std::string::npos)
      << said_of_it;
}

TEST(Api, LatencyIsThatOfAllFilesAndOfTheManifest) {
  Module module(kEverything);
  const std::string lines = R"({"id": "simple_python_0", "result": "", "latency": 1.5}
{"id": "simple_python_1", "result": "", "latency": 0.5}
{"id": "simple_python_2", "result": ""})";
  said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})", lines);
  said(module, "openResults", R"({"path": "m/BFCL_v4_sql_result.json"})",
       R"({"id": "sql_0", "result": ""})");
  const std::string figures = R"("requests": 2, "p50": 1.0, "p95": 1.45)";
  const std::string whole =
      "{" + figures + R"(, "categories": {"simple_python": {)" + figures + "}}";
  EXPECT_EQ(said(module, "latency", R"({"handles": [1, 2]})"), whole + "}");
  EXPECT_EQ(said(module, "latency", R"({"handles": [2]})"), "null");
  const std::string manifest =
      said(module, "readManifest", "{}",
           R"({"run": {"streamed": {"responses": 3, "tokens_per_second": 9}}})");
  const std::string streamed =
      R"({"responses": 3, "first_token": null, "between_tokens": null, "tokens_per_second": 9.0})";
  EXPECT_NE(manifest.find(R"("streamed": )" + streamed), std::string::npos) << manifest;
  EXPECT_EQ(said(module, "latency", R"({"handles": [1], "streamed": )" + streamed + "}"),
            whole + R"(, "streamed": )" + streamed + "}");
}

// The manifest's dataset is compared with the one that is open, where both have a hash of all
// files.
TEST(Api, ADatasetOtherThanThatOfTheManifestIsAWarning) {
  Module module(kEverything);
  open_dataset(module);
  const std::string questions = hex_of(sha256(kQuestion));
  const std::string truths = hex_of(sha256(kTruth));
  const std::string used =
      "sha256:" + hex_of(sha256(questions + "  data/BFCL_v4_simple_python.json\n" + truths +
                                "  data/possible_answer/BFCL_v4_simple_python.json\n"));
  module.add_dataset_file(
      "manifest.json", R"({"version": "v2", "hash": ")" + used +
                           R"(", "files": {"data/BFCL_v4_simple_python.json": ")" + questions +
                           R"(", "data/possible_answer/BFCL_v4_simple_python.json": ")" + truths +
                           R"("}})");
  const std::string manifest = R"({"dataset": {"version": "v1", "hash": "b"}})";
  const std::string read = said(module, "readManifest", "{}", manifest);
  const std::string dataset = R"("dataset": {"version": "v1", "hash": "b"})";
  EXPECT_NE(read.find(dataset), std::string::npos) << read;
  EXPECT_NE(said(module, "readManifest", "{}", "{}").find(R"("dataset": null)"), std::string::npos);
  said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})", kResponses);
  const std::string request = R"({"handles": [1], "settings": )" + std::string(kSettings);
  const std::string said_of_it = said(module, "runWarnings", request + ", " + dataset + "}");
  EXPECT_NE(said_of_it.find("the responses were generated with a different dataset (v1, hash b) "
                            "from the one in use (v2, hash " +
                            short_hash(used) + "); score with that dataset or regenerate"),
            std::string::npos)
      << said_of_it;
  EXPECT_EQ(said(module, "runWarnings", request + "}").find("different dataset"),
            std::string::npos);
}

TEST(Api, WarningsOfHostileManifestsAreValidTextAndNumbers) {
  Module module(kEverything);
  open_dataset(module);
  said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})", kResponses);
  const std::string request = R"({"handles": [1], "settings": )" + std::string(kSettings);
  const auto warned = [&](const std::string& decoders) {
    return said(module, "runWarnings", request + R"(, "decoders": [)" + decoders + "]}");
  };
  const std::string odd =
      warned(R"({"decoder": "\ud800x", "results": 3}, {"decoder": "prompting", "results": 9})");
  EXPECT_NE(odd.find("3 of 12 results"), std::string::npos) << odd;
  EXPECT_EQ(odd.find("\\ud800"), std::string::npos) << odd;
  // More results than any run has.
  const std::string many = warned(R"({"decoder": "a", "results": 9000000000000000000}, )"
                                  R"({"decoder": "b", "results": 9000000000000000000}, )"
                                  R"({"decoder": "prompting", "results": 9})");
  EXPECT_NE(many.find("some results were generated for other decoders (a, b)"), std::string::npos)
      << many;
}

// Every call with every odd value under every name that a call knows: an answer or an error.
TEST(Api, OddArgumentsAreAnsweredOrRefused) {
  const std::vector<std::string> values = {"null",
                                           "true",
                                           "-1",
                                           "0",
                                           "1",
                                           "18446744073709551616",
                                           "1e999",
                                           "\"\"",
                                           "\"x\"",
                                           "\"\\ud800\"",
                                           "[]",
                                           "[1]",
                                           "[\"simple_python_0\", null]",
                                           "{}",
                                           "{\"a\": {}}",
                                           std::string(kSettings),
                                           std::string(40, '[') + std::string(40, ']')};
  const std::vector<std::string> names = {
      "handle",   "handles", "id",       "ids",       "settings",    "request", "path",
      "category", "from",    "count",    "details",   "response",    "turn",    "step",
      "place",    "models",  "name",     "runs",      "leaderboard", "classes", "config",
      "cassette", "call",    "baseline", "candidate", "top",         "today",   "file"};
  Module module(kEverything);
  open_dataset(module);
  said(module, "openResults", R"({"path": "m/BFCL_v4_simple_python_result.json"})", kResponses);
  std::size_t asked = 0;
  for (const auto table : kEverything) {
    for (const Call& call : table) {
      if (call.name == "closeDataset") continue;
      for (const std::string& name : names) {
        for (const std::string& value : values) {
          // Beside the odd one, what the call most likely wants.
          std::string arguments = "{";
          if (name != "handle") arguments += "\"handle\": 1, ";
          if (name != "settings") arguments += "\"settings\": " + std::string(kSettings) + ", ";
          if (name != "id") arguments += "\"id\": \"simple_python_0\", ";
          arguments += "\"" + name + "\": " + value + "}";
          said(module, call.name, arguments, value);
          ++asked;
        }
      }
    }
  }
  EXPECT_GT(asked, 10'000u);
  EXPECT_EQ(said(module, "version", "{}"), said(module, "version", "{}"));
}

}  // namespace
}  // namespace bfclx::api
