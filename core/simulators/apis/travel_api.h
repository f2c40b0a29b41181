// The class behind travel.h, whose methods lie in several files.
#ifndef BFCLX_CORE_SIMULATORS_APIS_TRAVEL_API_H_
#define BFCLX_CORE_SIMULATORS_APIS_TRAVEL_API_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/simulators/apis/travel.h"
#include "core/simulators/engine/python_random.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

// What is asked for, in any type.
struct Flight {
  const Value& date;
  const Value& from;
  const Value& to;
  const Value& travel_class;
};

class TravelApi final : public Simulator {
 public:
  using Simulator::Simulator;

  const ClassTable& table() const override { return travel_api_table(); }
  Status load_scenario(const Value& scenario, bool long_context) override;

  Result<Value> authenticate_travel(Arguments arguments);
  Result<Value> travel_get_login_status(Arguments arguments);
  Result<Value> get_budget_fiscal_year(Arguments arguments);
  Result<Value> register_credit_card(Arguments arguments);
  Result<Value> get_flight_cost(Arguments arguments);
  Result<Value> get_credit_card_balance(Arguments arguments);
  Result<Value> book_flight(Arguments arguments);
  Result<Value> retrieve_invoice(Arguments arguments);
  Result<Value> get_booking_history(Arguments arguments);
  Result<Value> list_all_airports(Arguments arguments);
  Result<Value> cancel_booking(Arguments arguments);
  Result<Value> compute_exchange_rate(Arguments arguments);
  Result<Value> verify_traveler_information(Arguments arguments);
  Result<Value> set_budget_limit(Arguments arguments);
  Result<Value> get_nearest_airport_by_city(Arguments arguments);
  Result<Value> purchase_insurance(Arguments arguments);
  Result<Value> contact_customer_support(Arguments arguments);
  Result<Value> get_all_credit_cards(Arguments arguments);

  Value credit_card_list_;
  Value booking_record_;
  Value access_token_;
  Value token_type_;
  Value token_expires_in_;
  Value token_scope_;
  Value user_first_name_;
  Value user_last_name_;
  Value budget_limit_;
  Value long_context_;

 private:
  Status add_rows(Value& own, std::string_view table);
  bool token_expired() const { return equal(token_expires_in_, Value::integer(0)); }
  // Why secured methods refuse; empty when they do not.
  std::string_view refusal(const Value& access_token) const;
  Value random_id(std::int64_t first, std::int64_t last);
  Result<std::string> booking_problem(const Value& card_id, const Flight& flight) const;

  std::optional<PythonRandom> random_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_TRAVEL_API_H_
