#include "tools/bfclx/input/log_archive.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "core/dataset/response_calls.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/input/lost_members.h"
#include "tools/bfclx/input/unpack_budget.h"
#include "tools/bfclx/input/zip_archive.h"

namespace bfclx::tools {

using std::string_view;

bool is_log_sample(string_view name) {
  return name.starts_with("samples/") && name.ends_with(".json") && name.size() > 13;
}

FileBytes unpack_log(FileBytes file, const std::string& path, UnpackPool& pool) {
  const std::string& bytes = file.bytes;
  if (!file.error.empty() || file.was_packed() || !is_zip(bytes)) return file;
  ZipDirectory directory = read_zip_directory(bytes);
  if (!directory.error.empty()) return {"", std::move(directory.error)};
  UnpackBudget budget(bytes.size(), kMaxInputBytes, path, pool);
  FileBytes unpacked;
  bool any = false;
  for (const ZipMember& member : directory.members) {
    if (!is_log_sample(member.name)) continue;
    any = true;
    const std::string wrong = unpack_zip_member(member, budget, unpacked.bytes);
    if (budget.spent()) return {"", budget.error()};
    unpacked.bytes += '\n';
    if (!wrong.empty() && unpacked.error.empty()) {
      unpacked.error = "member " + shown_member(member.name) + ": " + wrong;
    }
  }
  if (unpacked.error.empty()) unpacked.error = std::move(directory.damage);
  if (!any && unpacked.error.empty()) return file;
  const UnpackBudget::Responses responses = budget.responses();
  unpacked.most_responses = static_cast<std::size_t>(responses.own);
  unpacked.more_responses = static_cast<std::size_t>(responses.more);
  return unpacked;
}

namespace {

// A longer first sample is not read.
constexpr std::size_t kMostSampleBytes = std::size_t{1} << 20;

RunManifest dataset_of_metadata(const Value& metadata, string_view version) {
  RunManifest manifest;
  manifest.dataset_hash = manifest_text(find_text(metadata, kLogDatasetHash));
  if (manifest.dataset_hash.empty()) return manifest;
  manifest.dataset_version = manifest_text(version);
  manifest.benchmark = manifest_text(find_text(metadata, kLogBenchmark));
  return manifest;
}

RunManifest dataset_of_samples(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line(kMostSampleBytes, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.resize(std::min(line.find('\n'), line.size()));
  if (line.find("\"sample_id\"") == std::string::npos) return {};
  const Result<Value> sample = json_loads(line);
  const Value* metadata = sample.ok() ? dict_member(*sample, "metadata") : nullptr;
  if (metadata == nullptr) return {};
  return dataset_of_metadata(*metadata, find_text(*metadata, kLogDatasetVersion));
}

}  // namespace

RunManifest dataset_of_log(const std::string& path) {
  RunManifest manifest;
  if (path.ends_with(".jsonl")) return dataset_of_samples(path);
  if (!path.ends_with(".eval")) return manifest;
  // What is wrong with it is told when its samples are read.
  const FileBytes file = read_file(path);
  if (!file.error.empty() || file.was_packed() || !is_zip(file.bytes)) return manifest;
  UnpackPool pool;
  for (const ZipMember& member : read_zip_directory(file.bytes).members) {
    if (member.name != "header.json") continue;
    UnpackBudget budget(file.bytes.size(), kMostManifestBytes, path, pool);
    std::string bytes;
    if (!unpack_zip_member(member, budget, bytes).empty() || budget.spent()) return manifest;
    const Result<Value> header = json_loads(bytes);
    const Value* eval = header.ok() ? dict_member(*header, "eval") : nullptr;
    const Value* metadata = eval != nullptr ? dict_member(*eval, "metadata") : nullptr;
    if (metadata == nullptr) return manifest;
    return dataset_of_metadata(*metadata, find_text(*eval, "task_version"));
  }
  return manifest;
}

}  // namespace bfclx::tools
