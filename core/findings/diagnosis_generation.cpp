// Findings about the generation: what a server, its chat template or its limits did to a run.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/findings/diagnosis_parts.h"
#include "core/findings/run_warnings.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx::diagnosis {
namespace {

std::size_t length(const Value& value) { return value.is_list() ? value.items().size() : 0; }

bool is_blank_response(const Value& response) {
  if (response.is_list()) return response.items().empty();
  return response.is_none() || (response.is_str() && response.as_str().find_first_not_of(
                                                         " \t\r\n") == std::string_view::npos);
}

bool wants_several(const DiagnosedResponse& response) {
  return judged_by_calls(response) && response.entry->call_count() == CallCount::kParallel;
}

// How many calls a response holds, or the fullest of its steps.
std::size_t calls_in(const DiagnosisInput& input, const DiagnosedResponse& response) {
  if (response.verdict != nullptr) {
    return response.verdict->decoded ? length(*response.verdict->decoded) : 0;
  }
  std::size_t most = 0;
  Budget budget;
  for (const Value* step : steps_of(response)) {
    most = std::max(most, calls_of_step(*input.decoder, *step, budget));
  }
  return most;
}

// The name of a decoded call, {name: {...}}.
std::string_view name_of(const Value& call) {
  if (!call.is_dict() || call.as_dict().size() != 1) return {};
  const Value& name = call.as_dict().entry(0).key;
  return name.is_str() ? name.as_str() : std::string_view();
}

// Whether the only call is to a function that the ground truth calls.
bool is_wanted_call(const DiagnosedResponse& response) {
  const std::string name = loose_name(name_of(response.verdict->decoded->items().front()));
  const Value& answers = response.entry->possible_answers();
  if (!answers.is_list()) return false;
  const List& truth = answers.items();
  return std::any_of(truth.begin(), truth.end(),
                     [&](const Value& call) { return loose_name(name_of(call)) == name; });
}

}  // namespace

// Parallel entries of which each has one call, and no response anywhere with two.
void find_only_first_call(const DiagnosisInput& input, std::vector<Finding>& findings) {
  // Then the manifest tells the cause.
  for (const ManifestFact& fact : input.manifest) {
    if (fact.code == kFirstCallOnly) return;
  }
  constexpr std::size_t kFewest = 8;
  Collector single("only_first_call", Severity::kWarning,
                   "Look at a raw response to a request that needs two calls. Many servers need an "
                   "option for parallel tool calls, or a template that writes and reads several.");
  std::size_t others = 0;
  std::size_t wanted = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!wants_several(response) || is_inference_error(*response.response)) continue;
    const std::size_t calls = calls_in(input, response);
    if (calls > 1) return;
    if (calls == 0) {
      ++others;
      continue;
    }
    single.add(response, excerpt_of(*response.response));
    wanted += is_wanted_call(response) ? 1 : 0;
  }
  if (single.count() < kFewest || others * 9 > single.count()) return;
  if (wanted * 2 < single.count()) return;  // the model calls something else altogether
  for (const DiagnosedResponse& response : input.responses) {
    if (counts(response) && !wants_several(response) && calls_in(input, response) > 1) return;
  }
  single.finish(
      findings,
      "Entries that expect several calls got exactly one (an expected one in " +
          grouped_digits(wanted) +
          "). No response in the run has more than one call: probably the server, its template "
          "or the call format of the model allows only one. None of these entries can pass.");
}

namespace {

bool loops(const std::vector<const Value*>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const Value* step) {
    return step->is_str() && ends_in_a_loop(step->as_str());
  });
}

}  // namespace

