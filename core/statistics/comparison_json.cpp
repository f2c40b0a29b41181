// Comparisons for programs. Keys are stable: they are added to, never renamed.
#include <utility>
#include <vector>

#include "core/statistics/comparison.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

Value count_value(std::size_t count) { return Value::integer(static_cast<std::int64_t>(count)); }

Value share_value(std::size_t part, std::size_t all) {
  return all == 0 ? Value::none()
                  : Value::real(static_cast<double>(part) / static_cast<double>(all));
}

Value category_value(const CategoryComparison& row) {
  const bool any = row.entries > 0;
  const auto if_any = [&](Value value) { return any ? std::move(value) : Value::none(); };
  Dict object;
  object.set("category", Value::str(row.category->name));
  object.set("in_overall_score", Value::boolean(row.counts));
  object.set("entries", count_value(row.entries));
  object.set("clusters", count_value(row.clusters));
  object.set("a_right", count_value(row.a_right));
  object.set("b_right", count_value(row.b_right));
  object.set("a", share_value(row.a_right, row.entries));
  object.set("b", share_value(row.b_right, row.entries));
  object.set("difference", if_any(Value::real(row.difference.value)));
  object.set("standard_error", if_any(Value::real(row.difference.standard_error)));
  object.set("interval_95", if_any(range_value(row.difference.interval)));
  object.set("gained", count_value(row.gained));
  object.set("lost", count_value(row.lost));
  object.set("only_a", count_value(row.only_a));
  object.set("only_b", count_value(row.only_b));
  object.set("mcnemar_p", if_any(Value::real(row.mcnemar.p)));
  object.set("mcnemar_mid_p", if_any(Value::real(row.mcnemar.mid_p)));
  object.set("cluster_p", if_any(Value::real(row.cluster_p)));
  object.set("holm_p", if_any(Value::real(row.holm_p)));
  return Value::dict(std::move(object));
}

Value flips_value(const std::vector<Flip>& flips) {
  List list;
  for (const Flip& flip : flips) {
    Dict object;
    object.set("id", Value::str(flip.id));
    object.set("category", Value::str(flip.category->name));
    object.set("error_type", Value::str(flip.error_type));
    list.push_back(Value::dict(std::move(object)));
  }
  return Value::list(std::move(list));
}

Value changes_value(const std::vector<ErrorChange>& changes) {
  List list;
  for (const ErrorChange& change : changes) {
    Dict object;
    object.set("from", Value::str(change.from));
    object.set("to", Value::str(change.to));
    object.set("count", count_value(change.count));
    object.set("example", Value::str(change.example));
    list.push_back(Value::dict(std::move(object)));
  }
  return Value::list(std::move(list));
}

std::string text_of(const Value& value) {
  std::string out;
  append_json(out, value);
  return out;
}

}  // namespace

Value overall_comparison_value(const OverallComparison& overall) {
  List missing;
  for (const Category* category : overall.missing) missing.push_back(Value::str(category->name));
  const bool any = overall.weight > 0;
  const auto real = [&](double number) { return any ? Value::real(number) : Value::none(); };
  Dict object;
  object.set("weight", Value::real(overall.weight));
  object.set("missing", Value::list(std::move(missing)));
  object.set("a", real(overall.a));
  object.set("b", real(overall.b));
  object.set("difference", real(overall.difference));
  object.set("standard_error", real(overall.standard_error));
  object.set("interval_95", any ? range_value(overall.interval) : Value::none());
  object.set("p", real(overall.p));
  object.set("holm_p", real(overall.holm_p));
  object.set("smallest_detectable", real(overall.smallest_detectable));
  object.set("narrowed_by", overall.narrowed_by != nullptr
                                ? dict_of({{"category", overall.narrowed_by->name},
                                           {"clusters", overall.narrowed_clusters}})
                                : Value::none());
  return Value::dict(std::move(object));
}

Value range_value(const Range& range) {
  Dict object;
  object.set("low", Value::real(range.low));
  object.set("high", Value::real(range.high));
  return Value::dict(std::move(object));
}

Value comparison_value(const Comparison& comparison) {
  List categories;
  for (const CategoryComparison& row : comparison.categories) {
    categories.push_back(category_value(row));
  }
  Dict object;
  object.set("overall", overall_comparison_value(comparison.overall));
  object.set("entries", count_value(comparison.entries));
  object.set("a_right", count_value(comparison.a_right));
  object.set("b_right", count_value(comparison.b_right));
  object.set("mcnemar_p", Value::real(comparison.mcnemar.p));
  object.set("mcnemar_mid_p", Value::real(comparison.mcnemar.mid_p));
  object.set("categories", Value::list(std::move(categories)));
  object.set("gained", flips_value(comparison.gained));
  object.set("lost", flips_value(comparison.lost));
  object.set("error_changes", changes_value(comparison.error_changes));
  return Value::dict(std::move(object));
}

std::string comparison_json(const Comparison& comparison) {
  return text_of(comparison_value(comparison));
}

Value ranking_value(const Ranking& ranking) {
  List runs;
  for (const RankedRun& run : ranking.weight > 0 ? ranking.runs : std::vector<RankedRun>()) {
    Dict object;
    object.set("score", Value::real(run.score));
    object.set("standard_error", Value::real(run.standard_error));
    object.set("interval_95", range_value(run.interval));
    object.set("rank", count_value(run.rank.rank));
    object.set("rank_low", count_value(run.rank.low));
    object.set("rank_high", count_value(run.rank.high));
    runs.push_back(Value::dict(std::move(object)));
  }
  Dict object;
  object.set("weight", Value::real(ranking.weight));
  object.set("entries", count_value(ranking.entries));
  object.set("runs", Value::list(std::move(runs)));
  return Value::dict(std::move(object));
}

std::string ranking_json(const Ranking& ranking) { return text_of(ranking_value(ranking)); }

}  // namespace bfclx
