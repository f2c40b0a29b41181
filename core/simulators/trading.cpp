#include "core/simulators/trading.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/unicode.h"
#include "core/python/format.h"
#include "core/python/operators.h"
#include "core/simulators/dates.h"
#include "core/simulators/objects.h"
#include "core/simulators/python_random.h"
#include "core/simulators/support.h"
#include "core/simulators/trading_tables.h"
#include "core/value/number_text.h"

namespace bfclx {

namespace {

using python::BinaryOperator;
using python::compare_operation;
using python::CompareOperator;

Value message(std::string_view name, std::string_view text) {
  return dict_of({{name, Value::str(text)}});
}
Value not_authenticated(std::string_view purpose) {
  return error_dict("User not authenticated. Please log in to " + std::string(purpose) + ".");
}

Result<Value> error_about(std::string_view before, const Value& object, std::string_view after) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_of(object));
  return error_dict(std::string(before).append(text).append(after));
}

Result<bool> is_positive(const Value& amount) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_not,
                         compare_operation(CompareOperator::kLtE, amount, Value::integer(0)));
  return !is_not;
}

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

// Between 2024-09-01 10:30:00, the simulation's present, and a day later: "2024-09-01 17:03:59".
std::string random_timestamp(PythonRandom& random) {
  static constexpr std::int64_t kSecondsOfDay = 24 * 60 * 60;
  static constexpr std::int64_t kNow = 1725186600;  // seconds since 1970-01-01, UTC
  const std::int64_t chosen = random.randint(kNow, kNow + kSecondsOfDay);
  const DateTime date = date_of_day(chosen / kSecondsOfDay);
  const std::int64_t second = chosen % kSecondsOfDay;
  std::string text;
  const auto append = [&text](std::int64_t number, std::string_view before) {
    text += before;
    if (number < 10) text += '0';
    text += std::to_string(number);
  };
  append(date.year, "");
  append(date.month, "-");
  append(date.day, "-");
  append(second / 3600, " ");
  append(second / 60 % 60, ":");
  append(second % 60, ":");
  return text;
}

class TradingBot final : public Simulator {
 public:
  using Simulator::Simulator;

