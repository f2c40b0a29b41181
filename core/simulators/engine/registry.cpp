// The simulated classes by name.
#include <array>
#include <iterator>

#include "core/simulators/apis/executable_class.h"
#include "core/simulators/apis/file_system.h"
#include "core/simulators/apis/math.h"
#include "core/simulators/apis/memory_kv.h"
#include "core/simulators/apis/memory_rec_sum.h"
#include "core/simulators/apis/memory_vector.h"
#include "core/simulators/apis/message.h"
#include "core/simulators/apis/posting.h"
#include "core/simulators/apis/ticket.h"
#include "core/simulators/apis/trading.h"
#include "core/simulators/apis/travel.h"
#include "core/simulators/apis/vehicle.h"
#include "core/simulators/apis/web_search.h"
#include "core/simulators/engine/simulator.h"

namespace bfclx {

namespace {

struct SimulatedClass {
  std::string_view name;
  std::string_view module;  // its last part
  const ClassTable& (*table)();
  std::unique_ptr<Simulator> (*make)(EpisodeModules&);
};

constexpr auto kClasses = std::to_array<SimulatedClass>({
    {"GorillaFileSystem", "gorilla_file_system", file_system_table, make_file_system},
    {"MathAPI", "math_api", math_api_table, make_math_api},
    {"MessageAPI", "message_api", message_api_table, make_message_api},
    {"TwitterAPI", "posting_api", twitter_api_table, make_twitter_api},
    {"TicketAPI", "ticket_api", ticket_api_table, make_ticket_api},
    {"TradingBot", "trading_bot", trading_bot_table, make_trading_bot},
    {"TravelAPI", "travel_booking", travel_api_table, make_travel_api},
    {"VehicleControlAPI", "vehicle_control", vehicle_control_api_table, make_vehicle_control_api},
    // Those of the agentic categories.
    {"MemoryAPI_kv", "memory_kv", memory_kv_table, make_memory_kv},
    {"MemoryAPI_vector", "memory_vector", memory_vector_table, make_memory_vector},
    {"MemoryAPI_rec_sum", "memory_rec_sum", memory_rec_sum_table, make_memory_rec_sum},
    {"WebSearchAPI", "web_search", web_search_table, make_web_search},
    // Ours, to try the executable categories' functions.
    {"ExecutableFunctions", "executable_functions", executable_functions_table,
     make_executable_functions},
});
constexpr std::size_t kEpisodeClasses = 8;

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kClasses)> names{};
  for (std::size_t i = 0; i < std::size(kClasses); ++i) names[i] = kClasses[i].name;
  return names;
}();

const SimulatedClass* find_class(std::string_view name) {
  for (const SimulatedClass& simulated : kClasses) {
    if (simulated.name == name) return &simulated;
  }
  return nullptr;
}

}  // namespace

std::span<const std::string_view> simulator_classes() {
  return std::span(kNames).first(kEpisodeClasses);
}

std::span<const std::string_view> all_simulator_classes() { return kNames; }

std::unique_ptr<Simulator> make_simulator(std::string_view class_name, EpisodeModules& modules) {
  const SimulatedClass* simulated = find_class(class_name);
  return simulated != nullptr ? simulated->make(modules) : nullptr;
}

const ClassTable* find_class_table(std::string_view class_name) {
  const SimulatedClass* simulated = find_class(class_name);
  return simulated != nullptr ? &simulated->table() : nullptr;
}

std::string simulator_module(std::string_view class_name) {
  const SimulatedClass* simulated = find_class(class_name);
  if (simulated == nullptr) return {};
  return "bfcl_eval.eval_checker.multi_turn_eval.func_source_code." +
         std::string(simulated->module);
}

}  // namespace bfclx
