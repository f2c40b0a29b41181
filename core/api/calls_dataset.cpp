// The dataset: its files, its entries, and which of them cannot pass.
#include <algorithm>
#include <iterator>
#include <utility>

#include "core/api/arguments.h"
#include "core/base/utf8.h"
#include "core/dataset/own_benchmark.h"
#include "core/dataset/own_turns.h"
#include "core/dataset/own_weights.h"
#include "core/explain/explanation_json.h"
#include "core/findings/self_check.h"
#include "core/run/summary.h"
#include "core/value/dict_of.h"
#include "core/value/repr.h"

namespace bfclx::api {
namespace {

constexpr std::size_t kMaxTextCodePoints = 200;

// Files beside the folder `data`.
constexpr std::string_view kRootFiles[] = {"long_context.json", "prompts.json", "models.json",
                                           "manifest.json",     "dataset.json", "cassette.jsonl"};

// The path from the root of the dataset; empty when it is no file of a dataset. Whatever lies
// before the folder `data` is dropped.
std::string dataset_path(std::string_view path) {
  const std::string whole = "/" + std::string(path);
  for (const std::string_view below :
       {"/data/possible_answer/", "/data/multi_turn_func_doc/", "/data/memory_prereq_conversation/",
        "/data/unused_datasets/", "/data/BFCL_v4_"}) {
    const std::size_t at = whole.find(below);
    if (at != std::string::npos) return whole.substr(at + 1);
  }
  const std::string name = whole.substr(whole.rfind('/') + 1);
  const auto* end = std::end(kRootFiles);
  return std::find(std::begin(kRootFiles), end, name) != end ? name : std::string();
}

bool has_files(const Module& module, const Category& category) {
  const auto has = [&](std::string_view file) {
    return module.has_file("data/" + std::string(file));
  };
  return has(category.questions) && (category.answers.empty() || has(category.answers));
}

// What dataset.json says of an own benchmark; null where there is none.
Value own_value(const DatasetFiles& files) {
  const OwnBenchmark* own = files.own_benchmark();
  if (own == nullptr) return Value();
  Dict entries;
  for (const auto& [category, count] : files.own_entries()) {
    entries.set(category->name, Value::integer(static_cast<std::int64_t>(count)));
  }
  const std::shared_ptr<const TagGroups> tags = files.tag_groups();
  return dict_of({{"name", own->name},
                  {"entries", Value::dict(std::move(entries))},
                  {"tags", tags != nullptr ? tag_groups_value(*tags) : Value()}});
}

Value dataset_value(Module& module) {
  DatasetFiles& files = module.dataset();
  files.identify();
  const Dataset& dataset = files.dataset();
  List list;
  for (const Category& category : all_categories()) {
    if (!has_files(module, category)) continue;
    const bool loaded = dataset.has(category);
    list.push_back(dict_of({{"name", category.name},
                            {"entries", loaded ? Value::integer(static_cast<std::int64_t>(
                                                     dataset.entries(category).size()))
                                               : Value()}}));
  }
  return dict_of({{"version", dataset.version},
                  {"hash", dataset.hash},
                  {"own", own_value(files)},
                  {"categories", Value::list(std::move(list))},
                  {"models", module.models().models().size()},
                  {"problems", problems_value(module.dataset_problems())}});
}

// Adds one file; the answer is the path under which it is known, or null.
Result<Value> add_file_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(const std::string path, text_argument(arguments, "path"));
  const std::string known = dataset_path(path);
  if (known.empty()) return Value();
  module.add_dataset_file(known, std::string(bytes.in));
  return Value::str(known);
}

Result<Value> info_call(Module& module, const Value&, CallBytes&) { return dataset_value(module); }

Result<Value> close_call(Module& module, const Value&, CallBytes&) {
  module.close_dataset();
  return Value();
}

Result<Value> files_needed_call(Module&, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const Category* category, category_argument(arguments, "category"));
  return list_of_texts(files_needed(*category));
}

