// The fewest changes of the possible answers that would correct an entry.
#include <algorithm>
#include <array>
#include <utility>

#include "core/audit/audit.h"
#include "core/audit/meaning.h"
#include "core/audit/ranking.h"
#include "core/audit/schema.h"
#include "core/base/counted.h"

namespace bfclx {
namespace {

using Action = TruthEdit::Action;
using Kind = ArgumentDifference::Kind;

constexpr std::size_t kShownDefault = 60;  // code points
constexpr std::array<std::string_view, 7> kActions = {
    "accept", "replace", "allow_omission", "require", "add", "remove", "rewrite"};

// What runs agree on for the parameter; nullptr when they do not.
const ArgumentDifference* agreed_on(const AnswerGroup* agreed, const TruthProblem& problem) {
  if (agreed == nullptr) return nullptr;
  const auto its =
      std::find_if(agreed->difference.arguments.begin(), agreed->difference.arguments.end(),
                   [&](const ArgumentDifference& one) {
                     return one.function == problem.function && one.parameter == problem.parameter;
                   });
  return its == agreed->difference.arguments.end() || !its->fits_schema ? nullptr : &*its;
}

std::string default_text(const AuditedEntry& audited, const TruthProblem& problem) {
  const Value* function = find_function(*audited.entry, problem.function);
  const Value* fallback = function != nullptr ? default_of(*function, problem.parameter) : nullptr;
  return fallback != nullptr ? short_value(*fallback, kShownDefault) : std::string();
}

TruthEdit edit_of(const AuditedEntry& audited, const TruthProblem& problem,
                  const ArgumentDifference* agreed) {
  TruthEdit edit{Action::kRewrite, problem.function, problem.parameter, ""};
  const std::string_view kind = problem.kind;
  const bool has_value = agreed != nullptr && agreed->kind != Kind::kMissing;
  if (has_value) edit.value = agreed->found;
  if (kind == "unknown_parameter") {
    edit.action = Action::kRemove;
    edit.value.clear();
  } else if (kind == "required_left_out") {
    edit.action = Action::kRequire;
    edit.value.clear();
  } else if (kind == "required_missing" && has_value) {
    edit.action = Action::kAdd;
  } else if (kind == "not_the_default") {
    edit.action = Action::kAccept;
    edit.value = default_text(audited, problem);
  } else if (kind == "left_out_twice" && has_value) {
    edit.action = Action::kAccept;
  } else if (has_value) {
    edit.action = Action::kReplace;
  }
  return edit;
}

TruthEdit edit_of(const ArgumentDifference& difference) {
  TruthEdit edit{Action::kAccept, difference.function, difference.parameter, difference.found};
  if (difference.kind == Kind::kMissing) {
    edit.action = difference.optional ? Action::kAllowOmission : Action::kRewrite;
  } else if (difference.kind == Kind::kExtra) {
    edit.action = Action::kAdd;
  }
  return edit;
}

// What the ground truth itself suggests where runs agree on nothing.
void add_hints(const AuditedEntry& audited, std::vector<TruthEdit>& edits) {
  for (const TruthProblem& problem : audited.truth) {
    if (problem.kind == "never_stated") {
      edits.push_back(
          {Action::kAccept, problem.function, problem.parameter, default_text(audited, problem)});
    } else if (problem.kind == "default_demanded") {
      edits.push_back({Action::kAllowOmission, problem.function, problem.parameter, ""});
    }
  }
}

}  // namespace

std::string_view edit_name(Action action) { return kActions[static_cast<std::size_t>(action)]; }

std::string TruthEdit::text() const {
  switch (action) {
    case Action::kAccept:
      return "accept " + value + " for " + parameter;
    case Action::kReplace:
      return "replace the value of " + parameter + " with " + value;
    case Action::kAllowOmission:
      return "allow " + parameter + " to be left out";
    case Action::kRequire:
      return "do not allow " + parameter + " to be left out";
    case Action::kAdd:
      return "add " + parameter + " with " + value;
    case Action::kRemove:
      return "remove " + parameter;
    case Action::kRewrite:
      return parameter.empty() ? "rewrite the call of " + function
                               : "rewrite the possible answers of " + parameter;
  }
  return {};
}

std::string edits_text(const std::vector<TruthEdit>& edits) {
  std::vector<std::string> texts;
  for (const TruthEdit& edit : edits) {
    // The same change in several calls is said once.
    if (std::string text = edit.text(); std::find(texts.begin(), texts.end(), text) == texts.end())
      texts.push_back(std::move(text));
  }
  return joined(texts, "; ");
}

std::vector<TruthEdit> smallest_correction(const AuditedEntry& audited) {
  std::vector<TruthEdit> edits;
  if (audited.list != AuditList::kProof && audited.list != AuditList::kLikelyWrong) return edits;
  const auto add = [&](TruthEdit edit) {
    const auto known = std::find_if(edits.begin(), edits.end(), [&](const TruthEdit& one) {
      return one.function == edit.function && one.parameter == edit.parameter;
    });
    if (known == edits.end()) {
      edits.push_back(std::move(edit));
    } else if (known->action == Action::kRewrite && edit.action == Action::kAccept) {
      // What does not fit is replaced by the value that does.
      known->action = Action::kReplace;
      known->value = std::move(edit.value);
    }
  };
  const AnswerGroup* agreed = audited.agreed_answer();
  for (const TruthProblem& problem : audited.truth) {
    if (problem.proof) add(edit_of(audited, problem, agreed_on(agreed, problem)));
  }
  if (agreed == nullptr || !agreed->difference.plausible()) {
    if (edits.empty()) add_hints(audited, edits);
    return edits;
  }
  // Beside a proof only what more runs return than pass.
  const bool surely = std::any_of(
      audited.reasons.begin(), audited.reasons.end(),
      [](const SuspicionReason& one) { return one.suspicion == Suspicion::kAgreedAlternative; });
  if (audited.list == AuditList::kProof && !surely) return edits;
  for (const ArgumentDifference& one : agreed->difference.arguments) add(edit_of(one));
  return edits;
}

}  // namespace bfclx
