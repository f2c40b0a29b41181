#include "core/conversation/token_logprobs.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/values.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kMostOfToken = 64;  // code points of a token's text

Value text_value(const Value* token) {
  if (token == nullptr || !token->is_str()) return Value::str("");
  return Value::str(slice_code_points(token->as_str(), 0, kMostOfToken));
}

// To four decimals; None for what is no finite number.
Value number_value(const Value* given) {
  if (given == nullptr) return {};
  double number = 0;
  if (given->is_float()) {
    number = given->as_float();
  } else if (given->is_small_int()) {
    number = static_cast<double>(given->as_int64());
  } else {
    return {};
  }
  if (!std::isfinite(number) || std::abs(number) > 1e9) return {};
  return Value::real(std::round(number * 1e4) / 1e4 + 0.0);
}

class Columns {
 public:
  bool full() const { return tokens_.size() >= kMostLogprobTokens; }
  void add(const Value* token, const Value* logprob, Dict top) {
    tokens_.push_back(text_value(token));
    logprobs_.push_back(number_value(logprob));
    has_top_ = has_top_ || top.size() > 0;
    top_.push_back(Value::dict(std::move(top)));
  }
  Value value(bool truncated) && {
    Value whole = make_dict({{"tokens", Value::list(std::move(tokens_))},
                             {"logprobs", Value::list(std::move(logprobs_))}});
    if (has_top_) whole.mutable_dict().set("top", Value::list(std::move(top_)));
    if (truncated) whole.mutable_dict().set("truncated", Value::boolean(true));
    return whole;
  }

 private:
  List tokens_;
  List logprobs_;
  List top_;
  bool has_top_ = false;
};

// [{"token": ..., "logprob": ...}, ...]
Dict top_of_chat(const Value* alternatives) {
  Dict top;
  if (alternatives == nullptr || !alternatives->is_list()) return top;
  for (const Value& one : alternatives->items()) {
    if (top.size() >= kMostTopLogprobs) break;
    if (text_member(one, "token").empty()) continue;
    top.set(text_value(member(one, "token")), number_value(member(one, "logprob")));
  }
  return top;
}

// {token: logprob, ...}
Dict top_of_text(const Value& alternatives) {
  Dict top;
  if (!alternatives.is_dict()) return top;
  for (const Dict::Entry& one : alternatives.as_dict()) {
    if (top.size() >= kMostTopLogprobs) break;
    top.set(text_value(&one.key), number_value(&one.value));
  }
  return top;
}

Value of_chat(const List& content) {
  Columns columns;
  for (const Value& token : content) {
    if (columns.full()) break;
    columns.add(member(token, "token"), member(token, "logprob"),
                top_of_chat(member(token, "top_logprobs")));
  }
  return std::move(columns).value(content.size() > kMostLogprobTokens);
}

const Value* item(const Value* list, std::size_t index) {
  if (list == nullptr || !list->is_list() || index >= list->items().size()) return nullptr;
  return &list->items()[index];
}

Value of_text(const Value& logprobs, const List& tokens) {
  const Value* numbers = member(logprobs, "token_logprobs");
  const Value* alternatives = member(logprobs, "top_logprobs");
  Columns columns;
  for (std::size_t i = 0; i < tokens.size() && !columns.full(); ++i) {
    const Value* top = item(alternatives, i);
    columns.add(&tokens[i], item(numbers, i), top != nullptr ? top_of_text(*top) : Dict());
  }
  return std::move(columns).value(tokens.size() > kMostLogprobTokens);
}

}  // namespace

std::optional<Value> read_logprobs(const Value& choice) {
  const Value* logprobs = present(choice, "logprobs");
  if (logprobs == nullptr) return std::nullopt;
  const Value* content = present(*logprobs, "content");
  if (content != nullptr && content->is_list()) return of_chat(content->items());
  const Value* tokens = present(*logprobs, "tokens");
  if (tokens != nullptr && tokens->is_list()) return of_text(*logprobs, tokens->items());
  return std::nullopt;
}

}  // namespace bfclx
