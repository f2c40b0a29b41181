#include "core/simulators/apis/trading.h"

#include <array>
#include <string>
#include <utility>

#include "core/base/unicode.h"
#include "core/python/extensions/format.h"
#include "core/python/objects/operators.h"
#include "core/simulators/apis/trading_bot.h"
#include "core/simulators/apis/trading_tables.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/number_text.h"

namespace bfclx {

namespace {

using python::BinaryOperator;
using python::compare_operation;
using python::CompareOperator;

// {int(key) if it is a str of digits else key: value for key, value in orders.items()}
Result<Value> with_int_keys(const Value& orders) {
  if (!orders.is_dict()) return no_attribute(orders, "items");
  Dict entries;
  entries.reserve(orders.as_dict().size());
  for (const auto& [key, order] : orders.as_dict()) {
    Value number = key;
    if (key.is_str() && str_isdigit(key.as_str())) {
      BFCLX_ASSIGN_OR_RETURN(number, python_int(key.as_str()));
    }
    entries.set(std::move(number), order);
  }
  return Value::dict(std::move(entries));
}

}  // namespace

Status TradingBot::load_scenario(const Value& scenario, bool long_context) {
  if (!scenario.is_dict()) return no_attribute(scenario, "get");
  const auto find = [&scenario](std::string_view key) { return scenario.as_dict().find(key); };
  const auto get = [&find](std::string_view key, Value (*otherwise)()) {
    const Value* found = find(key);
    return found != nullptr ? *found : otherwise();
  };
  BFCLX_ASSIGN_OR_RETURN(orders_, with_int_keys(get("orders", trading_tables::default_orders)));
  account_info_ = get("account_info", trading_tables::default_account_info);
  authenticated_ = scenario_get(scenario, "authenticated", Value::boolean(false));
  market_status_ = scenario_get(scenario, "market_status", Value::str("Closed"));
  order_counter_ =
      scenario_get(scenario, "order_counter", Value::integer(trading_tables::kFirstOrderCounter));
  stocks_ = get("stocks", trading_tables::default_stocks);
  watch_list_ = get("watch_list", trading_tables::default_watch_list);
  transaction_history_ = get("transaction_history", [] { return Value::list(); });
  long_context_ = Value::boolean(long_context);
  BFCLX_ASSIGN_OR_RETURN(
      random_, modules().random(scenario_get(scenario, "random_seed",
                                             Value::integer(trading_tables::kRandomSeed))));
  return {};
}

void TradingBot::extend(List& items, std::string_view table) const {
  const Value extension = modules().table(table);
  if (!extension.is_list()) return;
  items.insert(items.end(), extension.items().begin(), extension.items().end());
}

Value TradingBot::order_ids() const {
  List ids;
  ids.reserve(orders_.as_dict().size());
  for (const Dict::Entry& entry : orders_.as_dict()) ids.push_back(entry.key);
  return Value::list(std::move(ids));
}

Result<Value> TradingBot::get_current_time(Arguments) {
  return text_result("current_time", "10:30 AM");
}

Result<Value> TradingBot::get_symbol_by_name(Arguments a) {
  BFCLX_RETURN_IF_ERROR(python::check_hashable(a[0]));
  for (const trading_tables::Company& company : trading_tables::companies()) {
    if (a[0].is_str() && a[0].as_str() == company.name)
      return text_result("symbol", company.symbol);
  }
  return text_result("symbol", "Stock not found");
}

Result<Value> TradingBot::get_stock_info(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], stocks_));
  if (!is_known) return error_about("Stock with symbol '", a[0], "' not found.");
  BFCLX_ASSIGN_OR_RETURN(const Value stock, get_item(stocks_, a[0]));
  if (!is_long()) return stock;
  if (!stock.is_dict()) return no_attribute(stock, "copy");
  Dict entries = stock.as_dict();
  entries.set("MA(5)", modules().table("MA_5_EXTENSION"));
  entries.set("MA(20)", modules().table("MA_20_EXTENSION"));
  return Value::dict(std::move(entries));
}

