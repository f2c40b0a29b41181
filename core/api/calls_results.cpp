// Results: opened, scored, added up.
#include <algorithm>
#include <cassert>
#include <utility>

#include "core/api/arguments.h"
#include "core/api/scoring.h"
#include "core/check/short_reason.h"
#include "core/dataset/own_benchmark.h"
#include "core/findings/run_warnings.h"
#include "core/run/score_run.h"
#include "core/run/second_responses.h"
#include "core/run/summary.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// Category of the responses and what could not be used, without any dataset.
Value info_of(std::uint32_t handle, const OpenResults& open) {
  ModelRun model;
  ResponseSorter sorter(model, {});
  sorter.add(open.file);
  List categories;
  for (const auto& [category, part] : sorter.parts()) {
    if (part.places.empty()) continue;
    categories.push_back(dict_of({{"name", category->name}, {"entries", part.places.size()}}));
  }
  const Value only = categories.size() == 1 ? *find_member(categories[0], "name") : Value();
  return dict_of({{"handle", std::size_t{handle}},
                  {"path", open.file.path},
                  {"category", only},
                  {"categories", Value::list(std::move(categories))},
                  {"entries", model.order.size()},
                  {"problems", problems_value(model.problems)}});
}

Result<Value> open_call(Module& module, const Value& arguments, CallBytes& bytes) {
  OpenResults open;
  BFCLX_ASSIGN_OR_RETURN(open.file.path, text_argument(arguments, "path"));
  open.file.category = category_of_file(open.file.path);
  const Value* category = find_member(arguments, "category");
  if (open.file.category == nullptr && category != nullptr && !category->is_none()) {
    BFCLX_ASSIGN_OR_RETURN(open.file.category, category_argument(arguments, "category"));
  }
  open.file.results = read_any_results(bytes.in);
  if (find_member(arguments, "unused") != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(const auto unused, indices_argument(arguments, "unused"));
    leave_out_responses(open.file.results, unused);
  }
  const std::uint32_t handle = module.new_handle();
  const OpenResults& kept = module.results.emplace(handle, std::move(open)).first->second;
  return info_of(handle, kept);
}

Result<Value> close_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t handle, number_argument(arguments, "handle", 0));
  module.results.erase(static_cast<std::uint32_t>(handle));
  return Value();
}

Result<Value> propose_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const auto handles, handles_argument(arguments, "handles"));
  const Value nothing = Value::dict();
  const Value* given = find_member(arguments, "request");
  const Value& request = given != nullptr && given->is_dict() ? *given : nothing;
  MatchRequest match;
  BFCLX_ASSIGN_OR_RETURN(const std::string decoder, optional_text(request, "decoder"));
  if (!decoder.empty()) {
    match.settings.decoder = find_decoder(decoder);
    if (match.settings.decoder == nullptr) {
      return call_error(kinds::kUnknown, unknown_decoder(decoder));
    }
  }
  BFCLX_ASSIGN_OR_RETURN(const std::string made_with, optional_text(request, "made_with"));
  match.settings.made_with = find_decoder(made_with);
  BFCLX_ASSIGN_OR_RETURN(match.settings.underscore_to_dot,
                         optional_flag(request, "underscore_to_dot"));
  BFCLX_ASSIGN_OR_RETURN(const std::string model, optional_text(request, "model"));
  match.settings.model = model.empty() ? nullptr : module.models().find(model);
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, propose_settings(module, handles, match));
  const Model* registered = match.settings.model;
  return dict_of(
      {{"decoder", settings.decoder->name},
       {"decoder_from", source_name(settings.decoder_from)},
       {"decoder_reason", settings.decoder_reason},
       {"confidence", settings.confidence},
       {"underscore_to_dot", settings.underscore_to_dot},
       {"underscore_from", source_name(settings.underscore_from)},
       {"underscore_reason", settings.underscore_reason},
       {"registry_entry", registered != nullptr ? Value::str(registered->name) : Value()}});
}

// Why an entry has no verdict, and what it wanted.
std::string skip_text(const ExecutableVerdict& executed) {
  std::string text(skip_explanation(executed.skip));
  if (executed.skip == Skip::kNoCredentials) text += ": " + executed.variable;
  return executed.request ? text + ": " + executed.request->url : text;
}

