#include "tools/bfclx/mcp/mcp_server.h"

#include <algorithm>
#include <utility>

#include "core/base/utf8.h"
#include "core/run/scorer.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

// Codes of JSON-RPC, and of the protocol.
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kInternalError = -32603;
constexpr int kResourceNotFound = -32002;
constexpr int kUnsupportedVersion = -32022;

// The oldest first; a client that asks for another is offered the last.
constexpr std::string_view kHandshakeVersions[] = {"2024-11-05", "2025-03-26", "2025-06-18",
                                                   "2025-11-25"};
constexpr std::string_view kModernVersion = "2026-07-28";
constexpr std::string_view kBatchVersion = "2025-03-26";  // the only one with batches
constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";

constexpr std::string_view kEndTurn = "bfclx_end_turn";
constexpr std::string_view kOver = "the episode is over: all its turns have ended";

Value server_info() { return dict_of({{"name", "bfclx"}, {"version", BFCLX_VERSION}}); }

std::string line_of(const Value& value) {
  std::string line;
  append_json(line, value);
  line += '\n';
  return line;
}

Value error_value(const Value& id, int code, std::string_view message, const Value& data = {}) {
  Dict error;
  error.set("code", Value::integer(code));
  error.set("message", Value::str(message));
  if (!data.is_none()) error.set("data", data);
  return dict_of({{"jsonrpc", "2.0"}, {"id", id}, {"error", Value::dict(std::move(error))}});
}

Value text_content(std::string_view text) {
  return Value::list({dict_of({{"type", "text"}, {"text", text}})});
}

// The id of a request: a text or an integer. nullptr for any other.
const Value* id_of(const Value& message) {
  const Value* id = find_member(message, "id");
  return id != nullptr && (id->is_str() || id->is_int()) ? id : nullptr;
}

// The version that a request names for itself; nullptr where it names none.
const Value* version_of(const Value& params) {
  const Value* meta = find_member(params, "_meta");
  return meta != nullptr ? find_member(*meta, kVersionKey) : nullptr;
}

}  // namespace

constexpr McpServer::Resource McpServer::kResources[] = {
    {"bfclx://turn", "turn", "The current turn: the user's messages", false, false},
    {"bfclx://state", "state", "The public state of the simulated services", true, false},
    {"bfclx://verdict", "verdict", "The verdict on the calls so far", false, true},
};

McpServer::Outcome McpServer::wrong(int code, std::string message) {
  Outcome outcome;
  outcome.code = code;
  outcome.message = std::move(message);
  return outcome;
}

const McpServer::Method* McpServer::find_method(std::string_view name, bool modern) {
  static constexpr Method kMethods[] = {
      {"initialize", true, false, true, &McpServer::initialize},
      {"server/discover", false, true, true, &McpServer::discover},
      {"ping", true, false, true, &McpServer::ping},
      {"tools/list", true, true, false, &McpServer::list_tools},
      {"tools/call", true, true, false, &McpServer::call_tool},
      {"resources/list", true, true, false, &McpServer::list_resources},
      {"resources/templates/list", true, true, false, &McpServer::list_templates},
      {"resources/read", true, true, false, &McpServer::read_resource},
  };
  for (const Method& method : kMethods) {
    if (method.name == name && (modern ? method.modern : method.handshake)) return &method;
  }
  return nullptr;
}

std::string McpServer::answer_too_long() const {
  return line_of(
      error_value({}, kInvalidRequest,
                  "the line is longer than " + std::to_string(kMaxLineBytes >> 20) + " MiB"));
}

std::string McpServer::answer(std::string_view line) {
  tools_changed_ = false;
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return "";
  if (const auto place = find_invalid_utf8(line)) {
    return line_of(error_value({}, kParseError,
                               "the line is not valid UTF-8 at byte " + std::to_string(*place)));
  }
  const Result<Value> parsed = json_loads(line);
  if (!parsed.ok()) {
    return line_of(
        error_value({}, kParseError, "the line is not valid JSON: " + parsed.error().message));
  }
  std::string lines;
  if (parsed->is_list()) {
    lines = batch(*parsed);
  } else if (const Value answer = message(*parsed); !answer.is_none()) {
    lines = line_of(answer);
  }
  if (tools_changed_ && !version_.empty()) {
    lines += line_of(dict_of({{"jsonrpc", "2.0"}, {"method", "notifications/tools/list_changed"}}));
  }
  return lines;
}

std::string McpServer::batch(const Value& messages) {
  const List& items = messages.items();
  if (version_ != kBatchVersion || items.empty() || items.size() > kMaxBatch) {
    return line_of(error_value({}, kInvalidRequest,
                               version_ != kBatchVersion
                                   ? "this version of the protocol has no batches"
                                   : "a batch has 1 to 100 messages"));
  }
  List answers;
  for (const Value& item : items) {
    if (Value one = message(item); !one.is_none()) answers.push_back(std::move(one));
  }
  return answers.empty() ? "" : line_of(Value::list(std::move(answers)));
}

