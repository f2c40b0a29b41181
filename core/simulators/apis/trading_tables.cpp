#include "core/simulators/apis/trading_tables.h"

#include <array>
#include <utility>

#include "core/simulators/engine/support.h"

namespace bfclx::trading_tables {

namespace {

struct Order {
  std::int64_t id;
  std::string_view type;
  std::string_view symbol;
  double price;
  std::int64_t amount;
  std::string_view status;
};
constexpr std::array<Order, 2> kOrders = {{
    {12345, "Buy", "AAPL", 210.65, 10, "Completed"},
    {12446, "Sell", "GOOG", 2840.56, 5, "Pending"},
}};

struct Stock {
  std::string_view symbol;
  double price;
  double percent_change;
  double volume;
  double average_of_5_days;
  double average_of_20_days;
};
constexpr std::array<Stock, 11> kStocks = {{
    {"AAPL", 227.16, 0.17, 2.552, 227.11, 227.09},
    {"GOOG", 2840.34, 0.24, 1.123, 2835.67, 2842.15},
    {"TSLA", 667.92, -0.12, 1.654, 671.15, 668.20},
    {"MSFT", 310.23, 0.09, 3.234, 309.88, 310.11},
    {"NVDA", 220.34, 0.34, 1.234, 220.45, 220.67},
    {"ALPH", 1320.45, -0.08, 1.567, 1321.12, 1325.78},
    {"OMEG", 457.23, 0.12, 2.345, 456.78, 458.12},
    {"QUAS", 725.89, -0.03, 1.789, 726.45, 728.00},
    {"NEPT", 88.34, 0.19, 0.654, 88.21, 88.67},
    {"SYNX", 345.67, 0.11, 2.112, 345.34, 346.12},
    {"ZETA", 22.09, -0.05, 0.789, 22.12, 22.34},
}};

constexpr std::array<Company, 13> kCompanies = {{
    {"Apple", "AAPL"},
    {"Google", "GOOG"},
    {"Tesla", "TSLA"},
    {"Microsoft", "MSFT"},
    {"Nvidia", "NVDA"},
    {"Zeta Corp", "ZETA"},
    {"Alpha Tech", "ALPH"},
    {"Omega Industries", "OMEG"},
    {"Quasar Ltd.", "QUAS"},
    {"Neptune Systems", "NEPT"},
    {"Synex Solutions", "SYNX"},
    {"Amazon", "AMZN"},
    {"Gorilla", "GORI"},
}};

constexpr std::array<std::string_view, 4> kTechnology = {"AAPL", "GOOG", "MSFT", "NVDA"};
constexpr std::array<std::string_view, 3> kAutomobile = {"TSLA", "F", "GM"};
constexpr std::array<Sector, 2> kSectors = {{
    {"Technology", kTechnology, "TECHNOLOGY_EXTENSION"},
    {"Automobile", kAutomobile, "AUTOMOBILE_EXTENSION"},
}};

}  // namespace

Value default_orders() {
  Dict orders;
  for (const Order& order : kOrders) {
    orders.set(Value::integer(order.id), dict_of({
                                             {"id", Value::integer(order.id)},
                                             {"order_type", Value::str(order.type)},
                                             {"symbol", Value::str(order.symbol)},
                                             {"price", Value::real(order.price)},
                                             {"amount", Value::integer(order.amount)},
                                             {"status", Value::str(order.status)},
                                         }));
  }
  return Value::dict(std::move(orders));
}

Value default_account_info() {
  return dict_of({
      {"account_id", Value::integer(12345)},
      {"balance", Value::real(10000.0)},
      {"binding_card", Value::integer(1974202140965533)},
  });
}

Value default_stocks() {
  Dict stocks;
  for (const Stock& stock : kStocks) {
    stocks.set(stock.symbol, dict_of({
                                 {"price", Value::real(stock.price)},
                                 {"percent_change", Value::real(stock.percent_change)},
                                 {"volume", Value::real(stock.volume)},
                                 {"MA(5)", Value::real(stock.average_of_5_days)},
                                 {"MA(20)", Value::real(stock.average_of_20_days)},
                             }));
  }
  return Value::dict(std::move(stocks));
}

Value default_watch_list() { return Value::list({Value::str("NVDA")}); }

std::span<const Company> companies() { return kCompanies; }
std::span<const Sector> sectors() { return kSectors; }

}  // namespace bfclx::trading_tables
