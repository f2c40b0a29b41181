#include "core/simulators/apis/vehicle.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/simulators/apis/vehicle_api.h"
#include "core/simulators/engine/support.h"

namespace bfclx {

namespace {

using python::BinaryOperator;
using python::compare_operation;
using python::CompareOperator;
using vehicle::between;
using vehicle::is;

constexpr std::int64_t kDefaultSeed = 141053;
constexpr std::int64_t kMaxFuelLevel = 50;     // gallons
constexpr double kMinFuelLevel = 0.0;          // gallons
constexpr std::int64_t kMaxBrakeForce = 1000;  // newtons

Value unlocked_doors() {
  const Value unlocked = Value::str("unlocked");
  return dict_of({{"driver", unlocked},
                  {"passenger", unlocked},
                  {"rear_left", unlocked},
                  {"rear_right", unlocked}});
}

}  // namespace

Result<bool> vehicle::between(const Value& low, const Value& value, const Value& high) {
  BFCLX_ASSIGN_OR_RETURN(const bool enough, compare_operation(CompareOperator::kLtE, low, value));
  if (!enough) return false;
  return compare_operation(CompareOperator::kLtE, value, high);
}

Status VehicleControlApi::load_scenario(const Value& scenario, bool long_context) {
  if (!scenario.is_dict()) return no_attribute(scenario, "get");
  BFCLX_ASSIGN_OR_RETURN(random_, modules().random(scenario_get(scenario, "random_seed",
                                                                Value::integer(kDefaultSeed))));
  door_status_ = scenario_get(scenario, "doorStatus", unlocked_doors());
  BFCLX_RETURN_IF_ERROR(count_unlocked_doors());
  const auto text = [&](std::string_view key, std::string_view otherwise) {
    return scenario_get(scenario, key, Value::str(otherwise));
  };
  const auto number = [&](std::string_view key, double otherwise) {
    return scenario_get(scenario, key, Value::real(otherwise));
  };
  fuel_level_ = number("fuelLevel", 0.0);
  battery_voltage_ = number("batteryVoltage", 12.6);
  engine_state_ = text("engineState", "stopped");
  ac_temperature_ = number("acTemperature", 25.0);
  fan_speed_ = scenario_get(scenario, "fanSpeed", Value::integer(50));
  ac_mode_ = text("acMode", "auto");
  humidity_level_ = number("humidityLevel", 50.0);
  head_light_status_ = text("headLightStatus", "off");
  parking_brake_status_ = text("parkingBrakeStatus", "released");
  parking_brake_force_ = number("parkingBrakeForce", 0.0);
  slope_angle_ = number("slopeAngle", 0.0);
  brake_pedal_status_ = text("brakePedalStatus", "released");
  brake_pedal_force_ = number("brakePedalForce", 0.0);
  distance_to_next_vehicle_ = number("distanceToNextVehicle", 50.0);
  cruise_status_ = text("cruiseStatus", "inactive");
  destination_ = text("destination", "None");
  front_left_tire_pressure_ = number("frontLeftTirePressure", 32.0);
  front_right_tire_pressure_ = number("frontRightTirePressure", 32.0);
  rear_left_tire_pressure_ = number("rearLeftTirePressure", 30.0);
  rear_right_tire_pressure_ = number("rearRightTirePressure", 30.0);
  long_context_ = Value::boolean(long_context);
  return {};
}

// Four doors less the locked ones, whatever the scenario says about their number: quirk
// four_doors_less_the_locked.
Status VehicleControlApi::count_unlocked_doors() {
  if (!door_status_.is_dict()) return no_attribute(door_status_, "keys");
  std::int64_t unlocked = 4;
  for (const auto& [door, status] : door_status_.as_dict()) {
    if (is(status, "locked")) --unlocked;
  }
  remaining_unlocked_doors_ = Value::integer(unlocked);
  return {};
}

Result<Value> VehicleControlApi::unlocked_doors_error() const {
  std::string names;
  std::int64_t index = 0;
  for (const auto& [door, status] : door_status_.as_dict()) {
    if (!is(status, "unlocked")) continue;
    if (!door.is_str()) {
      return Error{"TypeError", "sequence item " + std::to_string(index) +
                                    ": expected str instance, " + std::string(type_name(door)) +
                                    " found"};
    }
    if (index++ > 0) names += ", ";
    names += door.as_str();
  }
  return error_dict(
      "All doors must be locked before starting the engine. Here are the unlocked doors: " + names);
}

Result<Value> VehicleControlApi::start_engine(Arguments a) {
  const Value& mode = a[0];
  if (is(mode, "STOP")) engine_state_ = Value::str("stopped");
  if (remaining_unlocked_doors_.as_int64() > 0) return unlocked_doors_error();
  if (!is(brake_pedal_status_, "pressed")) {
    return error_dict("Brake pedal needs to be pressed when starting the engine.");
  }
  if (!equal(brake_pedal_force_, Value::integer(kMaxBrakeForce))) {
    return error_dict("Must press the brake fully before starting the engine.");
  }
  BFCLX_ASSIGN_OR_RETURN(const bool empty, compare_operation(CompareOperator::kLt, fuel_level_,
                                                             Value::real(kMinFuelLevel)));
  if (empty) return error_dict("Fuel tank is empty.");
  if (!is(mode, "START")) return error_dict("Invalid ignition mode.");
  engine_state_ = Value::str("running");
  return dict_of({{"engineState", engine_state_},
                  {"fuelLevel", fuel_level_},
                  {"batteryVoltage", battery_voltage_}});
}

Result<Value> VehicleControlApi::fill_fuel_tank(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool negative,
                         compare_operation(CompareOperator::kLt, a[0], Value::integer(0)));
  if (negative) return error_dict("Fuel amount cannot be negative.");
  BFCLX_ASSIGN_OR_RETURN(const Value level, arithmetic(BinaryOperator::kAdd, fuel_level_, a[0]));
  BFCLX_ASSIGN_OR_RETURN(const bool too_much, compare_operation(CompareOperator::kGt, level,
                                                                Value::integer(kMaxFuelLevel)));
  if (too_much) return error_dict("Cannot fill gas above the tank capacity.");
  BFCLX_ASSIGN_OR_RETURN(
      const bool empty, compare_operation(CompareOperator::kLt, level, Value::real(kMinFuelLevel)));
  if (empty) return error_dict("Fuel tank is empty. Min fuel level is 0 gallons.");
  fuel_level_ = level;
  return dict_of({{"fuelLevel", fuel_level_}});
}

