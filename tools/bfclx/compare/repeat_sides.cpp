#include "tools/bfclx/compare/repeat_sides.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "core/run/run_names.h"
#include "core/statistics/mean_ranking.h"

namespace bfclx::tools {
namespace {

// Groups of these runs, by their places in the set.
std::vector<RepeatGroup> groups_among(const std::vector<std::size_t>& places,
                                      const ScoredRuns& scored, const RepeatsRequest& request) {
  std::vector<const ModelRun*> models;
  for (const std::size_t place : places) models.push_back(scored.set.runs[place].model);
  std::vector<RepeatGroup> groups = repeat_groups(models, request);
  for (RepeatGroup& group : groups) {
    for (std::size_t& run : group.runs) run = places[run];
  }
  if (!request.by_manifest()) return groups;
  std::erase_if(groups, [&](const RepeatGroup& group) {
    std::vector<ScoredRun> runs;
    for (const std::size_t run : group.runs) runs.push_back(scored.scores[run]->scored);
    return !share_an_entry(runs);
  });
  return groups;
}

struct Side {
  RepeatGroup group;
  std::string path;  // that it is alone in; or empty
};

// Sides of a model that is elsewhere too have the names of their folders.
void name_sides(const ScoredRuns& scored, const RepeatsRequest& request, std::vector<Side>& sides) {
  std::map<std::string, std::size_t> models;
  std::set<std::size_t> grouped;
  for (const Side& side : sides) {
    ++models[side.group.model];
    grouped.insert(side.group.runs.begin(), side.group.runs.end());
  }
  for (std::size_t i = 0; i < scored.set.runs.size(); ++i) {
    const ModelRun& run = *scored.set.runs[i].model;
    if (grouped.count(i) == 0) ++models[request.by_name ? run.folder_name : run.repeat.model];
  }
  std::vector<RunId> ids;
  std::vector<RepeatGroup*> named;
  for (Side& side : sides) {
    if (side.path.empty() || models[side.group.model] == 1) continue;
    std::filesystem::path path = std::filesystem::path(side.path).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    ids.push_back({path.generic_string(), path.filename().string()});
    named.push_back(&side.group);
  }
  const std::vector<std::string> names = run_names(ids);
  for (std::size_t i = 0; i < named.size(); ++i) named[i]->model = names[i];
}

}  // namespace

std::vector<RepeatGroup> repeat_sides(const ScoredRuns& scored, const RepeatsRequest& request) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> paths;  // in the order of the runs
  for (std::size_t i = 0; i < scored.set.runs.size(); ++i) {
    const std::string& path = scored.set.runs[i].path;
    if (paths.empty() || paths.back().first != path)
      paths.emplace_back(path, std::vector<std::size_t>());
    paths.back().second.push_back(i);
  }
  std::vector<Side> sides;
  std::vector<std::size_t> rest;
  for (const auto& [path, places] : paths) {
    std::vector<RepeatGroup> groups;
    if (paths.size() > 1) groups = groups_among(places, scored, request);
    if (groups.size() == 1 && groups.front().runs.size() == places.size()) {
      sides.push_back({std::move(groups.front()), path});
    } else {
      rest.insert(rest.end(), places.begin(), places.end());
    }
  }
  for (RepeatGroup& group : groups_among(rest, scored, request))
    sides.push_back({std::move(group), {}});
  name_sides(scored, request, sides);
  std::vector<RepeatGroup> groups;
  for (Side& side : sides) groups.push_back(std::move(side.group));
  return groups;
}

void rank_models(ComparisonReport& report, std::span<const ScoredRun> runs,
                 const HeadlineScore& headline, std::span<const RepeatGroup> groups) {
  report.models = compared_models(report, groups);
  std::vector<RepeatsAnalysis> analyses;
  analyses.reserve(report.models.size());
  std::vector<ModelOfRuns> models;
  for (const RepeatGroup& model : report.models) {
    models.push_back({model.runs, nullptr});
    if (model.runs.size() == 1) continue;
    std::vector<ScoredRun> own;
    for (const std::size_t run : model.runs) own.push_back(runs[run]);
    models.back().analysis = &analyses.emplace_back(
        analyze_repeats(own, headline.score(), headline.name(), report.options));
  }
  report.model_ranking =
      rank_means(runs, models, headline.score(), headline.name(), report.options);
}

}  // namespace bfclx::tools
