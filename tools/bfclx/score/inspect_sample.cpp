#include "tools/bfclx/score/inspect_sample.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/checker/own_match.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/response_calls.h"
#include "core/explain/explanation.h"
#include "core/explain/json_view.h"
#include "core/render/call_lines.h"
#include "core/run/tag_accuracy.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

using std::string_view;

// Of a summary, which a viewer lists.
constexpr std::size_t kSummaryCodePoints = 300;

Value text_value(string_view text) { return Value::str(valid_text(text)); }

// With valid UTF-8 alone: a reader that is strict refuses the whole file for one lone surrogate.
Value clean(const Value& value) {
  if (value.is_str()) return text_value(value.as_str());
  if (value.is_list()) {
    List items;
    for (const Value& item : value.items()) items.push_back(clean(item));
    return Value::list(std::move(items));
  }
  if (!value.is_dict()) return value;
  Dict entries;
  for (const auto& [key, item] : value.as_dict()) entries.set(clean(key), clean(item));
  return Value::dict(std::move(entries));
}

Value plain(const Value& value) { return clean(json_view(value)); }

Value input_message(string_view role, string_view text) {
  return dict_of({{"role", role}, {"content", text_value(text)}, {"source", "input"}});
}

// A message of the question.
Value given_message(const Value& message) {
  const string_view role = find_text(message, "role");
  const bool known = is_one_of(role, {"system", "user", "assistant", "tool"});
  return input_message(known ? role : string_view("user"), message_text(message));
}

Value result_message(string_view text, string_view id, string_view function) {
  return dict_of({{"role", "tool"},
                  {"content", text_value(text)},
                  {"tool_call_id", text_value(id)},
                  {"function", text_value(function)}});
}

// A message with earlier calls, and their results.
void add_earlier(const MessagePart& part, List& messages) {
  List calls;
  List results;
  for (const EarlierCall& call : part.calls) {
    calls.push_back(dict_of({{"id", text_value(call.id)},
                             {"function", text_value(call.name)},
                             {"arguments", plain(call.arguments)},
                             {"type", "function"}}));
    results.push_back(result_message(call.result, call.id, call.name));
  }
  Value said = input_message("assistant", part.text);
  said.mutable_dict().set("tool_calls", Value::list(std::move(calls)));
  messages.push_back(std::move(said));
  messages.insert(messages.end(), results.begin(), results.end());
}

// The messages of a turn of the question.
List given_messages(const Value& turn) {
  List messages;
  const Result<std::vector<MessagePart>> parts = split_at_calls(turn, {});
  if (!parts.ok()) {
    for (const Value& message : turn.items()) messages.push_back(given_message(message));
    return messages;
  }
  for (const MessagePart& part : *parts) {
    for (const Value& message : part.plain.items()) messages.push_back(given_message(message));
    if (!part.calls.empty()) add_earlier(part, messages);
  }
  return messages;
}

std::string text_of_lines(const std::vector<ViewLine>& lines) {
  std::string text;
  for (const ViewLine& line : lines) {
    if (!text.empty()) text += '\n';
    text += std::string(line.indent, ' ') + line.text;
  }
  return text;
}

// The conversation as it was: what the model was told, said, and got from its calls.
class Conversation {
 public:
  explicit Conversation(string_view model) : model_(model) {}

  // The messages of a turn; the first turn is the sample's input.
  void tell(const Value* turn, const std::vector<string_view>& offered) {
    List messages;
    if (turn != nullptr && turn->is_list()) messages = given_messages(*turn);
    if (messages.empty()) {
      std::string text;
      for (const string_view name : offered) {
        text += (text.empty() ? "New functions: " : ", ") + std::string(name);
      }
      messages.push_back(input_message("user", text));
    }
    if (messages_.empty()) input_ = Value::list(messages);
    for (Value& message : messages) messages_.push_back(std::move(message));
  }

