// An entry as a server of the Model Context Protocol: JSON-RPC 2.0, one message a line.
//
// Both ways of the protocol are spoken: versions with a handshake (`initialize`, 2024-11-05 to
// 2025-11-25) and 2026-07-28, whose requests tell their version one by one (`server/discover`).
// Whatever a client sends ends in a JSON-RPC error at worst. No input or output here.
#ifndef BFCLX_TOOLS_BFCLX_MCP_MCP_SERVER_H_
#define BFCLX_TOOLS_BFCLX_MCP_MCP_SERVER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/value/dict.h"
#include "core/value/value.h"
#include "tools/bfclx/mcp/entry_session.h"

namespace bfclx::tools {

class McpServer {
 public:
  // Longer lines are refused.
  static constexpr std::size_t kMaxLineBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMaxBatch = 100;

  // The session must outlive this. With `offer_verdict` the verdict so far is a resource.
  McpServer(EntrySession& session, bool offer_verdict)
      : session_(&session), offer_verdict_(offer_verdict) {}

  // What is to be sent for a line of the client: lines with their ends, or nothing.
  std::string answer(std::string_view line);
  // The same for a line that was passed over because of its length.
  std::string answer_too_long() const;

  // Whether the tools are others than the client has been told; set by answer().
  bool tools_changed() const { return tools_changed_; }

 private:
  // What a request gives: a result, or an error.
  struct Outcome {
    Dict result;
    int code = 0;  // 0: no error
    std::string message;
    Value data;  // of an error; None: there is none
    bool may_be_cached = false;
  };
  struct Method {
    std::string_view name;
    bool handshake;  // known to versions with a handshake
    bool modern;     // known to the others
    bool early;      // allowed before `initialize`
    Outcome (McpServer::*run)(const Value& params);
  };
  struct Resource {
    std::string_view uri;
    std::string_view name;
    std::string_view description;
    bool of_episodes;  // and of no other entries
    bool on_demand;    // only where the verdict is offered
  };
  static const Resource kResources[3];
  static Outcome wrong(int code, std::string message);
  static const Method* find_method(std::string_view name, bool modern);

  // Gives the answer, None where there is none (a notification, an answer of the client).
  Value message(const Value& message);
  Outcome request(std::string_view method, const Value& params);
  std::string batch(const Value& messages);

  Outcome initialize(const Value& params);
  Outcome discover(const Value& params);
  Outcome ping(const Value& params);
  Outcome list_tools(const Value& params);
  Outcome call_tool(const Value& params);
  Outcome list_resources(const Value& params);
  Outcome list_templates(const Value& params);
  Outcome read_resource(const Value& params);

  Outcome end_turn();
  Value capabilities() const;
  std::string instructions() const;
  bool offers(const Resource& row) const;
  std::string resource_text(std::string_view uri) const;

  EntrySession* session_;
  bool offer_verdict_;
  std::string version_;         // agreed on by the handshake; empty before
  bool tools_changed_ = false;  // since the last answer
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_MCP_MCP_SERVER_H_
