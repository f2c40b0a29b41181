#include "core/audit/agreed_path.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/budget.h"
#include "core/check/multi_turn.h"
#include "core/dataset/dataset_files.h"
#include "core/dataset/own_turns.h"
#include "core/simulators/engine/episode.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kLongestPath = std::size_t{8} * 1024;  // as JSON
// What the calls of a replayed path may take: all replays of an entry together take less than one
// response may.
constexpr std::size_t kReplayBytes = Budget::kBytes / 64;
constexpr std::size_t kMostRuns = 12;   // that are replayed
constexpr std::size_t kMostPlaces = 3;  // at which runs leave the ground truth
constexpr std::size_t kFewestModels = 3;
constexpr std::size_t kFewestFamilies = 2;
constexpr std::size_t kShownDifference = 360;
constexpr std::int64_t kToday = 20454;  // 2026-01-01; the same for all sides

bool is_replayed(const Entry& entry) {
  return entry.category->judging == Judging::kMultiTurn && !uses_long_context(*entry.category) &&
         !is_own_turns(*entry.category) && entry.ground_truth.is_list();
}

Budget replay_budget() {
  Budget budget;
  static_cast<void>(budget.spend(Budget::kBytes - kReplayBytes));
  return budget;
}

// `budget`: of the path's calls; nullptr: that of a response.
Verdict replayed(const Entry& entry, const Value& path, const Value& truth, std::int64_t today,
                 Budget* budget) {
  List turns;
  for (const Value& turn : path.items()) {
    List steps;
    if (!turn.items().empty()) steps.push_back(turn);
    turns.push_back(Value::list(std::move(steps)));
  }
  EpisodeTask task;
  task.id = entry.id;
  task.model_name = "review";
  task.initial_config = &episode_member(entry, "initial_config");
  task.involved_classes = &episode_member(entry, "involved_classes");
  task.ground_truth = &truth;
  task.today = today;
  task.budget = budget;
  return judge_episode(task, Value::list(std::move(turns)),
                       [](const Value& step) -> Result<Value> { return step; })
      .verdict;
}

Verdict bounded_verdict(const Entry& entry, const Value& path, const Value& truth) {
  Budget budget = replay_budget();
  return replayed(entry, path, truth, kToday, &budget);
}

// Whether no call of the path fails: that is an error that the runs share. A path that takes more
// than a replay may fails, too.
bool runs_well(const Entry& entry, const Value& path) {
  Budget budget = replay_budget();
  EpisodeModules modules(nullptr, kToday);
  EpisodeSetup setup{"review", entry.id, episode_member(entry, "initial_config"),
                     episode_member(entry, "involved_classes")};
  setup.budget = &budget;
  Result<Episode> episode = Episode::start(setup, modules);
  if (!episode.ok()) return false;
  for (const Value& turn : path.items()) {
    for (const Value& call : turn.items()) {
      const std::string result = episode->execute(call.as_str());
      if (result.starts_with(R"({"error":)") || result.starts_with(kExecutionError)) return false;
    }
  }
  return true;
}

struct Replayed {
  const RunPath* run;
  Value path;
  std::vector<std::vector<std::string>> calls;  // by turn
};

std::vector<Replayed> read_paths(const std::vector<RunPath>& paths) {
  std::vector<Replayed> out;
  for (const RunPath& one : paths) {
    if (out.size() == kMostRuns) break;
    Result<Value> path = json_loads(*one.path);
    if (!path.ok()) continue;
    Replayed its{&one, std::move(path).value(), {}};
    for (const Value& turn : its.path.items()) {
      std::vector<std::string>& calls = its.calls.emplace_back();
      for (const Value& call : turn.items()) calls.push_back(normalized_call(call.as_str()));
    }
    out.push_back(std::move(its));
  }
  return out;
}

struct Group {
  std::vector<const Replayed*> runs;  // the strongest first
  double weight = 0;
};

// Runs that leave the ground truth at the same place, the weightiest groups first.
std::vector<Group> groups_of(const std::vector<Replayed>& paths) {
  std::vector<Group> groups;
  for (const Replayed& one : paths) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& its) {
      return its.runs.front()->run->place == one.run->place;
    });
    if (group == groups.end()) group = groups.emplace(group);
    group->runs.push_back(&one);
    group->weight += one.run->weight;
  }
  std::erase_if(groups, [](const Group& group) { return group.runs.size() < 2; });
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return a.weight != b.weight ? a.weight > b.weight
                                : a.runs.front()->run->place < b.runs.front()->run->place;
  });
  if (groups.size() > kMostPlaces) groups.resize(kMostPlaces);
  return groups;
}

// Of the strongest run's path, the calls that at least half of the runs make in the same turn.
Value shared_calls(const std::vector<const Replayed*>& group) {
  List turns;
  const Replayed& first = *group.front();
  for (std::size_t turn = 0; turn < first.path.items().size(); ++turn) {
    List calls;
    for (const Value& call : first.path.items()[turn].items()) {
      const std::string plain = normalized_call(call.as_str());
      const auto count = std::count_if(group.begin(), group.end(), [&](const Replayed* one) {
        const std::vector<std::string>& calls_of_run = one->calls[turn];
        return std::find(calls_of_run.begin(), calls_of_run.end(), plain) != calls_of_run.end();
      });
      if (2 * static_cast<std::size_t>(count) >= group.size()) calls.push_back(call);
    }
    turns.push_back(Value::list(std::move(calls)));
  }
  return Value::list(std::move(turns));
}

