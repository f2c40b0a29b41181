#include "core/run/response_latency.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/statistics/figures.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

// Thirty years are no latency: a file that says so is wrong, and its figures would not fit a table.
constexpr double kLongest = 1e9;

void add_numbers(const Value& latency, std::vector<double>& seconds) {
  if (latency.is_list()) {
    for (const Value& part : latency.items()) {
      if (!part.is_list()) {
        add_numbers(part, seconds);
        continue;
      }
      for (const Value& step : part.items()) {
        if (!step.is_list()) add_numbers(step, seconds);
      }
    }
    return;
  }
  if (!latency.is_real_number()) return;
  const double value = real_of(latency);
  if (value > 0 && value <= kLongest) seconds.push_back(value);
}

double percentile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - std::floor(place));
}

LatencyFigures figures_of(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {seconds.size(), percentile(seconds, 0.5), percentile(seconds, 0.95)};
}

// A time or a rate that a file tells; none where it cannot be one.
std::optional<double> amount_in(const Value& object, std::string_view name) {
  const Value* found = find_member(object, name);
  if (found == nullptr || found->is_bool() || !found->is_real_number()) return std::nullopt;
  const double value = real_of(*found);
  return value >= 0 && value <= kLongest ? std::optional(value) : std::nullopt;
}

std::optional<std::size_t> count_in(const Value& object, std::string_view name) {
  const Value* found = find_member(object, name);
  if (found == nullptr || !found->is_small_int() || found->as_int64() <= 0) return std::nullopt;
  return static_cast<std::size_t>(found->as_int64());
}

std::optional<StreamedLatency::Times> times_in(const Value& object, std::string_view name) {
  const Value* found = find_member(object, name);
  if (found == nullptr || !found->is_dict()) return std::nullopt;
  const std::optional<double> p50 = amount_in(*found, "p50");
  const std::optional<double> p95 = amount_in(*found, "p95");
  if (!p50 || !p95 || *p95 < *p50) return std::nullopt;
  return StreamedLatency::Times{*p50, *p95};
}

Value times_value(const std::optional<StreamedLatency::Times>& times) {
  if (!times) return {};
  return dict_of({{"p50", rounded_seconds(times->p50)}, {"p95", rounded_seconds(times->p95)}});
}

std::optional<LatencyFigures> figures_of_value(const Value& value) {
  const std::optional<std::size_t> requests = count_in(value, "requests");
  const std::optional<double> p50 = amount_in(value, "p50");
  const std::optional<double> p95 = amount_in(value, "p95");
  if (!requests || !p50 || !p95 || *p95 < *p50) return std::nullopt;
  return LatencyFigures{*requests, *p50, *p95};
}

}  // namespace

void ResponseLatency::add(const Category* category, const Value& latency) {
  std::vector<double> found;
  add_numbers(latency, found);
  if (found.empty()) return;
  std::vector<double>& seconds = seconds_[category];
  seconds.insert(seconds.end(), found.begin(), found.end());
}

std::vector<ResponseLatency::Row> ResponseLatency::rows() const {
  std::vector<Row> rows;
  for (const Category& category : categories()) {
    const auto found = seconds_.find(&category);
    if (found != seconds_.end()) rows.push_back({&category, figures_of(found->second)});
  }
  return rows;
}

std::optional<LatencyFigures> ResponseLatency::all() const {
  std::vector<double> all;
  for (const auto& [category, seconds] : seconds_) {
    all.insert(all.end(), seconds.begin(), seconds.end());
  }
  if (all.empty()) return std::nullopt;
  return figures_of(std::move(all));
}

RunLatency run_latency(const ResponseLatency& latency) {
  return {latency.all(), latency.rows(), std::nullopt};
}

const LatencyFigures* RunLatency::of(const Category& category) const {
  for (const ResponseLatency::Row& row : categories) {
    if (row.category == &category) return &row.figures;
  }
  return nullptr;
}

double rounded_seconds(double seconds) { return std::round(seconds * 1e4) / 1e4; }

Value figures_value(const LatencyFigures& figures) {
  return dict_of({{"requests", figures.requests},
                  {"p50", rounded_seconds(figures.p50)},
                  {"p95", rounded_seconds(figures.p95)}});
}

Value value_of(const StreamedLatency& streamed) {
  const std::optional<double> rate = streamed.tokens_per_second;
  return dict_of(
      {{"responses", streamed.responses},
       {"first_token", times_value(streamed.first_token)},
       {"between_tokens", times_value(streamed.between_tokens)},
       {"tokens_per_second", rate ? Value::real(std::round(*rate * 10) / 10) : Value()}});
}

Value latency_value(const RunLatency& latency) {
  if (!latency.all) return {};
  Value by_category = Value::dict();
  for (const ResponseLatency::Row& row : latency.categories) {
    by_category.mutable_dict().set(row.category->name, figures_value(row.figures));
  }
  Value value = figures_value(*latency.all);
  value.mutable_dict().set("categories", by_category);
  if (latency.streamed) value.mutable_dict().set("streamed", value_of(*latency.streamed));
  return value;
}

RunLatency latency_of_value(const Value& value) {
  RunLatency latency;
  if (!value.is_dict()) return latency;
  latency.all = figures_of_value(value);
  if (!latency.all) return latency;
  const Value* by_category = find_member(value, "categories");
  for (const Category& category : categories()) {
    if (by_category == nullptr || !by_category->is_dict()) break;
    const Value* row = find_member(*by_category, category.name);
    const auto figures = row != nullptr && row->is_dict() ? figures_of_value(*row) : std::nullopt;
    if (figures) latency.categories.push_back({&category, *figures});
  }
  const Value* streamed = find_member(value, "streamed");
  if (streamed != nullptr) latency.streamed = streamed_of_value(*streamed);
  return latency;
}

std::optional<StreamedLatency> streamed_of_value(const Value& value) {
  if (!value.is_dict()) return std::nullopt;
  const std::optional<std::size_t> responses = count_in(value, "responses");
  if (!responses) return std::nullopt;
  return StreamedLatency{*responses, times_in(value, "first_token"),
                         times_in(value, "between_tokens"), amount_in(value, "tokens_per_second")};
}

}  // namespace bfclx
