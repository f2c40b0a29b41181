#include "core/benchmark/translation_checks.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/dataset/lines.h"
#include "core/dataset/loader.h"
#include "core/findings/self_check.h"
#include "core/run/scorer.h"
#include "core/value/json.h"

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
  // Official ground truth that does not pass is not the translator's fault.
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