// Without calls in a turn that needs some.
bool gives_up(const Value& path, const Value& official) {
  for (std::size_t turn = 0; turn < official.items().size(); ++turn) {
    if (path.items()[turn].items().empty() && !official.items()[turn].items().empty()) return true;
  }
  return false;
}

std::size_t distinct(std::vector<std::uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return static_cast<std::size_t>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

void replay(const Entry& entry, const std::vector<Replayed>& paths, const Value& truth,
            AgreedPath& agreed) {
  std::vector<bool> passes(paths.size());
  std::vector<std::uint32_t> models;
  std::vector<std::uint32_t> families;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const RunPath& run = *paths[i].run;
    std::size_t same = 0;  // many runs take the same path
    while (*paths[same].run->path != *run.path) ++same;
    passes[i] = same < i ? passes[same] : bounded_verdict(entry, paths[i].path, truth).valid;
    if (!passes[i]) continue;
    models.push_back(run.model);
    families.push_back(run.family);
  }
  agreed.models = distinct(std::move(models));
  agreed.families = distinct(std::move(families));
}

}  // namespace

const Value& episode_member(const Entry& entry, std::string_view name) {
  static const Value kNone;
  const Value* value = find_member(entry.data, name);
  return value != nullptr ? *value : kNone;
}

Value path_of(const ScoredResponse& response) {
  if (response.episode == nullptr || !response.episode->turns_read) return Value();
  List turns;
  for (const std::vector<DecodedStep>& steps : response.episode->turns) {
    List calls;
    for (const DecodedStep& step : steps) {
      if (!step.has_calls || !step.calls.is_sequence()) continue;
      for (const Value& call : step.calls.items()) {
        if (!call.is_str()) return Value();
        calls.push_back(call);
      }
    }
    turns.push_back(Value::list(std::move(calls)));
  }
  return Value::list(std::move(turns));
}

Verdict replayed_verdict(const Entry& entry, const Value& path, const Value& truth,
                         std::int64_t today) {
  return replayed(entry, path, truth, today, nullptr);
}

KeptPath kept_path_of(const ScoredResponse& response) {
  if (response.verdict.valid || !is_replayed(*response.entry)) return nullptr;
  const Value path = path_of(response);
  if (!path.is_list() || path.items().size() != response.entry->ground_truth.items().size()) {
    return nullptr;
  }
  // The names of instances, which other runs do not have, reach nothing in plain calls.
  for (const Value& turn : path.items()) {
    for (const Value& call : turn.items()) {
      if (!Episode::plain_call(call.as_str())) return nullptr;
    }
  }
  std::string text;
  append_json(text, path);
  if (text.size() > kLongestPath) return nullptr;
  text.shrink_to_fit();
  return std::make_shared<const std::string>(std::move(text));
}

bool AgreedPath::is_common() const {
  return !official_passes && models >= kFewestModels && families >= kFewestFamilies &&
         2 * models >= replayed;
}

std::string AgreedPath::text(std::size_t passes, std::size_t runs) const {
  const auto of = [](std::size_t part, std::size_t all) {
    return std::to_string(part) + " of " + std::to_string(all);
  };
  return of(models, replayed) + " replayed models agree on another path (" + of(passes, runs) +
         (passes == 1 ? " runs passes" : " runs pass") +
         " the official path): " + short_text(difference, kShownDifference);
}

AgreedPath find_agreed_path(const Entry& entry, std::vector<RunPath> paths) {
  // Whatever the order of the runs.
  std::sort(paths.begin(), paths.end(), [](const RunPath& a, const RunPath& b) {
    if (a.weight != b.weight) return a.weight > b.weight;
    return *a.path != *b.path ? *a.path < *b.path : a.model < b.model;
  });
  const std::vector<Replayed> read = read_paths(paths);
  std::vector<std::uint32_t> models;
  for (const Replayed& one : read) models.push_back(one.run->model);
  AgreedPath best;
  for (const Group& group : groups_of(read)) {
    const Value path = shared_calls(group.runs);
    if (gives_up(path, entry.ground_truth) || !runs_well(entry, path)) continue;
    AgreedPath agreed;
    replay(entry, read, path, agreed);
    if (agreed.models < 2 || agreed.models <= best.models) continue;
    const Verdict verdict = bounded_verdict(entry, path, entry.ground_truth);
    if (verdict.valid) continue;
    agreed.difference = verdict.why ? verdict.why->text : verdict.error_type;
    agreed.official_passes = bounded_verdict(entry, entry.ground_truth, path).valid;
    agreed.replayed = distinct(models);
    best = std::move(agreed);
  }
  return best;
}

}  // namespace bfclx