// The content of the first message of the user.
std::string first_text(const Entry& entry) {
  const Value& turns = entry.question();
  if (!turns.is_list()) return "";
  for (const Value& turn : turns.items()) {
    if (!turn.is_list()) continue;
    for (const Value& message : turn.items()) {
      const Value* content = find_member(message, "content");
      if (find_text(message, "role") != "user" || content == nullptr) continue;
      return std::string(slice_code_points(str(*content), 0, kMaxTextCodePoints));
    }
  }
  return "";
}

Value summary_of(const Entry& entry) {
  List functions;
  if (entry.functions().is_list()) {
    for (const Value& function : entry.functions().items()) {
      functions.push_back(Value::str(find_text(function, "name")));
    }
  }
  const Value& answers = entry.possible_answers();
  const bool has_truth = answers.is_list() && !answers.items().empty();
  Dict summary = dict_of({{"id", entry.id},
                          {"text", first_text(entry)},
                          {"functions", Value::list(std::move(functions))},
                          {"has_ground_truth", has_truth}})
                     .as_dict();
  if (const std::string_view own = find_text(entry.data, kOwnId); !own.empty()) {
    summary.set("own_id", Value::str(own));
  }
  if (const Value* classes = find_member(entry.data, "involved_classes")) {
    summary.set("classes", *classes);
    const std::size_t turns = entry.question().is_list() ? entry.question().items().size() : 0;
    summary.set("turns", Value::integer(static_cast<std::int64_t>(turns)));
  }
  return Value::dict(std::move(summary));
}

Status load_category(Module& module, const Category& category) {
  const Status status = module.dataset().load(category);
  if (status.ok()) return {};
  return dataset_fault(status.error());
}

Result<Value> entries_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const Category* category, category_argument(arguments, "category"));
  BFCLX_RETURN_IF_ERROR(load_category(module, *category));
  List list;
  for (const Entry& entry : module.dataset().dataset().entries(*category)) {
    list.push_back(summary_of(entry));
  }
  return Value::list(std::move(list));
}

Result<Value> entry_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const std::string id, text_argument(arguments, "id"));
  const Category* category = category_of_id(id);
  if (category != nullptr && has_files(module, *category)) {
    BFCLX_RETURN_IF_ERROR(load_category(module, *category));
  }
  const Entry* entry = module.dataset().dataset().find(id);
  return entry != nullptr ? entry_detail(*entry) : Value();
}

std::string_view outcome_name(SelfCheckOutcome outcome) {
  return outcome == SelfCheckOutcome::kAsText ? "text" : self_check_outcome_name(outcome);
}

Result<Value> failures_call(Module& module, const Value& arguments, CallBytes&) {
  BFCLX_ASSIGN_OR_RETURN(const Category* category, category_argument(arguments, "category"));
  List list;
  if (!can_self_check(*category)) return Value::list();
  BFCLX_RETURN_IF_ERROR(load_for_scoring(module, *category));
  const Decoder* prompting = find_decoder_for_handler("OpenAICompletionsHandler", false);
  const auto add = [&](const SelfCheckFinding& finding) {
    if (finding.outcome == SelfCheckOutcome::kPasses) return;
    list.push_back(dict_of({{"id", finding.id},
                            {"outcome", outcome_name(finding.outcome)},
                            {"rule", finding.rule},
                            {"message", finding.reason}}));
  };
  const Dataset& dataset = module.dataset().dataset();
  for (const SelfCheckFinding& finding : malformed_findings(dataset, *category)) add(finding);
  for (const Entry& entry : dataset.entries(*category)) add(self_check(entry, *prompting));
  return Value::list(std::move(list));
}

constexpr Call kCalls[] = {
    {"addDatasetFile", add_file_call},
    {"datasetInfo", info_call},
    {"closeDataset", close_call},
    {"filesNeeded", files_needed_call},
    {"entries", entries_call},
    {"entry", entry_call},
    {"groundTruthFailures", failures_call},
};

}  // namespace

std::span<const Call> dataset_calls() { return kCalls; }

}  // namespace bfclx::api
