// Charts as SVG; see ChartRequest in document.d.ts.
#include <cstdint>
#include <utility>

#include "core/api/arguments.h"
#include "core/render/chart.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

constexpr std::size_t kMostRows = 1000;  // rows, bars, dots
constexpr std::size_t kMostParts = 64;   // points, texts, axes, series

Result<IntervalChart::Point> point_of(const Value& given) {
  IntervalChart::Point point;
  BFCLX_ASSIGN_OR_RETURN(point.value, share_argument(given, "value"));
  BFCLX_ASSIGN_OR_RETURN(point.low, share_argument(given, "low"));
  BFCLX_ASSIGN_OR_RETURN(point.high, share_argument(given, "high"));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t series, optional_number(given, "series", 0, 0));
  point.series = static_cast<std::size_t>(series);
  return point;
}

Result<Chart> intervals_of(const Value& object) {
  IntervalChart chart;
  BFCLX_ASSIGN_OR_RETURN(chart.legend, optional_texts(object, "legend", kMostParts));
  BFCLX_ASSIGN_OR_RETURN(const List* rows, list_argument(object, "rows", kMostRows));
  for (const Value& one : *rows) {
    IntervalChart::Row& row = chart.rows.emplace_back();
    BFCLX_ASSIGN_OR_RETURN(row.name, text_argument(one, "name"));
    BFCLX_ASSIGN_OR_RETURN(row.absent, optional_text(one, "absent"));
    BFCLX_ASSIGN_OR_RETURN(row.texts, texts_argument(one, "texts", kMostParts));
    BFCLX_ASSIGN_OR_RETURN(const List* points, list_argument(one, "points", kMostParts));
    for (const Value& given : *points) {
      BFCLX_ASSIGN_OR_RETURN(const IntervalChart::Point point, point_of(given));
      row.points.push_back(point);
    }
  }
  return Chart(std::move(chart));
}

Result<Chart> bars_of(const Value& object) {
  BarChart chart;
  BFCLX_ASSIGN_OR_RETURN(const List* bars, list_argument(object, "bars", kMostRows));
  for (const Value& one : *bars) {
    BFCLX_ASSIGN_OR_RETURN(std::string name, text_argument(one, "name"));
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t count, number_argument(one, "count", 0));
    chart.bars.push_back({std::move(name), static_cast<std::size_t>(count)});
  }
  return Chart(std::move(chart));
}

// What has a place on a logarithmic axis.
Result<double> cost_argument(const Value& dot) {
  const Value* x = find_member(dot, "x");
  const double cost = x == nullptr        ? 0
                      : x->is_float()     ? x->as_float()
                      : x->is_small_int() ? static_cast<double>(x->as_int64())
                                          : 0;
  if (cost >= 1e-12 && cost <= 1e12) return cost;
  return wrong("`x` must be a number from 1e-12 to 1e12");
}

Result<Chart> scatter_of(const Value& object) {
  ScatterChart chart;
  BFCLX_ASSIGN_OR_RETURN(chart.label, text_argument(object, "label"));
  BFCLX_ASSIGN_OR_RETURN(const List* dots, list_argument(object, "dots", kMostRows));
  for (const Value& one : *dots) {
    ScatterChart::Dot& dot = chart.dots.emplace_back();
    BFCLX_ASSIGN_OR_RETURN(dot.name, text_argument(one, "name"));
    BFCLX_ASSIGN_OR_RETURN(dot.x, cost_argument(one));
    BFCLX_ASSIGN_OR_RETURN(dot.y, share_argument(one, "y"));
    BFCLX_ASSIGN_OR_RETURN(dot.chosen, flag_argument(one, "chosen"));
  }
  return Chart(std::move(chart));
}

Result<Chart> radar_of(const Value& object) {
  RadarChart chart;
  BFCLX_ASSIGN_OR_RETURN(chart.axes, texts_argument(object, "axes", kMostParts));
  BFCLX_ASSIGN_OR_RETURN(const List* series, list_argument(object, "series", kMostParts));
  for (const Value& one : *series) {
    RadarChart::Series& made = chart.series.emplace_back();
    BFCLX_ASSIGN_OR_RETURN(made.name, text_argument(one, "name"));
    BFCLX_ASSIGN_OR_RETURN(const List* values, list_argument(one, "values", kMostParts));
    for (const Value& value : *values) {
      made.values.push_back(share_of(&value));
      if (made.values.back() || value.is_none()) continue;
      return wrong("`values` must be numbers from 0 to 1, null where there is none");
    }
    if (made.values.size() != chart.axes.size()) {
      return wrong("`values` must have an item for each of `axes`");
    }
  }
  return Chart(std::move(chart));
}

Result<Chart> chart_of(const Value& object) {
  BFCLX_ASSIGN_OR_RETURN(const std::string kind, text_argument(object, "kind"));
  if (kind == "intervals") return intervals_of(object);
  if (kind == "bars") return bars_of(object);
  if (kind == "scatter") return scatter_of(object);
  if (kind == "radar") return radar_of(object);
  return wrong("unknown kind of chart `" + kind + "`");
}

Result<Value> chart_call(Module&, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(const Chart chart, chart_of(arguments));
  Figure figure;
  BFCLX_ASSIGN_OR_RETURN(figure.title, text_argument(arguments, "title"));
  BFCLX_ASSIGN_OR_RETURN(figure.notes, optional_texts(arguments, "notes", kMostParts));
  bytes.out = chart_file(chart, figure);
  return Value();
}

constexpr Call kCalls[] = {{"chart", chart_call}};

}  // namespace

std::span<const Call> chart_calls() { return kCalls; }

}  // namespace bfclx::api