// By the finish reason, where the generation noted it; else by reasoning that nothing follows.
void find_token_limit(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 3;  // without a finish reason
  Collector limit("token_limit", Severity::kError,
                  "Raise the limit (--max-tokens, or the server's) or make the model reason less, "
                  "and generate these entries again.");
  Collector thought("reasoning_alone", Severity::kError,
                    "Reasoning usually uses up the token limit: raise it (--max-tokens, or the "
                    "server's), and generate these entries again.");
  std::size_t silent = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || is_inference_error(*response.response)) continue;
    if (has_verdict(response) && response.verdict->valid && !is_irrelevance(response)) continue;
    const std::vector<const Value*> steps = steps_of(response);
    const bool blank = std::all_of(steps.begin(), steps.end(),
                                   [](const Value* step) { return is_blank_response(*step); });
    if (response.log.at_limit && !loops(steps)) {
      limit.add(response, blank ? "empty" : excerpt_of(*response.response));
      silent += blank ? 1 : 0;
    } else if (blank && response.log.has_reasoning) {
      thought.add(response, "only reasoning");
    }
  }
  limit.grade(entries_of(input));
  limit.finish(findings, "Truncated responses fail; " +
                             counted(silent, "of them contains", "of them contain") +
                             " only reasoning.");
  if (thought.count() < kFewest) return;
  thought.grade(entries_of(input));
  thought.finish(
      findings,
      "The model reasoned and then returned neither text nor a call. An empty response fails where "
      "a call is expected, and counts as abstention where none is.");
}

namespace {

struct Prompt {
  const DiagnosedResponse* response;
  std::int64_t tokens;
  std::size_t docs;  // bytes of the function docs as JSON
};

// Single-turn entries whose prompts were counted. None where every count is the same: of a server
// that makes its numbers up.
std::vector<Prompt> counted_prompts(const DiagnosisInput& input) {
  std::vector<Prompt> prompts;
  std::set<std::int64_t> different;
  for (const DiagnosedResponse& response : input.responses) {
    if (!has_verdict(response) || response.log.input_tokens <= 0) continue;
    std::string docs;
    append_json(docs, response.entry->functions());
    different.insert(response.log.input_tokens);
    prompts.push_back({&response, response.log.input_tokens, docs.size()});
  }
  if (different.size() < 2) prompts.clear();
  return prompts;
}

// Fewer tokens than any tokenizer makes of the docs: JSON has about four bytes a token.
bool lacks_docs(const Prompt& prompt) {
  constexpr std::size_t kMostBytes = 12;
  return static_cast<std::size_t>(prompt.tokens) * kMostBytes < prompt.docs;
}

std::string tokens_text(const Prompt& prompt) {
  return grouped_digits(prompt.tokens) + " tokens for function docs of " +
         grouped_digits(prompt.docs) + " bytes";
}

}  // namespace

void find_tools_not_shown(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 10;
  constexpr std::size_t kSmallDocs = 600;  // bytes; of less the rest of a prompt hides the lack
  Collector unseen("tools_not_shown", Severity::kError,
                   "Look at the prompt that the server's template makes (llama.cpp: "
                   "/apply-template). Use a template with tools, or --mode prompt.");
  std::size_t others = 0;
  for (const Prompt& prompt : counted_prompts(input)) {
    if (prompt.docs < kSmallDocs) continue;
    if (lacks_docs(prompt)) {
      unseen.add(*prompt.response, tokens_text(prompt));
    } else {
      ++others;
    }
  }
  if (unseen.count() < kFewest || others * 9 > unseen.count()) return;
  unseen.finish(findings,
                "According to the server's token counts, the prompts are shorter than the "
                "functions that they should contain. A model that does not see the functions can "
                "only guess their names.");
}

// The longest prompts all have the same number of tokens.
void find_cut_prompts(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 5;
  constexpr std::size_t kFewestLengths = 10;
  const std::vector<Prompt> prompts = counted_prompts(input);
  std::map<std::int64_t, std::size_t> lengths;
  for (const Prompt& prompt : prompts) ++lengths[prompt.tokens];
  if (lengths.size() < kFewestLengths) return;
  const auto [longest, count] = *lengths.rbegin();
  std::set<std::size_t> sizes;
  Collector cut("cut_prompts", Severity::kWarning,
                "Serve the model with a larger context, or read the categories with long function "
                "lists as a measure of the context.");
  for (const Prompt& prompt : prompts) {
    if (prompt.tokens != longest) continue;
    sizes.insert(prompt.docs);
    cut.add(*prompt.response, tokens_text(prompt));
  }
  // What a limit cuts gathers at it: there are more than in all the lengths just below.
  std::size_t below = 0;
  for (const auto& [tokens, prompts_of_it] : lengths) {
    if (tokens < longest && tokens * 10 >= longest * 9) below += prompts_of_it;
  }
  if (count <= below) return;
  // Docs of many sizes in prompts of one: something was taken away.
  if (count < kFewest || sizes.size() < kFewest || count * 2 > prompts.size()) return;
  if (*sizes.rbegin() < *sizes.begin() * 3 / 2) return;
  cut.finish(findings, "The " + grouped_digits(count) + " longest prompts have exactly " +
                           grouped_digits(longest) +
                           " tokens, whatever their functions: the rest was truncated.");
}

