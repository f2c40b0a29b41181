// The executable functions that ask a service: a request, and what is read from its answer.
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/python/evaluate/builtins.h"
#include "core/simulators/apis/executable.h"
#include "core/simulators/apis/requests.h"
#include "core/simulators/engine/objects.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr int kOk = 200;

// An answer and its body, which is read as often as it is asked for.
struct Response {
  const Value response;
  int status() const { return answer_of(response)->status; }
  Result<Value> json() const { return json_of(*answer_of(response)); }
};

Result<Response> get(ExecutableContext& context, std::string_view url, const Value& params = {},
                     const Value& headers = {}) {
  BFCLX_ASSIGN_OR_RETURN(Value response,
                         requests_get(context.effects, Value::str(url), params, headers));
  return Response{std::move(response)};
}

// A service of rapidapi.com.
Result<Response> get_rapid(ExecutableContext& context, const std::string& host,
                           std::string_view path, const Value& params) {
  const Value headers = dict_of({{"X-RapidAPI-Key", Value::str("YOUR-RAPID-API-KEY")},
                                 {"X-RapidAPI-Host", Value::str(host)}});
  return get(context, "https://" + host + std::string(path), params, headers);
}

// f"{before}{value}"
Result<std::string> with_text(std::string_view before, const Value& value) {
  BFCLX_ASSIGN_OR_RETURN(const std::string text, text_of(value));
  return std::string(before) + text;
}

Value failed(const Response& response) {
  return Value::str("Failed to fetch data with status code: " + std::to_string(response.status()));
}

// A step from an object to a part of it: by key, or by place where there is no key.
struct Step {
  std::string_view key = {};
  std::int64_t place = 0;
};

Result<Value> part(Result<Value> object, std::initializer_list<Step> path) {
  for (const Step& step : path) {
    if (!object.ok()) return object;
    object = step.key.empty() ? get_item(*object, Value::integer(step.place))
                              : get_item(*object, step.key);
  }
  return object;
}

// try: the part  except: the whole body
Result<Value> part_or_body(const Response& response, std::initializer_list<Step> path) {
  Result<Value> found = part(response.json(), path);
  return found.ok() ? found : response.json();
}

Result<Value> weather(ExecutableContext& context, Arguments arguments) {
  Result<List> pair = python::iterate(arguments[0]);
  if (!pair.ok()) {
    return python::type_error("cannot unpack non-iterable " + std::string(type_name(arguments[0])) +
                              " object");
  }
  if (pair->size() > 2) return Error{"ValueError", "too many values to unpack (expected 2)"};
  if (pair->size() < 2) {
    return Error{"ValueError", "not enough values to unpack (expected 2, got " +
                                   std::to_string(pair->size()) + ")"};
  }
  const Value params = dict_of({{"latitude", (*pair)[0]},
                                {"longitude", (*pair)[1]},
                                {"current", Value::str("temperature_2m")},
                                {"temperature_unit", Value::str("fahrenheit")}});
  BFCLX_ASSIGN_OR_RETURN(const Response response,
                         get(context, "https://api.open-meteo.com/v1/forecast", params));
  if (response.status() != kOk) return failed(response);
  return part(response.json(), {{"current"}, {"temperature_2m"}});
}

Result<Value> coordinates_of_city(ExecutableContext& context, Arguments arguments) {
  const Value params =
      dict_of({{"q", arguments[0]}, {"api_key", Value::str("YOUR-GEOCODE-API-KEY")}});
  BFCLX_ASSIGN_OR_RETURN(const Response response,
                         get(context, "https://geocode.maps.co/search", params));
  if (response.status() != kOk) return failed(response);
  BFCLX_ASSIGN_OR_RETURN(const Value body, response.json());
  if (!truthy(body)) return Value::str("No data found for the given city name.");
  BFCLX_ASSIGN_OR_RETURN(const Value latitude, part(body, {{}, {"lat"}}));
  BFCLX_ASSIGN_OR_RETURN(const Value longitude, part(body, {{}, {"lon"}}));
  return Value::tuple({latitude, longitude});
}

Result<Value> currency(ExecutableContext& context, Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(
      const std::string url,
      with_text("https://v6.exchangerate-api.com/v6/YOUR-EXCHANGERATE-API-KEY/latest/",
                arguments[1]));
  BFCLX_ASSIGN_OR_RETURN(const Response response, get(context, url));
  if (response.status() != kOk) return failed(response);
  BFCLX_ASSIGN_OR_RETURN(const Value body, response.json());
  BFCLX_ASSIGN_OR_RETURN(const Value rates, dict_get(body, "conversion_rates", Value::dict()));
  BFCLX_ASSIGN_OR_RETURN(const bool known, is_member(arguments[2], rates));
  if (!known) return Value::str("Target currency code not found.");
  BFCLX_ASSIGN_OR_RETURN(const Value rate, get_item(rates, arguments[2]));
  return arithmetic(python::BinaryOperator::kMult, arguments[0], rate);
}

