// Cases that ask the same, or nearly so.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/audit/meaning.h"
#include "core/audit/near_duplicates.h"
#include "core/audit/schema.h"
#include "core/base/text.h"
#include "core/benchmark/case_parts.h"
#include "core/benchmark/case_texts.h"
#include "core/check/ast_checker.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

// Of the cases that ask the same, as many that differ are kept to be compared with.
constexpr std::size_t kMostCompared = 8;
constexpr std::size_t kMostCalls = 64;  // of an entry, that are paired
constexpr std::size_t kShown = 60;

// ---- whether a response can pass both ----

bool holds_dict(const Value& value) {
  if (value.is_dict()) return true;
  return value.is_sequence() && std::any_of(value.items().begin(), value.items().end(), holds_dict);
}

std::set<std::string> values_of(const Value* alternatives, bool& open) {
  if (alternatives == nullptr || !alternatives->is_list()) return {"omitted"};
  std::set<std::string> values;
  for (const Value& value : alternatives->items()) {
    const bool omitted = value.is_str() && value.as_str().empty();
    open = open || holds_dict(value);  // whose keys can have alternatives
    values.insert(omitted ? "omitted" : canonical_value(value));
  }
  return values;
}

bool may_share_arguments(const Value& a, const Value& b) {
  const auto may_share = [&](string_view parameter) {
    bool open_a = false;
    bool open_b = false;
    const std::set<std::string> in_a = values_of(find_member(a, parameter), open_a);
    const std::set<std::string> in_b = values_of(find_member(b, parameter), open_b);
    if (open_a && open_b) return true;
    return std::any_of(in_a.begin(), in_a.end(),
                       [&](const std::string& value) { return in_b.count(value) != 0; });
  };
  for (const Value* side : {&a, &b}) {
    if (!side->is_dict()) return true;
    for (const auto& [name, alternatives] : side->as_dict()) {
      if (name.is_str() && !may_share(name.as_str())) return false;
    }
  }
  return true;
}

struct CallOfCase {
  std::string name;
  const Value* arguments;
};

std::vector<CallOfCase> expected_calls(const Value& answers) {
  std::vector<CallOfCase> calls;
  if (!answers.is_list()) return calls;
  for (const Value& call : answers.items()) {
    if (!call.is_dict()) continue;
    for (const auto& [name, arguments] : call.as_dict()) {
      if (name.is_str()) calls.push_back({standardize_string(name.as_str()), &arguments});
    }
  }
  return calls;
}

bool may_share_calls(const Entry& a, const Entry& b) {
  const std::vector<CallOfCase> in_a = expected_calls(a.possible_answers());
  const std::vector<CallOfCase> in_b = expected_calls(b.possible_answers());
  if (in_a.size() != in_b.size()) return false;
  if (in_a.size() > kMostCalls) return true;
  // Each call on either side needs one that it can be the same as.
  const auto is_paired = [](const CallOfCase& one, const std::vector<CallOfCase>& others) {
    return std::any_of(others.begin(), others.end(), [&](const CallOfCase& other) {
      return one.name == other.name && may_share_arguments(*one.arguments, *other.arguments);
    });
  };
  return std::all_of(in_a.begin(), in_a.end(),
                     [&](const CallOfCase& one) { return is_paired(one, in_b); }) &&
         std::all_of(in_b.begin(), in_b.end(),
                     [&](const CallOfCase& one) { return is_paired(one, in_a); });
}

// ---- functions ----

std::set<std::string> called_names(const ReviewedCase& its) {
  std::set<std::string> names;
  for (const Value& calls : its.calls) {
    if (!calls.is_list()) continue;
    for (const Value& call : calls.items()) {
      if (!call.is_dict()) continue;
      for (const auto& [name, arguments] : call.as_dict()) {
        if (name.is_str()) names.emplace(name.as_str());
      }
    }
  }
  return names;
}

// Whether both offer all functions that either calls: what one expects could be expected of both.
bool offer_the_same(const ReviewedCase& a, const ReviewedCase& b) {
  for (const ReviewedCase* side : {&a, &b}) {
    for (const std::string& name : called_names(*side)) {
      const Value* in_a = find_function(*a.entry, name);
      const Value* in_b = find_function(*b.entry, name);
      if (in_a == nullptr || in_b == nullptr || !equal(*in_a, *in_b)) return false;
    }
  }
  return true;
}

bool calls_nothing(const ReviewedCase& its) {
  return std::all_of(its.calls.begin(), its.calls.end(), is_empty_output);
}

std::string shown_calls(const ReviewedCase& its) {
  if (calls_nothing(its)) return "no call";
  std::string text;
  for (const Value& calls : its.calls) {
    if (!text.empty()) text += ", then ";
    text += is_empty_output(calls) ? "no call" : short_calls(calls, kShown);
    if (text.size() > kShown) break;
  }
  return text;
}

