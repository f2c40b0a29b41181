// Requests a server's list of models, and waits for a server that is not yet available.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_MODEL_LIST_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_MODEL_LIST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/generate/server.h"
#include "tools/bfclx/generate/target.h"
#include "tools/bfclx/net/http.h"

namespace bfclx::tools {

// What a server's list of models says.
struct Listed {
  bool answered = false;
  std::string api;  // "chat", "anthropic", "gemini", "cohere"
  std::vector<std::string> names;
  std::string owner;  // "vllm", "llamacpp", ...
  std::optional<std::int64_t> context;
  std::string problem;
  int status = 0;
  net::Failure failure = net::Failure::kNone;
};

// "vllm: m1, m2"; empty where there is no list.
std::string found_text(const Listed& listed);
// "m1, m2, ..."
std::string names_text(const std::vector<std::string>& names);
// What a response to such a request says; `wanted`: the model whose context length counts.
Listed read_list(const net::Response& response, const std::string& wanted);
// Sends the requests, all at once, and gives the responses in their order. NothingUsable when the
// user asks to stop meanwhile.
std::vector<net::Response> fetch_all(std::vector<net::Request> requests,
                                     const TargetOptions& options);
net::Request models_request(const Server& server, std::string_view base, std::size_t endpoint);
// Waits a second for a server that is not there yet; UsageError when that was long enough.
void wait_for_server(const TargetOptions& options, double begun);

// Asks for the list of models, below the address as given and below its "/v1", which becomes the
// server's base_url. With --skip-server-setup as long as --patience says; UsageError then.
Listed ask_for_models(Server& server, const std::string& wanted, const TargetOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_MODEL_LIST_H_
