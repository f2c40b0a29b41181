// The audit of verdicts at hand; that of files is the program's.
#include "python/src/audit.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <shared_mutex>
#include <string>
#include <utility>

#include "core/audit/answer.h"
#include "core/audit/audit.h"
#include "core/audit/audit_totals.h"
#include "python/src/dataset.h"
#include "python/src/from_value.h"
#include "python/src/unlocked.h"
#include "python/src/verdict.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

// What answer_of asks of a response that has been scored.
ScoredResponse response_of(const Entry& entry, const VerdictParts& parts) {
  ScoredResponse response;
  response.entry = &entry;
  response.verdict = parts.verdict;
  if (entry.category->judging == Judging::kMultiTurn) {
    response.episode = std::make_unique<EpisodeVerdict>();
  } else if (entry.category->judging == Judging::kAgentic) {
    response.agentic = std::make_unique<AgenticVerdict>();
    response.agentic->last_message = parts.last_message;
  }
  return response;
}

// `runs` are (label, its verdicts, at most one of an entry). whole_audit_json.
nb::object audit_verdicts(const std::shared_ptr<DatasetObject>& dataset, const nb::list& runs,
                          double false_discovery_rate, std::size_t at_most) {
  Audit audit;
  for (const nb::handle given : runs) {
    const std::size_t run = audit.add_run(nb::cast<std::string>(given[0]));
    for (const nb::handle one : given[1]) {
      const VerdictParts& parts = nb::cast<const VerdictObject&>(one).parts();
      const Entry& entry = dataset->entry(parts.id);
      if (parts.skip == Skip::kNone) audit.add(run, answer_of(response_of(entry, parts)));
    }
  }
  std::string text;
  {
    const Unlocked unlocked;
    add_unreachable(audit);
    const AuditReport report = audit.finish({false_discovery_rate});
    const AuditTotals totals =
        totals_of(audit, report, dataset->headline({"v4", LeaderboardVersion::kV4}));
    dataset->identify();
    const std::shared_lock lock(loading_mutex());
    text = whole_audit_json(report, totals, dataset->loaded(), BFCLX_VERSION, at_most);
  }
  return from_text(text);
}

}  // namespace

void bind_audit(nb::module_& module) {
  using namespace nb::literals;
  module.def("_audit", audit_verdicts, "dataset"_a, "runs"_a, "false_discovery_rate"_a,
             "at_most"_a);
}

}  // namespace bfclx::python_binding
