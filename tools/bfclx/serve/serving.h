// Starts the servers that the options of a run ask for, before its model is asked, and says what
// would be started.
#ifndef BFCLX_TOOLS_BFCLX_SERVE_SERVING_H_
#define BFCLX_TOOLS_BFCLX_SERVE_SERVING_H_

#include <memory>
#include <string>
#include <vector>

#include "core/dataset/models.h"
#include "core/value/value.h"
#include "tools/bfclx/generate/options.h"
#include "tools/bfclx/generate/target.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/serve/model_servers.h"

namespace bfclx::tools {

// For the runs of one model (its repeats): checks that they can begin, starts the servers where
// anything is left to generate, and gives the runs their addresses. They run until the result and
// all copies of the options are gone, or until end(). nullptr where none is started. Throws as
// ModelServers and Generation do.
std::shared_ptr<ModelServers> start_servers(std::vector<GenerateOptions>& runs,
                                            const std::string& model, DatasetDir& dataset,
                                            const ModelRegistry& registry);

// For --dry-run: the commands, a line each; empty where none is started.
struct ServersPlan {
  std::string text;
  bool is_refused = false;  // the program is not installed
};
ServersPlan servers_plan(const ServeOptions& options, const Target& target,
                         const std::string& local_path);

// For the manifest: {"engine", "version", "local_model_path", "num_gpus", "gpu_memory_utilization",
// "replicas", "enable_lora", "max_lora_rank", "lora_modules", "arguments", "commands", "logs"};
// None where none was started.
Value servers_value(const ServeOptions& options, const Target& target,
                    const std::string& local_path);
// The options that start the same servers again, " --serve vllm --num-gpus 2", from that value.
std::string serve_options_text(const Value& started);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SERVE_SERVING_H_
