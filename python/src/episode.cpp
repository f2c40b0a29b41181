#include "python/src/episode.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "core/base/suggest.h"
#include "core/check/multi_turn.h"
#include "core/dataset/own_turns.h"
#include "core/dataset/response_calls.h"
#include "core/decode/decoder.h"
#include "core/python/evaluate/simple_calls.h"
#include "core/simulators/engine/episode.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "python/src/dataset.h"
#include "python/src/errors.h"
#include "python/src/from_value.h"
#include "python/src/to_value.h"
#include "python/src/unlocked.h"
#include "python/src/verdict.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr const char* kServicesDoc =
    "Simulated services that calls run on: the executor of the multi-turn categories, without an\n"
    "entry. Nothing is executed but a closed, bounded subset of Python.\n\n"
    "`classes` are names of API classes, `config` their scenarios by name. `instance_prefix` and\n"
    "`entry_id` make the names of the instances, as officially. `dataset` is needed for long\n"
    "context alone. Raises UnknownNameError, or ValueError for a scenario of another form.";

constexpr const char* kEpisodeDoc =
    "A multi-turn entry, played turn by turn: what a model is asked, the services that its calls\n"
    "run on, and the verdict on what it did. It shares nothing with other episodes; use one from\n"
    "one thread at a time.";

constexpr const char* kExecuteDoc =
    "Runs calls, texts such as \"cd(folder='a')\", and gives the result of each as text, as the\n"
    "official executor does; an error is text too. `calls` is a step of the turn: a list, or "
    "one\n"
    "call. Calls may be dicts, {'cd': {'folder': 'a'}} or {'name': 'cd', 'arguments': {...}}, or\n"
    "OpenAI's tool calls. Raises TypeError for what is no call, ValueError for\n"
    "arguments that are not JSON.";

constexpr const char* kCloneDoc =
    "Another episode at the same point, for branching: same turn, state and `today`. What was "
    "done\n"
    "so far is done again on separate services, so neither sees what the other does later.\n\n"
    ">>> import bfclx\n"
    ">>> episode = bfclx.Dataset.sample().episode('multi_turn_base_90000')\n"
    ">>> branch = episode.clone()\n"
    ">>> branch.execute({'mkdir': {'dir_name': 'new'}})\n"
    "['None']\n"
    ">>> branch.state() == episode.state()\n"
    "False";

}  // namespace

// Plain calls of the services take a few microseconds each.
bool calls_may_take_long(const List& calls) {
  constexpr std::size_t kFew = 8;
  constexpr std::size_t kShort = 200;  // bytes
  return calls.size() > kFew || std::any_of(calls.begin(), calls.end(), [](const Value& call) {
           return call.as_str().size() > kShort || !read_plain_call(call.as_str());
         });
}

namespace {

// A call that is no text, as the text of one: how the official handler of such calls writes it.
Value text_of_call(const Value& given) {
  constexpr const char* kForms =
      "calls must be strings, {name: {parameter: value}}, {'name': ..., 'arguments': ...} or tool "
      "calls";
  const std::optional<Value> call = call_of(given);
  if (!call) throw nb::type_error(kForms);
  const Result<Value> texts = find_decoder("openai_fc")->decode_execute(Value::list({*call}), {});
  const bool is_one = texts.ok() && texts->is_list() && texts->items().size() == 1;
  if (!texts.ok()) {
    throw nb::value_error(
        ("the arguments of a call are not JSON: " + texts.error().message).c_str());
  }
  if (!is_one || !texts->items().front().is_str()) throw nb::type_error(kForms);
  return texts->items().front();
}

}  // namespace

List calls_argument(nb::handle given) {
  const Value value = to_value(given);
  if (!value.is_sequence() && !value.is_str() && !value.is_dict()) {
    throw nb::type_error("calls must be a list of calls, or one");
  }
  List calls = value.is_sequence() ? value.items() : List{value};
  for (Value& call : calls) {
    if (!call.is_str()) call = text_of_call(call);
  }
  return calls;
}

