// OpenAI chat completions and its family: one class, and for each official handler a row of what it
// does differently (chat_rows.cpp).
#ifndef BFCLX_CORE_CONVERSATION_DIALECTS_CHAT_H_
#define BFCLX_CORE_CONVERSATION_DIALECTS_CHAT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/conversation/dialect.h"
#include "core/conversation/dialects/history.h"
#include "core/conversation/tools.h"

namespace bfclx {

struct ChatTraits {
  ToolStyle tools = ToolStyle::kOpenAiChat;
  std::string_view path = "/chat/completions";

  // The request.
  bool store = true;               // "store": false
  bool temperature_fc = true;      // sent in the FC loop
  bool temperature_prompt = true;  // sent in prompting
  bool empty_tools = false;        // "tools": [] is sent as well
  bool tool_choice = false;        // "tool_choice": "auto" beside tools
  bool stream = false;             // a stream of events, with thinking enabled (Qwen)
  std::string_view tools_key = "tools";
  bool sends_tools = true;  // false: the FC loop sends none (Nemotron tells them in words)
  bool raw_tools = false;   // function docs go out as they are (Gorilla)
  bool ascii_body = false;  // written by json.dumps itself (Gorilla)
  // What the server is asked for, where it is not Settings::model_name.
  Result<std::string> (*model)(const Settings& settings) = nullptr;
  // Models whose name holds this get "thinking" instead of a temperature (GLM).
  std::string_view thinking_models = {};

  // The prompt.
  enum class Prompt : std::uint8_t { kDefault, kMining, kNemotron };
  Prompt prompt = Prompt::kDefault;
  bool merges_user = false;  // consecutive user messages become one, in prompting

  // The response and what of it goes back.
  enum class Reading : std::uint8_t {
    kPlain,
    kNanbeige,   // needs "reasoning_content"; history is put together anew
    kFireworks,  // only the calls go back; results have no id
    kGorilla,    // the response is the text
    kMining,     // JSON between <tool_calls> tags, in prompting
    kGeneric,    // any server: as kPlain, with reasoning told and lenient about what lacks
  };
  Reading reading = Reading::kPlain;
  bool strips_reasoning_fc = false;  // told in the result, taken out of the history
  bool strips_reasoning_prompt = false;
  bool live_log = false;  // the inference log holds the messages themselves, which grow on
};

class ChatDialect final : public Dialect {
 public:
  ChatDialect(const Settings& settings, const ChatTraits& traits)
      : Dialect(settings), traits_(traits) {}

  Status begin(const Value& entry, const Value& prompts) override;
  Status compile_tools(const Value& functions) override;
  Status add_turn(const Value& messages, bool first) override;
  Result<HttpRequest> request() override;
  Value input_log() override;
  Result<ModelResponse> parse(const HttpResponse& http) override;
  Status add_assistant(const ModelResponse& response) override;
  Status add_results(const Value& calls, const Value& results,
                     const ModelResponse& response) override;
  HttpResponse said(const SaidMessage& said) const override;

 private:
  bool fc() const { return settings().calls_functions(); }
  Status begin_mining(const Value& entry, const Value& prompts);
  Status begin_nemotron(const Value& entry, const Value& prompts);
  void add_sampling(Dict& body) const;
  Result<ModelResponse> parse_message(const Value& completion) const;
  void add_usage(const Value& usage, ModelResponse& response) const;

  const ChatTraits& traits_;
  History history_;
  Value tools_ = Value::list();
};

// chat_response.cpp: what the official handlers make of choices[0].message. An Error has the Python
// exception's text.
struct ChatReading {
  const ChatTraits* traits;
  bool fc = false;
  bool as_official = false;
  bool for_input_log = true;  // fill ModelResponse::shown, which is as large as the message
};
Result<ModelResponse> read_chat_message(const Value& message, const ChatReading& how);
// choices[0].message
Result<Value> first_message(const Value& completion);
// The SDK's ChatCompletionMessage, as Python prints it (opaque).
Value shown_chat_message(const Value& message);

// chat_stream.cpp: the response put together from a stream of events (QwenAPIHandler).
Result<ModelResponse> read_chat_stream(std::string_view events, bool fc);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_DIALECTS_CHAT_H_
