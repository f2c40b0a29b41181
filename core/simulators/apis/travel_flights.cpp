// Flights, bookings and insurance.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/python/objects/errors.h"
#include "core/python/objects/operators.h"
#include "core/simulators/apis/travel_api.h"
#include "core/simulators/apis/travel_tables.h"
#include "core/simulators/engine/dates.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"
#include "core/value/number_text.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using python::BinaryOperator;
using python::value_error;

struct FlightClass {
  std::string_view name;
  int factor;
};
constexpr std::array<FlightClass, 3> kFlightClasses = {
    {{"economy", 1}, {"business", 2}, {"first", 5}}};

// nullptr when there is none.
const FlightClass* find_flight_class(const Value& name) {
  if (!name.is_str()) return nullptr;
  for (const FlightClass& flight_class : kFlightClasses) {
    if (flight_class.name == name.as_str()) return &flight_class;
  }
  return nullptr;
}

bool is_airport(const Value& code) {
  const auto airports = travel_tables::airports();
  return code.is_str() &&
         std::find(airports.begin(), airports.end(), code.as_str()) != airports.end();
}

// sum(int(char) for char in date if char.isdigit()) % 2 == 0
Result<bool> has_even_digit_sum(const Value& date) {
  bool odd = false;
  if (date.is_str() && is_ascii(date.as_str())) {
    for (const char c : date.as_str()) odd ^= c >= '0' && c <= '9' && (c - '0') % 2 != 0;
    return !odd;
  }
  BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(date));
  for (const Value& item : items) {
    if (!item.is_str() && !item.is_bytes()) return no_attribute(item, "isdigit");
    const std::string_view text = item.is_str() ? item.as_str() : item.as_bytes();
    if (item.is_bytes() && !is_ascii(text)) continue;
    if (!str_isdigit(text)) continue;
    BFCLX_ASSIGN_OR_RETURN(const Value digit, python_int(text));
    const std::string digits = str(digit);
    odd ^= (digits.back() - '0') % 2 != 0;
  }
  return !odd;
}

// What a flight costs, by its class and date a multiple of the route's base.
struct Fare {
  int base_cost;
  int multiplier;
  double cost() const { return base_cost * multiplier; }
};

// get_flight_cost, whose cache of costs needs no copy here: the entry that book_flight looks up is
// always the one that was just made.
Result<Fare> find_fare(const Flight& flight) {
  const travel_tables::Route* route =
      flight.from.is_str() && flight.to.is_str()
          ? travel_tables::find_route(flight.from.as_str(), flight.to.as_str())
          : nullptr;
  if (route == nullptr) return value_error("No available route for the given airports.");
  const FlightClass* flight_class = find_flight_class(flight.travel_class);
  if (flight_class == nullptr) {
    return value_error("Invalid travel class. Options are: economy, business, first.");
  }
  BFCLX_ASSIGN_OR_RETURN(const bool even, has_even_digit_sum(flight.date));
  // The date is printed into the cache's key.
  if (!flight.date.is_str()) BFCLX_RETURN_IF_ERROR(text_of(flight.date));
  return Fare{route->base_cost, flight_class->factor * (even ? 2 : 1)};
}

// {status: False, 'error': text}
Value refused_with(std::string_view status, std::string_view error) {
  return dict_of({{status, Value::boolean(false)}, {"error", Value::str(error)}});
}

// object[key] <op>= operand
Status change_item(const Value& object, std::string_view key, BinaryOperator op,
                   const Value& operand) {
  const Value name = Value::str(key);
  BFCLX_ASSIGN_OR_RETURN(const Value before, get_item(object, name));
  BFCLX_ASSIGN_OR_RETURN(Value after, arithmetic_in_place(op, before, operand));
  return set_item(object, name, std::move(after));
}

}  // namespace

// --- Flights -------------------------------------------------------------------------------------

Result<Value> TravelApi::list_all_airports(Arguments /*arguments*/) {
  List airports;
  for (const std::string_view code : travel_tables::airports()) {
    airports.push_back(Value::str(code));
  }
  return Value::list(std::move(airports));
}

Result<Value> TravelApi::get_nearest_airport_by_city(Arguments arguments) {
  const Value& location = arguments[0];
  BFCLX_RETURN_IF_ERROR(python::check_hashable(location));
  std::string_view airport = "Unknown";
  for (const travel_tables::City& city : travel_tables::cities()) {
    if (location.is_str() && location.as_str() == city.name) airport = city.airport;
  }
  return dict_of({{"nearest_airport", Value::str(airport)}});
}