Value row_of(const ScoredResponse& response, const Category& category) {
  const Verdict& verdict = response.verdict;
  const bool skipped = response.skipped();
  const bool known = response.entry != nullptr && !skipped;
  const bool wrong = known && !verdict.valid;
  Dict row;
  row.reserve(13);
  row.set("id", Value::str(response.id));
  if (response.entry != nullptr && response.entry->id != response.id)
    row.set("entry", Value::str(response.entry->id));
  if (response.entry != nullptr) {
    const std::string_view own = find_text(response.entry->data, kOwnId);
    if (!own.empty() && own != response.id) row.set("own_id", Value::str(own));
  }
  row.set("line", Value::integer(static_cast<std::int64_t>(response.line)));
  row.set("category", Value::str(category.name));
  row.set("valid", known ? Value::boolean(verdict.valid) : Value());
  row.set("error_type",
          Value::str(wrong ? std::string_view(verdict.error_type) : std::string_view()));
  if (wrong && verdict.why) row.set("reason", value_of(short_reason(*verdict.why)));
  if (!known) {
    row.set("unscored", Value::str(skipped ? skip_text(*response.executable)
                                           : std::string("the dataset has no such entry")));
  }
  if (skipped) row.set("skipped", Value::str(skip_name(response.executable->skip)));
  row.set("superseded", Value::boolean(response.superseded));
  if (response.episode != nullptr) {
    row.set("turns_passed",
            Value::integer(static_cast<std::int64_t>(response.episode->turns_passed)));
    row.set("turns_total",
            Value::integer(static_cast<std::int64_t>(response.episode->turns_total)));
  }
  return Value::dict(std::move(row));
}

Value row_of(const Unscored& unscored, std::size_t index) {
  return dict_of({{"id", unscored.ids[index]},
                  {"line", std::size_t{0}},
                  {"category", unscored.category->name},
                  {"valid", Value()},
                  {"error_type", ""},
                  {"unscored", unscored.reason},
                  {"superseded", false}});
}

Result<Value> score_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(OpenResults * open, results_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, settings_argument(module, arguments));
  BFCLX_RETURN_IF_ERROR(match_results(module, *open, settings));
  ModelRun& run = open->run;
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t from, number_argument(arguments, "from", 0));
  std::size_t end = run.order.size();
  const std::size_t begin = std::min(end, static_cast<std::size_t>(from));
  if (const Value* count = find_member(arguments, "count"); count != nullptr && !count->is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::int64_t wanted, number_argument(arguments, "count", 0));
    end = begin + std::min(end - begin, static_cast<std::size_t>(wanted));
  }
  const Value* details = find_member(arguments, "details");
  const bool counts_only = details != nullptr && details->is_bool() && !details->as_bool();
  BFCLX_ASSIGN_OR_RETURN(const std::optional<bool> lost, optional_flag(arguments, "out_of_memory"));
  List rows;
  rows.reserve(counts_only ? 0 : end - begin);
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t i) {
    open->scored[i] = true;
    const Place& place = run.order[i];
    if (lost.value_or(false) && place.scored) {
      run.settings.out_of_memory.push_back(run.response(place).id);
    }
    return true;
  };
  const auto add_line = [&](std::size_t i) { bytes.out += verdict_line(run, i) + "\n"; };
  if (!counts_only) {
    hooks.scored = [&](std::size_t i, ScoredResponse& response) {
      add_line(i);
      rows.push_back(row_of(response, *run.runs[run.order[i].part].category));
    };
    hooks.unscored = [&](std::size_t i) {
      add_line(i);
      const Place& place = run.order[i];
      rows.push_back(row_of(run.unscored[place.part], place.index));
    };
  }
  score_run(run, Keep::kResponses, hooks, {begin, end});
  Dict malformed;
  for (const CategoryRun& part : run.runs) {
    if (part.malformed == 0) continue;
    malformed.set(part.category->name, Value::integer(static_cast<std::int64_t>(part.malformed)));
  }
  return dict_of(
      {{"rows", Value::list(std::move(rows))}, {"malformed", Value::dict(std::move(malformed))}});
}

