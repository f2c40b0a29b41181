#include "core/benchmark/translation_lines.h"

#include <algorithm>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/benchmark/case_question.h"
#include "core/check/findings.h"
#include "core/check/places.h"
#include "core/checker/json_schema.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/own_rules.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kMembers[] = {"id",           "question", "messages",
                                    "ground_truth", "function", "unchanged"};
constexpr string_view kDescription = "description";

Error expected(const std::string& place, const Value* found, string_view what) {
  return schema_error(place, concat({"is ", kind_text(found), ", expected ", what}));
}

// ---- the question ----

Status check_message(const Value& given, const Value& source, const std::string& place) {
  if (!given.is_dict()) return expected(place, &given, "a message {\"role\", \"content\"}");
  for (const auto& [key, unused] : given.as_dict()) {
    if (key.as_str() == "role" || key.as_str() == "content") continue;
    return schema_error(
        place, unknown_member(key, std::initializer_list<string_view>{"role", "content"}).message);
  }
  const string_view role = find_text(source, "role");
  if (find_text(given, "role") != role) {
    return schema_error(place + ".role", concat({"expected \"", role, "\", the source's role"}));
  }
  const Value* content = given_member(given, "content");
  if (content == nullptr || !content->is_str())
    return expected(place + ".content", content, "text");
  if (content->as_str().find_first_not_of(" \t\r\n") == string_view::npos &&
      !find_text(source, "content").empty()) {
    return schema_error(place + ".content", "the text is empty");
  }
  return refuse_nul(*content, place + ".content");
}

Result<Value> read_turn(const Value& given, const Value& source, const std::string& place) {
  if (!given.is_list()) return expected(place, &given, "a list of messages");
  const List& messages = given.items();
  const List& before = source.items();
  if (messages.size() != before.size()) {
    return schema_error(place, concat({"has ", counted(messages.size(), "message", "messages"),
                                       ", the source has ", std::to_string(before.size())}));
  }
  List turn;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string here = place_of_item(place, i);
    BFCLX_RETURN_IF_ERROR(check_message(messages[i], before[i], here));
    Value message = before[i].deep_copy();
    message.mutable_dict().set("content", *find_member(messages[i], "content"));
    turn.push_back(std::move(message));
  }
  return Value::list(std::move(turn));
}

Result<Value> read_text(const Value& given, const Value& source, const std::string& place) {
  std::size_t texts = 0;
  each_text(source, [&](string_view) { ++texts; });
  if (texts != 1 || source.items().size() != 1) {
    return schema_error(
        place, concat({"is one text, the source has ", counted(texts, "message", "messages"),
                       " in ", counted(source.items().size(), "turn", "turns"),
                       ": give a list of turns, each a list of messages"}));
  }
  Value message = source.items()[0].items()[0].deep_copy();
  message.mutable_dict().set("content", given);
  BFCLX_RETURN_IF_ERROR(check_message(message, source.items()[0].items()[0], place));
  return Value::list({Value::list({std::move(message)})});
}

Result<Value> read_question(const Value& line, const Value& source) {
  BFCLX_ASSIGN_OR_RETURN(const GivenQuestion asked, given_question(line));
  const std::string place(asked.place);
  const Value* const given = asked.value;
  if (given->is_str()) return read_text(*given, source, place);
  if (!given->is_list()) return expected(place, given, "text, messages or turns");
  // The messages of the only turn, or turns.
  const List& items = given->items();
  const bool is_turn = !items.empty() && items.front().is_dict();
  const std::size_t turns = is_turn ? 1 : items.size();
  if (turns != source.items().size()) {
    return schema_error(place, concat({"has ", counted(turns, "turn", "turns"), ", the source has ",
                                       std::to_string(source.items().size())}));
  }
  if (is_turn) {
    BFCLX_ASSIGN_OR_RETURN(Value turn, read_turn(*given, source.items()[0], place));
    return Value::list({std::move(turn)});
  }
  List read;
  for (std::size_t i = 0; i < items.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(Value turn,
                           read_turn(items[i], source.items()[i], place_of_item(place, i)));
    read.push_back(std::move(turn));
  }
  return Value::list(std::move(read));
}

// ---- function docs ----

// Equal but for descriptions of schemas; `is_names`: the keys are names of properties.
Status check_same(const Value& given, const Value& source, const std::string& place,
                  bool is_names) {
  if (given.is_list() && source.is_list() && given.items().size() == source.items().size()) {
    for (std::size_t i = 0; i < given.items().size(); ++i) {
      BFCLX_RETURN_IF_ERROR(
          check_same(given.items()[i], source.items()[i], place_of_item(place, i), false));
    }
    return {};
  }
  if (!given.is_dict() || !source.is_dict()) {
    if (equal(given, source)) return {};
    return schema_error(place, "differs from the source: only descriptions can be translated");
  }
  const auto is_text = [&](const Value& key) { return !is_names && key.as_str() == kDescription; };
  for (const auto& [key, value] : source.as_dict()) {
    if (is_text(key)) continue;
    const Value* other = find_member(given, key.as_str());
    if (other == nullptr) {
      return schema_error(place, concat({"has no '", key.as_str(), "', which the source has"}));
    }
    BFCLX_RETURN_IF_ERROR(check_same(*other, value, place_of_member(place, key),
                                     !is_names && key.as_str() == "properties"));
  }
  for (const auto& [key, value] : given.as_dict()) {
    const std::string here = place_of_member(place, key);
    if (is_text(key)) {
      if (!value.is_str()) return expected(here, &value, "text");
    } else if (find_member(source, key.as_str()) == nullptr) {
      return schema_error(here, "the source does not have this member");
    }
  }
  return {};
}

