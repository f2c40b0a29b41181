// One entry from response to verdict, as data: what a page or a terminal needs to show it with the
// mismatch marked. `explain` finds out, once; JSON (explanation_json.h), terminal and HTML only
// render what it found.
#ifndef BFCLX_CORE_EXPLAIN_EXPLANATION_H_
#define BFCLX_CORE_EXPLAIN_EXPLANATION_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/rules.h"
#include "core/explain/state_changes.h"
#include "core/run/scorer.h"

namespace bfclx {

// Pointers and views below are of the response, its entry and its settings, which outlive them.

// A call of an episode.
struct ExplainedCall {
  Value call;
  const Value* result = nullptr;  // nullptr: it did not run
  // A result that the other side lacks: the ground truth's is missing, the model's is the first
  // without a match.
  bool marked = false;
};

// What the model said at once, and what was read from it.
struct ExplainedStep {
  const Value* said = nullptr;
  bool has_calls = false;
  std::vector<ExplainedCall> calls;  // what is no sequence of calls: one, its repr
  const Error* decode_error = nullptr;
};

struct ExplainedTurn {
  const Value* messages = nullptr;        // a list: what the user says
  std::vector<std::string_view> offered;  // functions that are there from this turn on
  bool replied = false;                   // the response has this turn
  std::vector<ExplainedStep> steps;
  bool asked = false;  // the ground truth has this turn
  std::vector<ExplainedCall> ground_truth;
  bool ran = false;  // what comes behind the turn that failed does not; of own benchmarks: compared
  bool agrees = false;
  std::string failure = {};  // of own benchmarks: why it failed
  // Between both states after this turn, "before" the model's; with Depth::kStates.
  std::vector<StateChange> differences;
};

struct ExplainedEpisode {
  std::vector<ExplainedTurn> turns;
  std::string match;         // of own benchmarks, where it is not official: "match schema"
  bool is_simulated = true;  // services ran
  // nullopt: none failed, or the episode failed before anything ran.
  std::optional<std::size_t> failed_turn;
  std::size_t turns_passed = 0;
  std::size_t turns_total = 0;  // 0: none was run
  const Value* involved_classes = nullptr;
  // The failed turn left states that differ: of this class, "before" the ground truth's.
  std::optional<std::vector<StateChange>> failed_state;
  std::string failed_class;
  // The failed turn lacks a response: "before" is the ground truth's, "after" the nearest given.
  std::optional<StateChange> nearest_response;
  Value initial_state = Value::dict();  // with Depth::kStates
};

struct Explanation {
  const ScoredResponse* response = nullptr;
  const RunSettings* settings = nullptr;
  std::string raw;             // the response: a text as it is, anything else as JSON
  const Rule* rule = nullptr;  // what it failed by; nullptr: it passed, or no rule is known
  // The place in the decoded calls that is wrong (Reason::path); empty: none.
  std::span<const Value> marked;
  // What the official evaluator says, line by line, and the names of the details beside it.
  std::vector<std::string> official;
  std::vector<std::string> official_details;
  // nullptr: a single response, or Depth::kResponse.
  std::shared_ptr<const ExplainedEpisode> episode;
};

// kResponse leaves out the turns of an episode; kStates runs it again for the states after each
// turn.
enum class Depth { kResponse, kVerdict, kStates };

// `response` was given to score_response with these settings, nothing of it forgotten, and has an
// entry.
Explanation explain(const ScoredResponse& response, const RunSettings& settings, Depth depth);

// The response as text: a str as it is, anything else as JSON.
std::string response_text(const Value& response);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_EXPLANATION_H_
