#include "tools/dataset_dir.h"

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/dataset/loader.h"
#include "tools/errors.h"
#include "tools/file_bytes.h"
#include "tools/sample.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSample = "sample";
constexpr std::string_view kDefaultFolder = "data/bfcl";

Error dataset_error(std::string message) {
  return Error{.kind = "dataset", .message = std::move(message)};
}

// FNV-1a, 64 bits: tells datasets apart where no manifest names them; no protection against
// forgery.
std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 0xcbf29ce484222325u) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

std::string default_place() {
  std::error_code error;
  if (fs::is_directory(fs::path(kDefaultFolder), error)) return std::string(kDefaultFolder);
  throw UsageError(
      "no dataset: there is no folder data/bfcl here. Run tools/get-dataset to obtain the official "
      "one, name a folder with --dataset DIR, or take the small one inside the program with "
      "--dataset sample");
}

}  // namespace

bool uses_long_context(const Category& category) {
  return category.name == "multi_turn_long_context" || category.name == "multi_turn_composite";
}

DatasetDir::DatasetDir(std::string place)
    : place_(place.empty() ? default_place() : std::move(place)) {
  std::error_code error;
  embedded_ = place_ == kSample && !fs::exists(place_, error);
  if (!embedded_ && !fs::is_directory(place_, error)) {
    throw UsageError("the dataset " + place_ + " is no folder" +
                     (error ? " that can be read: " + error.message() : ""));
  }
  if (!embedded_ && !fs::is_directory(fs::path(place_) / "data", error)) {
    throw UsageError("the dataset " + place_ +
                     " has no folder `data` with questions; tools/get-dataset makes one that has");
  }
  read_manifest();
  hash_files_ = dataset_.version.empty() || dataset_.hash.empty();
}

std::optional<std::string> DatasetDir::read(const std::string& path) const {
  if (embedded_) {
    for (const EmbeddedFile& file : sample_files()) {
      if (file.path == path) return std::string(file.bytes);
    }
    return std::nullopt;
  }
  const fs::path whole = fs::path(place_) / path;
  std::error_code error;
  if (!fs::exists(whole, error)) return std::nullopt;
  FileBytes file = read_file(whole.string());
  if (!file.error.empty()) return std::nullopt;
  return std::move(file.bytes);
}

Result<std::string> DatasetDir::read_needed(std::string_view path) {
  std::optional<std::string> bytes = read(std::string(path));
  if (!bytes) return dataset_error("the dataset has no " + std::string(path));
  if (hash_files_) loaded_[std::string(path)] = fnv1a(*bytes);
  return *std::move(bytes);
}

Status DatasetDir::load(const Category& category) {
  BFCLX_RETURN_IF_ERROR(load_category(dataset_, category,
                                      [this](std::string_view path) { return read_needed(path); }));
  return uses_long_context(category) ? load_long_context() : Status{};
}

Status DatasetDir::load_function_docs(std::string_view class_name) {
  if (dataset_.function_docs(class_name) != nullptr) return {};
  for (const FunctionDocFile& row : function_doc_files()) {
    if (row.class_name != class_name) continue;
    BFCLX_ASSIGN_OR_RETURN(const std::string docs, read_needed("data/" + std::string(row.file)));
    return dataset_.add_function_docs(class_name, docs);
  }
  return dataset_error("there are no function docs of " + std::string(class_name));
}

Status DatasetDir::load_long_context() {
  constexpr std::string_view kFile = "long_context.json";
  if (long_context_ != nullptr) return {};
  BFCLX_ASSIGN_OR_RETURN(const std::string bytes, read_needed(kFile));
  Result<LongContext> tables = LongContext::load(bytes);
  if (!tables.ok()) {
    return dataset_error(std::string(kFile) + ": " + tables.error().message);
  }
  long_context_ = std::make_unique<const LongContext>(std::move(tables).value());
  return {};
}

Status DatasetDir::load_models(ModelRegistry& registry) const {
  const std::optional<std::string> bytes = read("models.json");
  return bytes ? registry.add(*bytes) : Status{};
}

void DatasetDir::read_manifest() {
  const std::optional<std::string> bytes = read("manifest.json");
  if (!bytes) return;
  const auto manifest = nlohmann::json::parse(*bytes, nullptr, false);
  if (!manifest.is_object()) return;
  const auto text = [&](const char* key) {
    const auto it = manifest.find(key);
    return it != manifest.end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  dataset_.version = text("version");
  dataset_.hash = text("hash");
}

void DatasetDir::identify() {
  if (!hash_files_) return;
  if (dataset_.version.empty()) dataset_.version = embedded_ ? "sample" : "unversioned";
  std::uint64_t hash = fnv1a("");
  for (const auto& [path, own] : loaded_) hash = fnv1a(path + '\0' + std::to_string(own), hash);
  char text[64];
  std::snprintf(text, sizeof text, "fnv1a:%016llx (%zu files)",
                static_cast<unsigned long long>(hash), loaded_.size());
  dataset_.hash = text;
}

}  // namespace bfclx::tools