namespace {

// The setup, and what runs on it.
class Services {
 public:
  Services(EpisodeSetup setup, const LongContext* tables, std::int64_t today)
      : modules_(std::make_unique<EpisodeModules>(tables, today)) {
    if (setup.involved_classes.is_list()) {
      for (const Value& name : setup.involved_classes.items()) check_class(name);
    }
    Result<Episode> episode = [&] {
      std::optional<Unlocked> unlocked;
      if (setup.long_context) unlocked.emplace();
      return Episode::start(setup, *modules_);
    }();
    if (!episode.ok()) throw nb::value_error(episode.error().message.c_str());
    episode_.emplace(std::move(episode).value());
  }

  // Of nobody else yet. Called with the interpreter lock, which is given away for what may take
  // long.
  void repeat(const List& calls) {
    std::optional<Unlocked> unlocked;
    if (calls_may_take_long(calls)) unlocked.emplace();
    for (const Value& call : calls) episode_->run(call.as_str());
  }

  // The results as texts. Called with the interpreter lock, which is given away for what may take
  // long.
  nb::object execute(const List& calls) {
    List results;
    {
      const auto run = [&] {
        for (const Value& call : calls) results.push_back(episode_->run(call.as_str()));
      };
      if (calls_may_take_long(calls)) {
        const Unlocked unlocked;
        const std::lock_guard lock(*mutex_);
        run();
      } else {
        const Alone alone(*mutex_);
        run();
      }
    }
    return from_value(Value::list(std::move(results)));
  }

  nb::object state() const {
    const Alone alone(*mutex_);
    Dict state;
    for (const auto& instance : episode_->instances()) {
      state.set(instance->table().name, instance->state());
    }
    return from_value(Value::dict(std::move(state)));
  }

 private:
  static void check_class(const Value& name) {
    if (name.is_str() && find_class_table(name.as_str()) != nullptr) return;
    const std::string text = name.is_str() ? std::string(name.as_str()) : "?";
    raise_unknown_name("unknown class `" + text + "`." +
                       did_you_mean(text, all_simulator_classes()));
  }

  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::unique_ptr<EpisodeModules> modules_;  // the episode refers to it
  std::optional<Episode> episode_;
};

class EpisodeObject {
 public:
  EpisodeObject(std::shared_ptr<DatasetObject> dataset, const Entry& entry, RunSettings settings)
      : dataset_(std::move(dataset)),
        entry_(entry),
        settings_(std::move(settings)),
        services_(setup(), settings_.long_context, settings_.today) {}

  std::string id() const { return entry_.id; }
  std::size_t turn() const { return done_.size(); }
  std::size_t turns() const {
    return entry_.question().is_list() ? entry_.question().items().size() : 0;
  }
  bool is_over() const { return turn() >= turns(); }

  nb::object execute(List calls) {
    if (is_over()) throw nb::value_error("the episode is over: all its turns have ended");
    nb::object results = services_.execute(calls);
    steps_.push_back(Value::list(std::move(calls)));
    return results;
  }

  void end_turn() {
    if (is_over()) throw nb::value_error("the episode is over: all its turns have ended");
    done_.push_back(Value::list(std::exchange(steps_, {})));
  }

  // At the same point: what has been done is done again. Meanwhile the interpreter lock is released
  // now and then, so that another thread can go on with this episode.
  std::unique_ptr<EpisodeObject> clone() const {
    const List done = done_;
    const List steps = steps_;
    auto copy = std::make_unique<EpisodeObject>(dataset_, entry_, settings_);
    for (const Value& turn : done) {
      copy->repeat(turn.items());
      copy->end_turn();
    }
    copy->repeat(steps);
    return copy;
  }

  nb::object state() const { return services_.state(); }

