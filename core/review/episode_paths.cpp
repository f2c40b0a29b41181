#include "core/review/episode_paths.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <set>
#include <utility>

#include "core/audit/meaning.h"
#include "core/base/calendar.h"
#include "core/base/sha256.h"
#include "core/check/multi_turn.h"
#include "core/dataset/dataset_files.h"
#include "core/dataset/held_out.h"
#include "core/dataset/own_turns.h"
#include "core/explain/replay.h"
#include "core/explain/state_changes.h"
#include "core/simulators/engine/episode.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kLongestPath = 16 * 1024;  // as JSON
constexpr std::size_t kMostPaths = 2000;         // of one episode
struct PathLimits {                              // bytes, but for the changes
  std::size_t result;
  std::size_t value;
  std::size_t changes;  // of a turn
  std::size_t text;
};
constexpr PathLimits kShortPath = {160, 120, 12, 200'000};
constexpr PathLimits kWholePath = {20'000, 20'000, 1000, 500'000};
constexpr std::size_t kShownInitial = 20'000;

std::string json_text(const Value& value) {
  std::string text;
  append_json(text, value);
  return text;
}

// One side of an episode, run for its states.
class PathRun {
 public:
  PathRun(const Entry& entry, std::int64_t today) : modules_(nullptr, today) {
    EpisodeSetup setup{"review", entry.id, episode_member(entry, "initial_config"),
                       episode_member(entry, "involved_classes")};
    Result<Episode> episode = Episode::start(setup, modules_);
    if (episode.ok()) episode_.emplace(std::move(episode).value());
  }
  PathRun(const PathRun&) = delete;
  PathRun& operator=(const PathRun&) = delete;

  std::string run(const Value& call) {
    return episode_ && call.is_str() ? episode_->execute(call.as_str()) : std::string();
  }
  Value state() const { return episode_ ? shown_state(state_of(*episode_)) : Value::dict(); }

 private:
  EpisodeModules modules_;
  std::optional<Episode> episode_;
};

std::vector<std::string> states_after_turns(const Entry& entry, const Value& path,
                                            std::int64_t today) {
  PathRun run(entry, today);
  std::vector<std::string> states;
  for (const Value& turn : path.items()) {
    for (const Value& call : turn.items()) run.run(call);
    states.push_back(json_text(run.state()));
  }
  return states;
}

// --- One form -----------------------------------------------------------------------------------

// The names of a function's parameters in the order of its docs; empty: an unknown function.
std::vector<std::string> parameters_of(const Entry& entry, std::string_view name) {
  std::vector<std::string> names;
  for (const Value& doc : functions_of_all_turns(entry)) {
    if (find_text(doc, "name") != name) continue;
    const Value* parameters = find_member(doc, "parameters");
    const Value* properties =
        parameters != nullptr ? find_member(*parameters, "properties") : nullptr;
    if (properties == nullptr || !properties->is_dict()) continue;
    for (const auto& [parameter, schema] : properties->as_dict()) {
      if (parameter.is_str()) names.emplace_back(parameter.as_str());
    }
    if (!names.empty()) break;
  }
  return names;
}

// The call with all arguments named, in the order of the docs; as it is where it is no plain call.
Value call_in_one_form(const Value& call, const Entry& entry) {
  const std::optional<SimpleCall> plain =
      call.is_str() ? Episode::plain_call(call.as_str()) : std::nullopt;
  if (!plain) return call;
  const std::vector<std::string> names = parameters_of(entry, plain->name);
  if (plain->positional.size() > names.size()) return call;
  Dict given = plain->keywords;
  for (std::size_t i = 0; i < plain->positional.size(); ++i) {
    if (given.find(names[i]) != nullptr) return call;
    given.set(names[i], plain->positional[i]);
  }
  std::string text = std::string(plain->name) + "(";
  const auto add = [&](std::string_view name, const Value& value) {
    if (text.back() != '(') text += ", ";
    text += std::string(name) + "=" + repr(value);
  };
  for (const std::string& name : names) {
    if (const Value* value = given.find(name)) add(name, *value);
  }
  for (const auto& [name, value] : given) {
    if (!name.is_str()) return call;
    if (std::find(names.begin(), names.end(), name.as_str()) == names.end()) {
      add(name.as_str(), value);
    }
  }
  return Value::str(text + ")");
}

// None where it is no path of this episode.
Value path_in_one_form(const Value& path, const Entry& entry) {
  List turns;
  if (!path.is_list()) return Value();
  for (const Value& turn : path.items()) {
    List calls;
    if (!turn.is_list()) return Value();
    for (const Value& call : turn.items()) {
      if (!call.is_str()) return Value();
      calls.push_back(call_in_one_form(call, entry));
    }
    turns.push_back(Value::list(std::move(calls)));
  }
  return Value::list(std::move(turns));
}

// Names of the methods of each turn: what was looked up is in no state.
std::string methods_text(const Value& path) {
  std::string text;
  for (const Value& turn : path.items()) {
    std::set<std::string_view> names;
    for (const Value& call : turn.items()) {
      names.insert(call.as_str().substr(0, call.as_str().find('(')));
    }
    for (const std::string_view name : names) text += std::string(name) + " ";
    text += '\n';
  }
  return text;
}

// --- Answers ------------------------------------------------------------------------------------

// Paths that leave the same states with the same methods, all accepted or all refused.
struct PathGroup {
  std::string path;  // as JSON: the one of the fewest calls
  std::size_t calls = 0;
  std::size_t best = 0;       // responses that took exactly this path
  std::size_t responses = 0;  // of all its paths
  bool accepted = false;
};

class PathGroups {
 public:
  PathGroups(const Entry& entry, std::int64_t today) : entry_(entry), today_(today) {}

  // Gives the group; nullptr for what is no path of this episode.
  const PathGroup* add(const Value& given, std::size_t responses) {
    const std::size_t turns =
        entry_.ground_truth.is_list() ? entry_.ground_truth.items().size() : 0;
    if (!given.is_list() || given.items().size() != turns) return nullptr;  // it is not executed
    Value path = path_in_one_form(given, entry_);
    if (path.is_none()) return nullptr;
    std::vector<std::string> states = states_after_turns(entry_, path, today_);
    if (json_text(path) != json_text(given) &&
        states != states_after_turns(entry_, given, today_)) {
      path = given;
      states = states_after_turns(entry_, path, today_);
    }
    const bool accepted = path_passes(entry_, path, today_);
    std::string key = (accepted ? "accepted\n" : "refused\n") + methods_text(path);
    for (const std::string& state : states) key += state + "\n";
    PathGroup& group = groups_[hex_of(sha256(key))];
    const std::string text = json_text(path);
    const std::size_t calls = calls_of_path(path);
    const bool is_better =
        group.path.empty() || calls < group.calls ||
        (calls == group.calls &&
         (responses > group.best || (responses == group.best && text < group.path)));
    if (is_better) {
      group.path = text;
      group.calls = calls;
      group.best = responses;
    }
    group.responses += responses;
    group.accepted = accepted;
    return &group;
  }

  std::vector<const PathGroup*> commonest_first() const {
    std::vector<const PathGroup*> out;
    for (const auto& [key, group] : groups_) out.push_back(&group);
    std::sort(out.begin(), out.end(), [](const PathGroup* a, const PathGroup* b) {
      return a->responses != b->responses ? a->responses > b->responses : a->path < b->path;
    });
    return out;
  }

 private:
  const Entry& entry_;
  const std::int64_t today_;
  std::map<std::string, PathGroup> groups_;
};

}  // namespace

bool is_reviewed_episode(const Entry& entry) {
  return entry.category->judging == Judging::kMultiTurn && !uses_long_context(*entry.category) &&
         !is_own_turns(*entry.category);
}

std::size_t calls_of_path(const Value& calls) {
  std::size_t count = 0;
  if (!is_path(calls)) return count;
  for (const Value& turn : calls.items()) count += turn.items().size();
  return count;
}

std::int64_t day_of_review(std::string_view date) {
  int year = 0;
  int month = 0;
  int day = 0;
  const std::string text(date);
  if (std::sscanf(text.c_str(), "%4d-%2d-%2d", &year, &month, &day) != 3 || year < 1970 ||
      month < 1 || month > 12 || day < 1 || day > days_in_month(year, month)) {
    return day_since_1970(2026, 1, 1);
  }
  return day_since_1970(year, month, day);
}

bool path_passes(const Entry& entry, const Value& path, std::int64_t today) {
  return replayed_verdict(entry, path, entry.ground_truth, today).valid;
}

std::string path_text(const Entry& entry, const Value& path, std::int64_t today, bool whole) {
  const PathLimits& limits = whole ? kWholePath : kShortPath;
  PathRun run(entry, today);
  std::string text;
  Value before = run.state();
  for (std::size_t turn = 0; turn < path.items().size(); ++turn) {
    const List& calls = path.items()[turn].items();
    text += (turn > 0 ? "\nturn " : "turn ") + std::to_string(turn + 1);
    if (calls.empty()) text += "\n  no function call";
    for (const Value& call : calls) {
      text += "\n  " + std::string(call.is_str() ? call.as_str() : "");
      text += "\n    returns " + short_text(run.run(call), limits.result);
    }
    const Value after = run.state();
    const std::vector<StateChange> changes = compare_states(before, after, limits.changes + 1);
    for (std::size_t i = 0; i < changes.size() && i < limits.changes; ++i) {
      const StateChange& one = changes[i];
      text += "\n  state " + one.path + ": ";
      text += one.before ? short_value(*one.before, limits.value) : "nothing";
      text += " becomes ";
      text += one.after ? short_value(*one.after, limits.value) : "nothing";
    }
    if (changes.size() > limits.changes) text += "\n  state: more changes";
    before = after;
  }
  return short_text(text, limits.text);
}

std::string short_path_text(const Value& path) {
  std::string text;
  for (std::size_t turn = 0; turn < path.items().size(); ++turn) {
    const List& calls = path.items()[turn].items();
    text += (turn > 0 ? " turn " : "turn ") + std::to_string(turn + 1) + ": ";
    if (calls.empty()) text += "no function call";
    for (std::size_t i = 0; i < calls.size(); ++i) {
      text += (i > 0 ? "; " : "") + std::string(calls[i].is_str() ? calls[i].as_str() : "");
    }
  }
  return text;
}

std::string initial_state_text(const Entry& entry, std::int64_t today) {
  const Value state = PathRun(entry, today).state();
  std::string text;
  for (const auto& [service, attributes] : state.as_dict()) {
    text += "\n" + str(service);
    if (!attributes.is_dict()) continue;
    for (const auto& [name, value] : attributes.as_dict()) {
      text += "\n  " + str(name) + ": " + short_text(json_text(value), kShownInitial);
    }
  }
  return short_text(text, kShownInitial);
}

void EpisodeAnswers::add(const Value& path) {
  if (path.is_none()) return;
  std::string text = json_text(path);
  if (text.size() > kLongestPath) return;
  const auto it = counts_.find(text);
  if (it != counts_.end()) {
    ++it->second;
  } else if (counts_.size() < kMostPaths) {
    counts_.emplace(std::move(text), 1);
  }
}

std::vector<ReviewAnswer> EpisodeAnswers::answers(const Entry& entry, std::int64_t today) const {
  PathGroups groups(entry, today);
  const PathGroup* truth = groups.add(entry.ground_truth, 0);
  for (const auto& [text, count] : counts_) {
    const Result<Value> path = json_loads(text);
    if (path.ok()) groups.add(*path, count);
  }
  std::vector<const PathGroup*> shown = groups.commonest_first();
  std::stable_partition(shown.begin(), shown.end(),
                        [&](const PathGroup* one) { return one == truth; });
  std::vector<ReviewAnswer> out;
  for (const PathGroup* group : shown) {
    const Result<Value> path = json_loads(group->path);
    if (!path.ok() || out.size() == kMostReviewAnswers) break;
    out.push_back({*path, answer_key(*path), group->accepted});
  }
  return out;
}

}  // namespace bfclx
