#include "core/audit/signals.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/audit/audit.h"
#include "core/audit/difference.h"
#include "core/audit/elementary.h"
#include "core/audit/meaning.h"
#include "core/audit/schema.h"
#include "core/base/text.h"
#include "core/check/ast_checker.h"
#include "core/statistics/statistics.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr double kShrinkage = 2;  // entries, of what siblings say
constexpr double kFade = 0.82;    // of a correction, from one entry of the file to the next
constexpr std::size_t kMostUnstated = 3;
constexpr double kMostEvidence = 6;  // -log10 of a p-value
constexpr double kLn10 = 2.302585092994046;
constexpr std::size_t kShown = 80;
constexpr std::size_t kMaxLooked = 1000;  // parts of a value that are looked for

constexpr std::array<std::string_view, kSignals> kNames = {"strong_failing",
                                                           "plausible",
                                                           "only_values",
                                                           "unfit",
                                                           "only_optional",
                                                           "text_in_text",
                                                           "other_function",
                                                           "strong_fail_more",
                                                           "proof",
                                                           "wrong_type",
                                                           "left_out_twice",
                                                           "too_lenient",
                                                           "never_stated",
                                                           "optional_not_in_question",
                                                           "year_not_in_question",
                                                           "siblings",
                                                           "live",
                                                           "history"};

// Calls `seen` with each text, and each number as text, of a value, kMaxLooked of them at most.
template <typename Seen>
void for_literals(const Value& value, const Seen& seen, std::size_t& left) {
  if (left == 0) return;
  --left;
  if (value.is_str()) {
    seen(std::string(value.as_str()));
  } else if (value.is_int() || value.is_float()) {
    seen(canonical_value(value));
  } else if (value.is_sequence()) {
    for (const Value& item : value.items()) for_literals(item, seen, left);
  } else if (value.is_dict()) {
    for (const auto& [key, its] : value.as_dict()) for_literals(its, seen, left);
  }
}

// Four digits, 1900 to 2099, with no digit beside them.
void add_years(const std::string& text, std::set<std::string>& years) {
  for (std::size_t i = 0; i + 4 <= text.size(); ++i) {
    if (!std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i),
                     text.begin() + static_cast<std::ptrdiff_t>(i + 4), is_digit)) {
      continue;
    }
    if ((i > 0 && is_digit(text[i - 1])) || (i + 4 < text.size() && is_digit(text[i + 4])))
      continue;
    const std::string year = text.substr(i, 4);
    if (year.compare(0, 2, "19") == 0 || year.compare(0, 2, "20") == 0) years.insert(year);
  }
}

// Something literal that the question has, or nothing literal at all.
bool may_be_stated(const Value& value, const std::string& literals) {
  bool all = true;
  std::size_t left = kMaxLooked;
  for_literals(
      value,
      [&](const std::string& text) {
        all = all && literals.find(standardize_string(text)) != std::string::npos;
      },
      left);
  return all;
}

bool is_called(const AuditedEntry& entry) {
  return entry.entry->category->judging == Judging::kCalls;
}

void add_truth(const AuditedEntry& audited, Signals& signals) {
  of(signals, Signal::kProof) = audited.is_proven() ? 1 : 0;
  for (const TruthProblem& problem : audited.truth) {
    const std::string_view kind = problem.kind;
    if (kind == "wrong_type" || kind == "wrong_item_type" || kind == "null") {
      of(signals, Signal::kWrongType) = 1;
    } else if (kind == "left_out_twice") {
      of(signals, Signal::kLeftOutTwice) = 1;
    } else if (kind == "required_left_out") {
      of(signals, Signal::kTooLenient) = 1;
    } else if (kind == "never_stated") {
      of(signals, Signal::kNeverStated) = 1;
    }
  }
  const Unstated unstated = unstated_of(*audited.entry);
  of(signals, Signal::kOptionalNotInQuestion) =
      static_cast<double>(std::min(unstated.optional.size(), kMostUnstated));
  of(signals, Signal::kYearNotInQuestion) = unstated.years.empty() ? 0 : 1;
}

