#include "core/simulators/apis/math_module.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "core/python/evaluate/callable.h"
#include "core/python/objects/operators.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

using python::Arguments;
using python::type_error;

Error domain_error() { return {"ValueError", "math domain error"}; }
Error range_error() { return {"OverflowError", "math range error"}; }

Result<double> real(const Value& value) {
  if (!value.is_real_number()) {
    return type_error("must be real number, not " + std::string(type_name(value)));
  }
  return python::number_to_double(value);
}

// How an infinite result of a finite argument is reported (mathmodule.c: FUNC1, can_overflow).
enum class Infinite { kDomain, kRange };

struct Function {
  std::string_view name;
  double (*one)(double) = nullptr;
  double (*two)(double, double) = nullptr;
  Infinite infinite = Infinite::kDomain;
  Result<Value> (*other)(const List& arguments) = nullptr;
  std::size_t least = 1;
  std::size_t most = 1;
};

// ---- Those that look at the type of their argument.

Result<Value> rounded(const Value& value, double (*round)(double)) {
  if (python::is_integer(value)) return *python::as_index(value);
  BFCLX_ASSIGN_OR_RETURN(const double x, real(value));
  if (std::isnan(x)) return Error{"ValueError", "cannot convert float NaN to integer"};
  if (std::isinf(x)) return Error{"OverflowError", "cannot convert float infinity to integer"};
  return Value::integer(BigInt::from_double(round(x)));
}

double floor_of(double x) { return std::floor(x); }
double ceil_of(double x) { return std::ceil(x); }
double trunc_of(double x) { return std::trunc(x); }

Result<Value> floor(const List& arguments) { return rounded(arguments[0], floor_of); }
Result<Value> ceil(const List& arguments) { return rounded(arguments[0], ceil_of); }
Result<Value> trunc(const List& arguments) { return rounded(arguments[0], trunc_of); }

// The natural logarithm of a number; integers may be larger than floats can be.
Result<double> log_of(const Value& value, double (*function)(double), double of_two) {
  if (value.is_int() && !value.is_small_int()) {
    const BigInt number = value.as_bigint();
    if (number.negative()) return domain_error();
    const auto shift = static_cast<std::int64_t>(number.bit_length()) - 64;
    BFCLX_ASSIGN_OR_RETURN(const BigInt top,
                           BigInt::shift_right(number, BigInt(shift < 0 ? 0 : shift)));
    return function(top.to_double()) + (shift < 0 ? 0.0 : static_cast<double>(shift)) * of_two;
  }
  BFCLX_ASSIGN_OR_RETURN(const double x, real(value));
  if (x <= 0) return domain_error();
  return function(x);
}

double natural(double x) { return std::log(x); }
double binary(double x) { return std::log2(x); }
double decimal(double x) { return std::log10(x); }

Result<Value> log(const List& arguments) {
  const double of_two = std::log(2.0);
  BFCLX_ASSIGN_OR_RETURN(const double above, log_of(arguments[0], natural, of_two));
  if (arguments.size() == 1) return Value::real(above);
  BFCLX_ASSIGN_OR_RETURN(const double below, log_of(arguments[1], natural, of_two));
  return python::float_operation(python::BinaryOperator::kDiv, Value::real(above),
                                 Value::real(below));
}

Result<Value> log2(const List& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const double x, log_of(arguments[0], binary, 1));
  return Value::real(x);
}

Result<Value> log10(const List& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const double x, log_of(arguments[0], decimal, std::log10(2.0)));
  return Value::real(x);
}

Result<Value> is_nan(const List& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const double x, real(arguments[0]));
  return Value::boolean(std::isnan(x));
}

Result<Value> is_infinite(const List& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const double x, real(arguments[0]));
  return Value::boolean(std::isinf(x));
}

Result<Value> factorial(const List& arguments) {
  const std::optional<Value> n = python::as_index(arguments[0]);
  if (!n) return python::not_an_integer(arguments[0]);
  constexpr std::int64_t kMost = 5000;
  const bool negative = n->is_small_int() ? n->as_int64() < 0 : n->as_bigint().negative();
  if (negative) return Error{"ValueError", "factorial() not defined for negative values"};
  if (!n->is_small_int() || n->as_int64() > kMost)
    return Error{"Limit", "a factorial is too large"};
  BigInt product(1);
  for (std::int64_t i = 2; i <= n->as_int64(); ++i) {
    BFCLX_ASSIGN_OR_RETURN(product, BigInt::multiply(product, BigInt(i)));
  }
  return Value::integer(std::move(product));
}

// mathmodule.c:math_pow
Result<Value> pow(const List& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const double x, real(arguments[0]));
  BFCLX_ASSIGN_OR_RETURN(const double y, real(arguments[1]));
  const double result = std::pow(x, y);
  if (std::isfinite(x) && std::isfinite(y)) {
    if (std::isnan(result) || (std::isinf(result) && x == 0)) return domain_error();
    if (std::isinf(result)) return range_error();
  }
  return Value::real(result);
}

// Without the overloads of <cmath>.
#define BFCLX_ONE(name) [](double x) { return std::name(x); }
#define BFCLX_TWO(name) [](double x, double y) { return std::name(x, y); }
double radians(double x) { return x * (3.141592653589793 / 180.0); }
double degrees(double x) { return x * (180.0 / 3.141592653589793); }

