// Conversation: one entry asked of one model, from the first request to the finished result line.
//
// It says what to do next and is told what came of it; it has no socket, no clock, no thread. The
// same object drives `bfclx generate`, the module and the replay of recordings.
//
//   Result<Conversation> talk = Conversation::start(dataset, entry, settings, memory);
//   while (true) {
//     const Ask& ask = talk->next();
//     if (ask.kind == Ask::Kind::kFinished) break;
//     ... wait ask.wait (+ up to ask.jitter) seconds, send ask.request ...
//     talk->answer(response, seconds);
//   }
//   talk->result_line();
//
// Follows base_handler.py (inference_single_turn_*, inference_multi_turn_*) and
// _llm_response_generation.py:multi_threaded_inference.
#ifndef BFCLX_CORE_CONVERSATION_CONVERSATION_H_
#define BFCLX_CORE_CONVERSATION_CONVERSATION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/conversation/dialect.h"
#include "core/conversation/settings.h"
#include "core/dataset/dataset.h"
#include "core/simulators/engine/effects.h"
#include "core/value/value.h"

namespace bfclx {

// What the conversation wants done.
struct Ask {
  enum class Kind : std::uint8_t {
    kModel,     // send `request`, then answer() or fail()
    kTemplate,  // apply the model's own chat template, then answer_template()
    kTokenize,  // count the tokens of `text`, then answer_tokens()
    kEffect,    // send `effect` for a simulated API, then answer_effect()
    kFinished,  // result_line() is there
  };
  Kind kind = Kind::kFinished;
  HttpRequest request;
  // Before sending: at least `wait` seconds, plus a random part of up to `jitter`.
  double wait = 0;
  double jitter = 0;
  // kTemplate: keyword arguments of apply_chat_template, {"messages": [...], "tools": [...], ...}.
  Value template_arguments;
  std::string text;      // kTokenize
  EffectRequest effect;  // kEffect
};

enum class TransportFailure : std::uint8_t { kConnection, kTimeout };

// Of a conversation that has ended.
enum class Ending : std::uint8_t {
  kAnswered,   // the model answered to the end
  kForced,     // more than 20 steps in a turn: forced to quit, as official
  kFailed,     // an answer that cannot be used (a 400, a foreign shape): the error is the result
  kTransport,  // the server could not be reached or kept failing: not an answer of the model
};

// Beside the result line, for the manifest; one a step that was answered.
struct StepNote {
  std::size_t turn = 0;
  std::size_t step = 0;
  std::string finish_reason;
  Value usage;
  bool reasoning_separated = false;  // by Settings::separates_reasoning
};

class Conversation {
 public:
  // `entry` is of `dataset` or of a plan (plan.h, for memory prerequisites), and both outlive the
  // conversation only until this returns. `memory`: the snapshot that a memory entry starts from
  // (bytes of <scenario>_final.json), empty for none. `modules`: where the official process keeps
  // what calls share between entries; nullptr: this entry has its own.
  static Result<Conversation> start(const Dataset& dataset, const Entry& entry,
                                    const Settings& settings, std::string_view memory = {},
                                    EpisodeModules* modules = nullptr);
  Conversation(Conversation&&) noexcept;
  Conversation& operator=(Conversation&&) noexcept;
  ~Conversation();

  // The same until one of the answers below is given.
  const Ask& next() const;

  // The response to the request of next(), of any status. `seconds`: how long it took, for latency.
  void answer(const HttpResponse& http, double seconds);
  // The same; the body's memory is given back before the result is made of it.
  void answer(HttpResponse&& http, double seconds);
  // No response came.
  void fail(TransportFailure failure, double seconds);
  // The text that the template gave, or why there is none: that ends the entry without an answer.
  void answer_template(Result<std::string> prompt);
  // Tokens of next().text, by the server's count or by an estimate.
  void answer_tokens(std::int64_t count);
  // What the simulated API asked for, or why it did not come (EffectAnswer::error).
  void answer_effect(EffectAnswer answer);

  // Ends the conversation, which the driver cannot carry on; `reason` is the error of the result.
  void give_up(std::string_view reason);

  const std::string& id() const;
  // What follows holds once next() is kFinished.
  Ending ending() const;
  // One line of a result file without its line end, as json.dumps writes it (ASCII).
  const std::string& result_line() const;
  // The same line as an object, what JSON cannot hold made text already.
  const Value& result() const;
  // What a memory prerequisite leaves behind (bytes of a snapshot file, both <scenario>_final.json
  // and its checkpoint); nullopt for every other entry and after an exception.
  const std::optional<std::string>& memory_snapshot() const;
  const std::vector<StepNote>& notes() const;
  int requests() const;  // sent in all
  int retries() const;   // of which after a failure
  // Whether the last response was used: not if its request is sent again, or if the entry ended
  // without a result.
  bool accepted_last() const;
  // What went wrong last, without secrets; empty when nothing did.
  const std::string& last_error() const;

 private:
  class State;
  explicit Conversation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_CONVERSATION_H_
