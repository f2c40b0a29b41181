#include "tools/bfclx/serve/serving.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/conversation/dialect.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/stops.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr double kGrace = 15;  // seconds, as officially

// Whether nobody can run the model but its provider.
bool is_hosted(const GenerateOptions& options, const Model* registered) {
  if (registered == nullptr || options.target.api != "auto") return false;
  const Result<Settings> settings = settings_for(*registered);
  return settings.ok() && !settings->dialect->base_url.empty();
}

// Why an official command starts no server here; empty where it does.
std::string no_server_needed(const GenerateOptions& options, bool hosted) {
  const TargetOptions& target = options.target;
  if (target.wait_for_server) return "--skip-server-setup";
  if (!target.base_urls.empty()) return "--base-url";
  if (!target.endpoints_file.empty()) return "--endpoints";
  if (!options.replay.empty()) return "--replay";
  if (options.in_batches()) return "--batch";
  if (hosted) return "a hosted model";
  const char* remote = std::getenv("REMOTE_OPENAI_BASE_URL");
  return remote != nullptr && *remote != '\0' ? "REMOTE_OPENAI_BASE_URL" : "";
}

// Decides whether a server is started, and says which options have no effect.
void choose(ServeOptions& serve, const GenerateOptions& options, const std::string& model,
            const Model* registered) {
  const bool hosted = is_hosted(options, registered);
  const std::string needless = no_server_needed(options, hosted);
  if (!serve.serve.empty() && hosted) {
    throw UsageError("--serve " + serve.serve + ": " + model +
                     " is a hosted model. Leave --serve out");
  }
  const bool starts = !serve.serve.empty() || (!serve.backend.empty() && needless.empty());
  if (!starts) {
    serve.backend.clear();
    const bool own = !serve.arguments.empty() || serve.replicas > 1;
    if (own) throw UsageError("--serve-args and --serve-replicas need --serve");
    if (serve.given.empty()) return;
    note(joined(serve.given, ", ") + ": no effect " +
         (needless.empty() ? "without --serve, because no server is started"
                           : "with " + needless + ", because no server is started"));
    serve.given.clear();
    return;
  }
  if (!options.target.provider.empty()) {
    throw UsageError("a started server (--serve) is of no provider. Leave --provider out");
  }
  const std::vector<std::string> without = without_effect(serve);
  if (!without.empty()) {
    note(joined(without, ", ") + ": no effect with " + std::string(engine_name(*serve.engine())) +
         "; pass its own options with --serve-args");
  }
  if (*serve.engine() == Engine::kVllm && serve.enable_lora &&
      options.extra_body.find("\"model\"") == std::string::npos) {
    note(
        "Warning: requests name the base model, as in the official program, so the adapters have "
        "no effect. --extra-body '{\"model\": \"NAME\"}' names an adapter");
  }
  serve.official = options.as_official;
  serve_arguments(serve);  // refused now, if they are
  check_lora(serve);
  check_local_model(*serve.engine(), options.target.local_model_path);
  gpu_groups(serve);
  if (serve.replicas > 1 && options.as_official) {
    throw UsageError("--serve-replicas: --as-official takes one server");
  }
}

ServedModel served_model(const Target& target, const std::string& local_path) {
  return {target.settings.model_name, local_path};
}

Value utf8_texts(std::vector<std::string> texts) {
  for (std::string& text : texts) text = sanitize_utf8(text);
  return list_of_texts(texts);
}

std::string log_name(const GenerateOptions& options, const std::string& folder) {
  std::string name = folder;
  if (options.shard) {
    name += ".shard-" + std::to_string(options.shard->number) + "-of-" +
            std::to_string(options.shard->of);
  }
  return name + ".server";
}

}  // namespace

