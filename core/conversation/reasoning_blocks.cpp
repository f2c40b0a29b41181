#include "core/conversation/reasoning_blocks.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/conversation/values.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kSpace = " \t\r\n";

struct Delimiters {
  string_view open;
  string_view close;
  // The template of some models writes the opening delimiter, so that the response has only the
  // other one.
  bool close_alone = false;
  // A text that is no ordinary one: without its end, the rest is truncated reasoning.
  bool special = false;
  // Around the response, removed with the reasoning.
  string_view response_open = {};
  string_view response_close = {};
};

constexpr Delimiters kDelimiters[] = {
    {"<think>", "</think>", true, true},  // DeepSeek, Qwen, GLM, MiniMax and most others
    {"<thinking>", "</thinking>"},
    {"<thought>", "</thought>"},  // EXAONE
    {"<reasoning>", "</reasoning>"},
    {"[THINK]", "[/THINK]", false, true},                     // Magistral
    {"<seed:think>", "</seed:think>", true, true},            // Seed-OSS
    {"\u25c1think\u25b7", "\u25c1/think\u25b7", true, true},  // Kimi-VL
    {"<|begin_of_thought|>", "<|end_of_thought|>", false, true, "<|begin_of_solution|>",
     "<|end_of_solution|>"},  // OpenThinker, Sky-T1
    {"<|START_THINKING|>", "<|END_THINKING|>", false, true, "<|START_RESPONSE|>",
     "<|END_RESPONSE|>"},  // Command A Reasoning
    {"<|channel|>analysis<|message|>", "<|end|>", false, true,
     "<|start|>assistant<|channel|>final<|message|>", "<|return|>"},  // gpt-oss
    {"Here is my thought process:", "Here is my response:"},          // Granite 3.2
    {"Here's my thought process:", "Here's my response:"},
};

string_view without_leading_space(string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  return begin == string_view::npos ? string_view() : text.substr(begin);
}

string_view trimmed(string_view text) {
  text = without_leading_space(text);
  const std::size_t last = text.find_last_not_of(kSpace);
  return last == string_view::npos ? string_view() : text.substr(0, last + 1);
}

const Delimiters* opened_by(string_view text) {
  const auto* const row =
      std::find_if(std::begin(kDelimiters), std::end(kDelimiters),
                   [text](const Delimiters& one) { return text.starts_with(one.open); });
  return row == std::end(kDelimiters) ? nullptr : row;
}

bool at_line(string_view text, std::size_t begin, std::size_t end) {
  const bool begins = begin == 0 || text[begin - 1] == '\n';
  const bool ends = end == text.size() || text[end] == '\n' || text[end] == '\r';
  return begins || ends;
}

// A closing delimiter without the opening one. A call whose argument has such a text is none.
std::optional<std::size_t> lone_close(string_view text, string_view close) {
  constexpr string_view kBeginsCalls = "[{(<`'\"";
  if (text.empty() || kBeginsCalls.find(text.front()) != string_view::npos) {
    if (!text.starts_with(close)) return std::nullopt;
  }
  for (std::size_t at = text.find(close); at != string_view::npos; at = text.find(close, at + 1)) {
    if (at_line(text, at, at + close.size())) return at;
  }
  return std::nullopt;
}

class Blocks {
 public:
  explicit Blocks(string_view text) : rest_(without_leading_space(text)) {}

  bool take() { return take_opened() || (reasoning_.empty() && !found_ && take_lone()); }

  SeparatedText result() && {
    if (last_ != nullptr && !last_->response_open.empty()) unwrap();
    return {std::move(reasoning_), std::string(rest_)};
  }

 private:
  bool take_opened() {
    const Delimiters* row = opened_by(rest_);
    if (row == nullptr) return false;
    const string_view inner = rest_.substr(row->open.size());
    const std::size_t end = inner.find(row->close);
    if (end == string_view::npos && !row->special) return false;
    found(*row, inner.substr(0, end),
          end == string_view::npos ? string_view() : inner.substr(end + row->close.size()));
    return true;
  }

  bool take_lone() {
    for (const Delimiters& row : kDelimiters) {
      if (!row.close_alone) continue;
      const std::optional<std::size_t> end = lone_close(rest_, row.close);
      if (!end) continue;
      found(row, rest_.substr(0, *end), rest_.substr(*end + row.close.size()));
      return true;
    }
    return false;
  }

  void found(const Delimiters& row, string_view block, string_view rest) {
    found_ = true;
    last_ = &row;
    const string_view text = trimmed(block);
    if (!text.empty()) reasoning_.append(reasoning_.empty() ? "" : "\n").append(text);
    rest_ = without_leading_space(rest);
  }

