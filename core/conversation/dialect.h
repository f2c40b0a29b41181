// Dialect: the history of ONE entry in the words of one wire protocol, and how its requests and
// responses look. Mirrors the hooks of the official handler classes (base_handler.py), the FC and
// the prompting ones alike; Settings::calls_functions() says which of the two an object plays.
//
// The turn loop calls, in this order:
//
//   begin(entry)                          _pre_query_processing_FC / _prompting
//   compile_tools(functions)              _compile_tools; FC only; again when functions are added
//   for each turn:
//     add_turn(messages, first)           add_first_turn_message_* / _add_next_turn_user_message_*
//     for each step:
//       template_to_apply(), set_prompt(text)       only where the prompt is the server's template
//       prompt_to_count(), set_prompt_tokens(n)     only where max_tokens depends on the prompt
//       request()                         _query_*; sent again as it is by retries
//       parse(response)                   _parse_query_response_*
//       add_assistant(response)              _add_assistant_message_*
//       add_results(calls, results, response)          _add_execution_results_*
//
// Where a question has earlier calls: parse(said(...)), add_assistant and add_results between parts
// of its messages.
//
// Values are Python objects with Python's aliasing. The entry is the conversation's own deep copy,
// and messages of a turn are the objects of its `question`: what a dialect changes in them in place
// shows in "begin_of_turn_query" of the inference log, as it does officially. A message that
// must not be changed there is to be copied first.
//
// Adding a protocol is one file in dialects/ with a table of DialectInfo rows (one for each
// official handler class that differs) and one line in dialects.cpp.
#ifndef BFCLX_CORE_CONVERSATION_DIALECT_H_
#define BFCLX_CORE_CONVERSATION_DIALECT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/conversation/retry.h"
#include "core/conversation/server_message.h"
#include "core/conversation/settings.h"
#include "core/dataset/earlier_calls.h"
#include "core/value/value.h"

namespace bfclx {

struct HttpHeader {
  std::string name;  // as sent; of responses in lower case
  std::string value;
};

struct HttpRequest {
  std::string method = "POST";
  // Below the server's base URL, with a leading slash: "/chat/completions".
  std::string path;
  // Without secrets: whoever sends it adds the key (DialectInfo::key_header) and the base URL.
  std::vector<HttpHeader> headers;
  std::string body;  // UTF-8 JSON
};

struct HttpResponse {
  int status = 0;
  std::vector<HttpHeader> headers;
  std::string body;  // bytes as received, decoded from any transfer or content encoding
};

// The first header of that name (lower case); empty when there is none.
std::string_view find_header(const std::vector<HttpHeader>& headers, std::string_view name);

// What _parse_query_response_* gives.
struct ModelResponse {
  Value result;         // "model_responses": the entry's result, and what is decoded
  Value input_tokens;   // "input_token"
  Value output_tokens;  // "output_token"
  // "reasoning_content" when the official dict has that key (its value may be "" or None).
  std::optional<Value> reasoning;
  // Of the tokens, where Settings::keeps_logprobs (token_logprobs.h).
  std::optional<Value> logprobs;
  // What goes back into the history ("model_responses_message_for_chat_history"); the dialect's
  // own.
  Value message;
  // What Python prints of it in logs, where it is an object of an SDK: an opaque Value.
  std::optional<Value> shown;
  Value tool_call_ids = Value::list();
  // Ours, for the manifest: "stop", "length", "tool_calls", ... as the server says; empty if it
  // does not. `usage`: the server's object, None if there is none.
  std::string finish_reason;
  Value usage;
  // Ours: the error that a server states beside or instead of a response, though its status is 2xx.
  std::optional<StatedError> error;
};

// Kind of an Error of parse() that the official SDK raises itself, within reach of the retries
// (AttemptOutcome::kBadShape); all other kinds but JSONDecodeError end the entry at once.
inline constexpr std::string_view kSdkError = "SdkError";
// Kind of an Error of parse() whose text is the error that an event of a stream states.
inline constexpr std::string_view kStreamError = "APIError";

struct SaidMessage {
  std::string text;
  std::vector<EarlierCall> calls;
};

class Dialect {
 public:
  explicit Dialect(const Settings& settings) : settings_(&settings) {}
  Dialect(const Dialect&) = delete;
  Dialect& operator=(const Dialect&) = delete;
  virtual ~Dialect() = default;

