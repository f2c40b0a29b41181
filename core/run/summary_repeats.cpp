#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/run/repeat_groups.h"
#include "core/run/run_statistics.h"
#include "core/run/summary.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

Value clean(const std::string& text) {
  return Value::str(find_invalid_utf8(text) ? sanitize_utf8(text) : text);
}

std::vector<RepeatsReport> groups_by_name(std::span<const ModelRun* const> runs) {
  std::vector<RepeatsReport> groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string& name = runs[i]->folder_name;
    const auto [place, is_new] = places.try_emplace(name, groups.size());
    if (is_new) groups.push_back({name, "same folder name", {}, {}});
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
    groups.push_back({request.of, "declared as repeats", {}, {}});
    for (std::size_t i = 0; i < runs.size(); ++i) groups.back().runs.push_back(i);
    return groups;
  }
  for (std::vector<std::size_t>& group : repeats_by_manifest(runs)) {
    const ModelRun& first = *runs[group.front()];
    groups.push_back({first.repeat.model.empty() ? first.folder_name : first.repeat.model,
                      "same settings in bfclx_manifest.json",
                      std::move(group),
                      {}});
  }
  return groups;
}

Value repeats_values(const Report& report, std::span<const RepeatsReport> all) {
  List groups;
  for (const RepeatsReport& one : all) {
    List runs;
    for (const std::size_t run : one.runs) runs.push_back(clean(report.models[run].run->name));
    Value group = dict_of({{"model", clean(one.model)},
                           {"reason", one.reason},
                           {"runs", Value::list(std::move(runs))}});
    const Value analysis = repeats_value(one.analysis);
    for (const Dict::Entry& member : analysis.as_dict()) {
      group.mutable_dict().set(member.key, member.value);
    }
    groups.push_back(std::move(group));
  }
  return Value::list(std::move(groups));
}

}  // namespace

void add_repeats(Report& report, const DatasetFiles& dataset, const RepeatsRequest& request) {
  const std::string_view name = report.leaderboard.empty() ? "v4" : report.leaderboard;
  const NamedVersion version{name,
                             find_leaderboard_version(name).value_or(LeaderboardVersion::kV4)};
  const HeadlineScore headline =
      report.leaderboard.empty() ? headline_score(dataset, version) : HeadlineScore(version);
  const bool by_manifest = request.of.empty() && !request.by_name;
  auto all = std::make_shared<RepeatsReports>();
  for (RepeatsReport& group : groups_of(report.models, request)) {
    std::vector<std::unique_ptr<RunForScores>> judged;
    std::vector<ScoredRun> runs;
    for (const std::size_t run : group.runs) {
      judged.push_back(std::make_unique<RunForScores>(*report.models[run].run));
      runs.push_back(judged.back()->scored);
    }
    group.analysis = analyze_repeats(runs, headline.score(), headline.name(), {});
    // Parts of one run are no repeats of it.
    if (by_manifest && group.analysis.categories.empty()) continue;
    all->groups.push_back(std::move(group));
  }
  if (all->groups.empty()) return;
  all->value = repeats_values(report, all->groups);
  report.repeated = std::move(all);
}

}  // namespace bfclx
