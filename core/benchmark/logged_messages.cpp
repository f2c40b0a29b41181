#include "core/benchmark/logged_messages.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/benchmark/case_question.h"
#include "core/check/findings.h"
#include "core/checker/json_schema.h"
#include "core/dataset/response_calls.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kDeepest = 8;               // containers in containers
constexpr std::size_t kMostMessages = 100'000;    // of one conversation
constexpr string_view kToolCalls = "tool_calls";  // of a message

Value text_of_json(const Value& value) {
  std::string text;
  append_json(text, value);
  return Value::str(text);
}

// Messages one after another, in the form of OpenAI's chat API.
class Messages {
 public:
  // What one message, or one item of the Responses API, says.
  Status add(const Value& given) {
    is_empty_question_ = false;
    if (read_.size() > kMostMessages) return schema_error("messages", "too many");
    const string_view type = find_text(given, "type");
    if (type == "function_call") return add_call(given);
    if (type == "function_call_output") {
      return add_result(find_text(given, "call_id"), find_member(given, "output"));
    }
    if (type == "reasoning") return {};
    string_view role = find_text(given, "role");
    if (role == "developer") role = "system";
    if (role == "model") role = "assistant";
    const Value* content = given_member(given, "content");
    if (role == "tool" || role == "function") {
      return add_result(find_text(given, "tool_call_id"), content);
    }
    if (role != "system" && role != "user" && role != "assistant") {
      return schema_error("role", "expected \"system\", \"user\", \"assistant\" or \"tool\"");
    }
    const std::size_t before = read_.size();  // a user's message may be results alone
    std::string text;
    List calls;
    if (content != nullptr) BFCLX_RETURN_IF_ERROR(read_content(*content, text, calls));
    if (const Value* named = list_member(given, kToolCalls)) {
      for (const Value& one : named->items()) BFCLX_RETURN_IF_ERROR(read_call(one, calls));
    } else if (const Value* other = given_member(given, kToolCalls)) {
      return wrong_kind(kToolCalls, other, "a list of calls");
    }
    if (const Value* old = dict_member(given, "function_call")) {
      BFCLX_RETURN_IF_ERROR(read_call(*old, calls));
    }
    if (text.empty() && calls.empty()) {
      is_empty_question_ = role == "user" && read_.size() == before;
      return {};
    }
    Value message = dict_of({{"role", role}, {"content", text}});
    if (!calls.empty()) message.mutable_dict().set(kToolCalls, Value::list(std::move(calls)));
    read_.push_back(std::move(message));
    return {};
  }

  List take() && { return std::move(read_); }

  // Whether the last message was a user's without text.
  bool is_empty_question() const { return is_empty_question_; }

 private:
  // A text, or parts: texts, calls and results.
  Status read_content(const Value& content, std::string& text, List& calls) {
    if (content.is_str()) {
      text = content.as_str();
      return {};
    }
    if (!content.is_list()) return schema_error("content", "expected text or a list of parts");
    for (const Value& part : content.items()) {
      const string_view type = find_text(part, "type");
      if (type == "tool_use") {
        BFCLX_RETURN_IF_ERROR(read_call(part, calls));
      } else if (type == "tool_result") {
        BFCLX_RETURN_IF_ERROR(
            add_result(find_text(part, "tool_use_id"), find_member(part, "content")));
      } else if (const Value* said = str_member(part, "text")) {
        text += concat({text.empty() ? "" : "\n", said->as_str()});
      } else if (type != "thinking" && type != "redacted_thinking" && type != "reasoning") {
        return schema_error("content", concat({"a part of the type ", brief_repr(Value::str(type)),
                                               ": cases have text only"}));
      }
    }
    return {};
  }

  static Status read_call(const Value& given, List& calls) {
    const std::optional<Value> call = call_of(given);
    if (!call || !call->is_dict() || call->as_dict().size() != 1) {
      return schema_error(kToolCalls, "a call has no name");
    }
    const auto& [name, arguments] = *call->as_dict().begin();
    string_view id = find_text(given, "id");
    if (const string_view other = find_text(given, "call_id"); !other.empty()) id = other;
    Value one = dict_of(
        {{"type", "function"},
         {"function",
          dict_of({{"name", name},
                   {"arguments", arguments.is_str() ? arguments : text_of_json(arguments)}})}});
    if (!id.empty()) one.mutable_dict().set("id", Value::str(id));
    calls.push_back(std::move(one));
    return {};
  }

  // Calls in a row are one message.
  Status add_call(const Value& given) {
    List calls;
    BFCLX_RETURN_IF_ERROR(read_call(given, calls));
    if (!read_.empty()) {
      if (const Value* before = list_member(read_.back(), kToolCalls)) {
        before->mutable_list().push_back(std::move(calls.front()));
        return {};
      }
    }
    read_.push_back(dict_of({{"role", "assistant"}, {"content", ""}}));
    read_.back().mutable_dict().set(kToolCalls, Value::list(std::move(calls)));
    return {};
  }

