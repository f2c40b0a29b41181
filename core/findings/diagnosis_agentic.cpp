// Findings about agentic entries: what stands in for an answer of their own.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/counted.h"
#include "core/check/agentic.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/own_turns.h"
#include "core/findings/diagnosis_parts.h"
#include "core/run/model_run.h"
#include "core/run/scorer.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::diagnosis {
namespace {

// The results of one memory backend, by what is behind the category's name in their ids.
struct Backend {
  struct Result {
    const DiagnosedResponse* response;
    std::string text;
  };
  std::map<std::string, Result> results;
  std::map<std::string, std::size_t> times;  // of each text

  bool is_own(const Result& result) const { return times.at(result.text) == 1; }
};

std::map<const Category*, Backend> backends_of(const DiagnosisInput& input) {
  std::map<const Category*, Backend> backends;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || is_inference_error(*response.response)) continue;
    const Category& category = *response.entry->category;
    if (!is_memory(category)) continue;
    std::string text;
    append_json(text, *response.response);
    Backend& backend = backends[&category];
    ++backend.times[text];
    backend.results.insert_or_assign(response.entry->id.substr(category.name.size()),
                                     Backend::Result{&response, std::move(text)});
  }
  return backends;
}

// Results that both have, and of these the equal ones. What a backend says to several questions,
// "I do not know" above all, tells nothing.
struct SharedResults {
  std::size_t all = 0;
  std::vector<const DiagnosedResponse*> equal;  // of the second
};

SharedResults shared_results(const Backend& first, const Backend& second) {
  SharedResults shared;
  for (const auto& [id, result] : second.results) {
    const auto other = first.results.find(id);
    if (other == first.results.end()) continue;
    if (!second.is_own(result) || !first.is_own(other->second)) continue;
    ++shared.all;
    if (result.text == other->second.text) shared.equal.push_back(result.response);
  }
  return shared;
}

}  // namespace

// Backends offer other functions and hold other texts: of a run that asked for each, few results
// are the same to the byte.
void find_same_in_backends(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 10;
  Collector same("same_in_backends", Severity::kError,
                 "Generate each backend separately. Look for a copied result file, or a cache of "
                 "responses in front of the model.");
  const std::map<const Category*, Backend> backends = backends_of(input);
  std::size_t all = 0;
  std::set<const Category*> alike;
  for (auto second = backends.begin(); second != backends.end(); ++second) {
    for (auto first = backends.begin(); first != second; ++first) {
      const SharedResults shared = shared_results(first->second, second->second);
      if (shared.equal.size() < kFewest || shared.equal.size() * 2 <= shared.all) continue;
      all += shared.all;
      alike.insert({first->first, second->first});
      for (const DiagnosedResponse* response : shared.equal) {
        same.add(*response, "identical in " + std::string(first->first->name));
      }
      break;
    }
  }
  const std::size_t count = same.count();
  same.finish(findings,
              grouped_digits(count) + " of the " + grouped_digits(all) + " responses that " +
                  std::to_string(alike.size()) +
                  " backends have are identical in another backend and in no other entry. The "
                  "backends offer different functions, so these responses were not generated "
                  "separately. Their accuracies are not independent measurements.");
}

namespace {

// Of a message in the form that the questions ask for, {'answer': ..., 'context': ...}, the answer.
std::string_view answer_in(std::string_view message) {
  constexpr std::string_view kAnswer = "answer";
  const std::size_t begin = message.find(kAnswer);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = message.find("context", begin);
  if (end == std::string_view::npos) return {};
  return message.substr(begin + kAnswer.size(), end - begin - kAnswer.size());
}

// A possible answer stands in the text, as the official judge looks for it.
bool holds_answer(std::string_view text, const Value& answers) {
  const std::string standard = standardize_agentic(text);
  return std::any_of(answers.items().begin(), answers.items().end(), [&](const Value& answer) {
    return stands_as_words(standardize_agentic(answer.as_str()), standard);
  });
}

std::size_t longest_of(const Value& answers) {
  std::size_t longest = 0;
  for (const Value& answer : answers.items()) longest = std::max(longest, answer.as_str().size());
  return longest;
}

}  // namespace

// A message passes when a possible answer stands anywhere in it: one that is long enough passes by
// naming everything.
void find_long_messages(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 3;
  constexpr std::size_t kLong = 1000;  // bytes: several paragraphs
  constexpr std::size_t kTimes = 20;
  Collector found("long_final_messages", Severity::kWarning,
                  "Read these messages before you use the score. Make the model give only its "
                  "answer, in the form that the question requests.");
  std::size_t agentic = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || response.entry->category->judging != Judging::kAgentic) continue;
    ++agentic;
    const AgenticVerdict judged =
        score_agentic(*response.entry, *response.response, *input.decoder);
    if (!judged.verdict.valid) continue;
    const Value& last = judged.last_message;
    const std::string message = last.is_str() ? std::string(last.as_str()) : str(last);
    const Value& answers = response.entry->ground_truth;
    if (message.size() < std::max(kLong, longest_of(answers) * kTimes)) continue;
    if (holds_answer(answer_in(message), answers)) continue;
    found.add(response, grouped_digits(message.size()) + " bytes: " + excerpt_of(message));
  }
  if (found.count() < kFewest) return;
  const std::size_t count = found.count();
  found.grade(agentic);
  found.finish(findings,
               "The official checker looks for a possible answer anywhere in the last message. "
               "In " +
                   counted(count, "response", "responses") + " of " + grouped_digits(agentic) +
                   " it finds one in a message of 1,000 bytes or more, but not in the part that is "
                   "given as the answer.");
}

// The quirk of the official evaluator is kept, so that verdicts agree; it is told.
void find_model_name(const DiagnosisInput& input, std::vector<Finding>& findings) {
  if (makes_python_name(input.model_name)) return;
  Collector renamed("model_name", Severity::kError,
                    "Rename the folder (a letter first, then letters, digits, - and _) and score "
                    "it again.");
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || !is_simulated(*response.entry->category)) continue;
    renamed.add(response);
  }
  renamed.grade(entries_of(input));
  renamed.finish(findings, "The " + model_name_text(input.model_name) + ".");
}

}  // namespace bfclx::diagnosis