Result<Value> urban_dictionary(ExecutableContext& context, Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Response response,
                         get_rapid(context, "mashape-community-urban-dictionary.p.rapidapi.com",
                                   "/define", dict_of({{"term", arguments[0]}})));
  return part(response.json(), {{"list"}, {}, {"definition"}});
}

Result<Response> get_location(ExecutableContext& context, const Value& address) {
  BFCLX_ASSIGN_OR_RETURN(const std::string url, with_text("http://ip-api.com/json/", address));
  return get(context, url);
}

Result<Value> coordinates_of_address(ExecutableContext& context, Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Response response, get_location(context, arguments[0]));
  const Result<Value> latitude = part(response.json(), {{"lat"}});
  const Result<Value> longitude = part(response.json(), {{"lon"}});
  if (latitude.ok() && longitude.ok()) return Value::tuple({*latitude, *longitude});
  return part(response.json(), {{"message"}});
}

Result<Value> zip_of_address(ExecutableContext& context, Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Response response, get_location(context, arguments[0]));
  Result<Value> code = part(response.json(), {{"zip"}});
  return code.ok() ? code : part(response.json(), {{"message"}});
}

Result<Value> covid(ExecutableContext& context, const Value& country, std::string_view group,
                    std::string_view count) {
  BFCLX_ASSIGN_OR_RETURN(const Response response,
                         get_rapid(context, "covid-193.p.rapidapi.com", "/statistics",
                                   dict_of({{"country", country}})));
  return part_or_body(response, {{"response"}, {}, {group}, {count}});
}

Result<Value> covid_deaths(ExecutableContext& context, Arguments arguments) {
  return covid(context, arguments[0], "deaths", "total");
}

Result<Value> covid_cases(ExecutableContext& context, Arguments arguments) {
  return covid(context, arguments[0], "cases", "active");
}

// Where a member is missing the official function asks again, five times in all, and gives None.
// An answer that has come stays, so the same one decides here.
Result<Value> product(ExecutableContext& context, const Value& asin, std::string_view member) {
  BFCLX_ASSIGN_OR_RETURN(
      const Response response,
      get_rapid(context, "real-time-amazon-data.p.rapidapi.com", "/product-details",
                dict_of({{"asin", asin}, {"country", Value::str("US")}})));
  Result<Value> found = part(response.json(), {{"data"}, {member}});
  if (!found.ok() && found.error().kind == "KeyError") return Value::none();
  return found;
}

Result<Value> product_rating(ExecutableContext& context, Arguments arguments) {
  return product(context, arguments[0], "product_star_rating");
}
Result<Value> product_price(ExecutableContext& context, Arguments arguments) {
  return product(context, arguments[0], "product_price");
}
Result<Value> product_name(ExecutableContext& context, Arguments arguments) {
  return product(context, arguments[0], "product_title");
}

Result<Response> get_finance(ExecutableContext& context, std::string_view path,
                             const Value& params) {
  return get_rapid(context, "yahoo-finance15.p.rapidapi.com",
                   "/api/v1/markets/" + std::string(path), params);
}

Result<Value> company_name(ExecutableContext& context, Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Response response,
                         get_finance(context, "search", dict_of({{"search", arguments[0]}})));
  return part_or_body(response, {{"body"}, {}, {"name"}});
}

Result<Value> stock_price(ExecutableContext& context, Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(const Response response,
                         get_finance(context, "stock/quotes", dict_of({{"ticker", arguments[0]}})));
  Result<Value> price = part(response.json(), {{"body"}, {}, {"regularMarketPrice"}});
  if (price.ok()) price = builtin("float", {*price});
  return price.ok() ? price : response.json();
}

Result<Value> stock_history(ExecutableContext& context, Arguments arguments) {
  constexpr std::size_t kMost = 10;
  const Value params = dict_of(
      {{"symbol", arguments[0]}, {"interval", arguments[1]}, {"diffandsplits", arguments[2]}});
  BFCLX_ASSIGN_OR_RETURN(const Response response, get_finance(context, "stock/history", params));
  const Result<Value> body = part(response.json(), {{"body"}});
  if (!body.ok() || !body->is_dict()) {
    // list(data)[-10:] of a list or a text gives no keys, and of an empty one an empty dict.
    const bool empty = body.ok() && python::is_iterable(*body) && !truthy(*body);
    return empty ? Result<Value>(Value::dict()) : response.json();
  }
  Dict last;
  std::size_t place = 0;
  const std::size_t count = body->as_dict().size();
  for (const Dict::Entry& entry : body->as_dict()) {
    if (++place + kMost > count) last.set(entry.key, entry.value);
  }
  return Value::dict(std::move(last));
}

