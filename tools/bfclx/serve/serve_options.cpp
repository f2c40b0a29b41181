#include "tools/bfclx/serve/serve_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <utility>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/serve/engine_command.h"

namespace bfclx::tools {
namespace {

constexpr std::pair<Engine, std::string_view> kEngines[] = {
    {Engine::kVllm, "vllm"}, {Engine::kSglang, "sglang"}, {Engine::kLlamaCpp, "llama.cpp"}};

// Of which the value would be on a command line that everybody on the machine can read.
constexpr std::string_view kKeys[] = {"--api-key", "--hf-token", "-hft", "--admin-api-key"};

// Words of a text as a POSIX shell has them; nullopt where a quote is open.
std::optional<std::vector<std::string>> shell_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool escapes = c == '\\' && quote != '\'' && i + 1 < text.size();
    if (escapes && (quote == '\0' || text[i + 1] == '"' || text[i + 1] == '\\')) {
      word += text[++i];
      in_word = true;
    } else if (quote != '\0' ? c == quote : c == '\'' || c == '"') {
      quote = quote == '\0' ? c : '\0';
      in_word = true;
    } else if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      if (std::exchange(in_word, false)) words.push_back(std::exchange(word, {}));
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != '\0') return std::nullopt;
  if (in_word) words.push_back(word);
  return words;
}

void refuse(const std::string& word) {
  // argparse takes an underscore for a hyphen in some of these programs.
  std::string name = word.substr(0, word.find('='));
  std::replace(name.begin(), name.end(), '_', '-');
  // They take the begin of a name for it, too.
  const auto means = [&name](std::string_view key) {
    return name == key || (name.size() >= 4 && key.starts_with(name));
  };
  if (means("--port")) {
    throw UsageError("--serve-args: leave --port out; bfclx chooses a free port for each server");
  }
  const bool is_key = std::any_of(std::begin(kKeys), std::end(kKeys), means);
  if (!is_key && !name.ends_with("-password")) return;
  throw UsageError("--serve-args: " + name +
                   " would show the key to everyone on this machine. Set the environment variable "
                   "that the server reads (such as VLLM_API_KEY, LLAMA_API_KEY or HF_TOKEN)");
}

CLI::Option* noted(CLI::Option* option, ServeOptions& options) {
  const std::string name = "--" + option->get_lnames().front();
  return option->each([&options, name](const std::string&) {
    if (!options.has(name)) options.given.push_back(name);
  });
}

}  // namespace

std::optional<Engine> ServeOptions::engine() const {
  const std::string& name = serve.empty() ? backend : serve;
  for (const auto& [engine, known] : kEngines) {
    if (known == name) return engine;
  }
  return std::nullopt;
}

bool ServeOptions::has(std::string_view option) const {
  return std::find(given.begin(), given.end(), option) != given.end();
}

std::string_view engine_name(Engine engine) {
  return kEngines[static_cast<std::size_t>(engine)].second;
}

void add_serve_options(CLI::App& command, ServeOptions& options) {
  command
      .add_option("--serve", options.serve, "Start a server for the run: vllm, sglang or llama.cpp")
      ->type_name("ENGINE")
      ->check(one_of({"vllm", "sglang", "llama.cpp"}));
  command
      .add_option("--serve-args", options.arguments,
                  "More arguments for the server, as in --serve-args='--max-model-len 8192'")
      ->type_name("ARGS")
      ->allow_extra_args(false);
  command
      .add_option("--serve-replicas", options.replicas,
                  "Servers to start, each on its own group of --num-gpus GPUs; they share the\n"
                  "requests")
      ->type_name("N")
      ->check(whole_number(1, kMostServers))
      ->capture_default_str();
  noted(command
            .add_option("--backend", options.backend,
                        "Official name of --serve. Ignored if a server is running already\n"
                        "(--skip-server-setup, --base-url) or the model is hosted")
            ->type_name("NAME")
            ->check(one_of({"vllm", "sglang"})),
        options);
  noted(command.add_option("--num-gpus", options.num_gpus, "GPUs of each server")
            ->type_name("N")
            ->check(whole_number(1, 1024))
            ->capture_default_str(),
        options);
  noted(command
            .add_option("--gpu-memory-utilization", options.gpu_memory_utilization,
                        "Part of the GPU memory that the server may use (vllm and sglang)")
            ->type_name("F")
            ->check(number(0.01, 1))
            ->capture_default_str(),
        options);
  CLI::Option* lora =
      command.add_flag("--enable-lora", options.enable_lora,
                       "Load LoRA adapters (vllm). As in the official program, requests name the\n"
                       "base model; --extra-body '{\"model\": \"NAME\"}' names the adapter");
  lora->each([&options](const std::string&) { options.given.emplace_back("--enable-lora"); });
  noted(command
            .add_option("--max-lora-rank", options.max_lora_rank,
                        "Maximum rank of the adapters:\n" + lora_ranks_text())
            ->type_name("N")
            ->check(whole_number(1).description("")),
        options);
  noted(command
            .add_option("--lora-modules", options.lora_modules,
                        "Adapter NAME=PATH; repeat the option for several")
            ->type_name("M")
            ->allow_extra_args(false),
        options);
}

void add_serve_relations(CLI::App& command) {
  constexpr const char* kExcluded[] = {
      "--backend", "--skip-server-setup", "--base-url", "--endpoints", "--replay",
      "--batch",   "--batch-cancel"};
  for (const char* other : kExcluded) {
    command.get_option("--serve")->excludes(command.get_option(other));
  }
}

std::vector<std::string> serve_arguments(const ServeOptions& options) {
  std::vector<std::string> all;
  for (const std::string& text : options.arguments) {
    const std::optional<std::vector<std::string>> words = shell_words(text);
    if (!words) throw UsageError("--serve-args: a quote is not closed");
    for (const std::string& word : *words) {
      refuse(word);
      all.push_back(word);
    }
  }
  return all;
}

}  // namespace bfclx::tools