Result<Value> TravelApi::get_flight_cost(Arguments arguments) {
  const Value& from = arguments[0];
  const Value& to = arguments[1];
  BFCLX_RETURN_IF_ERROR(python::check_hashable(from));
  BFCLX_RETURN_IF_ERROR(python::check_hashable(to));
  BFCLX_ASSIGN_OR_RETURN(const Fare fare, find_fare({arguments[2], from, to, arguments[3]}));
  List costs;
  if (truthy(long_context_)) {
    for (const travel_tables::Route& route : travel_tables::routes()) {
      costs.push_back(Value::real(route.base_cost * fare.multiplier));
    }
  } else {
    costs.push_back(Value::real(fare.cost()));
  }
  return dict_of({{"travel_cost_list", Value::list(std::move(costs))}});
}

// The message of a booking that cannot be; empty when it can.
Result<std::string> TravelApi::booking_problem(const Value& card_id, const Flight& flight) const {
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(card_id, credit_card_list_));
  if (!known) return std::string("Card not registered");
  BFCLX_ASSIGN_OR_RETURN(const Value card, get_item(credit_card_list_, card_id));
  BFCLX_ASSIGN_OR_RETURN(const bool has_balance, is_member(Value::str("balance"), card));
  if (!has_balance) return std::string("Balance not found");
  if (!is_airport(flight.from)) {
    BFCLX_ASSIGN_OR_RETURN(const std::string code, text_of(flight.from));
    return "Invalid departure airport code: " + code;
  }
  if (!is_airport(flight.to)) {
    BFCLX_ASSIGN_OR_RETURN(const std::string code, text_of(flight.to));
    return "Invalid destination airport code: " + code;
  }
  if (const Result<DateTime> date = strptime(flight.date, "%Y-%m-%d"); !date.ok()) {
    if (date.error().kind != "ValueError") return date.error();
    return std::string("Invalid date format. Use YYYY-MM-DD.");
  }
  if (find_flight_class(flight.travel_class) == nullptr) {
    // `in` of a set takes a set for the frozenset that it would be.
    if (!hashable(flight.travel_class) && !flight.travel_class.is_set()) {
      return python::check_hashable(flight.travel_class).error();
    }
    // The official text prints a set: this is its order of iteration under PYTHONHASHSEED=0.
    return std::string("Invalid travel class. Must be one of {'first', 'business', 'economy'}");
  }
  return std::string();
}

Result<Value> TravelApi::book_flight(Arguments arguments) {
  const Value& card_id = arguments[1];
  const Flight flight{arguments[2], arguments[3], arguments[4], arguments[5]};
  const auto refused = [](std::string_view why) { return refused_with("booking_status", why); };
  if (const std::string_view why = refusal(arguments[0]); !why.empty()) return refused(why);
  BFCLX_ASSIGN_OR_RETURN(const std::string problem, booking_problem(card_id, flight));
  if (!problem.empty()) return refused(problem);
  const Result<Fare> fare = find_fare(flight);
  if (!fare.ok()) {
    if (fare.error().kind != "ValueError") return fare.error();
    return refused(fare.error().message);
  }
  const Value cost = Value::real(fare->cost());
  BFCLX_ASSIGN_OR_RETURN(const Value card, get_item(credit_card_list_, card_id));
  BFCLX_ASSIGN_OR_RETURN(const Value balance, get_item(card, "balance"));
  BFCLX_ASSIGN_OR_RETURN(const bool too_little, is_less(balance, cost));
  if (too_little) return refused("Insufficient funds");
  if (!budget_limit_.is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const bool below_limit, is_less(balance, budget_limit_));
    if (below_limit) return refused("Balance is less than budget limit");
  }
  modules().will_change(card);
  BFCLX_RETURN_IF_ERROR(change_item(card, "balance", BinaryOperator::kSub, cost));
  const Value booking_id = random_id(1000000, 9999999);
  const Value transaction_id = random_id(10000000, 99999999);
  Value booking = dict_of({{"card_id", card_id},
                           {"travel_date", flight.date},
                           {"travel_from", flight.from},
                           {"travel_to", flight.to},
                           {"travel_class", flight.travel_class},
                           {"travel_cost", cost},
                           {"transaction_id", transaction_id}});
  BFCLX_RETURN_IF_ERROR(set_item(booking_record_, booking_id, std::move(booking)));
  return dict_of({{"booking_id", booking_id},
                  {"transaction_id", transaction_id},
                  {"booking_status", Value::boolean(true)},
                  {"booking_history", truthy(long_context_) ? booking_record_ : Value::dict()}});
}

