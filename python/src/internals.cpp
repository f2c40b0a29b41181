// What the Python files of the package stand on: the official checkers by themselves, and
// comparisons of verdicts at hand.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/check/agentic.h"
#include "core/check/multi_turn.h"
#include "core/conversation/tools.h"
#include "core/dataset/response_calls.h"
#include "core/run/run_statistics.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"
#include "core/statistics/headline_score.h"
#include "core/statistics/overall.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "python/src/checks.h"
#include "python/src/dataset.h"
#include "python/src/errors.h"
#include "python/src/from_value.h"
#include "python/src/to_value.h"
#include "python/src/unlocked.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

// (valid, error type, errors) as the official checker says it; its exceptions are raised.
nb::tuple ast_check(nb::handle functions, nb::handle possible_answer, nb::handle calls,
                    std::string_view category, std::string_view language, bool underscore_to_dot) {
  const AstCheck check{language_argument(language), call_count_of(category), underscore_to_dot};
  const Value docs = to_value(functions);
  const Value given = to_value(calls);
  const Value answers = to_value(possible_answer);
  const Result<Verdict> checked = [&] {
    std::optional<Unlocked> unlocked;
    if (check.language != Language::kPython || is_big(given)) unlocked.emplace();
    return check_calls(docs, given, answers, check);
  }();
  if (!checked.ok()) raise_official(checked.error());
  return nb::make_tuple(checked->valid, from_text(checked->error_type), from_value(checked->error));
}

// What the assistant said in a conversation, a step for each of its messages; of anything else one
// step. A step is a text, a list of calls as [{name: JSON text}], or what was given.
List steps_of(const Value& given) {
  List steps;
  if (is_messages(given)) {
    for (const Value& message : given.items()) {
      if (!is_assistant(message)) continue;
      Result<Value> step = response_of_message(message);
      steps.push_back(step.ok() ? std::move(step).value() : message);
    }
  }
  if (steps.empty()) steps.push_back(response_of(given, ResponseShape::kSingle));
  return steps;
}

// (whether a client's form was read, steps); for an episode (.., the turns as a result file has
// them).
nb::tuple read_steps(nb::handle response, bool is_episode) {
  const Value given = to_value(response);
  if (is_episode) {
    const Value read = response_of(given, ResponseShape::kEpisode);
    return nb::make_tuple(!equal(read, given), from_value(read));
  }
  List steps = steps_of(given);
  const bool read = steps.size() > 1 || !equal(steps.front(), given);
  return nb::make_tuple(read, from_value(Value::list(std::move(steps))));
}

// multi_turn_checker.py:multi_turn_checker of as many turns as there are of either: (official dict
// without what ran, or None; what ran).
nb::tuple multi_turn_check(nb::handle turns, nb::handle ground_truth, nb::handle entry,
                           const std::string& model_name, bool long_context,
                           const std::shared_ptr<DatasetObject>& dataset, nb::handle today) {
  const Value response = to_value(turns);
  const Value truth = to_value(ground_truth);
  const Value data = to_value(entry);
  const auto member = [&](std::string_view name) -> const Value* {
    const Value* value = find_member(data, name);
    if (value == nullptr) throw nb::key_error(std::string(name).c_str());
    return value;
  };
  Budget budget;
  EpisodeTask task;
  task.id = find_text(data, "id");
  task.model_name = model_name;
  task.initial_config = member("initial_config");
  task.involved_classes = member("involved_classes");
  task.ground_truth = &truth;
  task.long_context = long_context;
  if (long_context && dataset != nullptr) task.tables = &dataset->long_context();
  task.today = today_argument(today);
  task.budget = &budget;
  EpisodeVerdict episode;
  {
    const Unlocked unlocked;
    episode = judge_episode(task, response, [](const Value& step) { return Result<Value>(step); });
  }
  const nb::object error = episode.verdict.valid ? nb::none() : from_value(episode.verdict.error);
  return nb::make_tuple(error, from_value(execution_value(episode.execution)));
}

bool stands(nb::handle answer, nb::handle message) {
  const Value text = to_value(answer);
  const Value where = to_value(message);
  if (!text.is_str() || !where.is_str()) throw nb::type_error("expected two strings");
  return stands_as_words(standardize_agentic(text.as_str()), standardize_agentic(where.as_str()));
}

// A run as ids with verdicts; it holds the texts that the views of `judged` see.
struct GivenRun {
  Value rows;
  JudgedRun judged;
};

