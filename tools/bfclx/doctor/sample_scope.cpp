#include "tools/bfclx/doctor/sample_scope.h"

#include <filesystem>
#include <string>
#include <string_view>

#include "core/conversation/sample_choice.h"
#include "tools/bfclx/input/sample_note.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

// One to four floors above a result file, as the official folders lie.
RunManifest manifest_of(const ModelRun& model) {
  constexpr int kFloors = 4;
  for (const std::string& file : model.files) {
    fs::path folder = fs::path(file).parent_path();
    for (int i = 0; i < kFloors; ++i, folder = folder.parent_path()) {
      RunManifest manifest = manifest_in(folder.string());
      if (manifest.sample_entries > 0) return manifest;
    }
  }
  return {};
}

// The smallest sample that holds all entries with a response.
std::set<std::string, std::less<>> sample_around(const Dataset& dataset, const CategoryRun& run,
                                                 std::uint64_t seed) {
  std::set<std::string_view> answered;
  for (const ScoredReply& reply : run.replies) {
    if (reply.entry != nullptr) answered.insert(reply.entry->id);
  }
  const Category* const category[] = {run.category};
  const auto holds_all = [&](std::size_t size) {
    const auto sample = choose_sample(dataset, category, size, seed);
    for (const std::string_view id : answered) {
      if (sample.find(id) == sample.end()) return false;
    }
    return true;
  };
  std::size_t low = answered.size();
  std::size_t high = dataset.entries(*run.category).size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (holds_all(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return choose_sample(dataset, category, low, seed);
}

}  // namespace

std::set<const Entry*> left_out_by_sample(const Dataset& dataset, const ModelRun& model) {
  std::set<const Entry*> left_out;
  const RunManifest manifest = manifest_of(model);
  if (manifest.sample_entries == 0) return left_out;
  for (const CategoryRun& run : model.runs) {
    if (run.missing.empty()) continue;
    const auto inside = sample_around(dataset, run, manifest.seed);
    for (const Entry* entry : run.missing) {
      if (inside.find(entry->id) == inside.end()) left_out.insert(entry);
    }
  }
  return left_out;
}

}  // namespace bfclx::tools
