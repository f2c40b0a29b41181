#include "core/benchmark/translation_checks.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/check/places.h"
#include "core/check/rules.h"
#include "core/dataset/lines.h"
#include "core/dataset/loader.h"
#include "core/findings/argument_check.h"
#include "core/findings/possible_calls.h"
#include "core/findings/self_check.h"
#include "core/run/scorer.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using std::string_view;

Status load(Dataset& dataset, const Category& category, const DatasetFiles::Read& read,
            const std::string& questions, const std::string& answers) {
  dataset.own_matching = ValueMatching::kOfficial;
  return load_category(dataset, category, [&](string_view path) -> Result<std::string> {
    if (path == concat({"data/", category.questions})) return questions;
    if (path == concat({"data/", category.answers})) return answers;
    BFCLX_ASSIGN_OR_RETURN(std::optional<std::string> bytes, read(std::string(path)));
    if (!bytes) return Error{.kind = "dataset", .message = concat({path, " is missing"})};
    return *std::move(bytes);
  });
}

// Without the place in a file, which the lines of a translation have not.
std::string text_of(const Error& error) {
  const MessagePlace& place = error.place;
  return error.message.substr(
      std::min(error.message.size(),
               place.id_begin + (place.id_size > 0 ? place.id_size + std::size_t{2} : 0)));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  LineReader reader(text);
  for (Line line; reader.next(line);) lines.emplace_back(line.text);
  return lines;
}

// A file of which no line can be read tells only one of them.
std::vector<TranslationFault> faults_by_line(const Category& category,
                                             const TranslationCheck& check,
                                             const DatasetFiles::Read& read) {
  std::vector<TranslationFault> faults;
  const std::vector<std::string> questions = lines_of(check.questions);
  const std::vector<std::string> answers = lines_of(check.answers);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    Dataset dataset;
    const Status loaded = load(dataset, category, read, questions[i],
                               i < answers.size() ? answers[i] : std::string());
    if (!loaded.ok()) faults.push_back({i, text_of(loaded.error())});
  }
  return faults;
}

bool fails(SelfCheckOutcome outcome) {
  return outcome == SelfCheckOutcome::kImpossible || outcome == SelfCheckOutcome::kTrap;
}

// ---- amended possible answers ----

// Why the value cannot pass as one of the amended; empty if it can. The official rules take a first
// value of another type for a name, so the source's values tell the type.
std::string value_fault(const ArgumentCheck& check, const Value& parameter, const Value& value,
                        const Value& amended, const Value& source) {
  constexpr std::size_t kMostCandidates = 64;
  std::string fault;
  const auto note = [&](const Result<Verdict>& verdict) {
    if (!fault.empty()) return;
    fault = !verdict.ok()  ? verdict.error().message
            : verdict->why ? verdict->why->text
                           : std::string("it does not pass");
  };
  for (const Value& candidate :
       candidates(Value::list({value}), check.language(), kMostCandidates)) {
    const Result<Verdict> typed = check.check(parameter, candidate, source);
    if (typed.ok() && typed->why &&
        (typed->why->rule == rules::kType || typed->why->rule == rules::kNestedType)) {
      note(typed);
      continue;
    }
    const Result<Verdict> passes = check.check(parameter, candidate, amended);
    if (passes.ok() && passes->valid) return {};
    note(passes);
  }
  return fault;
}

class AmendedAnswers {
 public:
  AmendedAnswers(const Entry& entry, const Entry& source) : entry_(entry), source_(source) {}

  // Each with its place, "; " between them.
  std::string faults() && {
    const std::string place = "ground_truth";
    const List& calls = entry_.ground_truth.items();
    const List& before = source_.ground_truth.items();
    if (calls.size() != before.size()) {
      return concat({place, ": has ", counted(calls.size(), "call", "calls"), ", the source has ",
                     std::to_string(before.size())});
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
      check_call(calls[i].as_dict(), before[i].as_dict(), place_of_item(place, i));
    }
    return std::move(faults_);
  }

 private:
  void fail(const std::string& place, string_view text) {
    faults_ += concat({faults_.empty() ? "" : "; ", place, ": ", text});
  }