Result<Value> TradingBot::get_order_details(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], orders_));
  if (!is_known) {
    BFCLX_ASSIGN_OR_RETURN(const std::string ids, text_of(order_ids()));
    return error_about("Order with ID ", a[0], " not found.Here is the list of orders_id: " + ids);
  }
  BFCLX_ASSIGN_OR_RETURN(const Value order, get_item(orders_, a[0]));
  return is_long() ? with_metadata(order) : order;
}

Result<Value> TradingBot::with_metadata(const Value& order) const {
  if (!order.is_dict()) return no_attribute(order, "copy");
  BFCLX_ASSIGN_OR_RETURN(const Value symbol, get_item(order, "symbol"));
  BFCLX_ASSIGN_OR_RETURN(const std::string name, text_of(symbol));
  // The texts have no other replacement field than this one.
  const Value texts = modules().table("ORDER_DETAIL_EXTENSION");
  Dict metadata;
  if (texts.is_dict()) {
    for (const auto& [key, text] : texts.as_dict()) {
      metadata.set(key, Value::str(replace_all(text.as_str(), "{symbol}", name)));
    }
  }
  Dict entries = order.as_dict();
  entries.set("metadata", Value::dict(std::move(metadata)));
  return Value::dict(std::move(entries));
}

Result<Value> TradingBot::cancel_order(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], orders_));
  if (!is_known) return error_about("Order with ID ", a[0], " not found.");
  BFCLX_ASSIGN_OR_RETURN(const Value order, get_item(orders_, a[0]));
  BFCLX_ASSIGN_OR_RETURN(const Value status, get_item(order, "status"));
  if (equal(status, Value::str("Completed"))) {
    return error_about("Can't cancel order ", a[0], ". Order is already completed.");
  }
  BFCLX_RETURN_IF_ERROR(set_item(order, Value::str("status"), Value::str("Cancelled")));
  return dict_of({{"order_id", a[0]}, {"status", Value::str("Cancelled")}});
}

Result<Value> TradingBot::place_order(Arguments a) {
  const Value& order_type = a[0];
  const Value& symbol = a[1];
  const Value& amount = a[3];
  if (!truthy(authenticated_)) return not_authenticated("place an order");
  BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(symbol, stocks_));
  if (!is_known) return error_about("Invalid stock symbol: ", symbol, "");
  BFCLX_ASSIGN_OR_RETURN(bool is_valid, is_positive(a[2]));
  if (is_valid) {
    BFCLX_ASSIGN_OR_RETURN(is_valid, is_positive(amount));
  }
  if (!is_valid) return error_dict("Price and amount must be positive values.");
  BFCLX_ASSIGN_OR_RETURN(const Value side, lowered(order_type));
  if (equal(side, Value::str("buy"))) {
    BFCLX_ASSIGN_OR_RETURN(const Value refusal, check_funds(a[2], amount));
    if (!refusal.is_none()) return refusal;
  }
  BFCLX_ASSIGN_OR_RETURN(const Value price, call_builtin("float", a[2]));
  const Value order_id = order_counter_;
  BFCLX_RETURN_IF_ERROR(set_item(orders_, order_id,
                                 dict_of({
                                     {"id", order_id},
                                     {"order_type", order_type},
                                     {"symbol", symbol},
                                     {"price", price},
                                     {"amount", amount},
                                     {"status", Value::str("Open")},
                                 })));
  BFCLX_ASSIGN_OR_RETURN(
      order_counter_, arithmetic_in_place(BinaryOperator::kAdd, order_counter_, Value::integer(1)));
  // A poll says "Open", but the answer to the call itself says "Pending": quirk
  // order_is_open_and_pending.
  return dict_of({
      {"order_id", order_id},
      {"order_type", order_type},
      {"status", Value::str("Pending")},
      {"price", price},
      {"amount", amount},
  });
}

