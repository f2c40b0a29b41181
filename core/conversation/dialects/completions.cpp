// Plain completions: one text in, one text out, for servers that hold an open-weight model. History
// and tools become a text by a prompt format (prompt_formats/); there is no function-calling loop.
// base_oss_handler.py.
#include <algorithm>
#include <array>
#include <utility>

#include "core/base/unicode.h"
#include "core/conversation/dialects/dialects.h"
#include "core/conversation/dialects/history.h"
#include "core/conversation/dialects/response_access.h"
#include "core/conversation/prompt_formats/prompt_format.h"
#include "core/conversation/token_logprobs.h"
#include "core/conversation/values.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

constexpr std::int64_t kMostTokens = 4096;
// Asked for where the prompt alone is too long: the server will say so.
constexpr std::int64_t kTokensWithoutRoom = 1000;
constexpr std::int64_t kSpare = 2;

std::int64_t tokens_left(std::int64_t context, std::int64_t prompt) {
  if (context < prompt + kSpare) return kTokensWithoutRoom;
  return std::min(kMostTokens, context - prompt - kSpare);
}

class CompletionsDialect final : public Dialect {
 public:
  using Dialect::Dialect;

  Status begin(const Value& entry, const Value& prompts) override {
    format_ = find_prompt_format(settings().prompt_format);
    if (format_ == nullptr) {
      return Error{"SettingsError", "no prompt format is named \"" + settings().prompt_format +
                                        "\": completions need one"};
    }
    BFCLX_ASSIGN_OR_RETURN(texts_, prompt_texts_of(prompts, *format_));
    BFCLX_RETURN_IF_ERROR(format_->prepare(entry, prompts));
    // A format may change them in place (hammer.cpp), as its official class does.
    if (const Value* functions = present(entry, "function")) functions_ = functions->deep_copy();
    return {};
  }

  Status compile_tools(const Value& /*functions*/) override { return {}; }

  Status add_turn(const Value& messages, bool /*first*/) override {
    List& history = messages_.mutable_list();
    history.insert(history.end(), messages.items().begin(), messages.items().end());
    return {};
  }

  std::optional<Value> template_to_apply() override {
    if (format_->prompt != nullptr) return std::nullopt;
    return template_arguments(*format_, input());
  }

  void set_prompt(std::string prompt) override { prompt_ = std::move(prompt); }

  std::optional<std::string> prompt_to_count() override {
    if (settings().max_tokens.has_value() || !settings().context_length.has_value()) {
      return std::nullopt;
    }
    if (!make_prompt().ok()) return std::nullopt;  // request() will say why
    return prompt_->value();
  }

  void set_prompt_tokens(std::int64_t count) override { prompt_tokens_ = count; }

  Result<HttpRequest> request() override {
    BFCLX_RETURN_IF_ERROR(make_prompt());
    last_prompt_ = std::move(*prompt_).value();
    prompt_.reset();
    Value body = make_dict({
        {"model", Value::str(format_->drops_fc ? replace_all(settings().model_name, "-FC", "")
                                               : settings().model_name)},
        {"prompt", Value::str(last_prompt_)},
        {"max_tokens", Value::integer(max_tokens())},
        {"temperature", Value::real(settings().temperature)},
    });
    if (!format_->extra_body.empty()) {
      const Result<Value> extra = json_loads(format_->extra_body);
      for (const Dict::Entry& entry : extra.value().as_dict()) {
        body.mutable_dict().set(entry.key, entry.value);
      }
    }
    HttpRequest request;
    request.path = "/completions";
    BFCLX_ASSIGN_OR_RETURN(request.body, write_body(body, settings()));
    return request;
  }

  Value input_log() override { return make_dict({{"formatted_prompt", Value::str(last_prompt_)}}); }

