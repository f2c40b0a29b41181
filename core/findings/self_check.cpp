#include "core/findings/self_check.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/dataset/own_turns.h"

namespace bfclx {
namespace {

void set_outcome(SelfCheckFinding& finding, SelfCheckOutcome outcome, std::string rule,
                 std::string reason) {
  finding.outcome = outcome;
  finding.rule = std::move(rule);
  finding.reason = std::move(reason);
}

// The texts of the calls that an executable entry's ground truth makes.
std::vector<std::string> truth_calls(const Entry& entry) {
  std::vector<std::string> calls;
  if (is_rest(*entry.category)) {
    if (!entry.truth_call.empty()) calls.emplace_back(entry.truth_call);
    return calls;
  }
  if (!entry.ground_truth.is_list()) return calls;
  for (const Value& call : entry.ground_truth.items()) {
    if (call.is_str()) calls.emplace_back(call.as_str());
  }
  return calls;
}

std::string list_text(const std::vector<std::string>& calls,
                      const std::vector<std::size_t>& order) {
  std::string text = "[";
  for (const std::size_t i : order) text += (text.size() > 1 ? ", " : "") + calls[i];
  return text + "]";
}

// The next order: of few calls every one, of many only those that turn the calls round.
bool next_order(std::vector<std::size_t>& order) {
  constexpr std::size_t kFew = 5;
  if (order.size() <= kFew) return std::next_permutation(order.begin(), order.end());
  std::rotate(order.begin(), order.begin() + 1, order.end());
  return order.front() != 0;
}

}  // namespace

std::string_view self_check_outcome_name(SelfCheckOutcome outcome) {
  static constexpr std::string_view kNames[kSelfCheckOutcomes] = {
      "passes", "as_text", "trap", "impossible", "untold", "malformed"};
  return kNames[static_cast<std::size_t>(outcome)];
}

std::vector<SelfCheckFinding> malformed_findings(const Dataset& dataset, const Category& category) {
  std::vector<SelfCheckFinding> findings;
  for (const MalformedEntry& malformed : dataset.malformed(category)) {
    SelfCheckFinding& finding = findings.emplace_back();
    finding.id = malformed.id;
    set_outcome(finding, SelfCheckOutcome::kMalformed, "malformed", malformed.message());
  }
  return findings;
}

bool can_self_check(const Category& category) {
  return category.judging == Judging::kExecutable || is_own_turns(category) ||
         (category.judging == Judging::kCalls && !category.answers.empty());
}

SelfCheckFinding self_check(const Entry& entry, const Decoder& prompting) {
  if (is_own_turns(*entry.category)) return self_check_turns(entry, prompting);
  SelfCheckFinding finding;
  finding.id = entry.id;
  finding.entry = &entry;
  finding.response = possible_response(entry);
  const PossibleResponse& response = finding.response;
  if (!response.passes) {
    set_outcome(finding, SelfCheckOutcome::kImpossible, response.rule, response.reason);
    return finding;
  }
  if (!response.trap_rule.empty()) {
    set_outcome(finding, SelfCheckOutcome::kTrap, response.trap_rule, response.trap);
    return finding;
  }
  if (entry.category->language != Language::kPython) return finding;
  const Verdict verdict = score(entry, Value::str(python_text(response.calls)), prompting, false);
  if (verdict.valid) return finding;
  std::string reason = verdict.why ? verdict.why->text : std::string();
  if (verdict.decode_error) {
    const std::string& message = verdict.decode_error->message;
    reason = std::string(verdict.decode_error->kind) + (message.empty() ? "" : ": " + message);
  }
  set_outcome(finding, SelfCheckOutcome::kAsText, "text", std::move(reason));
  return finding;
}

SelfCheckFinding self_check_executable(const Entry& entry, const Decoder& prompting,
                                       const ExecutableSettings& settings) {
  SelfCheckFinding finding;
  finding.id = entry.id;
  finding.entry = &entry;
  RunSettings run;
  run.decoder = &prompting;
  run.executable = settings;
  run.executable.official = false;
  const std::vector<std::string> calls = truth_calls(entry);
  std::vector<std::size_t> order(calls.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  bool first = true;
  do {
    const std::string text = list_text(calls, order);
    const ExecutableVerdict judged = score_executable(entry, Value::str(text), run);
    if (judged.skip != Skip::kNone || calls.empty()) {
      set_outcome(finding, SelfCheckOutcome::kUntold, std::string(skip_name(judged.skip)),
                  judged.request ? judged.request->url : std::string());
      return finding;
    }
    if (!judged.verdict.valid) {
      const std::string why = judged.verdict.why ? judged.verdict.why->text : std::string();
      // Python text loses what stands without a name; the calls themselves may pass.
      const SelfCheckOutcome outcome = !first                      ? SelfCheckOutcome::kTrap
                                       : judged.impossible.empty() ? SelfCheckOutcome::kAsText
                                                                   : SelfCheckOutcome::kImpossible;
      set_outcome(finding, outcome, judged.verdict.error_type,
                  first ? why : "in the order " + text + ": " + why);
      return finding;
    }
    first = false;
  } while (next_order(order));
  return finding;
}

}  // namespace bfclx
