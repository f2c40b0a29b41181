// The executable functions of numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/python/evaluate/builtins.h"
#include "core/simulators/apis/executable.h"
#include "core/simulators/engine/support.h"
#include "core/value/bigint.h"

namespace bfclx {
namespace {

using python::CompareOperator;

Value zero() { return Value::integer(0); }
Value one() { return Value::integer(1); }
Value two() { return Value::integer(2); }
Value half() { return Value::real(0.5); }

Result<Value> triangle_area(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value product = c.multiply(arguments[0], arguments[1]);
  return c.result(c.divide(product, two()));
}

Result<Value> distance(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  Value squares[2];
  for (std::int64_t i = 0; i < 2; ++i) {
    const Value a = c.item(arguments[0], i);
    const Value b = c.item(arguments[1], i);
    const Value difference = c.subtract(a, b);
    squares[i] = c.power(difference, two());
  }
  const Value sum = c.add(squares[0], squares[1]);
  return c.result(c.power(sum, half()));
}

// ---- Factorials.

// Past this CPython takes minutes.
constexpr std::int64_t kMaxFactorial = 200'000;

// The last factor of n!, 0 for none: range(1, n + 1), which is where wrong types are noticed.
std::int64_t last_factor(Calculation& c, const Value& n) {
  const Value end = c.add(n, one());
  return c.ok() ? std::max<std::int64_t>(c.range_bound(end) - 1, 0) : 0;
}

Value product(Calculation& c, std::int64_t first, std::int64_t last) {
  Value result = one();
  std::int64_t pending = 1;
  for (std::int64_t i = first; i <= last && c.step(); ++i) {
    std::int64_t next = 0;
    if (__builtin_mul_overflow(pending, i, &next)) {
      result = c.multiply(result, Value::integer(pending));
      next = i;
    }
    pending = next;
  }
  return c.multiply(result, Value::integer(pending));
}

Result<Value> factorial(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const std::int64_t last = last_factor(c, arguments[0]);
  return c.result(c.ok() ? product(c, 1, last) : Value());
}

// Past it no integer fits into a float.
constexpr std::size_t kMaxBits = 1100;

// What Python says of the division of an integer of more bits than that.
Value too_large_for_float(Calculation& c) {
  const Result<BigInt> large = BigInt::shift_left(BigInt(1), BigInt(std::int64_t{kMaxBits}));
  return c.divide(Value::integer(large.value()), one());
}

// n! / (k! (n - k)!) for 0 <= k <= n as the nearest float, without numbers of that size.
Value binomial(Calculation& c, std::int64_t n, std::int64_t k) {
  BigInt value(1);
  for (std::int64_t i = 1; i <= std::min(k, n - k) && c.step(); ++i) {
    const Result<BigInt> scaled = BigInt::multiply(value, BigInt(n - i + 1));
    const Result<BigInt> next = scaled.ok() ? BigInt::floor_divide(*scaled, BigInt(i)) : scaled;
    if (!next.ok() || next->bit_length() > kMaxBits) return too_large_for_float(c);
    value = *next;
  }
  return c.divide(Value::integer(std::move(value)), one());
}

// 1 / (first * ... * last * also!), which is 0 where a float cannot hold it.
Value small_ratio(Calculation& c, std::int64_t first, std::int64_t last, std::int64_t also) {
  constexpr std::int64_t kVanishes = 400;
  if (also > kVanishes || last - first > kVanishes) return Value::real(0);
  const Value a = product(c, first, last);
  const Value b = product(c, 1, also);
  const Value below = c.multiply(a, b);
  return c.divide(one(), below);
}

// n! / (k! (n - k)!), correctly rounded, where negative numbers have the factorial 1.
Value factorial_ratio(Calculation& c, const Value& n, const Value& k, bool with_k) {
  const std::int64_t above = last_factor(c, n);
  const std::int64_t chosen = with_k ? last_factor(c, k) : 0;
  const Value rest = c.subtract(n, k);
  const std::int64_t left = last_factor(c, rest);
  if (!c.ok()) return {};
  if (std::max({above, chosen, left}) > kMaxFactorial) {
    c.fail({"Limit", "a factorial is too large"});
    return {};
  }
  if (with_k && above == chosen + left) return binomial(c, above, chosen);
  const auto [small, large] = std::minmax(chosen, left);
  if (above <= large) return small_ratio(c, above + 1, large, small);
  // Only permutations are left.
  const auto log_factorial = [](std::int64_t m) { return std::lgamma(static_cast<double>(m) + 1); };
  if ((log_factorial(above) - log_factorial(left)) / std::log(2.0) > double{kMaxBits}) {
    return too_large_for_float(c);
  }
  const Value value = product(c, left + 1, above);
  return c.divide(value, one());
}

Result<Value> binomial_probability(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& n = arguments[0];
  const Value& k = arguments[1];
  const Value& p = arguments[2];
  const Value ways = factorial_ratio(c, n, k, true);
  const Value hits = c.power(p, k);
  const Value against = c.subtract(one(), p);
  const Value rest = c.subtract(n, k);
  const Value misses = c.power(against, rest);
  const Value chance = c.multiply(hits, misses);
  return c.result(c.multiply(ways, chance));
}

Result<Value> permutations(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  return c.result(factorial_ratio(c, arguments[0], arguments[1], false));
}

// ---- Whole numbers.

// The smallest divisor of `number` from `first` on: `number` itself when there is no smaller one.
// Every factor below `first` has been divided out.
std::uint64_t smallest_divisor(Calculation& c, std::uint64_t number, std::uint64_t first) {
  constexpr std::uint64_t kBlock = 1024;
  for (std::uint64_t d = first; d <= number / d; ++d) {
    if (number % d == 0) return d;
    if (d % kBlock == 0 && !c.step(kBlock)) break;
  }
  return number;
}

// The number as an integer that trial division can work on; 0 when it is none.
std::uint64_t whole(const Value& number) {
  constexpr double kMost = 9e18;
  if (number.is_float()) {
    const double x = number.as_float();
    return x == std::floor(x) && x < kMost ? static_cast<std::uint64_t>(x) : 0;
  }
  return number.is_small_int() ? static_cast<std::uint64_t>(number.as_int64()) : 0;
}

// Divides by 2, 3, 4, ... with `/`, so that the rest is a float from the first factor on.
Result<Value> prime_factors(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  Value number = arguments[0];
  List factors;
  std::uint64_t divisor = 2;
  while (c.compare(CompareOperator::kGt, number, one())) {
    const std::uint64_t left = whole(number);
    if (left == 0) {
      // The official function goes on for ever over a fraction or an infinity.
      const bool is_whole = number.is_int() || std::floor(number.as_float()) == number.as_float();
      const bool is_large = is_whole && !(number.is_float() && std::isinf(number.as_float()));
      c.fail({"Limit", is_large ? "the number is too large to factorize"
                                : "get_prime_factors never ends for such a number"});
      break;
    }
    divisor = smallest_divisor(c, left, divisor);
    const Value factor = Value::integer(static_cast<std::int64_t>(divisor));
    factors.push_back(factor);
    number = c.divide(number, factor);
  }
  return c.result(Value::list(std::move(factors)));
}

// Each level is a call, of which CPython allows about a thousand.
Value greatest_common_divisor(Calculation& c, Value a, Value b) {
  constexpr int kMaxCalls = 990;
  for (int calls = 0; c.ok() && !equal(b, zero()); ++calls) {
    if (calls == kMaxCalls) {
      c.fail({"RecursionError", "maximum recursion depth exceeded in comparison"});
    }
    Value rest = c.modulo(a, b);
    a = std::exchange(b, std::move(rest));
  }
  return a;
}

Result<Value> gcd(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  return c.result(greatest_common_divisor(c, arguments[0], arguments[1]));
}

Result<Value> lcm(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value product = c.multiply(arguments[0], arguments[1]);
  const Value divisor = greatest_common_divisor(c, arguments[0], arguments[1]);
  return c.result(c.divide(product, divisor));
}

Result<Value> fibonacci_sequence(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const std::int64_t count = c.range_bound(arguments[0]);
  List sequence = {zero(), one()};
  constexpr std::int64_t kMost = 20'000;
  if (count > kMost) c.fail({"Limit", "the sequence is too long"});
  for (std::int64_t i = 2; i < count && c.ok(); ++i) {
    sequence.push_back(c.add(sequence[sequence.size() - 1], sequence[sequence.size() - 2]));
  }
  return c.result(Value::list(std::move(sequence)));
}

Result<Value> fibonacci_number(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& n = arguments[0];
  if (c.compare(CompareOperator::kLtE, n, zero()))
    return Value::str("Input should be a positive integer.");
  if (c.is_equal(n, one())) return zero();
  if (c.is_equal(n, two())) return one();
  const std::int64_t count = c.range_bound(n);
  Value a = zero();
  Value b = one();
  for (std::int64_t i = 2; i < count && c.ok(); ++i) {
    Value next = c.add(a, b);
    a = std::exchange(b, std::move(next));
  }
  return c.result(b);
}

// ---- Formulas.

Value dict_of_root(const Value& real, const Value& imaginary) {
  return dict_of({{"real", real}, {"imaginary", imaginary}});
}

Result<Value> quadratic_roots(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& a = arguments[0];
  const Value& b = arguments[1];
  const Value square = c.power(b, two());
  const Value four_a = c.multiply(Value::integer(4), a);
  const Value product = c.multiply(four_a, arguments[2]);
  const Value discriminant = c.subtract(square, product);
  if (c.compare(CompareOperator::kGtE, discriminant, zero())) {
    List roots;
    for (const bool plus : {true, false}) {
      const Value minus_b = c.negative(b);
      const Value root = c.power(discriminant, half());
      const Value above = plus ? c.add(minus_b, root) : c.subtract(minus_b, root);
      const Value below = c.multiply(two(), a);
      roots.push_back(c.divide(above, below));
    }
    return c.result(Value::list(std::move(roots)));
  }
  const Value minus_b = c.negative(b);
  const Value two_a = c.multiply(two(), a);
  const Value real = c.divide(minus_b, two_a);
  const Value size = c.absolute(discriminant);
  const Value root = c.power(size, half());
  const Value imaginary = c.divide(root, two_a);
  const Value conjugate = c.negative(imaginary);
  return c.result(Value::list({dict_of_root(real, imaginary), dict_of_root(real, conjugate)}));
}

Result<Value> circle_area(ExecutableContext& context, Arguments arguments) {
  constexpr double kPi = 3.141592653589793;
  Calculation c(context.budget);
  const Value square = c.power(arguments[0], two());
  return c.result(c.multiply(Value::real(kPi), square));
}

Result<Value> final_velocity(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value gained = c.multiply(arguments[1], arguments[2]);
  return c.result(c.add(arguments[0], gained));
}

Result<Value> displacement(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& time = arguments[2];
  const Value steady = c.multiply(arguments[0], time);
  const Value halved = c.multiply(half(), arguments[1]);
  const Value square = c.power(time, two());
  const Value gained = c.multiply(halved, square);
  return c.result(c.add(steady, gained));
}

Result<Value> potential_energy(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  return c.result(c.multiply(arguments[0], arguments[1]));
}

Result<Value> density(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  return c.result(c.divide(arguments[0], arguments[1]));
}

Result<Value> mortgage(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value twelve = Value::integer(12);
  const Value rate = c.divide(arguments[1], twelve);
  const Value payments = c.multiply(arguments[2], twelve);
  const Value interest = c.multiply(arguments[0], rate);
  const Value growth = c.add(one(), rate);
  const Value grown = c.power(growth, payments);
  const Value above = c.multiply(interest, grown);
  const Value below = c.subtract(grown, one());
  return c.result(c.divide(above, below));
}

Result<Value> future_value(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value growth = c.add(one(), arguments[1]);
  const Value grown = c.power(growth, arguments[2]);
  return c.result(c.multiply(arguments[0], grown));
}

// bin(int(a, 2) + int(b, 2))[2:]: of a negative sum the sign and the zero are cut off.
Result<Value> add_binary(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value a = c.take(builtin("int", {arguments[0], two()}));
  const Value b = c.ok() ? c.take(builtin("int", {arguments[1], two()})) : Value();
  const Value sum = c.add(a, b);
  const Value digits = c.ok() ? c.take(builtin("bin", {sum})) : Value();
  if (!c.ok()) return c.result({});
  return Value::str(digits.as_str().substr(2));
}

constexpr std::array<Parameter, 2> kBaseHeight = {{{"base"}, {"height"}}};
constexpr std::array<Parameter, 2> kPoints = {{{"pointA"}, {"pointB"}}};
constexpr std::array<Parameter, 1> kN = {{{"n"}}};
constexpr std::array<Parameter, 3> kAbc = {{{"a"}, {"b"}, {"c"}}};
constexpr std::array<Parameter, 1> kRadius = {{{"radius"}}};
constexpr std::array<Parameter, 1> kNumber = {{{"number"}}};
constexpr std::array<Parameter, 2> kAb = {{{"a"}, {"b"}}};
constexpr std::array<Parameter, 3> kMotion = {{{"initial_velocity"}, {"acceleration"}, {"time"}}};
constexpr std::array<Parameter, 2> kCharge = {{{"charge"}, {"voltage"}}};
constexpr std::array<Parameter, 2> kMass = {{{"mass"}, {"volume"}}};
constexpr std::array<Parameter, 3> kTrials = {{{"n"}, {"k"}, {"p"}}};
constexpr std::array<Parameter, 2> kChoice = {{{"n"}, {"k"}}};
constexpr std::array<Parameter, 3> kLoan = {{{"loan_amount"}, {"interest_rate"}, {"loan_period"}}};
constexpr std::array<Parameter, 3> kPresent = {{{"present_value"}, {"interest_rate"}, {"periods"}}};

constexpr std::array<ExecutableFunction, 19> kFunctions = {{
    {"calculate_triangle_area", kBaseHeight, triangle_area},
    {"get_distance", kPoints, distance},
    {"math_factorial", kN, factorial},
    {"quadratic_roots", kAbc, quadratic_roots},
    {"geometry_area_circle", kRadius, circle_area},
    {"get_prime_factors", kNumber, prime_factors},
    {"math_gcd", kAb, gcd},
    {"math_lcm", kAb, lcm},
    {"calculate_final_velocity", kMotion, final_velocity},
    {"calculate_displacement", kMotion, displacement},
    {"calculate_electrostatic_potential_energy", kCharge, potential_energy},
    {"calculate_density", kMass, density},
    {"calc_binomial_probability", kTrials, binomial_probability},
    {"calculate_permutations", kChoice, permutations},
    {"get_fibonacci_sequence", kN, fibonacci_sequence},
    {"get_fibonacci_number", kN, fibonacci_number},
    {"mortgage_calculator", kLoan, mortgage},
    {"calculate_future_value", kPresent, future_value},
    {"add_binary_numbers", kAb, add_binary},
}};

}  // namespace

std::span<const ExecutableFunction> executable_numbers() { return kFunctions; }

}  // namespace bfclx