  // `entry` is a dict: id, question, function, ...; `prompts` is Dataset::prompts() (prompts.h). An
  // Error ends the entry with its message, here and below: it has the class and the text of the
  // Python exception.
  virtual Status begin(const Value& entry, const Value& prompts) = 0;
  // `functions`: list of function docs (never to be changed; see tools.h:convert_to_tool).
  virtual Status compile_tools(const Value& functions) = 0;
  // `messages`: list of messages {role, content} of this turn.
  virtual Status add_turn(const Value& messages, bool first) = 0;

  // Keyword arguments of the tokenizer's apply_chat_template ("messages", "tools", ...), where the
  // prompt is made by the template of the model's own tokenizer; the text that comes of it. Before
  // prompt_to_count().
  virtual std::optional<Value> template_to_apply() { return std::nullopt; }
  // NOLINTNEXTLINE(performance-unnecessary-value-param): whoever overrides it keeps the text
  virtual void set_prompt(std::string /*prompt*/) {}
  // The text whose tokens the server shall count before request(), where max_tokens depends on it.
  virtual std::optional<std::string> prompt_to_count() { return std::nullopt; }
  virtual void set_prompt_tokens(std::int64_t /*count*/) {}

  virtual Result<HttpRequest> request() = 0;
  // "inference_input" of the log, as of the last request(). Whatever can change later has to be a
  // copy or a text (official: mostly repr of the messages), unless the official log changes with
  // it.
  virtual Value input_log() = 0;
  // A response with a 2xx status. Errors of kind "JSONDecodeError" are AttemptOutcome::kBadJson.
  virtual Result<ModelResponse> parse(const HttpResponse& http) = 0;
  virtual Status add_assistant(const ModelResponse& response) = 0;
  // `calls`: the decoded calls, a list of str; `results`: their results, as many str.
  virtual Status add_results(const Value& calls, const Value& results,
                             const ModelResponse& response) = 0;
  // The response with which a model of this protocol says this, for parse(): earlier calls of a
  // question come into the history as if the model had made them here. In prompting there are no
  // calls, the text has them.
  virtual HttpResponse said(const SaidMessage& said) const = 0;

 protected:
  const Settings& settings() const { return *settings_; }

 private:
  const Settings* settings_;  // outlives the dialect
};

// How the server is told the key.
enum class KeyHeader : std::uint8_t {
  kBearer,
  kXApiKey,
  kXGoogApiKey,
  kAwsSignature,
  kNone,
  kApiKey
};

// One row: an official handler class (or a plain protocol) and what is its own.
struct DialectInfo {
  std::string_view name;  // "chat", "deepseek", "anthropic"; unique
  std::string_view api;   // the protocol, as --api names it: "chat", "responses", ...
  // Official handler classes that behave so, and the class whose decoder is the default where it
  // is not the first of these (both as core/decode names them).
  std::span<const std::string_view> handlers;
  std::string_view decoder_handler = {};
  std::unique_ptr<Dialect> (*make)(const Settings& settings);
  RetryRule retry;
  // str(exception) of the official SDK for a response that is no success.
  std::string (*error_text)(const HttpResponse& http);
  KeyHeader key_header = KeyHeader::kBearer;
  std::string_view base_url;  // the provider's, which paths are appended to; empty: must be given
  std::string_view key_variable;  // environment variable with the key; empty: needs none
  // The handler's own is_fc_model, where it overrides the registry's (GoGoAgent, Cohere).
  std::optional<bool> fc = std::nullopt;
};

// All rows, in the order in which people see them.
std::span<const DialectInfo* const> dialects();
const DialectInfo* find_dialect(std::string_view name);  // nullptr when unknown
const DialectInfo* find_dialect_for_handler(std::string_view handler_class);  // likewise

// Settings::request_members merged into `body`, then the members of Settings::extra_body over its
// own.
void add_members(const Value& body, const Settings& settings);
// add_members(), then UTF-8 JSON as httpx writes it (", "
// and ": " left out the spaces, no ASCII escapes). UnicodeEncodeError for lone surrogates, as
// Python's SDKs have it.
Result<std::string> write_body(const Value& body, const Settings& settings);
// response.json(): UnicodeDecodeError or JSONDecodeError where the body is none.
Result<Value> read_json_body(const HttpResponse& http);
// str(exception) of the OpenAI SDK, and of those made by the same generator (Anthropic, Writer),
// for a status that is no success: "Error code: 400 - {repr of the body}".
std::string openai_error_text(const HttpResponse& http);

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_DIALECT_H_