Result<Value> VehicleControlApi::lock_doors(Arguments a) {
  const bool unlock = truthy(a[0]);
  const Value wanted = Value::str(unlock ? "unlocked" : "locked");
  BFCLX_ASSIGN_OR_RETURN(const List doors, python::iterate(a[1]));
  for (const Value& door : doors) {
    BFCLX_ASSIGN_OR_RETURN(const Value status, python::subscript(door_status_, door));
    if (equal(status, wanted)) continue;
    door_status_.mutable_dict().set(door, wanted);
    remaining_unlocked_doors_ =
        Value::integer(remaining_unlocked_doors_.as_int64() + (unlock ? 1 : -1));
  }
  return dict_of({{"lockStatus", wanted}, {"remainingUnlockedDoors", remaining_unlocked_doors_}});
}

Result<Value> VehicleControlApi::adjust_climate_control(Arguments a) {
  const Value& temperature = a[0];
  const Value& fan_speed = a[2];
  BFCLX_ASSIGN_OR_RETURN(const bool valid,
                         between(Value::integer(0), fan_speed, Value::integer(100)));
  if (!valid) return error_dict("Fan speed must be between 0 and 100.");
  ac_temperature_ = temperature;
  if (is(a[1], "fahrenheit")) {
    BFCLX_ASSIGN_OR_RETURN(const Value above,
                           arithmetic(BinaryOperator::kSub, temperature, Value::integer(32)));
    BFCLX_ASSIGN_OR_RETURN(const Value five_fold,
                           arithmetic(BinaryOperator::kMult, above, Value::integer(5)));
    BFCLX_ASSIGN_OR_RETURN(ac_temperature_,
                           arithmetic(BinaryOperator::kDiv, five_fold, Value::integer(9)));
  }
  fan_speed_ = fan_speed;
  ac_mode_ = a[3];
  return dict_of({{"currentACTemperature", temperature},
                  {"climateMode", ac_mode_},
                  {"humidityLevel", humidity_level_}});
}

Result<Value> VehicleControlApi::get_outside_temperature_from_google(Arguments /*a*/) {
  const Value temperature = Value::real(random_->uniform(-10.0, 40.0));
  const Value weather = long_context() ? modules().table("LONG_WEATHER_EXTENSION") : Value::none();
  if (!weather.is_dict()) return dict_of({{"outsideTemperature", temperature}});
  modules().will_change(weather);
  weather.mutable_dict().set("outsideTemperature", temperature);
  return weather;
}

Result<Value> VehicleControlApi::get_outside_temperature_from_weather_com(Arguments /*a*/) {
  return dict_of({{"error", Value::integer(404)}});
}

Result<Value> VehicleControlApi::set_headlights(Arguments a) {
  const Value& mode = a[0];
  if (!is(mode, "on") && !is(mode, "off") && !is(mode, "auto")) {
    return error_dict("Invalid headlight mode.");
  }
  head_light_status_ = Value::str(is(mode, "on") ? "on" : "off");
  return dict_of({{"headlightStatus", head_light_status_}});
}

