// FunctionGemma:
// `<start_function_call>call:name{key:<escape>text<escape>,other:5}<end_function_call>`
// (functiongemma.py:_parse_functiongemma_response, _FunctionGemmaResponseParser). Keys and numbers
// stand bare, texts between escapes.
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/float_text.h"
#include "core/base/unicode.h"
#include "core/decode/call_items.h"
#include "core/decode/formats.h"
#include "core/decode/python_like.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/number_text.h"

namespace bfclx::formats {
namespace {

constexpr std::string_view kEscape = "<escape>";

// A bare word: null, true, false, an int, a float, or the text itself.
Value primitive(std::string_view text) {
  if (text == "null") return Value::none();
  if (text == "true") return Value::boolean(true);
  if (text == "false") return Value::boolean(false);
  if (Result<Value> number = python_int(text); number.ok()) return *std::move(number);
  if (Result<double> number = python_float(text); number.ok()) return Value::real(*number);
  return Value::str(text);
}

// The official state machine. It never fails (quirk functiongemma_never_fails): brackets that do
// not match close whatever is open, and a value without a key becomes the key of the next. Ours
// alone bounds the nesting.
class ArgumentsParser {
 public:
  explicit ArgumentsParser(std::string_view text) : text_(text), containers_{root_} {}

  Result<Value> parse() {
    while (cursor_ < text_.size()) {
      if (text_.substr(cursor_, kEscape.size()) == kEscape) {
        consume_escaped();
        continue;
      }
      if (std::string_view("{[:]},").find(text_[cursor_]) != std::string_view::npos) {
        commit_word();
        take_structure(text_[cursor_]);
        word_begin_ = cursor_ + 1;
        if (containers_.size() > kMaxJsonDepth) return Error{"Limit", "Nested too deeply", cursor_};
      }
      ++cursor_;
    }
    commit_word();
    const List& top = root_.items();
    if (!top.empty() && top.front().is_dict()) return top.front();
    return Value::dict();
  }

 private:
  // A text between two escapes; without the second, the rest with the escape.
  void consume_escaped() {
    commit_word();
    const std::size_t begin = cursor_ + kEscape.size();
    const std::size_t end = text_.find(kEscape, begin);
    if (end == std::string_view::npos) {
      add(Value::str(text_.substr(cursor_)));
      cursor_ = text_.size();
    } else {
      add(Value::str(text_.substr(begin, end - begin)));
      cursor_ = end + kEscape.size();
    }
    word_begin_ = cursor_;
  }

  // The bare word that ends at the cursor.
  void commit_word() {
    const std::string_view word = strip(text_.substr(word_begin_, cursor_ - word_begin_));
    word_begin_ = cursor_;
    if (!word.empty()) add(primitive(word));
  }

  void take_structure(char character) {
    switch (character) {
      case '{':
        open(Value::dict());
        keys_.push_back(Value::none());
        break;
      case '[':
        open(Value::list());
        break;
      case '}':
        // The official code pops a key even when it is a list that is closed here.
        if (containers_.size() > 1 && !keys_.empty()) keys_.pop_back();
        close();
        break;
      case ']':
        close();
        break;
      case ':':
        take_key();
        break;
      default:  // ','
        pending_ = Value::none();
    }
  }

  void open(Value container) {
    add(container);
    containers_.push_back(std::move(container));
    pending_ = Value::none();
  }

  void close() {
    if (containers_.size() > 1) containers_.pop_back();
    pending_ = Value::none();
  }

  // The value that was read last, as text, is the key of the next.
  void take_key() {
    if (pending_.is_none()) return;
    std::string key;
    python_like::append_format(key, pending_);
    pending_ = Value::none();
    if (containers_.back().is_dict() && !keys_.empty()) keys_.back() = Value::str(key);
  }

  void add(Value value) {
    const Value& container = containers_.back();
    if (container.is_list()) {
      container.mutable_list().push_back(std::move(value));
    } else if (!keys_.empty() && !keys_.back().is_none()) {
      container.mutable_dict().set(keys_.back(), std::move(value));
      keys_.back() = Value::none();
    } else {
      pending_ = std::move(value);
    }
  }

  std::string_view text_;
  std::size_t cursor_ = 0;
  std::size_t word_begin_ = 0;  // the bare word is [word_begin_, cursor_)
  Value root_ = Value::list();
  std::vector<Value> containers_;
  std::vector<Value> keys_;  // of the open dicts; None where no key waits for its value
  Value pending_;            // a value without a key; None when there is none
};

struct NamedArguments {
  Value name;
  Value arguments;
};

Result<std::vector<NamedArguments>> parse_response(const Value& response) {
  BFCLX_ASSIGN_OR_RETURN(const std::string_view text, python_like::regex_subject(response));
  constexpr std::string_view kOpen = "<start_function_call>";
  constexpr std::string_view kClose = "<end_function_call>";
  constexpr std::string_view kPrefix = "call:";
  std::vector<NamedArguments> calls;
  std::size_t begin = 0;
  while (const auto found = python_like::find_between(text, kOpen, kClose, begin)) {
    begin = found->end;
    std::string_view content = strip(found->content);
    if (content.substr(0, kPrefix.size()) != kPrefix) continue;
    content.remove_prefix(kPrefix.size());
    const std::size_t brace = content.find('{');
    NamedArguments call{Value::str(strip(content.substr(0, brace))), Value::dict()};
    if (brace != std::string_view::npos) {
      BFCLX_ASSIGN_OR_RETURN(call.arguments, ArgumentsParser(content.substr(brace)).parse());
    }
    calls.push_back(std::move(call));
  }
  return calls;
}

}  // namespace

Result<Value> functiongemma_ast(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<NamedArguments> parsed, parse_response(response));
  List calls;
  for (const NamedArguments& call : parsed) {
    BFCLX_ASSIGN_OR_RETURN(Value one, python_like::one_item_dict(call.name, call.arguments));
    calls.push_back(std::move(one));
  }
  return Value::list(std::move(calls));
}

Result<Value> functiongemma_execute(const Value& response, const DecodeOptions&) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<NamedArguments> parsed, parse_response(response));
  List texts;
  for (const NamedArguments& call : parsed) {
    BFCLX_ASSIGN_OR_RETURN(const std::string text, call_text(call.name, call.arguments, ", "));
    texts.push_back(Value::str(text));
  }
  return Value::list(std::move(texts));
}

}  // namespace bfclx::formats
