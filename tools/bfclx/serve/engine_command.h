// The command line of a model server, as the official program has it (base_oss_handler.py,
// spin_up_local_server), and the program of the environment that it runs.
#ifndef BFCLX_TOOLS_BFCLX_SERVE_ENGINE_COMMAND_H_
#define BFCLX_TOOLS_BFCLX_SERVE_ENGINE_COMMAND_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/serve/serve_options.h"

namespace bfclx::tools {

// Where servers listen: nobody else is to use them.
inline constexpr std::string_view kServedHost = "127.0.0.1";

struct EngineCommand {
  std::string file;                    // to be executed; empty: not found in the environment
  std::vector<std::string> arguments;  // "vllm", "serve", ...
};

// What a model is served from and under which name: `asked_as` is what requests name.
struct ServedModel {
  std::string asked_as;
  std::string local_path;  // --local-model-path; empty: the hub's model `asked_as`
};

// `port`: its number, or a word that stands for it. Looks for the program in PATH, and for a Python
// package in the Python of PATH. UsageError for arguments that the server must not get.
EngineCommand engine_command(const ServeOptions& options, const ServedModel& model,
                             const std::string& port);
// What to do where `file` is empty.
std::string not_found_text(Engine engine);
// Those of --max-lora-rank that vllm has: "1, 8, 16".
std::string lora_ranks_text();
// UsageError for another one.
void check_lora(const ServeOptions& options);

// UsageError where the files of a local model are not there, as officially.
void check_local_model(Engine engine, const std::string& path);
// As a shell takes it.
std::string command_text(const std::vector<std::string>& arguments);

// A variable of the environment and its value, "CUDA_VISIBLE_DEVICES=0,1", for each server; none
// where a server gets all GPUs. UsageError where there are too few.
std::vector<std::optional<std::string>> gpu_groups(const ServeOptions& options);

// Names of options that were given and that this engine does not have.
std::vector<std::string> without_effect(const ServeOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SERVE_ENGINE_COMMAND_H_
