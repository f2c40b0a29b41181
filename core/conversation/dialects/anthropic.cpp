// Anthropic messages (claude.py:ClaudeHandler), also as Vertex AI has them
// (https://docs.anthropic.com/en/api/claude-on-vertex-ai).
#include <algorithm>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/conversation/anthropic_version.h"
#include "core/conversation/default_limits.h"
#include "core/conversation/dialects/dialects.h"
#include "core/conversation/dialects/history.h"
#include "core/conversation/dialects/response_access.h"
#include "core/conversation/prompts.h"
#include "core/conversation/tools.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// _get_max_tokens: the names that the official handler knows, each with kAnthropicMaxTokens.
constexpr string_view kKnownModels[] = {"claude-opus-4-5-20251101", "claude-sonnet-4-5-20250929",
                                        "claude-haiku-4-5-20251001"};
// How many of the last user messages carry a cache mark.
constexpr int kCachedMessages = 2;

constexpr string_view kTextFields[] = {"citations", "text", "type"};
constexpr string_view kToolUseFields[] = {"id", "caller", "input", "name", "type"};
constexpr string_view kThinkingFields[] = {"signature", "thinking", "type"};
constexpr string_view kRedactedFields[] = {"data", "type"};
constexpr SdkClass kClasses[] = {
    {"text", "TextBlock", kTextFields},
    {"tool_use", "ToolUseBlock", kToolUseFields},
    {"thinking", "ThinkingBlock", kThinkingFields},
    {"redacted_thinking", "RedactedThinkingBlock", kRedactedFields},
};
constexpr string_view kVertexName = "anthropic-vertex";
constexpr UsageKeys kUsage = {"usage", "input_tokens", "output_tokens"};

template <typename Names>
bool any_inside(const Names& names, string_view text) {
  return std::any_of(std::begin(names), std::end(names),
                     [text](string_view name) { return text.find(name) != string_view::npos; });
}

Value text_block(const Value& text) {
  return make_dict({{"type", Value::str("text")}, {"text", text}});
}

void mark(const Value& block) {
  if (!block.is_dict()) return;
  block.mutable_dict().set("cache_control", make_dict({{"type", Value::str("ephemeral")}}));
}

// Episodes are asked more than once, so their prompts are cached.
bool is_episode(string_view id) {
  const Category* category = read_entry_id(id).category;
  return category != nullptr &&
         (category->judging == Judging::kMultiTurn || category->judging == Judging::kAgentic);
}

// name.strip("-FC"): any of these characters, off both ends.
string_view stripped(string_view name) {
  constexpr string_view kOff = "-FC";
  const std::size_t begin = name.find_first_not_of(kOff);
  if (begin == string_view::npos) return {};
  return name.substr(begin, name.find_last_not_of(kOff) - begin + 1);
}

// Vertex AI has "@" before the date of a model: "claude-opus-4-5@20251101".
std::string vertex_model(string_view name) {
  constexpr std::size_t kDigits = 8;
  std::string model(name);
  if (model.size() <= kDigits + 1 || model.find('@') != std::string::npos) return model;
  const std::size_t dash = model.size() - kDigits - 1;
  const bool dated = model[dash] == '-' && std::all_of(model.begin() + dash + 1, model.end(),
                                                       [](char c) { return is_digit(c); });
  if (dated) model[dash] = '@';
  return model;
}

// content[0].text, the whole response in prompting; ours takes the first text block there is.
Result<Value> prompting_text(const Value& content, bool as_official) {
  if (!as_official) {
    for (const Value& block : content.items()) {
      if (text_member(block, "type") == "text")
        return text_attribute(block, "text", "a text block");
    }
    return Value::str("");
  }
  if (content.items().empty()) return Error{"IndexError", "list index out of range"};
  const Value& first = content.items()[0];
  const string_view type = text_member(first, "type");
  for (const SdkClass& row : kClasses) {
    if (row.type != type || type == "text") continue;
    return Error{"AttributeError",
                 "'" + std::string(row.name) + "' object has no attribute 'text'"};
  }
  return attribute(first, "text");
}

class AnthropicDialect final : public Dialect {
 public:
  using Dialect::Dialect;

