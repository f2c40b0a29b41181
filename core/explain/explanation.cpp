#include "core/explain/explanation.h"

#include <utility>

#include "core/checker/own_match.h"
#include "core/explain/explained_episode.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

// Of an episode the error is a dict whose message may be a list.
const Value& official_message(const ScoredResponse& response) {
  const Value& error = response.verdict.error;
  const Value* message =
      response.episode != nullptr ? find_member(error, "error_message") : nullptr;
  return message != nullptr ? *message : error;
}

std::vector<std::string> lines_of(const Value& message) {
  if (message.is_none()) return {};
  if (!message.is_list()) return {str(message)};
  std::vector<std::string> lines;
  for (const Value& line : message.items()) lines.push_back(str(line));
  return lines;
}

std::vector<std::string> details_of(const ScoredResponse& response) {
  const Value* details =
      response.episode != nullptr ? find_member(response.verdict.error, "details") : nullptr;
  std::vector<std::string> names;
  if (details == nullptr || !details->is_dict()) return names;
  for (const Dict::Entry& entry : details->as_dict()) names.push_back(str(entry.key));
  return names;
}

}  // namespace

std::string response_text(const Value& response) {
  if (response.is_str()) return std::string(response.as_str());
  std::string text;
  append_json(text, response);
  return text;
}

Explanation explain(const ScoredResponse& response, const RunSettings& settings, Depth depth) {
  const Verdict& verdict = response.verdict;
  Explanation out;
  out.response = &response;
  out.settings = &settings;
  out.raw = response_text(response.response);
  if (verdict.why) out.rule = find_rule(verdict.why->rule);
  if (verdict.why && !verdict.valid) out.marked = verdict.why->path;
  // By another match, and of turns, there is no official evaluator.
  const OwnMatch* own = response.entry != nullptr ? response.entry->own_match.get() : nullptr;
  if (own == nullptr || (own->turns().empty() && own->rules().match == ValueMatching::kOfficial)) {
    out.official = lines_of(official_message(response));
  }
  out.official_details = details_of(response);
  if (response.episode != nullptr && depth != Depth::kResponse) {
    out.episode = explain_episode(response, settings, depth);
  }
  return out;
}

}  // namespace bfclx
