// What the car of VehicleControlAPI knows about places (func_source_code/vehicle_control.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_VEHICLE_TABLES_H_
#define BFCLX_CORE_SIMULATORS_APIS_VEHICLE_TABLES_H_

#include <array>
#include <string_view>

namespace bfclx::vehicle {

// Zip codes of two cities, in either order, and the distance between them.
struct Route {
  std::string_view zipcode_a;
  std::string_view zipcode_b;
  double kilometers;
};
inline constexpr std::array<Route, 12> kRoutes = {{
    {"83214", "74532", 750.0},
    {"56108", "62947", 320.0},
    {"71354", "83462", 450.0},
    {"47329", "52013", 290.0},
    {"69238", "51479", 630.0},
    {"94016", "83214", 980.0},
    {"94016", "94704", 600.0},
    {"94704", "08540", 2550.0},
    {"94016", "08540", 1950.0},
    {"62947", "47329", 1053.0},
    {"94016", "62947", 780.0},
    {"74532", "94016", 880.0},
}};

struct City {
  std::string_view name;
  std::string_view zipcode;
};
inline constexpr std::array<City, 11> kCities = {{
    {"Rivermist", "83214"},
    {"Stonebrook", "74532"},
    {"Maplecrest", "56108"},
    {"Silverpine", "62947"},
    {"Shadowridge", "71354"},
    {"Sunset Valley", "83462"},
    {"Oakendale", "47329"},
    {"Willowbend", "52013"},
    {"Crescent Hollow", "69238"},
    {"Autumnville", "51479"},
    {"San Francisco", "94016"},
}};
inline constexpr std::string_view kUnknownZipcode = "00000";

}  // namespace bfclx::vehicle

#endif  // BFCLX_CORE_SIMULATORS_APIS_VEHICLE_TABLES_H_