Result<Value> city_of_zip(ExecutableContext& context, Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::string url,
                         with_text("http://ziptasticapi.com/", arguments[0]));
  BFCLX_ASSIGN_OR_RETURN(const Response response, get(context, url));
  return part_or_body(response, {{"city"}});
}

Result<Value> holidays(ExecutableContext& context, Arguments arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::string year,
                         with_text("https://date.nager.at/api/v3/publicholidays/", arguments[1]));
  BFCLX_ASSIGN_OR_RETURN(const std::string url, with_text(year + "/", arguments[0]));
  BFCLX_ASSIGN_OR_RETURN(const Response response, get(context, url));
  return response.json();
}

Result<Value> time_zone(ExecutableContext& context, Arguments arguments) {
  const Value params = dict_of({{"lat", arguments[1]},
                                {"lon", arguments[0]},
                                {"c", Value::str("1")},
                                {"s", Value::str("0")}});
  BFCLX_ASSIGN_OR_RETURN(
      const Response response,
      get_rapid(context, "timezone-by-location.p.rapidapi.com", "/timezone", params));
  return part_or_body(response, {{"Zones"}, {}, {"TimezoneId"}});
}

Result<Value> movie(ExecutableContext& context, const Value& name, std::string_view member) {
  const Value params = dict_of({{"t", name}, {"apikey", Value::str("YOUR-OMDB-API-KEY")}});
  BFCLX_ASSIGN_OR_RETURN(const Response response, get(context, "https://www.omdbapi.com/", params));
  return part(response.json(), {{member}});
}

Result<Value> movie_rating(ExecutableContext& context, Arguments arguments) {
  return movie(context, arguments[0], "Rated");
}
Result<Value> movie_director(ExecutableContext& context, Arguments arguments) {
  return movie(context, arguments[0], "Director");
}

constexpr std::array<Parameter, 1> kCoordinates = {{{"coordinates"}}};
constexpr std::array<Parameter, 1> kCity = {{{"city_name"}}};
constexpr std::array<Parameter, 3> kCurrency = {{{"amount"}, {"from_currency"}, {"to_currency"}}};
constexpr std::array<Parameter, 1> kTerm = {{{"term"}}};
constexpr std::array<Parameter, 1> kAddress = {{{"ip_address"}}};
constexpr std::array<Parameter, 1> kCountry = {{{"country"}}};
constexpr std::array<Parameter, 1> kAsin = {{{"ASIN"}}};
constexpr std::array<Parameter, 1> kStock = {{{"stock_name"}}};
constexpr std::array<Parameter, 3> kHistory = {
    {{"stock_name"}, {"interval"}, {"diffandsplits", default_str("true")}}};
constexpr std::array<Parameter, 1> kZip = {{{"zipcode"}}};
constexpr std::array<Parameter, 2> kHoliday = {{{"country"}, {"year"}}};
constexpr std::array<Parameter, 2> kZone = {{{"long"}, {"lat"}}};
constexpr std::array<Parameter, 1> kMovie = {{{"movie_name"}}};

constexpr std::string_view kRapid = "RAPID_API_KEY";
constexpr std::array<ExecutableFunction, 19> kFunctions = {{
    {"get_weather_data", kCoordinates, weather, true},
    {"get_coordinates_from_city", kCity, coordinates_of_city, true, "GEOCODE_API_KEY"},
    {"convert_currency", kCurrency, currency, true, "EXCHANGERATE_API_KEY"},
    {"find_term_on_urban_dictionary", kTerm, urban_dictionary, true, kRapid},
    {"get_coordinate_by_ip_address", kAddress, coordinates_of_address, true},
    {"get_zipcode_by_ip_address", kAddress, zip_of_address, true},
    {"get_covid_death_by_country", kCountry, covid_deaths, true, kRapid},
    {"get_active_covid_case_by_country", kCountry, covid_cases, true, kRapid},
    {"get_rating_by_amazon_ASIN", kAsin, product_rating, true, kRapid},
    {"get_price_by_amazon_ASIN", kAsin, product_price, true, kRapid},
    {"get_product_name_by_amazon_ASIN", kAsin, product_name, true, kRapid},
    {"get_company_name_by_stock_name", kStock, company_name, true, kRapid},
    {"get_stock_price_by_stock_name", kStock, stock_price, true, kRapid},
    {"get_stock_history", kHistory, stock_history, true, kRapid},
    {"retrieve_city_based_on_zipcode", kZip, city_of_zip, true},
    {"retrieve_holiday_by_year", kHoliday, holidays, true},
    {"get_time_zone_by_coord", kZone, time_zone, true, kRapid},
    {"get_movie_rating", kMovie, movie_rating, true, "OMDB_API_KEY"},
    {"get_movie_director", kMovie, movie_director, true, "OMDB_API_KEY"},
}};

}  // namespace

std::span<const ExecutableFunction> executable_network() { return kFunctions; }

}  // namespace bfclx
