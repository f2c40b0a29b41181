#include "core/audit/errata.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/text.h"
#include "core/checker/own_match.h"
#include "core/dataset/own_ids.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxCorrections = 100'000;
constexpr std::array<std::string_view, 3> kKinds = {"alternative_answer", "replaced_answer",
                                                    "void"};

Error invalid(std::string message) { return {"ValueError", std::move(message), Error::kNoOffset}; }

// A member that is a text; an error when it is another value, or missing where it is needed.
Status read_text(const Dict& object, std::string_view name, bool needed, std::string& text) {
  const Value* value = object.find(name);
  if (value == nullptr && !needed) return {};
  if (value == nullptr || !value->is_str()) {
    return invalid("\"" + std::string(name) + "\" must be a string");
  }
  text = value->as_str();
  if (needed && text.empty()) return invalid("\"" + std::string(name) + "\" is empty");
  return {};
}

Status only_members(const Dict& object, std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : object) {
    if (!key.is_str() || std::find(known.begin(), known.end(), key.as_str()) == known.end()) {
      return invalid("unknown member " + short_value(key, 60));
    }
  }
  return {};
}

Status read_correction(const Value& value, Correction& correction) {
  if (!value.is_dict()) return invalid("must be an object");
  const Dict& object = value.as_dict();
  std::string kind;
  for (const Status& status :
       {read_text(object, "id", true, correction.id), read_text(object, "kind", true, kind),
        read_text(object, "reason", true, correction.reason),
        read_text(object, "source", false, correction.source),
        read_text(object, "author", false, correction.author),
        only_members(object, {"id", "kind", "ground_truth", "reason", "source", "author"})}) {
    if (!status.ok()) return status;
  }
  const auto it = std::find(kKinds.begin(), kKinds.end(), kind);
  if (it == kKinds.end()) return invalid("unknown \"kind\": " + short_text(kind, 60));
  correction.kind = static_cast<Correction::Kind>(it - kKinds.begin());
  const Value* truth = object.find("ground_truth");
  const bool is_void = correction.kind == Correction::Kind::kVoid;
  if (is_void != (truth == nullptr)) {
    return invalid(is_void ? "\"void\" takes no \"ground_truth\"" : "\"ground_truth\" is missing");
  }
  if (truth != nullptr) correction.ground_truth = *truth;
  return {};
}

// Of one entry: void alone, and one replacement at most.
Status no_contradictions(const std::vector<Correction>& corrections) {
  std::unordered_map<std::string_view, const Correction*> strict;
  std::unordered_map<std::string_view, std::size_t> count;
  for (const Correction& one : corrections) {
    ++count[one.id];
    if (one.kind != Correction::Kind::kAlternative) strict[one.id] = &one;
  }
  for (const auto& [id, one] : strict) {
    if (count[id] > 1) {
      return invalid(std::string(id) + ": \"" + std::string(correction_kind_name(one->kind)) +
                     "\" must be the only correction of its entry");
    }
  }
  return {};
}

// --- Forms of ground truth ----------------------------------------------------------------------

bool is_list_of(const Value& value, bool (*fits)(const Value&)) {
  return value.is_list() && std::all_of(value.items().begin(), value.items().end(), fits);
}

// {function: {parameter: [alternatives]}}
bool is_possible_call(const Value& value) {
  if (!value.is_dict() || value.as_dict().size() != 1) return false;
  for (const auto& [name, arguments] : value.as_dict()) {
    if (!name.is_str() || !arguments.is_dict()) return false;
    for (const auto& [parameter, alternatives] : arguments.as_dict()) {
      if (!parameter.is_str() || !alternatives.is_list() || alternatives.items().empty()) {
        return false;
      }
    }
  }
  return true;
}

bool is_text(const Value& value) { return value.is_str(); }
bool is_turn(const Value& value) { return is_list_of(value, is_text); }

struct TruthForm {
  Judging judging;
  bool (*fits)(const Value&);
  std::string_view text;
};
constexpr TruthForm kForms[] = {
    {Judging::kCalls, [](const Value& v) { return is_list_of(v, is_possible_call); },
     "a list of {function: {parameter: [alternatives]}}"},
    {Judging::kMultiTurn, [](const Value& v) { return is_list_of(v, is_turn); },
     "a list of turns, each a list of calls as strings"},
    {Judging::kAgentic, [](const Value& v) { return is_list_of(v, is_text); }, "a list of strings"},
};

}  // namespace

