// The class behind vehicle.h, whose methods lie in several files.
#ifndef BFCLX_CORE_SIMULATORS_APIS_VEHICLE_API_H_
#define BFCLX_CORE_SIMULATORS_APIS_VEHICLE_API_H_

#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/simulators/apis/vehicle.h"
#include "core/simulators/engine/python_random.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

namespace vehicle {

// value == text
inline bool is(const Value& value, std::string_view text) {
  return value.is_str() && value.as_str() == text;
}
// low <= value <= high
Result<bool> between(const Value& low, const Value& value, const Value& high);

}  // namespace vehicle

class VehicleControlApi final : public Simulator {
 public:
  using Simulator::Simulator;

  const ClassTable& table() const override { return vehicle_control_api_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;

  Result<Value> start_engine(Arguments a);
  Result<Value> fill_fuel_tank(Arguments a);
  Result<Value> lock_doors(Arguments a);
  Result<Value> adjust_climate_control(Arguments a);
  Result<Value> get_outside_temperature_from_google(Arguments a);
  Result<Value> get_outside_temperature_from_weather_com(Arguments a);
  Result<Value> set_headlights(Arguments a);
  Result<Value> display_car_status(Arguments a);
  Result<Value> activate_parking_brake(Arguments a);
  Result<Value> press_brake_pedal(Arguments a);
  Result<Value> release_brake_pedal(Arguments a);
  Result<Value> set_cruise_control(Arguments a);
  Result<Value> get_current_speed(Arguments a);
  Result<Value> display_log(Arguments a);
  Result<Value> estimate_drive_feasibility_by_mileage(Arguments a);
  Result<Value> liter_to_gallon(Arguments a);
  Result<Value> gallon_to_liter(Arguments a);
  Result<Value> estimate_distance(Arguments a);
  Result<Value> get_zipcode_based_on_city(Arguments a);
  Result<Value> set_navigation(Arguments a);
  Result<Value> check_tire_pressure(Arguments a);
  Result<Value> find_nearest_tire_shop(Arguments a);

  Value fuel_level_;  // gallons
  Value battery_voltage_;
  Value engine_state_;  // 'running' or 'stopped'
  Value remaining_unlocked_doors_;
  Value door_status_;               // door -> 'locked' or 'unlocked'
  Value ac_temperature_;            // degrees Celsius
  Value fan_speed_;                 // 0 to 100
  Value ac_mode_;                   // 'auto', 'cool', 'heat' or 'defrost'
  Value humidity_level_;            // percent
  Value head_light_status_;         // 'on' or 'off'
  Value parking_brake_status_;      // 'released' or 'engaged'
  Value brake_pedal_status_;        // 'pressed' or 'released'
  Value distance_to_next_vehicle_;  // meters
  Value cruise_status_;             // 'active' or 'inactive'
  Value destination_;
  Value front_left_tire_pressure_;  // psi, as the other three
  Value front_right_tire_pressure_;
  Value rear_left_tire_pressure_;
  Value rear_right_tire_pressure_;
  Value long_context_;

 private:
  bool long_context() const { return long_context_.as_bool(); }
  Status count_unlocked_doors();
  Result<Value> unlocked_doors_error() const;

  Value parking_brake_force_;  // newtons
  Value slope_angle_;          // degrees
  Value brake_pedal_force_;    // newtons
  std::optional<PythonRandom> random_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_VEHICLE_API_H_
