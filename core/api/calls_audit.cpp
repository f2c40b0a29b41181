// Wrong ground truth, found by the answers of several open runs. Full module only.
#include <utility>

#include "core/api/arguments.h"
#include "core/api/scoring.h"
#include "core/audit/audit_totals.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// One model's answers; scored anew, as what a verdict was made of was forgotten.
Status add_model(Module& module, const Value& given, Audit& audit) {
  BFCLX_ASSIGN_OR_RETURN(std::string name, text_argument(given, "name"));
  BFCLX_ASSIGN_OR_RETURN(const auto handles, handles_argument(given, "handles"));
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, settings_argument(module, given));
  std::vector<OpenResults*> files;
  for (const std::uint32_t handle : handles) {
    BFCLX_ASSIGN_OR_RETURN(OpenResults * open, find_results(module, handle));
    files.push_back(open);
  }
  ModelRun model;
  BFCLX_RETURN_IF_ERROR(match_together(module, files, settings, model));
  const std::size_t run = audit.add_run(std::move(name));
  for (const Place& place : model.order) {
    if (!place.scored) continue;
    ScoredReply& reply = model.runs[place.part].replies[place.index];
    score_reply(reply, model.settings);
    if (counts_for_audit(reply)) audit.add(run, answer_of(reply));
    forget_what_ran(reply);
  }
  return {};
}

Result<Value> audit_call(Module& module, const Value& arguments, CallBytes& bytes) {
  const Value* models = find_member(arguments, "models");
  if (models == nullptr || !models->is_list()) {
    return call_error(kinds::kArgument, "`models` must be a list of models");
  }
  AuditOptions options;
  const Value* rate = find_member(arguments, "false_discovery_rate");
  if (rate != nullptr && !rate->is_none()) {
    const double number = rate->is_float()       ? rate->as_float()
                          : rate->is_small_int() ? static_cast<double>(rate->as_int64())
                                                 : -1;
    if (!(number >= 0 && number <= 1)) {
      return call_error(kinds::kArgument, "`falseDiscoveryRate` must be a number from 0 to 1");
    }
    options.false_discovery_rate = number;
  }
  std::size_t at_most = 0;
  const Value* top = find_member(arguments, "top");
  if (top != nullptr && !top->is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t number, number_argument(arguments, "top", 0));
    at_most = static_cast<std::size_t>(number);
  }
  Audit audit;
  for (const Value& model : models->items()) {
    BFCLX_RETURN_IF_ERROR(add_model(module, model, audit));
  }
  add_unreachable(audit);
  const AuditReport report = audit.finish(options);
  const AuditTotals totals = totals_of(audit, report);
  module.dataset().identify();
  bytes.out = whole_audit_json(report, totals, module.dataset().dataset(), version(), at_most);
  return Value();
}

constexpr Call kCalls[] = {{"audit", audit_call}};

}  // namespace

std::span<const Call> audit_calls() { return kCalls; }

}  // namespace bfclx::api
