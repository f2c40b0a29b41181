#include "tools/bfclx/input/sample_note.h"

#include <filesystem>
#include <system_error>

#include "core/run/run_manifest.h"
#include "tools/bfclx/input/archive.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestManifest = std::uintmax_t{1} << 22;

}  // namespace

RunManifest manifest_in(const std::string& model_folder) {
  const std::string path = manifest_path(model_folder);
  std::error_code error;
  if (const FileBytes* archived = archived_file(path)) return read_run_manifest(archived->bytes);
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kLargestManifest) return {};
  return read_run_manifest(read_file(path).bytes);
}

std::string manifest_path(const std::string& model_folder) {
  return (fs::path(model_folder) / "bfclx_manifest.json").string();
}

std::string sample_note(const std::string& model_folder) {
  const RunManifest manifest = manifest_in(model_folder);
  return manifest.sample_entries > 0 ? sample_text(manifest.sample_entries, manifest.seed)
                                     : std::string();
}

std::uint64_t sample_entries(const std::string& model_folder) {
  return manifest_in(model_folder).sample_entries;
}

}  // namespace bfclx::tools
