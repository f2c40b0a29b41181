// Whether a correction can stand: the one place that `errata check` and `--errata` ask.
#include <algorithm>

#include "core/audit/errata.h"
#include "core/audit/meaning.h"
#include "core/findings/possible_calls.h"
#include "core/run/scorer.h"
#include "core/value/dict.h"

namespace bfclx {

std::vector<Value> listed_variants(const Value& calls, const Entry& entry) {
  constexpr std::size_t kMost = 20;
  std::vector<Value> out = {calls};
  const List& answers = entry.possible_answers().items();
  const std::size_t count = std::min(calls.items().size(), answers.size());
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& [name, arguments] : answers[i].as_dict()) {
      for (const auto& [parameter, alternatives] : arguments.as_dict()) {
        for (const Value& value : candidates(alternatives, entry.category->language, kMost)) {
          const Value* old =
              calls.items()[i].is_dict() ? calls.items()[i].as_dict().find(name) : nullptr;
          if (old == nullptr || !old->is_dict()) continue;
          Dict changed = old->as_dict();
          changed.set(parameter, value);
          Dict call;
          call.set(name, Value::dict(std::move(changed)));
          List all(calls.items().begin(), calls.items().end());
          all[i] = Value::dict(std::move(call));
          out.push_back(Value::list(std::move(all)));
        }
      }
    }
  }
  return out;
}

namespace {

bool passes(const Entry& entry, const Value& calls) {
  return judge_entry_calls(entry, calls, false).valid;
}

// Why a correction of possible answers cannot stand; empty when it can.
std::string judge_calls_correction(const Correction& correction, const Entry& official) {
  const Entry corrected = corrected_entry(correction, official);
  const PossibleResponse response = possible_response(corrected);
  if (!response.passes) return "no response passes with it: " + response.reason;
  for (const Value& calls : listed_variants(response.calls, corrected)) {
    if (passes(corrected, calls) && !passes(official, calls)) return {};
  }
  if (correction.kind == Correction::Kind::kReplacement) {
    const PossibleResponse before = possible_response(official);
    if (before.passes) {
      for (const Value& calls : listed_variants(before.calls, official)) {
        if (passes(official, calls) && !passes(corrected, calls)) return {};
      }
    }
  }
  return "it changes nothing: what it accepts passes already";
}

bool is_link(std::string_view text) {
  return text.substr(0, 8) == "https://" || text.substr(0, 7) == "http://";
}

}  // namespace

std::string fault_of_correction(const Correction& correction, const Entry& entry) {
  if (std::string why = unfit_correction(correction, entry); !why.empty()) return why;
  if (correction.author.empty()) return "it has no author";
  if (!is_link(correction.source)) return "its source is not a link";
  if (correction.kind == Correction::Kind::kVoid) return {};
  if (entry.category->judging == Judging::kCalls && !entry.category->varies_prompts) {
    return judge_calls_correction(correction, entry);
  }
  if (canonical_value(correction.ground_truth) == canonical_value(entry.ground_truth)) {
    return "it changes nothing: it is the official ground truth";
  }
  return {};
}

}  // namespace bfclx