  Status begin(const Value& entry, const Value& prompts) override {
    if (!fc()) BFCLX_RETURN_IF_ERROR(add_system_prompt(prompts, entry));
    BFCLX_ASSIGN_OR_RETURN(const Value question, required_member(entry, "question"));
    if (question.items().empty()) return Error{"IndexError", "list index out of range"};
    if (const std::optional<Value> text = take_system_message(question.items()[0])) {
      if (!text->is_none()) system_ = Value::list({text_block(*text)});
    }
    BFCLX_RETURN_IF_ERROR(combine_user_messages(entry));
    cached_ = is_episode(text_member(entry, "id"));
    return {};
  }

  Status compile_tools(const Value& functions) override {
    BFCLX_ASSIGN_OR_RETURN(tools_, convert_to_tool(functions, ToolStyle::kAnthropic));
    if (cached_ && !tools_.items().empty()) mark(tools_.items().back());
    return {};
  }

  // The entry's own messages change: the official log shows their blocks.
  Status add_turn(const Value& messages, bool /*first*/) override {
    for (const Value& message : messages.items()) {
      const Value* content = member(message, "content");
      if (content == nullptr) return key_error("content");
      const Value block = text_block(*content);
      message.mutable_dict().set("content", Value::list({block}));
      history_.add(message);
    }
    return {};
  }

  Result<HttpRequest> request() override {
    log_ = Value::str(repr(history_.shown()));
    if (cached_) mark_cached();
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t limit, max_tokens());
    const string_view model =
        fc() ? stripped(settings().model_name) : string_view(settings().model_name);
    Dict body;
    if (on_vertex()) {
      body.set("anthropic_version", Value::str(kAnthropicVertexVersion));
    } else {
      body.set("model", Value::str(model));
    }
    body.set("max_tokens", Value::integer(limit));
    body.set("temperature", Value::real(settings().temperature));
    if (fc()) body.set("tools", tools_);
    body.set("messages", history_.sent());
    if (!system_.is_none()) body.set("system", system_);
    const std::string path =
        on_vertex() ? concat({"/publishers/anthropic/models/", vertex_model(model), ":rawPredict"})
                    : "/v1/messages";
    BFCLX_ASSIGN_OR_RETURN(
        HttpRequest request,
        json_request(path, write_body(Value::dict(std::move(body)), settings())));
    if (!on_vertex()) request.headers.push_back({kAnthropicVersionHeader, kAnthropicVersion});
    return request;
  }

  Value input_log() override {
    Value log = input_log_of(log_, tools_, fc());
    log.mutable_dict().set("system_prompt", system_.is_none() ? Value::list() : system_);
    return log;
  }

  Result<ModelResponse> parse(const HttpResponse& http) override {
    BFCLX_ASSIGN_OR_RETURN(const Value body, read_json_body(http));
    BFCLX_ASSIGN_OR_RETURN(const Value content, list_attribute(body, "content"));
    ModelResponse response;
    if (fc()) {
      BFCLX_RETURN_IF_ERROR(read_blocks(content, response));
      response.message = content;
    } else {
      BFCLX_ASSIGN_OR_RETURN(response.result, prompting_text(content, settings().as_official));
      response.message = response.result;
    }
    if (settings().tells_all_reasoning) tell_thinking(content, response);
    BFCLX_RETURN_IF_ERROR(read_usage(body, kUsage, settings().as_official, response));
    response.finish_reason = text_member(body, "stop_reason");
    return response;
  }

  Status add_assistant(const ModelResponse& response) override {
    Value shown = response.message;
    if (response.message.is_list()) {
      shown = Value::list();
      for (const Value& block : response.message.items()) {
        shown.mutable_list().push_back(shown_object(block, kClasses));
      }
    }
    history_.add(message_of("assistant", response.message), message_of("assistant", shown));
    return {};
  }

  Status add_results(const Value& calls, const Value& results,
                     const ModelResponse& response) override {
    Value content = Value::list();
    if (!fc()) {
      content.mutable_list().push_back(
          text_block(Value::str(results_as_user_text(calls, results))));
    } else {
      for_each_result(response, results, [&](std::size_t, const Value& id, const Value& result) {
        content.mutable_list().push_back(make_dict(
            {{"type", Value::str("tool_result")}, {"content", result}, {"tool_use_id", id}}));
      });
    }
    history_.add(message_of("user", content));
    return {};
  }

  HttpResponse said(const SaidMessage& said) const override {
    Value content = Value::list();
    if (!said.text.empty()) content.mutable_list().push_back(text_block(Value::str(said.text)));
    for (const EarlierCall& call : said.calls) {
      content.mutable_list().push_back(
          make_dict({{"type", Value::str("tool_use")},
                     {"id", Value::str(call.id)},
                     {"name", Value::str(name_on_wire(call.name, ToolStyle::kAnthropic))},
                     {"input", call.arguments}}));
    }
    const Value usage =
        make_dict({{"input_tokens", Value::integer(0)}, {"output_tokens", Value::integer(0)}});
    return said_as(make_dict({{"content", content}, {"usage", usage}}));
  }

 private:
  bool fc() const { return settings().calls_functions(); }
  bool on_vertex() const { return settings().dialect->name == kVertexName; }

  Result<std::int64_t> max_tokens() const {
    if (settings().max_tokens) return *settings().max_tokens;
    if (!settings().as_official || any_inside(kKnownModels, settings().model_name)) {
      return kAnthropicMaxTokens;
    }
    return Error{"ValueError", "Unsupported model: " + settings().model_name};
  }

  // The system prompt and the last user messages carry the mark, earlier ones lose it.
  void mark_cached() {
    if (system_.is_list()) mark(system_.items()[0]);
    int count = 0;
    const List& messages = history_.sent().items();
    for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
      if (text_member(*message, "role") != "user") continue;
      const Value* content = member(*message, "content");
      if (!content->is_list() || content->items().empty()) continue;
      const Value& block = content->items()[0];
      if (count < kCachedMessages) {
        mark(block);
      } else if (block.is_dict()) {
        block.mutable_dict().erase("cache_control");
      }
      ++count;
    }
  }

  static Status read_blocks(const Value& content, ModelResponse& response) {
    Value texts = Value::list();
    Value calls = Value::list();
    for (const Value& block : content.items()) {
      const string_view type = text_member(block, "type");
      if (type == "text") {
        BFCLX_ASSIGN_OR_RETURN(Value text, attribute(block, "text"));
        texts.mutable_list().push_back(std::move(text));
      } else if (type == "tool_use") {
        BFCLX_ASSIGN_OR_RETURN(const Value name, attribute(block, "name"));
        BFCLX_RETURN_IF_ERROR(check_key(name));
        BFCLX_ASSIGN_OR_RETURN(const Value input, attribute(block, "input"));
        BFCLX_ASSIGN_OR_RETURN(const std::string text, json_dumps(input));
        Value call = Value::dict();
        call.mutable_dict().set(name, Value::str(text));
        calls.mutable_list().push_back(std::move(call));
        BFCLX_ASSIGN_OR_RETURN(Value id, attribute(block, "id"));
        response.tool_call_ids.mutable_list().push_back(std::move(id));
      }
    }
    response.result = calls.items().empty() ? texts : calls;
    return {};
  }

  // Officially the thinking is in the history alone.
  static void tell_thinking(const Value& content, ModelResponse& response) {
    std::string thinking;
    for (const Value& block : content.items()) {
      const string_view text = text_member(block, "thinking");
      if (!text.empty()) thinking.append(thinking.empty() ? "" : "\n").append(text);
    }
    if (!thinking.empty()) response.reasoning = Value::str(thinking);
  }

  History history_;
  Value system_;  // a list of one block, or None
  Value tools_ = Value::list();
  Value log_;  // the messages as the last request found them
  bool cached_ = false;
};

