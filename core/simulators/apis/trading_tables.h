// The constant tables of TradingBot, and the state that it starts from where a scenario has none.
#ifndef BFCLX_CORE_SIMULATORS_APIS_TRADING_TABLES_H_
#define BFCLX_CORE_SIMULATORS_APIS_TRADING_TABLES_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/value/value.h"

namespace bfclx::trading_tables {

inline constexpr std::int64_t kFirstOrderCounter = 12446;
inline constexpr std::int64_t kRandomSeed = 1053520;

// Fresh values, the caller's own.
Value default_orders();
Value default_account_info();
Value default_stocks();
Value default_watch_list();

struct Company {
  std::string_view name;
  std::string_view symbol;
};
std::span<const Company> companies();

struct Sector {
  std::string_view name;
  std::span<const std::string_view> symbols;
  std::string_view extension;  // the long-context table that follows them
};
std::span<const Sector> sectors();

}  // namespace bfclx::trading_tables

#endif  // BFCLX_CORE_SIMULATORS_APIS_TRADING_TABLES_H_
