// The executable functions that stand for services, and the derivative, which evaluates a text.
#include <array>
#include <string>
#include <utility>

#include "core/simulators/apis/executable.h"
#include "core/simulators/apis/executable_library.h"
#include "core/simulators/engine/support.h"

namespace bfclx {
namespace {

Value one() { return Value::integer(1); }
bool is_text(const Value& value, std::string_view text) {
  return value.is_str() && value.as_str() == text;
}

Result<Value> investment_value(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& contribution = arguments[1];
  const Value& annual_return = arguments[3];
  const Value& inflation = arguments[4];
  const bool adjust = truthy(arguments[5]);
  Value current = arguments[0];
  Value adjusted = arguments[0];
  const Value end = c.add(arguments[2], one());
  const std::int64_t last = c.range_bound(end) - 1;
  for (std::int64_t year = 1; year <= last && c.ok(); ++year) {
    const Value growth = c.add(one(), annual_return);
    const Value grown = c.multiply(current, growth);
    current = c.add(grown, contribution);
    if (!adjust) continue;
    // Past the end of the list the last rate would do for the contribution, but not for the rest.
    const bool listed = year <= c.length(inflation);
    const Value rate = c.item(inflation, listed ? year - 1 : -1);
    const Value share = c.subtract(one(), rate);
    const Value real_growth = c.add(one(), annual_return);
    const Value rate_of_year = c.item(inflation, year - 1);
    const Value real_share = c.subtract(real_growth, rate_of_year);
    const Value kept = c.multiply(adjusted, real_share);
    const Value added = c.multiply(contribution, share);
    adjusted = c.add(kept, added);
  }
  return c.result(adjust ? adjusted : current);
}

// A formula of Harris and Benedict: constant, and factors of weight, height and age.
struct BasalRate {
  double base, weight, height, age;
};

Result<Value> nutritional_needs(ExecutableContext& context, Arguments arguments) {
  static constexpr BasalRate kMale{88.362, 13.397, 4.799, 5.677};
  static constexpr BasalRate kOther{447.593, 9.247, 3.098, 4.330};
  static constexpr std::array<double, 5> kActivity = {1.2, 1.375, 1.55, 1.725, 1.9};
  Calculation c(context.budget);
  const BasalRate& rate = is_text(arguments[3], "male") ? kMale : kOther;
  const Value weight = c.multiply(Value::real(rate.weight), arguments[0]);
  const Value heavy = c.add(Value::real(rate.base), weight);
  const Value height = c.multiply(Value::real(rate.height), arguments[1]);
  const Value tall = c.add(heavy, height);
  const Value age = c.multiply(Value::real(rate.age), arguments[2]);
  const Value basal = c.subtract(tall, age);
  List levels;
  for (const double level : kActivity) levels.push_back(Value::real(level));
  const Value index = c.subtract(arguments[4], one());
  const Value level = c.item(Value::list(std::move(levels)), index);
  Value needed = c.multiply(basal, level);
  const Value margin = Value::integer(500);
  if (is_text(arguments[5], "lose")) needed = c.subtract(needed, margin);
  if (is_text(arguments[5], "gain")) needed = c.add(needed, margin);
  const auto grams = [&](double share, std::int64_t calories) {
    const Value part = c.multiply(needed, Value::real(share));
    return c.divide(part, Value::integer(calories));
  };
  const Value proteins = grams(0.30, 4);
  const Value fats = grams(0.25, 9);
  const Value carbohydrates = grams(0.45, 4);
  return c.result(dict_of({{"calories", needed},
                           {"proteins_g", proteins},
                           {"fats_g", fats},
                           {"carbohydrates_g", carbohydrates}}));
}

Result<Value> book_room(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  Value price = arguments[1];
  if (is_text(arguments[5], "DISCOUNT10")) price = c.multiply_in_place(price, Value::real(0.9));
  // Quirk room_number_is_its_type.
  return c.result(dict_of({{"customer_id", arguments[4]},
                           {"room_number", arguments[0]},
                           {"check_in_date", arguments[2]},
                           {"check_out_date", arguments[3]},
                           {"total_price", price}}));
}

// Quantities and prices by the places of the items; the products first, then their sum.
Result<Value> order_food(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const std::int64_t count = c.length(arguments[0]);
  List costs;
  for (std::int64_t i = 0; i < count && c.ok(); ++i) {
    const Value quantity = c.item(arguments[1], i);
    const Value price = c.item(arguments[2], i);
    costs.push_back(c.multiply(quantity, price));
  }
  return c.result(c.sum(costs));
}

// The forward difference of a function that comes as a text.
Result<Value> derivative(ExecutableContext& context, Arguments arguments) {
  const Value step = Value::real(1e-10);
  BFCLX_ASSIGN_OR_RETURN(const EvaluatedFunction function,
                         EvaluatedFunction::evaluate(arguments[0], arguments[1], context));
  Calculation c(context.budget);
  const Value there = c.add(arguments[1], step);
  const Value after = c.ok() ? c.take(function.call(there)) : Value();
  const Value before = c.ok() ? c.take(function.call(arguments[1])) : Value();
  const Value difference = c.subtract(after, before);
  return c.result(c.divide(difference, step));
}

constexpr std::array<Parameter, 6> kInvestment = {{{"initial_investment"},
                                                   {"annual_contribution"},
                                                   {"years"},
                                                   {"annual_return"},
                                                   {"inflation_rate"},
                                                   {"adjust_for_inflation", kDefaultTrue}}};
constexpr std::array<Parameter, 6> kPerson = {
    {{"weight"}, {"height"}, {"age"}, {"gender"}, {"activity_level"}, {"goal"}}};
constexpr std::array<Parameter, 6> kRoom = {{{"room_type"},
                                             {"price"},
                                             {"check_in_date"},
                                             {"check_out_date"},
                                             {"customer_id"},
                                             {"discount_code", kDefaultNone}}};
constexpr std::array<Parameter, 3> kOrder = {{{"item"}, {"quantity"}, {"price"}}};
constexpr std::array<Parameter, 2> kFunctionX = {{{"function"}, {"x"}}};

constexpr std::array<ExecutableFunction, 5> kFunctions = {{
    {"calculate_investment_value", kInvestment, investment_value},
    {"calculate_nutritional_needs", kPerson, nutritional_needs},
    {"book_room", kRoom, book_room},
    {"order_food", kOrder, order_food},
    {"estimate_derivative", kFunctionX, derivative},
}};

}  // namespace

std::span<const ExecutableFunction> executable_services() { return kFunctions; }

}  // namespace bfclx
