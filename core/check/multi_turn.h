// The multi-turn checker: an episode is right when after every turn the model's instances are in
// the state of the ground truth's, and every result of the ground truth's calls has turned up
// (eval_runner.py:_evaluate_single_multi_turn_entry, multi_turn_checker.py).
#ifndef BFCLX_CORE_CHECK_MULTI_TURN_H_
#define BFCLX_CORE_CHECK_MULTI_TURN_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/check/verdict.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

// What an episode is judged by.
struct EpisodeTask {
  std::string_view id;
  std::string_view model_name;    // as the result folder spells it
  const Value* initial_config;    // {class: scenario}
  const Value* involved_classes;  // list of class names
  const Value* ground_truth;      // list of turns, each a list of calls as text
  bool long_context = false;
  const LongContext* tables = nullptr;  // needed for long context
  std::int64_t today = 0;               // days since 1970-01-01, UTC
  Budget* budget = nullptr;  // of the response; nullptr: the model's calls have their own
};

// One step of a turn: the calls that the decoder found, or why there are none.
struct DecodedStep {
  // Decoded to a list that holds calls. Otherwise it was empty, or could not be decoded.
  bool has_calls = false;
  Value calls;           // what the decoder gave (list of str)
  Error decode_error{};  // kind is empty when decoding worked
};

// What ran in a turn that was reached.
struct ExecutedTurn {
  std::vector<List> model;  // results by step, steps without calls left out
  List ground_truth;
};

struct EpisodeVerdict {
  // `error` is the official dict without its execution results; `decoded` is not set.
  Verdict verdict;
  std::vector<std::vector<DecodedStep>> turns;
  bool turns_read = false;  // all of them: the response is what the official loop goes through
  std::vector<ExecutedTurn> execution;
  // The default lists of functions that calls have used. States in `error` may hold them, and the
  // official process goes on changing them with the entries that follow.
  std::vector<SharedList> shared_lists;
  // Turns passed before the first failed turn; our own partial credit, it touches no official
  // verdict.
  std::size_t turns_passed = 0;
  std::size_t turns_total = 0;  // 0: none was run, so that nothing is known of any
};

// What was decoded, as data: turns, each a list of steps {"calls": [...]}, {"empty": true} or
// {"decode_error": ..., "decode_error_class": ...}. None when not all turns could be read.
Value decoded_turns(const EpisodeVerdict& episode);

// What ran, as official score files have it:
// [{"model": [[result, ...] by step], "ground_truth": [result, ...]} by turn].
Value execution_value(const std::vector<ExecutedTurn>& execution);

// The steps of one entry that are read; those behind them count as steps without calls. Episodes
// have some twenty, but a turn that is a text is read letter by letter.
inline constexpr std::size_t kMaxSteps = 10000;

// `decode` is the decoder's decode_execute.
EpisodeVerdict judge_episode(const EpisodeTask& task, const Value& response,
                             const std::function<Result<Value>(const Value&)>& decode);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_MULTI_TURN_H_
