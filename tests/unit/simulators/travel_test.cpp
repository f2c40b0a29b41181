#include "core/simulators/apis/travel.h"

#include <gtest/gtest.h>

#include "tests/unit/simulators/session.h"

namespace bfclx {
namespace {

using testing::Session;

// Expected texts are what the official class gives in CPython 3.11.
constexpr std::string_view kAnn =
    R"({"credit_card_list": {"card_1": {"card_number": "1111", "balance": 5000.0}}, "booking_record": {}, "access_token": "token", "token_type": "Bearer", "token_expires_in": 3600, "token_scope": "read_write", "user_first_name": "Ann", "user_last_name": "Lee", "budget_limit": 1000.0})";
constexpr std::string_view kTables =
    R"({"constants": {"CREDIT_CARD_EXTENSION": {"long_1": {"card_number": "9", "balance": 9000.0}, "card_1": {"card_number": "other"}}, "BOOKING_RECORD_EXTENSION": {"7": {"card_id": "long_1", "travel_cost": 10.0}}}})";

TEST(TravelApi, AuthenticatesAndBooks) {
  Session session("TravelAPI", R"({})");
  session.run_all({
      {"travel_get_login_status()", R"({"status": false})"},
      {"register_credit_card('token', '1111', '12/2028', 'Ann Lee', 123)",
       R"({"error": "Token not initialized"})"},
      {"authenticate_travel(client_id='id', client_secret='secret', refresh_token='again', "
       "grant_type='read_write', user_first_name='Ann', user_last_name='Lee')",
       R"({"expires_in": 2, "access_token": "251675", "token_type": "Bearer", "scope": "read_write"})"},
      {"travel_get_login_status()", R"({"status": true})"},
      {"register_credit_card('token', '1111', '12/2028', 'Ann Lee', 123)",
       R"({"error": "Invalid access token"})"},
      {"register_credit_card(access_token='251675', card_number='1111', expiration_date='12/2028', "
       "cardholder_name='Ann Lee', card_verification_number=123)",
       R"({"card_id": "391310425148"})"},
      {"get_all_credit_cards()",
       R"({"credit_card_list": {"391310425148": {"card_number": "1111", "expiration_date": "12/2028", "cardholder_name": "Ann Lee", "card_verification_number": 123, "balance": 58617}}})"},
      {"set_budget_limit(access_token='251675', budget_limit='1e3')",
       R"({"budget_limit": 1000.0})"},
      {"get_credit_card_balance('251675', '262919693687')",
       R"({"error": "Card not registered. Here are a list of card_id's: ['391310425148']"})"},
      {"get_credit_card_balance(access_token='251675', card_id='1111')",
       R"({"error": "Card not registered. Here are a list of card_id's: ['391310425148']"})"},
      {"get_budget_fiscal_year(includeRemoved='true')", R"({"budget_fiscal_year": "2018"})"},
  });
  EXPECT_EQ(session.attribute("credit_card_list"),
            "{'391310425148': {'card_number': '1111', 'expiration_date': '12/2028', "
            "'cardholder_name': 'Ann Lee', 'card_verification_number': 123, 'balance': 58617}}");
  EXPECT_EQ(session.attribute("access_token"), "'251675'");
  EXPECT_EQ(session.attribute("token_expires_in"), "2");
  EXPECT_EQ(session.attribute("budget_limit"), "1000.0");
  EXPECT_EQ(session.attribute("long_context"), "False");
}

TEST(TravelApi, BooksAndCancels) {
  Session session("TravelAPI", kAnn);
  session.run_all({
      {"get_flight_cost(travel_from='SFO', travel_to='LAX', travel_date='2026-10-12', "
       "travel_class='economy')",
       R"({"travel_cost_list": [400.0]})"},
      {"get_flight_cost('SFO', 'LAX', '2026-10-13', 'first')", R"({"travel_cost_list": [1000.0]})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class='first')",
       R"({"booking_id": "3426812", "transaction_id": "45451592", "booking_status": true, "booking_history": {}})"},
      {"get_booking_history(access_token='token')",
       R"({"booking_history": {"3426812": {"card_id": "card_1", "travel_date": "2026-10-12", "travel_from": "SFO", "travel_to": "LAX", "travel_class": "first", "travel_cost": 2000.0, "transaction_id": "45451592"}}})"},
      {"retrieve_invoice(access_token='token', booking_id='3426812')",
       R"({"invoice": {"booking_id": "3426812", "travel_date": "2026-10-12", "travel_from": "SFO", "travel_to": "LAX", "travel_class": "first", "travel_cost": 2000.0, "transaction_id": "45451592"}})"},
      {"purchase_insurance(access_token='token', insurance_type='full', booking_id='3426812', "
       "insurance_cost=99.5, card_id='card_1')",
       R"({"insurance_id": "498276044", "insurance_status": true})"},
      {"purchase_insurance('token', 'full', '3426812', 1000.5, 'card_1')",
       R"({"insurance_status": false, "error": "Exceeded budget limit"})"},
      {"purchase_insurance('token', 'full', '1', 9, 'card_1')",
       R"({"insurance_status": false, "error": "Booking not found"})"},
      {"purchase_insurance('token', 'full', '3426812', 9, 'card_2')",
       R"({"insurance_status": false, "error": "Credit card not registered"})"},
      {"contact_customer_support(booking_id='3426812', message='Hello')",
       R"({"customer_support_message": "Thank you for contacting customer support. Your message has been received and we will get back to you shortly."})"},
      {"contact_customer_support('1', 'Hello')", R"({"error": "Booking not found"})"},
      {"get_credit_card_balance('token', 'card_1')", R"({"card_balance": 2900.5})"},
      {"cancel_booking(access_token='token', booking_id='3426812')", R"({"cancel_status": true})"},
      {"cancel_booking(access_token='token', booking_id='3426812')",
       R"({"cancel_status": false, "error": "Booking not found"})"},
      {"retrieve_invoice('token')", R"({"error": "Booking not found"})"},
      {"get_credit_card_balance('token', 'card_1')", R"({"card_balance": 4900.5})"},
      {"get_booking_history('token')", R"({"booking_history": {}})"},
  });
  EXPECT_EQ(session.attribute("credit_card_list"),
            "{'card_1': {'card_number': '1111', 'balance': 4900.5}}");
  EXPECT_EQ(session.attribute("booking_record"), "{}");
}

TEST(TravelApi, RefusesBookings) {
  Session session("TravelAPI", kAnn);
  session.run_all({
      {"book_flight(access_token='other', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       R"({"booking_status": false, "error": "Invalid access token"})"},
      {"book_flight(access_token='token', card_id='card_2', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       R"({"booking_status": false, "error": "Card not registered"})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='AMS', travel_to='LAX', travel_class='economy')",
       R"({"booking_status": false, "error": "Invalid departure airport code: AMS"})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to=7, travel_class='economy')",
       R"({"booking_status": false, "error": "Invalid destination airport code: 7"})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='12.10.2026', "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       R"({"booking_status": false, "error": "Invalid date format. Use YYYY-MM-DD."})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-02-29', "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       R"({"booking_status": false, "error": "Invalid date format. Use YYYY-MM-DD."})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class='coach')",
       R"({"booking_status": false, "error": "Invalid travel class. Must be one of {'first', 'business', 'economy'}"})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class={'first'})",
       R"({"booking_status": false, "error": "Invalid travel class. Must be one of {'first', 'business', 'economy'}"})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class=['first'])",
       "Error during execution: unhashable type: 'list'"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='SFO', travel_class='economy')",
       R"({"booking_status": false, "error": "No available route for the given airports."})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='JFK', travel_to='PEK', travel_class='first')",
       R"({"booking_status": false, "error": "Insufficient funds"})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date=20261012, "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       "Error during execution: strptime() argument 1 must be str, not int"},
      {"set_budget_limit('token', 6000)", R"({"budget_limit": 6000.0})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       R"({"booking_status": false, "error": "Balance is less than budget limit"})"},
      {"book_flight(access_token='token', card_id=['card_1'], travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       "Error during execution: unhashable type: 'list'"},
  });
}

TEST(TravelApi, RefusesExpiredTokens) {
  Session session(
      "TravelAPI",
      R"({"credit_card_list": {"card_1": {"card_number": "1111", "balance": 5000.0}}, "booking_record": {}, "access_token": "token", "token_type": "Bearer", "token_expires_in": 0, "token_scope": "read_write", "user_first_name": "Ann", "user_last_name": "Lee", "budget_limit": 1000.0})");
  session.run_all({
      {"travel_get_login_status()", R"({"status": false})"},
      {"register_credit_card('token', '', '', '', 1)", R"({"error": "Token expired"})"},
      {"get_credit_card_balance('token', 'card_1')", R"({"error": "Token expired"})"},
      {"book_flight(access_token='token', card_id='card_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       R"({"booking_status": false, "error": "Token expired"})"},
      {"retrieve_invoice('token')", R"({"error": "Token expired"})"},
      {"get_booking_history('token')", R"({"error": "Token expired"})"},
      {"cancel_booking('token', '1')", R"({"cancel_status": false, "error": "Token expired"})"},
      {"set_budget_limit('token', 1)", R"({"error": "Token expired"})"},
      {"purchase_insurance('token', '', '', 1, '')",
       R"({"insurance_status": false, "error": "Token expired"})"},
  });
}

TEST(TravelApi, KnowsAirportsAndRates) {
  Session session("TravelAPI", R"({})");
  session.run_all({
      {"list_all_airports()",
       "['RMS', 'SBK', 'MPC', 'SVP', 'SHD', 'CDG', 'LHR', 'SSV', 'OKD', 'WLB', 'PEK', 'HND', "
       "'HKG', 'CIA', 'CRH', 'ATV', 'PHV', 'GFD', 'SFO', 'LAX', 'JFK', 'ORD', 'BOS']"},
      {"get_nearest_airport_by_city(location='Rome')", R"({"nearest_airport": "CIA"})"},
      {"get_nearest_airport_by_city('rome')", R"({"nearest_airport": "Unknown"})"},
      {"get_nearest_airport_by_city(['Rome'])", "Error during execution: unhashable type: 'list'"},
      {"compute_exchange_rate(base_currency='USD', target_currency='RMB', value=10)",
       R"({"exchanged_value": 70.0})"},
      {"compute_exchange_rate('EUR', 'USD', 10)", R"({"exchanged_value": 12.5})"},
      {"compute_exchange_rate('JPY', 'USD', 2.675)", R"({"exchanged_value": 0.02})"},
      {"compute_exchange_rate('USD', 'USD', 1)",
       "Error during execution: No available exchange rate for the given currencies."},
      {"compute_exchange_rate('EUR', 'RMB', 1)",
       "Error during execution: No available exchange rate for the given currencies."},
      {"compute_exchange_rate('USD', 'RMB', '1')", R"({"exchanged_value": 1111111.0})"},
      {"compute_exchange_rate('USD', 'EUR', '1')",
       "Error during execution: can't multiply sequence by non-int of type 'float'"},
      {"compute_exchange_rate('USD', 'RMB', [1])",
       "Error during execution: float() argument must be a string or a real number, not 'list'"},
      {"compute_exchange_rate('RMB', 'USD', '1')",
       "Error during execution: unsupported operand type(s) for /: 'str' and 'int'"},
      {"compute_exchange_rate('RMB', 'USD', 1j)",
       "Error during execution: type complex doesn't define __round__ method"},
      {"compute_exchange_rate('USD', 'RMB', b'x')",
       "Error during execution: could not convert string to float: b'xxxxxxx'"},
      {"compute_exchange_rate('USD', 'RMB', 10**400)",
       "Error during execution: int too large to convert to float"},
      {"compute_exchange_rate('USD', 'RMB', True)", R"({"exchanged_value": 7.0})"},
  });
}

TEST(TravelApi, FindsFlightCosts) {
  Session session("TravelAPI", R"({})");
  session.run_all({
      {"get_flight_cost('SFO', 'SFO', '2026-10-12', 'first')",
       "Error during execution: No available route for the given airports."},
      {"get_flight_cost('SFO', 'LAX', '2026-10-12', 'coach')",
       "Error during execution: Invalid travel class. Options are: economy, business, first."},
      {"get_flight_cost('JFK', 'PVG', 'never', 'business')", R"({"travel_cost_list": [3800.0]})"},
      {"get_flight_cost('LHR', 'CDG', '１', 'economy')", R"({"travel_cost_list": [100.0]})"},
      {"get_flight_cost('LHR', 'CDG', 'x²', 'economy')",
       "Error during execution: invalid literal for int() with base 10: '²'"},
      {"get_flight_cost('LHR', 'CDG', ['12', '', 'a'], 'economy')",
       R"({"travel_cost_list": [200.0]})"},
      {"get_flight_cost('LHR', 'CDG', {'1': 2}, 'economy')", R"({"travel_cost_list": [100.0]})"},
      {"get_flight_cost('LHR', 'CDG', b'1', 'economy')",
       "Error during execution: 'int' object has no attribute 'isdigit'"},
      {"get_flight_cost('LHR', 'CDG', 1, 'economy')",
       "Error during execution: 'int' object is not iterable"},
      {"get_flight_cost('LHR', (1, [2]), 1, 'economy')",
       "Error during execution: unhashable type: 'list'"},
      {"get_flight_cost(['LHR'], 'CDG', 1, 'economy')",
       "Error during execution: unhashable type: 'list'"},
  });
}

// The day of the tests is 1970-01-01.
TEST(TravelApi, VerifiesTravelers) {
  Session session("TravelAPI", kAnn);
  session.run_all({
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='1950-06-30', "
       "passport_number='US123')",
       R"({"verification_status": true})"},
      {"verify_traveler_information(first_name='Bob', last_name=None, date_of_birth='1950-06-30', "
       "passport_number='US123')",
       R"({"verification_status": false, "verification_failure": "Cannot book flight information for another user.Expected Ann Lee, got Bob None"})"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='1952-01-01', "
       "passport_number='US123')",
       R"({"verification_status": true})"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='1952-01-02', "
       "passport_number='US123')",
       R"({"verification_status": false, "verification_failure": "Traveler must be at least 18 years old."})"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='30.06.1950', "
       "passport_number='US123')",
       R"({"verification_status": false, "verification_failure": "Invalid date of birth format. Please use YYYY-MM-DD."})"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth=1950, "
       "passport_number='US123')",
       "Error during execution: strptime() argument 1 must be str, not int"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth=None, "
       "passport_number='US123')",
       "Error during execution: strptime() argument 1 must be str, not None"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='1950-06-30', "
       "passport_number='UK123')",
       R"({"verification_status": false, "verification_failure": "Passport must be issued by the United States."})"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='1950-06-30', "
       "passport_number='U')",
       R"({"verification_status": false, "verification_failure": "Passport must be issued by the United States."})"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='1950-06-30', "
       "passport_number=123)",
       "Error during execution: 'int' object has no attribute 'startswith'"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='1950-06-30', "
       "passport_number=b'US')",
       "Error during execution: startswith first arg must be bytes or a tuple of bytes, not str"},
      {"verify_traveler_information(first_name='Ann', last_name='Lee', date_of_birth='1950-06-30', "
       "passport_number=['US'])",
       "Error during execution: 'list' object has no attribute 'startswith'"},
  });
}

TEST(TravelApi, FollowsScenariosOfOtherForms) {
  Session session(
      "TravelAPI",
      R"({"credit_card_list": {"a": {"balance": "10"}, "b": {}, "c": 5, "d": {"balance": null}}, "booking_record": {"1": {"card_id": "a", "travel_cost": 5}, "2": {"card_id": "z", "travel_cost": 5}, "3": {}, "4": {"card_id": "d", "travel_cost": 5.5}}, "access_token": null, "random_seed": 7})");
  session.run_all({
      {"book_flight(access_token=None, card_id='a', travel_date='2026-10-12', travel_from='SFO', "
       "travel_to='LAX', travel_class='economy')",
       "Error during execution: '<' not supported between instances of 'str' and 'float'"},
      {"book_flight(access_token=None, card_id='b', travel_date='2026-10-12', travel_from='SFO', "
       "travel_to='LAX', travel_class='economy')",
       R"({"booking_status": false, "error": "Balance not found"})"},
      {"book_flight(access_token=None, card_id='c', travel_date='2026-10-12', travel_from='SFO', "
       "travel_to='LAX', travel_class='economy')",
       "Error during execution: argument of type 'int' is not iterable"},
      {"get_credit_card_balance(None, 'b')", "Error during execution: 'balance'"},
      {"get_credit_card_balance(None, [])", "Error during execution: unhashable type: 'list'"},
      {"cancel_booking(None, '1')",
       R"(Error during execution: can only concatenate str (not "int") to str)"},
      {"cancel_booking(None, '2')", "Error during execution: 'z'"},
      {"cancel_booking(None, '3')", "Error during execution: 'card_id'"},
      {"cancel_booking(None, '4')",
       "Error during execution: unsupported operand type(s) for +=: 'NoneType' and 'float'"},
      {"purchase_insurance(None, '', '1', 1, 'd')",
       "Error during execution: unsupported operand type(s) for -=: 'NoneType' and 'int'"},
      {"set_budget_limit(None, 'much')",
       "Error during execution: could not convert string to float: 'much'"},
      {"set_budget_limit(None, None)",
       "Error during execution: float() argument must be a string or a real number, not "
       "'NoneType'"},
      {"set_budget_limit(None, 5)", R"({"budget_limit": 5.0})"},
      {"purchase_insurance(None, '', '1', '1', 'd')",
       "Error during execution: '<' not supported between instances of 'float' and 'str'"},
      {"retrieve_invoice(None, '1')", "Error during execution: 'travel_date'"},
      {"retrieve_invoice(None, {})", "Error during execution: unhashable type: 'dict'"},
      {"authenticate_travel(1, 2, 3, 4, 5, 6)",
       R"({"expires_in": 2, "access_token": "439563", "token_type": "Bearer", "scope": 4})"},
  });
  EXPECT_EQ(session.attribute("token_scope"), "4");
}

TEST(TravelApi, AddsRowsOfLongContext) {
  const LongContext tables = LongContext::load(kTables).value();
  Session session("TravelAPI", kAnn, &tables);
  session.run_all({
      {"get_all_credit_cards()",
       R"({"credit_card_list": {"card_1": {"card_number": "1111", "balance": 5000.0}, "long_1": {"card_number": "9", "balance": 9000.0}}})"},
      {"get_flight_cost('LHR', 'CDG', '1', 'economy')",
       R"({"travel_cost_list": [200.0, 500.0, 400.0, 450.0, 300.0, 350.0, 370.0, 320.0, 330.0, 340.0, 360.0, 310.0, 380.0, 390.0, 420.0, 430.0, 700.0, 100.0, 600.0, 500.0, 550.0, 310.0, 320.0, 330.0, 340.0, 350.0, 360.0, 370.0, 380.0, 390.0, 400.0, 410.0, 420.0, 430.0, 300.0, 250.0, 450.0, 460.0, 470.0, 480.0, 490.0, 500.0, 510.0, 520.0, 530.0, 540.0, 550.0, 560.0, 570.0, 800.0, 950.0, 1000.0, 180.0, 200.0, 350.0, 360.0, 370.0, 380.0, 390.0, 400.0, 410.0, 420.0, 430.0, 440.0, 450.0, 460.0, 400.0, 410.0, 420.0, 430.0, 440.0, 450.0, 460.0, 470.0, 480.0, 490.0, 500.0, 510.0, 200.0, 210.0, 220.0, 230.0, 240.0, 250.0, 260.0, 270.0, 280.0, 290.0, 300.0, 310.0, 320.0, 330.0, 200.0, 210.0, 220.0, 230.0, 240.0, 250.0, 260.0, 270.0, 280.0, 290.0, 210.0, 220.0, 230.0, 240.0, 250.0, 260.0, 270.0, 280.0, 290.0, 230.0, 240.0, 250.0, 260.0, 270.0, 280.0, 290.0, 300.0, 220.0, 230.0, 240.0, 250.0, 260.0, 270.0, 280.0, 240.0, 250.0, 260.0, 270.0, 280.0, 290.0, 230.0, 240.0, 250.0, 260.0, 270.0, 250.0, 260.0, 270.0, 280.0, 240.0, 250.0, 260.0, 270.0, 280.0, 290.0, 300.0, 230.0, 240.0, 220.0, 100.0, 220.0]})"},
      {"book_flight(access_token='token', card_id='long_1', travel_date='2026-10-12', "
       "travel_from='SFO', travel_to='LAX', travel_class='economy')",
       R"({"booking_id": "3426812", "transaction_id": "45451592", "booking_status": true, "booking_history": {"7": {"card_id": "long_1", "travel_cost": 10.0}, "3426812": {"card_id": "long_1", "travel_date": "2026-10-12", "travel_from": "SFO", "travel_to": "LAX", "travel_class": "economy", "travel_cost": 400.0, "transaction_id": "45451592"}}})"},
      {"cancel_booking('token', '7')", R"({"cancel_status": true})"},
  });
  EXPECT_EQ(session.attribute("credit_card_list"),
            "{'card_1': {'card_number': '1111', 'balance': 5000.0}, 'long_1': {'card_number': '9', "
            "'balance': 8610.0}}");
  EXPECT_EQ(session.attribute("booking_record"),
            "{'3426812': {'card_id': 'long_1', 'travel_date': '2026-10-12', 'travel_from': 'SFO', "
            "'travel_to': 'LAX', 'travel_class': 'economy', 'travel_cost': 400.0, "
            "'transaction_id': '45451592'}}");
  EXPECT_EQ(session.attribute("long_context"), "True");
}

// Quirk long_rows_are_shared: the rows are the table's own, so what the model pays the ground truth
// has paid too.
TEST(TravelApi, SharesRowsOfLongContextWithinAnEpisode) {
  const LongContext tables = LongContext::load(kTables).value();
  EpisodeModules modules(&tables, 0);
  EpisodeSetup setup;
  setup.involved_classes = Value::list({Value::str("TravelAPI")});
  setup.initial_config = Value::dict();
  setup.long_context = true;
  Episode model = Episode::start(setup, modules).value();
  Episode ground_truth = Episode::start(setup, modules).value();
  EXPECT_EQ(model.execute("purchase_insurance(None, 'full', '7', 500, 'long_1')"),
            R"({"insurance_id": "255316027", "insurance_status": true})");
  EXPECT_EQ(ground_truth.execute("get_credit_card_balance(None, 'long_1')"),
            R"({"card_balance": 8500.0})");
  // Which bookings there are is each one's own.
  EXPECT_EQ(model.execute("cancel_booking(None, '7')"), R"({"cancel_status": true})");
  EXPECT_EQ(ground_truth.execute("contact_customer_support('7', '')").substr(0, 9), R"({"custome)");
  EpisodeModules others(&tables, 0);
  EXPECT_EQ(Episode::start(setup, others)->execute("get_credit_card_balance(None, 'long_1')"),
            R"({"card_balance": 9000.0})");
}

}  // namespace
}  // namespace bfclx
