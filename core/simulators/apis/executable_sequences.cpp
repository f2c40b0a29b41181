// The executable functions of lists, vectors and matrices.
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/python/evaluate/builtins.h"
#include "core/python/python.h"
#include "core/simulators/apis/executable.h"
#include "core/simulators/engine/support.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

Value zero() { return Value::integer(0); }
Value two() { return Value::integer(2); }
Value half() { return Value::real(0.5); }

Result<Value> matrix_product(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& left = arguments[0];
  const Value& right = arguments[1];
  // The inner size is the number of rows of the right matrix, the columns those of its first row.
  const auto columns = [&] { return c.length(c.item(right, 0)); };
  const std::int64_t rows = c.length(left);
  List result;
  for (std::int64_t i = 0; i < rows && c.ok(); ++i) {
    const std::int64_t count = columns();
    if (!c.step(static_cast<std::size_t>(count))) break;
    result.push_back(Value::list(List(static_cast<std::size_t>(count), zero())));
  }
  for (std::int64_t i = 0; i < rows && c.ok(); ++i) {
    const std::int64_t count = columns();
    for (std::int64_t j = 0; j < count && c.ok(); ++j) {
      Value& cell = result[static_cast<std::size_t>(i)].mutable_list()[static_cast<std::size_t>(j)];
      const std::int64_t inner = c.length(right);
      for (std::int64_t k = 0; k < inner && c.ok(); ++k) {
        const Value left_row = c.item(left, i);
        const Value a = c.item(left_row, k);
        const Value right_row = c.item(right, k);
        const Value b = c.item(right_row, j);
        const Value product = c.multiply(a, b);
        cell = c.add_in_place(cell, product);
      }
    }
  }
  return c.result(Value::list(std::move(result)));
}

Value mean_of(Calculation& c, const Value& numbers) {
  const List items = c.items(numbers);
  const Value total = c.sum(items);
  return c.divide(total, Value::integer(c.length(numbers)));
}

Result<Value> mean(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  return c.result(mean_of(c, arguments[0]));
}

Result<Value> standard_deviation(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& numbers = arguments[0];
  const Value mean = mean_of(c, numbers);
  const List items = c.items(numbers);
  Value total = zero();
  for (const Value& item : items) {
    const Value difference = c.subtract(item, mean);
    const Value square = c.power(difference, two());
    total = c.add(total, square);
  }
  const Value variance = c.divide(total, Value::integer(c.length(numbers)));
  return c.result(c.power(variance, half()));
}

// sum(a[i] * b[i] for i in range(count)), each item computed when it is added.
Value dot_product(Calculation& c, const Value& a, const Value& b, std::int64_t count) {
  Value total = zero();
  for (std::int64_t i = 0; i < count && c.ok(); ++i) {
    const Value left = c.item(a, i);
    const Value right = c.item(b, i);
    const Value product = c.multiply(left, right);
    total = c.add(total, product);
  }
  return total;
}

Value magnitude(Calculation& c, const Value& vector) {
  const std::int64_t count = c.length(vector);
  Value total = zero();
  for (std::int64_t i = 0; i < count && c.ok(); ++i) {
    const Value item = c.item(vector, i);
    const Value square = c.power(item, two());
    total = c.add(total, square);
  }
  return c.power(total, half());
}

Result<Value> cosine_similarity(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value product = dot_product(c, arguments[0], arguments[1], c.length(arguments[0]));
  const Value a = magnitude(c, arguments[0]);
  const Value b = magnitude(c, arguments[1]);
  const Value magnitudes = c.multiply(a, b);
  return c.result(c.divide(product, magnitudes));
}

Result<Value> sort_array(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const List items = c.items(arguments[0]);
  constexpr std::size_t kComparisonsPerItem = 20;
  if (!c.step(items.size() * kComparisonsPerItem)) return c.result({});
  python::Arguments given{{arguments[0]}, {}, python::EvaluateLimits{}.bytes};
  given.keywords.set("reverse", arguments[1]);
  return c.result(c.take(python::call_builtin("sorted", given)));
}

Result<Value> linear_regression(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& x = arguments[0];
  const Value& y = arguments[1];
  const std::int64_t count = c.length(x);
  const Value n = Value::integer(count);
  const List xs = c.items(x);
  const Value sum_x = c.sum(xs);
  const Value sum_y = c.sum(c.items(y));
  Value sum_squares = zero();
  for (const Value& item : xs) {
    const Value square = c.power(item, two());
    sum_squares = c.add(sum_squares, square);
  }
  const Value sum_products = dot_product(c, x, y, count);
  const Value a = c.multiply(n, sum_products);
  const Value b = c.multiply(sum_x, sum_y);
  const Value above = c.subtract(a, b);
  const Value d = c.multiply(n, sum_squares);
  const Value e = c.power(sum_x, two());
  const Value below = c.subtract(d, e);
  const Value slope = c.divide(above, below);
  const Value f = c.multiply(slope, sum_x);
  const Value rest = c.subtract(sum_y, f);
  const Value intercept = c.divide(rest, n);
  const Value risen = c.multiply(slope, arguments[2]);
  return c.result(c.add(risen, intercept));
}

