#include "core/benchmark/case_review.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/benchmark/case_parts.h"
#include "core/benchmark/case_texts.h"
#include "core/check/ast_checker.h"
#include "core/check/findings.h"
#include "core/checker/own_match.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/own_turns.h"
#include "core/python/evaluate/plain_reader.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

constexpr CaseFaultKind kKinds[] = {
    {"malformed_entries", Severity::kError, Severity::kError, "Malformed entries",
     "An entry cannot be read.", "Every command leaves these entries out.", "Correct the line.",
     false},
    {"cannot_pass", Severity::kError, Severity::kError, "Ground truth that cannot pass",
     "No response passes with this ground truth.", "Every model fails these entries.",
     "Correct the ground truth or the tools.", true},
    {"contradictory_cases", Severity::kError, Severity::kError,
     "The same question with contradictory ground truth",
     "Two cases have the same question and offer the functions that both expect.",
     "No response passes both entries of a pair.",
     "Change one question, accept both with `any_of`, or remove one entry.", true},
    {"not_as_written", Severity::kWarning, Severity::kWarning,
     "Ground truth that does not pass as written", "",
     "Some responses that the ground truth seems to allow fail.", "Correct the ground truth.",
     true},
    {"nearly_contradictory_cases", Severity::kWarning, Severity::kWarning,
     "Nearly the same question with contradictory ground truth", "",
     "The questions differ only in case, punctuation or polite words, but no response passes both "
     "entries.",
     "State the difference in the questions, or make the ground truth the same.", true},
    {"schema_conflicts", Severity::kWarning, Severity::kInfo,
     "Expected values that contradict the schema",
     "An expected value contradicts its schema. It is an info if another alternative fits.",
     "A model that follows the schema fails these entries.", "Correct the value or the schema.",
     true},
    {"duplicate_cases", Severity::kWarning, Severity::kWarning,
     "The same question with the same tools",
     "Two cases have the same question and the same tools, and one response passes both.",
     "The case counts more than once.", "Remove all but one.", false},
    {"leaked_values", Severity::kWarning, Severity::kInfo,
     "Expected values that only a description contains",
     "The question does not state the expected value, but a description does: as its only example "
     "(warning) or in another way (info). If a description lists several values, there is no "
     "finding.",
     "A model can pass by copying the value from the description.",
     "State the value in the question, or use another example in the description.", true},
    {"demanded_defaults", Severity::kWarning, Severity::kWarning,
     "Default values that a call must state",
     "The question does not state the default of an optional argument, but a call without the "
     "argument fails.",
     "A correct model that leaves the argument out fails.",
     "Make the argument optional: `\"optional\": true` next to `any_of`, or `\"\"` in BFCL's "
     "possible answers.",
     true},
    {"unstated_values", Severity::kWarning, Severity::kInfo,
     "Expected values that the question does not state",
     "Neither the question nor a description states the expected value. It is an info if the "
     "argument is required, because a model can know the value, and for booleans, which a question "
     "often states in other words.",
     "A model has to know or guess these values.",
     "State the value in the question, list other values with `any_of`, or make the argument "
     "optional.",
     true},
    {"constant_response", Severity::kWarning, Severity::kInfo,
     "One fixed response passes many entries",
     "One fixed call, or no call at all, passes half (warning) or a quarter (info) of at least 10 "
     "entries.",
     "A model that always returns this response gets this accuracy.",
     "Add entries with other expected calls.", true},
    {"near_duplicates", Severity::kInfo, Severity::kInfo,
     "Nearly the same question with the same ground truth",
     "Two questions with the same tools share 80 % of their three-word sequences, and one response "
     "passes both. In scripts without spaces, such as Chinese, three-character sequences count.",
     "Such entries measure nearly the same thing twice.",
     "Vary the question or the expected values, unless you compare wordings.", false},
    {"only_as_calls", Severity::kInfo, Severity::kInfo,
     "Ground truth that passes only as a native tool call",
     "The name of a function or parameter is not valid in Python.",
     "Models in prompt mode fail these entries.",
     "Rename functions and parameters that are not valid Python names.", true},
    {"not_checked", Severity::kInfo, Severity::kInfo, "Entries that were not checked",
     "Executable entries of the official dataset are checked with recorded responses of their "
     "services.",
     "Wrong ground truth in these entries is not found.", "Pass a recording with --cassette.",
     true},
    {"translations", Severity::kInfo, Severity::kInfo, "Translations to check",
     "The text is the same as in the source, or only the source states an expected value.",
     "The text or a value may be wrong.", "Compare the entry with its source.", false},
};

// A name, dots between its parts.
bool is_python_name(std::string_view name) {
  for (std::size_t begin = 0;;) {
    const std::string_view part = name.substr(begin, name.find('.', begin) - begin);
    const bool fits = !part.empty() && !is_digit(part.front()) &&
                      std::all_of(part.begin(), part.end(), [](char c) {
                        return is_digit(c) || is_letter(c) || c == '_' || (c & 0x80) != 0;
                      });
    if (!fits || plain_form::is_keyword(part)) return false;
    begin += part.size();
    if (begin == name.size()) return true;
    ++begin;
  }
}

// The names in calls that Python text cannot have: "`from` and `get-weather` are not ...".
std::string names_that_python_refuses(const Value& calls) {
  std::vector<std::string> names;
  const auto add = [&](const Value& name) {
    if (!name.is_str() || is_python_name(name.as_str())) return;
    const std::string shown = brief_repr(name);
    if (std::find(names.begin(), names.end(), shown) == names.end()) names.push_back(shown);
  };
  for (const Value& call : calls.is_list() ? calls.items() : List()) {
    if (!call.is_dict()) continue;
    for (const auto& [name, arguments] : call.as_dict()) {
      add(name);
      if (!arguments.is_dict()) continue;
      for (const auto& [parameter, value] : arguments.as_dict()) add(parameter);
    }
  }
  if (names.empty()) return {};
  return joined(names, ", ") + (names.size() == 1 ? " is not a name" : " are not names") +
         " of Python";
}

