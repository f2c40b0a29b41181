#include "tools/bfclx/doctor/fix_command.h"

#include <filesystem>
#include <string_view>

#include "core/conversation/result_files.h"
#include "core/dataset/models.h"
#include "core/findings/finding_text.h"
#include "core/run/run_manifest.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/serve/serving.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kResultDir = "result";  // of `generate`, where no option says another
constexpr const char* kIdsFile = "ids.txt";
constexpr const char* kNewRun = "fixed";
constexpr std::size_t kLongestBody = 400;  // of --extra-body

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void replace(std::string& text, std::string_view placeholder, const std::string& value) {
  const std::size_t at = text.find(placeholder);
  if (at != std::string::npos && !value.empty()) text.replace(at, placeholder.size(), value);
}

// A member of a manifest as a word; empty where it is not there.
std::string word_of(const Value& manifest, std::string_view part, std::string_view name) {
  const Value* inner = find_member(manifest, part);
  const Value* value = inner != nullptr ? given_member(*inner, name) : nullptr;
  if (value == nullptr) return {};
  if (value->is_str())
    return value->as_str().empty() ? "" : shell_word(std::string(value->as_str()));
  std::string text;
  append_json(text, *value);
  return text.size() <= kLongestBody ? shell_word(text) : std::string();
}

// The options with which the run was generated, as far as its manifest says.
void read_manifest(const Value& manifest, KnownRun& run) {
  if (std::string asked = word_of(manifest, "model", "asked_as"); !asked.empty()) {
    run.model = std::move(asked);
  }
  run.max_tokens = word_of(manifest, "settings", "max_tokens");
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) run.settings += std::string(" ") + option + " " + value;
  };
  const Value* server = find_member(manifest, "server");
  if (const Value* started = server != nullptr ? given_member(*server, "started") : nullptr) {
    if (std::string name = word_of(manifest, "model", "name"); !name.empty()) {
      run.model = std::move(name);
    }
    run.settings += serve_options_text(*started);
  } else {
    add("--base-url", word_of(manifest, "server", "address"));
  }
  add("--mode", word_of(manifest, "settings", "mode"));
  add("--temperature", word_of(manifest, "settings", "temperature"));
  if (std::string body = word_of(manifest, "settings", "extra_body"); body.size() > 2) {
    add("--extra-body", body);
  }
  if (word_of(manifest, "settings", "batch") == "true") run.settings += " --batch";
}

// Relative where it is below the current folder.
std::string from_here(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const std::filesystem::path near =
      error || path.is_relative() ? path : path.lexically_relative(here);
  const bool is_below = !near.empty() && *near.begin() != "..";
  const std::string text = (is_below ? near : path).string();
  return text.empty() ? "." : text;
}

// The folder that `generate` writes to, where the run lies in one of its form.
std::string result_dir_of(const ModelRun& model, const std::string& name) {
  const std::filesystem::path path(model.path);
  std::error_code error;
  if (name.empty() || path.filename().string() != model_folder(name) ||
      !std::filesystem::is_directory(path, error)) {
    return {};
  }
  return from_here(path.parent_path());
}

void add_name(std::string& names, const Category& category) {
  names += (names.empty() ? "" : ",") + std::string(category.name);
}

// So that only what is missing is generated, not every category. What is about the whole run is
// about its categories.
std::string categories_option(const Finding& finding, const KnownRun& run) {
  std::string names;
  for (const auto& [category, count] : finding.categories) {
    if (category != nullptr) add_name(names, *category);
  }
  if (names.empty()) names = run.categories;
  return names.empty() ? names : " --test-category " + names;
}

}  // namespace

KnownRun known_run(const ModelRun& model, const RunOptions& options, bool only) {
  KnownRun run;
  std::error_code error;
  const bool has_one_path = options.paths.size() == 1 && options.paths.front() != "-";
  run.is_alone = true;
  if (only && has_one_path) {
    run.run = shell_word(options.paths.front());
  } else if (std::filesystem::is_directory(model.path, error)) {
    run.run = shell_word(from_here(model.path));
  } else if (has_one_path) {
    run.run = shell_word(options.paths.front());
    run.is_alone = false;
  }
  for (const std::string& path : options.paths) {
    run.all_runs += (run.all_runs.empty() ? "" : " ") + shell_word(path);
  }
  for (const CategoryRun& category : model.runs) add_name(run.categories, *category.category);
  if (!options.dataset.empty()) run.dataset = shell_word(options.dataset);
  if (model.registered != nullptr) {
    run.model = shell_word(model.registered->name);
  } else if (model.folder_name.find('_') == std::string::npos) {  // which may have been a slash
    run.model = shell_word(model.folder_name);
  }
  const FileBytes file = read_file((std::filesystem::path(model.path) / kManifestFile).string());
  const Result<Value> manifest =
      file.bytes.size() <= kMostManifestBytes ? json_loads(file.bytes) : Result<Value>(Value());
  if (file.error.empty() && manifest.ok()) read_manifest(*manifest, run);
  run.result_dir = result_dir_of(model, run.model);
  return run;
}

std::string fix_command(const Finding& finding, const KnownRun& run) {
  std::string command = fix_text(finding);
  const bool generates = command.compare(0, 15, "bfclx generate ") == 0;
  const bool names_dataset = has(command, "--dataset");
  const std::string dataset =
      run.dataset.empty() || names_dataset ? std::string() : " --dataset " + run.dataset;
  if (!generates) {
    const bool about_run = has(command, "RUN");
    replace(command, "RUN...", run.all_runs);
    replace(command, "RUN", run.run);
    return about_run && !run.run.empty() ? command + dataset : command;
  }
  const bool sets_mode = has(command, "--mode ");
  const bool sets_tokens = has(command, "--max-tokens");
  const bool is_new = has(command, "--run-name");
  replace(command, "MODEL", run.model);
  replace(command, "--run-name NAME", std::string("--run-name ") + kNewRun);
  std::string settings = run.settings;
  if (const std::size_t at = settings.find(" --mode "); sets_mode && at != std::string::npos) {
    settings.erase(at, settings.find(' ', at + 8) - at);
  }
  if (!has(command, "--run-ids") && !has(command, "--test-category") && !is_new) {
    command += categories_option(finding, run);
  }
  command += settings;
  if (!sets_tokens && !run.max_tokens.empty()) command += " --max-tokens " + run.max_tokens;
  if (!run.result_dir.empty() && run.result_dir != kResultDir) {
    command += " --result-dir " + shell_word(run.result_dir);
  }
  command += dataset;
  if (is_new || !has(command, "--run-ids FILE") || run.run.empty() || !run.is_alone) {
    return command;
  }
  replace(command, "FILE", kIdsFile);
  return "bfclx doctor " + run.run + " --ids-of " + std::string(finding.code) + dataset + " > " +
         kIdsFile + " && " + command;
}

}  // namespace bfclx::tools