std::unique_ptr<Dialect> make(const Settings& settings) {
  return std::make_unique<AnthropicDialect>(settings);
}

constexpr string_view kLowBalance[] = {"Your credit balance is too low"};
constexpr string_view kHandlers[] = {"ClaudeHandler"};
constexpr DialectInfo kRows[] = {
    {.name = "anthropic",
     .api = "anthropic",
     .handlers = kHandlers,
     .make = make,
     .retry = {.inner = {.count = 2}, .outer = {.on_429 = true, .messages = kLowBalance}},
     .error_text = openai_error_text,
     .key_header = KeyHeader::kXApiKey,
     .base_url = "https://api.anthropic.com",
     .key_variable = "ANTHROPIC_API_KEY"},
    // Its address and its tokens are the provider's (core/generation/providers.h).
    {.name = kVertexName,
     .api = "anthropic",
     .handlers = {},
     .decoder_handler = kHandlers[0],
     .make = make,
     .retry = {.inner = {.count = 2}, .outer = {.on_429 = true}},
     .error_text = openai_error_text,
     .key_header = KeyHeader::kBearer,
     .base_url = "",
     .key_variable = ""},
};

}  // namespace

std::span<const DialectInfo> anthropic_dialects() { return kRows; }

}  // namespace bfclx
