// Requests a server's list of models, and waits for a server that is not yet available.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_MODEL_LIST_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_MODEL_LIST_H_

#include <cstdint>
#include <optional>
#include <string>
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

// Asks for the list of models, below the address as given and below its "/v1", which becomes the
// server's base_url. With --skip-server-setup as long as --patience says; UsageError then.
Listed ask_for_models(Server& server, const std::string& wanted, const TargetOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_MODEL_LIST_H_
