#include "tools/bfclx/serve/engine_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <utility>

#include "core/base/counted.h"
#include "core/base/float_text.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/names_given.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/serve/python_module.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

// The model class passes it on, whatever the model's own type is.
constexpr const char* kDtype = "bfloat16";

// Of --max-lora-rank: MaxLoRARanks in vllm/config/lora.py.
constexpr std::size_t kLoraRanks[] = {1, 8, 16, 32, 64, 128, 256, 320, 512};

const std::string kVisibleGpus[] = {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
                                    "ROCR_VISIBLE_DEVICES"};

using Words = std::vector<std::string>;

void append(Words& all, const Words& more) { all.insert(all.end(), more.begin(), more.end()); }

// How the program is called, from the environment: its own name, or a module of Python.
EngineCommand found(const char* name, const char* package, const Words& module) {
  EngineCommand command;
  if (name != nullptr) {
    command.file = program_in_path(name);
    command.arguments = {name};
    if (!command.file.empty() || package == nullptr) return command;
  }
  const Python python = python_with(package);
  command.file = python.file;
  command.arguments = {python.name};
  append(command.arguments, module);
  return command;
}

EngineCommand vllm(const ServeOptions& options, const ServedModel& model, const std::string& port) {
  EngineCommand command = found("vllm", "vllm", {"-m", "vllm.entrypoints.cli.main"});
  append(command.arguments, {"serve", model.local_path.empty() ? model.asked_as : model.local_path,
                             "--port", port, "--dtype", kDtype, "--tensor-parallel-size",
                             std::to_string(options.num_gpus), "--gpu-memory-utilization",
                             float_repr(options.gpu_memory_utilization), "--trust-remote-code"});
  if (options.enable_lora) command.arguments.emplace_back("--enable-lora");
  if (options.max_lora_rank) {
    append(command.arguments, {"--max-lora-rank", std::to_string(*options.max_lora_rank)});
  }
  // Of several such options vllm takes the last alone. Officially there is one for each.
  for (std::size_t i = 0; i < options.lora_modules.size(); ++i) {
    if (i == 0 || options.official) command.arguments.emplace_back("--lora-modules");
    command.arguments.push_back(options.lora_modules[i]);
  }
  append(command.arguments, {"--host", std::string(kServedHost)});
  return command;
}

EngineCommand sglang(const ServeOptions& options, const ServedModel& model,
                     const std::string& port) {
  EngineCommand command = found(nullptr, "sglang", {"-m", "sglang.launch_server"});
  append(
      command.arguments,
      {"--model-path", model.local_path.empty() ? model.asked_as : model.local_path, "--port", port,
       "--dtype", kDtype, options.official ? "--tp" : "--tp-size", std::to_string(options.num_gpus),
       "--mem-fraction-static", float_repr(options.gpu_memory_utilization), "--trust-remote-code",
       "--host", std::string(kServedHost)});
  return command;
}

EngineCommand llama_cpp(const ServedModel& model, const std::string& port) {
  EngineCommand command = found("llama-server", nullptr, {});
  const bool local = !model.local_path.empty();
  append(command.arguments,
         {local ? "--model" : "--hf-repo", local ? model.local_path : model.asked_as, "--port",
          port, "--alias", model.asked_as, "--jinja", "--host", std::string(kServedHost)});
  return command;
}

struct VisibleGpus {
  std::string name;               // of the variable
  std::vector<std::string> gpus;  // that programs see
};

// By the first variable that is set; nullopt where none is, so that programs see all GPUs. As CUDA
// reads it, a negative number hides itself and everything behind it. With a duplicate CUDA fails.
std::optional<VisibleGpus> visible_gpus() {
  for (const std::string& name : kVisibleGpus) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) continue;
    VisibleGpus visible{name, names_in(value)};
    std::vector<std::string>& gpus = visible.gpus;
    gpus.erase(std::find_if(gpus.begin(), gpus.end(),
                            [](const std::string& gpu) { return gpu.starts_with('-'); }),
               gpus.end());
    for (auto gpu = gpus.begin(); gpu != gpus.end(); ++gpu) {
      if (std::find(gpus.begin(), gpu, *gpu) == gpu) continue;
      throw UsageError(name + "=" + value + ": GPU " + *gpu + " is listed twice");
    }
    return visible;
  }
  return std::nullopt;
}

}  // namespace

