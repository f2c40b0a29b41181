// A conversation in one prompt format, without the turn loop, for the tests of prompt formats. The
// sentences are stand-ins in the place of those of the dataset.
#ifndef BFCLX_TESTS_UNIT_CONVERSATION_PROMPT_CHAT_H_
#define BFCLX_TESTS_UNIT_CONVERSATION_PROMPT_CHAT_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "core/conversation/prompt_formats/prompt_format.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {
inline Value json(std::string_view text) { return json_loads(text).value(); }

inline Value stand_ins() {
  return json(R"x({"system": "SYS", "tools_before": "(tools:", "tools_after": ":tools)",
                  "tool_after": ":tool)", "tools_system": "TSYS", "system_before": "(before)",
                  "task": "TASK", "format": "FORMAT", "imports": "import x\n",
                  "tools": "Functions {tools} {{end}}\n"})x");
}

inline Value one_function() {
  return json(R"([{"name": "a.f", "description": "Does it.", "parameters": {"type": "dict",
      "properties": {"x": {"type": "integer", "description": "An é."}}, "required": ["x"]}}])");
}

// A conversation in one format, without the turn loop.
class Chat {
 public:
  explicit Chat(std::string_view format, Value functions = one_function())
      : format_(*find_prompt_format(format)), functions_(std::move(functions)) {}

  Chat& say(std::string_view role, std::string_view text) {
    messages_.mutable_list().push_back(message_of(role, Value::str(text)));
    return *this;
  }
  Chat& response(std::string_view text) {
    Result<ModelResponse> parsed = format_.parse(text, ids_);
    EXPECT_TRUE(parsed.ok()) << format_.name;
    response_ = std::move(parsed).value();
    messages_.mutable_list().push_back(response_.message);
    return *this;
  }
  Chat& results(std::string_view calls, std::string_view texts) {
    EXPECT_TRUE(format_.add_results(messages_, json(calls), json(texts), response_).ok());
    return *this;
  }
  Result<std::string> render() { return format_.prompt({messages_, functions_, texts_}); }
  std::string prompt() {
    const Result<std::string> text = render();
    return text.ok() ? *text : std::string(text.error().kind) + ": " + text.error().message;
  }
  const ModelResponse& last() const { return response_; }
  const Value& messages() const { return messages_; }

 private:
  const PromptFormat& format_;
  Value messages_ = Value::list();
  Value functions_;
  Value texts_ = stand_ins();
  ModelResponse response_;
  std::size_t ids_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_CONVERSATION_PROMPT_CHAT_H_
