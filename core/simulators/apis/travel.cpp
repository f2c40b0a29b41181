#include "core/simulators/apis/travel.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "core/python/objects/errors.h"
#include "core/python/objects/operators.h"
#include "core/simulators/apis/travel_api.h"
#include "core/simulators/apis/travel_tables.h"
#include "core/simulators/engine/dates.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"
#include "core/value/value.h"

namespace bfclx {

namespace {

using python::BinaryOperator;
using python::value_error;

}  // namespace

// --- Loading -------------------------------------------------------------------------------------

Status TravelApi::load_scenario(const Value& scenario, bool long_context) {
  if (!scenario.is_dict()) return no_attribute(scenario, "get");
  BFCLX_ASSIGN_OR_RETURN(
      random_, modules().random(scenario_get(scenario, "random_seed", Value::integer(141053))));
  credit_card_list_ = scenario_get(scenario, "credit_card_list", Value::dict());
  booking_record_ = scenario_get(scenario, "booking_record", Value::dict());
  access_token_ = scenario_get(scenario, "access_token");
  token_type_ = scenario_get(scenario, "token_type");
  token_expires_in_ = scenario_get(scenario, "token_expires_in");
  token_scope_ = scenario_get(scenario, "token_scope");
  user_first_name_ = scenario_get(scenario, "user_first_name");
  user_last_name_ = scenario_get(scenario, "user_last_name");
  budget_limit_ = scenario_get(scenario, "budget_limit");
  long_context_ = Value::boolean(long_context);
  if (!long_context) return {};
  BFCLX_RETURN_IF_ERROR(add_rows(credit_card_list_, "CREDIT_CARD_EXTENSION"));
  return add_rows(booking_record_, "BOOKING_RECORD_EXTENSION");
}

// The rows of a long-context table whose keys are new. They stay the table's own objects, so model
// and ground truth change each other's: quirk long_rows_are_shared.
Status TravelApi::add_rows(Value& own, std::string_view table) {
  const Value rows = modules().table(table);
  if (!rows.is_dict()) {
    return Error{"Limit", "the long-context table " + std::string(table) + " is not loaded"};
  }
  if (own.is_dict()) {
    own.mutable_dict().add_missing(rows.as_dict());
    return {};
  }
  for (const auto& [key, row] : rows.as_dict()) {
    BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(key, own));
    if (!known) BFCLX_RETURN_IF_ERROR(set_item(own, key, row));
  }
  return {};
}

// --- Access --------------------------------------------------------------------------------------

std::string_view TravelApi::refusal(const Value& access_token) const {
  if (token_expired()) return "Token expired";
  return equal(access_token, access_token_) ? std::string_view() : "Invalid access token";
}

Value TravelApi::random_id(std::int64_t first, std::int64_t last) {
  return Value::str(std::to_string(random_->randint(first, last)));
}

Result<Value> TravelApi::authenticate_travel(Arguments arguments) {
  const Value& grant_type = arguments[3];
  token_expires_in_ = Value::integer(2);
  access_token_ = random_id(100000, 999999);
  token_type_ = Value::str("Bearer");
  token_scope_ = grant_type;
  user_first_name_ = arguments[4];
  user_last_name_ = arguments[5];
  return dict_of({{"expires_in", Value::integer(2)},
                  {"access_token", access_token_},
                  {"token_type", token_type_},
                  {"scope", grant_type}});
}

Result<Value> TravelApi::travel_get_login_status(Arguments /*arguments*/) {
  return dict_of({{"status", Value::boolean(!token_expires_in_.is_none() && !token_expired())}});
}

Result<Value> TravelApi::verify_traveler_information(Arguments arguments) {
  const Value& first_name = arguments[0];
  const Value& last_name = arguments[1];
  const Value& date_of_birth = arguments[2];
  const Value& passport_number = arguments[3];
  const auto failure = [](std::string_view text) {
    return dict_of({{"verification_status", Value::boolean(false)},
                    {"verification_failure", Value::str(text)}});
  };
  if (!equal(user_first_name_, first_name) || !equal(user_last_name_, last_name)) {
    BFCLX_ASSIGN_OR_RETURN(const std::string own_first, text_of(user_first_name_));
    BFCLX_ASSIGN_OR_RETURN(const std::string own_last, text_of(user_last_name_));
    BFCLX_ASSIGN_OR_RETURN(const std::string first, text_of(first_name));
    BFCLX_ASSIGN_OR_RETURN(const std::string last, text_of(last_name));
    return failure("Cannot book flight information for another user.Expected " + own_first + " " +
                   own_last + ", got " + first + " " + last);
  }
  const Result<DateTime> birth = strptime(date_of_birth, "%Y-%m-%d");
  if (!birth.ok()) {
    if (birth.error().kind != "ValueError") return birth.error();
    return failure("Invalid date of birth format. Please use YYYY-MM-DD.");
  }
  const DateTime today = date_of_day(modules().today());
  const bool before_birthday =
      std::pair(today.month, today.day) < std::pair(birth->month, birth->day);
  if (today.year - birth->year - (before_birthday ? 1 : 0) < 18) {
    return failure("Traveler must be at least 18 years old.");
  }
  if (passport_number.is_bytes()) {
    return Error{"TypeError", "startswith first arg must be bytes or a tuple of bytes, not str"};
  }
  if (!passport_number.is_str()) return no_attribute(passport_number, "startswith");
  if (passport_number.as_str().substr(0, 2) != "US") {
    return failure("Passport must be issued by the United States.");
  }
  return dict_of({{"verification_status", Value::boolean(true)}});
}