  // Docs that the model is given in a turn: those that were held out come with theirs.
  Value tools(std::size_t turn) const {
    List tools = entry_.functions().is_list() ? entry_.functions().items() : List();
    const Value* missed = find_member(entry_.data, "missed_function");
    if (missed == nullptr) return Value::list(std::move(tools));
    for (std::size_t i = 0; i <= turn; ++i) {
      const Value* held = find_member(*missed, std::to_string(i));
      if (held == nullptr || !held->is_list()) continue;
      tools.insert(tools.end(), held->items().begin(), held->items().end());
    }
    return Value::list(std::move(tools));
  }

  Value user(std::size_t turn) const { return entry_.question().items()[turn]; }

  // Of the turns that have ended, and the one under way; those that have not begun are empty.
  ScoredResponse judged() const {
    List turns = done_;
    if (!steps_.empty()) turns.push_back(Value::list(steps_));
    while (turns.size() < this->turns()) turns.push_back(Value::list());
    ScoredResponse scored;
    scored.id = entry_.id;
    scored.entry = &entry_;
    scored.response = Value::list(std::move(turns));
    const Unlocked unlocked;
    score_response(scored, settings_);
    return scored;
  }

 private:
  void repeat(const List& steps) {
    for (const Value& step : steps) {
      services_.repeat(step.items());
      steps_.push_back(step);
    }
  }

  EpisodeSetup setup() const {
    EpisodeSetup setup;
    setup.model_name = settings_.model_name;
    setup.id = entry_.id;
    const auto member = [&](std::string_view name) {
      const Value* value = find_member(entry_.data, name);
      return value != nullptr ? *value : Value();
    };
    setup.initial_config = member("initial_config");
    setup.involved_classes = member("involved_classes");
    setup.long_context = uses_long_context(*entry_.category);
    return setup;
  }

