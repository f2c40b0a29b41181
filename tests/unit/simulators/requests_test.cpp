// The 19 functions that ask a service, and REST texts: what they send, and what they read from each
// kind of answer.
#include "core/simulators/apis/requests.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/simulators/apis/cassette.h"
#include "core/simulators/apis/executable.h"
#include "core/simulators/apis/executable_library.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

using Execute = Result<Value> (*)(std::string_view, EffectStore&, WorkBudget&);

struct Outcome {
  std::string request;  // as a cassette names it; empty where none was made
  std::string result;   // repr, or "Class: text"
};

std::string text_of(const Result<Value>& result) {
  if (result.ok()) return repr(*result);
  return std::string(result.error().kind) + ": " + result.error().message;
}

Outcome answered(Execute execute, std::string_view call, EffectAnswer answer) {
  EffectStore store;
  WorkBudget budget;
  const Result<Value> first = execute(call, store, budget);
  if (!store.wanted()) return {{}, text_of(first)};
  Outcome outcome{request_json(*store.wanted()), {}};
  const EffectRequest wanted = *store.wanted();
  store.add(wanted, std::move(answer));
  outcome.result = text_of(execute(call, store, budget));
  return outcome;
}

EffectAnswer answer_of(int status, std::string_view body) {
  EffectAnswer answer;
  answer.status = status;
  answer.body = body;
  return answer;
}

struct Case {
  std::string_view call;
  std::string_view request;
  std::string_view body;
  std::string_view result;
  int status = 200;
};

constexpr std::string_view kRapidCovid =
    R"({"method": "GET", "url": "https://covid-193.p.rapidapi.com/statistics", )"
    R"("query": [["country", "Utopia"]], "headers": {)"
    R"("x-rapidapi-host": "covid-193.p.rapidapi.com", "x-rapidapi-key": "YOUR-RAPID-API-KEY"}})";
constexpr std::string_view kAmazon =
    R"({"method": "GET", "url": "https://real-time-amazon-data.p.rapidapi.com/product-details", )"
    R"("query": [["asin", "B0"], ["country", "US"]], "headers": {"x-rapidapi-host": )"
    R"("real-time-amazon-data.p.rapidapi.com", "x-rapidapi-key": "YOUR-RAPID-API-KEY"}})";
constexpr std::string_view kLocation =
    R"({"method": "GET", "url": "http://ip-api.com/json/1.2.3.4", "query": [], "headers": {}})";
constexpr std::string_view kMovie =
    R"({"method": "GET", "url": "https://www.omdbapi.com/", )"
    R"("query": [["apikey", "YOUR-OMDB-API-KEY"], ["t", "A & B"]], "headers": {}})";
constexpr std::string_view kSearch =
    R"({"method": "GET", "url": "https://yahoo-finance15.p.rapidapi.com/api/v1/markets/search", )"
    R"("query": [["search", "Acme"]], "headers": {"x-rapidapi-host": )"
    R"("yahoo-finance15.p.rapidapi.com", "x-rapidapi-key": "YOUR-RAPID-API-KEY"}})";
constexpr std::string_view kQuotes =
    R"({"method": "GET", "url": )"
    R"("https://yahoo-finance15.p.rapidapi.com/api/v1/markets/stock/quotes", )"
    R"("query": [["ticker", "ACME"]], "headers": {"x-rapidapi-host": )"
    R"("yahoo-finance15.p.rapidapi.com", "x-rapidapi-key": "YOUR-RAPID-API-KEY"}})";
constexpr std::string_view kHistory =
    R"({"method": "GET", "url": )"
    R"("https://yahoo-finance15.p.rapidapi.com/api/v1/markets/stock/history", )"
    R"("query": [["diffandsplits", "true"], ["interval", "1d"], ["symbol", "ACME"]], )"
    R"("headers": {"x-rapidapi-host": )"
    R"("yahoo-finance15.p.rapidapi.com", "x-rapidapi-key": "YOUR-RAPID-API-KEY"}})";
constexpr std::string_view kWeather =
    R"({"method": "GET", "url": "https://api.open-meteo.com/v1/forecast", )"
    R"("query": [["current", "temperature_2m"], ["latitude", "1.5"], ["longitude", "-2"], )"
    R"(["temperature_unit", "fahrenheit"]], "headers": {}})";
constexpr std::string_view kGeocode =
    R"({"method": "GET", "url": "https://geocode.maps.co/search", )"
    R"("query": [["api_key", "YOUR-GEOCODE-API-KEY"], ["q", "Atlantis"]], "headers": {}})";
