// The report for programs. Keys are stable: they are added to, never renamed.
#include <nlohmann/json.hpp>

#include "tools/report.h"

namespace bfclx::tools {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const CategoryReport& report) {
  const CategorySummary& summary = report.summary;
  Json failures = Json::array();
  for (const CategorySummary::Failure& failure : summary.failures) {
    failures.push_back({{"error_type", failure.error_type}, {"count", failure.count}});
  }
  const bool any = summary.entries > 0;
  return {{"category", summary.category->name},
          {"group", summary.category->group},
          {"in_overall_score", summary.category->scored},
          {"total", summary.total},
          {"entries", summary.entries},
          {"right", summary.right},
          {"accuracy", any ? Json(report.accuracy()) : Json()},
          {"interval_95",
           any ? Json{{"low", report.interval.low}, {"high", report.interval.high}} : Json()},
          {"failures", failures},
          // Ours, in no official score.
          {"own_turn_progress", report.turns_total > 0 ? Json{{"turns_passed", report.turns_passed},
                                                              {"turns_total", report.turns_total}}
                                                       : Json()},
          {"missing", summary.missing},
          {"missing_ids", report.missing},
          {"unknown", summary.unknown},
          {"unknown_ids", report.unknown},
          {"duplicates", summary.duplicates},
          {"duplicate_ids", report.duplicates},
          {"unusable", summary.unusable}};
}

Json to_json(const Problem& problem) {
  return {{"file", problem.file},
          {"line", problem.line > 0 ? Json(problem.line) : Json()},
          {"id", problem.id.empty() ? Json() : Json(problem.id)},
          {"message", problem.message},
          {"unusable", problem.fatal}};
}

Json to_json(const RunSettings& settings) {
  return {{"decoder", settings.decoder->name},
          {"decoder_reason", settings.decoder_reason},
          {"confidence", settings.confidence},
          {"underscore_to_dot", settings.underscore_to_dot},
          {"underscore_to_dot_reason", settings.underscore_reason}};
}

Json to_json(const ModelReport& report) {
  const ModelRun& run = *report.run;
  Json model = {{"model", run.name},
                {"registry_entry", run.registered != nullptr ? Json(run.registered->name) : Json()},
                {"settings", run.settings.decoder != nullptr ? to_json(run.settings) : Json()},
                {"files", run.files},
                {"categories", Json::array()},
                {"not_scored", Json::array()},
                {"not_in_run", Json::array()},
                {"problems", Json::array()}};
  for (const CategoryReport& category : report.categories) {
    model["categories"].push_back(to_json(category));
  }
  for (const Unscored& unscored : run.unscored) {
    model["not_scored"].push_back({{"category", unscored.category->name},
                                   {"entries", unscored.ids.size()},
                                   {"reason", unscored.reason}});
  }
  for (const Category* category : report.not_in_run) {
    model["not_in_run"].push_back(category->name);
  }
  for (const Problem& problem : run.problems) model["problems"].push_back(to_json(problem));
  return model;
}

}  // namespace

std::string json_report(const Report& report) {
  Json json = {{"program", {{"name", "bfclx"}, {"version", BFCLX_VERSION}}},
               {"dataset",
                {{"place", report.dataset_place},
                 {"version", report.dataset_version},
                 {"hash", report.dataset_hash}}},
               {"models", Json::array()},
               {"problems", Json::array()}};
  for (const ModelReport& model : report.models) json["models"].push_back(to_json(model));
  for (const Problem& problem : *report.problems) json["problems"].push_back(to_json(problem));
  // Ids come from outside: what is no UTF-8 in them is replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bfclx::tools
