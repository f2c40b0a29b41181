#include "tools/bfclx/compare/model_pairs.h"

#include <filesystem>
#include <map>

#include "tools/bfclx/input/inputs.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

// Where the run's folder lies below the path that was given; empty when it is that path, or above
// it (the path is a file or a group's folder).
std::string place_below(const RunOfSet& run) {
  if (run.model->files.empty()) return {};
  std::error_code error;
  const fs::path root = fs::absolute(run.path, error).lexically_normal();
  if (error) return {};
  const fs::path place =
      fs::path(model_folder_of(run.model->files.front())).lexically_relative(root);
  if (place.empty() || place == "." || *place.begin() == "..") return {};
  return place.string();
}

}  // namespace

ModelPairs pair_models(const RunSet& set) {
  ModelPairs pairs;
  if (set.sessions.size() != 2) return pairs;
  const std::size_t first_of_b = set.sessions[0]->models.size();
  std::map<std::string, std::size_t> of_b;
  for (std::size_t i = first_of_b; i < set.runs.size(); ++i) {
    of_b.try_emplace(place_below(set.runs[i]), i);
  }
  const auto name_of = [&](const std::string& place, std::size_t run) {
    return place.empty() ? set.runs[run].model->folder_name : place;
  };
  std::map<std::string, std::size_t> left = of_b;
  for (std::size_t i = 0; i < first_of_b; ++i) {
    const std::string place = place_below(set.runs[i]);
    if (const auto found = of_b.find(place); found != of_b.end()) {
      pairs.both.push_back({name_of(place, found->second), i, found->second});
      left.erase(place);
    } else {
      pairs.missing.push_back({name_of(place, i), i});
    }
  }
  for (std::size_t i = first_of_b; i < set.runs.size(); ++i) {
    const std::string place = place_below(set.runs[i]);
    if (const auto found = left.find(place); found != left.end() && found->second == i) {
      pairs.added.push_back({name_of(place, i), i});
    }
  }
  return pairs;
}

}  // namespace bfclx::tools
