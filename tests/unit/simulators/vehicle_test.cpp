#include "core/simulators/apis/vehicle.h"

#include <gtest/gtest.h>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

// Expected texts are what the official class gives in CPython 3.11.
TEST(VehicleControlApi, StartsEngineAndCruises) {
  Session session("VehicleControlAPI", R"({"fuelLevel": 10.0})");
  session.run_all({
      {"startEngine(ignitionMode='START')",
       R"({"error": "All doors must be locked before starting the engine. Here are the unlocked doors: driver, passenger, rear_left, rear_right"})"},
      {"lockDoors(unlock=False, door=['driver', 'passenger', 'rear_left', 'rear_right'])",
       R"({"lockStatus": "locked", "remainingUnlockedDoors": 0})"},
      {"startEngine('START')",
       R"({"error": "Brake pedal needs to be pressed when starting the engine."})"},
      {"pressBrakePedal(pedalPosition=0.5)",
       R"({"brakePedalStatus": "pressed", "brakePedalForce": 500.0})"},
      {"startEngine('START')",
       R"({"error": "Must press the brake fully before starting the engine."})"},
      {"pressBrakePedal(pedalPosition=1)",
       R"({"brakePedalStatus": "pressed", "brakePedalForce": 1000.0})"},
      {"startEngine('GO')", R"({"error": "Invalid ignition mode."})"},
      {"setCruiseControl(speed=65, activate=True, distanceToNextVehicle=100)",
       R"({"error": "Start the engine before activating the cruise control."})"},
      {"startEngine('START')",
       R"({"engineState": "running", "fuelLevel": 10.0, "batteryVoltage": 12.6})"},
      {"setCruiseControl(speed=63, activate=True, distanceToNextVehicle=90)",
       R"({"error": "Invalid speed"})"},
      {"displayCarStatus('engine')", R"({"engineState": "running"})"},
      {"setCruiseControl(speed='65', activate=True, distanceToNextVehicle=100)",
       R"({"cruiseStatus": "active", "currentSpeed": 65.0, "distanceToNextVehicle": 100.0})"},
      {"setCruiseControl(speed=0, activate=False, distanceToNextVehicle=80)",
       R"({"cruiseStatus": "inactive", "currentSpeed": 0.0, "distanceToNextVehicle": 80.0})"},
      {"lockDoors(unlock=True, door=['driver'])",
       R"({"lockStatus": "unlocked", "remainingUnlockedDoors": 1})"},
      {"lockDoors(unlock=True, door=['driver'])",
       R"({"lockStatus": "unlocked", "remainingUnlockedDoors": 1})"},
      {"startEngine('STOP')",
       R"({"error": "All doors must be locked before starting the engine. Here are the unlocked doors: driver"})"},
      {"displayCarStatus('engine')", R"({"engineState": "stopped"})"},
      {"releaseBrakePedal()", R"({"brakePedalStatus": "released", "brakePedalForce": 0.0})"},
  });
  EXPECT_EQ(session.attribute("engine_state"), "'stopped'");
  EXPECT_EQ(session.attribute("remainingUnlockedDoors"), "1");
  EXPECT_EQ(session.attribute("doorStatus"),
            "{'driver': 'unlocked', 'passenger': 'locked', 'rear_left': 'locked', 'rear_right': "
            "'locked'}");
  EXPECT_EQ(session.attribute("distanceToNextVehicle"), "80.0");
  EXPECT_EQ(session.attribute("cruiseStatus"), "'inactive'");
}

TEST(VehicleControlApi, FillsTank) {
  Session session("VehicleControlAPI", R"({"fuelLevel": 10.0})");
  session.run_all({
      {"fillFuelTank(fuelAmount=35.5)", R"({"fuelLevel": 45.5})"},
      {"fillFuelTank(5)", R"({"error": "Cannot fill gas above the tank capacity."})"},
      {"fillFuelTank(-1)", R"({"error": "Fuel amount cannot be negative."})"},
      {"fillFuelTank('5')",
       "Error during execution: '<' not supported between instances of 'str' and 'int'"},
      {"fillFuelTank([5])",
       "Error during execution: '<' not supported between instances of 'list' and 'int'"},
      {"fillFuelTank(10**400)", "Error during execution: int too large to convert to float"},
      {"fillFuelTank(True)", R"({"fuelLevel": 46.5})"},
      {"estimate_drive_feasibility_by_mileage(distance=930)", R"({"canDrive": true})"},
      {"estimate_drive_feasibility_by_mileage(930.5)", R"({"canDrive": false})"},
      {"estimate_drive_feasibility_by_mileage('far')",
       "Error during execution: '<' not supported between instances of 'float' and 'str'"},
      {"liter_to_gallon(liter=10)", R"({"gallon": 2.6417200000000003})"},
      {"gallon_to_liter(gallon=10)", R"({"liter": 37.8541})"},
      {"liter_to_gallon('10')",
       "Error during execution: can't multiply sequence by non-int of type 'float'"},
      {"gallon_to_liter({})",
       "Error during execution: unsupported operand type(s) for *: 'dict' and 'float'"},
  });
  EXPECT_EQ(session.attribute("fuelLevel"), "46.5");
}