  void unwrap() {
    if (!rest_.starts_with(last_->response_open)) return;
    rest_ = without_leading_space(rest_.substr(last_->response_open.size()));
    const string_view inner = trimmed(rest_);
    if (inner.ends_with(last_->response_close)) {
      rest_ = inner.substr(0, inner.size() - last_->response_close.size());
    }
  }

  string_view rest_;
  std::string reasoning_;
  bool found_ = false;
  const Delimiters* last_ = nullptr;
};

// The text of a result; of a list of texts (native calls, without one) the first.
const Value* result_text(const Value& result) {
  if (result.is_str()) return &result;
  const bool texts = result.is_list() && !result.items().empty() && result.items()[0].is_str();
  return texts ? &result.items()[0] : nullptr;
}
Value with_text(const Value& result, const std::string& text) {
  if (result.is_str()) return Value::str(text);
  List items = result.items();
  items[0] = Value::str(text);
  return Value::list(std::move(items));
}

// Where a message to the history has its texts: it is one, or a dict with `content` or `parts`, or
// a list of such, or a block with `text`. Thoughts that the server separated are none.
constexpr string_view kInside[] = {"content", "parts"};
constexpr string_view kText = "text";
constexpr string_view kTextTypes[] = {"", "message", kText, "output_text"};

bool has_texts(const Value& node) {
  if (!node.is_dict()) return node.is_str() || node.is_list();
  const string_view type = text_member(node, "type");
  const Value* thought = member(node, "thought");
  return std::find(std::begin(kTextTypes), std::end(kTextTypes), type) != std::end(kTextTypes) &&
         (thought == nullptr || !truthy(*thought));
}

const Value* said_text(const Value& node) {
  if (node.is_str()) return &node;
  if (!has_texts(node)) return nullptr;
  if (node.is_list()) {
    for (const Value& item : node.items()) {
      const Value* text = item.is_dict() ? said_text(item) : nullptr;
      if (text != nullptr) return text;
    }
    return nullptr;
  }
  for (const string_view name : kInside) {
    const Value* inside = member(node, name);
    const Value* text = inside != nullptr ? said_text(*inside) : nullptr;
    if (text != nullptr) return text;
  }
  const Value* text = member(node, kText);
  return text != nullptr && text->is_str() ? text : nullptr;
}

// A copy with another text in the place of `said`, which said_text() found in it.
Value with_said(const Value& node, const Value* said, const Value& text) {
  if (&node == said) return text;
  if (node.is_list()) {
    List items = node.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Value& item = node.items()[i];
      if (said_text(item) == said) items[i] = with_said(item, said, text);
    }
    return Value::list(std::move(items));
  }
  Dict members(node.as_dict());
  for (const string_view name : {kInside[0], kInside[1], kText}) {
    const Value* inside = member(node, name);
    if (inside == nullptr || said_text(*inside) != said) continue;
    members.set(name, with_said(*inside, said, text));
  }
  return Value::dict(std::move(members));
}

// APIs of blocks refuse empty texts: reasoning that nothing follows stays there.
void take_from_message(ModelResponse& response) {
  const Value* said = said_text(response.message);
  if (said == nullptr) return;
  const std::optional<SeparatedText> separated = separate_reasoning(said->as_str());
  if (!separated) return;
  const bool of_chat = member(response.message, "content") == said;
  if (separated->response.empty() && !of_chat) return;
  response.message = with_said(response.message, said, Value::str(separated->response));
  response.shown.reset();
}

}  // namespace

std::optional<SeparatedText> separate_reasoning(string_view text) {
  Blocks blocks(text);
  if (!blocks.take()) return std::nullopt;
  while (blocks.take()) {
  }
  return std::move(blocks).result();
}

bool separate_reasoning(ModelResponse& response, bool in_history) {
  const Value* text = result_text(response.result);
  const bool of_result = text != nullptr;
  if (!of_result) text = said_text(response.message);
  if (text == nullptr) return false;
  const std::optional<SeparatedText> separated = separate_reasoning(text->as_str());
  if (!separated) return false;
  if (of_result) response.result = with_text(response.result, separated->response);
  std::string reasoning;
  if (response.reasoning && response.reasoning->is_str()) reasoning = response.reasoning->as_str();
  if (!reasoning.empty() && !separated->reasoning.empty()) reasoning += "\n";
  response.reasoning = Value::str(reasoning + separated->reasoning);
  if (in_history) take_from_message(response);
  return true;
}

}  // namespace bfclx
