#include "core/audit/answer_form.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/audit/meaning.h"
#include "core/base/text.h"
#include "core/dataset/category.h"
#include "core/python/syntax/parse_expression.h"
#include "core/python/syntax/unparse.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxShown = 4000;

// A call as Python prints it, its named arguments in order; what is no call stays as it is.
std::string canonical_call(std::string_view text) {
  const Result<python::Tree> tree = python::parse_expression(text);
  if (!tree.ok() || tree->root().kind != python::NodeKind::kCall) return std::string(text);
  const auto& call = python::as<python::Call>(tree->root());
  const Result<std::string> function = python::unparse(*call.function);
  if (!function.ok()) return std::string(text);
  std::vector<std::string> arguments;
  for (const python::Node* argument : call.arguments) {
    Result<std::string> printed = python::unparse(*argument);
    if (!printed.ok()) return std::string(text);
    arguments.push_back(std::move(printed).value());
  }
  const auto positional = static_cast<std::ptrdiff_t>(arguments.size());
  for (const python::Keyword& keyword : call.keywords) {
    const Result<std::string> printed = python::unparse(*keyword.value);
    if (!printed.ok()) return std::string(text);
    arguments.push_back(keyword.unpacks() ? "**" + *printed
                                          : concat({keyword.name, "=", *printed}));
  }
  std::sort(arguments.begin() + positional, arguments.end());
  std::string out = *function + "(";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    out += (i == 0 ? "" : ", ") + arguments[i];
  }
  return out + ")";
}

bool is_step(const Value& value) {
  return find_member(value, "calls") != nullptr || find_member(value, "decode_error") != nullptr ||
         find_member(value, "empty") != nullptr;
}

bool is_episode(const Value& decoded) {
  if (!decoded.is_list()) return false;
  const List& turns = decoded.items();
  return std::all_of(turns.begin(), turns.end(), [](const Value& turn) {
    return turn.is_list() && std::all_of(turn.items().begin(), turn.items().end(), is_step);
  });
}

// The calls of a turn's steps.
std::string turn_text(const Value& turn) {
  std::string out;
  for (const Value& step : turn.items()) {
    const Value* calls = find_member(step, "calls");
    if (calls == nullptr || !calls->is_list()) continue;
    for (const Value& call : calls->items()) {
      if (!out.empty()) out += "; ";
      out += call.is_str() ? canonical_call(call.as_str()) : repr(call);
    }
  }
  return out.empty() ? "(no call)" : out;
}

bool is_list_of_texts(const Value& value) {
  return value.is_list() && !value.items().empty() &&
         std::all_of(value.items().begin(), value.items().end(),
                     [](const Value& item) { return item.is_str(); });
}

AnswerForm form_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return {meaning_of(text), short_text(text, kMaxShown)};
}

AnswerForm form_of_calls(const Value& decoded, Judging judging) {
  if (judging == Judging::kMultiTurn) {
    if (!is_episode(decoded)) return {};
    std::vector<std::string> turns;
    for (const Value& turn : decoded.items()) {
      turns.push_back(std::to_string(turns.size() + 1) + ": " + turn_text(turn));
    }
    return form_of(turns);
  }
  if (judging == Judging::kExecutable && is_list_of_texts(decoded)) {
    std::vector<std::string> calls;
    for (const Value& call : decoded.items()) calls.push_back(canonical_call(call.as_str()));
    std::sort(calls.begin(), calls.end());
    return form_of(calls);
  }
  return {meaning_of_calls(decoded), short_calls(decoded, kMaxShown, "\n")};
}

}  // namespace

AnswerForm answer_form(const Value& verdict_line) {
  const Category* category = category_of_id(find_text(verdict_line, "id"));
  const Judging judging = category != nullptr ? category->judging : Judging::kCalls;
  const Value* decoded = find_member(verdict_line, "decoded");
  if (decoded != nullptr && !decoded->is_none()) return form_of_calls(*decoded, judging);
  const Value* message = find_member(verdict_line, "last_non_fc_message");
  if (message == nullptr || !message->is_str()) return {};
  const std::string_view stated = stated_answer(message->as_str());
  return {meaning_of_message(stated), short_text(stated, kMaxShown)};
}

}  // namespace bfclx