namespace {

// The names of held-out functions and the turn in which they come; no names where there are none.
std::size_t held_out(const Entry& entry, std::vector<std::string>& names) {
  const Value* missed =
      entry.data.is_dict() ? entry.data.as_dict().find("missed_function") : nullptr;
  std::size_t first = static_cast<std::size_t>(-1);
  if (missed == nullptr || !missed->is_dict()) return first;
  for (const auto& [turn, docs] : missed->as_dict()) {
    if (!turn.is_str() || !docs.is_list()) continue;
    std::size_t number = 0;
    for (const char c : turn.as_str())
      number = number * 10 + static_cast<std::size_t>(c - '0') % 10;
    first = std::min(first, number);
    for (const Value& doc : docs.items()) {
      const Value* name = doc.is_dict() ? doc.as_dict().find("name") : &doc;
      if (name != nullptr && name->is_str()) names.emplace_back(name->as_str());
    }
  }
  return first;
}

bool names_one(const Value& turn, const std::vector<std::string>& names) {
  std::string text;
  append_json(text, turn);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return text.find(name) != std::string::npos; });
}

bool has_calls(const DiagnosisInput& input, const Value& turn, Budget& budget) {
  if (!turn.is_list()) return false;
  return std::any_of(turn.items().begin(), turn.items().end(), [&](const Value& step) {
    return calls_of_step(*input.decoder, step, budget) > 0;
  });
}

}  // namespace

// Functions that come in the middle of an episode, and that no episode ever calls.
void find_held_out(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 10;
  Collector unused("held_out_functions", Severity::kError,
                   "Look at a request of such a turn: its tools must include the new functions. "
                   "Some servers keep the tools of the first request and ignore later ones.");
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || !response.response->is_list()) continue;
    std::vector<std::string> names;
    const std::size_t turn = held_out(*response.entry, names);
    const List& turns = response.response->items();
    if (names.empty() || turn >= turns.size()) continue;
    bool calls = false;
    Budget budget;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (i >= turn && names_one(turns[i], names)) return;
      calls = calls || has_calls(input, turns[i], budget);
    }
    if (calls) unused.add(response, "never " + names.front());
  }
  if (unused.count() < kFewest) return;
  unused.finish(findings,
                "These episodes call other functions, but never the functions added later: the "
                "model does not see them. None of these episodes can pass.");
}

// A response that is another entry's, byte for byte, with functions that this entry does not offer.
void find_repeated(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 3;
  Collector repeated("answers_of_others", Severity::kError,
                     "Turn off the cache in front of the model (a proxy, a gateway), "
                     "and generate these entries again.");
  std::unordered_map<std::string, const DiagnosedResponse*> right;
  const auto text_of = [](const DiagnosedResponse& response) {
    std::string text;
    append_json(text, *response.response);
    return text;
  };
  for (const DiagnosedResponse& response : input.responses) {
    if (judged_by_calls(response) && response.verdict->valid)
      right.emplace(text_of(response), &response);
  }
  for (const DiagnosedResponse& response : input.responses) {
    if (!has_verdict(response) || !response.verdict->decoded ||
        length(*response.verdict->decoded) == 0) {
      continue;
    }
    std::vector<std::string_view> names;
    for (const Value& call : response.verdict->decoded->items()) names.push_back(name_of(call));
    if (offers_one_of(*response.entry, names)) continue;
    // Some irrelevance entries ask what another entry asks, in the same or in other words: the call
    // that the other one wants comes from the question.
    if (is_irrelevance(response)) continue;
    const auto other = right.find(text_of(response));
    if (other == right.end()) continue;
    repeated.add(response, "the response to " + std::string(other->second->id));
  }
  if (repeated.count() < kFewest) return;
  repeated.grade(entries_of(input));
  repeated.finish(findings,
                  "These responses call functions that their entries do not offer. Each is "
                  "identical to a passed response to another entry, so a cache returned it.");
}

}  // namespace bfclx::diagnosis
