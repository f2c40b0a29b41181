#include "tools/bfclx/input/sample_note.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestManifest = std::uintmax_t{1} << 22;

// object[name] as a count; 0 where it is none.
std::uint64_t count_of(const Value& object, std::string_view name) {
  const Value* found = object.as_dict().find(name);
  const bool counts = found != nullptr && found->is_small_int() && found->as_int64() > 0;
  return counts ? static_cast<std::uint64_t>(found->as_int64()) : 0;
}

}  // namespace

std::string sample_text(std::uint64_t entries, std::uint64_t seed) {
  return "a sample of " + std::to_string(entries) + (entries == 1 ? " entry" : " entries") +
         " (seed " + std::to_string(seed) +
         "), each category its share: no score of the leaderboard";
}

std::string manifest_path(const std::string& model_folder) {
  return (fs::path(model_folder) / "bfclx_manifest.json").string();
}

std::string sample_note(const std::string& model_folder) {
  const std::string path = manifest_path(model_folder);
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kLargestManifest) return {};
  const Result<Value> manifest = json_loads(read_file(path).bytes);
  if (!manifest.ok()) return {};
  Value inside = *manifest;
  for (const std::string_view name : {"settings", "sample"}) {
    const Value* found = inside.is_dict() ? inside.as_dict().find(name) : nullptr;
    if (found == nullptr) return {};
    inside = Value(*found);
  }
  if (!inside.is_dict()) return {};
  const std::uint64_t entries = count_of(inside, "entries");
  return entries > 0 ? sample_text(entries, count_of(inside, "seed")) : std::string();
}

}  // namespace bfclx::tools
