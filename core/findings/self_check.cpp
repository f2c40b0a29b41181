#include "core/findings/self_check.h"

#include "core/run/scorer.h"

namespace bfclx {
namespace {

void set_outcome(SelfCheckFinding& finding, SelfCheckOutcome outcome, std::string rule,
                 std::string reason) {
  finding.outcome = outcome;
  finding.rule = std::move(rule);
  finding.reason = std::move(reason);
}

}  // namespace

bool can_self_check(const Category& category) {
  return category.judging == Judging::kCalls && !category.answers.empty();
}

SelfCheckFinding self_check(const Entry& entry, const Decoder& prompting) {
  SelfCheckFinding finding;
  finding.entry = &entry;
  finding.reply = possible_reply(entry);
  const PossibleReply& reply = finding.reply;
  if (!reply.passes) {
    set_outcome(finding, SelfCheckOutcome::kImpossible, reply.rule, reply.reason);
    return finding;
  }
  if (!reply.trap_rule.empty()) {
    set_outcome(finding, SelfCheckOutcome::kTrap, reply.trap_rule, reply.trap);
    return finding;
  }
  if (entry.category->language != Language::kPython) return finding;
  const Verdict verdict = score(entry, Value::str(python_text(reply.calls)), prompting, false);
  if (verdict.valid) return finding;
  std::string reason = verdict.why ? verdict.why->text : std::string();
  if (verdict.decode_error) {
    reason = std::string(verdict.decode_error->kind) + ": " + verdict.decode_error->message;
  }
  set_outcome(finding, SelfCheckOutcome::kAsText, "text", std::move(reason));
  return finding;
}

}  // namespace bfclx
