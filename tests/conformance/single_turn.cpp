#include "tests/conformance/single_turn.h"

#include "core/run/scorer.h"
#include "core/value/json.h"
#include "tests/conformance/golden.h"

namespace bfclx::conformance {

namespace {

// `error` of a decode failure ends in Python's own words, which are compared apart.
std::string error_to_compare(const Dict& line) {
  return line.contains("decode_error") ? "(decode failure)" : field(line, "error");
}

void compare_words(const Dict& golden, const Dict& ours, const std::string& where, Tally& tally) {
  if (!golden.contains("decode_error")) return;
  ++tally.decode_failures;
  bool same = true;
  for (const char* name : {"decode_error", "decode_error_class", "error"}) {
    same = same && field(golden, name) == field(ours, name);
  }
  if (same) {
    ++tally.same_words;
    return;
  }
  auto words = [](const Dict& line) {
    return field(line, "decode_error_class") + " " + field(line, "decode_error");
  };
  tally.worded_otherwise(field(golden, "decode_error_class"),
                         where + "\n  official: " + words(golden) + "\n  ours:     " + words(ours));
}

void compare_verdicts(const Dict& golden, const ScoredResponse& response, const std::string& where,
                      Tally& tally) {
  ++tally.verdicts;
  const Value* valid = golden.find("valid");
  if (valid != nullptr && valid->is_none()) {
    ++tally.official_undecided;
    return;
  }
  const Value parsed = load_line(verdict_json(response), "our verdict of " + where);
  const Dict& ours = parsed.as_dict();
  std::string differences;
  for (const char* name : {"valid", "error_type", "decoded", "decoded_repr"}) {
    compare_field(name, field(golden, name), field(ours, name), differences);
  }
  compare_field("decoding failed", golden.contains("decode_error") ? "yes" : "no",
                ours.contains("decode_error") ? "yes" : "no", differences);
  if (!golden.contains("nondeterministic")) {
    compare_field("error", error_to_compare(golden), error_to_compare(ours), differences);
  }
  compare_words(golden, ours, where, tally);
  if (differences.empty()) return;
  std::string raw;
  append_json(raw, response.response);
  tally.disagree(where + differences + "\n  response: " + raw.substr(0, 1500));
}

}  // namespace

void compare_single_turn(const Dataset& dataset, const Run& run, const std::string& category,
                         Tally& tally) {
  Recorded recorded = load_recorded(dataset, run, category);
  compare_recorded(recorded, tally, compare_verdicts);
}

}  // namespace bfclx::conformance