  // Calls of a function-calling model become tool calls, everything else is text.
  void say(const Value& said) {
    calls_.clear();
    const std::optional<Value> calls = said.is_list() ? calls_of(said) : std::nullopt;
    Value message = dict_of({{"role", "assistant"},
                             {"content", text_value(calls ? "" : response_text(said))},
                             {"source", "generate"},
                             {"model", text_value(model_)}});
    if (calls) {
      List tool_calls;
      for (const Value& call : calls->items()) tool_calls.push_back(tool_call(call));
      message.mutable_dict().set("tool_calls", Value::list(std::move(tool_calls)));
    }
    last_ = message;
    messages_.push_back(std::move(message));
  }

  // What the call `index` of the last `say` gave.
  void give(std::size_t index, const Value& result) {
    const std::string text = response_text(result);
    if (index < calls_.size()) {
      messages_.push_back(result_message(text, calls_[index].id, calls_[index].function));
    } else {
      messages_.push_back(dict_of({{"role", "tool"}, {"content", text_value(text)}}));
    }
  }

  Value input() const { return input_; }
  Value messages() && { return Value::list(std::move(messages_)); }
  // ModelOutput: the last that it said.
  Value output() const {
    Value output = dict_of({{"model", text_value(model_)}, {"choices", Value::list()}});
    if (last_.is_none()) return output;
    const bool called = find_member(last_, "tool_calls") != nullptr;
    output.mutable_dict().set(
        "choices", Value::list({dict_of(
                       {{"message", last_}, {"stop_reason", called ? "tool_calls" : "stop"}})}));
    output.mutable_dict().set("completion", *find_member(last_, "content"));
    return output;
  }

 private:
  struct Call {
    std::string id;
    std::string function;
  };

  // {name: JSON text of the arguments}
  Value tool_call(const Value& call) {
    const auto& [key, arguments] = *call.as_dict().begin();
    calls_.push_back({"call_" + std::to_string(++count_), std::string(key.as_str())});
    const std::string text = response_text(arguments);
    const Result<Value> read = json_loads(text);
    Value out = dict_of({{"id", calls_.back().id},
                         {"function", text_value(key.as_str())},
                         {"arguments", read.ok() && read->is_dict() ? plain(*read) : Value::dict()},
                         {"type", "function"}});
    if (!read.ok() || !read->is_dict()) {
      out.mutable_dict().set("parse_error", text_value("Not a JSON object: " + text));
    }
    return out;
  }

  std::string model_;
  Value input_ = Value::list();
  List messages_;
  Value last_;
  std::vector<Call> calls_;
  std::size_t count_ = 0;
};

// What the calls of a turn of an own benchmark returned when it was generated, one step a turn.
void give_own_results(const OwnTurn& turn, const ExplainedStep& step, const RunSettings& settings,
                      Conversation& talk) {
  if (step.said == nullptr || settings.decoder == nullptr) return;
  const Result<Value> calls = settings.decoder->decode_ast(*step.said, {});
  if (!calls.ok() || !calls->is_list()) return;
  const std::vector<Value> results = results_of_calls(turn, calls->items());
  for (std::size_t i = 0; i < results.size(); ++i) talk.give(i, results[i]);
}

Conversation conversation_of(const ScoredResponse& response, const RunSettings& settings,
                             string_view model) {
  Conversation talk(model);
  const Value& question = response.entry->question();
  if (response.episode != nullptr) {
    const Explanation explained = explain(response, settings, Depth::kVerdict);
    if (explained.episode != nullptr) {
      const OwnMatch* own = response.entry->own_match.get();
      std::size_t number = 0;
      for (const ExplainedTurn& turn : explained.episode->turns) {
        talk.tell(turn.messages, turn.offered);
        for (const ExplainedStep& step : turn.steps) {
          if (step.said == nullptr) continue;
          talk.say(*step.said);
          for (std::size_t i = 0; i < step.calls.size(); ++i) {
            if (step.calls[i].result != nullptr) talk.give(i, *step.calls[i].result);
          }
        }
        if (own != nullptr && number < own->turns().size() && turn.steps.size() == 1) {
          give_own_results(own->turns()[number], turn.steps.front(), settings, talk);
        }
        ++number;
      }
      return talk;
    }
  }
  const List& turns = question.is_list() ? question.items() : List();
  const bool by_turn = is_turns(response.response);
  for (std::size_t i = 0; i < std::max<std::size_t>(turns.size(), 1); ++i) {
    talk.tell(i < turns.size() ? &turns[i] : nullptr, {});
    if (!by_turn) continue;
    if (i >= response.response.items().size()) break;
    for (const Value& step : response.response.items()[i].items()) talk.say(step);
  }
  if (!by_turn) talk.say(response.response);
  return talk;
}