  Result<ModelResponse> parse(const HttpResponse& http) override {
    BFCLX_ASSIGN_OR_RETURN(const Value body, read_json_body(http));
    const Value* choices = present(body, "choices");
    if (choices == nullptr || !choices->is_list()) {
      return Error{"TypeError", "'NoneType' object is not subscriptable"};
    }
    if (choices->items().empty()) return Error{"IndexError", "list index out of range"};
    const Value& choice = choices->items()[0];
    const Value* text = present(choice, "text");
    if (text == nullptr || !text->is_str()) {
      return Error{"TypeError", "argument of type 'NoneType' is not iterable"};
    }
    BFCLX_ASSIGN_OR_RETURN(ModelResponse response, format_->parse(text->as_str(), made_ids_));
    const Value* usage = present(body, "usage");
    if (usage == nullptr && settings().as_official) {
      return Error{"AttributeError", "'NoneType' object has no attribute 'prompt_tokens'"};
    }
    if (usage != nullptr) {
      response.usage = *usage;
      if (const Value* count = member(*usage, "prompt_tokens")) response.input_tokens = *count;
      if (const Value* count = member(*usage, "completion_tokens")) response.output_tokens = *count;
    }
    read_ending(body, choice, response);
    if (settings().keeps_logprobs) response.logprobs = read_logprobs(choice);
    return response;
  }

  Status add_assistant(const ModelResponse& response) override {
    messages_.mutable_list().push_back(response.message);
    return {};
  }

  Status add_results(const Value& calls, const Value& results,
                     const ModelResponse& response) override {
    return format_->add_results(messages_, calls, results, response);
  }

  HttpResponse said(const SaidMessage& said) const override {
    const Value usage =
        make_dict({{"prompt_tokens", Value::integer(0)}, {"completion_tokens", Value::integer(0)}});
    const Value choice = make_dict({{"text", Value::str(said.text)}});
    return said_as(make_dict({{"choices", Value::list({choice})}, {"usage", usage}}));
  }

 private:
  PromptInput input() const { return {messages_, functions_, texts_}; }

  // The prompt of the next request, made once: some formats change what they are made of.
  Status make_prompt() {
    if (!prompt_.has_value()) {
      if (format_->prompt == nullptr) {
        return Error{"SettingsError", "the prompt format " + std::string(format_->name) +
                                          " is the template of the model's own tokenizer: it needs "
                                          "a server that applies it, or chat completions"};
      }
      prompt_ = format_->prompt(input());
    }
    if (!prompt_->ok()) return prompt_->error();
    return {};
  }

  std::int64_t max_tokens() const {
    if (settings().max_tokens.has_value()) return *settings().max_tokens;
    if (!settings().context_length.has_value()) return kMostTokens;
    return tokens_left(*settings().context_length, prompt_tokens_);
  }

  const PromptFormat* format_ = nullptr;
  Value texts_;
  Value functions_ = Value::list();
  Value messages_ = Value::list();
  std::optional<Result<std::string>> prompt_;
  std::string last_prompt_;
  std::int64_t prompt_tokens_ = 0;
  std::size_t made_ids_ = 0;
};

// The server's own message, as the SDK shows it (openai 3.54): that of the body or of its error.
std::string error_text(const HttpResponse& http) {
  std::string text = "Error code: " + std::to_string(http.status);
  const Result<Value> body = read_json_body(http);
  if (!body.ok()) return text;
  std::string_view message = text_member(*body, "message");
  if (const Value* error = present(*body, "error"); message.empty() && error != nullptr) {
    message = text_member(*error, "message");
  }
  if (!message.empty()) text.append(" - ").append(message);
  return text;
}

std::unique_ptr<Dialect> make_completions(const Settings& settings) {
  return std::make_unique<CompletionsDialect>(settings);
}

std::vector<std::string_view> handlers_of_formats() {
  std::vector<std::string_view> handlers;
  for (const PromptFormat& format : prompt_formats()) {
    if (std::find(handlers.begin(), handlers.end(), format.handler) == handlers.end()) {
      handlers.push_back(format.handler);
    }
  }
  return handlers;
}

}  // namespace

std::span<const DialectInfo> completions_dialects() {
  static const std::vector<std::string_view> kHandlers = handlers_of_formats();
  static const std::array<DialectInfo, 1> kRows = {DialectInfo{
      .name = "completions",
      .api = "completions",
      .handlers = kHandlers,
      .decoder_handler = "OSSHandler",
      .make = make_completions,
      .retry = {.inner = {.count = 2}, .outer = {}},
      .error_text = error_text,
      .key_header = KeyHeader::kBearer,
      .base_url = "",
      .key_variable = "",
      .fc = false,
  }};
  return kRows;
}

}  // namespace bfclx
