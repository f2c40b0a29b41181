// Simulator: one stateful API of the multi-turn categories (file system, trading, travel, ...).
//
// A simulator is plain methods over its state and two tables at the bottom of its file: a row a
// method (name, parameters with defaults) and a row a public attribute. Everything else is written
// once over the tables: binding of arguments with CPython's TypeError texts (binder.h), comparison
// of two instances, dumps of the state.
//
// Values come straight from the model, so a method sees what the Python method would see: any type
// in any place. Where Python would raise, it returns an Error with the exception's class and text.
#ifndef BFCLX_CORE_SIMULATORS_ENGINE_SIMULATOR_H_
#define BFCLX_CORE_SIMULATORS_ENGINE_SIMULATOR_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/budget.h"
#include "core/base/result.h"
#include "core/simulators/engine/python_random.h"
#include "core/simulators/engine/services.h"
#include "core/value/dict.h"
#include "core/value/known_texts.h"
#include "core/value/value.h"

namespace bfclx {

class EffectStore;
class LongContext;
class Simulator;

// Default of a parameter, as far as the official signatures have them.
struct Default {
  enum class Kind : std::uint8_t { kRequired, kNone, kBool, kInt, kStr, kSharedList };
  Kind kind = Kind::kRequired;
  std::int64_t number = 0;     // kBool, kInt; for kSharedList which of the class's default lists
  std::string_view text = {};  // kStr
};
inline constexpr Default kRequired{};
inline constexpr Default kDefaultNone{Default::Kind::kNone};
inline constexpr Default kDefaultFalse{Default::Kind::kBool, 0};
inline constexpr Default kDefaultTrue{Default::Kind::kBool, 1};
constexpr Default default_int(std::int64_t value) { return {Default::Kind::kInt, value}; }
constexpr Default default_str(std::string_view text) { return {Default::Kind::kStr, 0, text}; }
// A mutable default (`tags=[]`): one list for all calls of an episode, as in Python.
constexpr Default default_shared_list(int which) { return {Default::Kind::kSharedList, which}; }

struct Parameter {
  std::string_view name;
  Default otherwise = kRequired;
};

// Arguments in the order of the parameters, defaults filled in.
using Arguments = std::span<const Value>;

// A method that takes time in proportion to what calls have put into the state says so in its row.
inline constexpr bool kScans = true;

struct Method {
  std::string_view name;  // Python's
  std::span<const Parameter> parameters;
  Result<Value> (*call)(Simulator& self, Arguments arguments);
  bool scans = false;
};

struct Attribute {
  std::string_view name;
  // The attribute as Python's vars(instance) has it. Objects that are no plain values (directories
  // and files) appear as their repr, see Simulator::attributes_equal.
  Value (*get)(const Simulator& self);
};

struct ClassTable {
  std::string_view name;                  // "TravelAPI"
  bool stateless = false;                 // no scenario is loaded
  std::span<const Method> methods;        // public ones
  std::span<const Attribute> attributes;  // public ones, in the order of vars(instance)
};

// A default value of a parameter that is a list: one object for all calls.
struct SharedList {
  std::string_view class_name;
  std::int64_t which = 0;
  Value value;
};

// What Python keeps once for a module, and an episode therefore shares between the model's and the
// ground truth's instances: mutable default arguments and the long-context tables. Each episode has
// its own, so that a verdict depends on its entry alone.
class EpisodeModules {
 public:
  // `tables` may be nullptr where no long-context entry is run; `today` is days since 1970-01-01.
  EpisodeModules(const LongContext* tables, std::int64_t today) : tables_(tables), today_(today) {}