constexpr std::string_view kRates =
    R"({"method": "GET", "url": )"
    R"("https://v6.exchangerate-api.com/v6/YOUR-EXCHANGERATE-API-KEY/latest/AAA", )"
    R"("query": [], "headers": {}})";
constexpr std::string_view kTerm =
    R"({"method": "GET", "url": )"
    R"("https://mashape-community-urban-dictionary.p.rapidapi.com/define", )"
    R"("query": [["term", "x"]], "headers": {"x-rapidapi-host": )"
    R"("mashape-community-urban-dictionary.p.rapidapi.com", )"
    R"("x-rapidapi-key": "YOUR-RAPID-API-KEY"}})";
constexpr std::string_view kZip =
    R"({"method": "GET", "url": "http://ziptasticapi.com/00501", "query": [], "headers": {}})";
constexpr std::string_view kHolidays =
    R"({"method": "GET", "url": "https://date.nager.at/api/v3/publicholidays/2030/XX", )"
    R"("query": [], "headers": {}})";
constexpr std::string_view kZone =
    R"({"method": "GET", "url": "https://timezone-by-location.p.rapidapi.com/timezone", )"
    R"("query": [["c", "1"], ["lat", "2"], ["lon", "1"], ["s", "0"]], "headers": )"
    R"({"x-rapidapi-host": "timezone-by-location.p.rapidapi.com", )"
    R"("x-rapidapi-key": "YOUR-RAPID-API-KEY"}})";

constexpr Case kCases[] = {
    {"get_weather_data(coordinates=(1.5, -2))", kWeather, R"({"current": {"temperature_2m": 50}})",
     "50"},
    {"get_weather_data(coordinates=[1.5, -2])", kWeather, "{}", "KeyError: 'current'"},
    {"get_weather_data(coordinates=[1.5, -2])", kWeather, "",
     "'Failed to fetch data with status code: 500'", 500},
    {"get_weather_data(coordinates=5)", "", "", "TypeError: cannot unpack non-iterable int object"},
    {"get_weather_data(coordinates=[1])", "", "",
     "ValueError: not enough values to unpack (expected 2, got 1)"},
    {"get_weather_data(coordinates=[1, 2, 3])", "", "",
     "ValueError: too many values to unpack (expected 2)"},
    {"get_coordinates_from_city(city_name='Atlantis')", kGeocode,
     R"([{"lat": "1.0", "lon": "2.0"}, 5])", "('1.0', '2.0')"},
    {"get_coordinates_from_city(city_name='Atlantis')", kGeocode, "[]",
     "'No data found for the given city name.'"},
    {"get_coordinates_from_city(city_name='Atlantis')", kGeocode, "",
     "'Failed to fetch data with status code: 401'", 401},
    {"convert_currency(amount=3, from_currency='AAA', to_currency='BBB')", kRates,
     R"({"conversion_rates": {"BBB": 0.5}})", "1.5"},
    {"convert_currency(amount=3, from_currency='AAA', to_currency='CCC')", kRates,
     R"({"conversion_rates": {"BBB": 0.5}})", "'Target currency code not found.'"},
    {"convert_currency(amount=3, from_currency='AAA', to_currency='CCC')", kRates, "{}",
     "'Target currency code not found.'"},
    {"find_term_on_urban_dictionary(term='x')", kTerm, R"({"list": [{"definition": "y"}]})", "'y'"},
    {"find_term_on_urban_dictionary(term='x')", kTerm, R"({"list": []})",
     "IndexError: list index out of range"},
    {"get_coordinate_by_ip_address(ip_address='1.2.3.4')", kLocation, R"({"lat": 1, "lon": 2.5})",
     "(1, 2.5)"},
    {"get_coordinate_by_ip_address(ip_address='1.2.3.4')", kLocation,
     R"({"status": "fail", "message": "reserved range"})", "'reserved range'"},
    {"get_zipcode_by_ip_address(ip_address='1.2.3.4')", kLocation, R"({"zip": "00501"})",
     "'00501'"},
    {"get_zipcode_by_ip_address(ip_address='1.2.3.4')", kLocation, "{}", "KeyError: 'message'"},
    {"get_covid_death_by_country(country='Utopia')", kRapidCovid,
     R"({"response": [{"deaths": {"total": 7}, "cases": {"active": 9}}]})", "7"},
    {"get_active_covid_case_by_country(country='Utopia')", kRapidCovid,
     R"({"response": [{"deaths": {"total": 7}, "cases": {"active": 9}}]})", "9"},
    {"get_active_covid_case_by_country(country='Utopia')", kRapidCovid, R"({"response": []})",
     "{'response': []}"},
    {"get_rating_by_amazon_ASIN(ASIN='B0')", kAmazon, R"({"data": {"product_star_rating": "4.5"}})",
     "'4.5'"},
    {"get_price_by_amazon_ASIN(ASIN='B0')", kAmazon, R"({"data": {"product_price": "$9"}})",
     "'$9'"},
    {"get_product_name_by_amazon_ASIN(ASIN='B0')", kAmazon,
     R"({"data": {"product_title": "Lamp"}})", "'Lamp'"},
    {"get_product_name_by_amazon_ASIN(ASIN='B0')", kAmazon, R"({"data": {}})", "None"},
    {"get_product_name_by_amazon_ASIN(ASIN='B0')", kAmazon, "<html>",
     "JSONDecodeError: Expecting value: line 1 column 1 (char 0)"},
    {"get_company_name_by_stock_name(stock_name='Acme')", kSearch,
     R"({"body": [{"name": "Acme Ltd"}]})", "'Acme Ltd'"},
    {"get_company_name_by_stock_name(stock_name='Acme')", kSearch, R"({"body": {}})",
     "{'body': {}}"},
    {"get_stock_price_by_stock_name(stock_name='ACME')", kQuotes,
     R"({"body": [{"regularMarketPrice": "12"}]})", "12.0"},
    {"get_stock_price_by_stock_name(stock_name='ACME')", kQuotes,
     R"({"body": [{"regularMarketPrice": "much"}]})", "{'body': [{'regularMarketPrice': 'much'}]}"},
    {"get_stock_history(stock_name='ACME', interval='1d')", kHistory,
     R"({"body": {"0": 0, "1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, )"
     R"("10": 10}})",
     "{'1': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6, '7': 7, '8': 8, '9': 9, '10': 10}"},
    {"get_stock_history(stock_name='ACME', interval='1d')", kHistory, R"({"error": 1})",
     "{'error': 1}"},
    {"retrieve_city_based_on_zipcode(zipcode='00501')", kZip, R"({"city": "HOLTSVILLE"})",
     "'HOLTSVILLE'"},
    {"retrieve_city_based_on_zipcode(zipcode='00501')", kZip, R"({"error": "none"})",
     "{'error': 'none'}"},
    {"retrieve_holiday_by_year(country='XX', year='2030')", kHolidays, R"([{"name": "H"}])",
     "[{'name': 'H'}]"},
    {"get_time_zone_by_coord(long='1', lat='2')", kZone, R"({"Zones": [{"TimezoneId": "A/B"}]})",
     "'A/B'"},
    {"get_time_zone_by_coord(long='1', lat='2')", kZone, R"({"Zones": []})", "{'Zones': []}"},
    {"get_movie_rating(movie_name='A & B')", kMovie, R"({"Rated": "PG", "Director": "C"})", "'PG'"},
    {"get_movie_director(movie_name='A & B')", kMovie, R"({"Rated": "PG", "Director": "C"})",
     "'C'"},
    {"get_movie_director(movie_name='A & B')", kMovie, R"({"Error": "none"})",
     "KeyError: 'Director'"},
};