// ---- values of the ground truth ----

void collect_texts(const Value& value, std::vector<string_view>& texts) {
  if (value.is_str()) texts.push_back(value.as_str());
  if (value.is_sequence()) {
    for (const Value& item : value.items()) collect_texts(item, texts);
  }
  if (value.is_dict()) {
    for (const auto& [unused, item] : value.as_dict()) collect_texts(item, texts);
  }
}

bool has_enum(const Value& functions, string_view parameter) {
  if (!functions.is_list()) return false;
  for (const Value& function : functions.items()) {
    const Value* parameters = find_member(function, "parameters");
    const Value* properties =
        parameters != nullptr ? find_member(*parameters, "properties") : nullptr;
    const Value* found = properties != nullptr ? find_member(*properties, parameter) : nullptr;
    if (found != nullptr && given_member(*found, "enum") != nullptr) return true;
  }
  return false;
}

bool has_text(const Value& question, string_view wanted) {
  bool found = false;
  each_text(question, [&](string_view text) { found = found || text.find(wanted) != text.npos; });
  return found;
}

bool any_in(const Value& values, const Value& question) {
  std::vector<string_view> texts;
  collect_texts(values, texts);
  return std::any_of(texts.begin(), texts.end(),
                     [&](string_view text) { return !text.empty() && has_text(question, text); });
}

}  // namespace

Status check_translation_members(const Value& line) {
  for (const auto& [key, unused] : line.as_dict()) {
    if (std::find(std::begin(kMembers), std::end(kMembers), key.as_str()) == std::end(kMembers)) {
      return unknown_member(key, kMembers);
    }
  }
  return {};
}

Result<TranslationLine> read_translation_line(const Value& line, const Value& source) {
  TranslationLine read;
  if (const Value* unchanged = given_member(line, "unchanged")) {
    if (!unchanged->is_bool()) return expected("unchanged", unchanged, "true or false");
    read.unchanged = unchanged->as_bool();
  }
  const Value& question = *find_member(source, "question");
  const bool is_given =
      given_member(line, "question") != nullptr || given_member(line, "messages") != nullptr;
  if (read.unchanged && !is_given) {
    read.question = question;
  } else {
    BFCLX_ASSIGN_OR_RETURN(read.question, read_question(line, question));
  }
  if (const Value* truth = given_member(line, "ground_truth")) read.ground_truth = *truth;
  const Value* function = given_member(line, "function");
  if (function == nullptr) return read;
  const Value* before = given_member(source, "function");
  if (before == nullptr) {
    return schema_error("function",
                        "entries of this category use the functions of the simulated services");
  }
  BFCLX_RETURN_IF_ERROR(check_same(*function, *before, "function", false));
  read.function = *function;
  return read;
}

void each_text(const Value& question, const std::function<void(string_view)>& on_text) {
  for (const Value& turn : question.items()) {
    for (const Value& message : turn.items()) on_text(find_text(message, "content"));
  }
}

std::size_t same_texts(const Value& a, const Value& b, std::size_t& all) {
  std::vector<string_view> texts;
  each_text(a, [&](string_view text) { texts.push_back(text); });
  all = texts.size();
  std::size_t same = 0;
  std::size_t at = 0;
  each_text(b, [&](string_view text) {
    same += at < texts.size() && texts[at] == text ? 1 : 0;
    ++at;
  });
  return same;
}

std::string lost_value(const Value& source_question, const Value& question,
                       const Value& source_truth, const Value& truth, const Value& functions) {
  if (!source_truth.is_list() || !truth.is_list()) return {};
  const std::size_t calls = std::min(source_truth.items().size(), truth.items().size());
  for (std::size_t i = 0; i < calls; ++i) {
    const Value& call = source_truth.items()[i];
    if (!call.is_dict()) continue;
    for (const auto& [name, arguments] : call.as_dict()) {
      const Value* now = find_member(truth.items()[i], name.as_str());
      if (!arguments.is_dict() || now == nullptr) continue;
      for (const auto& [parameter, values] : arguments.as_dict()) {
        const Value* allowed = find_member(*now, parameter.as_str());
        if (allowed == nullptr || has_enum(functions, parameter.as_str()) ||
            !any_in(values, source_question) || any_in(*allowed, question)) {
          continue;
        }
        std::vector<string_view> texts;
        collect_texts(values, texts);
        const auto shown = std::find_if(texts.begin(), texts.end(), [&](string_view text) {
          return !text.empty() && has_text(source_question, text);
        });
        return concat({parameter.as_str(), ": ", brief_repr(Value::str(*shown))});
      }
    }
  }
  return {};
}

}  // namespace bfclx