// The run with what was scored alone.
CategoryRun scored_part(const OpenResults& open, std::size_t part) {
  const CategoryRun& all = open.run.runs[part];
  CategoryRun scored;
  scored.category = all.category;
  scored.missing = all.missing;
  scored.problems = all.problems;
  for (std::size_t i = 0; i < open.run.order.size(); ++i) {
    const Place& place = open.run.order[i];
    if (!place.scored || place.part != part || !open.scored[i]) continue;
    scored.responses.push_back(counts_of(all.responses[place.index]));
  }
  return scored;
}

Result<Value> summary_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const OpenResults* open, results_argument(module, arguments));
  List list;
  for (std::size_t part = 0; part < open->run.runs.size(); ++part) {
    list.push_back(category_value(report_of(scored_part(*open, part))));
  }
  return Value::list(std::move(list));
}

Result<ModelRun> model_of(Module& module, const Value& request) {
  ModelRun model;
  BFCLX_ASSIGN_OR_RETURN(model.name, text_argument(request, "name"));
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, settings_argument(module, request));
  BFCLX_ASSIGN_OR_RETURN(const std::string registered,
                         optional_text(*find_member(request, "settings"), "registry_entry"));
  if (!registered.empty()) model.registered = module.models().find(registered);
  BFCLX_ASSIGN_OR_RETURN(const auto files, files_argument(module, request));
  BFCLX_ASSIGN_OR_RETURN(const RunManifest manifest, manifest_argument(request));
  BFCLX_RETURN_IF_ERROR(score_together(module, files, settings, manifest, model));
  return model;
}

// Entries of a run without a response that were asked for.
Result<Value> missing_entries_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const AskedRun asked, run_argument(module, arguments));
  const ModelRun& model = asked.model;
  List categories;
  for (const CategoryRun& run : model.runs) {
    List ids;
    for (const Entry* entry : run.missing) ids.push_back(Value::str(entry->id));
    categories.push_back(dict_of({{"category", run.category->name},
                                  {"missing_ids", Value::list(std::move(ids))},
                                  {"left_out", run.left_out}}));
  }
  std::vector<Problem> of_manifest;
  for (const Problem& problem : model.problems) {
    if (problem.file == kManifestFile) of_manifest.push_back(problem);
  }
  return dict_of(
      {{"categories", Value::list(std::move(categories))},
       {"sample",
        model.sample > 0 ? Value::integer(static_cast<std::int64_t>(model.sample)) : Value()},
       {"sample_text", model.sample_note},
       {"problems", problems_value(of_manifest)}});
}

// Those that runWarnings gave of a model. The report itself tells missing entries and problems of
// files.
void add_warnings(const Value& request, ModelReport& report) {
  const Value* given = find_member(request, "warnings");
  if (given == nullptr || !given->is_list()) return;
  for (const Value& warning : given->items()) {
    const Value* affects = find_member(warning, "affects_comparison");
    if (affects != nullptr && affects->is_bool() && affects->as_bool()) {
      report.warnings.push_back(warning);
    }
  }
}

Result<Value> report_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(const std::string place, text_argument(arguments, "place"));
  const Value* wanted = find_member(arguments, "models");
  if (wanted == nullptr || !wanted->is_list()) {
    return wrong("`models` must be a list of models");
  }
  std::vector<ModelRun> models;
  for (const Value& request : wanted->items()) {
    BFCLX_ASSIGN_OR_RETURN(ModelRun model, model_of(module, request));
    models.push_back(std::move(model));
  }
  module.dataset().identify();
  const std::vector<Problem> none;
  Report report = make_report(module.dataset(), models, none);
  report.dataset_place = place;
  for (std::size_t i = 0; i < models.size(); ++i) {
    add_warnings(wanted->items()[i], report.models[i]);
  }
  // Problems of the dataset name it by its place.
  for (ModelRun& model : models) {
    for (Problem& problem : model.problems) {
      if (problem.file == module.dataset().place()) problem.file = place;
    }
  }
  bytes.out = json_report(report, version());
  return Value();
}

constexpr Call kCalls[] = {
    {"openResults", open_call},
    {"closeResults", close_call},
    {"proposeSettings", propose_call},
    {"score", score_call},
    {"summary", summary_call},
    {"report", report_call},
    {"missingEntries", missing_entries_call},
};

}  // namespace

std::span<const Call> results_calls() { return kCalls; }

}  // namespace bfclx::api