TEST(NetworkFunctions, SendAndRead) {
  std::set<std::string_view> tried;
  for (const Case& one : kCases) {
    const Outcome outcome = answered(execute_call, one.call, answer_of(one.status, one.body));
    EXPECT_EQ(outcome.request, one.request) << one.call;
    EXPECT_EQ(outcome.result, one.result) << one.call << " with " << one.body;
    tried.insert(one.call.substr(0, one.call.find('(')));
  }
  for (const ExecutableFunction& function : executable_network()) {
    EXPECT_TRUE(function.network);
    EXPECT_EQ(tried.count(function.name), 1U) << function.name;
  }
}

TEST(NetworkFunctions, SayWhichKeyTheyNeed) {
  for (const Case& one : kCases) {
    const ExecutableFunction* const function =
        find_executable_function(one.call.substr(0, one.call.find('(')));
    ASSERT_NE(function, nullptr);
    if (one.request.empty()) continue;
    const ApiKey* const key = api_key_in(one.request);
    EXPECT_EQ(key != nullptr ? key->variable : std::string_view(), function->key) << one.call;
  }
}

TEST(NetworkFunctions, AFailureOfTheTransportIsAnException) {
  EffectAnswer answer;
  answer.error_class = "ReadTimeout";
  answer.error = "nobody there";
  EXPECT_EQ(answered(execute_call, "get_movie_rating(movie_name='x')", answer).result,
            "ReadTimeout: nobody there");
  answer.error_class = "SomethingElse";
  EXPECT_EQ(answered(execute_call, "get_movie_rating(movie_name='x')", answer).result,
            "RequestException: nobody there");
}

