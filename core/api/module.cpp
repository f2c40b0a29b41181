#include "core/api/module.h"

#include <array>
#include <optional>
#include <utility>

namespace bfclx::api {
namespace {

constexpr std::string_view kCassette = "cassette.jsonl";

}  // namespace

std::optional<std::string> Module::file(const std::string& path) const {
  const auto it = files_.find(path);
  return it != files_.end() ? std::optional(it->second) : std::nullopt;
}

void Module::add_dataset_file(std::string path, std::string bytes) {
  const bool known = files_.count(path) > 0;
  // What names the dataset or the models is read when it is opened.
  if (known || path == "manifest.json" || path == "models.json" || path == kOwnBenchmarkFile ||
      path == kCassette) {
    forget_entries();
  }
  files_[std::move(path)] = std::move(bytes);
}

void Module::close_dataset() {
  files_.clear();
  forget_entries();
}

void Module::forget_entries() {
  dataset_.reset();
  models_ = {};
  problems_.clear();
  playgrounds.reset();
  conversations.reset();
  answers_.reset();
  answers_read_ = false;
  ++dataset_version_;
}

DatasetFiles& Module::dataset() {
  if (dataset_ != nullptr) return *dataset_;
  // The place is set where it is shown: in reports.
  dataset_ = std::make_unique<DatasetFiles>(
      "dataset", [this](const std::string& path) -> std::optional<std::string> {
        const auto file = files_.find(path);
        if (file == files_.end()) return std::nullopt;
        return file->second;
      });
  if (const Status status = dataset_->load_models(models_); !status.ok()) {
    problems_.push_back({"models.json", 0, "", status.error().message, true});
  }
  return *dataset_;
}

std::string_view Module::cassette() const {
  const auto file = files_.find(std::string(kCassette));
  return file != files_.end() ? std::string_view(file->second) : std::string_view();
}

const EffectStore* Module::recorded_answers() {
  if (answers_read_ || cassette().empty()) return answers_.get();
  answers_read_ = true;
  Result<std::shared_ptr<EffectStore>> read = read_answers(cassette());
  if (read.ok()) {
    answers_ = std::move(read).value();
  } else {
    problems_.push_back({std::string(kCassette), 0, "", read.error().message, false});
  }
  return answers_.get();
}

const ModelRegistry& Module::models() {
  dataset();
  return models_;
}

Result<const Call*> Module::find_call(std::string_view name) const {
  for (const std::span<const Call> table : tables_) {
    for (const Call& call : table) {
      if (call.name == name) return &call;
    }
  }
  return Error{.kind = kinds::kArgument, .message = "unknown call"};
}

}  // namespace bfclx::api