Result<Value> TradingBot::check_funds(const Value& price, const Value& amount) const {
  BFCLX_ASSIGN_OR_RETURN(const Value unit_price, call_builtin("float", price));
  BFCLX_ASSIGN_OR_RETURN(const Value count, call_builtin("int", amount));
  BFCLX_ASSIGN_OR_RETURN(const Value cost, arithmetic(BinaryOperator::kMult, unit_price, count));
  BFCLX_ASSIGN_OR_RETURN(const Value balance,
                         dict_get(account_info_, "balance", Value::integer(0)));
  BFCLX_ASSIGN_OR_RETURN(const bool is_too_much,
                         compare_operation(CompareOperator::kGt, cost, balance));
  if (!is_too_much) return Value::none();
  BFCLX_ASSIGN_OR_RETURN(const std::string required, python::format_value(cost, ".2f"));
  BFCLX_ASSIGN_OR_RETURN(const std::string available, python::format_value(balance, ".2f"));
  return error_dict("Insufficient funds: required $" + required + " but only $" + available +
                    " available.");
}

Result<Value> TradingBot::get_order_history(Arguments) {
  if (!truthy(authenticated_)) return Value::list({not_authenticated("view order history")});
  return dict_of({{"history", order_ids()}});
}

Result<Value> TradingBot::get_available_stocks(Arguments a) {
  BFCLX_RETURN_IF_ERROR(python::check_hashable(a[0]));
  List symbols;
  for (const trading_tables::Sector& sector : trading_tables::sectors()) {
    if (!a[0].is_str() || a[0].as_str() != sector.name) continue;
    for (const std::string_view symbol : sector.symbols) symbols.push_back(Value::str(symbol));
    if (is_long()) extend(symbols, sector.extension);
  }
  return dict_of({{"stock_list", Value::list(std::move(symbols))}});
}

Result<bool> TradingBot::is_in_price_range(const Value& symbol, const Value& least,
                                           const Value& most) const {
  BFCLX_ASSIGN_OR_RETURN(const Value stock, dict_get(stocks_, symbol, Value::dict()));
  BFCLX_ASSIGN_OR_RETURN(const Value price, dict_get(stock, "price", Value::integer(0)));
  BFCLX_ASSIGN_OR_RETURN(const bool is_enough,
                         compare_operation(CompareOperator::kGtE, price, least));
  if (!is_enough) return false;
  return compare_operation(CompareOperator::kLtE, price, most);
}

Result<Value> TradingBot::filter_stocks_by_price(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const List symbols, python::iterate(a[0]));
  List found;
  for (const Value& symbol : symbols) {
    BFCLX_ASSIGN_OR_RETURN(const bool is_in, is_in_price_range(symbol, a[1], a[2]));
    if (is_in) found.push_back(symbol);
  }
  return dict_of({{"filtered_stocks", Value::list(std::move(found))}});
}

Result<Value> TradingBot::notify_price_change(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const List symbols, python::iterate(a[0]));
  std::string changed;
  for (const Value& symbol : symbols) {
    BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(symbol, stocks_));
    if (!is_known) continue;
    BFCLX_ASSIGN_OR_RETURN(const Value stock, get_item(stocks_, symbol));
    BFCLX_ASSIGN_OR_RETURN(const Value change, get_item(stock, "percent_change"));
    BFCLX_ASSIGN_OR_RETURN(const Value size, call_builtin("abs", change));
    BFCLX_ASSIGN_OR_RETURN(const bool is_large,
                           compare_operation(CompareOperator::kGtE, size, a[1]));
    if (!is_large) continue;
    if (!changed.empty()) changed += ", ";
    changed += symbol.as_str();  // it equals a key of a JSON object
  }
  if (changed.empty()) {
    return text_result("notification", "No significant price changes in the selected stocks.");
  }
  return text_result("notification", "Stocks " + changed + " have significant price changes.");
}