class PairFinder {
 public:
  PairFinder(std::span<const ReviewedCase> cases, std::vector<CaseFinding>& findings)
      : cases_(cases), findings_(findings), paired_(cases.size()) {}

  void run() {
    by_key(&ReviewedCase::key, CaseFault::kContradiction, Severity::kError);
    by_key(&ReviewedCase::loose_key, CaseFault::kNearContradiction, Severity::kWarning);
    find_near();
  }

 private:
  void add(CaseFault fault, Severity severity, std::size_t at, std::size_t other,
           std::string text) {
    paired_[at] = true;
    findings_.push_back({.fault = fault,
                         .severity = severity,
                         .id = cases_[at].entry->id,
                         .entry = cases_[at].entry,
                         .other = cases_[other].entry,
                         .text = std::move(text)});
  }

  void by_key(std::string ReviewedCase::*key, CaseFault contradiction, Severity severity) {
    std::unordered_map<string_view, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      const std::string& its = cases_[i].*key;
      if (its.empty() || cases_[i].calls.empty() || paired_[i]) continue;
      std::vector<std::size_t>& group = groups[its];
      bool known = false;
      for (const std::size_t other : group) {
        if (compare(i, other, contradiction, severity)) {
          known = true;
          break;
        }
      }
      if (!known && group.size() < kMostCompared) group.push_back(i);
    }
  }

  // Whether it is told, and nothing else need be compared with it.
  bool compare(std::size_t at, std::size_t other, CaseFault contradiction, Severity severity) {
    const ReviewedCase& a = cases_[at];
    const ReviewedCase& b = cases_[other];
    if (!offer_the_same(a, b)) return false;
    if (!may_share_response(a, b)) {
      add(contradiction, severity, at, other,
          concat({"expects ", shown_calls(a), ", but ", name_of(*b.entry), " expects ",
                  shown_calls(b)}));
      return true;
    }
    const bool same = a.key == b.key;
    if (!equal(a.entry->functions(), b.entry->functions())) return false;
    if (same) {
      add(CaseFault::kDuplicate, Severity::kWarning, at, other,
          "the same as " + std::string(name_of(*b.entry)));
    } else {
      add(CaseFault::kNearDuplicate, Severity::kInfo, at, other,
          "nearly the same as " + std::string(name_of(*b.entry)));
    }
    return true;
  }

  // First among the cases with the same calls: of many like questions, each is compared with a few.
  void find_near() {
    std::vector<std::size_t> all;
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (paired_[i] || cases_[i].calls.empty() || cases_[i].loose_key.empty()) continue;
      std::string calls;
      for (const Value& turn : cases_[i].calls) calls += canonical_calls(turn) + "\n";
      groups[std::move(calls)].push_back(i);
      all.push_back(i);
    }
    for (const auto& [calls, places] : groups) {
      if (places.size() > 1) find_near(places);
    }
    find_near(all);
  }

  void find_near(const std::vector<std::size_t>& places) {
    std::vector<const Entry*> entries;
    for (const std::size_t place : places) entries.push_back(cases_[place].entry);
    const std::vector<std::vector<std::size_t>> near = near_duplicates(entries);
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (paired_[places[i]]) continue;
      std::size_t compared = 0;
      for (const std::size_t other : near[i]) {
        if (other >= i || ++compared > kMostCompared) break;
        const ReviewedCase& a = cases_[places[i]];
        const ReviewedCase& b = cases_[places[other]];
        if (!equal(a.entry->functions(), b.entry->functions())) continue;
        // Where values differ, the questions say so.
        if (!passes(*a.entry, b.calls) && !passes(*b.entry, a.calls)) continue;
        if (a.calls.size() != b.calls.size()) continue;
        add(CaseFault::kNearDuplicate, Severity::kInfo, places[i], places[other],
            "nearly the same as " + std::string(name_of(*b.entry)));
        break;
      }
    }
  }

  static string_view name_of(const Entry& entry) {
    const string_view own = own_id_of(entry);
    return own.empty() ? string_view(entry.id) : own;
  }

  std::span<const ReviewedCase> cases_;
  std::vector<CaseFinding>& findings_;
  std::vector<bool> paired_;
};

}  // namespace

bool may_share_response(const ReviewedCase& a, const ReviewedCase& b) {
  if (passes(*a.entry, b.calls) || passes(*b.entry, a.calls)) return true;
  const std::vector<Entry> turns_a = turns_of(*a.entry);
  const std::vector<Entry> turns_b = turns_of(*b.entry);
  if (turns_a.size() != turns_b.size()) return false;
  for (std::size_t i = 0; i < turns_a.size(); ++i) {
    if (!may_share_calls(turns_a[i], turns_b[i])) return false;
  }
  return true;
}

void find_pairs(std::span<const ReviewedCase> cases, std::vector<CaseFinding>& findings) {
  PairFinder(cases, findings).run();
}

}  // namespace bfclx