// --- Credit cards and budget ---------------------------------------------------------------------

Result<Value> TravelApi::register_credit_card(Arguments arguments) {
  const Value& card_number = arguments[1];
  if (token_expires_in_.is_none()) return error_dict("Token not initialized");
  if (const std::string_view why = refusal(arguments[0]); !why.empty()) return error_dict(why);
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(card_number, credit_card_list_));
  if (known) return error_dict("Card already registered");
  const Value card_id = random_id(100000000000, 999999999999);
  Value card = dict_of({{"card_number", card_number},
                        {"expiration_date", arguments[2]},
                        {"cardholder_name", arguments[3]},
                        {"card_verification_number", arguments[4]},
                        {"balance", Value::integer(random_->randint(10000, 99999))}});
  BFCLX_RETURN_IF_ERROR(set_item(credit_card_list_, card_id, std::move(card)));
  return dict_of({{"card_id", card_id}});
}

Result<Value> TravelApi::get_credit_card_balance(Arguments arguments) {
  const Value& card_id = arguments[1];
  if (const std::string_view why = refusal(arguments[0]); !why.empty()) return error_dict(why);
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(card_id, credit_card_list_));
  if (!known) {
    if (!credit_card_list_.is_dict()) return no_attribute(credit_card_list_, "keys");
    List card_ids;
    for (const auto& [key, card] : credit_card_list_.as_dict()) card_ids.push_back(key);
    BFCLX_ASSIGN_OR_RETURN(const std::string list, text_of(Value::list(std::move(card_ids))));
    return error_dict("Card not registered. Here are a list of card_id's: " + list);
  }
  BFCLX_ASSIGN_OR_RETURN(const Value card, get_item(credit_card_list_, card_id));
  BFCLX_ASSIGN_OR_RETURN(Value balance, get_item(card, "balance"));
  return dict_of({{"card_balance", std::move(balance)}});
}

Result<Value> TravelApi::get_all_credit_cards(Arguments /*arguments*/) {
  return dict_of({{"credit_card_list", credit_card_list_}});
}

Result<Value> TravelApi::get_budget_fiscal_year(Arguments /*arguments*/) {
  return dict_of({{"budget_fiscal_year", Value::str("2018")}});
}

Result<Value> TravelApi::set_budget_limit(Arguments arguments) {
  if (const std::string_view why = refusal(arguments[0]); !why.empty()) return error_dict(why);
  BFCLX_ASSIGN_OR_RETURN(budget_limit_, call_builtin("float", arguments[1]));
  return dict_of({{"budget_limit", budget_limit_}});
}

Result<Value> TravelApi::compute_exchange_rate(Arguments arguments) {
  const Value& base = arguments[0];
  const Value& target = arguments[1];
  const Value& value = arguments[2];
  const auto is_pair = [](const Value& a, const Value& b, const travel_tables::ExchangeRate& row) {
    return a.is_str() && b.is_str() && a.as_str() == row.base && b.as_str() == row.target;
  };
  for (const travel_tables::ExchangeRate& row : travel_tables::exchange_rates()) {
    const Value rate = row.is_integer ? Value::integer(static_cast<std::int64_t>(row.rate))
                                      : Value::real(row.rate);
    if (is_pair(base, target, row)) {
      BFCLX_ASSIGN_OR_RETURN(const Value product, arithmetic(BinaryOperator::kMult, value, rate));
      BFCLX_ASSIGN_OR_RETURN(Value exchanged, call_builtin("float", product));
      return dict_of({{"exchanged_value", std::move(exchanged)}});
    }
    if (is_pair(target, base, row)) {
      BFCLX_ASSIGN_OR_RETURN(const Value quotient, arithmetic(BinaryOperator::kDiv, value, rate));
      BFCLX_ASSIGN_OR_RETURN(Value rounded, builtin("round", {quotient, Value::integer(2)}));
      return dict_of({{"exchanged_value", std::move(rounded)}});
    }
  }
  return value_error("No available exchange rate for the given currencies.");
}

// --- Tables --------------------------------------------------------------------------------------