void add_crowd(const AuditedEntry& audited, Signals& signals) {
  of(signals, Signal::kPlausible) = audited.plausible;
  const bool decoded = !audited.groups.empty() && audited.groups.front().meaning != 0;
  const bool values = decoded && audited.groups.front().difference.only_values();
  of(signals, Signal::kOnlyValues) = values ? 1 : 0;
  const double runs = static_cast<double>(std::max<std::size_t>(audited.runs, 1));
  for (const AnswerGroup& group : audited.groups) {
    const AnswerDifference& its = group.difference;
    if (its.shape == AnswerDifference::Shape::kFunction) {
      of(signals, Signal::kOtherFunction) += group.share;
    }
    if (its.any_contained()) of(signals, Signal::kTextInText) += group.share;
    if (its.shape != AnswerDifference::Shape::kArguments) continue;
    const double share = group.counted / runs;
    if (std::any_of(its.arguments.begin(), its.arguments.end(),
                    [](const ArgumentDifference& one) { return !one.fits_schema; })) {
      of(signals, Signal::kUnfit) += share;
    }
    if (its.only_optional()) of(signals, Signal::kOnlyOptional) += share;
  }
}

// The names of the functions that the model sees.
std::string functions_key(const Entry& entry) {
  std::set<std::string> names;
  const Value& functions = entry.functions();
  if (functions.is_list()) {
    for (const Value& function : functions.items()) {
      const Value* name = function.is_dict() ? function.as_dict().find("name") : nullptr;
      if (name != nullptr && name->is_str()) names.emplace(name->as_str());
    }
  }
  std::string key;
  for (const std::string& name : names) key += name + "\n";
  return key;
}

// Entries that share functions were written by one hand: what is wrong with one of them speaks for
// the same in another. The mean of the others, shrunk towards that of all.
void add_siblings(std::vector<AuditedEntry>& entries) {
  struct Group {
    double sum = 0;
    std::size_t entries = 0;
  };
  std::map<std::string, Group> groups;
  Group all;
  std::vector<Group*> group_of(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!is_called(entries[i])) continue;
    group_of[i] = &groups[functions_key(*entries[i].entry)];
    for (Group* group : {group_of[i], &all}) {
      group->sum += crowd_logit(entries[i]);
      ++group->entries;
    }
  }
  const double mean = all.entries > 0 ? all.sum / static_cast<double>(all.entries) : 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (group_of[i] == nullptr || group_of[i]->entries < 2) continue;
    const double others = static_cast<double>(group_of[i]->entries - 1);
    const double above = group_of[i]->sum - crowd_logit(entries[i]) - others * mean;
    of(entries[i].signals, Signal::kSiblings) = above / (others + kShrinkage);
  }
}

// The first number of an id tells its place in the file of its category, or comes close to it.
using Place = std::tuple<std::string_view, std::uint64_t, std::string_view>;
Place place_of(const Entry& entry) {
  const std::string_view id = entry.id;
  std::uint64_t number = 0;
  const std::string_view name = entry.category->name;
  std::size_t at = id.compare(0, name.size(), name) == 0 ? name.size() : 0;
  while (at < id.size() && !is_digit(id[at])) ++at;
  for (int digits = 0; digits < 18 && at < id.size() && is_digit(id[at]); ++digits, ++at) {
    number = number * 10 + static_cast<std::uint64_t>(id[at] - '0');
  }
  return {name, number, id};
}