Value McpServer::message(const Value& message) {
  const Value* id = id_of(message);
  const auto refuse = [&](std::string_view why) {
    return error_value(id != nullptr ? *id : Value(), kInvalidRequest, why);
  };
  if (!message.is_dict()) return refuse("a message must be an object");
  if (find_text(message, "jsonrpc") != "2.0") return refuse("`jsonrpc` is not \"2.0\"");
  const Value* method = find_member(message, "method");
  if (method == nullptr) {
    // Nothing is asked of the client, so that an answer of it is to nothing.
    const bool is_answer =
        find_member(message, "result") != nullptr || find_member(message, "error") != nullptr;
    return is_answer ? Value() : refuse("`method` is missing");
  }
  if (!method->is_str()) return refuse("`method` is not a string");
  if (find_member(message, "id") == nullptr) return {};  // a notification: none changes anything
  if (id == nullptr) return refuse("`id` is neither a string nor an integer");
  const Value* params = find_member(message, "params");
  const Value none = Value::dict();
  if (params != nullptr && !params->is_dict()) {
    return error_value(*id, kInvalidParams, "`params` is not an object");
  }
  Outcome outcome = request(method->as_str(), params != nullptr ? *params : none);
  if (outcome.code != 0) return error_value(*id, outcome.code, outcome.message, outcome.data);
  return dict_of(
      {{"jsonrpc", "2.0"}, {"id", *id}, {"result", Value::dict(std::move(outcome.result))}});
}

McpServer::Outcome McpServer::request(std::string_view name, const Value& params) {
  const Value* version = version_of(params);
  const bool modern = version != nullptr || name == "server/discover";
  if (modern) {
    if (version == nullptr || !version->is_str() ||
        find_member(*find_member(params, "_meta"), kCapabilitiesKey) == nullptr) {
      return wrong(kInvalidParams, "`_meta` has no " + std::string(kVersionKey) + " and " +
                                       std::string(kCapabilitiesKey));
    }
    if (version->as_str() != kModernVersion) {
      Outcome outcome = wrong(kUnsupportedVersion, "this version of the protocol is unsupported");
      outcome.data = dict_of(
          {{"supported", Value::list({Value::str(kModernVersion)})}, {"requested", *version}});
      return outcome;
    }
  }
  const Method* method = find_method(name, modern);
  if (method == nullptr) return wrong(kMethodNotFound, "unknown method");
  if (!modern && !method->early && version_.empty()) {
    return wrong(kInvalidRequest, "send `initialize` first");
  }
  Outcome outcome = (this->*method->run)(params);
  if (outcome.code != 0 || !modern) return outcome;
  outcome.result.set("resultType", Value::str("complete"));
  if (outcome.may_be_cached) {
    outcome.result.set("ttlMs", Value::integer(0));
    outcome.result.set("cacheScope", Value::str("private"));
  }
  return outcome;
}

Value McpServer::capabilities() const {
  return dict_of(
      {{"tools", dict_of({{"listChanged", !version_.empty()}})}, {"resources", Value::dict()}});
}

std::string McpServer::instructions() const {
  std::string text = "The tools of the entry " + session_->entry().id +
                     ". The user's messages are in the resource bfclx://turn.";
  if (!session_->is_episode()) text += " Calls are recorded and not executed.";
  text += " When the turn is done, call " + std::string(kEndTurn) +
          (session_->is_episode() ? ": it returns the next user message." : ".");
  return text;
}

McpServer::Outcome McpServer::initialize(const Value& params) {
  const Value* asked = find_member(params, "protocolVersion");
  if (asked == nullptr || !asked->is_str()) {
    return wrong(kInvalidParams, "`protocolVersion` is not a string");
  }
  if (!version_.empty()) return wrong(kInvalidRequest, "`initialize` was sent before");
  const auto* found =
      std::find(std::begin(kHandshakeVersions), std::end(kHandshakeVersions), asked->as_str());
  version_ = found != std::end(kHandshakeVersions) ? *found : *std::rbegin(kHandshakeVersions);
  Outcome outcome;
  outcome.result.set("protocolVersion", Value::str(version_));
  outcome.result.set("capabilities", capabilities());
  outcome.result.set("serverInfo", server_info());
  outcome.result.set("instructions", Value::str(instructions()));
  return outcome;
}

McpServer::Outcome McpServer::discover(const Value&) {
  Outcome outcome;
  outcome.result.set("supportedVersions", Value::list({Value::str(kModernVersion)}));
  outcome.result.set("capabilities", capabilities());
  outcome.result.set("instructions", Value::str(instructions()));
  outcome.result.set("_meta", dict_of({{kServerInfoKey, server_info()}}));
  outcome.may_be_cached = true;
  return outcome;
}

