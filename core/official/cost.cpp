#include "core/official/cost.h"

#include <algorithm>
#include <cmath>

#include "core/statistics/figures.h"

namespace bfclx {

namespace {

// eval_config.py: eight H100 for an hour, and how many requests are served at once.
constexpr double kHardwarePricePerHour = 23.92;
constexpr double kConcurrentRequests = 100;
constexpr double kSecondsPerHour = 3600;
constexpr double kPricedTokens = 1'000'000;

bool is_nonzero_number(const Value& value) { return value.is_real_number() && truthy(value); }

void add_numbers(const Value* data, List& out) {
  if (data == nullptr) return;
  if (!data->is_list()) {
    if (is_nonzero_number(*data)) out.push_back(*data);
    return;
  }
  const List& turns = data->items();
  const auto is_list = [](const Value& turn) { return turn.is_list(); };
  if (!std::all_of(turns.begin(), turns.end(), is_list)) return;
  for (const Value& turn : turns) {
    for (const Value& step : turn.items()) {
      if (is_nonzero_number(step)) out.push_back(step);
    }
  }
}

Value not_available() { return Value::str("N/A"); }

Value cost_of(const Usage& usage, const Model& model) {
  if (model.input_price && model.output_price) {
    if (usage.input_tokens.empty() || usage.output_tokens.empty()) return not_available();
    const double cost = python_sum(usage.input_tokens) * *model.input_price / kPricedTokens +
                        python_sum(usage.output_tokens) * *model.output_price / kPricedTokens;
    return Value::real(round_hundredths(cost));
  }
  if (usage.latencies.empty()) return not_available();
  const double hours = python_sum(usage.latencies) / kSecondsPerHour;
  return Value::real(round_hundredths(hours * kHardwarePricePerHour / kConcurrentRequests));
}

// statistics.mean gives an int where all numbers are ints and the mean is a whole one.
Value mean_cell(const Usage& usage, double mean) {
  const auto is_float = [](const Value& number) { return number.is_float(); };
  const bool whole = std::none_of(usage.latencies.begin(), usage.latencies.end(), is_float) &&
                     mean == std::floor(mean) && std::fabs(mean) < 1e15;
  if (whole) return Value::integer(static_cast<std::int64_t>(mean));
  return Value::real(round_hundredths(mean));
}

}  // namespace

void Usage::add(const Value* input_token_count, const Value* output_token_count,
                const Value* latency) {
  add_numbers(input_token_count, input_tokens);
  add_numbers(output_token_count, output_tokens);
  add_numbers(latency, latencies);
}

CostLatency cost_and_latency(const Usage& usage, const Model& model) {
  CostLatency result{cost_of(usage, model), not_available(), not_available(), not_available()};
  if (usage.latencies.empty()) return result;
  const Moments summary = moments(usage.latencies);
  result.mean = mean_cell(usage, summary.mean);
  if (usage.latencies.size() > 1) {
    result.deviation = Value::real(round_hundredths(summary.deviation));
  }
  result.percentile_95 = Value::real(numpy_round_hundredths(percentile_95(usage.latencies)));
  return result;
}

}  // namespace bfclx
