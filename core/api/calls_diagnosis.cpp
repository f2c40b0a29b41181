// Problems that distort a score: findings about the open files of one model.
#include <utility>

#include "core/api/arguments.h"
#include "core/api/scoring.h"
#include "core/findings/run_diagnosis.h"
#include "core/findings/run_warnings.h"
#include "core/run/second_responses.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

const Category* category_of_response(const Response& response, const NamedResults& file) {
  const Category* category = category_of_id(response.id);
  return category != nullptr ? category : file.category;
}

// The bytes are those of the file; responses know where in them their entries lie.
Result<Value> read_logs_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(OpenResults * open, results_argument(module, arguments));
  open->logs.clear();
  for (const Response& response : open->file.results.responses) {
    const Category* category = category_of_response(response, open->file);
    if (category == nullptr) continue;
    if (response.offset > bytes.in.size() || response.size > bytes.in.size() - response.offset) {
      return wrong("`bytes` must be the bytes that the file was opened with");
    }
    LoggedTexts texts = read_logged_entry(bytes.in.substr(response.offset, response.size));
    if (!texts.empty()) open->logs.emplace(std::pair(response.line, response.id), std::move(texts));
  }
  return Value();
}

Result<Value> diagnose_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(AskedRun asked, run_argument(module, arguments));
  ModelRun& model = asked.model;
  // Anew even where a verdict is known: what it was made of, which findings tell, was forgotten.
  score_run(model, Keep::kAll, needed_for_diagnosis(model));
  bytes.out = findings_json(diagnose_run(model, facts_of_logs(asked.files)));
  return Value();
}

// Scores what calls functions of its entry, for the facts; nothing is kept of it.
Result<Value> run_warnings_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(AskedRun asked, run_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::string name, optional_text(arguments, "name"));
  ModelRun& model = asked.model;
  std::vector<ResponseFacts> facts(model.order.size());
  ScoreHooks hooks;
  hooks.wanted = [&](std::size_t index) {
    const Place& place = model.order[index];
    if (!place.scored) return false;
    if (model.runs[place.part].category->judging == Judging::kCalls) return true;
    facts[index] = response_facts(model, index);
    return false;
  };
  hooks.scored = [&](std::size_t index, ScoredResponse&) {
    facts[index] = response_facts(model, index);
  };
  score_run(model, Keep::kCounts, hooks);
  List list;
  for (const RunWarning& warning : run_warnings(model, facts)) {
    list.push_back(warning_value(name, warning));
  }
  return Value::list(std::move(list));
}

// Of the requests of one run, with what its manifest tells of streamed responses.
Result<Value> latency_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const auto files, files_argument(module, arguments));
  ModelRun model;
  ResponseSorter sorter(model, {});
  for (const OpenResults* open : files) sorter.add(open->file);
  RunLatency latency = latency_of(sorter);
  const Value* streamed = find_member(arguments, "streamed");
  if (streamed != nullptr) latency.streamed = streamed_of_value(*streamed);
  return latency_value(latency);
}

// Of the files of one run: what each has that is not used, to be opened without.
Result<Value> second_responses_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const auto opened, files_argument(module, arguments));
  std::vector<FileOfRun> files;
  for (const OpenResults* open : opened) {
    files.push_back({open->file.path, open->file.category, &open->file.results});
  }
  List list;
  for (const SecondResponses& second : find_second_responses(files)) {
    const std::string_view used = files[second.used].path;
    list.push_back(dict_of({{"category", second.category->name},
                            {"used", second.used},
                            {"file", second.unused},
                            {"unused", indices_value(second.responses)},
                            {"text", second_responses_text(second, files, used)}}));
  }
  return Value::list(std::move(list));
}

constexpr Call kCalls[] = {{"secondResponses", second_responses_call},
                           {"readLogs", read_logs_call},
                           {"diagnose", diagnose_call},
                           {"runWarnings", run_warnings_call},
                           {"latency", latency_call}};

}  // namespace

LogFactsOf facts_of_logs(std::span<OpenResults* const> files) {
  return [files](std::size_t file, const ScoredResponse& response) {
    const auto& logs = files[file]->logs;
    const auto texts = logs.find({response.line, response.id});
    return texts != logs.end() ? log_facts(texts->second, *response.entry) : LogFacts();
  };
}

std::span<const Call> diagnosis_calls() { return kCalls; }

}  // namespace bfclx::api