  void check_call(const Dict& call, const Dict& before, const std::string& place) {
    const Value& name = before.entry(0).key;
    const Value* given = call.find(name);
    if (given == nullptr || call.size() != 1) {
      return fail(place, concat({"expected a call of ", str(name), ", as in the source"}));
    }
    const std::string here = place_of_member(place, name);
    const Dict& arguments = given->as_dict();
    const Dict& source = before.entry(0).value.as_dict();
    for (const auto& [parameter, unused] : source) {
      if (arguments.contains(parameter)) continue;
      fail(here, concat({"has no ", brief_repr(parameter), ", which the source has"}));
    }
    const Value* function = function_of(entry_, name);
    if (function == nullptr) return;
    const ArgumentCheck check(*function, name, entry_.category->language);
    for (const auto& [parameter, values] : arguments) {
      const std::string there = place_of_member(here, parameter);
      const Value* known = source.find(parameter);
      if (known == nullptr) {
        fail(there, "the source does not have this parameter");
      } else if (values.is_list() && known->is_list()) {
        check_values(check, parameter, values, *known, there);
      }
    }
  }

  void check_values(const ArgumentCheck& check, const Value& parameter, const Value& values,
                    const Value& source, const std::string& place) {
    // Official ground truth that cannot pass is not the translator's fault.
    const auto passes = [&](const Value& value) {
      return value_fault(check, parameter, value, source, source).empty();
    };
    if (std::none_of(source.items().begin(), source.items().end(), passes)) return;
    for (std::size_t i = 0; i < values.items().size(); ++i) {
      const Value& value = values.items()[i];
      if (is_empty_text(value) || contains(source.items(), value)) continue;
      const std::string fault = value_fault(check, parameter, value, values, source);
      if (fault.empty()) continue;
      fail(place_of_item(place, i), concat({brief_repr(value), " cannot pass: ", fault}));
    }
  }

  const Entry& entry_;
  const Entry& source_;
  std::string faults_;
};

// An episode whose response is the calls of its ground truth: each turn one step.
std::string episode_fault(const Entry& entry, const RunSettings& settings) {
  List turns;
  for (const Value& turn : entry.ground_truth.items()) {
    std::string calls;
    for (const Value& call : turn.items()) {
      if (call.is_str()) calls += concat({calls.empty() ? "" : ", ", call.as_str()});
    }
    List steps;
    if (!calls.empty()) steps.push_back(Value::str(concat({"[", calls, "]"})));
    turns.push_back(Value::list(std::move(steps)));
  }
  const EpisodeVerdict verdict = score_episode(entry, Value::list(std::move(turns)), settings);
  if (verdict.verdict.valid) return {};
  return concat({"does not pass as the response: ", verdict.verdict.error_type});
}

}  // namespace

std::vector<TranslationFault> check_translated(const Category& category,
                                               const TranslationCheck& check,
                                               const DatasetFiles::Read& read) {
  std::vector<TranslationFault> faults;
  Dataset dataset;
  const Status loaded = load(dataset, category, read, check.questions, check.answers);
  const std::vector<MalformedEntry>& malformed = dataset.malformed(category);
  if (!loaded.ok()) return faults_by_line(category, check, read);
  for (const MalformedEntry& one : malformed) faults.push_back({one.position, one.text});
  const std::vector<Entry>& entries = dataset.entries(category);
  if (std::none_of(check.amended.begin(), check.amended.end(), [](bool one) { return one; }) ||
      entries.size() != check.amended.size()) {
    return faults;
  }
  const Decoder* text = find_decoder("prompting");
  Dataset source;
  const bool has_source =
      load(source, category, read, check.source_questions, check.source_answers).ok() &&
      source.entries(category).size() == entries.size();
  RunSettings settings;
  settings.decoder = text;
  std::optional<LongContext> tables;
  if (category.long_context) {
    const Result<std::optional<std::string>> bytes = read("long_context.json");
    if (bytes.ok() && *bytes) {
      Result<LongContext> long_context = LongContext::load(**bytes);
      if (long_context.ok()) tables.emplace(std::move(long_context).value());
    }
    if (!tables) return faults;
    settings.long_context = &*tables;
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!check.amended[i]) continue;
    std::string fault;
    if (category.judging == Judging::kMultiTurn) {
      fault = episode_fault(entries[i], settings);
    } else if (can_self_check(category)) {
      if (has_source) {
        std::string amended = AmendedAnswers(entries[i], source.entries(category)[i]).faults();
        if (!amended.empty()) {
          faults.push_back({i, std::move(amended)});
          continue;
        }
      }
      const SelfCheckFinding finding = self_check(entries[i], *text);
      if (fails(finding.outcome) &&
          !(has_source &&
            self_check(source.entries(category)[i], *text).outcome == finding.outcome)) {
        fault = finding.reason;
      }
    }
    if (!fault.empty()) faults.push_back({i, "ground_truth: " + fault});
  }
  return faults;
}

}  // namespace bfclx