  std::shared_ptr<DatasetObject> dataset_;  // has the entry
  const Entry& entry_;
  RunSettings settings_;
  Services services_;
  List done_;   // turns, each a list of steps
  List steps_;  // of the current turn
};

// A step is a list of calls already.
Result<Value> as_it_is(const Value& step, const DecodeOptions&) { return step; }
constexpr Decoder kCallTexts{"calls",  "",      Decoder::Mode::kAny, "calls as strings",
                             as_it_is, as_it_is};

std::unique_ptr<EpisodeObject> open_episode(const std::shared_ptr<DatasetObject>& dataset,
                                            const nb::str& id, const std::string& model_name,
                                            nb::handle today) {
  const Entry& entry = dataset->find_id(id.ptr());
  if (!is_simulated(*entry.category)) {
    raise_unknown_entry("`" + entry.id + "` is not an episode: its category is " +
                        std::string(entry.category->name));
  }
  RunSettings settings =
      dataset->settings({}, &kCallTexts, false, model_name, today_argument(today));
  return std::make_unique<EpisodeObject>(dataset, entry, std::move(settings));
}

// The turn that an argument names, None for the one under way.
std::size_t turn_argument(const EpisodeObject& self, std::optional<std::size_t> turn) {
  const std::size_t wanted = turn.value_or(self.turn());
  if (wanted >= self.turns()) throw nb::index_error("the episode has no such turn");
  return wanted;
}

Services* make_services(nb::handle classes, nb::handle config, bool long_context,
                        const std::string& prefix, const std::string& entry_id,
                        const std::shared_ptr<DatasetObject>& dataset, nb::handle today) {
  EpisodeSetup setup;
  setup.involved_classes = to_value(classes);
  setup.initial_config = to_value(config);
  setup.long_context = long_context;
  setup.model_name = prefix;
  setup.id = entry_id;
  setup.evaluation = false;
  const LongContext* tables = nullptr;
  if (long_context) {
    if (dataset == nullptr) throw nb::value_error("long context needs a dataset");
    tables = &dataset->long_context();
  }
  return new Services(std::move(setup), tables, today_argument(today));
}

void bind_services(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Services>(module, "Services", kServicesDoc)
      .def(
          "__init__",
          [](Services* self, nb::object classes, nb::object config, bool long_context,
             const std::string& instance_prefix, const std::string& entry_id,
             std::shared_ptr<DatasetObject> dataset, nb::object today) {
            const std::unique_ptr<Services> made(make_services(
                classes, config, long_context, instance_prefix, entry_id, dataset, today));
            new (self) Services(std::move(*made));
          },
          "classes"_a, "config"_a, nb::kw_only(), "long_context"_a = false,
          "instance_prefix"_a = "model", "entry_id"_a = "entry", "dataset"_a.none() = nb::none(),
          "today"_a.none() = nb::none())
      .def(
          "execute",
          [](Services& self, nb::object calls) { return self.execute(calls_argument(calls)); },
          "calls"_a, kExecuteDoc)
      .def(
          "state", [](const Services& self) { return self.state(); },
          "{class: {attribute: value}}: the public attributes. A copy.");
}

void bind_played(nb::module_& module) {
  using namespace nb::literals;
  // Without an interpreter lock, calls of one object follow each other.
  nb::class_<EpisodeObject>(module, "Episode", kEpisodeDoc)
      .def_prop_ro("id", &EpisodeObject::id)
      .def_prop_ro("turn", &EpisodeObject::turn, "The current turn, from 0.", nb::lock_self())
      .def_prop_ro("turns", &EpisodeObject::turns, "How many there are.")
      .def_prop_ro("is_over", &EpisodeObject::is_over, "Whether all of them have ended.",
                   nb::lock_self())
      .def(
          "tools",
          [](const EpisodeObject& self, std::optional<std::size_t> turn) {
            return from_value(self.tools(turn_argument(self, turn)));
          },
          "turn"_a.none() = nb::none(), nb::lock_self(),
          "The function docs that the model has in a turn (None: the current one).")
      .def(
          "user",
          [](const EpisodeObject& self, std::optional<std::size_t> turn) {
            return from_value(self.user(turn_argument(self, turn)));
          },
          "turn"_a.none() = nb::none(), nb::lock_self(),
          "The messages of a turn. Empty where the turn brings functions that were held out.")
      .def(
          "execute",
          [](EpisodeObject& self, nb::object calls) { return self.execute(calls_argument(calls)); },
          "calls"_a, nb::lock_self(), kExecuteDoc)
      .def("clone", &EpisodeObject::clone, nb::lock_self(), kCloneDoc)
      .def("end_turn", &EpisodeObject::end_turn, nb::lock_self(), "Ends the current turn.")
      .def(
          "state", [](const EpisodeObject& self) { return self.state(); },
          "{class: {attribute: value}} of the model's services. A copy.")
      .def(
          "verdict",
          [](const EpisodeObject& self) {
            ScoredResponse scored = self.judged();
            return VerdictObject(parts_of(scored));
          },
          nb::lock_self(),
          "The verdict on what was done so far; turns that have not begun count as empty.")
      .def_prop_ro(
          "turns_passed",
          [](const EpisodeObject& self) { return self.judged().episode->turns_passed; },
          nb::lock_self(), "Turns passed before the first failed turn. Our own.");
}

}  // namespace

void bind_episode(nb::module_& module) {
  using namespace nb::literals;
  bind_services(module);
  bind_played(module);
  nb::object dataset = module.attr("Dataset");
  nb::cpp_function_def(
      [](const std::shared_ptr<DatasetObject>& self, const nb::str& id,
         const std::string& model_name,
         nb::object today) { return open_episode(self, id, model_name, today); },
      nb::scope(dataset), nb::name("episode"), nb::is_method(), "entry_id"_a, nb::kw_only(),
      "model_name"_a = "model", "today"_a.none() = nb::none(),
      "An episode of a multi-turn entry. Raises UnknownEntryError, also for other entries.");
}

}  // namespace bfclx::python_binding
