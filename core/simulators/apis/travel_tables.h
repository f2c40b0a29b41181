// The constant tables of TravelAPI.
#ifndef BFCLX_CORE_SIMULATORS_APIS_TRAVEL_TABLES_H_
#define BFCLX_CORE_SIMULATORS_APIS_TRAVEL_TABLES_H_

#include <span>
#include <string_view>

namespace bfclx::travel_tables {

struct Route {
  std::string_view from;  // airport codes
  std::string_view to;
  int base_cost;  // USD, one way in economy class
};
struct City {
  std::string_view name;
  std::string_view airport;
};
struct ExchangeRate {
  std::string_view base;
  std::string_view target;
  double rate;
  bool is_integer;  // an int in Python, which decides what a value of another type gives
};

// In the official order, which results show.
std::span<const std::string_view> airports();
std::span<const Route> routes();
// nullptr when there is none.
const Route* find_route(std::string_view from, std::string_view to);
std::span<const City> cities();
std::span<const ExchangeRate> exchange_rates();

}  // namespace bfclx::travel_tables

#endif  // BFCLX_CORE_SIMULATORS_APIS_TRAVEL_TABLES_H_