McpServer::Outcome McpServer::ping(const Value&) { return {}; }

McpServer::Outcome McpServer::list_tools(const Value& params) {
  if (find_member(params, "cursor") != nullptr) {
    return wrong(kInvalidParams, "unknown cursor: all tools are in one list");
  }
  Result<Value> tools = session_->tools();
  if (!tools.ok()) {
    return wrong(kInternalError, "the functions of the entry have another form: " +
                                     std::string(tools.error().kind) + ": " +
                                     tools.error().message);
  }
  List list = tools->items();
  if (!session_->is_over()) {
    list.push_back(
        dict_of({{"name", kEndTurn},
                 {"description",
                  "Ends the turn. Returns the next user message as JSON, or says that the "
                  "episode is over."},
                 {"inputSchema", dict_of({{"type", "object"}, {"properties", Value::dict()}})}}));
  }
  Outcome outcome;
  outcome.result.set("tools", Value::list(std::move(list)));
  outcome.may_be_cached = true;
  return outcome;
}

McpServer::Outcome McpServer::end_turn() {
  Outcome outcome;
  session_->end_turn();
  tools_changed_ = tools_changed_ || session_->is_over() || session_->brings_tools();
  std::string text;
  append_json(text, session_->turn_value());
  outcome.result.set("content", text_content(text));
  outcome.result.set("isError", Value::boolean(false));
  return outcome;
}

McpServer::Outcome McpServer::call_tool(const Value& params) {
  const Value* name = find_member(params, "name");
  if (name == nullptr || !name->is_str()) return wrong(kInvalidParams, "`name` is not a string");
  const Value* arguments = find_member(params, "arguments");
  if (arguments != nullptr && !arguments->is_dict()) {
    return wrong(kInvalidParams, "`arguments` is not an object");
  }
  Outcome outcome;
  if (session_->is_over()) {
    outcome.result.set("content", text_content(kOver));
    outcome.result.set("isError", Value::boolean(true));
    return outcome;
  }
  if (name->as_str() == kEndTurn) return end_turn();
  if (!session_->has_tool(name->as_str())) {
    return wrong(kInvalidParams, "unknown tool: " + std::string(name->as_str()));
  }
  const EntrySession::Answer answer =
      session_->call(name->as_str(), arguments != nullptr ? *arguments : Value::dict());
  outcome.result.set("content", text_content(answer.text));
  outcome.result.set("isError", Value::boolean(answer.failed));
  return outcome;
}

McpServer::Outcome McpServer::list_resources(const Value& params) {
  if (find_member(params, "cursor") != nullptr) {
    return wrong(kInvalidParams, "unknown cursor: all resources are in one list");
  }
  List list;
  for (const Resource& row : kResources) {
    if (!offers(row)) continue;
    list.push_back(dict_of({{"uri", row.uri},
                            {"name", row.name},
                            {"description", row.description},
                            {"mimeType", "application/json"}}));
  }
  Outcome outcome;
  outcome.result.set("resources", Value::list(std::move(list)));
  outcome.may_be_cached = true;
  return outcome;
}

McpServer::Outcome McpServer::list_templates(const Value&) {
  Outcome outcome;
  outcome.result.set("resourceTemplates", Value::list());
  outcome.may_be_cached = true;
  return outcome;
}

bool McpServer::offers(const Resource& row) const {
  return (!row.of_episodes || session_->is_episode()) && (!row.on_demand || offer_verdict_);
}

// Empty where there is no such resource.
std::string McpServer::resource_text(std::string_view uri) const {
  const auto* row = std::find_if(std::begin(kResources), std::end(kResources),
                                 [&](const Resource& one) { return one.uri == uri; });
  if (row == std::end(kResources) || !offers(*row)) return "";
  if (row->on_demand) return verdict_json(session_->judged());
  std::string text;
  append_json(text, row->of_episodes ? session_->state() : session_->turn_value());
  return text;
}

McpServer::Outcome McpServer::read_resource(const Value& params) {
  const Value* uri = find_member(params, "uri");
  if (uri == nullptr || !uri->is_str()) return wrong(kInvalidParams, "`uri` is not a string");
  const std::string text = resource_text(uri->as_str());
  if (text.empty()) {
    Outcome outcome = wrong(version_of(params) != nullptr ? kInvalidParams : kResourceNotFound,
                            "unknown resource");
    outcome.data = dict_of({{"uri", *uri}});
    return outcome;
  }
  Outcome outcome;
  outcome.result.set(
      "contents",
      Value::list({dict_of({{"uri", *uri}, {"mimeType", "application/json"}, {"text", text}})}));
  outcome.may_be_cached = true;
  return outcome;
}

}  // namespace bfclx::tools
