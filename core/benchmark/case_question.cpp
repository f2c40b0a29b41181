#include "core/benchmark/case_question.h"

#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/check/findings.h"
#include "core/checker/json_schema.h"
#include "core/dataset/earlier_calls.h"
#include "core/dataset/entry_form.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kMaxMessages = 1000;

Result<Value> read_message(const Value& given, bool is_first, const std::string& place) {
  if (!given.is_dict()) return wrong_kind(place, &given, "a message {\"role\", \"content\"}");
  BFCLX_RETURN_IF_ERROR(refuse_nul(given, place));
  if (is_part_of_call(given)) return given;
  const string_view role = find_text(given, "role");
  if (given_member(given, "function_call") != nullptr || role == "function") {
    return schema_error(place,
                        "\"function_call\" is an old form: write the call into \"tool_calls\", and "
                        "its result into a message with the role \"tool\"");
  }
  if (role != "system" && role != "user" && role != "assistant") {
    return schema_error(place + ".role",
                        "expected \"system\", \"user\", \"assistant\" or \"tool\"");
  }
  if (role == "system" && !is_first) {
    return schema_error(place + ".role", "a system message can only be the first");
  }
  const Value* content = given_member(given, "content");
  if (content == nullptr || !content->is_str()) {
    return wrong_kind(place + ".content", content, "text");
  }
  if (content->as_str().empty()) return schema_error(place + ".content", "the text is empty");
  return dict_of({{"role", role}, {"content", *content}});
}

Result<Value> read_messages(const List& given, const std::string& place) {
  if (given.size() > kMaxMessages) {
    return schema_error(place, "more than " + grouped_digits(kMaxMessages) + " messages");
  }
  List messages;
  for (std::size_t i = 0; i < given.size(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(Value message, read_message(given[i], i == 0, place_of_item(place, i)));
    messages.push_back(std::move(message));
  }
  const string_view last = messages.empty() ? string_view() : find_text(messages.back(), "role");
  if (last != "user" && last != "tool") {
    return schema_error(place, "the last message must be the user's, or the result of a call");
  }
  const Value read = Value::list(std::move(messages));
  if (!has_earlier_calls(read)) return Value::list({read});
  BFCLX_ASSIGN_OR_RETURN(const std::vector<MessagePart> parts, split_at_calls(read, place));
  return Value::list({kept_messages(parts)});
}

}  // namespace

Error wrong_kind(string_view place, const Value* found, string_view expected) {
  return schema_error(place, concat({"is ", kind_text(found), ", expected ", expected}));
}

Status refuse_nul(const Value& value, const std::string& place) {
  const auto has_nul = [](const Value& text) {
    return text.is_str() && text.as_str().find('\0') != string_view::npos;
  };
  if (has_nul(value)) return schema_error(place, "has a NUL character (\\u0000): remove it");
  if (value.is_list()) {
    const List& items = value.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      BFCLX_RETURN_IF_ERROR(refuse_nul(items[i], place_of_item(place, i)));
    }
  }
  if (!value.is_dict()) return {};
  for (const auto& [name, member] : value.as_dict()) {
    if (has_nul(name)) {
      return schema_error(place,
                          "has a member whose name has a NUL character (\\u0000): remove it");
    }
    BFCLX_RETURN_IF_ERROR(refuse_nul(member, concat({place, ".", name.as_str()})));
  }
  return {};
}

Result<GivenQuestion> given_question(const Value& given) {
  const Value* messages = given_member(given, "messages");
  const Value* question = given_member(given, "question");
  if (messages != nullptr && question != nullptr) {
    return schema_error("question", "give \"question\" or \"messages\", not both");
  }
  if (messages != nullptr) return GivenQuestion{"messages", messages};
  if (question != nullptr) return GivenQuestion{"question", question};
  return schema_error("question", "is missing");
}

Result<Value> read_question(const Value& given) {
  BFCLX_ASSIGN_OR_RETURN(const GivenQuestion asked, given_question(given));
  const std::string place(asked.place);
  const Value* const found = asked.value;
  if (found->is_str()) {
    const Value message = dict_of({{"role", "user"}, {"content", *found}});
    return read_messages({message}, place);
  }
  if (!found->is_list()) return wrong_kind(place, found, "text or a list of messages");
  const List& items = found->items();
  if (items.empty() || !items.front().is_list()) return read_messages(items, place);
  if (items.size() == 1) return read_messages(items.front().items(), place_of_item(place, 0));
  return schema_error(place, concat({"has ", std::to_string(items.size()),
                                     " turns, expected one: write several as \"turns\", each "
                                     "with its \"question\" and what is \"expected\""}));
}

}  // namespace bfclx