// The report has the temperature as it was asked for, the state has it in Celsius.
// An exception leaves what was set before it.
TEST(VehicleControlApi, ControlsClimate) {
  Session session("VehicleControlAPI", R"({})");
  session.run_all({
      {"adjustClimateControl(temperature=68, unit='fahrenheit', fanSpeed=75, mode='cool')",
       R"({"currentACTemperature": 68, "climateMode": "cool", "humidityLevel": 50.0})"},
      {"displayCarStatus('climate')",
       R"({"currentACTemperature": 20.0, "fanSpeed": 75, "climateMode": "cool", "humidityLevel": 50.0})"},
      {"adjustClimateControl(21.5)",
       R"({"currentACTemperature": 21.5, "climateMode": "auto", "humidityLevel": 50.0})"},
      {"displayCarStatus('climate')",
       R"({"currentACTemperature": 21.5, "fanSpeed": 50, "climateMode": "auto", "humidityLevel": 50.0})"},
      {"adjustClimateControl(20, 'celsius', 101)",
       R"({"error": "Fan speed must be between 0 and 100."})"},
      {"adjustClimateControl(20, fanSpeed='fast')",
       "Error during execution: '<=' not supported between instances of 'int' and 'str'"},
      {"adjustClimateControl('hot', 'fahrenheit')",
       "Error during execution: unsupported operand type(s) for -: 'str' and 'int'"},
      {"displayCarStatus('climate')",
       R"({"currentACTemperature": "hot", "fanSpeed": 50, "climateMode": "auto", "humidityLevel": 50.0})"},
  });
}

TEST(VehicleControlApi, SetsLightsAndBrakes) {
  Session session("VehicleControlAPI", R"({})");
  session.run_all({
      {"setHeadlights('auto')", R"({"headlightStatus": "off"})"},
      {"setHeadlights('on')", R"({"headlightStatus": "on"})"},
      {"setHeadlights(True)", R"({"error": "Invalid headlight mode."})"},
      {"displayCarStatus('headlights')", R"({"headlightStatus": "on"})"},
      {"activateParkingBrake('engage')",
       R"({"parkingBrakeStatus": "engaged", "_parkingBrakeForce": 500.0, "_slopeAngle": 10.0})"},
      {"displayCarStatus(option='parkingBrake')",
       R"({"parkingBrakeStatus": "engaged", "parkingBrakeForce": 500.0, "slopeAngle": 10.0})"},
      {"activateParkingBrake('release')",
       R"({"parkingBrakeStatus": "released", "_parkingBrakeForce": 0.0, "_slopeAngle": 10.0})"},
      {"activateParkingBrake(mode=None)", R"({"error": "Invalid mode"})"},
      {"pressBrakePedal(True)", R"({"brakePedalStatus": "pressed", "brakePedalForce": 1000.0})"},
      {"displayCarStatus('brakePedal')",
       R"({"brakePedalStatus": "pressed", "brakePedalForce": 1000})"},
      {"pressBrakePedal(0)", R"({"brakePedalStatus": "released", "brakePedalForce": 0.0})"},
      {"displayCarStatus('brakePedal')",
       R"({"brakePedalStatus": "released", "brakePedalForce": 0.0})"},
      {"pressBrakePedal(1.5)", R"({"error": "Pedal position must be between 0 and 1."})"},
      {"pressBrakePedal('all')",
       "Error during execution: '<=' not supported between instances of 'int' and 'str'"},
      {"displayCarStatus('fuel')", R"({"fuelLevel": 0.0})"},
      {"displayCarStatus('battery')", R"({"batteryVoltage": 12.6})"},
      {"displayCarStatus('wheels')", R"({"error": "Invalid option"})"},
  });
  EXPECT_EQ(session.attribute("headLightStatus"), "'on'");
  EXPECT_EQ(session.attribute("parkingBrakeStatus"), "'released'");
  EXPECT_EQ(session.attribute("brakePedalStatus"), "'released'");
}