constexpr Function kFunctions[] = {
    {"acos", BFCLX_ONE(acos)},
    {"acosh", BFCLX_ONE(acosh)},
    {"asin", BFCLX_ONE(asin)},
    {"asinh", BFCLX_ONE(asinh)},
    {"atan", BFCLX_ONE(atan)},
    {"atan2", nullptr, BFCLX_TWO(atan2)},
    {"atanh", BFCLX_ONE(atanh)},
    {"cbrt", BFCLX_ONE(cbrt)},
    {"ceil", nullptr, nullptr, {}, ceil},
    {"copysign", nullptr, BFCLX_TWO(copysign)},
    {"cos", BFCLX_ONE(cos)},
    {"cosh", BFCLX_ONE(cosh), nullptr, Infinite::kRange},
    {"degrees", degrees},
    {"erf", BFCLX_ONE(erf)},
    {"erfc", BFCLX_ONE(erfc)},
    {"exp", BFCLX_ONE(exp), nullptr, Infinite::kRange},
    {"exp2", BFCLX_ONE(exp2), nullptr, Infinite::kRange},
    {"expm1", BFCLX_ONE(expm1), nullptr, Infinite::kRange},
    {"fabs", BFCLX_ONE(fabs)},
    {"factorial", nullptr, nullptr, {}, factorial},
    {"floor", nullptr, nullptr, {}, floor},
    {"fmod", nullptr, BFCLX_TWO(fmod)},
    {"hypot", nullptr, BFCLX_TWO(hypot)},
    {"isinf", nullptr, nullptr, {}, is_infinite},
    {"isnan", nullptr, nullptr, {}, is_nan},
    {"log", nullptr, nullptr, {}, log, 1, 2},
    {"log10", nullptr, nullptr, {}, log10},
    {"log1p", BFCLX_ONE(log1p)},
    {"log2", nullptr, nullptr, {}, log2},
    {"pow", nullptr, nullptr, {}, pow, 2, 2},
    {"radians", radians},
    {"sin", BFCLX_ONE(sin)},
    {"sinh", BFCLX_ONE(sinh), nullptr, Infinite::kRange},
    {"sqrt", BFCLX_ONE(sqrt)},
    {"tan", BFCLX_ONE(tan)},
    {"tanh", BFCLX_ONE(tanh)},
    {"trunc", nullptr, nullptr, {}, trunc},
};

#undef BFCLX_ONE
#undef BFCLX_TWO

struct Constant {
  std::string_view name;
  double value;
};
constexpr Constant kConstants[] = {
    {"pi", 3.141592653589793},
    {"e", 2.718281828459045},
    {"tau", 6.283185307179586},
    {"inf", std::numeric_limits<double>::infinity()},
    {"nan", std::numeric_limits<double>::quiet_NaN()},
};

Result<Value> checked(const Function& function, double result, bool finite) {
  if (std::isnan(result)) return domain_error();
  if (std::isinf(result) && finite) {
    return function.infinite == Infinite::kRange ? range_error() : domain_error();
  }
  return Value::real(result);
}

Result<Value> call_one(const Function& function, const List& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const double x, real(arguments[0]));
  if (std::isnan(x)) return Value::real(x);
  return checked(function, function.one(x), std::isfinite(x));
}

Result<Value> call_two(const Function& function, const List& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const double x, real(arguments[0]));
  BFCLX_ASSIGN_OR_RETURN(const double y, real(arguments[1]));
  const double result = function.two(x, y);
  if (std::isnan(x) || std::isnan(y)) return Value::real(result);
  return checked(function, result, std::isfinite(x) && std::isfinite(y));
}

class MathFunction final : public python::Callable {
 public:
  explicit MathFunction(const Function& function) : function_(function) {}

  Result<Value> call(Arguments& arguments) override {
    const std::string name = "math." + std::string(function_.name) + "()";
    if (!arguments.keywords.empty()) return type_error(name + " takes no keyword arguments");
    const std::size_t given = arguments.positional.size();
    if (function_.one != nullptr || (function_.other != nullptr && function_.most == 1)) {
      if (given != 1) {
        return type_error(name + " takes exactly one argument (" + std::to_string(given) +
                          " given)");
      }
      if (function_.one != nullptr) return call_one(function_, arguments.positional);
      return function_.other(arguments.positional);
    }
    const std::size_t least = function_.other != nullptr ? function_.least : 2;
    if (given < least || given > 2) {
      return type_error(std::string(function_.name) + " expected " + std::to_string(least) +
                        " arguments, got " + std::to_string(given));
    }
    if (function_.two != nullptr) return call_two(function_, arguments.positional);
    assert(function_.other != nullptr);
    return function_.other(arguments.positional);
  }

 private:
  const Function& function_;
};

class MathModule final : public python::Module {
 public:
  Result<Value> attribute(std::string_view name) override {
    for (const Constant& constant : kConstants) {
      if (constant.name == name) return Value::real(constant.value);
    }
    const auto* const found =
        std::find_if(std::begin(kFunctions), std::end(kFunctions),
                     [&](const Function& function) { return function.name == name; });
    if (found == std::end(kFunctions)) {
      return Error{"AttributeError", "module 'math' has no attribute '" + std::string(name) + "'"};
    }
    const std::string text = "<built-in function " + std::string(name) + ">";
    return Value::opaque(
        {"builtin_function_or_method", text, text, std::make_shared<MathFunction>(*found)});
  }
};

}  // namespace

Value math_module() {
  const std::string text = "<module 'math' (built-in)>";
  return Value::opaque({"module", text, text, std::make_shared<MathModule>()});
}

}  // namespace bfclx