Result<Value> VehicleControlApi::display_car_status(Arguments a) {
  // Rows of one option stand together, in the order of the report.
  struct Row {
    std::string_view option;
    std::string_view key;
    Value VehicleControlApi::*value;
  };
  static constexpr std::array<Row, 14> kRows = {{
      {"fuel", "fuelLevel", &VehicleControlApi::fuel_level_},
      {"battery", "batteryVoltage", &VehicleControlApi::battery_voltage_},
      {"doors", "doorStatus", &VehicleControlApi::door_status_},
      {"climate", "currentACTemperature", &VehicleControlApi::ac_temperature_},
      {"climate", "fanSpeed", &VehicleControlApi::fan_speed_},
      {"climate", "climateMode", &VehicleControlApi::ac_mode_},
      {"climate", "humidityLevel", &VehicleControlApi::humidity_level_},
      {"headlights", "headlightStatus", &VehicleControlApi::head_light_status_},
      {"parkingBrake", "parkingBrakeStatus", &VehicleControlApi::parking_brake_status_},
      {"parkingBrake", "parkingBrakeForce", &VehicleControlApi::parking_brake_force_},
      {"parkingBrake", "slopeAngle", &VehicleControlApi::slope_angle_},
      {"brakePedal", "brakePedalStatus", &VehicleControlApi::brake_pedal_status_},
      {"brakePedal", "brakePedalForce", &VehicleControlApi::brake_pedal_force_},
      {"engine", "engineState", &VehicleControlApi::engine_state_},
  }};
  Dict status;
  if (long_context()) status.set("metadata", modules().table("CAR_STATUS_METADATA_EXTENSION"));
  bool known = false;
  for (const Row& row : kRows) {
    if (!is(a[0], row.option)) continue;
    status.set(row.key, this->*row.value);
    known = true;
  }
  if (!known) status.set("error", Value::str("Invalid option"));
  return Value::dict(std::move(status));
}

Result<Value> VehicleControlApi::activate_parking_brake(Arguments a) {
  const bool engage = is(a[0], "engage");
  if (!engage && !is(a[0], "release")) return error_dict("Invalid mode");
  parking_brake_status_ = Value::str(engage ? "engaged" : "released");
  parking_brake_force_ = Value::real(engage ? 500.0 : 0.0);
  slope_angle_ = Value::real(10.0);
  Dict report;
  if (long_context()) {
    report.set("parkingBrakeInstruction", modules().table("PARKING_BRAKE_INSTRUCTION"));
  }
  report.set("parkingBrakeStatus", parking_brake_status_);
  report.set("_parkingBrakeForce", parking_brake_force_);
  report.set("_slopeAngle", slope_angle_);
  return Value::dict(std::move(report));
}

Result<Value> VehicleControlApi::press_brake_pedal(Arguments a) {
  const Value& position = a[0];
  BFCLX_ASSIGN_OR_RETURN(const bool valid, between(Value::integer(0), position, Value::integer(1)));
  if (!valid) return error_dict("Pedal position must be between 0 and 1.");
  if (equal(position, Value::integer(0))) return release_brake_pedal({});
  BFCLX_ASSIGN_OR_RETURN(const Value force, arithmetic(BinaryOperator::kMult, position,
                                                       Value::integer(kMaxBrakeForce)));
  brake_pedal_status_ = Value::str("pressed");
  brake_pedal_force_ = force;
  BFCLX_ASSIGN_OR_RETURN(const double newtons, python::number_to_double(force));
  return dict_of(
      {{"brakePedalStatus", brake_pedal_status_}, {"brakePedalForce", Value::real(newtons)}});
}

Result<Value> VehicleControlApi::release_brake_pedal(Arguments /*a*/) {
  brake_pedal_status_ = Value::str("released");
  brake_pedal_force_ = Value::real(0.0);
  return dict_of(
      {{"brakePedalStatus", brake_pedal_status_}, {"brakePedalForce", brake_pedal_force_}});
}

Result<Value> VehicleControlApi::display_log(Arguments a) { return dict_of({{"log", a[0]}}); }