TEST(VehicleControlApi, LocksDoorsUntilOneIsUnknown) {
  Session session("VehicleControlAPI", R"({})");
  session.run_all({
      {"lockDoors(False, ['driver', 'trunk', 'passenger'])", "Error during execution: 'trunk'"},
      {"displayCarStatus('doors')",
       R"({"doorStatus": {"driver": "locked", "passenger": "unlocked", "rear_left": "unlocked", "rear_right": "unlocked"}})"},
      {"lockDoors(False, 'driver')", "Error during execution: 'd'"},
      {"lockDoors(0, [['driver']])", "Error during execution: unhashable type: 'list'"},
      {"lockDoors(False, 4)", "Error during execution: 'int' object is not iterable"},
      {"lockDoors('yes', displayCarStatus('doors')['doorStatus'])",
       R"({"lockStatus": "unlocked", "remainingUnlockedDoors": 4})"},
      {"displayCarStatus('doors')",
       R"({"doorStatus": {"driver": "unlocked", "passenger": "unlocked", "rear_left": "unlocked", "rear_right": "unlocked"}})"},
  });
  EXPECT_EQ(session.attribute("remainingUnlockedDoors"), "4");
}

TEST(VehicleControlApi, CountsLockedDoorsOfTheScenario) {
  Session session(
      "VehicleControlAPI",
      R"({"doorStatus": {"driver": "locked", "passenger": "ajar"}, "remainingUnlockedDoors": 1})");
  session.run_all({
      {"startEngine('START')",
       R"({"error": "All doors must be locked before starting the engine. Here are the unlocked doors: "})"},
  });
  EXPECT_EQ(session.attribute("remainingUnlockedDoors"), "3");
}

TEST(VehicleControlApi, ReadsNumbersOfCruiseControlFirst) {
  Session session("VehicleControlAPI", R"({"engineState": "running"})");
  session.run_all({
      {"setCruiseControl('fast', True, 10)",
       "Error during execution: could not convert string to float: 'fast'"},
      {"setCruiseControl(10, True, [10])",
       "Error during execution: float() argument must be a string or a real number, not 'list'"},
      {"setCruiseControl(None, True, None)",
       "Error during execution: float() argument must be a string or a real number, not "
       "'NoneType'"},
      {"setCruiseControl(' 1e1 ', 1, True)",
       R"({"cruiseStatus": "active", "currentSpeed": 10.0, "distanceToNextVehicle": 1.0})"},
      {"setCruiseControl(-0.0, True, 1)",
       R"({"cruiseStatus": "active", "currentSpeed": -0.0, "distanceToNextVehicle": 1.0})"},
      {"setCruiseControl('nan', True, 7)", R"({"error": "Invalid speed"})"},
      {"setCruiseControl('inf', [], 8)",
       R"({"cruiseStatus": "inactive", "currentSpeed": Infinity, "distanceToNextVehicle": 8.0})"},
  });
  EXPECT_EQ(session.attribute("distanceToNextVehicle"), "8.0");
  EXPECT_EQ(session.attribute("cruiseStatus"), "'inactive'");
}

TEST(VehicleControlApi, KnowsPlaces) {
  Session session("VehicleControlAPI", R"({})");
  session.run_all({
      {"get_zipcode_based_on_city(city='Rivermist')", R"({"zipcode": "83214"})"},
      {"get_zipcode_based_on_city('rivermist')", R"({"zipcode": "00000"})"},
      {"get_zipcode_based_on_city(83214)", R"({"zipcode": "00000"})"},
      {"estimate_distance(cityA='83214', cityB='74532')", R"({"distance": 750.0})"},
      {"estimate_distance('08540', '94704')", R"({"distance": 2550.0})"},
      {"estimate_distance('08540', '74532')", R"({"error": "distance not found in database."})"},
      {"set_navigation(destination='1 Main St')", R"({"status": "Navigating to 1 Main St"})"},
      {"set_navigation(destination=5)",
       R"(Error during execution: can only concatenate str (not "int") to str)"},
      {"find_nearest_tire_shop()", R"({"shopLocation": "456 Oakwood Avenue, Rivermist, 83214"})"},
  });
  EXPECT_EQ(session.attribute("destination"), "5");
}

