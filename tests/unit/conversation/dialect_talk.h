// A conversation with one dialect, for its tests: what it sends and what it makes of a response.
#ifndef BFCLX_TESTS_UNIT_CONVERSATION_DIALECT_TALK_H_
#define BFCLX_TESTS_UNIT_CONVERSATION_DIALECT_TALK_H_

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "core/conversation/dialect.h"
#include "core/conversation/settings.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/value.h"

namespace bfclx {

inline Value from_json(std::string_view json) {
  Result<Value> value = json_loads(json);
  EXPECT_TRUE(value.ok()) << json;
  return value.ok() ? std::move(value).value() : Value();
}

inline std::string to_json(const Value& value) {
  JsonStyle style;
  style.lenient = true;
  const Result<std::string> text = json_dumps(value, style);
  return text.ok() ? *text : text.error().message;
}

// Templates in the shape of the dataset's prompts.json; the words are the tests' own.
inline const Value& test_prompts() {
  static const Value kPrompts = from_json(R"({
    "DEFAULT_SYSTEM_PROMPT_FORMAT":
      "ret_fmt=python&tool_call_tag=False&func_doc_fmt=json&prompt_fmt=plaintext&style=classic",
    "OUTPUT_FORMAT_MAPPING": {"python": "[f(a=1)]"},
    "PARAM_TYPE_MAPPING": {"python": ""},
    "PROMPT_TEMPLATE_MAPPING": {"plaintext": "P"},
    "PROMPT_STYLE_TEMPLATES": {"classic": {"persona": "a", "task": "b", "tool_call_no_tag": "c",
      "tool_call_with_tag": "d", "multiturn_behavior": "e", "available_tools": "f"}}})");
  return kPrompts;
}

inline constexpr std::string_view kTestDoc =
    R"({"name": "a.f", "description": "F.", "parameters": {"type": "dict", "properties": )"
    R"({"x": {"type": "integer", "description": "X."}}, "required": ["x"]}})";

class Talk {
 public:
  Talk(std::string_view dialect, std::string_view model, bool fc) {
    settings_.registry_name = settings_.model_name = model;
    settings_.fc = fc;
    settings_.dialect = find_dialect(dialect);
    settings_.as_official = true;
    if (settings_.dialect == nullptr) {
      ADD_FAILURE() << "no dialect " << dialect;
      return;
    }
    dialect_ = settings_.dialect->make(settings_);
  }

  Settings& settings() { return settings_; }
  Dialect& operator*() { return *dialect_; }
  Dialect* operator->() { return dialect_.get(); }

  // begin, compile_tools and the first turn of an entry with kTestDoc; the first error.
  Status start(std::string_view turns, std::string_view id = "multi_turn_base_0") {
    entry_ = Value::dict();
    entry_.mutable_dict().set("id", Value::str(id));
    entry_.mutable_dict().set("question", from_json(turns));
    entry_.mutable_dict().set("function", Value::list({from_json(kTestDoc)}));
    BFCLX_RETURN_IF_ERROR(dialect_->begin(entry_, test_prompts()));
    if (settings_.calls_functions()) {
      BFCLX_RETURN_IF_ERROR(dialect_->compile_tools(*entry_.as_dict().find("function")));
    }
    return dialect_->add_turn(question().items()[0], true);
  }

  const Value& question() const { return *entry_.as_dict().find("question"); }

  // The body of the next request, or the error.
  std::string sent() {
    const Result<HttpRequest> request = dialect_->request();
    if (!request.ok()) return said(request.error());
    return to_json(from_json(request->body));
  }
  // One member of it; "-" when it is not there.
  std::string sent(std::string_view name) {
    const Result<HttpRequest> request = dialect_->request();
    if (!request.ok()) return said(request.error());
    const Value body = from_json(request->body);
    const Value* value = body.as_dict().find(name);
    return value != nullptr ? to_json(*value) : "-";
  }

  Result<ModelResponse> response(std::string_view body) {
    HttpResponse http;
    http.status = 200;
    http.body = body;
    return dialect_->parse(http);
  }
  // "result | reasoning" of the response to this body, or the error. Echoing it must not fail.
  std::string read(std::string_view body) {
    Result<ModelResponse> parsed = response(body);
    if (!parsed.ok()) return said(parsed.error());
    const Status added = dialect_->add_assistant(*parsed);
    EXPECT_TRUE(added.ok()) << added.error().message;
    const Result<HttpRequest> request = dialect_->request();
    EXPECT_TRUE(request.ok()) << request.error().message;
    dialect_->input_log();
    const std::string reasoning = parsed->reasoning ? to_json(*parsed->reasoning) : "-";
    return to_json(parsed->result) + " | " + reasoning;
  }

  static std::string said(const Error& error) {
    return std::string(error.kind) + ": " + error.message;
  }

 private:
  Settings settings_;
  std::unique_ptr<Dialect> dialect_;
  Value entry_;
};

}  // namespace bfclx

#endif  // BFCLX_TESTS_UNIT_CONVERSATION_DIALECT_TALK_H_