struct RestCase {
  std::string_view call;
  std::string_view request;  // "URL query headers", empty where none is made
  std::string_view result;
};

constexpr RestCase kRest[] = {
    {"requests.get(url='https://a.example/x', params={'q': 'a b', 'n': [1, 2]})",
     R"({"method": "GET", "url": "https://a.example/x", "query": )"
     R"([["n", "1"], ["n", "2"], ["q", "a b"]], "headers": {}})",
     "<Response [200]>"},
    {"requests_get('https://A.example/x?b=1#part', {'c': None})",
     R"({"method": "GET", "url": "https://a.example/x", "query": [["b", "1"]], "headers": {}})",
     "<Response [200]>"},
    {"requests.get(url='https://a.example', headers={'X-RapidAPI-Key': 'YOUR-RAPID-API-KEY', "
     "'Accept': 'x'}, timeout=50, stream=False)",
     R"({"method": "GET", "url": "https://a.example/", "query": [], "headers": )"
     R"({"x-rapidapi-key": "YOUR-RAPID-API-KEY"}})",
     "<Response [200]>"},
    {"requests.get(url='https://a.example/x').json()['k']",
     R"({"method": "GET", "url": "https://a.example/x", "query": [], "headers": {}})", "1"},
    {"requests.get(url='https://a.example/x').status_code",
     R"({"method": "GET", "url": "https://a.example/x", "query": [], "headers": {}})", "200"},
    {"requests.post(url='https://a.example/x')",
     R"({"method": "POST", "url": "https://a.example/x", "query": [], "headers": {}})",
     "<Response [200]>"},
    {"requests.get()", "", "TypeError: get() missing 1 required positional argument: 'url'"},
    {"requests.get(url='a.example')", "",
     "MissingSchema: Invalid URL 'a.example': No scheme supplied. Perhaps you meant "
     "https://a.example?"},
    {"requests.get(url='https://')", "", "InvalidURL: Invalid URL 'https://': No host supplied"},
    {"requests.get(url='ftp://a.example')", "",
     "InvalidSchema: No connection adapters were found for 'ftp://a.example'"},
    {"requests.get(url='file:///etc/passwd')", "",
     "InvalidSchema: No connection adapters were found for 'file:///etc/passwd'"},
    {"requests.get(url='https://a.example', colour='red')", "",
     "TypeError: Session.request() got an unexpected keyword argument 'colour'"},
    {"requests.get(url='https://a.example', timeout=0)", "",
     "ValueError: Attempted to set connect timeout to 0, but the timeout cannot be set to a value "
     "less than or equal to 0."},
    {"requests.get(url='https://a.example', headers={'A': 5})", "",
     "InvalidHeader: Header part (5) from ('A', 5) must be of type str or bytes, not <class "
     "'int'>"},
    {"requests.get(url='https://a.example', headers={'A': 'x\\r\\nB: y'})", "",
     "InvalidHeader: Invalid leading whitespace, reserved character(s), or return character(s) in "
     "header value: 'x\\r\\nB: y'"},
    {"requests.get(url='https://a.example', verify='/no/such/file')", "",
     "OSError: Could not find a suitable TLS CA certificate bundle, invalid path: /no/such/file"},
    {"requests.Session().get('https://a.example')", "", "Limit: requests.Session is not supported"},
    {"requests.nothing('https://a.example')", "",
     "AttributeError: module 'requests' has no attribute 'nothing'"},
    {"get_movie_rating(movie_name='x')", "", "NameError: name 'get_movie_rating' is not defined"},
};

TEST(RestTexts, SendWhatRequestsWouldSend) {
  for (const RestCase& one : kRest) {
    const Outcome outcome = answered(execute_rest, one.call, answer_of(200, R"({"k": 1})"));
    EXPECT_EQ(outcome.request, one.request) << one.call;
    EXPECT_EQ(outcome.result, one.result) << one.call;
  }
}

TEST(RestTexts, AnAnswerIsBytesThatMayBeAnything) {
  EXPECT_EQ(answered(execute_rest, "requests.get('http://a.example').text",
                     answer_of(200,
                               "a\xff"
                               "b"))
                .result,
            "'a\ufffdb'");
  EXPECT_EQ(answered(execute_rest, "requests.get('http://a.example').json()",
                     answer_of(200, std::string(5000, '[')))
                .result.substr(0, 14),
            "RecursionError");
}

}  // namespace
}  // namespace bfclx