  // The default list `which` of a class.
  Value shared_list(std::string_view class_name, std::int64_t which);
  // The default lists that calls have used so far.
  const std::vector<SharedList>& shared_lists() const { return lists_; }
  // A table of long_context.py. Immutable ones come straight from the dataset; those that
  // calls change (CREDIT_CARD_EXTENSION, BOOKING_RECORD_EXTENSION, LONG_WEATHER_EXTENSION) are
  // copied for this episode on first use. None when there are no tables or none of that name.
  Value table(std::string_view name);
  std::int64_t today() const { return today_; }
  // `hook` is called once, before anything happens that makes the order of the two sides' calls
  // count: a change of an object that both of them hold, or a call that is no plain one.
  void set_before_sharing(std::function<void()> hook) { before_sharing_ = std::move(hook); }
  // Whoever changes an object that may be a default list, a table or a row of one says so before.
  void will_change(const Value& object);
  void will_share();
  // The budget that the calls of the moment pay from, none at first; gives the one before.
  Budget* set_budget(Budget* budget) { return std::exchange(budget_, budget); }
  Status spend(std::size_t bytes) { return budget_ != nullptr ? budget_->spend(bytes) : Status(); }
  std::size_t budget_left() const { return budget_ != nullptr ? budget_->left() : Budget::kBytes; }
  // Where methods that need something from outside ask for it; nullptr, the default, for nowhere.
  void set_effects(EffectStore* effects) { effects_ = effects; }
  EffectStore* effects() const { return effects_; }
  // Which services the calls may ask, and how.
  void set_services(Services services) { services_ = std::move(services); }
  const Services& services() const { return services_; }
  // Of the long-context tables that no call changes; nullptr when there are no tables.
  const KnownTexts* known_texts() const;
  // random.Random(seed); those of one seed share the work of seeding.
  Result<PythonRandom> random(const Value& seed);

 private:
  const LongContext* tables_;
  std::int64_t today_;
  Budget* budget_ = nullptr;
  EffectStore* effects_ = nullptr;
  Services services_;
  std::function<void()> before_sharing_;
  std::vector<SharedList> lists_;
  std::vector<std::pair<std::string_view, Value>> copies_;  // by name
  std::vector<std::pair<Value, PythonRandom>> generators_;  // by seed, nothing drawn
};

class Simulator {
 public:
  explicit Simulator(EpisodeModules& modules) : modules_(modules) {}
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;
  virtual ~Simulator() = default;

  virtual const ClassTable& table() const = 0;
  // _load_scenario(scenario, long_context). `scenario` is this instance's own (already copied).
  virtual Status load_scenario(const Value& scenario, bool long_context) = 0;
  // `model_attr == ground_truth_attr` for the attribute `index` of two instances of one class.
  virtual bool attributes_equal(std::size_t index, const Simulator& other) const;
  // Whether another instance of the class, on which the same calls have been made, equals this one
  // in all attributes. It does not where a NaN or an object without equality is in them. True only
  // when that is sure.
  virtual bool equals_a_copy() const;

  // nullptr when there is no public method of that name.
  const Method* find_method(std::string_view name) const;
  // Public attributes as a dict, in order: what the official error details and dumps show.
  Value state() const;
  // Bytes that calls may have put into the state, at most; each call adds its own.
  std::size_t add_growth(std::size_t bytes) { return growth_ += bytes; }

 protected:
  EpisodeModules& modules() const { return modules_; }

 private:
  EpisodeModules& modules_;
  std::size_t growth_ = 0;
};

// Names of the classes of the multi-turn categories, in the official order.
std::span<const std::string_view> simulator_classes();
// Those, the classes of the agentic categories (memory, web search), and ExecutableFunctions.
std::span<const std::string_view> all_simulator_classes();
// A fresh instance; nullptr when the class is unknown.
std::unique_ptr<Simulator> make_simulator(std::string_view class_name, EpisodeModules& modules);
// The table of a class without an instance; nullptr when unknown.
const ClassTable* find_class_table(std::string_view class_name);
// The name of the Python module that has the class; empty when unknown.
std::string simulator_module(std::string_view class_name);

// The tables of long_context.json, by constant name. Loaded once, shared and never changed.
class LongContext {
 public:
  // `json`: {"constants": {name: value}}, where {"__py__": "Ellipsis"} stands for `...`.
  static Result<LongContext> load(std::string_view json);
  const Value* find(std::string_view name) const { return constants_.find(name); }
  // Of the tables that no call changes.
  const KnownTexts& known_texts() const { return texts_; }

 private:
  Dict constants_;
  KnownTexts texts_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_ENGINE_SIMULATOR_H_
