#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/python/objects/operators.h"
#include "core/simulators/apis/trading_bot.h"
#include "core/simulators/engine/dates.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/python_random.h"
#include "core/simulators/engine/support.h"

namespace bfclx {

namespace {

using python::BinaryOperator;
using python::compare_operation;
using python::CompareOperator;

// Between 2024-09-01 10:30:00, the simulation's present, and a day later: "2024-09-01 17:03:59".
std::string random_timestamp(PythonRandom& random) {
  static constexpr std::int64_t kSecondsOfDay = std::int64_t{24} * 60 * 60;
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

// The day that an optional argument names; nullopt where it leaves the range open.
Result<std::optional<DateTime>> day_of(const Value& date) {
  if (!truthy(date)) return std::optional<DateTime>();
  BFCLX_ASSIGN_OR_RETURN(const DateTime day, strptime(date, "%Y-%m-%d"));
  return std::optional<DateTime>(day);
}

}  // namespace

Value TradingBot::not_authenticated(std::string_view purpose) {
  return error_dict("User not authenticated. Please log in to " + std::string(purpose) + ".");
}

Result<bool> TradingBot::is_positive(const Value& amount) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_not,
                         compare_operation(CompareOperator::kLtE, amount, Value::integer(0)));
  return !is_not;
}

Result<Value> TradingBot::trading_login(Arguments) {
  if (truthy(authenticated_)) return text_result("status", "Already logged in");
  authenticated_ = Value::boolean(true);  // whatever the credentials
  return text_result("status", "Logged in successfully");
}

Result<Value> TradingBot::trading_get_login_status(Arguments) {
  return dict_of({{"status", Value::boolean(truthy(authenticated_))}});
}

Result<Value> TradingBot::trading_logout(Arguments) {
  if (!truthy(authenticated_)) return text_result("status", "No user is currently logged in");
  authenticated_ = Value::boolean(false);
  return text_result("status", "Logged out successfully");
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

Result<Value> TradingBot::fund_account(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("fund the account");
  BFCLX_ASSIGN_OR_RETURN(const bool is_valid, is_positive(a[0]));
  if (!is_valid) return error_dict("Funding amount must be positive.");
  BFCLX_RETURN_IF_ERROR(change_balance(BinaryOperator::kAdd, "deposit", a[0]));
  return new_balance("Account funded successfully");
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

Result<Value> TradingBot::remove_stock_from_watchlist(Arguments a) {
  if (!truthy(authenticated_)) return not_authenticated("modify the watchlist");
  BFCLX_ASSIGN_OR_RETURN(const bool is_there, is_member(a[0], watch_list_));
  if (!is_there) return error_about("Stock ", a[0], " not found in watchlist.");
  BFCLX_RETURN_IF_ERROR(list_remove(watch_list_, a[0]));
  BFCLX_ASSIGN_OR_RETURN(const std::string symbol, text_of(a[0]));
  return text_result("status", "Stock " + symbol + " removed from watchlist successfully.");
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

Result<Value> TradingBot::add_to_watchlist(Arguments a) {
  BFCLX_ASSIGN_OR_RETURN(const bool is_there, is_member(a[0], watch_list_));
  if (!is_there) {
    BFCLX_ASSIGN_OR_RETURN(const bool is_known, is_member(a[0], stocks_));
    if (is_known) BFCLX_RETURN_IF_ERROR(list_append(watch_list_, a[0]));
  }
  return dict_of({{"watchlist", watch_list_}});
}

}  // namespace bfclx
