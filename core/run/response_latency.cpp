#include "core/run/response_latency.h"

#include <algorithm>
#include <cmath>

#include "core/statistics/figures.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

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
  if (std::isfinite(value) && value > 0) seconds.push_back(value);
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

// A tenth of a millisecond is all that such a time says.
double rounded(double seconds) { return std::round(seconds * 1e4) / 1e4; }

Value figures_value(const LatencyFigures& figures) {
  return dict_of({{"requests", figures.requests},
                  {"p50", rounded(figures.p50)},
                  {"p95", rounded(figures.p95)}});
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

Value latency_value(const ResponseLatency& latency) {
  const std::optional<LatencyFigures> all = latency.all();
  if (!all) return {};
  Value by_category = Value::dict();
  for (const ResponseLatency::Row& row : latency.rows()) {
    by_category.mutable_dict().set(row.category->name, figures_value(row.figures));
  }
  Value value = figures_value(*all);
  value.mutable_dict().set("categories", by_category);
  return value;
}

}  // namespace bfclx
