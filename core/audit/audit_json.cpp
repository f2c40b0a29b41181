// The report of an audit for programs.
#include <algorithm>

#include "core/audit/audit.h"
#include "core/audit/report_text.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxGroups = 8;

Value count_value(std::size_t count) { return Value::integer(static_cast<std::int64_t>(count)); }

Value difference_value(const ArgumentDifference& one) {
  static constexpr std::string_view kKinds[] = {"value", "missing", "extra"};
  Dict out;
  out.set("kind", Value::str(kKinds[static_cast<std::size_t>(one.kind)]));
  out.set("function", Value::str(one.function));
  out.set("parameter", Value::str(one.parameter));
  out.set("truth", Value::str(one.truth));
  out.set("found", Value::str(one.found));
  out.set("optional", Value::boolean(one.optional));
  out.set("spelling", Value::boolean(one.spelling));
  out.set("found_in_question", Value::boolean(one.found_in_question));
  out.set("truth_in_question", Value::boolean(one.truth_in_question));
  out.set("fits_schema", Value::boolean(one.fits_schema));
  return Value::dict(std::move(out));
}

Value group_value(const AnswerGroup& group, const AuditReport& report) {
  Dict out;
  out.set("count", count_value(group.count()));
  out.set("decoded", Value::boolean(group.meaning != 0));
  out.set("answer", Value::str(group.shown));
  out.set("error_type", Value::str(group.error_type));
  static constexpr std::string_view kShapes[] = {"none", "count", "function", "arguments"};
  out.set("differs_in", Value::str(kShapes[static_cast<std::size_t>(group.difference.shape)]));
  List differences;
  for (const ArgumentDifference& one : group.difference.arguments) {
    differences.push_back(difference_value(one));
  }
  out.set("differences", Value::list(std::move(differences)));
  List runs;
  for (const std::uint32_t run : group.runs) runs.push_back(Value::str(report.runs[run].label));
  out.set("runs", Value::list(std::move(runs)));
  return Value::dict(std::move(out));
}

Value discrimination_value(const Discrimination& its) {
  if (!its.known) return Value::none();
  Dict out;
  out.set("value", Value::real(its.value));
  out.set("interval_95", range_value(its.interval));
  out.set("p_negative", Value::real(its.p_negative));
  return Value::dict(std::move(out));
}

Value fit_value(const TwoParameterFit& fit) {
  if (!fit.known) return Value::none();
  Dict out;
  out.set("slope", Value::real(fit.slope));
  out.set("difficulty", Value::real(fit.difficulty));
  out.set("explained", Value::real(fit.explained));
  out.set("outfit", Value::real(fit.outfit));
  return Value::dict(std::move(out));
}

Value truth_value(const std::vector<TruthProblem>& problems) {
  List out;
  for (const TruthProblem& problem : problems) {
    Dict one;
    one.set("kind", Value::str(problem.kind));
    one.set("proof", Value::boolean(problem.proof));
    one.set("function", Value::str(problem.function));
    one.set("parameter", Value::str(problem.parameter));
    one.set("text", Value::str(problem.text));
    out.push_back(Value::dict(std::move(one)));
  }
  return Value::list(std::move(out));
}

Value evidence_value(const std::vector<Evidence>& evidence) {
  List out;
  for (const Evidence& one : evidence) {
    out.push_back(dict_of(
        {{"name", one.name}, {"weight", one.weight}, {"proof", one.proof}, {"text", one.text}}));
  }
  return Value::list(std::move(out));
}

Value alternative_value(const AgreedAlternative& its) {
  if (its.runs == 0) return Value::none();
  return dict_of(
      {{"answer", its.shown},
       {"runs", its.runs},
       {"families", its.families},
       {"accuracy", its.accuracy},
       {"accuracy_passing", its.passes > 0 ? Value::real(its.accuracy_passing) : Value()},
       {"text", its.text()}});
}

Value correction_value(const std::vector<TruthEdit>& edits) {
  List out;
  for (const TruthEdit& one : edits) {
    out.push_back(dict_of({{"action", edit_name(one.action)},
                           {"function", one.function},
                           {"parameter", one.parameter},
                           {"value", one.value}}));
  }
  return Value::list(std::move(out));
}

Value signals_value(const Signals& signals) {
  Dict out;
  for (std::size_t i = 0; i < kSignals; ++i) {
    out.set(std::string(signal_name(static_cast<Signal>(i))), Value::real(signals[i]));
  }
  return Value::dict(std::move(out));
}