std::shared_ptr<ModelServers> start_servers(std::vector<GenerateOptions>& runs,
                                            const std::string& model, DatasetDir& dataset,
                                            const ModelRegistry& registry) {
  ServeOptions serve = runs.front().serve;
  choose(serve, runs.front(), model, registry.find(model));
  for (GenerateOptions& run : runs) run.serve = serve;
  if (!serve.is_ahead() || runs.front().dry_run) return nullptr;
  ServersRequest request;
  std::size_t left = 0;
  for (const GenerateOptions& run : runs) {
    Generation generation(run, model, dataset, registry);
    left += generation.entries_left();
    request.log_name =
        log_name(run, checked_model_folder(generation.target().settings.registry_name));
    request.model = served_model(generation.target(), run.target.local_model_path);
    request.redactor = generation.target().server.redactor;
  }
  if (left == 0) return nullptr;
  GenerateOptions of_all = runs.front();
  of_all.repeat = 0;
  of_all.point = {};
  request.options = serve;
  request.log_folder = chosen_result_dir(of_all);
  request.patience = of_all.patience;
  request.grace = std::min(kGrace, of_all.stop_timeout);
  request.stops = stops_so_far;
  const auto servers = std::make_shared<ModelServers>(std::move(request));
  for (GenerateOptions& run : runs) {
    run.serve.servers = servers;
    run.target.base_urls = servers->addresses();
  }
  return servers;
}

ServersPlan servers_plan(const ServeOptions& options, const Target& target,
                         const std::string& local_path) {
  ServersPlan plan;
  if (!options.is_ahead()) return plan;
  const EngineCommand command = engine_command(options, served_model(target, local_path), "PORT");
  plan.text = options.replicas < 2
                  ? "A server is started for the run:\n"
                  : std::to_string(options.replicas) + " servers are started for the run:\n";
  for (const std::optional<std::string>& gpus : gpu_groups(options)) {
    plan.text += "  " + (gpus ? *gpus + " " : "") + command_text(command.arguments) + "\n";
  }
  plan.is_refused = command.file.empty();
  if (plan.is_refused) plan.text += not_found_text(*options.engine()) + "\n";
  return plan;
}

Value servers_value(const ServeOptions& options, const Target& target,
                    const std::string& local_path) {
  if (options.servers == nullptr) return {};
  Value commands = Value::list();
  for (const std::vector<std::string>& command : options.servers->commands()) {
    commands.mutable_list().push_back(utf8_texts(command));
  }
  const std::optional<std::size_t>& rank = options.max_lora_rank;
  return dict_of(
      {{"engine", engine_name(options.servers->engine())},
       {"version", target.server.version},
       {"local_model_path", sanitize_utf8(local_path)},
       {"num_gpus", options.num_gpus},
       {"gpu_memory_utilization", options.gpu_memory_utilization},
       {"replicas", options.replicas},
       {"enable_lora", options.enable_lora},
       {"max_lora_rank", rank ? Value::integer(static_cast<std::int64_t>(*rank)) : Value()},
       {"lora_modules", utf8_texts(options.lora_modules)},
       {"arguments", utf8_texts(serve_arguments(options))},
       {"commands", commands},
       {"logs", list_of_texts(options.servers->logs())}});
}

std::string serve_options_text(const Value& started) {
  std::string text;
  // As a manifest has it; nothing where it is the default.
  const auto add = [&text](std::string_view option, const Value& value, std::string_view usual) {
    std::string word;
    if (value.is_none()) return;
    if (value.is_str()) {
      word = shell_word(std::string(value.as_str()));
    } else {
      append_json(word, value);
    }
    if (!word.empty() && word != usual) text.append(" ").append(option).append(" ").append(word);
  };
  const auto member = [&started](std::string_view name) {
    const Value* value = find_member(started, name);
    return value != nullptr ? *value : Value();
  };
  add("--serve", member("engine"), "");
  add("--local-model-path", member("local_model_path"), "''");
  add("--num-gpus", member("num_gpus"), "1");
  add("--gpu-memory-utilization", member("gpu_memory_utilization"), "0.9");
  add("--serve-replicas", member("replicas"), "1");
  if (const Value lora = member("enable_lora"); lora.is_bool() && lora.as_bool()) {
    text += " --enable-lora";
  }
  add("--max-lora-rank", member("max_lora_rank"), "");
  if (const Value modules = member("lora_modules"); modules.is_list()) {
    for (const Value& one : modules.items()) add("--lora-modules", one, "");
  }
  std::vector<std::string> arguments;
  if (const Value words = member("arguments"); words.is_list()) {
    for (const Value& one : words.items()) {
      if (one.is_str()) arguments.emplace_back(one.as_str());
    }
  }
  const std::string words = shell_word(command_text(arguments));
  if (!arguments.empty() && !words.empty()) text += " --serve-args=" + words;
  return text;
}

}  // namespace bfclx::tools
