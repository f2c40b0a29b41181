#include "tools/bfclx/input/sample_note.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/findings/run_warnings.h"
#include "core/run/entry_notes.h"
#include "core/run/run_manifest.h"
#include "tools/bfclx/input/archive.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/log_archive.h"
#include "tools/bfclx/platform/special_file.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

}  // namespace

RunManifest manifest_in(const std::string& model_folder) {
  const std::string path = manifest_path(model_folder);
  std::error_code error;
  if (const FileBytes* archived = archived_file(path)) return read_run_manifest(archived->bytes);
  RunManifest unreadable;
  if (fs::is_regular_file(model_folder, error)) return dataset_of_log(model_folder);
  if (!fs::exists(path, error)) return unreadable;
  if (const std::string kind = kind_of_special(path); !kind.empty()) {
    unreadable.error = kind + ", not a file";
    return unreadable;
  }
  if (fs::file_size(path, error) > kMostManifestBytes) {
    unreadable.error = "larger than 4 MiB";
    return unreadable;
  }
  const FileBytes file = read_file(path);
  if (!file.error.empty()) {
    unreadable.error = file.error;
    return unreadable;
  }
  return read_run_manifest(file.bytes);
}

void note_manifest(const std::string& model_folder, const RunManifest& manifest,
                   const DatasetFiles& dataset, std::vector<std::string>& notes) {
  if (!manifest.error.empty()) {
    notes.push_back(manifest_path(model_folder) + ": " + manifest.error);
  }
  const std::string other = other_dataset_text(dataset, manifest);
  if (other.empty()) return;
  notes.push_back(fs::path(model_folder).filename().string() + ": " +
                  dataset_warning(other, manifest.benchmark));
}

std::string entry_notes_in(const std::string& model_folder) {
  const std::string path = (fs::path(model_folder) / kEntryNotesFile).string();
  if (const FileBytes* archived = archived_file(path)) return archived->bytes;
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return {};
  if (fs::file_size(path, error) > kMostEntryNotesBytes) return {};
  FileBytes file = read_file(path);
  return file.error.empty() ? std::move(file.bytes) : std::string();
}

std::string manifest_path(const std::string& model_folder) {
  return (fs::path(model_folder) / kManifestFile).string();
}

}  // namespace bfclx::tools