namespace {

constexpr std::array<Parameter, 6> kAuthenticate = {{{"client_id"},
                                                     {"client_secret"},
                                                     {"refresh_token"},
                                                     {"grant_type"},
                                                     {"user_first_name"},
                                                     {"user_last_name"}}};
constexpr std::array<Parameter, 2> kFiscalYear = {
    {{"lastModifiedAfter", kDefaultNone}, {"includeRemoved", kDefaultNone}}};
constexpr std::array<Parameter, 5> kRegisterCard = {{{"access_token"},
                                                     {"card_number"},
                                                     {"expiration_date"},
                                                     {"cardholder_name"},
                                                     {"card_verification_number"}}};
constexpr std::array<Parameter, 4> kFlightCost = {
    {{"travel_from"}, {"travel_to"}, {"travel_date"}, {"travel_class"}}};
constexpr std::array<Parameter, 2> kCardBalance = {{{"access_token"}, {"card_id"}}};
constexpr std::array<Parameter, 6> kBookFlight = {{{"access_token"},
                                                   {"card_id"},
                                                   {"travel_date"},
                                                   {"travel_from"},
                                                   {"travel_to"},
                                                   {"travel_class"}}};
constexpr std::array<Parameter, 3> kInvoice = {
    {{"access_token"}, {"booking_id", kDefaultNone}, {"insurance_id", kDefaultNone}}};
constexpr std::array<Parameter, 1> kAccessToken = {{{"access_token"}}};
constexpr std::array<Parameter, 2> kCancel = {{{"access_token"}, {"booking_id"}}};
constexpr std::array<Parameter, 3> kExchange = {
    {{"base_currency"}, {"target_currency"}, {"value"}}};
constexpr std::array<Parameter, 4> kVerify = {
    {{"first_name"}, {"last_name"}, {"date_of_birth"}, {"passport_number"}}};
constexpr std::array<Parameter, 2> kBudget = {{{"access_token"}, {"budget_limit"}}};
constexpr std::array<Parameter, 1> kLocation = {{{"location"}}};
constexpr std::array<Parameter, 5> kInsurance = {
    {{"access_token"}, {"insurance_type"}, {"booking_id"}, {"insurance_cost"}, {"card_id"}}};
constexpr std::array<Parameter, 2> kSupport = {{{"booking_id"}, {"message"}}};

constexpr std::array<Method, 18> kMethods = {{
    {"authenticate_travel", kAuthenticate, call_member<&TravelApi::authenticate_travel>},
    {"travel_get_login_status", {}, call_member<&TravelApi::travel_get_login_status>},
    {"get_budget_fiscal_year", kFiscalYear, call_member<&TravelApi::get_budget_fiscal_year>},
    {"register_credit_card", kRegisterCard, call_member<&TravelApi::register_credit_card>},
    {"get_flight_cost", kFlightCost, call_member<&TravelApi::get_flight_cost>},
    {"get_credit_card_balance", kCardBalance, call_member<&TravelApi::get_credit_card_balance>},
    {"book_flight", kBookFlight, call_member<&TravelApi::book_flight>},
    {"retrieve_invoice", kInvoice, call_member<&TravelApi::retrieve_invoice>},
    {"get_booking_history", kAccessToken, call_member<&TravelApi::get_booking_history>, kScans},
    {"list_all_airports", {}, call_member<&TravelApi::list_all_airports>},
    {"cancel_booking", kCancel, call_member<&TravelApi::cancel_booking>},
    {"compute_exchange_rate", kExchange, call_member<&TravelApi::compute_exchange_rate>},
    {"verify_traveler_information", kVerify, call_member<&TravelApi::verify_traveler_information>},
    {"set_budget_limit", kBudget, call_member<&TravelApi::set_budget_limit>},
    {"get_nearest_airport_by_city", kLocation,
     call_member<&TravelApi::get_nearest_airport_by_city>},
    {"purchase_insurance", kInsurance, call_member<&TravelApi::purchase_insurance>},
    {"contact_customer_support", kSupport, call_member<&TravelApi::contact_customer_support>},
    {"get_all_credit_cards", {}, call_member<&TravelApi::get_all_credit_cards>, kScans},
}};

constexpr std::array<Attribute, 10> kAttributes = {{
    {"credit_card_list", get_member<&TravelApi::credit_card_list_>},
    {"booking_record", get_member<&TravelApi::booking_record_>},
    {"access_token", get_member<&TravelApi::access_token_>},
    {"token_type", get_member<&TravelApi::token_type_>},
    {"token_expires_in", get_member<&TravelApi::token_expires_in_>},
    {"token_scope", get_member<&TravelApi::token_scope_>},
    {"user_first_name", get_member<&TravelApi::user_first_name_>},
    {"user_last_name", get_member<&TravelApi::user_last_name_>},
    {"budget_limit", get_member<&TravelApi::budget_limit_>},
    {"long_context", get_member<&TravelApi::long_context_>},
}};

constexpr ClassTable kTable = {.name = "TravelAPI", .methods = kMethods, .attributes = kAttributes};

}  // namespace

const ClassTable& travel_api_table() { return kTable; }

std::unique_ptr<Simulator> make_travel_api(EpisodeModules& modules) {
  return std::make_unique<TravelApi>(modules);
}

}  // namespace bfclx
