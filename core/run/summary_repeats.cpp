#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/run/repeat_groups.h"
#include "core/run/run_statistics.h"
#include "core/run/summary.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

constexpr std::size_t kNamedModels = 5;

Value clean(const std::string& text) {
  return Value::str(find_invalid_utf8(text) ? sanitize_utf8(text) : text);
}

// Runs that a user takes for repeats can be of different models, as their manifests say.
std::string models_warning(const Report& report, const RepeatGroup& group) {
  std::set<std::string> names;
  for (const std::size_t run : group.runs) {
    if (const std::string& name = report.models[run].run->repeat.model; !name.empty()) {
      names.insert(name);
    }
  }
  if (names.size() < 2) return {};
  return "The manifests of these runs name different models (" + first_of(names, kNamedModels) +
         "). Differences between the models then count as decoding.";
}

Value repeats_values(const Report& report, std::span<const RepeatsReport> all) {
  List groups;
  for (const RepeatsReport& one : all) {
    List runs;
    for (const std::size_t run : one.runs) runs.push_back(clean(report.models[run].run->name));
    Value group = dict_of({{"model", clean(one.model)},
                           {"reason", one.reason},
                           {"runs", Value::list(std::move(runs))}});
    if (!one.warning.empty()) group.mutable_dict().set("warning", clean(one.warning));
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
  const NamedVersion version{
      name,
      find_leaderboard_version(name.substr(0, name.find(' '))).value_or(LeaderboardVersion::kV4)};
  const HeadlineScore headline =
      report.leaderboard.empty() ? headline_score(dataset, version) : HeadlineScore(version);
  std::vector<const ModelRun*> models;
  for (const ModelReport& model : report.models) models.push_back(model.run);
  auto all = std::make_shared<RepeatsReports>();
  for (RepeatGroup& found : repeat_groups(models, request)) {
    RepeatsReport group{std::move(found), {}, {}};
    group.warning = models_warning(report, group);
    std::vector<std::unique_ptr<RunForScores>> judged;
    std::vector<ScoredRun> runs;
    for (const std::size_t run : group.runs) {
      judged.push_back(std::make_unique<RunForScores>(*report.models[run].run));
      runs.push_back(judged.back()->scored);
    }
    if (request.by_manifest() && !share_an_entry(runs)) continue;
    group.analysis = analyze_repeats(runs, headline.score(), headline.name(), {});
    all->groups.push_back(std::move(group));
  }
  if (all->groups.empty()) return;
  all->value = repeats_values(report, all->groups);
  report.repeated = std::move(all);
}

}  // namespace bfclx
