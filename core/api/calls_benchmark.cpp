// Cases of an own benchmark while they are edited: what each becomes, every fault, the verdict of a
// response, and the files when all of them are done.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/arguments.h"
#include "core/api/scoring.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/benchmark/case_draft.h"
#include "core/benchmark/case_proposal.h"
#include "core/benchmark/case_report.h"
#include "core/benchmark/case_review.h"
#include "core/benchmark/case_table.h"
#include "core/benchmark/function_docs.h"
#include "core/checker/option_names.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/own_turns.h"
#include "core/dataset/response_forms.h"
#include "core/explain/explanation_json.h"
#include "core/findings/self_check.h"
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

// A response to each turn, as a result line has them.
Value response_to_turns(const std::vector<std::string>& texts) {
  List turns;
  for (const std::string& text : texts) {
    turns.push_back(Value::list({response_in_hand(std::string_view(text), false)}));
  }
  return Value::list(std::move(turns));
}

// The response against the entry of a draft, as scoreOne scores it.
Result<Value> verdict_of(const CaseDraft& draft, const Value& given, const std::string& decoder) {
  SettingsRequest request;
  if (!decoder.empty()) {
    request.decoder = find_decoder(decoder);
    if (request.decoder == nullptr) return call_error(kinds::kUnknown, unknown_decoder(decoder));
  }
  Response response;
  response.line = 1;
  response.id = draft.entry->id;
  response.result = given;
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

// {benchmark, cells, response | responses, decoder}
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
  const bool has_turns = draft.entry != nullptr && is_own_turns(*draft.entry->category);
  if (has_turns) {
    std::vector<std::string> responses;
    if (given_member(arguments, "responses") != nullptr) {
      BFCLX_ASSIGN_OR_RETURN(responses, texts_argument(arguments, "responses"));
    }
    responses.resize(draft.entry->question().items().size());
    const bool is_any = std::any_of(responses.begin(), responses.end(),
                                    [](const std::string& one) { return !one.empty(); });
    if (is_any) {
      BFCLX_ASSIGN_OR_RETURN(verdict, verdict_of(draft, response_to_turns(responses), decoder));
    }
  } else if (draft.entry != nullptr && !response.empty()) {
    BFCLX_ASSIGN_OR_RETURN(
        verdict, verdict_of(draft, response_in_hand(std::string_view(response), false), decoder));
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
  BFCLX_ASSIGN_OR_RETURN(const Value members,
                         read_draft_members(object_argument(arguments, "benchmark")));
  Result<DraftedCases> drafted = draft_cases(*benchmark, *cases, members);
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

// "results" of the entries of a file of ground truth, by id.
std::map<std::string, Value> results_by_id(const Module& module) {
  std::map<std::string, Value> results;
  const auto file = module.files().find(concat({"data/", find_category(kOwnTurns)->answers}));
  if (file == module.files().end()) return results;
  for (const DatasetLine& line : read_dataset_lines(file->second)) {
    const Value* given = line.object.ok() ? given_member(*line.object, kTurnResults) : nullptr;
    if (given != nullptr) results[line.id] = *given;
  }
  return results;
}

// The members of dataset.json as texts.
Dict benchmark_texts(const Module& module, const OwnBenchmark& own) {
  Value texts = dict_of({{"name", own.name},
                         {"version", own.version},
                         {"licence", own.licence},
                         {"citation", own.citation},
                         {"language", own.language},
                         {"match", option_name(kMatchNames, own.match)},
                         {"tools", readable_json(own.tools)},
                         {kWeightsMember, ""},
                         {"more", ""}});
  const auto file = module.files().find(std::string(kOwnBenchmarkFile));
  const Result<Value> manifest = file == module.files().end()
                                     ? Result<Value>(Value())
                                     : json_loads(without_byte_order_mark(file->second));
  if (!manifest.ok() || !manifest->is_dict()) return texts.as_dict();
  Dict more;
  for (const auto& [key, value] : manifest->as_dict()) {
    const bool is_form = key.as_str() == kManifestMembers[0];
    if (!is_form && texts.as_dict().find(key.as_str()) == nullptr) more.set(key, value);
  }
  Dict all = texts.as_dict();
  if (const Value* weights = given_member(*manifest, kWeightsMember)) {
    all.set(kWeightsMember, Value::str(readable_json(*weights)));
  }
  if (!more.empty()) all.set("more", Value::str(readable_json(Value::dict(std::move(more)))));
  return all;
}

// Files of the benchmark that the cases do not become, to be saved beside theirs.
List other_files(const Module& module, const std::vector<const Category*>& edited) {
  List files;
  for (const auto& file : module.files()) {
    const std::string& path = file.first;
    if (path == kOwnBenchmarkFile || find_invalid_utf8(file.second)) continue;
    const auto is_of = [&](const Category* one) {
      return path == concat({"data/", one->questions}) || path == concat({"data/", one->answers});
    };
    if (std::any_of(edited.begin(), edited.end(), is_of)) continue;
    files.push_back(dict_of({{"path", path}, {"text", file.second}}));
  }
  return files;
}

// Of entries as cases that are saved as they are.
std::size_t entries_to_change(const Module& module, const Value& benchmark, const List& rows) {
  const Result<OwnBenchmark> draft = read_draft_benchmark(benchmark, rows);
  if (!draft.ok()) return rows.size();
  const Result<Value> members = read_draft_members(benchmark);
  if (!members.ok()) return rows.size();
  const Result<DraftedCases> drafted = draft_cases(*draft, rows, *members);
  const auto read = [&](const std::string& path) -> Result<std::optional<std::string>> {
    const auto file = module.files().find(path);
    if (file == module.files().end()) return std::optional<std::string>();
    return std::optional<std::string>(file->second);
  };
  return drafted.ok() ? changed_entries(drafted->added.files, read) : 0;
}

// The own benchmark that is the dataset, as texts, and its entries as cases.
Result<Value> own_cases_call(Module& module, const Value&, CallBytes&) {
  DatasetFiles& files = module.dataset();
  const OwnBenchmark* own = files.own_benchmark();
  if (own == nullptr) {
    return call_error(kinds::kDataset,
                      "the dataset is not your own benchmark: it has no dataset.json");
  }
  if (own->translation != nullptr) {
    return call_error(kinds::kDataset, "a translation has the entries of another dataset");
  }
  const Value functions = own_functions(files);
  const std::map<std::string, Value> results = results_by_id(module);
  List cases;
  List rows;
  std::size_t left_out = 0;
  std::vector<const Category*> edited;
  for (const auto& [category, count] : files.own_entries()) {
    if (!can_be_case(*category)) {
      left_out += count;
      continue;
    }
    if (const Status loaded = files.load(*category); !loaded.ok()) {
      return dataset_fault(loaded.error());
    }
    edited.push_back(category);
    for (const Entry& entry : files.dataset().entries(*category)) {
      const auto given = results.find(entry.id);
      const Value one =
          case_of_entry(entry, functions, given != results.end() ? given->second : Value());
      rows.push_back(cells_of_case(one));
      cases.push_back(dict_of({{"entry", entry.id}, {"cells", rows.back()}}));
    }
  }
  std::vector<std::string> remarks;
  if (left_out > 0) {
    remarks.push_back(counted(left_out, "entry", "entries") +
                      " cannot be edited here and stay unchanged: only entries with Python "
                      "calls and without services can be cases");
  }
  const Value benchmark = Value::dict(benchmark_texts(module, *own));
  if (const std::size_t changed = entries_to_change(module, benchmark, rows); changed > 0) {
    remarks.push_back("Saving changes " + counted(changed, "entry", "entries") +
                      ": it renumbers the ids, and removes malformed entries and members that a "
                      "case cannot have");
  }
  return dict_of({{"benchmark", benchmark},
                  {"cases", Value::list(std::move(cases))},
                  {"files", Value::list(other_files(module, edited))},
                  {"remarks", list_of_texts(remarks)}});
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
  std::vector<std::string> remarks;
  if (left_out > 0) {
    remarks.push_back(counted(left_out, "response", "responses") +
                      " left out: only entries with Python calls and without services can be "
                      "cases");
  }
  return dict_of({{"cases", Value::list(std::move(cases))}, {"remarks", list_of_texts(remarks)}});
}

// Of one kind; more are counted.
constexpr std::size_t kMostShownFindings = 500;

Value shown_group(const CaseGroup& group, const CasePlaces& places) {
  CaseGroup shown = group;
  if (shown.findings.size() > kMostShownFindings) shown.findings.resize(kMostShownFindings);
  Value value = group_value(shown, places);
  value.mutable_dict().set("count",
                           Value::integer(static_cast<std::int64_t>(group.findings.size())));
  return value;
}

// What `bfclx dataset validate` finds in the own benchmark that is the dataset.
Result<Value> case_findings_call(Module& module, const Value&, CallBytes&) {
  DatasetFiles& files = module.dataset();
  const OwnBenchmark* own = files.own_benchmark();
  if (own == nullptr) {
    return call_error(kinds::kDataset,
                      "the dataset is not your own benchmark: it has no dataset.json");
  }
  const CaseReview review{own->language, own->translation != nullptr};
  const Decoder* prompting = find_decoder_for_handler("OpenAICompletionsHandler", false);
  std::vector<ReviewedCase> cases;
  std::vector<CaseFinding> findings;
  CasePlaces places;
  const auto add = [&](std::vector<CaseFinding> more) {
    std::move(more.begin(), more.end(), std::back_inserter(findings));
  };
  const auto bytes_of = [&](std::string_view name) -> std::string_view {
    const auto file = module.files().find(concat({"data/", name}));
    return file == module.files().end() ? std::string_view() : std::string_view(file->second);
  };
  for (const auto& [category, count] : files.own_entries()) {
    if (const Status loaded = files.load(*category); !loaded.ok()) {
      return dataset_fault(loaded.error());
    }
    const Dataset& dataset = files.dataset();
    const bool has_services = category->judging == Judging::kExecutable;
    add(malformed_cases(dataset, *category));
    for (const Entry& entry : dataset.entries(*category)) {
      SelfCheckFinding checked;
      if (can_self_check(*category) && !has_services) checked = self_check(entry, *prompting);
      cases.push_back(review_case(entry, checked, review));
      add(std::move(cases.back().findings));
    }
    places.add(dataset, *category, bytes_of(category->questions), bytes_of(category->answers));
  }
  add(compare_cases(cases, review));
  List groups;
  for (const CaseGroup& group : group_findings(std::move(findings))) {
    groups.push_back(shown_group(group, places));
  }
  return dict_of({{"groups", Value::list(std::move(groups))}});
}

constexpr Call kCalls[] = {
    {"readCase", read_case_call},         {"draftCases", draft_cases_call},
    {"readCases", read_cases_call},       {"ownCases", own_cases_call},
    {"proposeCases", propose_cases_call}, {"caseFindings", case_findings_call},
};

}  // namespace

std::span<const Call> benchmark_calls() { return kCalls; }

}  // namespace bfclx::api
