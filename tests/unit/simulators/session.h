// One instance of a simulated class and the calls that a test makes on it.
#ifndef BFCLX_TESTS_UNIT_SIMULATORS_SESSION_H_
#define BFCLX_TESTS_UNIT_SIMULATORS_SESSION_H_

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/simulators/engine/episode.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx::testing {

// A call as the model writes it, and the text that the official executor answers with.
struct Step {
  std::string call;
  std::string result;
};

class Session {
 public:
  // `scenario` is JSON. `tables` are those of long_context.py; with them the episode is of the
  // long-context category.
  Session(std::string_view class_name, std::string_view scenario,
          const LongContext* tables = nullptr)
      : modules_(tables, 0) {
    EpisodeSetup setup;
    setup.model_name = "model_eval";
    setup.id = "test";
    setup.long_context = tables != nullptr;
    setup.involved_classes = Value::list({Value::str(class_name)});
    setup.initial_config = Value::dict();
    const Result<Value> config = json_loads(scenario);
    if (!config.ok()) {
      start_error_ = "scenario: " + config.error().message;
      return;
    }
    setup.initial_config.mutable_dict().set(class_name, *config);
    Result<Episode> episode = Episode::start(setup, modules_);
    if (episode.ok()) {
      episode_.emplace(std::move(episode).value());
    } else {
      start_error_ = std::string(episode.error().kind) + ": " + episode.error().message;
    }
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // What loading of the scenario raised, "" when it went well. All else needs that it did.
  const std::string& start_error() const { return start_error_; }
  std::string run(std::string_view call) { return episode_->execute(call); }
  void run_all(const std::vector<Step>& steps) {
    ASSERT_EQ(start_error_, "");
    for (const Step& step : steps) EXPECT_EQ(run(step.call), step.result) << step.call;
  }
  // repr() of a public attribute.
  std::string attribute(std::string_view name) const {
    const Value state = episode_->instances()[0]->state();
    const Value* value = state.as_dict().find(name);
    return value != nullptr ? repr(*value) : "no such attribute";
  }
  // Names of the public attributes, in order.
  std::string attribute_names() const {
    std::string names;
    for (const Attribute& attribute : episode_->instances()[0]->table().attributes) {
      names += names.empty() ? "" : " ";
      names += attribute.name;
    }
    return names;
  }
  const Simulator& instance() const { return *episode_->instances()[0]; }
  EpisodeModules& modules() { return modules_; }

 private:
  EpisodeModules modules_;
  std::optional<Episode> episode_;
  std::string start_error_;
};

}  // namespace bfclx::testing

#endif  // BFCLX_TESTS_UNIT_SIMULATORS_SESSION_H_
