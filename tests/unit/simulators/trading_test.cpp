#include "core/simulators/apis/trading.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

// Expected texts are what the official class gives in CPython 3.11.
TEST(TradingBot, StartsFromItsOwnState) {
  Session session("TradingBot", R"py({})py");
  session.run_all({
      {"get_current_time()", R"({"current_time": "10:30 AM"})"},
      {"get_symbol_by_name('Nvidia')", R"({"symbol": "NVDA"})"},
      {"get_symbol_by_name(name='Nobody')", R"({"symbol": "Stock not found"})"},
      {"get_stock_info(symbol='ZETA')",
       R"py({"price": 22.09, "percent_change": -0.05, "volume": 0.789, "MA(5)": 22.12, "MA(20)": 22.34})py"},
      {"get_stock_info('NONE')", R"({"error": "Stock with symbol 'NONE' not found."})"},
      {"get_order_details(12446)",
       R"({"id": 12446, "order_type": "Sell", "symbol": "GOOG", "price": 2840.56, "amount": 5, "status": "Pending"})"},
      {"get_order_details(1)",
       R"({"error": "Order with ID 1 not found.Here is the list of orders_id: [12345, 12446]"})"},
      {"cancel_order(12345)",
       R"({"error": "Can't cancel order 12345. Order is already completed."})"},
      {"cancel_order(12446)", R"({"order_id": 12446, "status": "Cancelled"})"},
      {"cancel_order(7)", R"({"error": "Order with ID 7 not found."})"},
      {"place_order('Buy', 'AAPL', 1, 1)",
       R"({"error": "User not authenticated. Please log in to place an order."})"},
      {"withdraw_funds(1)",
       R"({"error": "User not authenticated. Please log in to make a transaction."})"},
      {"get_account_info()",
       R"({"error": "User not authenticated. Please log in to view account information."})"},
      {"fund_account(1)",
       R"({"error": "User not authenticated. Please log in to fund the account."})"},
      {"remove_stock_from_watchlist('NVDA')",
       R"({"error": "User not authenticated. Please log in to modify the watchlist."})"},
      {"get_watchlist()",
       "['Error: User not authenticated. Please log in to view the watchlist.']"},
      {"get_order_history()",
       "[{'error': 'User not authenticated. Please log in to view order history.'}]"},
      {"get_transaction_history()",
       "[{'error': 'User not authenticated. Please log in to view transaction history.'}]"},
      {"trading_logout()", R"({"status": "No user is currently logged in"})"},
      {"trading_get_login_status()", R"({"status": false})"},
      {"trading_login('a', 'b')", R"({"status": "Logged in successfully"})"},
      {"trading_login('a', 'b')", R"({"status": "Already logged in"})"},
      {"trading_get_login_status()", R"({"status": true})"},
      {"get_account_info()",
       R"({"account_id": 12345, "balance": 10000.0, "binding_card": 1974202140965533})"},
      {"withdraw_funds(1)", R"({"error": "Market is closed. Transactions are not allowed."})"},
      {"get_watchlist()", R"({"watchlist": ["NVDA"]})"},
      {"get_order_history()", R"({"history": [12345, 12446]})"},
      {"get_transaction_history()", R"({"transaction_history": []})"},
      {"get_available_stocks('Technology')", R"({"stock_list": ["AAPL", "GOOG", "MSFT", "NVDA"]})"},
      {"get_available_stocks('Automobile')", R"({"stock_list": ["TSLA", "F", "GM"]})"},
      {"get_available_stocks('Space')", R"({"stock_list": []})"},
      {"trading_logout()", R"({"status": "Logged out successfully"})"},
  });
  EXPECT_EQ(session.attribute("orders"),
            "{12345: {'id': 12345, 'order_type': 'Buy', 'symbol': 'AAPL', 'price': 210.65, "
            "'amount': 10, 'status': 'Completed'}, 12446: {'id': 12446, 'order_type': 'Sell', "
            "'symbol': 'GOOG', 'price': 2840.56, 'amount': 5, 'status': 'Cancelled'}}");
  EXPECT_EQ(session.attribute("order_counter"), "12446");
  EXPECT_EQ(session.attribute("watch_list"), "['NVDA']");
  EXPECT_EQ(session.attribute("market_status"), "'Closed'");
  EXPECT_EQ(session.attribute("long_context"), "False");
}

const std::vector<testing::Step> kTrades = {
    {"place_order('buy', 'UP', 2.5, 4)",
     R"({"order_id": 20, "order_type": "buy", "status": "Pending", "price": 2.5, "amount": 4})"},
    {"place_order(order_type='Sell', symbol='DOWN', price=40, amount=1000)",
     R"({"order_id": 21, "order_type": "Sell", "status": "Pending", "price": 40.0, "amount": 1000})"},
    {"place_order('BUY', 'DOWN', 40, 3)",
     R"({"error": "Insufficient funds: required $120.00 but only $100.00 available."})"},
    {"place_order('Hold', 'NONE', 1, 1)", R"({"error": "Invalid stock symbol: NONE"})"},
    {"place_order('Buy', 'UP', 0, 1)", R"({"error": "Price and amount must be positive values."})"},
    {"place_order('Buy', 'UP', 1, -1)",
     R"({"error": "Price and amount must be positive values."})"},
    {"get_order_details(20)",
     R"({"id": 20, "order_type": "buy", "symbol": "UP", "price": 2.5, "amount": 4, "status": "Open"})"},
    {"get_order_details(order_id=21)",
     R"({"id": 21, "order_type": "Sell", "symbol": "DOWN", "price": 40.0, "amount": 1000, "status": "Open"})"},
    {"cancel_order(20)", R"({"order_id": 20, "status": "Cancelled"})"},
    {"get_order_details('20')",
     R"({"error": "Order with ID 20 not found.Here is the list of orders_id: [19, 'x', 20, 21]"})"},
    {"get_order_history()", R"({"history": [19, "x", 20, 21]})"},
    {"fund_account(amount=50)",
     R"({"status": "Account funded successfully", "new_balance": 150.0})"},
    {"fund_account(0)", R"({"error": "Funding amount must be positive."})"},
    {"withdraw_funds(25.5)", R"({"status": "Withdrawal successful", "new_balance": 124.5})"},
    {"withdraw_funds(1000)", R"({"error": "Insufficient funds for withdrawal."})"},
    {"withdraw_funds(-1)", R"({"error": "Transaction amount must be positive."})"},
    {"get_account_info()", R"({"account_id": 1, "balance": 124.5, "binding_card": 2})"},
    {"get_transaction_history()",
     R"({"transaction_history": [{"type": "deposit", "amount": 5.0, "timestamp": "2024-08-31 23:59:59"}, {"type": "deposit", "amount": 50, "timestamp": "2024-09-01 22:17:25"}, {"type": "withdrawal", "amount": 25.5, "timestamp": "2024-09-01 15:59:32"}]})"},
    {"get_transaction_history('2024-09-01')",
     R"({"transaction_history": [{"type": "deposit", "amount": 50, "timestamp": "2024-09-01 22:17:25"}, {"type": "withdrawal", "amount": 25.5, "timestamp": "2024-09-01 15:59:32"}]})"},
    {"get_transaction_history(end_date='2024-09-01')",
     R"({"transaction_history": [{"type": "deposit", "amount": 5.0, "timestamp": "2024-08-31 23:59:59"}]})"},
    {"get_transaction_history('2024-9-1', '2024-9-2')",
     R"({"transaction_history": [{"type": "deposit", "amount": 50, "timestamp": "2024-09-01 22:17:25"}, {"type": "withdrawal", "amount": 25.5, "timestamp": "2024-09-01 15:59:32"}]})"},
    {"get_transaction_history('2024-02-30')",
     "Error during execution: day is out of range for month"},
    {"get_transaction_history('today')",
     "Error during execution: time data 'today' does not match format '%Y-%m-%d'"},
    {"get_transaction_history(end_date='2024-01-01 10:00')",
     "Error during execution: unconverted data remains:  10:00"},
    {"filter_stocks_by_price(['UP', 'DOWN', 'NONE'], 1, 40)",
     R"({"filtered_stocks": ["UP", "DOWN"]})"},
    {"filter_stocks_by_price(stocks=['NONE'], min_price=0, max_price=0)",
     R"({"filtered_stocks": ["NONE"]})"},
    {"notify_price_change(['UP', 'DOWN', 'NONE'], 0.5)",
     R"({"notification": "Stocks UP, DOWN have significant price changes."})"},
    {"notify_price_change(['UP'], 0.6)",
     R"({"notification": "No significant price changes in the selected stocks."})"},
    {"add_to_watchlist('UP')", R"({"watchlist": ["UP"]})"},
    {"add_to_watchlist(stock='NONE')", R"({"watchlist": ["UP"]})"},
    {"add_to_watchlist('UP')", R"({"watchlist": ["UP"]})"},
    {"get_watchlist()", R"({"watchlist": ["UP"]})"},
    {"remove_stock_from_watchlist('DOWN')", R"({"error": "Stock DOWN not found in watchlist."})"},
    {"remove_stock_from_watchlist('UP')",
     R"({"status": "Stock UP removed from watchlist successfully."})"},
};

TEST(TradingBot, TradesAndKeepsAccounts) {
  Session session(
      "TradingBot",
      R"py({"authenticated": true, "market_status": "Open", "order_counter": 20, "orders": {"19": {"id": 19, "order_type": "Buy", "symbol": "UP", "price": 2.5, "amount": 4, "status": "Open"}, "x": {"id": 0}}, "account_info": {"account_id": 1, "balance": 100.0, "binding_card": 2}, "stocks": {"UP": {"price": 2.5, "percent_change": 0.5, "volume": 1.0, "MA(5)": 2.0, "MA(20)": 2.25}, "DOWN": {"price": 40, "percent_change": -0.75, "volume": 1.0, "MA(5)": 41.0, "MA(20)": 42.0}}, "watch_list": [], "transaction_history": [{"type": "deposit", "amount": 5.0, "timestamp": "2024-08-31 23:59:59"}], "random_seed": 7})py");
  session.run_all(kTrades);
  EXPECT_EQ(session.attribute("orders"),
            "{19: {'id': 19, 'order_type': 'Buy', 'symbol': 'UP', 'price': 2.5, 'amount': 4, "
            "'status': 'Open'}, 'x': {'id': 0}, 20: {'id': 20, 'order_type': 'buy', 'symbol': "
            "'UP', 'price': 2.5, 'amount': 4, 'status': 'Cancelled'}, 21: {'id': 21, 'order_type': "
            "'Sell', 'symbol': 'DOWN', 'price': 40.0, 'amount': 1000, 'status': 'Open'}}");
  EXPECT_EQ(session.attribute("order_counter"), "22");
  EXPECT_EQ(session.attribute("account_info"),
            "{'account_id': 1, 'balance': 124.5, 'binding_card': 2}");
  EXPECT_EQ(session.attribute("transaction_history"),
            "[{'type': 'deposit', 'amount': 5.0, 'timestamp': '2024-08-31 23:59:59'}, {'type': "
            "'deposit', 'amount': 50, 'timestamp': '2024-09-01 22:17:25'}, {'type': 'withdrawal', "
            "'amount': 25.5, 'timestamp': '2024-09-01 15:59:32'}]");
  EXPECT_EQ(session.attribute("watch_list"), "[]");
}

const std::vector<testing::Step> kOddArguments = {
    {"get_symbol_by_name([])", "Error during execution: unhashable type: 'list'"},
    {"get_symbol_by_name(5)", R"({"symbol": "Stock not found"})"},
    {"get_stock_info({})", "Error during execution: unhashable type: 'dict'"},
    {"get_stock_info(None)", R"({"error": "Stock with symbol 'None' not found."})"},
    {"get_order_details([1])", "Error during execution: unhashable type: 'list'"},
    {"get_order_details(19.0)",
     R"({"id": 19, "order_type": "Buy", "symbol": "UP", "price": 2.5, "amount": 4, "status": "Open"})"},
    {"cancel_order((1, []))", "Error during execution: unhashable type: 'list'"},
    {"cancel_order(True)", R"({"error": "Order with ID True not found."})"},
    {"place_order('Buy', ['UP'], 1, 1)", "Error during execution: unhashable type: 'list'"},
    {"place_order(5, 'UP', 1, 1)", "Error during execution: 'int' object has no attribute 'lower'"},
    {"place_order(b'Buy', 'UP', 1, 1)",
     "{'order_id': 20, 'order_type': b'Buy', 'status': 'Pending', 'price': 1.0, 'amount': 1}"},
    {"place_order('Buy', 'UP', '1', 1)",
     "Error during execution: '<=' not supported between instances of 'str' and 'int'"},
    {"place_order('Buy', 'UP', 1, None)",
     "Error during execution: '<=' not supported between instances of 'NoneType' and 'int'"},
    {"place_order('Sell', 'UP', 1, 1e308 * 10)",
     R"({"order_id": 21, "order_type": "Sell", "status": "Pending", "price": 1.0, "amount": Infinity})"},
    {"place_order('Buy', 'UP', 1, 1e308 * 10)",
     "Error during execution: cannot convert float infinity to integer"},
    {"place_order('Buy', 'UP', 1e308 * 10, 1)",
     R"({"error": "Insufficient funds: required $inf but only $100.00 available."})"},
    {"place_order('Buy', 'UP', float('nan'), float('nan'))",
     "Error during execution: cannot convert float NaN to integer"},
    {"place_order('Buy', 'UP', 10 ** 400, 1)",
     "Error during execution: int too large to convert to float"},
    {"place_order('Buy', 'UP', True, 1.9)",
     R"({"order_id": 22, "order_type": "Buy", "status": "Pending", "price": 1.0, "amount": 1.9})"},
    {"fund_account('5')",
     "Error during execution: '<=' not supported between instances of 'str' and 'int'"},
    {"fund_account({})",
     "Error during execution: '<=' not supported between instances of 'dict' and 'int'"},
    {"fund_account(True)", R"({"status": "Account funded successfully", "new_balance": 101.0})"},
    {"fund_account(10 ** 400)", "Error during execution: int too large to convert to float"},
    {"withdraw_funds([1])",
     "Error during execution: '<=' not supported between instances of 'list' and 'int'"},
    {"withdraw_funds(1 + 2j)",
     "Error during execution: '<=' not supported between instances of 'complex' and 'int'"},
    {"get_transaction_history(5)",
     "Error during execution: strptime() argument 1 must be str, not int"},
    {"get_transaction_history(['2024-09-01'])",
     "Error during execution: strptime() argument 1 must be str, not list"},
    {"get_transaction_history({}, 1.5)",
     "Error during execution: strptime() argument 1 must be str, not float"},
    {"filter_stocks_by_price(5, 0, 1)", "Error during execution: 'int' object is not iterable"},
    {"filter_stocks_by_price('UP', 0, 1)", R"({"filtered_stocks": ["U", "P"]})"},
    {"filter_stocks_by_price(['UP'], '0', 1)",
     "Error during execution: '>=' not supported between instances of 'float' and 'str'"},
    {"filter_stocks_by_price(['UP'], 0, None)",
     "Error during execution: '<=' not supported between instances of 'float' and 'NoneType'"},
    {"filter_stocks_by_price([['UP']], 0, 1)", "Error during execution: unhashable type: 'list'"},
    {"filter_stocks_by_price([None], 0, 1)", R"({"filtered_stocks": [null]})"},
    {"filter_stocks_by_price({'UP': 1}, 0, 9)", R"({"filtered_stocks": ["UP"]})"},
    {"notify_price_change(None, 1)", "Error during execution: 'NoneType' object is not iterable"},
    {"notify_price_change('UP', 1)",
     R"({"notification": "No significant price changes in the selected stocks."})"},
    {"notify_price_change(['UP'], 'x')",
     "Error during execution: '>=' not supported between instances of 'float' and 'str'"},
    {"notify_price_change([{}], 1)", "Error during execution: unhashable type: 'dict'"},
    {"add_to_watchlist([])", "Error during execution: unhashable type: 'list'"},
    {"add_to_watchlist(7)", R"({"watchlist": []})"},
    {"remove_stock_from_watchlist([])", R"({"error": "Stock [] not found in watchlist."})"},
    {"get_available_stocks({})", "Error during execution: unhashable type: 'dict'"},
    {"get_available_stocks(None)", R"({"stock_list": []})"},
    {"trading_login()",
     "Error during execution: TradingBot.trading_login() missing 2 required positional "
     "arguments: 'username' and 'password'"},
    {"trading_login('a', password='b', code=1)",
     "Error during execution: TradingBot.trading_login() got an unexpected keyword argument "
     "'code'"},
};

TEST(TradingBot, TakesArgumentsOfAnyType) {
  Session session(
      "TradingBot",
      R"py({"authenticated": true, "market_status": "Open", "order_counter": 20, "orders": {"19": {"id": 19, "order_type": "Buy", "symbol": "UP", "price": 2.5, "amount": 4, "status": "Open"}, "x": {"id": 0}}, "account_info": {"account_id": 1, "balance": 100.0, "binding_card": 2}, "stocks": {"UP": {"price": 2.5, "percent_change": 0.5, "volume": 1.0, "MA(5)": 2.0, "MA(20)": 2.25}, "DOWN": {"price": 40, "percent_change": -0.75, "volume": 1.0, "MA(5)": 41.0, "MA(20)": 42.0}}, "watch_list": [], "transaction_history": [{"type": "deposit", "amount": 5.0, "timestamp": "2024-08-31 23:59:59"}], "random_seed": 7})py");
  session.run_all(kOddArguments);
  EXPECT_EQ(session.attribute("account_info"),
            "{'account_id': 1, 'balance': 101.0, 'binding_card': 2}");
}

// Quirk fractions_cost_nothing: funds are looked at for whole shares.
TEST(TradingBot, FractionsCostNothing) {
  Session session("TradingBot", R"({"authenticated": true})");
  session.run_all({
      {"place_order('Buy', 'AAPL', 1000000, 0.9)",
       R"({"order_id": 12446, "order_type": "Buy", "status": "Pending", "price": 1000000.0, "amount": 0.9})"},
      {"place_order('Buy', 'AAPL', 1000000, 1)",
       R"({"error": "Insufficient funds: required $1000000.00 but only $10000.00 available."})"},
  });
}

TEST(TradingBot, AddsTheTablesOfLongContext) {
  const Result<LongContext> tables = LongContext::load(R"py({"constants": {
      "MA_5_EXTENSION": [1.5], "MA_20_EXTENSION": [2.5], "TECHNOLOGY_EXTENSION": ["T1"],
      "AUTOMOBILE_EXTENSION": ["A1"], "WATCH_LIST_EXTENSION": ["W1", {"__py__": "Ellipsis"}],
      "TRANSACTION_HISTORY_EXTENSION": [{"type": "deposit"}],
      "ORDER_DETAIL_EXTENSION": {"outlook": "{symbol} and {symbol}"}}})py");
  ASSERT_TRUE(tables.ok()) << tables.error().message;
  Session session("TradingBot", R"({"authenticated": true})", &*tables);
  const std::vector<testing::Step> steps = {
      {"get_stock_info('ZETA')",
       R"py({"price": 22.09, "percent_change": -0.05, "volume": 0.789, "MA(5)": [1.5], "MA(20)": [2.5]})py"},
      {"get_order_details(12345)",
       R"({"id": 12345, "order_type": "Buy", "symbol": "AAPL", "price": 210.65, "amount": 10, "status": "Completed", "metadata": {"outlook": "AAPL and AAPL"}})"},
      {"get_watchlist()", "['NVDA', 'W1', Ellipsis]"},
      {"add_to_watchlist('ZETA')", R"({"watchlist": ["NVDA", "ZETA"]})"},
      {"get_transaction_history()", R"({"transaction_history": [{"type": "deposit"}]})"},
      {"get_available_stocks('Technology')",
       R"({"stock_list": ["AAPL", "GOOG", "MSFT", "NVDA", "T1"]})"},
      {"get_available_stocks('Automobile')", R"({"stock_list": ["TSLA", "F", "GM", "A1"]})"},
  };
  session.run_all(steps);
  session.run_all({steps.begin() + 4, steps.end()});  // the tables have not grown
  EXPECT_EQ(session.attribute("transaction_history"), "[]");
  EXPECT_EQ(session.attribute("long_context"), "True");
}

TEST(TradingBot, NeedsAScenarioOfTheRightForm) {
  EXPECT_EQ(Session("TradingBot", "5").start_error(),
            "AttributeError: 'int' object has no attribute 'get'");
  EXPECT_EQ(Session("TradingBot", R"({"orders": null})").start_error(),
            "AttributeError: 'NoneType' object has no attribute 'items'");
}

TEST(TradingBot, ListsItsAttributesInOrder) {
  EXPECT_EQ(Session("TradingBot", "{}").attribute_names(),
            "orders account_info authenticated market_status order_counter stocks watch_list "
            "transaction_history long_context");
}

}  // namespace
}  // namespace bfclx