std::string target_of(const Entry& entry) {
  switch (entry.category->judging) {
    case Judging::kRelevance:
      return "a function call";
    case Judging::kIrrelevance:
      return "no function call";
    case Judging::kCalls:
      return text_of_lines(view_ground_truth(entry.shown_answers()));
    default:
      std::string text;
      append_json(text, entry.ground_truth);
      return text;
  }
}

Value score_of(const ScoredResponse& response) {
  const Verdict& verdict = response.verdict;
  Value score = dict_of({{"value", verdict.valid ? "C" : "I"}});
  if (verdict.decoded && response.episode == nullptr) {
    const bool none = verdict.decoded->is_list() && verdict.decoded->items().empty();
    score.mutable_dict().set(
        "answer", text_value(none ? "no call" : text_of_lines(view_calls(*verdict.decoded, {}))));
  }
  if (verdict.valid) return score;
  const std::string reason = verdict.why ? verdict.why->text : response_text(verdict.error);
  score.mutable_dict().set("explanation", text_value(reason));
  score.mutable_dict().set(
      "metadata", dict_of({{"error_type", text_value(verdict.error_type)},
                           {"rule", text_value(verdict.why ? verdict.why->rule : string_view())},
                           {"error", plain(verdict.error)}}));
  return score;
}

Value metadata_of(const ScoredResponse& response) {
  const Entry& entry = *response.entry;
  Value metadata = dict_of({{"category", entry.category->name}});
  Dict& members = metadata.mutable_dict();
  if (const string_view own = find_text(entry.data, kOwnId); !own.empty()) {
    members.set("own_id", text_value(own));
  }
  List tags;
  for (const string_view tag : tags_of(entry)) tags.push_back(text_value(tag));
  if (!tags.empty()) members.set("tags", Value::list(std::move(tags)));
  return metadata;
}

Value short_text(const Value& text) {
  return Value::str(first_code_points(text.as_str(), kSummaryCodePoints));
}

// The first message of the user.
Value short_input(const Value& input) {
  for (const Value& message : input.items()) {
    if (find_text(message, "role") == "user") return short_text(*find_member(message, "content"));
  }
  return Value::str("");
}

}  // namespace

std::string valid_text(string_view text) {
  return find_invalid_utf8(text) ? sanitize_utf8(text) : std::string(text);
}

InspectSample inspect_sample(const ScoredResponse& response, const RunSettings& settings,
                             string_view model, string_view uuid) {
  Conversation talk = conversation_of(response, settings, model);
  const Entry& entry = *response.entry;
  Value scores = Value::dict();
  if (!response.skipped()) scores.mutable_dict().set(kInspectScore, score_of(response));
  const Value target = text_value(target_of(entry));
  const Value metadata = metadata_of(response);
  InspectSample made;
  made.sample = dict_of({{"id", text_value(entry.id)},
                         {"epoch", Value::integer(1)},
                         {"input", talk.input()},
                         {"target", target},
                         {"output", talk.output()},
                         {"scores", scores},
                         {"metadata", metadata},
                         {"uuid", uuid}});
  Dict& members = made.sample.mutable_dict();
  made.summary = dict_of({{"id", text_value(entry.id)},
                          {"epoch", Value::integer(1)},
                          {"input", short_input(talk.input())},
                          {"target", short_text(target)},
                          {"scores", scores},
                          {"metadata", metadata},
                          {"uuid", uuid},
                          {"completed", true}});
  members.set("messages", std::move(talk).messages());
  Value more = metadata_of(response);
  more.mutable_dict().set("functions", plain(entry.functions()));
  more.mutable_dict().set("response", plain(response.response));
  members.set("metadata", std::move(more));
  return made;
}

}  // namespace bfclx::tools
