// Bedrock Converse, for Amazon's Nova (nova.py:NovaHandler). It always calls functions. The driver
// signs requests (KeyHeader::kAwsSignature).
#include <algorithm>
#include <string>
#include <utility>

#include "core/conversation/dialects/dialects.h"
#include "core/conversation/dialects/history.h"
#include "core/conversation/dialects/response_access.h"
#include "core/conversation/prompts.h"
#include "core/conversation/tools.h"
#include "core/conversation/values.h"
#include "core/python/objects/errors.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

constexpr string_view kReasoningModel = "nova-2-lite";
constexpr int kRetries = 2;

// Members of a response's content blocks that boto3 knows; it drops what it does not.
constexpr string_view kToolUseMembers[] = {"toolUseId", "name", "input", "type"};
constexpr string_view kReasoningMembers[] = {"text", "signature"};

// The model's name as a part of the path: all but letters, digits and "-._~" in per cent.
std::string quoted(string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~';
    if (plain) {
      out += c;
    } else {
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

// object[name] of a plain dict: KeyError, or TypeError of what is none.
Result<Value> item(const Value& object, string_view name) {
  if (object.is_dict()) return required_member(object, name);
  return python::not_subscriptable(object);
}

// The members of these names that are there.
Value known_members(const Value& object, std::span<const string_view> names) {
  Dict out;
  for (const string_view name : names) {
    if (const Value* value = present(object, name)) out.set(name, *value);
  }
  return Value::dict(std::move(out));
}

// A text block's text, a tool's use, a thought: what boto3 gives of a content block.
Result<Value> known_block(const Value& block) {
  if (!block.is_dict())
    return Error{"TypeError", "a content block of the response is not an object"};
  if (const Value* use = present(block, "toolUse")) {
    if (!use->is_dict()) return Error{"TypeError", "toolUse of the response is not an object"};
    return make_dict({{"toolUse", known_members(*use, kToolUseMembers)}});
  }
  const Value* thought = present(block, "reasoningContent");
  const Value* text = thought != nullptr ? present(*thought, "reasoningText") : nullptr;
  if (text == nullptr || !text->is_dict()) return block;
  return make_dict({{"reasoningContent",
                     make_dict({{"reasoningText", known_members(*text, kReasoningMembers)}})}});
}

// The error's name: of the header, without what stands around it ("...#Name:http://..."), or of
// the body.
std::string error_code(const HttpResponse& http, const Value& body) {
  string_view code = find_header(http.headers, "x-amzn-errortype");
  if (code.empty()) code = text_member(body, "__type");
  code = code.substr(0, code.find(':'));
  const std::size_t hash = code.rfind('#');
  if (hash != string_view::npos) code.remove_prefix(hash + 1);
  return code.empty() ? std::to_string(http.status) : std::string(code);
}

bool is_retried(int status) { return status == 429 || status >= 500; }

// str(ClientError): "An error occurred (Code) when calling the Converse operation: message".
std::string error_text(const HttpResponse& http) {
  Value body;
  if (Result<Value> read = read_json_body(http); read.ok()) body = std::move(read).value();
  string_view message = text_member(body, "message");
  if (message.empty()) message = text_member(body, "Message");
  std::string text =
      "An error occurred (" + error_code(http, body) + ") when calling the Converse operation";
  if (is_retried(http.status)) {
    text += " (reached max retries: " + std::to_string(kRetries) + ")";
  }
  return text + ": " + std::string(message);
}

class BedrockDialect final : public Dialect {
 public:
  using Dialect::Dialect;

  Status begin(const Value& entry, const Value& /*prompts*/) override {
    BFCLX_RETURN_IF_ERROR(combine_user_messages(entry));
    BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
    if (question.items().empty()) return Error{"IndexError", "list index out of range"};
    const std::optional<Value> system = take_system_message(question.items()[0]);
    if (system && truthy(*system)) {
      system_.mutable_list().push_back(make_dict({{"text", *system}}));
    }
    return {};
  }

  Status compile_tools(const Value& functions) override {
    BFCLX_ASSIGN_OR_RETURN(tools_, convert_to_tool(functions, ToolStyle::kAmazon));
    return {};
  }

  // The entry's own messages change: the official log shows their blocks.
  Status add_turn(const Value& messages, bool /*first*/) override {
    for (const Value& message : messages.items()) {
      BFCLX_ASSIGN_OR_RETURN(const Value content, required_member(message, "content"));
      const Value block = make_dict({{"text", content}});
      if (follows_results(message)) {
        const Value* before = member(messages_.items().back(), "content");
        before->mutable_list().push_back(block);
        continue;
      }
      message.mutable_dict().set("content", Value::list({block}));
      messages_.mutable_list().push_back(message);
    }
    return {};
  }

  Result<HttpRequest> request() override {
    log_ = Value::str(repr(messages_));
    Value config = make_dict({{"temperature", Value::real(settings().temperature)}});
    if (settings().max_tokens) {
      config.mutable_dict().set("maxTokens", Value::integer(*settings().max_tokens));
    }
    Dict body;
    body.set("messages", messages_);
    body.set("system", system_);
    body.set("inferenceConfig", std::move(config));
    if (!tools_.items().empty()) body.set("toolConfig", make_dict({{"tools", tools_}}));
    if (settings().model_name.find(kReasoningModel) != std::string::npos) {
      const Value reasoning = make_dict(
          {{"type", Value::str("enabled")}, {"maxReasoningEffort", Value::str("medium")}});
      body.set("additionalModelRequestFields", make_dict({{"reasoningConfig", reasoning}}));
    }
    HttpRequest request;
    request.path = "/model/" + quoted(settings().model_name) + "/converse";
    request.headers.push_back({"Content-Type", "application/json"});
    BFCLX_ASSIGN_OR_RETURN(request.body,
                           write_ascii_body(Value::dict(std::move(body)), settings()));
    return request;
  }

  Value input_log() override {
    return make_dict({{"message", log_}, {"tools", tools_}, {"system_prompt", system_}});
  }

  Result<ModelResponse> parse(const HttpResponse& http) override {
    BFCLX_ASSIGN_OR_RETURN(const Value body, read_json_body(http));
    BFCLX_ASSIGN_OR_RETURN(const Value output, item(body, "output"));
    BFCLX_ASSIGN_OR_RETURN(const Value message, item(output, "message"));
    BFCLX_ASSIGN_OR_RETURN(const Value content, item(message, "content"));
    if (!content.is_list()) return Error{"TypeError", "content of the response is not a list"};
    ModelResponse response;
    BFCLX_ASSIGN_OR_RETURN(const Value blocks, read_blocks(content, response));
    const string_view role = text_member(message, "role");
    response.message = message_of(role.empty() ? "assistant" : role, blocks);
    const Value* usage = present(body, "usage");
    if (usage == nullptr && settings().as_official) return key_error("usage");
    response.usage = usage != nullptr ? *usage : Value::dict();
    BFCLX_RETURN_IF_ERROR(read_tokens(response));
    response.finish_reason = text_member(body, "stopReason");
    return response;
  }

  Status add_assistant(const ModelResponse& response) override {
    messages_.mutable_list().push_back(response.message);
    return {};
  }

  Status add_results(const Value& /*calls*/, const Value& results,
                     const ModelResponse& response) override {
    Value content = Value::list();
    const List& ids = response.tool_call_ids.items();
    const std::size_t count = std::min(ids.size(), results.items().size());
    for (std::size_t i = 0; i < count; ++i) {
      const Value text = make_dict({{"text", results.items()[i]}});
      content.mutable_list().push_back(make_dict(
          {{"toolResult", make_dict({{"toolUseId", ids[i]}, {"content", Value::list({text})}})}}));
    }
    messages_.mutable_list().push_back(message_of("user", content));
    return {};
  }

  HttpResponse said(const SaidMessage& said) const override {
    Value content = Value::list();
    if (!said.text.empty()) {
      content.mutable_list().push_back(make_dict({{"text", Value::str(said.text)}}));
    }
    for (const EarlierCall& call : said.calls) {
      const Value use =
          make_dict({{"toolUseId", Value::str(call.id)},
                     {"name", Value::str(name_on_wire(call.name, ToolStyle::kAmazon))},
                     {"input", call.arguments}});
      content.mutable_list().push_back(make_dict({{"toolUse", use}}));
    }
    const Value message = message_of("assistant", content);
    const Value usage =
        make_dict({{"inputTokens", Value::integer(0)}, {"outputTokens", Value::integer(0)}});
    return said_as(make_dict({{"output", make_dict({{"message", message}})}, {"usage", usage}}));
  }

 private:
  // Whether it is the user's behind results of calls, which are the user's too: Converse refuses
  // two messages of one role in a row.
  bool follows_results(const Value& message) const {
    if (messages_.items().empty() || text_member(message, "role") != "user") return false;
    const Value* content = member(messages_.items().back(), "content");
    return content != nullptr && content->is_list() && !content->items().empty() &&
           member(content->items().back(), "toolResult") != nullptr;
  }

  Status read_tokens(ModelResponse& response) const {
    if (!settings().as_official) {
      const Value* in = present(response.usage, "inputTokens");
      const Value* out = present(response.usage, "outputTokens");
      response.input_tokens = in != nullptr ? *in : Value::integer(0);
      response.output_tokens = out != nullptr ? *out : Value::integer(0);
      return {};
    }
    BFCLX_ASSIGN_OR_RETURN(response.input_tokens, item(response.usage, "inputTokens"));
    BFCLX_ASSIGN_OR_RETURN(response.output_tokens, item(response.usage, "outputTokens"));
    // boto3 leaves out what is null.
    if (response.input_tokens.is_none()) return key_error("inputTokens");
    if (response.output_tokens.is_none()) return key_error("outputTokens");
    return {};
  }

  static Status read_use(const Value& use, Value& calls, ModelResponse& response) {
    BFCLX_ASSIGN_OR_RETURN(const Value name, item(use, "name"));
    BFCLX_RETURN_IF_ERROR(check_key(name));
    BFCLX_ASSIGN_OR_RETURN(const Value input, item(use, "input"));
    Value call = Value::dict();
    call.mutable_dict().set(name, input);
    calls.mutable_list().push_back(std::move(call));
    BFCLX_ASSIGN_OR_RETURN(Value id, item(use, "toolUseId"));
    response.tool_call_ids.mutable_list().push_back(std::move(id));
    return {};
  }

  static Result<Value> read_blocks(const Value& content, ModelResponse& response) {
    Value texts = Value::list();
    Value calls = Value::list();
    Value blocks = Value::list();
    std::string thoughts;
    for (const Value& raw : content.items()) {
      BFCLX_ASSIGN_OR_RETURN(const Value block, known_block(raw));
      blocks.mutable_list().push_back(block);
      if (const Value* thought = present(block, "reasoningContent")) {
        BFCLX_ASSIGN_OR_RETURN(const Value inner, item(*thought, "reasoningText"));
        BFCLX_ASSIGN_OR_RETURN(const Value text, item(inner, "text"));
        if (!text.is_str()) return Error{"TypeError", "a thought of the response is not a text"};
        thoughts += text.as_str();
      } else if (const Value* text = present(block, "text")) {
        texts.mutable_list().push_back(*text);
      } else if (const Value* use = present(block, "toolUse")) {
        BFCLX_RETURN_IF_ERROR(read_use(*use, calls, response));
      }
    }
    response.result = calls.items().empty() ? texts : calls;
    response.reasoning = Value::str(thoughts);
    return blocks;
  }

  Value messages_ = Value::list();
  Value system_ = Value::list();
  Value tools_ = Value::list();
  Value log_;  // the messages as the last request found them
};

std::unique_ptr<Dialect> make(const Settings& settings) {
  return std::make_unique<BedrockDialect>(settings);
}

constexpr string_view kThrottled[] = {"(ThrottlingException)"};
constexpr string_view kHandlers[] = {"NovaHandler"};
constexpr DialectInfo kRows[] = {
    {.name = "bedrock",
     .api = "bedrock",
     .handlers = kHandlers,
     .make = make,
     .retry = {.inner = {.count = kRetries}, .outer = {.messages = kThrottled}},
     .error_text = error_text,
     .key_header = KeyHeader::kAwsSignature,
     .base_url = "https://bedrock-runtime.us-east-1.amazonaws.com",
     .key_variable = "AWS_SECRET_ACCESS_KEY",
     .fc = true},
};

}  // namespace

std::span<const DialectInfo> bedrock_dialects() { return kRows; }

}  // namespace bfclx
