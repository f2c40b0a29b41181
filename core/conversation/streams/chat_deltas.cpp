// Streams of chat completions and of text completions, as OpenAI's API reference documents them:
// chunks with `choices`, of each choice a `delta` (chat) or more `text` (completions), the usage in
// a chunk of its own whose `choices` are empty, null or absent.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/conversation/streams/delta_reader.h"
#include "core/conversation/streams/json_end.h"
#include "core/conversation/streams/last_members.h"
#include "core/conversation/streams/merged_delta.h"
#include "core/conversation/values.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kOfChoice = 512;

struct StreamedChoice {
  MergedDelta message;                                    // {"text": ...} of a text completion
  LastMembers rest;                                       // finish_reason, logprobs, ...
  std::map<std::string, MergedDelta, std::less<>> grown;  // members of the rest that grow
  bool finished = false;
};

// Members of a delta that the model wrote.
bool has_content(const Value& delta) {
  for (const string_view name : {"content", "reasoning_content", "reasoning", "text", "refusal"}) {
    if (!text_member(delta, name).empty()) return true;
  }
  const Value* calls = present(delta, "tool_calls");
  return (calls != nullptr && calls->is_list() && !calls->items().empty()) ||
         present(delta, "function_call") != nullptr;
}

// "b6123-0d5ef1a9", the fingerprint of its chunks.
bool is_of_llama_cpp(const Value* fingerprint) {
  if (fingerprint == nullptr || !fingerprint->is_str()) return false;
  const string_view text = fingerprint->as_str();
  const std::size_t end = text.find_first_not_of("0123456789", 1);
  return text.starts_with('b') && end != string_view::npos && end > 1 && text[end] == '-';
}

// A message without streaming always has a role and a content. If no delta has a content, it is
// null, but llama.cpp sends an empty text unless there are calls.
Value whole_message(const Value& message, bool of_llama_cpp) {
  const bool other = present(message, "tool_calls") != nullptr ||
                     present(message, "function_call") != nullptr ||
                     present(message, "refusal") != nullptr;
  const Value none = of_llama_cpp && !other ? Value::str("") : Value();
  const Value* role = present(message, "role");
  const Value* content = present(message, "content");
  Dict whole;
  whole.set("role", role != nullptr ? *role : Value::str("assistant"));
  whole.set("content", content != nullptr ? *content : none);
  if (message.is_dict()) {
    for (const auto& [name, value] : message.as_dict()) {
      if (name.as_str() != "content") whole.set(name, value);
    }
  }
  return Value::dict(std::move(whole));
}

class ChoicesDeltas final : public DeltaReader {
 public:
  explicit ChoicesDeltas(bool chat) : chat_(chat) {}

  Result<bool> add(const Value& event) override {
    if (!event.is_dict()) return Error{"TypeError", "an event of the stream is not an object"};
    for (const auto& [name, value] : event.as_dict()) {
      if (!name.is_str() || name.as_str() == "choices") continue;
      top_.set(name.as_str(), value);
    }
    bool content = false;
    const Value* choices = present(event, "choices");
    if (choices == nullptr || !choices->is_list()) return content;
    for (const Value& choice : choices->items()) {
      BFCLX_ASSIGN_OR_RETURN(const bool more, add_choice(choice));
      content = content || more;
    }
    return content;
  }

  bool complete() const override {
    return !choices_.empty() && std::all_of(choices_.begin(), choices_.end(),
                                            [](const auto& one) { return one.second.finished; });
  }

  bool has_call() const override { return call_end_.complete() || calls_begun() > 1; }

  void cut_at_call() override {
    const auto first = choices_.find(0);
    if (first == choices_.end()) return;
    if (MergedDelta* calls = first->second.message.member("tool_calls")) calls->shorten(1);
    LastMembers& rest = first->second.rest;
    const Value* reason = rest.find("finish_reason");
    if (reason == nullptr || reason->is_none()) rest.set("finish_reason", Value::str("tool_calls"));
  }