// --- Bookings ------------------------------------------------------------------------------------

Result<Value> TravelApi::retrieve_invoice(Arguments arguments) {
  static constexpr std::array<std::string_view, 6> kShown = {
      "travel_date", "travel_from", "travel_to", "travel_class", "travel_cost", "transaction_id"};
  const Value& booking_id = arguments[1];
  if (const std::string_view why = refusal(arguments[0]); !why.empty()) return error_dict(why);
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(booking_id, booking_record_));
  if (!known) return error_dict("Booking not found");
  BFCLX_ASSIGN_OR_RETURN(const Value booking, get_item(booking_record_, booking_id));
  Dict invoice;
  invoice.set("booking_id", booking_id);
  for (const std::string_view field : kShown) {
    BFCLX_ASSIGN_OR_RETURN(Value shown, get_item(booking, field));
    invoice.set(field, std::move(shown));
  }
  return dict_of({{"invoice", Value::dict(std::move(invoice))}});
}

Result<Value> TravelApi::get_booking_history(Arguments arguments) {
  if (const std::string_view why = refusal(arguments[0]); !why.empty()) return error_dict(why);
  return dict_of({{"booking_history", booking_record_.deep_copy()}});
}

Result<Value> TravelApi::cancel_booking(Arguments arguments) {
  const Value& booking_id = arguments[1];
  const auto refused = [](std::string_view why) { return refused_with("cancel_status", why); };
  if (const std::string_view why = refusal(arguments[0]); !why.empty()) return refused(why);
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(booking_id, booking_record_));
  if (!known) return refused("Booking not found");
  BFCLX_ASSIGN_OR_RETURN(const Value booking, get_item(booking_record_, booking_id));
  BFCLX_ASSIGN_OR_RETURN(const Value card_id, get_item(booking, "card_id"));
  BFCLX_ASSIGN_OR_RETURN(const Value cost, get_item(booking, "travel_cost"));
  BFCLX_ASSIGN_OR_RETURN(const Value card, get_item(credit_card_list_, card_id));
  modules().will_change(card);
  BFCLX_RETURN_IF_ERROR(change_item(card, "balance", BinaryOperator::kAdd, cost));
  BFCLX_RETURN_IF_ERROR(delete_item(booking_record_, booking_id));
  return dict_of({{"cancel_status", Value::boolean(true)}});
}

Result<Value> TravelApi::purchase_insurance(Arguments arguments) {
  const Value& booking_id = arguments[2];
  const Value& cost = arguments[3];
  const Value& card_id = arguments[4];
  const auto refused = [](std::string_view why) { return refused_with("insurance_status", why); };
  if (const std::string_view why = refusal(arguments[0]); !why.empty()) return refused(why);
  if (!budget_limit_.is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const bool exceeded, is_less(budget_limit_, cost));
    if (exceeded) return refused("Exceeded budget limit");
  }
  BFCLX_ASSIGN_OR_RETURN(const bool booked, is_member(booking_id, booking_record_));
  if (!booked) return refused("Booking not found");
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(card_id, credit_card_list_));
  if (!known) return refused("Credit card not registered");
  BFCLX_ASSIGN_OR_RETURN(const Value card, get_item(credit_card_list_, card_id));
  modules().will_change(card);
  BFCLX_RETURN_IF_ERROR(change_item(card, "balance", BinaryOperator::kSub, cost));
  return dict_of({{"insurance_id", random_id(100000000, 999999999)},
                  {"insurance_status", Value::boolean(true)}});
}

Result<Value> TravelApi::contact_customer_support(Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(arguments[0], booking_record_));
  if (!known) return error_dict("Booking not found");
  return dict_of({{"customer_support_message",
                   Value::str("Thank you for contacting customer support. Your message has been "
                              "received and we will get back to you shortly.")}});
}

}  // namespace bfclx