  const ClassTable& table() const override { return trading_bot_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;

  Result<Value> get_current_time(Arguments);
  Result<Value> get_symbol_by_name(Arguments a);
  Result<Value> get_stock_info(Arguments a);
  Result<Value> get_order_details(Arguments a);
  Result<Value> cancel_order(Arguments a);
  Result<Value> place_order(Arguments a);
  Result<Value> withdraw_funds(Arguments a);
  Result<Value> get_account_info(Arguments);
  Result<Value> trading_login(Arguments);
  Result<Value> trading_get_login_status(Arguments);
  Result<Value> trading_logout(Arguments);
  Result<Value> fund_account(Arguments a);
  Result<Value> remove_stock_from_watchlist(Arguments a);
  Result<Value> get_watchlist(Arguments);
  Result<Value> get_order_history(Arguments);
  Result<Value> get_transaction_history(Arguments a);
  Result<Value> get_available_stocks(Arguments a);
  Result<Value> filter_stocks_by_price(Arguments a);
  Result<Value> add_to_watchlist(Arguments a);
  Result<Value> notify_price_change(Arguments a);

  Value orders_;  // always a dict
  Value account_info_;
  Value authenticated_;
  Value market_status_;
  Value order_counter_;
  Value stocks_;
  Value watch_list_;
  Value transaction_history_;
  Value long_context_;  // always a bool

 private:
  bool is_long() const { return long_context_.as_bool(); }
  Value order_ids() const;
  // The items of a table of long_context.py.
  void extend(List& items, std::string_view table) const;
  Result<Value> with_metadata(const Value& order) const;
  // The error that keeps an order from being bought; None when the balance covers it.
  Result<Value> check_funds(const Value& price, const Value& amount) const;
  Result<Value> new_balance(std::string_view status) const;
  Status change_balance(BinaryOperator op, std::string_view type, const Value& amount);
  Result<bool> is_in_price_range(const Value& symbol, const Value& least, const Value& most) const;

  std::optional<PythonRandom> random_;
};

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
      random_, PythonRandom::seeded(scenario_get(scenario, "random_seed",
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
  return message("current_time", "10:30 AM");
}

Result<Value> TradingBot::get_symbol_by_name(Arguments a) {
  BFCLX_RETURN_IF_ERROR(python::check_hashable(a[0]));
  for (const trading_tables::Company& company : trading_tables::companies()) {
    if (a[0].is_str() && a[0].as_str() == company.name) return message("symbol", company.symbol);
  }
  return message("symbol", "Stock not found");
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
  // A poll says "Open", but the answer to the call itself says "Pending".
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

Status TradingBot::change_balance(BinaryOperator op, std::string_view type, const Value& amount) {
  const Value key = Value::str("balance");
  BFCLX_ASSIGN_OR_RETURN(const Value before, get_item(account_info_, key));
  BFCLX_ASSIGN_OR_RETURN(const Value after, arithmetic_in_place(op, before, amount));
  BFCLX_RETURN_IF_ERROR(set_item(account_info_, key, after));
  return list_append(transaction_history_,
                     dict_of({
                         {"type", Value::str(type)},
                         {"amount", amount},
                         {"timestamp", Value::str(random_timestamp(*random_))},
                     }));
}

Result<Value> TradingBot::new_balance(std::string_view status) const {
  BFCLX_ASSIGN_OR_RETURN(const Value balance, get_item(account_info_, "balance"));
  return dict_of({{"status", Value::str(status)}, {"new_balance", balance}});
}

Result<Value> TradingBot::withdraw_funds(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("make a transaction");
  if (!equal(market_status_, Value::str("Open"))) {
    return error_dict("Market is closed. Transactions are not allowed.");
  }
  BFCLX_ASSIGN_OR_RETURN(const bool is_valid, is_positive(a[0]));
  if (!is_valid) return error_dict("Transaction amount must be positive.");
  BFCLX_ASSIGN_OR_RETURN(const Value balance, get_item(account_info_, "balance"));
  BFCLX_ASSIGN_OR_RETURN(const bool is_too_much,
                         compare_operation(CompareOperator::kGt, a[0], balance));
  if (is_too_much) return error_dict("Insufficient funds for withdrawal.");
  BFCLX_RETURN_IF_ERROR(change_balance(BinaryOperator::kSub, "withdrawal", a[0]));
  return new_balance("Withdrawal successful");
}

Result<Value> TradingBot::get_account_info(Arguments) {
  if (!truthy(authenticated_)) return not_authenticated("view account information");
  return account_info_;
}

Result<Value> TradingBot::trading_login(Arguments) {
  if (truthy(authenticated_)) return message("status", "Already logged in");
  authenticated_ = Value::boolean(true);  // whatever the credentials
  return message("status", "Logged in successfully");
}

Result<Value> TradingBot::trading_get_login_status(Arguments) {
  return dict_of({{"status", Value::boolean(truthy(authenticated_))}});
}

Result<Value> TradingBot::trading_logout(Arguments) {
  if (!truthy(authenticated_)) return message("status", "No user is currently logged in");
  authenticated_ = Value::boolean(false);
  return message("status", "Logged out successfully");
}

Result<Value> TradingBot::fund_account(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("fund the account");
  BFCLX_ASSIGN_OR_RETURN(const bool is_valid, is_positive(a[0]));
  if (!is_valid) return error_dict("Funding amount must be positive.");
  BFCLX_RETURN_IF_ERROR(change_balance(BinaryOperator::kAdd, "deposit", a[0]));
  return new_balance("Account funded successfully");
}

Result<Value> TradingBot::remove_stock_from_watchlist(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("modify the watchlist");
  BFCLX_ASSIGN_OR_RETURN(const bool is_there, is_member(a[0], watch_list_));
  if (!is_there) return error_about("Stock ", a[0], " not found in watchlist.");
  BFCLX_RETURN_IF_ERROR(list_remove(watch_list_, a[0]));
  BFCLX_ASSIGN_OR_RETURN(const std::string symbol, text_of(a[0]));
  return message("status", "Stock " + symbol + " removed from watchlist successfully.");
}

Result<Value> TradingBot::get_watchlist(Arguments) {
  if (!truthy(authenticated_)) {
    return Value::list(
        {Value::str("Error: User not authenticated. Please log in to view the watchlist.")});
  }
  if (!is_long()) return dict_of({{"watchlist", watch_list_}});
  if (!watch_list_.is_list()) return no_attribute(watch_list_, "copy");
  List symbols = watch_list_.items();
  extend(symbols, "WATCH_LIST_EXTENSION");
  return Value::list(std::move(symbols));
}

Result<Value> TradingBot::get_order_history(Arguments) {
  if (!truthy(authenticated_)) return Value::list({not_authenticated("view order history")});
  return dict_of({{"history", order_ids()}});
}

// The day that an optional argument names; nullopt where it leaves the range open.
Result<std::optional<DateTime>> day_of(const Value& date) {
  if (!truthy(date)) return std::optional<DateTime>();
  BFCLX_ASSIGN_OR_RETURN(const DateTime day, strptime(date, "%Y-%m-%d"));
  return std::optional<DateTime>(day);
}

Result<Value> TradingBot::get_transaction_history(Arguments a) {
  if (!truthy(authenticated_)) return Value::list({not_authenticated("view transaction history")});
  BFCLX_ASSIGN_OR_RETURN(const std::optional<DateTime> start, day_of(a[0]));
  BFCLX_ASSIGN_OR_RETURN(const std::optional<DateTime> end, day_of(a[1]));
  BFCLX_ASSIGN_OR_RETURN(const List transactions, python::iterate(transaction_history_));
  List found;
  for (const Value& transaction : transactions) {
    BFCLX_ASSIGN_OR_RETURN(const Value timestamp, get_item(transaction, "timestamp"));
    BFCLX_ASSIGN_OR_RETURN(const DateTime time, strptime(timestamp, "%Y-%m-%d %H:%M:%S"));
    if (start && compare(time, *start) < 0) continue;
    if (end && compare(time, *end) > 0) continue;
    found.push_back(transaction);
  }
  if (is_long()) extend(found, "TRANSACTION_HISTORY_EXTENSION");
  return dict_of({{"transaction_history", Value::list(std::move(found))}});
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

Result<Value> TradingBot::add_to_watchlist(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_there, is_member(a[0], watch_list_));
  if (!is_there) {
    BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], stocks_));
    if (is_known) BFCLX_RETURN_IF_ERROR(list_append(watch_list_, a[0]));
  }
  return dict_of({{"watchlist", watch_list_}});
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
    return message("notification", "No significant price changes in the selected stocks.");
  }
  return message("notification", "Stocks " + changed + " have significant price changes.");
}

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
    {"remove_stock_from_watchlist", kSymbol, call_member<&TradingBot::remove_stock_from_watchlist>},
    {"get_watchlist", {}, call_member<&TradingBot::get_watchlist>},
    {"get_order_history", {}, call_member<&TradingBot::get_order_history>},
    {"get_transaction_history", kDates, call_member<&TradingBot::get_transaction_history>},
    {"get_available_stocks", kSector, call_member<&TradingBot::get_available_stocks>},
    {"filter_stocks_by_price", kPriceRange, call_member<&TradingBot::filter_stocks_by_price>},
    {"add_to_watchlist", kStock, call_member<&TradingBot::add_to_watchlist>},
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