CaseFinding as_calls_finding(const SelfCheckFinding& checked) {
  const std::string names = names_that_python_refuses(checked.response.calls);
  return {.fault = CaseFault::kOnlyAsCalls,
          .severity = Severity::kInfo,
          .id = checked.id,
          .entry = checked.entry,
          .text = names.empty() ? checked.rule + ": " + checked.reason : names};
}

CaseFinding self_check_finding(CaseFault fault, Severity severity,
                               const SelfCheckFinding& checked) {
  const std::string& rule = checked.rule;
  return {.fault = fault,
          .severity = severity,
          .id = checked.id,
          .entry = checked.entry,
          .text = rule.empty() || fault == CaseFault::kMalformed ? checked.reason
                                                                 : rule + ": " + checked.reason};
}

}  // namespace

std::span<const CaseFaultKind> case_fault_kinds() { return kKinds; }

const CaseFaultKind& kind_of(CaseFault fault) { return kKinds[static_cast<std::size_t>(fault)]; }

std::vector<CaseFinding> self_check_findings(const SelfCheckFinding& checked) {
  switch (checked.outcome) {
    case SelfCheckOutcome::kPasses:
      return {};
    case SelfCheckOutcome::kAsText:
      return {as_calls_finding(checked)};
    case SelfCheckOutcome::kTrap:
      return {self_check_finding(CaseFault::kNotAsWritten, Severity::kWarning, checked)};
    case SelfCheckOutcome::kImpossible:
      return {self_check_finding(CaseFault::kCannotPass, Severity::kError, checked)};
    case SelfCheckOutcome::kUntold:
      return {self_check_finding(CaseFault::kNotChecked, Severity::kInfo, checked)};
    case SelfCheckOutcome::kMalformed:
      return {self_check_finding(CaseFault::kMalformed, Severity::kError, checked)};
  }
  return {};
}

std::vector<Entry> turns_of(const Entry& entry) {
  if (entry.own_match == nullptr || entry.own_match->turns().empty()) return {entry};
  std::vector<Entry> turns;
  for (const OwnTurn& one : entry.own_match->turns()) {
    const Value& answers = one.match->possible_answers();
    Entry& turn = turns.emplace_back();
    turn.id = entry.id;
    turn.category = find_category(!answers.is_list()           ? "irrelevance"
                                  : answers.items().size() > 1 ? "parallel_multiple"
                                                               : "multiple");
    turn.data = entry.data;
    turn.ground_truth = answers;
    turn.own_match = one.match;
  }
  return turns;
}

bool passes(const Entry& entry, std::span<const Value> calls) {
  if (calls.empty()) return false;
  const auto passes_turn = [](const Entry& turn, const Value& its) {
    switch (turn.category->judging) {
      case Judging::kCalls:
        return judge_entry_calls(turn, its, false).valid;
      case Judging::kRelevance:
        return !is_empty_output(its);
      case Judging::kIrrelevance:
        return is_empty_output(its);
      default:
        return false;
    }
  };
  if (!is_own_turns(*entry.category)) return calls.size() == 1 && passes_turn(entry, calls[0]);
  const std::vector<Entry> turns = turns_of(entry);
  if (calls.size() != 1 && calls.size() != turns.size()) return false;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (!passes_turn(turns[i], calls[calls.size() == 1 ? 0 : i])) return false;
  }
  return true;
}

ReviewedCase review_case(const Entry& entry, const SelfCheckFinding& checked,
                         const CaseReview& review) {
  ReviewedCase reviewed;
  reviewed.entry = &entry;
  reviewed.key = question_key(entry);
  reviewed.loose_key = loose_question_key(entry);
  reviewed.findings = self_check_findings(checked);
  if (is_own_turns(*entry.category)) {
    for (const Entry& turn : turns_of(entry)) {
      reviewed.calls.push_back(turn.category->judging == Judging::kCalls
                                   ? possible_response(turn).calls
                                   : Value::list({}));
    }
  } else if (entry.category->judging == Judging::kIrrelevance) {
    reviewed.calls.push_back(Value::list({}));
  } else if (entry.category->judging == Judging::kCalls && can_self_check(*entry.category)) {
    reviewed.calls.push_back(checked.response.calls);
  }
  if (checked.outcome == SelfCheckOutcome::kImpossible || review.is_translation) return reviewed;
  if (checked.outcome != SelfCheckOutcome::kTrap) check_schema(entry, reviewed.findings);
  check_values(entry, review.language, reviewed.findings);
  return reviewed;
}

std::vector<CaseFinding> malformed_cases(const Dataset& dataset, const Category& category) {
  std::vector<CaseFinding> findings;
  for (const MalformedEntry& malformed : dataset.malformed(category)) {
    findings.push_back({.fault = CaseFault::kMalformed,
                        .severity = Severity::kError,
                        .id = malformed.id,
                        .text = malformed.text,
                        .line = {malformed.file, malformed.line}});
  }
  return findings;
}

std::vector<CaseFinding> compare_cases(std::span<const ReviewedCase> cases,
                                       const CaseReview& review) {
  std::vector<CaseFinding> findings;
  find_pairs(cases, findings);
  if (review.is_translation) {
    std::erase_if(findings, [](const CaseFinding& finding) {
      return finding.fault != CaseFault::kContradiction;
    });
  } else {
    find_constant_response(cases, findings);
  }
  return findings;
}

std::string_view own_id_of(const Entry& entry) { return find_text(entry.data, kOwnId); }

}  // namespace bfclx
