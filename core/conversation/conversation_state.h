// The insides of a conversation: the turn loop as a machine that stops wherever it needs something
// from outside (for conversation.cpp and turn_loop.cpp alone).
#ifndef BFCLX_CORE_CONVERSATION_CONVERSATION_STATE_H_
#define BFCLX_CORE_CONVERSATION_CONVERSATION_STATE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/conversation/conversation.h"
#include "core/dataset/earlier_calls.h"
#include "core/simulators/engine/episode.h"

namespace bfclx {

// What a turn gathers; all are Python objects that the entry's logs share.
struct TurnLog {
  Value results = Value::list();
  Value input_tokens = Value::list();
  Value output_tokens = Value::list();
  Value latency = Value::list();
  Value reasoning = Value::list();
  Value logprobs = Value::list();
  Value log;   // {"begin_of_turn_query": ..., "step_0": [...], ...}
  Value step;  // the list of the step at hand
};

class Conversation::State {
 public:
  State(const Dataset& dataset, const Entry& entry, const Settings& settings,
        std::string_view memory, EpisodeModules* modules);

  Status prepare(const Entry& entry);
  // Goes on until `ask` says what is needed, or the entry has ended.
  void run();

  // `own`: the same response, whose body is no longer needed once it is parsed; nullptr for none.
  void take_http(const HttpResponse& http, double seconds, HttpResponse* own = nullptr);
  void take_failure(TransportFailure failure, double seconds);
  void take_template(Result<std::string> prompt);
  void take_tokens(std::int64_t count);
  void take_effect(EffectAnswer answer);
  void end_with_error(const Error& error, Ending how);

  Ask ask;
  std::string id;
  Ending ending = Ending::kAnswered;
  Value result;
  std::string line;
  std::optional<std::string> snapshot;
  std::vector<StepNote> notes;
  int requests = 0;
  int retries = 0;
  bool accepted_last = false;
  std::string last_error;

 private:
  enum class Phase {
    kInstances,
    kBegin,
    kTurn,
    kStep,
    kPrompt,
    kSend,
    kWaiting,
    kResponse,
    kCalls,
    kTurnEnd,
    kFinish,
    kDone,
  };

  // turn_loop.cpp: one function for each phase; an Error ends the entry.
  Status step();
  Status make_instances();
  Status begin();
  Status begin_turn();
  Status begin_step();
  Status prepare_prompt();
  Status send();
  Status take_response();
  Status run_calls();
  Status end_turn();
  Status finish();
  Status finish_single_turn();

  Status add_memory_text();
  Value with_memory(const Value& config) const;
  Result<Value> messages_of_turn();
  // own_turns.cpp: of entries of own benchmarks, whose calls are not executed
  void prepare_own_turns(const Entry& entry);
  Value messages_of_own_turn(const Value& messages);
  Status give_own_results();
  Status answer_unread_calls();
  // earlier_calls.cpp
  Status add_messages(const Value& messages);
  Status add_earlier_calls(const MessagePart& part);
  Result<ModelResponse> say(const MessagePart& part) const;
  void log_state();
  Status log_decoded();
  void write_line(Value whole);
  void count_step(const ModelResponse& response);

  // conversation.cpp
  void refuse(const HttpResponse& http, const Result<ModelResponse>& response,
              const std::optional<StatedError>& stated);
  void try_again_or_end(const AttemptOutcome& outcome);
  void want_effect();

  Settings settings_;
  Value prompts_;
  Value entry_;
  std::string memory_;
  std::string test_category_;
  const Category* category_ = nullptr;
  bool multi_turn_ = false;
  std::shared_ptr<const OwnMatch> own_turns_;  // of an entry of own_turns; else nullptr
  bool ended_with_calls_ = false;              // of such an entry, the turn before
  bool prerequisite_ = false;
  const Decoder* decoder_ = nullptr;
  std::unique_ptr<EpisodeModules> own_modules_;
  EpisodeModules* modules_ = nullptr;
  EffectStore effects_;
  std::unique_ptr<Dialect> dialect_;
  std::optional<Episode> episode_;

  Phase phase_ = Phase::kInstances;
  std::size_t turn_ = 0;
  std::size_t step_ = 0;  // steps of the turn that were executed
  bool forced_ = false;
  std::optional<std::int64_t> prompt_tokens_;
  RetryState retry_;
  double latency_ = 0;
  ModelResponse response_;
  bool reasoning_separated_ = false;  // from it
  Value calls_;
  Value call_results_;
  std::size_t result_bytes_ = 0;  // of all calls so far
  TurnLog now_;
  // Of the whole entry, a value a turn.
  List results_;
  List input_tokens_;
  List output_tokens_;
  List latencies_;
  List reasonings_;
  List logprobs_;
  List log_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_CONVERSATION_STATE_H_
