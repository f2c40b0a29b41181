// Execution of calls on the instances of one episode
// (multi_turn_utils.py: execute_multi_turn_func_call, _process_method_calls).
//
// The official executor runs `eval` on the call's text. Here the text is parsed and evaluated in a
// closed subset: literals, containers, operators, pure builtins, and methods of the entry's own
// instances, nested as one likes. Nothing else is reachable, and all of it is bounded.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_EPISODE_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_EPISODE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/python/evaluate/simple_calls.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

// What the result of a call that fails begins with; the exception's text follows.
inline constexpr std::string_view kExecutionError = "Error during execution: ";

// What one side (the model, or the ground truth) of an episode runs on.
struct EpisodeSetup {
  // Prefix of the instances' names: the model's folder name, for the ground truth with
  // "_ground_truth" behind it. It reaches results through the names that are put into calls.
  std::string model_name;
  std::string id;
  Value initial_config;    // {class: scenario}
  Value involved_classes;  // list of class names
  bool long_context = false;
  // Scored, as opposed to asked of a model: the instances' names have "_eval" in them.
  bool evaluation = true;
  // What the calls are paid from; nullptr: one of the episode's own.
  Budget* budget = nullptr;
};

class Episode {
 public:
  Episode(Episode&&) = default;
  Episode& operator=(Episode&&) = default;
  ~Episode();

  // Builds the instances and loads their scenarios. Where the official evaluator would raise (an
  // unknown class, a scenario of another form), the Error has the exception's class and text.
  static Result<Episode> start(const EpisodeSetup& setup, EpisodeModules& modules);

  // A call that meets a request without an answer (effects.h) leaves it as EffectStore::wanted, and
  // is to be run again with the same text once the answer is there; what its inner calls had done
  // by then is not done twice.
  // Runs one call and gives its result as text, as the official executor does: a str is itself, a
  // dict is JSON (or its str() where JSON cannot hold it), anything else its str(), an exception
  // kExecutionError and its text. Each call is paid from the episode's budget; when that
  // is used up, calls are refused before anything of them is looked at.
  Value run(std::string_view call);  // a str
  std::string execute(std::string_view call);

  using Instances = std::vector<std::unique_ptr<Simulator>>;
  // In the order of the involved classes.
  const Instances& instances() const { return instances_; }
  // Goes on with other instances, one for each of `involved_classes`, made for the same modules;
  // its own are in `instances` afterwards. For whoever keeps instances by class.
  void exchange(Instances& instances, Value involved_classes, Value initial_config);

  // `call` as one method with literal arguments and no other bracket, so that the names of
  // instances reach nothing in it; nullopt for anything else. The name may be of no method.
  static std::optional<SimpleCall> plain_call(std::string_view call);

 private:
  friend class EpisodeEnvironment;
  // A method by its bare name.
  struct Target {
    std::size_t instance = 0;
    const Method* method = nullptr;
  };

  Episode(const EpisodeSetup& setup, EpisodeModules& modules) : setup_(setup), modules_(&modules) {}
  Budget& budget() { return setup_.budget != nullptr ? *setup_.budget : own_budget_; }
  Target find_method(std::string_view name) const;
  std::string add_instance_names(std::string_view call) const;
  std::optional<Result<Value>> call_simple(std::string_view call);
  Result<Value> evaluate(const std::string& call);
  Result<Value> result_text(const Value& result, bool is_expression);

  EpisodeSetup setup_;
  EpisodeModules* modules_;
  Budget own_budget_;
  // A call that is not plain had a container among its arguments: the state may hold an object more
  // than once, even inside itself, and stand for more than it takes (extent.h).
  bool may_alias_ = false;
  Instances instances_;
  std::vector<std::string> instance_names_;
  // Of a call that waits for an answer: its text and what the methods inside it gave so far.
  struct Interrupted {
    std::string call;
    List results;
  };
  Interrupted interrupted_;
  std::string text_;  // of the last result; kept for its memory
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_EPISODE_H_
