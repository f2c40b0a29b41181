// Errata that an audit suggests.
#include <algorithm>
#include <utility>

#include "core/audit/errata.h"
#include "core/audit/schema.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

// A value as possible answers have it: of a dict each member as a list of alternatives.
Value as_alternative(const Value& value, bool outside) {
  if (value.is_dict()) {
    Dict members;
    for (const auto& [key, its] : value.as_dict()) members.set(key, Value::list({its}));
    return Value::dict(std::move(members));
  }
  const auto is_dict = [](const Value& item) { return item.is_dict(); };
  const bool of_dicts = outside && value.is_list() && !value.items().empty() &&
                        std::all_of(value.items().begin(), value.items().end(), is_dict);
  if (!of_dicts) return value;
  List items;
  for (const Value& item : value.items()) items.push_back(as_alternative(item, false));
  return Value::list(std::move(items));
}

}  // namespace

Value calls_as_ground_truth(const Value& calls, const Entry& entry) {
  List out;
  if (!calls.is_list()) return Value();
  for (const Value& call : calls.items()) {
    if (!call.is_dict()) return Value();
    for (const auto& [name, arguments] : call.as_dict()) {
      const Value* function = name.is_str() ? find_function(entry, name.as_str()) : nullptr;
      if (function == nullptr || !arguments.is_dict()) return Value();
      Dict its;
      for (const auto& [parameter, value] : arguments.as_dict()) {
        its.set(parameter, Value::list({as_alternative(value, true)}));
      }
      Dict one;
      one.set(*function->as_dict().find("name"), Value::dict(std::move(its)));
      out.push_back(Value::dict(std::move(one)));
    }
  }
  return Value::list(std::move(out));
}

namespace {

void add_alternative(const AuditedEntry& audited, const std::string& reason, Errata& errata) {
  const AnswerGroup* agreed = audited.agreed_answer();
  if (agreed == nullptr || audited.entry->category->language != Language::kPython) return;
  const Result<Value> calls = json_loads(agreed->calls);
  if (!calls.ok()) return;
  Correction correction;
  correction.id = audited.entry->id;
  correction.kind = Correction::Kind::kAlternative;
  correction.ground_truth = calls_as_ground_truth(*calls, *audited.entry);
  correction.reason = reason;
  if (!unfit_correction(correction, *audited.entry).empty()) return;
  errata.corrections.push_back(std::move(correction));
}

}  // namespace

Errata draft_errata(const AuditReport& report) {
  Errata errata;
  errata.name = "draft";
  for (const AuditedEntry& audited : report.entries) {
    for (const SuspicionReason& reason : audited.reasons) {
      if (reason.suspicion == Suspicion::kUnreachable) {
        errata.corrections.push_back(
            {audited.entry->id, Correction::Kind::kVoid, Value(), reason.text, "", ""});
        break;  // nothing stands beside void
      }
      if (reason.suspicion == Suspicion::kAgreedAlternative) {
        add_alternative(audited, reason.text, errata);
      }
    }
  }
  return errata;
}

}  // namespace bfclx
