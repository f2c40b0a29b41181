#include "tests/conformance/episodes.h"

#include "core/value/json.h"
#include "tests/conformance/golden.h"

namespace bfclx::conformance {

namespace {

void compare_episode(const Dict& golden, const ScoredReply& reply, const std::string& where,
                     Tally& tally) {
  ++tally.verdicts;
  const Value parsed = load_line(verdict_json(reply), "our verdict of " + where);
  const Dict& ours = parsed.as_dict();
  std::string differences;
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
