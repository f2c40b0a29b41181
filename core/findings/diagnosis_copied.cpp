// Responses that have the text of the ground truth, which no model can know.
#include <string>
#include <string_view>
#include <vector>

#include "core/base/counted.h"
#include "core/dataset/own_turns.h"
#include "core/findings/diagnosis_parts.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::diagnosis {
namespace {

// Without white space, quotes and backslashes, which differ between JSON, Python and escaped text.
std::string bare(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const bool left_out =
        c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '"' || c == '\'' || c == '\\';
    if (!left_out) out += c;
  }
  return out;
}

std::string bare(const Value& value) {
  if (value.is_str()) return bare(value.as_str());
  std::string json;
  append_json(json, value);
  return bare(json);
}

// Whether a possible answer lists several values for a parameter: a call never does.
bool lists_alternatives(const Value& ground_truth) {
  if (!ground_truth.is_list()) return false;
  for (const Value& call : ground_truth.items()) {
    if (!call.is_dict()) return false;
    for (const auto& [function, parameters] : call.as_dict()) {
      if (!parameters.is_dict()) return false;
      for (const auto& [name, values] : parameters.as_dict()) {
        if (values.is_list() && values.items().size() > 1) return true;
      }
    }
  }
  return false;
}

bool has_possible_answers(const DiagnosedResponse& response) {
  const Value& ground_truth = response.entry->ground_truth;
  if (!lists_alternatives(ground_truth)) return false;
  const std::string text = bare(*response.response);
  for (const Value& call : ground_truth.items()) {
    if (text.find(bare(call)) == std::string::npos) return false;
  }
  return true;
}

// Whether each turn of an episode begins with the calls of the ground truth, letter by letter.
bool follows_ground_truth(const DiagnosedResponse& response) {
  const Value& turns = *response.response;
  const Value& truth = response.entry->ground_truth;
  if (!turns.is_list() || !truth.is_list() || turns.items().size() != truth.items().size()) {
    return false;
  }
  for (std::size_t i = 0; i < truth.items().size(); ++i) {
    const Value& calls = truth.items()[i];
    const Value& steps = turns.items()[i];
    if (!calls.is_list() || !steps.is_list()) return false;
    if (calls.items().empty()) continue;
    if (steps.items().empty() || !steps.items().front().is_str()) return false;
    if (bare(steps.items().front()) != bare(calls)) return false;
  }
  return true;
}

}  // namespace

void find_copied(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewestEpisodes = 10;
  Collector copied("copied_ground_truth", Severity::kError,
                   "Find out how the responses were made: whether the ground truth was in the "
                   "prompt or in the training data. Do not publish this score.");
  std::vector<const DiagnosedResponse*> following;
  std::size_t episodes = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response)) continue;
    if (is_simulated(*response.entry->category)) {
      ++episodes;
      if (follows_ground_truth(response)) following.push_back(&response);
    } else if (has_possible_answers(response)) {
      copied.add(response, excerpt_of(*response.response));
    }
  }
  // A good model writes some episodes letter by letter like the ground truth, but not most.
  if (episodes >= kFewestEpisodes && 2 * following.size() > episodes) {
    for (const DiagnosedResponse* response : following) {
      copied.add(*response, "every turn begins with the calls of the ground truth");
    }
  }
  copied.finish(findings,
                counted(copied.count(), "response has", "responses have") +
                    " the text of the ground truth. A model that answers from the question cannot "
                    "know it, so these verdicts do not measure the model.");
}

}  // namespace bfclx::diagnosis