std::string_view correction_kind_name(Correction::Kind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

Result<Errata> parse_errata(std::string_view bytes) {
  const Result<Value> file = json_loads(bytes);
  if (!file.ok()) {
    return invalid("not valid JSON (" + file.error().message +
                   "); expected {\"schema\": ..., \"name\": ..., \"corrections\": [...]}");
  }
  if (!file->is_dict()) return invalid("must be an object");
  const Dict& object = file->as_dict();
  std::string schema;
  Errata errata;
  for (const Status& status :
       {read_text(object, "schema", true, schema), read_text(object, "name", true, errata.name),
        only_members(object, {"schema", "name", "corrections"})}) {
    if (!status.ok()) return status.error();
  }
  if (schema != kErrataSchema) {
    return invalid("\"schema\" is " + short_text(schema, 60) + ", expected " +
                   std::string(kErrataSchema));
  }
  const Value* corrections = object.find("corrections");
  if (corrections == nullptr || !corrections->is_list()) {
    return invalid("\"corrections\" must be a list");
  }
  if (corrections->items().size() > kMaxCorrections) return invalid("too many corrections");
  for (const Value& value : corrections->items()) {
    Correction& correction = errata.corrections.emplace_back();
    if (const Status status = read_correction(value, correction); !status.ok()) {
      return invalid("correction " + std::to_string(errata.corrections.size()) +
                     (correction.id.empty() ? "" : " (" + short_text(correction.id, 60) + ")") +
                     ": " + status.error().message);
    }
  }
  if (const Status status = no_contradictions(errata.corrections); !status.ok()) {
    return status.error();
  }
  return errata;
}

std::string errata_json(const Errata& errata) {
  List corrections;
  for (const Correction& one : errata.corrections) {
    Value value = dict_of({{"id", one.id}, {"kind", correction_kind_name(one.kind)}});
    Dict& object = value.mutable_dict();
    if (one.kind != Correction::Kind::kVoid) object.set("ground_truth", one.ground_truth);
    object.set("reason", Value::str(one.reason));
    object.set("source", Value::str(one.source));
    object.set("author", Value::str(one.author));
    corrections.push_back(std::move(value));
  }
  const Value file = dict_of({{"schema", kErrataSchema},
                              {"name", errata.name},
                              {"corrections", Value::list(std::move(corrections))}});
  JsonStyle style;
  style.indent = 2;
  style.lenient = true;
  Result<std::string> text = json_dumps(file, style);
  return text.ok() ? std::move(text).value() + "\n" : std::string();
}

namespace {

// Of an entry with a match of its own, what the correction makes of it; else nullptr.
Result<std::shared_ptr<const OwnMatch>> corrected_match(const Correction& correction,
                                                        const Entry& entry) {
  if (entry.own_match == nullptr || correction.kind == Correction::Kind::kVoid) {
    return std::shared_ptr<const OwnMatch>();
  }
  return OwnMatch::make(entry.own_match->checker(), correction.ground_truth,
                        entry.own_match->rules().order, "ground_truth");
}

}  // namespace

std::string unfit_correction(const Correction& correction, const Entry& entry) {
  if (correction.kind == Correction::Kind::kVoid) return {};
  for (const TruthForm& form : kForms) {
    if (form.judging != entry.category->judging || is_own_turns(*entry.category)) continue;
    if (form.fits(correction.ground_truth) && !correction.ground_truth.items().empty()) {
      const auto match = corrected_match(correction, entry);
      return match.ok() ? std::string() : match.error().message;
    }
    return "its ground truth must be " + std::string(form.text);
  }
  return "entries of " + std::string(entry.category->name) + " can only be void";
}

Entry corrected_entry(const Correction& correction, const Entry& entry) {
  Entry corrected = entry;
  corrected.ground_truth = correction.ground_truth;
  corrected.plan.reset();  // of the official ground truth
  auto match = corrected_match(correction, entry);
  if (match.ok()) corrected.own_match = std::move(match).value();
  return corrected;
}

CorrectedEntries::CorrectedEntries(const Errata& errata, const Dataset& dataset) {
  std::unordered_map<const Entry*, std::string_view> names;
  for (std::size_t i = 0; i < errata.corrections.size(); ++i) {
    const Correction& correction = errata.corrections[i];
    const Entry* entry = find_named(dataset, correction.id);
    if (entry == nullptr) continue;
    std::string why = fault_of_correction(correction, *entry);
    if (why.empty() && dataset.own_ids != nullptr) {
      const auto other = names.emplace(entry, correction.id).first;
      if (other->second != correction.id) {
        why = concat({"corrects the same entry as ", other->second});
      }
    }
    if (!why.empty()) {
      problems_.push_back(correction.id + ": " + why);
      continue;
    }
    applied_.push_back(i);
    Corrected& corrected = by_entry_[entry];
    corrected.is_void = correction.kind == Correction::Kind::kVoid;
    corrected.replaced = correction.kind == Correction::Kind::kReplacement;
    if (!corrected.is_void) corrected.entries.push_back(corrected_entry(correction, *entry));
  }
}

bool CorrectedEntries::is_void(const Entry& entry) const {
  const auto it = by_entry_.find(&entry);
  return it != by_entry_.end() && it->second.is_void;
}

void CorrectedEntries::judge(ScoredResponse& response, const RunSettings& settings) const {
  if (response.entry == nullptr) return;
  const auto it = by_entry_.find(response.entry);
  if (it == by_entry_.end()) return;
  for (const Entry& entry : it->second.entries) {
    if (response.verdict.valid && !it->second.replaced) return;
    ScoredResponse again;
    again.id = response.id;
    again.entry = &entry;
    again.response = response.response;
    score_response(again, settings);
    if (!again.verdict.valid && !it->second.replaced) continue;
    response.verdict = std::move(again.verdict);
    response.episode = std::move(again.episode);
    response.agentic = std::move(again.agentic);
  }
}

}  // namespace bfclx