namespace {

constexpr std::array<Parameter, 1> kName = {{{"name"}}};
constexpr std::array<Parameter, 1> kSymbol = {{{"symbol"}}};
constexpr std::array<Parameter, 1> kOrderId = {{{"order_id"}}};
constexpr std::array<Parameter, 4> kNewOrder = {
    {{"order_type"}, {"symbol"}, {"price"}, {"amount"}}};
constexpr std::array<Parameter, 1> kAmount = {{{"amount"}}};
constexpr std::array<Parameter, 2> kCredentials = {{{"username"}, {"password"}}};
constexpr std::array<Parameter, 2> kDates = {
    {{"start_date", kDefaultNone}, {"end_date", kDefaultNone}}};
constexpr std::array<Parameter, 1> kSector = {{{"sector"}}};
constexpr std::array<Parameter, 3> kPriceRange = {{{"stocks"}, {"min_price"}, {"max_price"}}};
constexpr std::array<Parameter, 1> kStock = {{{"stock"}}};
constexpr std::array<Parameter, 2> kThreshold = {{{"stocks"}, {"threshold"}}};

constexpr std::array<Method, 20> kMethods = {{
    {"get_current_time", {}, call_member<&TradingBot::get_current_time>},
    {"get_symbol_by_name", kName, call_member<&TradingBot::get_symbol_by_name>},
    {"get_stock_info", kSymbol, call_member<&TradingBot::get_stock_info>},
    {"get_order_details", kOrderId, call_member<&TradingBot::get_order_details>},
    {"cancel_order", kOrderId, call_member<&TradingBot::cancel_order>},
    {"place_order", kNewOrder, call_member<&TradingBot::place_order>},
    {"withdraw_funds", kAmount, call_member<&TradingBot::withdraw_funds>},
    {"get_account_info", {}, call_member<&TradingBot::get_account_info>},
    {"trading_login", kCredentials, call_member<&TradingBot::trading_login>},
    {"trading_get_login_status", {}, call_member<&TradingBot::trading_get_login_status>},
    {"trading_logout", {}, call_member<&TradingBot::trading_logout>},
    {"fund_account", kAmount, call_member<&TradingBot::fund_account>},
    {"remove_stock_from_watchlist", kSymbol, call_member<&TradingBot::remove_stock_from_watchlist>,
     kScans},
    {"get_watchlist", {}, call_member<&TradingBot::get_watchlist>, kScans},
    {"get_order_history", {}, call_member<&TradingBot::get_order_history>, kScans},
    {"get_transaction_history", kDates, call_member<&TradingBot::get_transaction_history>, kScans},
    {"get_available_stocks", kSector, call_member<&TradingBot::get_available_stocks>},
    {"filter_stocks_by_price", kPriceRange, call_member<&TradingBot::filter_stocks_by_price>,
     kScans},
    {"add_to_watchlist", kStock, call_member<&TradingBot::add_to_watchlist>, kScans},
    {"notify_price_change", kThreshold, call_member<&TradingBot::notify_price_change>},
}};

constexpr std::array<Attribute, 9> kAttributes = {{
    {"orders", get_member<&TradingBot::orders_>},
    {"account_info", get_member<&TradingBot::account_info_>},
    {"authenticated", get_member<&TradingBot::authenticated_>},
    {"market_status", get_member<&TradingBot::market_status_>},
    {"order_counter", get_member<&TradingBot::order_counter_>},
    {"stocks", get_member<&TradingBot::stocks_>},
    {"watch_list", get_member<&TradingBot::watch_list_>},
    {"transaction_history", get_member<&TradingBot::transaction_history_>},
    {"long_context", get_member<&TradingBot::long_context_>},
}};

constexpr ClassTable kTable = {"TradingBot", false, kMethods, kAttributes};

}  // namespace

const ClassTable& trading_bot_table() { return kTable; }

std::unique_ptr<Simulator> make_trading_bot(EpisodeModules& modules) {
  return std::make_unique<TradingBot>(modules);
}

}  // namespace bfclx
