// The class behind trading.h: trading.cpp has the market and the orders, trading_account.cpp the
// account, the watch list and the history of transactions.
#ifndef BFCLX_CORE_SIMULATORS_APIS_TRADING_BOT_H_
#define BFCLX_CORE_SIMULATORS_APIS_TRADING_BOT_H_

#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/python/syntax/ast.h"
#include "core/simulators/apis/trading.h"
#include "core/simulators/engine/python_random.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

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
  static Value not_authenticated(std::string_view purpose);
  static Result<bool> is_positive(const Value& number);
  bool is_long() const { return long_context_.as_bool(); }
  Value order_ids() const;
  // The items of a table of long_context.py.
  void extend(List& items, std::string_view table) const;
  Result<Value> with_metadata(const Value& order) const;
  // The error that keeps an order from being bought; None when the balance covers it.
  Result<Value> check_funds(const Value& price, const Value& amount) const;
  Result<Value> new_balance(std::string_view status) const;
  Status change_balance(python::BinaryOperator op, std::string_view type, const Value& amount);
  Result<bool> is_in_price_range(const Value& symbol, const Value& least, const Value& most) const;

  std::optional<PythonRandom> random_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_TRADING_BOT_H_