// Speeds and temperatures come from the generator that the scenario seeds.
TEST(VehicleControlApi, Reports) {
  Session session("VehicleControlAPI", R"({"random_seed": 7, "frontLeftTirePressure": 20})");
  session.run_all({
      {"get_current_speed()", R"({"currentSpeed": 38.85993177997948})"},
      {"get_outside_temperature_from_google()", R"({"outsideTemperature": -2.457541303774904})"},
      {"get_outside_temperature_from_weather_com()", R"({"error": 404})"},
      {"check_tire_pressure()",
       R"({"frontLeftTirePressure": 20, "frontRightTirePressure": 32.0, "rearLeftTirePressure": 30.0, "rearRightTirePressure": 30.0, "healthy_tire_pressure": false, "car_info": {}})"},
      {"display_log(messages=['a', None])", R"({"log": ["a", null]})"},
  });
}

TEST(VehicleControlApi, DefaultSeed) {
  Session session("VehicleControlAPI", R"({})");
  session.run_all({
      {"get_current_speed()", R"({"currentSpeed": 111.92365689097284})"},
      {"check_tire_pressure()",
       R"({"frontLeftTirePressure": 32.0, "frontRightTirePressure": 32.0, "rearLeftTirePressure": 30.0, "rearRightTirePressure": 30.0, "healthy_tire_pressure": true, "car_info": {}})"},
  });
}

// The weather table is one object, which each call changes; other entries do not see it.
TEST(VehicleControlApi, ShowsTablesOfLongContexts) {
  const Result<LongContext> tables = LongContext::load(R"({"constants": {
      "LONG_WEATHER_EXTENSION": {"-1_day": {"uvIndex": 6}},
      "CAR_STATUS_METADATA_EXTENSION": "Year: 2024",
      "PARKING_BRAKE_INSTRUCTION": "Pull.",
      "INTERMEDIARY_CITIES": ["Madison"]}})");
  ASSERT_TRUE(tables.ok());
  for (int entry = 0; entry < 2; ++entry) {
    Session session("VehicleControlAPI", "{}", &*tables);
    session.run_all({
        {"displayCarStatus('fuel')", R"({"metadata": "Year: 2024", "fuelLevel": 0.0})"},
        {"displayCarStatus('x')", R"({"metadata": "Year: 2024", "error": "Invalid option"})"},
        {"activateParkingBrake('engage')",
         R"({"parkingBrakeInstruction": "Pull.", "parkingBrakeStatus": "engaged", "_parkingBrakeForce": 500.0, "_slopeAngle": 10.0})"},
        {"estimate_distance('83214', '74532')",
         R"({"distance": 750.0, "intermediaryCities": ["Madison"]})"},
        {"estimate_distance('0', '0')",
         R"({"error": "distance not found in database.", "intermediaryCities": ["Madison"]})"},
        {"check_tire_pressure()['car_info']", "Year: 2024"},
        {"sorted(get_outside_temperature_from_google())", "['-1_day', 'outsideTemperature']"},
        {"[get_outside_temperature_from_google(), get_outside_temperature_from_google()]",
         "[{'-1_day': {'uvIndex': 6}, 'outsideTemperature': 8.546173419897784}, "
         "{'-1_day': {'uvIndex': 6}, 'outsideTemperature': 8.546173419897784}]"},
    });
    EXPECT_EQ(session.attribute("long_context"), "True");
  }
  EXPECT_EQ(repr(*tables->find("LONG_WEATHER_EXTENSION")), "{'-1_day': {'uvIndex': 6}}");
}

TEST(VehicleControlApi, ScenarioHasToFit) {
  EXPECT_EQ(Session("VehicleControlAPI", "[]").start_error(),
            "AttributeError: 'list' object has no attribute 'get'");
  EXPECT_EQ(Session("VehicleControlAPI", R"({"doorStatus": []})").start_error(),
            "AttributeError: 'list' object has no attribute 'keys'");
}

TEST(VehicleControlApi, HasAttributesInOfficialOrder) {
  EXPECT_EQ(Session("VehicleControlAPI", "{}").attribute_names(),
            "fuelLevel batteryVoltage engine_state remainingUnlockedDoors doorStatus acTemperature "
            "fanSpeed acMode humidityLevel headLightStatus parkingBrakeStatus brakePedalStatus "
            "distanceToNextVehicle cruiseStatus destination frontLeftTirePressure "
            "frontRightTirePressure rearLeftTirePressure rearRightTirePressure long_context");
}

}  // namespace
}  // namespace bfclx
