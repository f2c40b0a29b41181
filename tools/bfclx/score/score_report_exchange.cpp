// The report as a record of Every Eval Ever, schema 0.3.0.
#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/statistics/basis.h"
#include "core/statistics/composition.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/score/eee_samples.h"
#include "tools/bfclx/score/inspect_sample.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kDatasetAddress =
    "https://github.com/ShishirPatil/gorilla/tree/main/berkeley-function-call-leaderboard";

struct Score {
  std::string name;  // "simple_python", "v4"
  double value = 0;
  std::optional<double> standard_error = {};
  Range interval = {};
  std::size_t entries = 0;
  std::string basis = {};  // of an overall score
};

Value source_data(const Report& report, bool is_own) {
  const Value details = dict_of(
      {{"version", valid_text(report.dataset_version)}, {"hash", valid_text(report.dataset_hash)}});
  if (is_own) {
    return dict_of({{"dataset_name", valid_text(report.dataset_version)},
                    {"source_type", "other"},
                    {"additional_details", details}});
  }
  return dict_of({{"dataset_name", "Berkeley Function Calling Leaderboard"},
                  {"source_type", "url"},
                  {"url", Value::list({Value::str(kDatasetAddress)})},
                  {"additional_details", details}});
}

Value score_details(const Score& score) {
  Value details = dict_of({{"score", Value::real(score.value)}});
  if (!score.basis.empty()) {
    details.mutable_dict().set("details", dict_of({{"basis", score.basis}}));
  }
  Value uncertainty = Value::dict();
  if (score.standard_error.has_value()) {
    uncertainty =
        dict_of({{"standard_error", dict_of({{"value", Value::real(*score.standard_error)},
                                             {"method", "clustered by dependent entries"}})},
                 {"confidence_interval", dict_of({{"lower", Value::real(score.interval.low)},
                                                  {"upper", Value::real(score.interval.high)},
                                                  {"confidence_level", Value::real(0.95)},
                                                  {"method", "clustered by dependent entries"}})}});
  }
  uncertainty.mutable_dict().set("num_samples",
                                 Value::integer(static_cast<std::int64_t>(score.entries)));
  details.mutable_dict().set("uncertainty", std::move(uncertainty));
  return details;
}

Value result_value(const Score& score, const OwnBenchmark* own, const Value& source) {
  const bool is_overall = !score.basis.empty();
  const std::string id =
      is_overall && own != nullptr ? "overall" : eee_result_id(evaluation_name(own), score.name);
  return dict_of({{"evaluation_result_id", id},
                  {"evaluation_name", id},
                  {"source_data", source},
                  {"metric_config",
                   dict_of({{"evaluation_description", is_overall ? "Overall score" : "Accuracy"},
                            {"metric_id", is_overall ? "overall" : "accuracy"},
                            {"metric_name", is_overall ? "Overall" : "Accuracy"},
                            {"metric_kind", is_overall ? "weighted_accuracy" : "accuracy"},
                            {"metric_unit", "proportion"},
                            {"lower_is_better", false},
                            {"score_type", "continuous"},
                            {"min_score", Value::real(0)},
                            {"max_score", Value::real(1)}})},
                  {"score_details", score_details(score)}});
}

// The overall score first. What was not computed has no row.
List results(const ModelReport& model, const OwnBenchmark* own, const Value& source) {
  List list;
  const BasedScore& overall = model.score;
  if (overall.value.has_value()) {
    list.push_back(result_value({.name = std::string(overall.basis.leaderboard),
                                 .value = *overall.value,
                                 .standard_error = overall.standard_error,
                                 .interval = overall.interval,
                                 .entries = overall.basis.entries,
                                 .basis = basis_text(overall.basis)},
                                own, source));
  }
  for (const CategoryReport& category : model.categories) {
    if (category.summary.entries == 0) continue;
    const Accuracy& accuracy = category.accuracy;
    list.push_back(result_value({.name = std::string(category.summary.category->name),
                                 .value = accuracy.share,
                                 .standard_error = accuracy.standard_error,
                                 .interval = accuracy.interval,
                                 .entries = category.summary.entries},
                                own, source));
  }
  return list;
}

}  // namespace

std::string evaluation_name(const OwnBenchmark* own) {
  return own != nullptr ? valid_text(own->name) : "bfcl";
}

std::string eee_report(const Report& report, const OwnBenchmark* own, std::int64_t now,
                       std::optional<std::size_t> samples) {
  if (report.models.empty()) return {};
  const ModelReport& model = report.models.front();
  const std::string name = valid_text(model.run->name);
  const std::string time = std::to_string(now);
  const Value source = source_data(report, own != nullptr);
  const std::string evaluation = evaluation_name(own);
  const Decoder* decoder = model.run->settings.decoder;
  Value json = dict_of(
      {{"schema_version", "0.3.0"},
       {"evaluation_id", eee_evaluation_id(evaluation, name, now)},
       {"retrieved_timestamp", time},
       {"source_metadata", dict_of({{"source_name", "bfclx"},
                                    {"source_type", "evaluation_run"},
                                    {"source_organization_name", "unknown"},
                                    {"evaluator_relationship", "other"}})},
       {"eval_library",
        dict_of({{"name", "bfclx"},
                 {"version", BFCLX_VERSION},
                 {"additional_details",
                  dict_of({{"decoder", decoder != nullptr ? decoder->name : "none"},
                           {"underscore_to_dot",
                            model.run->settings.underscore_to_dot ? "yes" : "no"}})}})},
       {"model_info",
        dict_of({{"name", name},
                 {"id", name},
                 {"additional_details",
                  dict_of({{"deployment_type", "unknown"}, {"model_availability", "unknown"}})}})},
       {"evaluation_results", Value::list(results(model, own, source))}});
  if (samples) {
    json.mutable_dict().set(
        "detailed_evaluation_results",
        dict_of({{"format", "jsonl"},
                 {"file_path", eee_samples_path(evaluation, name, now)},
                 {"total_rows", Value::integer(static_cast<std::int64_t>(*samples))}}));
  }
  Result<std::string> text = json_dumps(json, {.ensure_ascii = false, .indent = 2});
  assert(text.ok());
  return std::move(text).value() + "\n";
}

}  // namespace bfclx::tools
