// Streams of Gemini's models.streamGenerateContent (?alt=sse): each event has the shape of a whole
// response, with the next parts of a candidate. Texts go on in the next event; calls come whole.
// There is no last event: the one with the finish reason is it.
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/conversation/streams/delta_reader.h"
#include "core/conversation/streams/last_members.h"
#include "core/conversation/streams/merged_delta.h"
#include "core/conversation/values.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kOfPart = 256;
constexpr std::size_t kMaxParts = 65536;

struct Part {
  LastMembers members;
  std::string text;
  bool is_text = false;
  bool thought = false;

  std::size_t size() const { return kOfPart + members.size() + text.size(); }
};

struct Candidate {
  LastMembers rest;     // finishReason, ...
  LastMembers content;  // role
  std::vector<Part> parts;
  bool has_content = false;
};

bool is_thought(const Value& part) {
  const Value* thought = present(part, "thought");
  return thought != nullptr && truthy(*thought);
}

class GeminiDeltas final : public DeltaReader {
 public:
  Result<bool> add(const Value& event) override {
    if (!event.is_dict()) return Error{"TypeError", "an event of the stream is not an object"};
    for (const auto& [name, value] : event.as_dict()) {
      if (name.is_str() && name.as_str() != "candidates") top_.set(name.as_str(), value);
    }
    const Value* feedback = present(event, "promptFeedback");
    blocked_ = blocked_ || (feedback != nullptr && present(*feedback, "blockReason") != nullptr);
    bool content = false;
    const Value* candidates = present(event, "candidates");
    if (candidates == nullptr || !candidates->is_list()) return content;
    for (const Value& candidate : candidates->items()) {
      BFCLX_ASSIGN_OR_RETURN(const bool more, add_candidate(candidate));
      content = content || more;
    }
    return content;
  }

  bool complete() const override { return finished_ || blocked_; }
  bool has_call() const override { return call_ > 0; }

  void cut_at_call() override {
    Candidate& first = candidates_[0];
    if (call_ == 0 || call_ > first.parts.size()) return;
    first.parts.resize(call_);
    first.rest.set("finishReason", Value::str("STOP"));
  }

  Value body() const override {
    List candidates;
    for (const auto& [index, candidate] : candidates_) candidates.push_back(body_of(candidate));
    Dict body;
    if (!candidates.empty()) body.set("candidates", Value::list(std::move(candidates)));
    for (const auto& [name, value] : top_.members()) body.set(name, value);
    return Value::dict(std::move(body));
  }

  std::size_t held() const override { return held_ + top_.size(); }

 private:
  Result<bool> add_candidate(const Value& candidate) {
    const Value* given = present(candidate, "index");
    const std::int64_t index = given != nullptr && given->is_small_int() ? given->as_int64() : 0;
    if (!candidate.is_dict() || index < 0 || index >= kMaxStreamItems) {
      return Error{"IndexError", "a candidate of the stream has no valid index"};
    }
    const auto [place, is_new] = candidates_.try_emplace(index);
    Candidate& own = place->second;
    const std::size_t before = own.rest.size() + own.content.size();
    bool written = false;
    for (const auto& [name, value] : candidate.as_dict()) {
      if (!name.is_str()) continue;
      if (name.as_str() != "content") {
        own.rest.set(name.as_str(), value);
      } else if (value.is_dict()) {
        BFCLX_ASSIGN_OR_RETURN(written, add_content(value, own, index == 0));
      }
    }
    if (index == 0 && present(candidate, "finishReason") != nullptr) finished_ = true;
    held_ += (is_new ? kOfPart : 0) + own.rest.size() + own.content.size() - before;
    return written;
  }

  Result<bool> add_content(const Value& content, Candidate& own, bool first) {
    own.has_content = true;
    bool written = false;
    for (const auto& [name, value] : content.as_dict()) {
      if (!name.is_str()) continue;
      if (name.as_str() != "parts" || !value.is_list()) {
        own.content.set(name.as_str(), value);
        continue;
      }
      bool is_first = true;  // of the event
      for (const Value& part : value.items()) {
        BFCLX_ASSIGN_OR_RETURN(const bool more, add_part(part, own, is_first));
        written = written || more;
        is_first = false;
        const bool is_call = first && present(part, "functionCall") != nullptr;
        if (is_call && call_ == 0) call_ = own.parts.size();
      }
    }
    return written;
  }

  // The first part of an event goes on with the text before it where both are thoughts or both are
  // not, unless that one is signed: a signature ends a part. Parts of one event are parts of the
  // response.
  Result<bool> add_part(const Value& part, Candidate& own, bool is_first) {
    if (!part.is_dict()) return Error{"TypeError", "a part of the stream is not an object"};
    const Value* text = present(part, "text");
    const bool is_text = text != nullptr && text->is_str();
    const bool thought = is_thought(part);
    const bool goes_on = is_first && is_text && !own.parts.empty() && own.parts.back().is_text &&
                         own.parts.back().thought == thought &&
                         own.parts.back().members.find("thoughtSignature") == nullptr;
    if (!goes_on) {
      if (own.parts.size() >= kMaxParts) {
        return Error{"IndexError", "more than 65536 parts in the stream"};
      }
      own.parts.emplace_back();
    }
    Part& last = own.parts.back();
    const std::size_t before = goes_on ? last.size() : 0;
    last.is_text = is_text;
    last.thought = thought;
    for (const auto& [name, value] : part.as_dict()) {
      if (name.is_str()) last.members.set(name.as_str(), value);
    }
    if (is_text) last.text += text->as_str();
    held_ += last.size() - before;
    return is_text ? !text->as_str().empty() : true;
  }

  static Value body_of(const Candidate& candidate) {
    Dict body;
    if (candidate.has_content) {
      List parts;
      for (const Part& part : candidate.parts) {
        Dict members = part.members.members();
        if (part.is_text) members.set("text", Value::str(part.text));
        parts.push_back(Value::dict(std::move(members)));
      }
      Dict content;
      if (!parts.empty()) content.set("parts", Value::list(std::move(parts)));
      for (const auto& [name, value] : candidate.content.members()) content.set(name, value);
      body.set("content", Value::dict(std::move(content)));
    }
    for (const auto& [name, value] : candidate.rest.members()) body.set(name, value);
    return Value::dict(std::move(body));
  }

  LastMembers top_;
  std::map<std::int64_t, Candidate> candidates_;
  std::size_t held_ = 0;  // of the candidates
  std::size_t call_ = 0;  // parts of the first candidate up to its first call, or 0
  bool finished_ = false;
  bool blocked_ = false;
};

}  // namespace

std::unique_ptr<DeltaReader> gemini_deltas() { return std::make_unique<GeminiDeltas>(); }

}  // namespace bfclx