  Status add_result(string_view id, const Value* content) {
    Value text = Value::str("");
    if (content != nullptr && content->is_str()) {
      text = *content;
    } else if (content != nullptr && !content->is_none()) {
      std::string joined;
      List none;
      const bool is_parts = content->is_list() && read_content(*content, joined, none).ok();
      text = is_parts && none.empty() ? Value::str(joined) : text_of_json(*content);
    }
    Value message = dict_of({{"role", "tool"}, {"content", text}});
    if (!id.empty()) message.mutable_dict().set("tool_call_id", Value::str(id));
    read_.push_back(std::move(message));
    return {};
  }

  List read_;
  bool is_empty_question_ = false;
};

bool is_message_list(const Value* list) {
  if (list == nullptr || !list->is_list() || list->items().empty()) return false;
  for (const Value& one : list->items()) {
    if (!one.is_dict()) return false;
    const bool is_item = find_text(one, "type").starts_with("function_call") ||
                         find_text(one, "type") == "reasoning";
    if (str_member(one, "role") == nullptr && !is_item) return false;
  }
  return true;
}

// The messages that were sent: of a request, or of a conversation as a whole.
const Value* messages_of(const Value& value) {
  for (const string_view name : {"messages", "prompt", "input"}) {
    const Value* list = find_member(value, name);
    if (is_message_list(list)) return list;
  }
  return nullptr;
}

// The model's own, of a response.
void add_response(const Value& response, List& said) {
  if (const Value* choices = list_member(response, "choices")) {
    if (choices->items().empty()) return;
    if (const Value* message = dict_member(choices->items().front(), "message")) {
      said.push_back(*message);
    }
    return;
  }
  const Value* items = find_member(response, "output");
  if (is_message_list(items)) {
    said.insert(said.end(), items->items().begin(), items->items().end());
    return;
  }
  const bool is_message = is_assistant(response) && find_member(response, "content") != nullptr;
  if (is_message) said.push_back(response);
  if (const Value* message = dict_member(response, "message")) said.push_back(*message);
  if (const Value* body = dict_member(response, "body")) add_response(*body, said);
}

const Value* tools_in(const Value& value) {
  for (const string_view name : {"tools", "functions"}) {
    const Value* tools = list_member(value, name);
    if (tools != nullptr && !tools->items().empty()) return tools;
  }
  return nullptr;
}

class Finder {
 public:
  void look_in(const Value& value, const Value* tools, std::size_t depth) {
    if (depth > kDeepest) return;
    if (value.is_list()) {
      if (is_message_list(&value)) return add(value.items(), tools);
      for (const Value& item : value.items()) look_in(item, tools, depth + 1);
      return;
    }
    if (!value.is_dict()) return;
    if (const Value* own = tools_in(value)) tools = own;
    if (const Value* samples = list_member(value, "samples")) {
      return look_in(*samples, tools, depth + 1);
    }
    const Value* request = &value;
    for (const string_view name : {"request", "responses_create_params", "body"}) {
      const Value* inner = dict_member(value, name);
      if (inner != nullptr && messages_of(*inner) != nullptr) request = inner;
    }
    if (const Value* own = tools_in(*request)) tools = own;
    const Value* sent = messages_of(*request);
    if (sent == nullptr) return;
    List all;
    for (const string_view name : {"system", "instructions"}) {
      const Value* text = given_member(*request, name);
      if (text != nullptr) all.push_back(dict_of({{"role", "system"}, {"content", *text}}));
    }
    all.insert(all.end(), sent->items().begin(), sent->items().end());
    if (const Value* completion = find_member(value, "completion"); is_message_list(completion)) {
      all.insert(all.end(), completion->items().begin(), completion->items().end());
    }
    if (const Value* response = dict_member(value, "response")) add_response(*response, all);
    if (find_member(value, "choices") != nullptr) add_response(value, all);
    add(all, tools);
  }

  std::vector<LoggedConversation> take() && { return std::move(found_); }

 private:
  void add(const List& given, const Value* tools) {
    bool asks = false;
    bool responds = false;
    Messages messages;
    LoggedConversation one{.messages = {}, .tools = tools};
    for (std::size_t i = 0; i < given.size(); ++i) {
      asks = asks || find_text(given[i], "role") == "user";
      responds =
          responds ||
          (asks && (is_assistant(given[i]) || find_text(given[i], "type") == "function_call"));
      if (!one.problem.empty()) continue;
      if (const Status read = messages.add(given[i]); !read.ok()) {
        one.problem = concat({place_of_item("messages", i), ".", read.error().message});
      }
      if (messages.is_empty_question()) one.empty_questions.push_back(i);
    }
    if (!responds) return;
    if (one.problem.empty()) one.messages = std::move(messages).take();
    found_.push_back(std::move(one));
  }

  std::vector<LoggedConversation> found_;
};

}  // namespace

std::vector<LoggedConversation> conversations_in(const Value& value) {
  Finder finder;
  finder.look_in(value, nullptr, 0);
  return std::move(finder).take();
}

}  // namespace bfclx
