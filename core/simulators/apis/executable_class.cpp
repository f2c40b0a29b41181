#include "core/simulators/apis/executable_class.h"

#include <array>
#include <cstddef>
#include <utility>

#include "core/simulators/apis/executable.h"

namespace bfclx {
namespace {

constexpr std::size_t kFunctions = 51;

const ExecutableFunction& function_at(std::size_t index) {
  for (const auto part : {executable_numbers(), executable_sequences(), executable_services()}) {
    if (index < part.size()) return part[index];
    index -= part.size();
  }
  return executable_network()[index];
}

class ExecutableFunctions final : public Simulator {
 public:
  using Simulator::Simulator;
  const ClassTable& table() const override { return executable_functions_table(); }
  Status load_scenario(const Value&, bool) override { return {}; }

  Result<Value> run(const ExecutableFunction& function, Arguments arguments) {
    EffectStore* const effects = modules().effects();
    if (function.network && effects == nullptr) {
      return Error{"Unsupported", "there is no network here, and no recording of it"};
    }
    EffectStore nothing;
    WorkBudget budget;
    ExecutableContext context{budget, effects != nullptr ? *effects : nothing};
    return function.call(context, arguments);
  }
};

template <std::size_t index>
Result<Value> call_function(Simulator& self, Arguments arguments) {
  return static_cast<ExecutableFunctions&>(self).run(function_at(index), arguments);
}

template <std::size_t... index>
std::array<Method, kFunctions> make_methods(std::index_sequence<index...>) {
  return {{{function_at(index).name, function_at(index).parameters, call_function<index>}...}};
}

}  // namespace

const ClassTable& executable_functions_table() {
  static const std::array<Method, kFunctions> kMethods =
      make_methods(std::make_index_sequence<kFunctions>());
  static const ClassTable kTable = {"ExecutableFunctions", true, kMethods, {}};
  return kTable;
}

std::unique_ptr<Simulator> make_executable_functions(EpisodeModules& modules) {
  return std::make_unique<ExecutableFunctions>(modules);
}

}  // namespace bfclx
