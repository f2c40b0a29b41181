#include "core/review/screen.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/counted.h"
#include "core/dataset/held_out.h"
#include "core/review/episode_paths.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kMostText = 20'000;
constexpr std::size_t kMostWhole = 500'000;
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

// Functions that an answer of the episode calls.
std::set<std::string> called_names(const ReviewEntry& shown) {
  std::set<std::string> names;
  for (const ReviewAnswer& answer : shown.answers) {
    if (!is_path(answer.calls)) continue;
    for (const Value& turn : answer.calls.items()) {
      for (const Value& call : turn.items()) {
        const std::string text = call.is_str() ? std::string(call.as_str()) : std::string();
        names.insert(text.substr(0, text.find('(')));
      }
    }
  }
  return names;
}

constexpr std::array<std::string_view, 3> kMarks = {"none", "acceptable", "not"};

}  // namespace

std::vector<ReviewMessage> review_messages(const Entry& entry) {
  std::vector<ReviewMessage> messages;
  if (!is_reviewed_episode(entry) || !entry.question().is_list()) {
    add_messages(entry.question(), 0, messages);
    return messages;
  }
  for (std::size_t turn = 0; turn < entry.question().items().size(); ++turn) {
    const std::size_t before = messages.size();
    add_messages(entry.question().items()[turn], 0, messages);
    const std::string number = "turn " + std::to_string(turn + 1);
    if (messages.size() == before) messages.push_back({number, "(no message)"});
    for (std::size_t i = before; i < messages.size(); ++i) {
      if (messages[i].role != number) messages[i].role = number + ", " + messages[i].role;
    }
    const std::vector<std::string_view> added = functions_from_turn(entry, turn);
    if (const std::vector<std::string> names(added.begin(), added.end()); !names.empty()) {
      messages.push_back({number, "new functions: " + joined(names, ", ")});
    }
  }
  return messages;
}

std::vector<ReviewMessage> review_question(const Entry& entry, const ReviewSession& session) {
  std::vector<ReviewMessage> messages = review_messages(entry);
  if (is_reviewed_episode(entry)) {
    messages.insert(messages.begin(), {"services before turn 1",
                                       initial_state_text(entry, day_of_review(session.date))});
  }
  return messages;
}

std::vector<FunctionLines> review_functions(const Entry& entry, const ReviewEntry& shown) {
  // Named by calls, so that each is shown in full.
  List calls;
  const auto name_one = [&](const Value& name) {
    Dict call;
    call.set(name, Value::dict());
    calls.push_back(Value::dict(std::move(call)));
  };
  if (!is_reviewed_episode(entry)) {
    for (const Value& function : entry.functions().items()) {
      if (const Value* name = find_member(function, "name")) name_one(*name);
    }
    return offered_functions(entry.functions(), Value::list(std::move(calls)), Value(),
                             FunctionDetail::kWhole)
        .concerned;
  }
  const List docs = functions_of_all_turns(entry);
  for (const std::string& name : called_names(shown)) name_one(Value::str(name));
  OfferedFunctions offered = offered_functions(Value::list(docs), Value::list(std::move(calls)),
                                               Value(), FunctionDetail::kWhole);
  if (!offered.others.empty()) {
    offered.concerned.push_back({"other functions (" + std::to_string(offered.others.size()) + ")",
                                 joined(offered.others, ", "),
                                 {}});
  }
  return std::move(offered.concerned);
}

std::string review_answer_text(const Entry& entry, const ReviewAnswer& answer,
                               const ReviewSession& session, bool whole) {
  if (is_path(answer.calls)) {
    return path_text(entry, answer.calls, day_of_review(session.date), whole);
  }
  if (answer.calls.items().empty()) return "no function call";
  return short_calls(answer.calls, whole ? kMostWhole : kMostText, "\n");
}

bool has_more_to_show(const Entry& entry, const ReviewEntry& shown, const ReviewSession& session) {
  return std::any_of(shown.answers.begin(), shown.answers.end(), [&](const ReviewAnswer& answer) {
    return review_answer_text(entry, answer, session) !=
           review_answer_text(entry, answer, session, true);
  });
}

std::string short_answer_text(const ReviewAnswer& answer) {
  if (is_path(answer.calls)) return short_path_text(answer.calls);
  if (answer.calls.items().empty()) return "no function call";
  return short_calls(answer.calls, kMostText, " ");
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
  for (const ReviewMessage& one : review_question(*entry, desk.session())) {
    question.push_back(dict_of({{"role", one.role}, {"text", one.text}}));
  }
  List functions;
  for (const FunctionLines& one : review_functions(*entry, desk.entry())) {
    functions.push_back(dict_of({{"name", one.name},
                                 {"description", one.description},
                                 {"parameters", list_of_texts(one.parameters)}}));
  }
  List answers;
  for (std::size_t i = 0; i < desk.entry().answers.size(); ++i) {
    const ReviewAnswer& answer = desk.entry().answers[i];
    const std::string text = review_answer_text(*entry, answer, desk.session());
    const std::string whole = review_answer_text(*entry, answer, desk.session(), true);
    Value one =
        dict_of({{"text", text}, {"mark", kMarks[static_cast<std::size_t>(desk.marks()[i])]}});
    if (whole != text) one.mutable_dict().set("whole", Value::str(whole));
    answers.push_back(std::move(one));
  }
  List keys;
  for (const ReviewKey& one : review_keys(desk.entry().answers.size())) {
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
