#include "tests/conformance/agentic.h"

#include "core/run/scorer.h"
#include "tests/conformance/golden.h"

namespace bfclx::conformance {

namespace {

void compare_verdicts(const Dict& golden, const ScoredResponse& response, const std::string& where,
                      Tally& tally) {
  ++tally.verdicts;
  const Value parsed = load_line(verdict_json(response), "our verdict of " + where);
  std::string differences;
  for (const char* name : {"valid", "error", "last_non_fc_message"}) {
    compare_field(name, field(golden, name), field(parsed.as_dict(), name), differences);
  }
  if (!differences.empty()) tally.disagree(where + differences);
}

}  // namespace

void compare_agentic(const Dataset& dataset, const Run& run, const std::string& category,
                     Tally& tally) {
  Recorded recorded = load_recorded(dataset, run, category);
  compare_recorded(recorded, tally, compare_verdicts);
}

}  // namespace bfclx::conformance