// Entries beside each other were written and corrected together. Corrections before and behind an
// entry, each less the farther it is.
void add_history(std::vector<AuditedEntry>& entries,
                 const std::set<std::string, std::less<>>& corrected) {
  if (corrected.empty()) return;
  std::vector<std::pair<Place, AuditedEntry*>> file;
  for (AuditedEntry& entry : entries) {
    if (is_called(entry)) file.emplace_back(place_of(*entry.entry), &entry);
  }
  std::sort(file.begin(), file.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto sweep = [&](auto begin, auto end) {
    double sum = 0;
    const Category* category = nullptr;
    for (; begin != end; ++begin) {
      AuditedEntry& audited = *begin->second;
      if (audited.entry->category != category) sum = 0;
      category = audited.entry->category;
      of(audited.signals, Signal::kHistory) += sum;
      sum = (sum + static_cast<double>(corrected.count(audited.entry->id))) * kFade;
    }
  };
  sweep(file.begin(), file.end());
  sweep(file.rbegin(), file.rend());
  for (auto& [place, audited] : file) {
    double& history = of(audited->signals, Signal::kHistory);
    history = history / (1 + history);
  }
}

}  // namespace

std::string_view signal_name(Signal signal) { return kNames[static_cast<std::size_t>(signal)]; }

Unstated unstated_of(const Entry& entry) {
  Unstated unstated;
  const Value& answers = entry.possible_answers();
  if (entry.category->judging != Judging::kCalls || !answers.is_list()) return unstated;
  const std::string literals = question_literals(entry);
  std::set<std::string> years;
  for (const Value& call : answers.items()) {
    if (!call.is_dict()) continue;
    for (const auto& [name, arguments] : call.as_dict()) {
      if (!name.is_str() || !arguments.is_dict()) continue;
      const Value* function = find_function(entry, name.as_str());
      for (const auto& [parameter, alternatives] : arguments.as_dict()) {
        if (!parameter.is_str() || !alternatives.is_list()) continue;
        List stated;
        bool in_question = false;
        for (const Value& value : alternatives.items()) {
          if (value.is_str() && value.as_str().empty()) continue;
          std::size_t left = kMaxLooked;
          for_literals(
              value, [&](const std::string& text) { add_years(text, years); }, left);
          in_question = in_question || may_be_stated(value, literals);
          stated.push_back(value);
        }
        const bool optional = function != nullptr && !is_required(*function, parameter.as_str());
        if (!optional || stated.empty() || in_question) continue;
        const bool may_be_left_out = stated.size() < alternatives.items().size();
        const Value* fallback = default_of(*function, parameter.as_str());
        const bool only_default =
            fallback != nullptr &&
            std::all_of(stated.begin(), stated.end(), [&](const Value& value) {
              return standardize_string(str(value)) == standardize_string(str(*fallback));
            });
        unstated.optional.push_back(std::string(parameter.as_str()) + "=" +
                                    short_value(Value::list(std::move(stated)), kShown));
        if (!may_be_left_out || !only_default) {
          unstated.demanded.push_back(unstated.optional.back());
        }
      }
    }
  }
  for (const std::string& year : years) {
    if (literals.find(year) == std::string::npos) unstated.years.push_back(year);
  }
  return unstated;
}

std::string family_of(std::string_view label) {
  std::string name = lower_ascii(label.substr(label.rfind('/') + 1));
  const std::size_t organization = name.find('_');
  const bool has_name = organization != name.npos && organization + 1 < name.size() &&
                        is_lower_letter(name[organization + 1]);
  if (has_name) name.erase(0, organization + 1);
  const auto end = std::find_if_not(name.begin(), name.end(), is_lower_letter);
  return end == name.begin() ? name : std::string(name.begin(), end);
}

void add_signals(std::vector<AuditedEntry>& entries, const std::vector<double>& strong,
                 const std::set<std::string, std::less<>>& corrected) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    AuditedEntry& audited = entries[i];
    const Discrimination& its = audited.discrimination;
    if (its.known && its.value < 0) {
      of(audited.signals, Signal::kStrongFailMore) =
          std::min(kMostEvidence, -log_of(std::max(its.p_negative, 1e-6)) / kLn10);
    }
    if (!is_called(audited)) continue;
    of(audited.signals, Signal::kStrongFailing) = strong[i];
    of(audited.signals, Signal::kLive) = audited.entry->category->group == "live" ? 1 : 0;
    add_crowd(audited, audited.signals);
    add_truth(audited, audited.signals);
  }
  add_siblings(entries);
  add_history(entries, corrected);
}

}  // namespace bfclx
