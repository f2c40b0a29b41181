#include "tests/conformance/episodes.h"

#include "core/value/json.h"
#include "tests/conformance/golden.h"

namespace bfclx::conformance {

namespace {

// Where the official checker raised ("checker_crash": "TypeError: ...") we say so.
void compare_crash(const Dict& golden, const ScoredResponse& response, std::string& differences) {
  const std::string_view type = response.verdict.error_type;
  const std::size_t colon = type.find(':');
  const Value* words = response.verdict.error.is_dict()
                           ? response.verdict.error.as_dict().find("error_message")
                           : nullptr;
  std::string ours(type);
  if (colon != std::string_view::npos && words != nullptr && words->is_str()) {
    ours = std::string(type.substr(colon + 1)) + ": " + std::string(words->as_str());
  }
  compare_field("checker_crash", std::string(golden.find("checker_crash")->as_str()), ours,
                differences);
}

void compare_episode(const Dict& golden, const ScoredResponse& response, const std::string& where,
                     Tally& tally) {
  ++tally.verdicts;
  if (golden.contains("timeout")) {
    ++tally.official_undecided;
    return;
  }
  const Value parsed = load_line(verdict_json(response), "our verdict of " + where);
  const Dict& ours = parsed.as_dict();
  std::string differences;
  if (golden.contains("checker_crash")) {
    compare_crash(golden, response, differences);
    if (!differences.empty()) tally.disagree(where + differences);
    return;
  }
  compare_field("valid", field(golden, "valid"), field(ours, "valid"), differences);
  compare_field("decoded", field(golden, "decoded"), field(ours, "decoded"), differences);
  if (!golden.contains("nondeterministic")) {
    for (const char* name : {"error", "execution"}) {
      compare_field(name, field(golden, name), field(ours, name), differences);
    }
  }
  if (!differences.empty()) tally.disagree(where + differences);
}

}  // namespace

void compare_episodes(const Dataset& dataset, const LongContext& tables, const Run& run,
                      const std::string& category, Tally& tally) {
  Recorded recorded = load_recorded(dataset, run, category);
  recorded.settings.long_context = &tables;
  recorded.settings.today = kRecordedDay;
  compare_recorded(recorded, tally, compare_episode);
}

}  // namespace bfclx::conformance
