#include "core/simulators/apis/math.h"

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/python/evaluate/builtins.h"
#include "core/python/objects/operators.h"
#include "core/python/objects/range.h"
#include "core/python/python.h"
#include "core/simulators/engine/support.h"
#include "core/simulators/mpmath/high_precision.h"
#include "core/value/bigint.h"
#include "core/value/repr.h"
#include "core/value/value.h"

namespace bfclx {

namespace {

using python::BinaryOperator;

constexpr std::string_view kNoNumbers = "All elements in the list must be numbers";
constexpr std::string_view kNoTwoNumbers = "Both inputs must be numbers";
constexpr std::string_view kTooLarge = "Conversion resulted in a value too large to represent";

class MathApi final : public Simulator {
 public:
  using Simulator::Simulator;

  const ClassTable& table() const override { return math_api_table(); }
  Status load_scenario(const Value& /*scenario*/, bool /*long_context*/) override { return {}; }

  Result<Value> logarithm(Arguments arguments);
  Result<Value> mean(Arguments arguments);
  Result<Value> standard_deviation(Arguments arguments);
  Result<Value> si_unit_conversion(Arguments arguments);
  Result<Value> imperial_si_conversion(Arguments arguments);
  Result<Value> add(Arguments arguments);
  Result<Value> subtract(Arguments arguments);
  Result<Value> multiply(Arguments arguments);
  Result<Value> divide(Arguments arguments);
  Result<Value> power(Arguments arguments);
  Result<Value> square_root(Arguments arguments);
  Result<Value> absolute_value(Arguments arguments);
  Result<Value> round_number(Arguments arguments);
  Result<Value> percentage(Arguments arguments);
  Result<Value> min_value(Arguments arguments);
  Result<Value> max_value(Arguments arguments);
  Result<Value> sum_values(Arguments arguments);
};

// sum(...), round(...) and others
Result<Value> builtin(std::string_view name, List arguments) {
  python::Arguments given{std::move(arguments), {}, python::EvaluateLimits{}.bytes};
  return python::call_builtin(name, given);
}

// not numbers
bool is_empty(const Value& numbers) {
  if (const std::optional<python::Range> range = python::range_of(numbers)) {
    return python::range_length(*range) == 0;
  }
  return !truthy(numbers);
}

Value result_dict(Value result) { return dict_of({{"result", std::move(result)}}); }

// try: return {"result": result}  except <exception>: return {"error": text}
Result<Value> outcome(Result<Value> result, std::string_view exception, std::string_view text) {
  if (result.ok()) return result_dict(std::move(result).value());
  if (result.error().kind == exception) return error_dict(text);
  return result;
}
Result<Value> outcome(Result<Value> result, std::string_view text) {
  return outcome(std::move(result), "TypeError", text);
}

// sum(numbers) / len(numbers)
Result<Value> mean_of(const Value& numbers) {
  BFCLX_ASSIGN_OR_RETURN(const Value total, builtin("sum", {numbers}));
  BFCLX_ASSIGN_OR_RETURN(const Value count, builtin("len", {numbers}));
  return arithmetic(BinaryOperator::kDiv, total, count);
}

Result<Value> deviation_of(const Value& numbers) {
  BFCLX_ASSIGN_OR_RETURN(const Value mean, mean_of(numbers));
  BFCLX_ASSIGN_OR_RETURN(const List items, python::iterate(numbers));
  Value total = Value::integer(0);
  for (const Value& item : items) {
    BFCLX_ASSIGN_OR_RETURN(const Value difference, arithmetic(BinaryOperator::kSub, item, mean));
    BFCLX_ASSIGN_OR_RETURN(const Value square,
                           arithmetic(BinaryOperator::kPow, difference, Value::integer(2)));
    BFCLX_ASSIGN_OR_RETURN(total, arithmetic(BinaryOperator::kAdd, total, square));
  }
  BFCLX_ASSIGN_OR_RETURN(const Value count, builtin("len", {numbers}));
  BFCLX_ASSIGN_OR_RETURN(const Value variance, arithmetic(BinaryOperator::kDiv, total, count));
  if (!variance.is_float()) {
    return Error{"TypeError", "must be real number, not " + std::string(type_name(variance))};
  }
  return Value::real(std::sqrt(variance.as_float()));
}

struct SiUnit {
  std::string_view name;
  double meters;
  bool whole = false;  // `meters` is an int in Python
};
constexpr std::array<SiUnit, 6> kSiUnits = {{
    {"km", 1000, true},
    {"m", 1, true},
    {"cm", 0.01},
    {"mm", 0.001},
    {"um", 1e-6},
    {"nm", 1e-9},
}};

struct Conversion {
  std::string_view from;
  std::string_view to;
  double factor;
};
constexpr std::array<Conversion, 12> kConversions = {{
    {"cm", "in", 0.393701},
    {"in", "cm", 2.54},
    {"m", "ft", 3.28084},
    {"ft", "m", 0.3048},
    {"m", "yd", 1.09361},
    {"yd", "m", 0.9144},
    {"km", "miles", 0.621371},
    {"miles", "km", 1.60934},
    {"kg", "lb", 2.20462},
    {"lb", "kg", 0.453592},
    {"celsius", "fahrenheit", 1.8},
    {"fahrenheit", "celsius", 5.0 / 9},
}};

// unit in {...}: nullptr when it is not; an error when it cannot be.
Result<const SiUnit*> find_si_unit(const Value& unit) {
  if (!unit.is_str()) {
    // No str is equal to it, but it is hashed.
    BFCLX_RETURN_IF_ERROR(python::check_hashable(unit));
    return static_cast<const SiUnit*>(nullptr);
  }
  for (const SiUnit& known : kSiUnits) {
    if (known.name == unit.as_str()) return &known;
  }
  return static_cast<const SiUnit*>(nullptr);
}

Value unsupported_conversion(const Value& from, const Value& to) {
  return error_dict("Conversion from '" + str(from) + "' to '" + str(to) + "' is not supported");
}

// The keys of the official table are such texts, so units that are no str, or that have "_to_" in
// them, can make one too.
const Conversion* find_conversion(std::string_view key) {
  for (const Conversion& known : kConversions) {
    const std::size_t length = known.from.size();
    constexpr std::string_view kTo = "_to_";
    if (key.size() == length + kTo.size() + known.to.size() &&
        key.substr(0, length) == known.from && key.substr(length, kTo.size()) == kTo &&
        key.substr(length + kTo.size()) == known.to) {
      return &known;
    }
  }
  return nullptr;
}

// Whether CPython, which has no bound but time, would compute base ** exponent in some seconds.
// Both are ints, and the result is past BigInt's bound.
bool is_computable_power(const Value& base, const Value& exponent) {
  if (!base.is_int() || !exponent.is_small_int()) return false;
  constexpr double kMaxBits = 1e8;
  const auto bits = static_cast<double>(base.as_bigint().bit_length());
  return bits * static_cast<double>(exponent.as_int64()) < kMaxBits;
}

bool is_text(const Value& value, std::string_view text) {
  return value.is_str() && value.as_str() == text;
}

Result<Value> convert(const Value& value, double factor, const Value& from, const Value& to) {
  const Value times = Value::real(factor);
  if (is_text(from, "celsius") && is_text(to, "fahrenheit")) {
    BFCLX_ASSIGN_OR_RETURN(const Value scaled, arithmetic(BinaryOperator::kMult, value, times));
    return arithmetic(BinaryOperator::kAdd, scaled, Value::integer(32));
  }
  if (is_text(from, "fahrenheit") && is_text(to, "celsius")) {
    BFCLX_ASSIGN_OR_RETURN(const Value above,
                           arithmetic(BinaryOperator::kSub, value, Value::integer(32)));
    return arithmetic(BinaryOperator::kMult, above, times);
  }
  return arithmetic(BinaryOperator::kMult, value, times);
}

}  // namespace

Result<Value> MathApi::logarithm(Arguments arguments) {
  BFCLX_RETURN_IF_ERROR(modules().spend(log_quotient_cost(arguments[2])));
  Result<Value> result = mpmath_log_quotient(arguments[0], arguments[1], arguments[2]);
  if (result.ok()) return result_dict(std::move(result).value());
  if (result.error().kind == "Limit") return result;
  return error_dict(result.error().message);
}

Result<Value> MathApi::mean(Arguments arguments) {
  if (is_empty(arguments[0])) return error_dict("Cannot calculate mean of an empty list");
  return outcome(mean_of(arguments[0]), kNoNumbers);
}

Result<Value> MathApi::standard_deviation(Arguments arguments) {
  if (is_empty(arguments[0])) {
    return error_dict("Cannot calculate standard deviation of an empty list");
  }
  return outcome(deviation_of(arguments[0]), kNoNumbers);
}

Result<Value> MathApi::si_unit_conversion(Arguments arguments) {
  const Value& value = arguments[0];
  if (!value.is_real_number()) return error_dict("Value must be a number");
  BFCLX_ASSIGN_OR_RETURN(const SiUnit* const from, find_si_unit(arguments[1]));
  if (from == nullptr) return unsupported_conversion(arguments[1], arguments[2]);
  BFCLX_ASSIGN_OR_RETURN(const SiUnit* const to, find_si_unit(arguments[2]));
  if (to == nullptr) return unsupported_conversion(arguments[1], arguments[2]);
  const Value factor = from->whole ? Value::integer(static_cast<std::int64_t>(from->meters))
                                   : Value::real(from->meters);
  Result<Value> meters = arithmetic(BinaryOperator::kMult, value, factor);
  if (meters.ok()) {
    meters = arithmetic(BinaryOperator::kMult, *meters, Value::real(1 / to->meters));
  }
  return outcome(std::move(meters), "OverflowError", kTooLarge);
}

Result<Value> MathApi::imperial_si_conversion(Arguments arguments) {
  const Value& value = arguments[0];
  const Value& from = arguments[1];
  const Value& to = arguments[2];
  if (!value.is_real_number()) return error_dict("Value must be a number");
  if (equal(from, to)) return result_dict(value);
  const Conversion* conversion = find_conversion(str(from) + "_to_" + str(to));
  if (conversion == nullptr) return unsupported_conversion(from, to);
  return outcome(convert(value, conversion->factor, from, to), "OverflowError", kTooLarge);
}

Result<Value> MathApi::add(Arguments arguments) {
  return outcome(arithmetic(BinaryOperator::kAdd, arguments[0], arguments[1]), kNoTwoNumbers);
}

Result<Value> MathApi::subtract(Arguments arguments) {
  return outcome(arithmetic(BinaryOperator::kSub, arguments[0], arguments[1]), kNoTwoNumbers);
}

Result<Value> MathApi::multiply(Arguments arguments) {
  if (!arguments[0].is_real_number() || !arguments[1].is_real_number()) {
    return error_dict(kNoTwoNumbers);
  }
  return outcome(arithmetic(BinaryOperator::kMult, arguments[0], arguments[1]), kNoTwoNumbers);
}

Result<Value> MathApi::divide(Arguments arguments) {
  if (equal(arguments[1], Value::integer(0))) return error_dict("Cannot divide by zero");
  return outcome(arithmetic(BinaryOperator::kDiv, arguments[0], arguments[1]), kNoTwoNumbers);
}

Result<Value> MathApi::power(Arguments arguments) {
  Result<Value> result = arithmetic(BinaryOperator::kPow, arguments[0], arguments[1]);
  if (!result.ok() && result.error().kind == "Limit" &&
      is_computable_power(arguments[0], arguments[1])) {
    return too_many_digits();
  }
  return outcome(std::move(result), kNoTwoNumbers);
}

Result<Value> MathApi::square_root(Arguments arguments) {
  constexpr std::string_view kNoRoot =
      "Input must be a number or computation resulted in an invalid operation";
  const Value& number = arguments[0];
  if (!number.is_real_number()) return error_dict(kNoRoot);
  if (const std::optional<int> order = compare_numbers(number, Value::integer(0));
      order && *order < 0) {
    return error_dict("Cannot calculate square root of a negative number");
  }
  BFCLX_RETURN_IF_ERROR(modules().spend(root_cost(arguments[1])));
  return outcome(decimal_sqrt(number, arguments[1]), kNoRoot);
}

Result<Value> MathApi::absolute_value(Arguments arguments) {
  return outcome(builtin("abs", {arguments[0]}), "Input must be a number");
}

Result<Value> MathApi::round_number(Arguments arguments) {
  return outcome(builtin("round", {arguments[0], arguments[1]}),
                 "First input must be a number, second input must be an integer");
}

Result<Value> MathApi::percentage(Arguments arguments) {
  if (equal(arguments[1], Value::integer(0))) return error_dict("Whole value cannot be zero");
  Result<Value> part = arithmetic(BinaryOperator::kDiv, arguments[0], arguments[1]);
  if (part.ok()) part = arithmetic(BinaryOperator::kMult, *part, Value::integer(100));
  return outcome(std::move(part), kNoTwoNumbers);
}

Result<Value> MathApi::min_value(Arguments arguments) {
  if (is_empty(arguments[0])) return error_dict("Cannot find minimum of an empty list");
  return outcome(builtin("min", {arguments[0]}), kNoNumbers);
}

Result<Value> MathApi::max_value(Arguments arguments) {
  if (is_empty(arguments[0])) return error_dict("Cannot find maximum of an empty list");
  return outcome(builtin("max", {arguments[0]}), kNoNumbers);
}

Result<Value> MathApi::sum_values(Arguments arguments) {
  if (is_empty(arguments[0])) return error_dict("Cannot calculate sum of an empty list");
  return outcome(builtin("sum", {arguments[0]}), kNoNumbers);
}

namespace {

constexpr std::array<Parameter, 3> kLogarithm = {{{"value"}, {"base"}, {"precision"}}};
constexpr std::array<Parameter, 1> kNumbers = {{{"numbers"}}};
constexpr std::array<Parameter, 3> kUnits = {{{"value"}, {"unit_in"}, {"unit_out"}}};
constexpr std::array<Parameter, 2> kTwo = {{{"a"}, {"b"}}};
constexpr std::array<Parameter, 2> kPower = {{{"base"}, {"exponent"}}};
constexpr std::array<Parameter, 2> kSquareRoot = {{{"number"}, {"precision"}}};
constexpr std::array<Parameter, 1> kNumber = {{{"number"}}};
constexpr std::array<Parameter, 2> kRound = {{{"number"}, {"decimal_places", default_int(0)}}};
constexpr std::array<Parameter, 2> kPercentage = {{{"part"}, {"whole"}}};

constexpr std::array<Method, 17> kMethods = {{
    {"logarithm", kLogarithm, call_member<&MathApi::logarithm>},
    {"mean", kNumbers, call_member<&MathApi::mean>},
    {"standard_deviation", kNumbers, call_member<&MathApi::standard_deviation>},
    {"si_unit_conversion", kUnits, call_member<&MathApi::si_unit_conversion>},
    {"imperial_si_conversion", kUnits, call_member<&MathApi::imperial_si_conversion>},
    {"add", kTwo, call_member<&MathApi::add>},
    {"subtract", kTwo, call_member<&MathApi::subtract>},
    {"multiply", kTwo, call_member<&MathApi::multiply>},
    {"divide", kTwo, call_member<&MathApi::divide>},
    {"power", kPower, call_member<&MathApi::power>},
    {"square_root", kSquareRoot, call_member<&MathApi::square_root>},
    {"absolute_value", kNumber, call_member<&MathApi::absolute_value>},
    {"round_number", kRound, call_member<&MathApi::round_number>},
    {"percentage", kPercentage, call_member<&MathApi::percentage>},
    {"min_value", kNumbers, call_member<&MathApi::min_value>},
    {"max_value", kNumbers, call_member<&MathApi::max_value>},
    {"sum_values", kNumbers, call_member<&MathApi::sum_values>},
}};

constexpr ClassTable kTable = {
    .name = "MathAPI", .stateless = true, .methods = kMethods, .attributes = {}};

}  // namespace

const ClassTable& math_api_table() { return kTable; }

std::unique_ptr<Simulator> make_math_api(EpisodeModules& modules) {
  return std::make_unique<MathApi>(modules);
}

}  // namespace bfclx