EngineCommand engine_command(const ServeOptions& options, const ServedModel& model,
                             const std::string& port) {
  const Words more = serve_arguments(options);
  EngineCommand command;
  switch (*options.engine()) {
    case Engine::kVllm:
      command = vllm(options, model, port);
      break;
    case Engine::kSglang:
      command = sglang(options, model, port);
      break;
    case Engine::kLlamaCpp:
      command = llama_cpp(model, port);
      break;
  }
  append(command.arguments, more);
  return command;
}

std::string not_found_text(Engine engine) {
  switch (engine) {
    case Engine::kVllm:
      return "vllm is not installed: there is no `vllm` in PATH, and `python` has no module vllm. "
             "Activate its environment, or install it (pip install vllm)";
    case Engine::kSglang:
      return "sglang is not installed: `python` has no module sglang. Activate its environment, or "
             "install it (pip install sglang)";
    case Engine::kLlamaCpp:
      break;
  }
  return "llama.cpp is not installed: there is no `llama-server` in PATH. Install llama.cpp, or "
         "add the folder of llama-server to PATH";
}

std::string lora_ranks_text() {
  std::string text;
  for (const std::size_t one : kLoraRanks) text += (text.empty() ? "" : ", ") + std::to_string(one);
  return text;
}

void check_lora(const ServeOptions& options) {
  const std::optional<std::size_t>& rank = options.max_lora_rank;
  if (!rank || *options.engine() != Engine::kVllm) return;
  if (std::find(std::begin(kLoraRanks), std::end(kLoraRanks), *rank) != std::end(kLoraRanks)) {
    return;
  }
  throw UsageError("--max-lora-rank " + std::to_string(*rank) + ": vllm accepts " +
                   lora_ranks_text());
}

void check_local_model(Engine engine, const std::string& path) {
  if (path.empty()) return;
  std::error_code ignored;
  const std::string option = "--local-model-path " + path;
  if (engine == Engine::kLlamaCpp) {
    if (fs::is_regular_file(path, ignored) && ::access(path.c_str(), R_OK) == 0) return;
    throw UsageError(option + ": expected a GGUF file that can be read");
  }
  if (!fs::is_directory(path, ignored)) throw UsageError(option + ": the folder does not exist");
  for (const char* name : {"config.json", "tokenizer_config.json"}) {
    if (!fs::exists(fs::path(path) / name, ignored)) {
      throw UsageError(option + ": the folder has no " + name);
    }
  }
}

std::string command_text(const std::vector<std::string>& arguments) {
  std::string text;
  for (const std::string& argument : arguments) {
    text += (text.empty() ? "" : " ") + shell_word(argument);
  }
  return text;
}

std::vector<std::optional<std::string>> gpu_groups(const ServeOptions& options) {
  std::vector<std::optional<std::string>> groups(options.replicas);
  const std::size_t wanted = options.replicas * options.num_gpus;
  const bool uses_number = options.replicas > 1 || *options.engine() != Engine::kLlamaCpp;
  const std::optional<VisibleGpus> visible = visible_gpus();
  if (visible && uses_number && visible->gpus.size() < wanted &&
      !(visible->gpus.empty() && options.num_gpus == 1)) {
    const std::string replicas =
        options.replicas > 1 ? "--serve-replicas " + std::to_string(options.replicas) + " with "
                             : std::string();
    throw UsageError(replicas + "--num-gpus " + std::to_string(options.num_gpus) + " needs " +
                     std::to_string(wanted) + " GPUs; " + visible->name + " has " +
                     (visible->gpus.empty() ? "none" : std::to_string(visible->gpus.size())));
  }
  if (options.replicas < 2) return groups;
  // None for anybody: the servers compute on processors.
  if (visible && visible->gpus.empty()) return groups;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    std::string& group = groups[i].emplace((visible ? visible->name : kVisibleGpus[0]) + "=");
    for (std::size_t j = 0; j < options.num_gpus; ++j) {
      const std::size_t at = i * options.num_gpus + j;
      group += (j == 0 ? "" : ",") + (visible ? visible->gpus[at] : std::to_string(at));
    }
  }
  return groups;
}

std::vector<std::string> without_effect(const ServeOptions& options) {
  const Engine engine = *options.engine();
  std::vector<std::string> names;
  for (const std::string& name : options.given) {
    const bool of_vllm = name.find("lora") != std::string::npos;
    const bool of_gpus =
        name == "--gpu-memory-utilization" || (name == "--num-gpus" && options.replicas == 1);
    if ((of_vllm && engine != Engine::kVllm) || (of_gpus && engine == Engine::kLlamaCpp)) {
      names.push_back(name);
    }
  }
  return names;
}

}  // namespace bfclx::tools
