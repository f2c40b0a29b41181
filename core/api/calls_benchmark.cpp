// Cases of an own benchmark while they are edited: what each becomes, every fault, the verdict of a
// response, and the files when all of them are done.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/arguments.h"
#include "core/api/scoring.h"
#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/benchmark/case_draft.h"
#include "core/benchmark/case_proposal.h"
#include "core/benchmark/case_table.h"
#include "core/benchmark/function_docs.h"
#include "core/checker/option_names.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/response_forms.h"
#include "core/explain/explanation_json.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::api {
namespace {

const Value& object_argument(const Value& arguments, std::string_view name) {
  static const Value kEmpty = Value::dict();
  const Value* value = find_member(arguments, name);
  return value != nullptr && value->is_dict() ? *value : kEmpty;
}

Error schema_fault(Error error) {
  error.kind = kinds::kSchema;
  return error;
}

std::string readable_json(const Value& value) {
  Result<std::string> json = json_dumps(
      value, {.ensure_ascii = false, .indent = 2, .item_separator = ",", .lenient = true});
  return json.ok() ? std::move(json).value() : std::string();
}

// The response against the entry of a draft, as scoreOne scores it.
Result<Value> verdict_of(const CaseDraft& draft, const std::string& text,
                         const std::string& decoder) {
  SettingsRequest request;
  if (!decoder.empty()) {
    request.decoder = find_decoder(decoder);
    if (request.decoder == nullptr) return call_error(kinds::kUnknown, unknown_decoder(decoder));
  }
  Response response;
  response.line = 1;
  response.id = draft.entry->id;
  response.result = response_in_hand(std::string_view(text), false);
  const Response* all[] = {&response};
  const RunSettings settings = choose_settings(*draft.dataset, all, request);
  ScoredResponse scored;
  scored.line = 1;
  scored.id = draft.entry->id;
  scored.entry = draft.entry;
  scored.response = response.result;
  score_response(scored, settings);
  return explanation_json(explain(scored, settings, Depth::kStates));
}

// {benchmark, cells, response, decoder}
Result<Value> read_case_call(Module&, const Value& arguments, CallBytes&) {
  const Value& cells = object_argument(arguments, "cells");
  BFCLX_ASSIGN_OR_RETURN(const std::string response, optional_text(arguments, "response"));
  BFCLX_ASSIGN_OR_RETURN(const std::string decoder, optional_text(arguments, "decoder"));
  const Result<OwnBenchmark> benchmark =
      read_draft_benchmark(object_argument(arguments, "benchmark"), {cells});
  CaseDraft draft;
  if (benchmark.ok()) {
    draft = draft_case(*benchmark, cells);
  } else {
    draft.faults.push_back(benchmark.error().message);
  }
  Value verdict;
  if (draft.entry != nullptr && !response.empty()) {
    BFCLX_ASSIGN_OR_RETURN(verdict, verdict_of(draft, response, decoder));
  }
  std::vector<std::string> remarks;
  if (draft.only_as_calls) {
    remarks.emplace_back(
        "the case passes with native tool calling only: the expected calls cannot be written as "
        "Python text");
  }
  const bool is_entry = draft.entry != nullptr;
  return dict_of({{"faults", list_of_texts(draft.faults)},
                  {"entry", is_entry ? entry_detail(*draft.entry) : Value()},
                  {"remarks", list_of_texts(remarks)},
                  {"verdict", std::move(verdict)}});
}

// {benchmark, cases}
Result<Value> draft_cases_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const List* cases, list_argument(arguments, "cases", kMaxCases));
  Result<OwnBenchmark> benchmark =
      read_draft_benchmark(object_argument(arguments, "benchmark"), *cases);
  if (!benchmark.ok()) return schema_fault(std::move(benchmark).error());
  Result<DraftedCases> drafted = draft_cases(*benchmark, *cases);
  if (!drafted.ok()) return schema_fault(std::move(drafted).error());
  List problems;
  for (const CaseProblem& problem : drafted->added.problems) {
    problems.push_back(
        dict_of({{"index", Value::integer(static_cast<std::int64_t>(problem.line) - 1)},
                 {"text", problem.text}}));
  }
  List categories;
  for (const AddedCategory& one : drafted->added.categories) {
    categories.push_back(
        dict_of({{"name", one.category->name},
                 {"entries", Value::integer(static_cast<std::int64_t>(one.all))}}));
  }
  List files;
  for (const BenchmarkFile& file : drafted->added.files) {
    files.push_back(dict_of({{"path", file.path}, {"text", file.bytes}}));
  }
  return dict_of(
      {{"problems", Value::list(std::move(problems))},
       {"categories", Value::list(std::move(categories))},
       {"only_as_calls", Value::integer(static_cast<std::int64_t>(drafted->added.only_as_calls))},
       {"lines", drafted->lines},
       {"files", Value::list(std::move(files))}});
}

Value no_cells() { return Value::dict(); }