GivenRun run_argument(nb::handle given) {
  GivenRun run{to_value(given), {}};
  for (const Value& row : run.rows.items()) {
    const List& cells = row.items();
    const std::string_view id = cells[0].as_str();
    const Category* category = category_of_id(id);
    if (category == nullptr)
      raise_unknown_entry("unknown id `" + std::string(id) +
                          "`: it begins with no category's name");
    run.judged.push_back({id, category, cells[1].as_bool(), cells[2].as_str()});
  }
  return run;
}

nb::object compare(nb::handle a, nb::handle b, std::string_view leaderboard, std::size_t draws,
                   std::uint64_t seed, const DatasetObject* dataset) {
  const std::optional<LeaderboardVersion> version = find_leaderboard_version(leaderboard);
  if (!version) {
    raise_unknown_name("unknown leaderboard version `" + std::string(leaderboard) +
                       "`: expected v1, v2, v3 or v4");
  }
  const NamedVersion asked{leaderboard, *version};
  const HeadlineScore headline =
      dataset != nullptr ? dataset->headline(asked) : HeadlineScore(asked);
  const ScorePart& score = headline.score();
  const GivenRun first = run_argument(a);
  const GivenRun second = run_argument(b);
  Value result;
  {
    const Unlocked unlocked;
    result = comparison_value(
        compare_runs(first.judged, second.judged, score_weights(score), {draws, seed}));
    const ScoredRun runs[] = {{&first.judged}, {&second.judged}};
    List own;
    for (const ScoredRun& run : runs) {
      own.push_back(based_score_value(own_score(run, score, headline.name())));
    }
    result.mutable_dict().set("runs", Value::list(std::move(own)));
    result.mutable_dict().set("basis", basis_value(shared_basis(runs, score, headline.name())));
  }
  return from_value(result);
}

// Of a value that the official code gives or raises.
nb::object official(const Result<Value>& result) {
  if (!result.ok()) raise_official(result.error());
  return from_value(*result);
}

// The names are the values of the official enumeration ModelStyle.
ToolStyle style_argument(std::string_view name) {
  static constexpr std::pair<std::string_view, ToolStyle> kStyles[] = {
      {"openai-completions", ToolStyle::kOpenAiChat},
      {"openai-responses", ToolStyle::kOpenAiResponses},
      {"claude", ToolStyle::kAnthropic},
      {"mistral", ToolStyle::kMistral},
      {"google", ToolStyle::kGoogle},
      {"amazon", ToolStyle::kAmazon},
      {"firework_ai", ToolStyle::kFireworks},
      {"ossmodel", ToolStyle::kOss},
      {"cohere", ToolStyle::kCohere},
      {"writer", ToolStyle::kWriter},
      {"novita_ai", ToolStyle::kNovita}};
  for (const auto& [known, style] : kStyles) {
    if (known == name) return style;
  }
  raise_unknown_name("models of style `" + std::string(name) + "` are given no tools");
}

// The conversations that fill a memory before the questions; None where the dataset has none.
nb::object memory_conversations(DatasetObject& dataset, std::string_view scenario) {
  Value conversations;
  {
    const std::shared_lock lock(loading_mutex());
    const Value* found = dataset.loaded().memory_conversations(scenario);
    if (found != nullptr) conversations = *found;
  }
  return from_value(conversations);
}

}  // namespace

void bind_internals(nb::module_& module) {
  using namespace nb::literals;
  module.def("_ast_check", ast_check, "functions"_a, "possible_answer"_a.none(), "calls"_a.none(),
             "category"_a, "language"_a, "underscore_to_dot"_a);
  module.def("_multi_turn_check", multi_turn_check, "turns"_a, "ground_truth"_a, "entry"_a,
             "model_name"_a, "long_context"_a, "dataset"_a.none(), "today"_a.none());
  module.def(
      "_category_of_id",
      [](std::string_view id) {
        const Category* category = category_of_id(id);
        return category != nullptr ? from_text(category->name) : nb::object(nb::none());
      },
      "entry_id"_a);
  module.def("_read_steps", read_steps, "response"_a.none(), "is_episode"_a);
  module.def("_stands_as_words", stands, "answer"_a, "message"_a);
  module.def(
      "_convert_to_tool",
      [](nb::handle functions, std::string_view style) {
        return official(convert_to_tool(to_value(functions), style_argument(style)));
      },
      "functions"_a, "style"_a);
  module.def(
      "_language_hints",
      [](nb::handle functions, std::string_view language) {
        return official(with_language_hints(to_value(functions), language_argument(language)));
      },
      "functions"_a, "language"_a);
  module.def("_memory_conversations", memory_conversations, "dataset"_a, "scenario"_a);
  module.def("_compare", compare, "a"_a, "b"_a, "leaderboard"_a, "draws"_a, "seed"_a,
             "dataset"_a.none());
}

}  // namespace bfclx::python_binding