Value entry_value(const AuditedEntry& audited, const AuditReport& report) {
  Dict out;
  out.set("id", Value::str(audited.entry->id));
  out.set("category", Value::str(audited.entry->category->name));
  out.set("suspicion", Value::real(audited.suspicion));
  out.set("suspicious", Value::boolean(audited.is_suspicious()));
  List classes;
  List reasons;
  for (const SuspicionReason& reason : audited.reasons) {
    classes.push_back(Value::str(suspicion_name(reason.suspicion)));
    reasons.push_back(Value::str(reason.text));
  }
  out.set("classes", Value::list(std::move(classes)));
  out.set("reasons", Value::list(std::move(reasons)));
  out.set("runs", count_value(audited.runs));
  out.set("passes", count_value(audited.passes));
  out.set("failing_share", Value::real(audited.failing));
  out.set("agreed_share", Value::real(audited.agreed));
  out.set("plausible_share", Value::real(audited.plausible));
  out.set("p_agreed", Value::real(audited.p_agreed));
  out.set("q", Value::real(audited.q));
  out.set("discrimination", discrimination_value(audited.discrimination));
  out.set("fit", fit_value(audited.fit));
  out.set("truth", truth_value(audited.truth));
  List answers;
  for (std::size_t i = 0; i < std::min(audited.groups.size(), kMaxGroups); ++i) {
    answers.push_back(group_value(audited.groups[i], report));
  }
  out.set("answers", Value::list(std::move(answers)));
  out.set("different_answers", count_value(audited.groups.size()));
  out.set("one_spelling",
          audited.one_spelling.empty() ? Value() : Value::str(audited.one_spelling));
  List near;
  for (const std::size_t other : audited.near) {
    near.push_back(Value::str(report.entries[other].entry->id));
  }
  out.set("near_duplicates", Value::list(std::move(near)));
  out.set("list", Value::str(audit_list_name(audited.list)));
  out.set("probability", Value::real(audited.probability));
  out.set("probability_text", Value::str(probability_text(audited)));
  out.set("evidence", evidence_value(audited.evidence));
  out.set("alternative", alternative_value(audited.alternative));
  out.set("correction", correction_value(audited.correction));
  out.set("correction_text",
          audited.correction.empty() ? Value() : Value::str(edits_text(audited.correction)));
  out.set("signals", signals_value(audited.signals));
  return Value::dict(std::move(out));
}

Value run_value(const AuditedRun& run) {
  Dict out;
  out.set("label", Value::str(run.label));
  out.set("entries", count_value(run.entries));
  out.set("right", count_value(run.right));
  return Value::dict(std::move(out));
}

Value categories_value(const AuditReport& report) {
  List out;
  for (const SuspicionsByCategory& one : counts_by_category(report)) {
    out.push_back(dict_of({{"category", one.category->name},
                           {"entries", one.entries},
                           {"proof", one.proof},
                           {"likely_wrong", one.likely_wrong},
                           {"hard", one.hard}}));
  }
  return Value::list(std::move(out));
}

}  // namespace

std::string audit_json(const AuditReport& report, std::size_t at_most, const Value& head) {
  Dict out;
  if (head.is_dict()) out = head.as_dict();
  out.set("false_discovery_rate", Value::real(report.options.false_discovery_rate));
  out.set("audited", count_value(report.entries.size()));
  out.set("suspicious", count_value(report.suspicious()));
  Dict lists;
  for (const AuditList list : {AuditList::kProof, AuditList::kLikelyWrong, AuditList::kHard}) {
    lists.set(audit_list_name(list), count_value(report.count(list)));
  }
  out.set("lists", Value::dict(std::move(lists)));
  out.set("categories", categories_value(report));
  out.set("text", Value::str(audit_text(report)));
  const std::string few = few_runs_text(report.models);
  out.set("few_runs", few.empty() ? Value() : Value::str(few));
  List runs;
  for (const AuditedRun& run : report.runs) runs.push_back(run_value(run));
  out.set("runs", Value::list(std::move(runs)));
  List warnings;
  for (const AuditedRun& run : report.runs) {
    for (const RunWarning& one : run.warnings) warnings.push_back(warning_value(run.label, one));
  }
  out.set("warnings", Value::list(std::move(warnings)));
  List entries;
  for (const AuditedEntry& entry : report.entries) {
    if (at_most > 0 && entries.size() == at_most) break;
    entries.push_back(entry_value(entry, report));
  }
  out.set("entries", Value::list(std::move(entries)));
  JsonStyle style;
  style.indent = 2;
  style.ensure_ascii = true;
  style.lenient = true;
  Result<std::string> text = json_dumps(Value::dict(std::move(out)), style);
  return text.ok() ? std::move(text).value() + "\n" : std::string("{}\n");
}

}  // namespace bfclx
