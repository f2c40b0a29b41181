// Streams of Anthropic's Messages API, as "Streaming messages" of the Claude Platform docs has
// them: message_start with an empty message, of each content block a start, deltas and a stop,
// message_delta with the stop reason and cumulative usage, message_stop. Other events and deltas
// (ping, new ones) mean nothing here.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/conversation/streams/delta_reader.h"
#include "core/conversation/streams/last_members.h"
#include "core/conversation/streams/merged_delta.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kOfBlock = 512;

struct Block {
  LastMembers start;  // {"type": "text", "text": ""}
  std::string text;
  std::string thinking;
  std::string signature;
  std::string json;  // of the input of a call
  List citations;
  std::size_t citation_bytes = 0;
  bool stopped = false;

  bool is_call() const {
    const Value* type = start.find("type");
    return type != nullptr && type->is_str() && type->as_str().ends_with("tool_use");
  }
  std::size_t size() const {
    return kOfBlock + start.size() + text.size() + thinking.size() + signature.size() +
           json.size() + citation_bytes;
  }
};

void append_member(const std::string& text, const Block& block, string_view name, Dict& out) {
  const Value* start = block.start.find(name);
  if (start == nullptr && text.empty()) return;
  const string_view before = start != nullptr && start->is_str() ? start->as_str() : string_view();
  out.set(name, Value::str(std::string(before) + text));
}

// Why its input is not JSON is the model's end at a token limit, or a fault of the stream, which is
// told when the block stops.
Value input_of(const Block& block) {
  if (block.json.empty()) {
    const Value* start = block.start.find("input");
    return start != nullptr ? *start : Value::dict();
  }
  const Result<Value> input = json_loads(block.json);
  return input.ok() ? *input : Value::dict();
}

Value body_of(const Block& block) {
  Dict out = block.start.members();
  append_member(block.text, block, "text", out);
  append_member(block.thinking, block, "thinking", out);
  append_member(block.signature, block, "signature", out);
  if (!block.citations.empty()) out.set("citations", Value::list(List(block.citations)));
  if (block.is_call()) out.set("input", input_of(block));
  return Value::dict(std::move(out));
}

class AnthropicDeltas final : public DeltaReader {
 public:
  Result<bool> add(const Value& event) override {
    if (!event.is_dict()) return Error{"TypeError", "an event of the stream is not an object"};
    const string_view type = text_member(event, "type");
    if (type == "message_start") return begin(event);
    if (type == "content_block_start") return begin_block(event);
    if (type == "content_block_delta") return add_delta(event);
    if (type == "content_block_stop") return end_block(event);
    if (type == "message_delta") return add_to_message(event);
    if (type == "message_stop") ended_ = true;
    return false;
  }

  bool complete() const override { return ended_ || stopped_; }
  bool ended() const override { return ended_; }
  bool has_call() const override { return call_ > 0; }

  void cut_at_call() override {
    if (call_ == 0) return;
    blocks_.resize(call_);
    const Value* reason = message_.find("stop_reason");
    if (reason == nullptr || reason->is_none()) {
      message_.set("stop_reason", Value::str("tool_use"));
    }
  }

  Value body() const override {
    List content;
    for (const Block& block : blocks_) content.push_back(body_of(block));
    Dict body = message_.members();
    body.set("content", Value::list(std::move(content)));
    Dict usage = usage_.members();
    if (!usage.empty()) body.set("usage", Value::dict(std::move(usage)));
    return Value::dict(std::move(body));
  }

  std::size_t held() const override { return held_ + message_.size() + usage_.size(); }

 private:
  Result<bool> begin(const Value& event) {
    const Value* message = present(event, "message");
    if (message == nullptr || !message->is_dict()) {
      return Error{"TypeError", "message_start has no message"};
    }
    take(*message, message_);
    return false;
  }

