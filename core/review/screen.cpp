#include "core/review/screen.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/counted.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kMostText = 20'000;
constexpr int kDeepest = 4;

std::string content_text(const Value& content) {
  if (content.is_str()) return short_text(content.as_str(), kMostText);
  std::string text;
  append_json(text, content);
  return short_text(text, kMostText);
}

void add_messages(const Value& value, int depth, std::vector<ReviewMessage>& out) {
  if (depth > kDeepest) return;
  if (value.is_sequence()) {
    for (const Value& item : value.items()) add_messages(item, depth + 1, out);
    return;
  }
  const Value* content = given_member(value, "content");
  if (content == nullptr) return;
  const Value* role = find_member(value, "role");
  out.push_back({role != nullptr && role->is_str() ? std::string(role->as_str()) : "user",
                 content_text(*content)});
}

constexpr std::array<std::string_view, 3> kMarks = {"none", "acceptable", "not"};

}  // namespace

std::vector<ReviewMessage> review_question(const Entry& entry) {
  std::vector<ReviewMessage> messages;
  add_messages(entry.question(), 0, messages);
  return messages;
}

std::vector<FunctionLines> review_functions(const Entry& entry) {
  // Named by calls, so that each is shown in full.
  List calls;
  for (const Value& function : entry.functions().items()) {
    const Value* name = find_member(function, "name");
    if (name == nullptr) continue;
    Dict call;
    call.set(*name, Value::dict());
    calls.push_back(Value::dict(std::move(call)));
  }
  return offered_functions(entry.functions(), Value::list(std::move(calls)), Value()).concerned;
}

std::string review_answer_text(const ReviewAnswer& answer) {
  if (answer.calls.items().empty()) return "no function call";
  return short_calls(answer.calls, kMostText, "\n");
}

std::string review_vote_text(const std::string& reviewer, const ReviewVote& vote,
                             const ReviewEntry& shown) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < shown.answers.size(); ++i) {
    if (std::binary_search(vote.acceptable.begin(), vote.acceptable.end(), shown.answers[i].key)) {
      numbers.push_back(std::to_string(i + 1));
    }
  }
  std::string text = reviewer + ": " + std::string(review_verdict_name(vote.verdict)) +
                     "; acceptable: " + (numbers.empty() ? "none" : joined(numbers, ", "));
  if (!vote.comment.empty()) text += "; " + vote.comment;
  return text;
}

Value review_screen_value(const ReviewDesk& desk, const Entry* entry) {
  Dict out = dict_of({{"entries", desk.session().entries.size()},
                      {"voted", desk.voted()},
                      {"skipped", desk.skipped()},
                      {"ended", desk.ended()}})
                 .as_dict();
  if (desk.ended() || entry == nullptr) return Value::dict(std::move(out));
  List question;
  for (const ReviewMessage& one : review_question(*entry)) {
    question.push_back(dict_of({{"role", one.role}, {"text", one.text}}));
  }
  List functions;
  for (const FunctionLines& one : review_functions(*entry)) {
    functions.push_back(dict_of({{"name", one.name},
                                 {"description", one.description},
                                 {"parameters", list_of_texts(one.parameters)}}));
  }
  List answers;
  for (std::size_t i = 0; i < desk.entry().answers.size(); ++i) {
    answers.push_back(dict_of({{"text", review_answer_text(desk.entry().answers[i])},
                               {"mark", kMarks[static_cast<std::size_t>(desk.marks()[i])]}}));
  }
  List keys;
  for (const ReviewKey& one : review_keys()) {
    keys.push_back(dict_of({{"key", one.key}, {"text", one.text}}));
  }
  out.set("place", Value::integer(static_cast<std::int64_t>(desk.current() + 1)));
  out.set("id", Value::str(entry->id));
  out.set("question", Value::list(std::move(question)));
  out.set("functions", Value::list(std::move(functions)));
  out.set("answers", Value::list(std::move(answers)));
  out.set("comment", Value::str(desk.comment()));
  out.set("keys", Value::list(std::move(keys)));
  return Value::dict(std::move(out));
}

}  // namespace bfclx
