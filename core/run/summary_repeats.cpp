#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "core/run/repeat_groups.h"
#include "core/run/run_statistics.h"
#include "core/run/summary.h"

namespace bfclx {
namespace {

std::vector<RepeatsReport> groups_by_name(std::span<const ModelRun* const> runs) {
  std::vector<RepeatsReport> groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string& name = runs[i]->folder_name;
    const auto [place, is_new] = places.try_emplace(name, groups.size());
    if (is_new) groups.push_back({name, "same folder name", {}, {}, {}});
    groups[place->second].runs.push_back(i);
  }
  std::erase_if(groups, [](const RepeatsReport& group) { return group.runs.size() < 2; });
  return groups;
}

// In the order of the runs.
std::vector<RepeatsReport> groups_of(const std::vector<ModelReport>& models,
                                     const RepeatsRequest& request) {
  std::vector<const ModelRun*> runs;
  for (const ModelReport& model : models) runs.push_back(model.run);
  if (request.by_name) return groups_by_name(runs);
  std::vector<RepeatsReport> groups;
  if (!request.of.empty()) {
    if (runs.size() < 2) return groups;
    groups.push_back({request.of, "declared as repeats", {}, {}, {}});
    for (std::size_t i = 0; i < runs.size(); ++i) groups.back().runs.push_back(i);
    return groups;
  }
  for (std::vector<std::size_t>& group : repeats_by_manifest(runs)) {
    const ModelRun& first = *runs[group.front()];
    groups.push_back({first.repeat.model.empty() ? first.folder_name : first.repeat.model,
                      "same settings in bfclx_manifest.json",
                      std::move(group),
                      {},
                      {}});
  }
  return groups;
}

}  // namespace

void add_repeats(Report& report, const DatasetFiles& dataset, const RepeatsRequest& request) {
  const std::string_view name = report.leaderboard.empty() ? "v4" : report.leaderboard;
  const NamedVersion version{name,
                             find_leaderboard_version(name).value_or(LeaderboardVersion::kV4)};
  const HeadlineScore headline =
      report.leaderboard.empty() ? headline_score(dataset, version) : HeadlineScore(version);
  for (RepeatsReport& group : groups_of(report.models, request)) {
    std::vector<std::unique_ptr<RunForScores>> judged;
    std::vector<ScoredRun> runs;
    for (const std::size_t run : group.runs) {
      judged.push_back(std::make_unique<RunForScores>(*report.models[run].run));
      runs.push_back(judged.back()->scored);
    }
    group.analysis = analyze_repeats(runs, headline.score(), headline.name(), {});
    group.value = repeats_value(group.analysis);
    report.repeats.push_back(std::move(group));
  }
}

}  // namespace bfclx