// How many points lie on the commonest line through the point `i` and a later one, less one.
std::int64_t commonest_slope(Calculation& c, const Value& points, std::int64_t i,
                             std::int64_t count) {
  Dict slopes;
  std::int64_t most = 0;
  for (std::int64_t j = i + 1; j < count && c.ok(); ++j) {
    Value differences[2];  // of y and x
    for (std::int64_t axis = 1; axis >= 0; --axis) {
      const Value later = c.item(points, j);
      const Value a = c.item(later, axis);
      const Value earlier = c.item(points, i);
      const Value b = c.item(earlier, axis);
      differences[1 - axis] = c.subtract(a, b);
    }
    const bool vertical = equal(differences[1], zero());
    const Value slope = vertical ? Value::str("inf") : c.divide(differences[0], differences[1]);
    if (c.ok()) {
      if (Status hashable = python::check_hashable(slope); !hashable.ok()) {
        c.fail(std::move(hashable).error());
      }
    }
    if (!c.ok()) break;
    // A new NaN is no key that is there.
    const bool is_nan = slope.is_float() && std::isnan(slope.as_float());
    const Value* const found = is_nan ? nullptr : slopes.find(slope);
    const std::int64_t seen = found != nullptr ? found->as_int64() + 1 : 1;
    if (!is_nan) slopes.set(slope, Value::integer(seen));
    most = seen > most ? seen : most;
  }
  return most;
}

Result<Value> max_points(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const std::int64_t count = c.length(arguments[0]);
  if (count < 2) return c.result(Value::integer(1));
  std::int64_t most = 1;
  for (std::int64_t i = 0; i < count && c.ok(); ++i) {
    const std::int64_t here = commonest_slope(c, arguments[0], i, count);
    most = here > most ? here : most;
  }
  return c.result(Value::integer(most + 1));
}

Result<Value> polygon_area(ExecutableContext& context, Arguments arguments) {
  Calculation c(context.budget);
  const Value& vertices = arguments[0];
  const std::int64_t count = c.length(vertices);
  if (c.ok() && count < 3) c.fail({"ValueError", "A polygon must have at least 3 vertices."});
  if (!c.ok()) return c.result({});
  if (!vertices.is_list()) return no_attribute(vertices, "append");
  // The caller's list is changed: quirk vertices_are_changed.
  vertices.mutable_list().push_back(Value(vertices.items()[0]));
  Value area = zero();
  for (std::int64_t i = 0; i < count && c.ok(); ++i) {
    const auto coordinate = [&](std::int64_t vertex, std::int64_t axis) {
      const Value point = c.item(vertices, vertex);
      return c.item(point, axis);
    };
    const Value x0 = coordinate(i, 0);
    const Value y1 = coordinate(i + 1, 1);
    const Value forward = c.multiply(x0, y1);
    const Value x1 = coordinate(i + 1, 0);
    const Value y0 = coordinate(i, 1);
    const Value backward = c.multiply(x1, y0);
    const Value part = c.subtract(forward, backward);
    area = c.add_in_place(area, part);
  }
  const Value size = c.absolute(area);
  return c.result(c.divide(size, Value::real(2.0)));
}

constexpr std::array<Parameter, 2> kMatrices = {{{"matA"}, {"matB"}}};
constexpr std::array<Parameter, 1> kNumbers = {{{"numbers"}}};
constexpr std::array<Parameter, 2> kVectors = {{{"vectorA"}, {"vectorB"}}};
constexpr std::array<Parameter, 2> kSorted = {{{"array"}, {"reverse", kDefaultFalse}}};
constexpr std::array<Parameter, 3> kRegression = {{{"x"}, {"y"}, {"point"}}};
constexpr std::array<Parameter, 1> kPoints = {{{"points"}}};
constexpr std::array<Parameter, 1> kVertices = {{{"vertices"}}};

constexpr std::array<ExecutableFunction, 8> kFunctions = {{
    {"mat_mul", kMatrices, matrix_product},
    {"calculate_mean", kNumbers, mean},
    {"calculate_standard_deviation", kNumbers, standard_deviation},
    {"calculate_cosine_similarity", kVectors, cosine_similarity},
    {"sort_array", kSorted, sort_array},
    {"linear_regression", kRegression, linear_regression},
    {"maxPoints", kPoints, max_points},
    {"polygon_area", kVertices, polygon_area},
}};

}  // namespace

std::span<const ExecutableFunction> executable_sequences() { return kFunctions; }

}  // namespace bfclx