  Value body() const override {
    List choices;
    for (const auto& [index, choice] : choices_) choices.push_back(body_of(index, choice));
    Dict body;
    for (const auto& [name, value] : top_.members()) {
      if (name.as_str() == "usage") continue;
      body.set(name.as_str(),
               name.as_str() == "object" && chat_ ? Value::str("chat.completion") : value);
    }
    body.set("choices", Value::list(std::move(choices)));
    if (const Value* usage = top_.find("usage")) body.set("usage", *usage);
    return Value::dict(std::move(body));
  }

  std::size_t held() const override {
    std::size_t size = kOfChoice + top_.size();
    for (const auto& [index, choice] : choices_) {
      size += kOfChoice + choice.message.size() + choice.rest.size();
      for (const auto& [name, part] : choice.grown) size += part.size();
    }
    return size;
  }

 private:
  Result<bool> add_choice(const Value& choice) {
    const Value* given = present(choice, "index");
    const std::int64_t index = given != nullptr && given->is_small_int() ? given->as_int64() : 0;
    if (!choice.is_dict() || index < 0 || index >= kMaxStreamItems) {
      return Error{"IndexError", "a choice of the stream has no valid index"};
    }
    StreamedChoice& own = choices_[index];
    bool content = false;
    for (const auto& [key, value] : choice.as_dict()) {
      const string_view name = key.is_str() ? key.as_str() : string_view();
      if (name == "index") continue;
      if (chat_ ? name == "delta" : name == "text") {
        const Value delta = chat_ ? value : make_dict({{"text", value}});
        const std::size_t before = arguments_of_first(own).size();
        BFCLX_RETURN_IF_ERROR(own.message.add(delta));
        if (index == 0) call_end_.add(arguments_of_first(own).substr(before));
        content = content || has_content(delta);
      } else if (value.is_dict() || value.is_list()) {
        own.rest.set(name, Value());
        if (own.rest.find(name) != nullptr) {
          BFCLX_RETURN_IF_ERROR(own.grown[std::string(name)].add(value));
        }
      } else {
        own.rest.set(name, value);
      }
    }
    own.finished = own.finished || present(choice, "finish_reason") != nullptr;
    return content;
  }

  static string_view arguments_of_first(const StreamedChoice& choice) {
    const MergedDelta* calls = choice.message.member("tool_calls");
    if (calls == nullptr || calls->items().empty()) return {};
    const MergedDelta* function = calls->items().front().member("function");
    const MergedDelta* arguments = function != nullptr ? function->member("arguments") : nullptr;
    return arguments != nullptr ? arguments->text() : string_view();
  }

  std::size_t calls_begun() const {
    const auto first = choices_.find(0);
    if (first == choices_.end()) return 0;
    const MergedDelta* calls = first->second.message.member("tool_calls");
    return calls != nullptr ? calls->items().size() : 0;
  }

  Value body_of(std::int64_t index, const StreamedChoice& choice) const {
    const Value message = choice.message.value();
    Dict body;
    body.set("index", Value::integer(index));
    if (chat_) {
      body.set("message", whole_message(message, is_of_llama_cpp(top_.find("system_fingerprint"))));
    } else {
      const Value* text = present(message, "text");
      body.set("text", text != nullptr ? *text : Value::str(""));
    }
    for (const auto& [name, value] : choice.rest.members()) {
      const auto grown = choice.grown.find(name.as_str());
      body.set(name.as_str(), grown != choice.grown.end() ? grown->second.value() : value);
    }
    return Value::dict(std::move(body));
  }

  bool chat_;
  LastMembers top_;
  std::map<std::int64_t, StreamedChoice> choices_;
  JsonEnd call_end_;  // of the first call of the first choice
};

}  // namespace

std::unique_ptr<DeltaReader> chat_deltas() { return std::make_unique<ChoicesDeltas>(true); }
std::unique_ptr<DeltaReader> completions_deltas() { return std::make_unique<ChoicesDeltas>(false); }

}  // namespace bfclx
