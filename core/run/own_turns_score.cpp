#include "core/run/own_turns_score.h"

#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/check/rules.h"
#include "core/check/short_reason.h"
#include "core/checker/own_match.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

Value count_value(std::size_t count) { return Value::integer(static_cast<std::int64_t>(count)); }

// In the form of the official errors of episodes.
Value error_dict(std::string_view message, std::string_view type) {
  return dict_of(
      {{"error_message", Value::list({Value::str(message)})}, {"error_type", Value::str(type)}});
}

// Nothing is judged.
void fail_whole(EpisodeVerdict& episode, const std::string& message, std::string_view type,
                std::string_view rule) {
  episode.verdict.error_type = type;
  episode.verdict.error = error_dict(message, type);
  episode.verdict.why = Reason{rule, {}, {}, {}, message, {}};
}

std::string words_of(const Verdict& verdict) {
  if (verdict.why) return verdict.why->text;
  return verdict.error.is_none() ? verdict.error_type : str(verdict.error);
}

// The calls of all steps of a turn. Without a call, what the last step was decoded to.
class TurnCalls {
 public:
  void add(Result<Value> decoded) {
    const bool is_list = decoded.ok() && decoded->is_list();
    if (decoded.ok() && !is_list) foreign_ = true;
    if (!foreign_ && is_list) {
      const List& calls = decoded->items();
      calls_.insert(calls_.end(), calls.begin(), calls.end());
    }
    last_ = std::move(decoded);
  }
  Result<Value> take() && {
    if (calls_.empty() || foreign_) return std::move(last_);
    return Value::list(std::move(calls_));
  }

 private:
  List calls_;
  Result<Value> last_ = Value::list();
  bool foreign_ = false;  // the last step was decoded to what is no list of calls
};

class TurnScorer {
 public:
  TurnScorer(const OwnMatch& match, const RunSettings& settings, EpisodeVerdict& episode)
      : match_(match), settings_(settings), episode_(episode) {
    options_.budget = &budget_;
  }

  void score(const Value& turn) {
    std::vector<DecodedStep>& steps = episode_.turns.emplace_back();
    const List one = {turn};
    TurnCalls calls;
    for (const Value& step : turn.is_list() ? turn.items() : one) {
      steps.push_back(shown_step(step));
      calls.add(settings_.decoder->decode_ast(step, options_));
    }
    const std::size_t index = episode_.turns.size() - 1;
    const OwnMatch& expected = *match_.turns()[index].match;
    const Verdict verdict = expected.judge(std::move(calls).take(), settings_.underscore_to_dot);
    if (verdict.valid) {
      ++episode_.turns_passed;
    } else {
      add_failure(index, verdict);
    }
  }

  void finish() {
    episode_.verdict.valid = failures_.empty();
    if (failures_.empty()) return;
    const Value failed = Value::list(std::move(failures_));
    episode_.verdict.why->more.mutable_dict().set("failed_turns", failed);
    episode_.verdict.error.mutable_dict().set("details", dict_of({{"failed_turns", failed}}));
  }

 private:
  // As the steps of official episodes are shown: calls as text.
  DecodedStep shown_step(const Value& said) {
    DecodedStep step;
    Result<Value> calls = settings_.decoder->decode_execute(said, options_);
    if (!calls.ok()) {
      step.decode_error = std::move(calls).error();
      return step;
    }
    step.has_calls = calls->is_list() && !calls->items().empty();
    if (step.has_calls) step.calls = std::move(calls).value();
    return step;
  }

  void add_failure(std::size_t index, const Verdict& verdict) {
    const std::string text = concat({"Turn ", std::to_string(index + 1), ": ", words_of(verdict)});
    if (failures_.empty()) {
      episode_.verdict.error_type = verdict.error_type;
      episode_.verdict.error = error_dict(text, verdict.error_type);
      Reason reason{rules::kTurn, {count_value(index)}, {}, {}, text, Value::dict()};
      if (verdict.why) {
        const Reason& inner = *verdict.why;
        reason.path.insert(reason.path.end(), inner.path.begin(), inner.path.end());
        reason.expected = inner.expected;
        reason.found = inner.found;
        reason.detail = short_reason(inner).text;
        reason.more = dict_of({{"rule", Value::str(inner.rule)}});
      }
      episode_.verdict.why = std::move(reason);
    }
    failures_.push_back(dict_of({{"turn", count_value(index + 1)},
                                 {"error_type", Value::str(verdict.error_type)},
                                 {"text", Value::str(text)}}));
  }

  const OwnMatch& match_;
  const RunSettings& settings_;
  EpisodeVerdict& episode_;
  Budget budget_;
  DecodeOptions options_;
  List failures_;
};

}  // namespace

EpisodeVerdict score_own_turns(const Entry& entry, const Value& response,
                               const RunSettings& settings) {
  EpisodeVerdict episode;
  const std::size_t expected = entry.own_match->turns().size();
  episode.turns_total = expected;
  if (!response.is_list()) {
    fail_whole(episode, "The result is not a list of turns.", "multi_turn:inference_error",
               rules::kInferenceError);
    return episode;
  }
  const std::size_t found = response.items().size();
  if (found != expected) {
    fail_whole(episode,
               concat({"The response has ", counted(found, "turn", "turns"), ", but the entry has ",
                       std::to_string(expected), "."}),
               "multi_turn:force_terminated", rules::kForceTerminated);
    episode.verdict.why->expected = count_value(expected);
    episode.verdict.why->found = count_value(found);
    return episode;
  }
  episode.turns_read = true;
  TurnScorer scorer(*entry.own_match, settings, episode);
  for (const Value& turn : response.items()) scorer.score(turn);
  scorer.finish();
  return episode;
}

}  // namespace bfclx
