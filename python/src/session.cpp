#include "python/src/session.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/simulators/engine/episode.h"
#include "core/value/dict.h"
#include "core/value/extent.h"
#include "python/src/dataset.h"
#include "python/src/episode.h"
#include "python/src/errors.h"
#include "python/src/from_value.h"
#include "python/src/to_value.h"
#include "python/src/unlocked.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

// What the services of one model and entry have in common. They come and go one by one; a call
// sees those that it is given.
class Session {
 public:
  Session(std::string prefix, std::string entry_id, bool long_context,
          std::shared_ptr<DatasetObject> dataset)
      : dataset_(std::move(dataset)),
        long_context_(long_context),
        modules_(tables(), today_argument(nb::none())) {
    EpisodeSetup setup;
    setup.model_name = std::move(prefix);
    setup.id = std::move(entry_id);
    setup.involved_classes = Value::list();
    setup.initial_config = Value::dict();
    setup.long_context = long_context;
    setup.evaluation = false;
    episode_.emplace(Episode::start(setup, modules_).value());  // no class, no scenario: no error
  }

  ~Session() { clear_away(); }
  std::mutex& mutex() { return mutex_; }
  EpisodeModules& modules() { return modules_; }
  Episode& episode() { return *episode_; }
  bool long_context() const { return long_context_; }
  // Whether a state may hold an object more than once, even inside itself.
  bool may_alias = false;

  // Takes a simulator that nobody will use any more, from any thread: calls may run on others,
  // whose states share objects with its own, and whoever waited for them here might hold their
  // mutex.
  void leave(std::unique_ptr<Simulator> simulator) {
    const std::lock_guard lock(left_mutex_);
    try {
      left_.push_back(std::move(simulator));
    } catch (const std::bad_alloc&) {
      simulator.release();  // NOLINT: without memory it is never destroyed, which is safe
    }
  }
  // Destroys those. The session's mutex is held.
  void clear_away() {
    std::vector<std::unique_ptr<Simulator>> left;
    {
      const std::lock_guard lock(left_mutex_);
      left.swap(left_);
    }
    for (const auto& simulator : left) {
      if (may_alias) break_cycles(simulator->state());
    }
  }

 private:
  const LongContext* tables() {
    if (!long_context_) return nullptr;
    if (dataset_ == nullptr) throw nb::value_error("long context needs a dataset");
    return &dataset_->long_context();
  }

  std::shared_ptr<DatasetObject> dataset_;  // has the tables
  bool long_context_;
  std::mutex mutex_;
  EpisodeModules modules_;
  std::optional<Episode> episode_;
  std::mutex left_mutex_;
  std::vector<std::unique_ptr<Simulator>> left_;
};

// An instance of one class; while calls run on it, the session's episode has it.
struct Service {
  Service(std::shared_ptr<Session> owner, std::unique_ptr<Simulator> made)
      : session(std::move(owner)), simulator(std::move(made)) {}
  Service(Service&&) = default;
  ~Service() {
    if (simulator != nullptr) session->leave(std::move(simulator));
  }

  std::shared_ptr<Session> session;  // outlives the simulator, which refers to its modules
  std::unique_ptr<Simulator> simulator;
};

// The services in the episode for as long as this lives. The session's mutex is held.
class Involved {
 public:
  Involved(Session& session, std::vector<Service*> services, const Value& config)
      : session_(session), services_(std::move(services)) {
    Episode::Instances instances;
    List classes;
    for (Service* service : services_) {
      classes.push_back(Value::str(service->simulator->table().name));
      instances.push_back(std::move(service->simulator));
    }
    session_.episode().exchange(instances, Value::list(std::move(classes)), config);
  }
  Involved(const Involved&) = delete;
  Involved& operator=(const Involved&) = delete;
  ~Involved() {
    Episode::Instances instances;
    session_.episode().exchange(instances, Value::list(), Value::dict());
    for (std::size_t i = 0; i < services_.size(); ++i) {
      services_[i]->simulator = std::move(instances[i]);
    }
  }

 private:
  Session& session_;
  std::vector<Service*> services_;
};

std::unique_ptr<Service> make_service(const std::shared_ptr<Session>& session,
                                      std::string_view name, nb::handle scenario) {
  const Value given = to_value(scenario);
  const Alone alone(session->mutex());
  session->clear_away();
  auto made = std::make_unique<Service>(session, make_simulator(name, session->modules()));
  if (made->simulator == nullptr) {
    raise_unknown_name("unknown class `" + std::string(name) + "`." +
                       did_you_mean(name, all_simulator_classes()));
  }
  if (!made->simulator->table().stateless) {
    const Status loaded = made->simulator->load_scenario(given, session->long_context());
    if (!loaded.ok()) throw nb::value_error(loaded.error().message.c_str());
  }
  return made;
}

nb::object execute(const std::shared_ptr<Session>& session, nb::handle calls, nb::handle services,
                   nb::handle config) {
  const List given = calls_argument(calls);
  const nb::list held(nb::borrow(services));
  std::vector<Service*> involved;
  for (const nb::handle one : held) {
    Service& service = nb::cast<Service&>(one);
    if (service.session != session) throw nb::value_error("a service of another session");
    if (std::find(involved.begin(), involved.end(), &service) == involved.end()) {
      involved.push_back(&service);
    }
  }
  const Value scenarios = to_value(config);
  List results;
  const auto run = [&] {
    session->clear_away();
    const Involved inside(*session, involved, scenarios);
    for (const Value& call : given) {
      session->may_alias = session->may_alias || !Episode::plain_call(call.as_str());
      results.push_back(session->episode().run(call.as_str()));
    }
  };
  if (calls_may_take_long(given)) {
    const Unlocked unlocked;
    const std::lock_guard lock(session->mutex());
    run();
  } else {
    const Alone alone(session->mutex());
    run();
  }
  return from_value(Value::list(std::move(results)));
}

nb::object state_of(const Service& service) {
  const Alone alone(service.session->mutex());
  return from_value(service.simulator->state());
}

}  // namespace

void bind_session(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<Service>(module, "_Service").def("state", state_of);
  nb::class_<Session>(module, "_Session", nb::is_weak_referenceable())
      .def(nb::init<std::string, std::string, bool, std::shared_ptr<DatasetObject>>(), "prefix"_a,
           "entry_id"_a, "long_context"_a, "dataset"_a.none())
      .def("make", make_service, "class_name"_a, "scenario"_a)
      .def("execute", execute, "calls"_a, "services"_a, "config"_a);
}

}  // namespace bfclx::python_binding
