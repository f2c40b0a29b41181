// Trips: speed, distances, places, tires.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/simulators/apis/vehicle_api.h"
#include "core/simulators/apis/vehicle_tables.h"
#include "core/simulators/engine/support.h"

namespace bfclx {
namespace {

using python::BinaryOperator;
using python::compare_operation;
using python::CompareOperator;
using vehicle::between;
using vehicle::is;

constexpr double kMilesPerGallon = 20.0;
constexpr double kGallonsPerLiter = 0.264172;
constexpr double kLitersPerGallon = 3.78541;

}  // namespace

Result<Value> VehicleControlApi::set_cruise_control(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const Value meters, builtin("float", {a[2]}));
  BFCLX_ASSIGN_OR_RETURN(const Value float_speed, builtin("float", {a[0]}));
  if (is(engine_state_, "stopped")) {
    return error_dict("Start the engine before activating the cruise control.");
  }
  distance_to_next_vehicle_ = meters;
  const bool activate = truthy(a[1]);
  if (activate) {
    const double speed = float_speed.as_float();
    // NaN is in the bounds, but no multiple of 5.
    if (speed < 0 || speed > 120 || std::fmod(speed, 5.0) != 0) return error_dict("Invalid speed");
  }
  cruise_status_ = Value::str(activate ? "active" : "inactive");
  return dict_of({{"cruiseStatus", cruise_status_},
                  {"currentSpeed", float_speed},
                  {"distanceToNextVehicle", distance_to_next_vehicle_}});
}

Result<Value> VehicleControlApi::get_current_speed(Arguments /*a*/) {
  return dict_of({{"currentSpeed", Value::real(random_->uniform(0.0, 120.0))}});
}

Result<Value> VehicleControlApi::estimate_drive_feasibility_by_mileage(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const Value miles, arithmetic(BinaryOperator::kMult, fuel_level_,
                                                       Value::real(kMilesPerGallon)));
  BFCLX_ASSIGN_OR_RETURN(const bool too_far, compare_operation(CompareOperator::kLt, miles, a[0]));
  return dict_of({{"canDrive", Value::boolean(!too_far)}});
}

Result<Value> VehicleControlApi::liter_to_gallon(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const Value gallons,
                         arithmetic(BinaryOperator::kMult, a[0], Value::real(kGallonsPerLiter)));
  return dict_of({{"gallon", gallons}});
}

Result<Value> VehicleControlApi::gallon_to_liter(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const Value liters,
                         arithmetic(BinaryOperator::kMult, a[0], Value::real(kLitersPerGallon)));
  return dict_of({{"liter", liters}});
}

Result<Value> VehicleControlApi::estimate_distance(Arguments a) {
  const auto route =
      std::find_if(vehicle::kRoutes.begin(), vehicle::kRoutes.end(), [&](const vehicle::Route& r) {
        return (is(a[0], r.zipcode_a) && is(a[1], r.zipcode_b)) ||
               (is(a[0], r.zipcode_b) && is(a[1], r.zipcode_a));
      });
  const Value distance = route != vehicle::kRoutes.end()
                             ? dict_of({{"distance", Value::real(route->kilometers)}})
                             : error_dict("distance not found in database.");
  if (long_context()) {
    distance.mutable_dict().set("intermediaryCities", modules().table("INTERMEDIARY_CITIES"));
  }
  return distance;
}

Result<Value> VehicleControlApi::get_zipcode_based_on_city(Arguments a) {
  const auto city = std::find_if(vehicle::kCities.begin(), vehicle::kCities.end(),
                                 [&](const vehicle::City& c) { return is(a[0], c.name); });
  return dict_of(
      {{"zipcode",
        Value::str(city != vehicle::kCities.end() ? city->zipcode : vehicle::kUnknownZipcode)}});
}

Result<Value> VehicleControlApi::set_navigation(Arguments a) {
  destination_ = a[0];
  BFCLX_ASSIGN_OR_RETURN(const Value status,
                         arithmetic(BinaryOperator::kAdd, Value::str("Navigating to "), a[0]));
  return dict_of({{"status", status}});
}

Result<Value> VehicleControlApi::check_tire_pressure(Arguments /*a*/) {
  Value sum = front_left_tire_pressure_;
  for (const Value* next :
       {&front_right_tire_pressure_, &rear_left_tire_pressure_, &rear_right_tire_pressure_}) {
    BFCLX_ASSIGN_OR_RETURN(sum, arithmetic(BinaryOperator::kAdd, sum, *next));
  }
  BFCLX_ASSIGN_OR_RETURN(const Value mean,
                         arithmetic(BinaryOperator::kDiv, sum, Value::integer(4)));
  BFCLX_ASSIGN_OR_RETURN(const bool healthy, between(Value::integer(30), mean, Value::integer(35)));
  return dict_of({
      {"frontLeftTirePressure", front_left_tire_pressure_},
      {"frontRightTirePressure", front_right_tire_pressure_},
      {"rearLeftTirePressure", rear_left_tire_pressure_},
      {"rearRightTirePressure", rear_right_tire_pressure_},
      {"healthy_tire_pressure", Value::boolean(healthy)},
      {"car_info",
       long_context() ? modules().table("CAR_STATUS_METADATA_EXTENSION") : Value::dict()},
  });
}

Result<Value> VehicleControlApi::find_nearest_tire_shop(Arguments /*a*/) {
  return dict_of({{"shopLocation", Value::str("456 Oakwood Avenue, Rivermist, 83214")}});
}

}  // namespace bfclx
