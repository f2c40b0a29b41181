// Options about model servers that are started here: --serve and its own, and those of the official
// `bfcl generate`, which keep their names and meaning.
#ifndef BFCLX_TOOLS_BFCLX_SERVE_SERVE_OPTIONS_H_
#define BFCLX_TOOLS_BFCLX_SERVE_SERVE_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace bfclx::tools {

class ModelServers;

inline constexpr std::size_t kMostServers = 64;

enum class Engine : std::uint8_t { kVllm, kSglang, kLlamaCpp };

struct ServeOptions {
  std::string serve;                   // --serve; empty: not given
  std::string backend;                 // --backend, its official name
  std::vector<std::string> arguments;  // --serve-args, as typed
  std::size_t replicas = 1;
  std::size_t num_gpus = 1;
  double gpu_memory_utilization = 0.9;
  bool enable_lora = false;
  std::optional<std::size_t> max_lora_rank;
  std::vector<std::string> lora_modules;
  bool official = false;                  // --as-official
  std::vector<std::string> given;         // of the options above, their names
  std::shared_ptr<ModelServers> servers;  // that were started; none before

  // What is started; nullopt: nothing.
  std::optional<Engine> engine() const;
  // Whether a server will be started that is not there yet.
  bool is_ahead() const { return engine().has_value() && servers == nullptr; }
  bool has(std::string_view option) const;
};

std::string_view engine_name(Engine engine);  // "llama.cpp"

void add_serve_options(CLI::App& command, ServeOptions& options);
// What cannot go together, once all other options are there.
void add_serve_relations(CLI::App& command);

// The words of --serve-args, as a shell splits them. UsageError for an open quote, and for what
// must not be in them: the port, which is chosen here, and keys, which others could read.
std::vector<std::string> serve_arguments(const ServeOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SERVE_SERVE_OPTIONS_H_
