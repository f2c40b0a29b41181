#include "tests/conformance/single_turn.h"

#include <optional>
#include <unordered_map>

#include "core/scorer.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::conformance {

namespace {

constexpr std::size_t kExamples = 40;

// One field of a verdict line as text; "(absent)" when it is not there.
std::string field(const Dict& line, std::string_view name) {
  const Value* value = line.find(name);
  if (value == nullptr) return "(absent)";
  std::string text;
  append_json(text, *value);
  return text;
}

// `error` of a decode failure ends in Python's own words, which are compared apart.
std::string error_to_compare(const Dict& line) {
  if (!line.contains("decode_error")) return field(line, "error");
  return "(decode failure)";
}

Value load_line(std::string_view text, const std::string& where) {
  Result<Value> value = json_loads(text);
  if (!value.ok() || !value->is_dict()) fail(where + ": no JSON object");
  return std::move(value).value();
}

void compare_words(const Dict& golden, const Dict& ours, const std::string& where, Tally& tally) {
  const Value* recorded = golden.find("decode_error");
  if (recorded == nullptr) return;
  ++tally.decode_failures;
  if (field(golden, "decode_error") == field(ours, "decode_error") &&
      field(golden, "decode_error_class") == field(ours, "decode_error_class") &&
      field(golden, "error") == field(ours, "error")) {
    ++tally.same_words;
    return;
  }
  ++tally.other_words[field(golden, "decode_error_class")];
  if (tally.other_examples.size() < kExamples) {
    tally.other_examples.push_back(where + "\n  official: " + field(golden, "decode_error_class") +
                                   " " + field(golden, "decode_error") +
                                   "\n  ours:     " + field(ours, "decode_error_class") + " " +
                                   field(ours, "decode_error"));
  }
}

void compare_verdicts(const Dict& golden, const ScoredReply& reply, const std::string& where,
                      Tally& tally) {
  ++tally.verdicts;
  const Value* valid = golden.find("valid");
  if (valid != nullptr && valid->is_none()) {
    ++tally.official_undecided;
    return;
  }
  std::string line = verdict_json(reply);
  Value parsed = load_line(line, "our verdict of " + where);
  const Dict& ours = parsed.as_dict();
  std::string differences;
  auto compare = [&](const char* name, const std::string& official, const std::string& mine) {
    if (official == mine) return;
    differences += std::string("\n  ") + name + "\n    official: " + official.substr(0, 1500) +
                   "\n    ours:     " + mine.substr(0, 1500);
  };
  for (const char* name : {"valid", "error_type", "decoded", "decoded_repr"}) {
    compare(name, field(golden, name), field(ours, name));
  }
  const bool official_failed = golden.contains("decode_error");
  compare("decoding failed", official_failed ? "yes" : "no",
          ours.contains("decode_error") ? "yes" : "no");
  if (!golden.contains("nondeterministic")) {
    compare("error", error_to_compare(golden), error_to_compare(ours));
  }
  compare_words(golden, ours, where, tally);
  if (differences.empty()) return;
  ++tally.disagreements;
  if (tally.examples.size() < kExamples) {
    std::string raw;
    append_json(raw, reply.reply);
    tally.examples.push_back(where + differences + "\n  reply: " + raw.substr(0, 1500));
  }
}

}  // namespace

void compare_single_turn(const Dataset& dataset, const Run& run, const std::string& category,
                         Tally& tally) {
  const std::string where = run.source + "/" + run.model + "/" + run.decoder +
                            (run.underscore_to_dot ? ".utd1 " : ".utd0 ");
  const Category* known = find_category(category);
  const Decoder* decoder = find_decoder(run.decoder);
  if (known == nullptr || decoder == nullptr) fail(where + category + ": unknown here");
  const auto result_path = find_category_file(run.result_dir, category, "_result.json");
  const auto golden_path = find_category_file(run.golden_dir, category, "_golden.jsonl");
  if (result_path.empty() || golden_path.empty()) fail(where + category + ": files are missing");

  std::unordered_map<std::string, Value> goldens;
  for_each_line(read_file(golden_path), [&](std::string_view line) {
    Value golden = load_line(line, golden_path.string());
    const Value* id = golden.as_dict().find("id");
    goldens[std::string(id->as_str())] = golden;
  });
  RunSettings settings;
  settings.decoder = decoder;
  settings.underscore_to_dot = run.underscore_to_dot;
  CategoryRun replies =
      match_replies(dataset, *known, read_results(read_file(result_path)));
  std::size_t compared = 0;
  for (ScoredReply& reply : replies.replies) {
    auto golden = goldens.find(reply.id);
    if (golden == goldens.end() || reply.entry == nullptr) {
      ++tally.disagreements;
      tally.examples.push_back(where + reply.id + ": recorded verdict or entry is missing");
      continue;
    }
    score_reply(reply, settings);
    compare_verdicts(golden->second.as_dict(), reply, where + reply.id, tally);
    ++compared;
  }
  if (compared != goldens.size()) {
    ++tally.disagreements;
    tally.examples.push_back(where + category + ": " + std::to_string(goldens.size()) +
                             " recorded, " + std::to_string(compared) + " compared");
  }
}

}  // namespace bfclx::conformance
