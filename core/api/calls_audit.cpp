// Incorrect ground truth: found by the answers of several open runs, and corrected beside the
// official score.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/arguments.h"
#include "core/api/audit_model.h"
#include "core/api/scoring.h"
#include "core/audit/answer_form.h"
#include "core/audit/audit_totals.h"
#include "core/audit/errata.h"
#include "core/audit/run_answers.h"
#include "core/run/score_run.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::api {

struct KeptAudit {
  Audit audit;
  AnswerMemo memo{kAuditMemo};
  std::size_t dataset_version = 0;  // whose entries it refers to
};

Status audit_model(Module& module, const Value& given, Audit& audit, AnswerMemo& memo) {
  BFCLX_ASSIGN_OR_RETURN(std::string name, text_argument(given, "name"));
  BFCLX_ASSIGN_OR_RETURN(AskedRun asked, run_argument(module, given));
  RunAnswers answers(audit, memo, asked.model, std::move(name));
  score_run(asked.model, Keep::kCounts, answers.hooks());
  answers.finish();
  return {};
}

namespace {

constexpr std::string_view kNotBegun = "no audit has begun with this dataset";

bool has_begun(Module& module) {
  const std::shared_ptr<KeptAudit>& kept = module.kept_audit();
  return kept != nullptr && kept->dataset_version == module.dataset_version();
}

Result<Value> begin_call(Module& module, const Value&, CallBytes&) {
  module.kept_audit() = std::make_shared<KeptAudit>();
  module.kept_audit()->dataset_version = module.dataset_version();
  return Value();
}

// One run of an audit, so that whoever waits sees how far it is; `audit` ends it. A run that cannot
// be added ends it too.
Result<Value> audit_run_call(Module& module, const Value& arguments, CallBytes&) {
  if (!has_begun(module)) return wrong(std::string(kNotBegun));
  const std::shared_ptr<KeptAudit> kept = std::exchange(module.kept_audit(), nullptr);
  BFCLX_RETURN_IF_ERROR(audit_model(module, arguments, kept->audit, kept->memo));
  module.kept_audit() = kept;
  return Value();
}

Result<Value> audit_call(Module& module, const Value& arguments, CallBytes& bytes) {
  if (!has_begun(module)) return wrong(std::string(kNotBegun));
  const std::shared_ptr<KeptAudit> kept = std::exchange(module.kept_audit(), nullptr);
  AuditOptions options;
  const Value* rate = find_member(arguments, "false_discovery_rate");
  if (rate != nullptr && !rate->is_none()) {
    const std::optional<double> share = share_of(rate);
    if (!share) return wrong("`falseDiscoveryRate` must be a number from 0 to 1");
    options.false_discovery_rate = *share;
  }
  std::size_t at_most = 0;
  const Value* top = find_member(arguments, "top");
  if (top != nullptr && !top->is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t number, number_argument(arguments, "top", 0));
    at_most = static_cast<std::size_t>(number);
  }
  Audit& audit = kept->audit;
  add_unreachable(audit);
  const AuditReport report = audit.finish(options);
  const NamedVersion v4{"v4", LeaderboardVersion::kV4};
  const AuditTotals totals = totals_of(audit, report, headline_score(module.dataset(), v4));
  module.dataset().identify();
  bytes.out = whole_audit_json(report, totals, module.dataset().dataset(), version(), at_most);
  return Value();
}

// An entry that was scored by the corrections: whether it is right, None where the entry is void.
Value corrected_value(ScoredResponse& response, const CorrectedEntries& corrected,
                      const RunSettings& settings) {
  Value valid;
  const bool official = response.verdict.valid;
  if (!corrected.is_void(*response.entry)) {
    corrected.judge(response, settings);
    valid = Value::boolean(response.verdict.valid);
  }
  return dict_of({{"id", response.entry->id},
                  {"category", response.entry->category->name},
                  {"official", Value::boolean(official)},
                  {"corrected", std::move(valid)}});
}

Result<Value> errata_call(Module& module, const Value& arguments, CallBytes& bytes) {
  const Result<Errata> errata = parse_errata(bytes.in);
  if (!errata.ok()) return wrong(errata.error().message);
  BFCLX_ASSIGN_OR_RETURN(AskedRun asked, run_argument(module, arguments));
  ModelRun& model = asked.model;
  const CorrectedEntries corrected(*errata, module.dataset().dataset());
  List entries;
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t index) {
    const Place& place = model.order[index];
    if (!place.scored) return false;
    const ScoredResponse& response = model.response(place);
    return response.entry != nullptr && !response.superseded && corrected.concerns(*response.entry);
  };
  hooks.scored = [&](std::size_t, ScoredResponse& response) {
    entries.push_back(corrected_value(response, corrected, model.settings));
  };
  score_run(model, Keep::kCounts, hooks);
  List problems;
  for (const std::string& problem : corrected.problems()) problems.push_back(Value::str(problem));
  return dict_of({{"name", errata->name},
                  {"corrections", errata->corrections.size()},
                  {"applied", corrected.applied()},
                  {"problems", Value::list(std::move(problems))},
                  {"entries", Value::list(std::move(entries))}});
}

// JSON numbers have 53 bits in JavaScript.
std::string meaning_text(std::uint64_t meaning) {
  if (meaning == 0) return {};
  char digits[16];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), meaning, 16).ptr;
  return {std::begin(digits), end};
}

// Of lines of verdicts, how each answer is compared with others and shown.
Result<Value> answers_call(Module&, const Value&, CallBytes& bytes) {
  List answers;
  for (std::string_view rest = bytes.in; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const Result<Value> line = json_loads(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const AnswerForm form = line.ok() ? answer_form(*line) : AnswerForm{};
    answers.push_back(dict_of({{"meaning", meaning_text(form.meaning)}, {"text", form.text}}));
  }
  return Value::list(std::move(answers));
}

constexpr Call kCalls[] = {{"answers", answers_call},
                           {"beginAudit", begin_call},
                           {"auditRun", audit_run_call},
                           {"audit", audit_call},
                           {"errata", errata_call}};

}  // namespace

std::span<const Call> audit_calls() { return kCalls; }

}  // namespace bfclx::api