  // Usage is a member of its own, because later events give only some of the counts.
  void take(const Value& members, LastMembers& into) {
    for (const auto& [name, value] : members.as_dict()) {
      if (!name.is_str()) continue;
      if (name.as_str() == "usage" && value.is_dict()) {
        for (const auto& [count, number] : value.as_dict()) {
          if (count.is_str()) usage_.set(count.as_str(), number);
        }
      } else {
        into.set(name.as_str(), value);
      }
    }
  }

  Result<bool> begin_block(const Value& event) {
    const Value* start = present(event, "content_block");
    if (start == nullptr || !start->is_dict() || index_of(event) != blocks_.size() ||
        blocks_.size() >= static_cast<std::size_t>(kMaxStreamItems)) {
      return Error{
          "IndexError",
          "content_block_start has an unexpected index, or there are too many content blocks"};
    }
    Block& block = blocks_.emplace_back();
    for (const auto& [name, value] : start->as_dict()) {
      if (name.is_str()) block.start.set(name.as_str(), value);
    }
    held_ += block.size();
    return block.is_call() || !text_member(*start, "text").empty();
  }

  Result<Block*> block_of(const Value& event) {
    const std::size_t index = index_of(event);
    if (index >= blocks_.size() || blocks_[index].stopped) {
      return Error{"IndexError", "an event of the stream is for a content block that is not open"};
    }
    return &blocks_[index];
  }

  Result<bool> add_delta(const Value& event) {
    BFCLX_ASSIGN_OR_RETURN(Block* const block, block_of(event));
    const Value* delta = present(event, "delta");
    if (delta == nullptr) return false;
    held_ -= block->size();
    const string_view type = text_member(*delta, "type");
    bool content = false;
    const auto grow = [&](std::string& text, string_view name) {
      text += text_member(*delta, name);
      content = !text_member(*delta, name).empty();
    };
    if (type == "text_delta") grow(block->text, "text");
    if (type == "thinking_delta") grow(block->thinking, "thinking");
    if (type == "input_json_delta") grow(block->json, "partial_json");
    if (type == "signature_delta") block->signature += text_member(*delta, "signature");
    if (const Value* citation = present(*delta, "citation");
        type == "citations_delta" && citation) {
      block->citation_bytes += extent_of(*citation, std::size_t{1} << 30).bytes;
      block->citations.push_back(*citation);
    }
    held_ += block->size();
    return content;
  }

  Result<bool> end_block(const Value& event) {
    BFCLX_ASSIGN_OR_RETURN(Block* const block, block_of(event));
    block->stopped = true;
    if (!block->is_call()) return false;
    const bool whole = block->json.empty() || json_loads(block->json).ok();
    if (!whole) broken_ = true;
    if (whole && call_ == 0) call_ = static_cast<std::size_t>(block - blocks_.data()) + 1;
    return false;
  }

  Result<bool> add_to_message(const Value& event) {
    take(event, other_);
    const Value* delta = present(event, "delta");
    if (delta != nullptr && delta->is_dict()) take(*delta, message_);
    const Value* reason = message_.find("stop_reason");
    stopped_ = reason != nullptr && !reason->is_none();
    const bool calls = stopped_ && reason->is_str() && reason->as_str() == "tool_use";
    if (broken_ && calls) return Error{"ValueError", "the input of a tool call is not valid JSON"};
    return false;
  }

  static std::size_t index_of(const Value& event) {
    const Value* index = present(event, "index");
    if (index == nullptr || !index->is_small_int() || index->as_int64() < 0) {
      return static_cast<std::size_t>(-1);
    }
    return static_cast<std::size_t>(index->as_int64());
  }

  LastMembers message_;
  LastMembers usage_;
  LastMembers other_;  // of message_delta itself, not of the message
  std::vector<Block> blocks_;
  std::size_t held_ = 0;  // of the blocks
  std::size_t call_ = 0;  // blocks up to the first call that is complete, or 0
  bool broken_ = false;   // the input of a call is not JSON
  bool stopped_ = false;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<DeltaReader> anthropic_deltas() { return std::make_unique<AnthropicDeltas>(); }

}  // namespace bfclx