// {text}: tools, or cases as JSON lines or as a table.
Result<Value> read_cases_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::string given, text_argument(arguments, "text"));
  const std::string_view text = without_byte_order_mark(given);
  const Result<Value> whole = json_loads(text);
  if (whole.ok() && function_docs_of(*whole, "tools", ValueMatching::kSchema).ok()) {
    return dict_of({{"tools", readable_json(*whole)}, {"cases", Value::list()}});
  }
  const std::vector<DatasetLine> lines = is_case_table(text)
                                             ? read_case_table(text)
                                             : read_dataset_lines(text, DuplicateKeys::kRefused);
  List cases;
  for (const DatasetLine& line : lines) {
    const bool is_read = line.object.ok();
    cases.push_back(
        dict_of({{"line", Value::integer(static_cast<std::int64_t>(line.number))},
                 {"problem", is_read ? Value() : Value::str(line.object.error().message)},
                 {"cells", is_read ? cells_of_case(*line.object) : no_cells()}}));
  }
  return dict_of({{"tools", Value()}, {"cases", Value::list(std::move(cases))}});
}

// The function docs of the own benchmark that is the dataset; None where it is none.
Value own_functions(const DatasetFiles& files) {
  const OwnBenchmark* own = files.own_benchmark();
  if (own == nullptr) return {};
  Result<Value> functions = function_docs_of(own->tools, "tools", own->match);
  return functions.ok() ? std::move(functions).value() : Value();
}

Value remarks_on(std::size_t left_out, std::string_view one, std::string_view many) {
  std::vector<std::string> remarks;
  if (left_out > 0) {
    remarks.push_back(counted(left_out, one, many) +
                      " left out: only entries with one turn and Python calls can be cases here");
  }
  return list_of_texts(remarks);
}

// The own benchmark that is the dataset, as texts, and its entries as cases.
Result<Value> own_cases_call(Module& module, const Value&, CallBytes&) {
  DatasetFiles& files = module.dataset();
  const OwnBenchmark* own = files.own_benchmark();
  if (own == nullptr) {
    return call_error(kinds::kDataset, "the dataset is not an own benchmark: no dataset.json");
  }
  const Value functions = own_functions(files);
  List cases;
  std::size_t left_out = 0;
  for (const auto& [category, count] : files.own_entries()) {
    if (!can_be_case(*category)) {
      left_out += count;
      continue;
    }
    if (const Status loaded = files.load(*category); !loaded.ok()) {
      return dataset_fault(loaded.error());
    }
    for (const Entry& entry : files.dataset().entries(*category)) {
      cases.push_back(dict_of(
          {{"entry", entry.id}, {"cells", cells_of_case(case_of_entry(entry, functions))}}));
    }
  }
  const Value remarks = remarks_on(left_out, "entry", "entries");
  if (!own->weights.empty()) {
    remarks.mutable_list().push_back(
        Value::str("Tag weights are not kept: add `weights` to dataset.json again"));
  }
  const Value benchmark = dict_of({{"name", own->name},
                                   {"version", own->version},
                                   {"licence", own->licence},
                                   {"language", own->language},
                                   {"match", option_name(kMatchNames, own->match)},
                                   {"tools", readable_json(own->tools)}});
  return dict_of(
      {{"benchmark", benchmark}, {"cases", Value::list(std::move(cases))}, {"remarks", remarks}});
}

// {handle, ids, settings}: responses as cases; without those whose entries cannot be cases.
Result<Value> propose_cases_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::vector<std::string> ids, texts_argument(arguments, "ids"));
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, settings_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(OpenResults * open, results_argument(module, arguments));
  BFCLX_RETURN_IF_ERROR(match_results(module, *open, settings));
  const Value functions = own_functions(module.dataset());
  std::vector<std::string> wanted = ids;
  std::sort(wanted.begin(), wanted.end());
  List cases;
  for (std::size_t i = 0; i < open->run.order.size(); ++i) {
    const Place& place = open->run.order[i];
    if (!place.scored) continue;
    const ScoredResponse& there = open->run.response(place);
    if (there.entry == nullptr || there.superseded || !can_be_case(*there.entry->category)) {
      continue;
    }
    if (!std::binary_search(wanted.begin(), wanted.end(), there.id)) continue;
    const ScoredResponse scored = scored_again(*open, i);
    const Value proposed = proposed_case(scored, functions, settings.underscore_to_dot);
    cases.push_back(dict_of({{"entry", scored.entry->id},
                             {"valid", scored.verdict.valid},
                             {"cells", cells_of_case(proposed)}}));
  }
  const std::size_t left_out = ids.size() - std::min(ids.size(), cases.size());
  return dict_of({{"cases", Value::list(std::move(cases))},
                  {"remarks", remarks_on(left_out, "response", "responses")}});
}

constexpr Call kCalls[] = {
    {"readCase", read_case_call},         {"draftCases", draft_cases_call},
    {"readCases", read_cases_call},       {"ownCases", own_cases_call},
    {"proposeCases", propose_cases_call},
};

}  // namespace

std::span<const Call> benchmark_calls() { return kCalls; }

}  // namespace bfclx::api