namespace {

constexpr std::array<Parameter, 1> kIgnitionMode = {{{"ignitionMode"}}};
constexpr std::array<Parameter, 1> kFuelAmount = {{{"fuelAmount"}}};
constexpr std::array<Parameter, 2> kUnlockDoor = {{{"unlock"}, {"door"}}};
constexpr std::array<Parameter, 4> kClimate = {{{"temperature"},
                                                {"unit", default_str("celsius")},
                                                {"fanSpeed", default_int(50)},
                                                {"mode", default_str("auto")}}};
constexpr std::array<Parameter, 1> kMode = {{{"mode"}}};
constexpr std::array<Parameter, 1> kOption = {{{"option"}}};
constexpr std::array<Parameter, 1> kPedalPosition = {{{"pedalPosition"}}};
constexpr std::array<Parameter, 3> kCruise = {{{"speed"}, {"activate"}, {"distanceToNextVehicle"}}};
constexpr std::array<Parameter, 1> kMessages = {{{"messages"}}};
constexpr std::array<Parameter, 1> kDistance = {{{"distance"}}};
constexpr std::array<Parameter, 1> kLiter = {{{"liter"}}};
constexpr std::array<Parameter, 1> kGallon = {{{"gallon"}}};
constexpr std::array<Parameter, 2> kTwoCities = {{{"cityA"}, {"cityB"}}};
constexpr std::array<Parameter, 1> kCity = {{{"city"}}};
constexpr std::array<Parameter, 1> kDestination = {{{"destination"}}};

using Api = VehicleControlApi;

constexpr std::array<Method, 22> kMethods = {{
    {"startEngine", kIgnitionMode, call_member<&Api::start_engine>},
    {"fillFuelTank", kFuelAmount, call_member<&Api::fill_fuel_tank>},
    {"lockDoors", kUnlockDoor, call_member<&Api::lock_doors>},
    {"adjustClimateControl", kClimate, call_member<&Api::adjust_climate_control>},
    {"get_outside_temperature_from_google",
     {},
     call_member<&Api::get_outside_temperature_from_google>},
    {"get_outside_temperature_from_weather_com",
     {},
     call_member<&Api::get_outside_temperature_from_weather_com>},
    {"setHeadlights", kMode, call_member<&Api::set_headlights>},
    {"displayCarStatus", kOption, call_member<&Api::display_car_status>},
    {"activateParkingBrake", kMode, call_member<&Api::activate_parking_brake>},
    {"pressBrakePedal", kPedalPosition, call_member<&Api::press_brake_pedal>},
    {"releaseBrakePedal", {}, call_member<&Api::release_brake_pedal>},
    {"setCruiseControl", kCruise, call_member<&Api::set_cruise_control>},
    {"get_current_speed", {}, call_member<&Api::get_current_speed>},
    {"display_log", kMessages, call_member<&Api::display_log>},
    {"estimate_drive_feasibility_by_mileage", kDistance,
     call_member<&Api::estimate_drive_feasibility_by_mileage>},
    {"liter_to_gallon", kLiter, call_member<&Api::liter_to_gallon>},
    {"gallon_to_liter", kGallon, call_member<&Api::gallon_to_liter>},
    {"estimate_distance", kTwoCities, call_member<&Api::estimate_distance>},
    {"get_zipcode_based_on_city", kCity, call_member<&Api::get_zipcode_based_on_city>},
    {"set_navigation", kDestination, call_member<&Api::set_navigation>},
    {"check_tire_pressure", {}, call_member<&Api::check_tire_pressure>},
    {"find_nearest_tire_shop", {}, call_member<&Api::find_nearest_tire_shop>},
}};

constexpr std::array<Attribute, 20> kAttributes = {{
    {"fuelLevel", get_member<&Api::fuel_level_>},
    {"batteryVoltage", get_member<&Api::battery_voltage_>},
    {"engine_state", get_member<&Api::engine_state_>},
    {"remainingUnlockedDoors", get_member<&Api::remaining_unlocked_doors_>},
    {"doorStatus", get_member<&Api::door_status_>},
    {"acTemperature", get_member<&Api::ac_temperature_>},
    {"fanSpeed", get_member<&Api::fan_speed_>},
    {"acMode", get_member<&Api::ac_mode_>},
    {"humidityLevel", get_member<&Api::humidity_level_>},
    {"headLightStatus", get_member<&Api::head_light_status_>},
    {"parkingBrakeStatus", get_member<&Api::parking_brake_status_>},
    {"brakePedalStatus", get_member<&Api::brake_pedal_status_>},
    {"distanceToNextVehicle", get_member<&Api::distance_to_next_vehicle_>},
    {"cruiseStatus", get_member<&Api::cruise_status_>},
    {"destination", get_member<&Api::destination_>},
    {"frontLeftTirePressure", get_member<&Api::front_left_tire_pressure_>},
    {"frontRightTirePressure", get_member<&Api::front_right_tire_pressure_>},
    {"rearLeftTirePressure", get_member<&Api::rear_left_tire_pressure_>},
    {"rearRightTirePressure", get_member<&Api::rear_right_tire_pressure_>},
    {"long_context", get_member<&Api::long_context_>},
}};

}  // namespace

const ClassTable& vehicle_control_api_table() {
  static constexpr ClassTable kTable = {"VehicleControlAPI", false, kMethods, kAttributes};
  return kTable;
}

std::unique_ptr<Simulator> make_vehicle_control_api(EpisodeModules& modules) {
  return std::make_unique<VehicleControlApi>(modules);
}

}  // namespace bfclx
