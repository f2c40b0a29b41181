#include "tools/bfclx/score/eee_samples.h"

#include <algorithm>
#include <utility>

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/dataset/response_forms.h"
#include "core/explain/explanation.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/log_archive.h"
#include "tools/bfclx/score/inspect_sample.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

using std::string_view;

// A UUID of version 4 in form: the same for the same text.
std::string uuid_of(string_view text) {
  std::string hex = hex_of(sha256(text)).substr(0, 32);
  constexpr std::size_t kVersion = 12;
  constexpr std::size_t kVariant = 16;
  hex[kVersion] = '4';
  hex[kVariant] = 'a';
  for (const std::size_t at : {8, 13, 18, 23}) hex.insert(at, "-");
  return hex;
}

Value count_value(std::size_t count) { return Value::integer(static_cast<std::int64_t>(count)); }

const Value& member(const Value& object, string_view name) {
  static const Value kNone;
  const Value* found = find_member(object, name);
  return found != nullptr ? *found : kNone;
}

// A question with earlier messages of the model is a conversation too.
string_view interaction_of(const Category& category, const Value& input) {
  if (category.judging == Judging::kMultiTurn) return "multi_turn";
  if (category.judging == Judging::kAgentic) return "agentic";
  const bool is_talk =
      std::any_of(input.items().begin(), input.items().end(),
                  [](const Value& message) { return find_text(message, "role") == "assistant"; });
  return is_talk ? "multi_turn" : "single_turn";
}

// The question: what it says before the model's first response.
std::string raw_input(const Value& input) {
  std::string text;
  for (const Value& message : input.items()) {
    const string_view content = find_text(message, "content");
    if (!text.empty() && !content.empty()) text += "\n\n";
    text += content;
  }
  return text;
}

// The arguments of a call are texts there.
Value tool_call(const Value& call) {
  Value arguments = Value::dict();
  for (const auto& [name, value] : member(call, "arguments").as_dict()) {
    arguments.mutable_dict().set(name, Value::str(response_text(value)));
  }
  return dict_of({{"id", member(call, "id")},
                  {"name", member(call, "function")},
                  {"arguments", std::move(arguments)}});
}

struct Talk {
  List messages;
  std::size_t last_said = 0;  // the index of the model's last message
  std::size_t turns = 0;
  std::size_t calls = 0;  // of the response
};

Talk talk_of(const Value& messages) {
  Talk talk;
  bool told = false;
  for (const Value& message : messages.items()) {
    const string_view role = find_text(message, "role");
    talk.turns += role == "user" && !told ? 1 : 0;
    told = role == "user";
    if (role == "assistant") talk.last_said = talk.messages.size();
    Value row = dict_of({{"turn_idx", count_value(talk.messages.size())},
                         {"role", role},
                         {"content", member(message, "content")}});
    if (const Value* calls = find_member(message, "tool_calls")) {
      List list;
      for (const Value& call : calls->items()) list.push_back(tool_call(call));
      if (find_text(message, "source") != "input") talk.calls += list.size();
      row.mutable_dict().set("tool_calls", Value::list(std::move(list)));
    }
    if (const Value* id = find_member(message, "tool_call_id")) {
      row.mutable_dict().set("tool_call_id", Value::list({*id}));
    }
    talk.messages.push_back(std::move(row));
  }
  return talk;
}

// All values are texts.
Value metadata_of(const Value& sample, const Value& score) {
  const Value& known = member(sample, "metadata");
  Value metadata = dict_of({{"category", member(known, "category")}});
  Dict& members = metadata.mutable_dict();
  if (const Value* own = find_member(known, "own_id")) members.set("own_id", *own);
  if (const Value* tags = find_member(known, "tags")) {
    members.set("tags", Value::str(response_text(*tags)));
  }
  const string_view type = find_text(member(score, "metadata"), "error_type");
  if (!type.empty()) {
    members.set("error_type", Value::str(type));
    members.set("reason", member(score, "explanation"));
  }
  return metadata;
}

}  // namespace

std::string eee_evaluation_id(string_view evaluation, string_view model, std::int64_t now) {
  return concat({evaluation, "/", valid_text(model), "/", std::to_string(now)});
}

std::string eee_result_id(string_view evaluation, string_view score) {
  return concat({evaluation, "_", score});
}

std::string eee_samples_path(string_view evaluation, string_view model, std::int64_t now) {
  return concat({"data/", folder_spelling(evaluation), "/unknown/",
                 folder_spelling(valid_text(model)), "/",
                 uuid_of(eee_evaluation_id(evaluation, model, now)), "_samples.jsonl"});
}

void check_eee_samples(const std::string& file, const std::string& format) {
  if (file.empty()) return;
  if (format != "eee") throw UsageError("--eee-samples has an effect only with --format eee");
  const std::size_t name = file.rfind('/') + 1;
  const std::size_t dot = file.rfind('.');
  if (file != "-" && dot != std::string::npos && dot > name && !file.ends_with(".jsonl")) {
    throw UsageError("--eee-samples: " + file +
                     ": samples are JSON lines; expected a name that ends in .jsonl");
  }
  if (file == "-") {
    throw UsageError("--eee-samples - and the record would both go to standard output");
  }
}

EeeSamples::EeeSamples(const DatasetFiles& dataset, const ModelRun& run, std::int64_t now,
                       std::function<void(string_view bytes)> write)
    : run_(run),
      model_(valid_text(run.name)),
      evaluation_(evaluation_name(dataset.own_benchmark())),
      id_(eee_evaluation_id(evaluation_, run.name, now)),
      lines_([this, write = std::move(write)](const std::string& line) {
        if (line.empty()) return;
        ++rows_;
        write(line + "\n");
      }) {
  if (dataset.own_benchmark() == nullptr) return;
  dataset_.set(std::string(kLogBenchmark), Value::str(evaluation_));
  dataset_.set(std::string(kLogDatasetVersion), Value::str(valid_text(dataset.dataset().version)));
  dataset_.set(std::string(kLogDatasetHash), Value::str(valid_text(dataset.dataset().hash)));
}

void EeeSamples::add(std::size_t index, const ScoredResponse& response) {
  if (response.entry == nullptr || response.superseded || response.skipped()) return skip(index);
  const Category& category = *response.entry->category;
  const Value sample = inspect_sample(response, run_.settings, model_, "").sample;
  const Value& score = member(member(sample, "scores"), kInspectScore);
  const bool passed = find_text(score, "value") == "C";
  Talk talk = talk_of(member(sample, "messages"));
  const string_view interaction = interaction_of(category, member(sample, "input"));
  const bool is_single = interaction == "single_turn";
  const Value* answer = find_member(score, "answer");
  const std::string said = valid_text(response_text(response.response));
  const std::string id = eee_result_id(evaluation_, category.name);
  const Decoder* decoder = run_.settings.decoder;
  const Value attribution =
      dict_of({{"turn_idx", count_value(is_single ? 0 : talk.last_said)},
               {"source", is_single ? "output.raw" : "messages[turn_idx].content"},
               {"extracted_value", answer != nullptr ? *answer : Value::str("")},
               {"extraction_method",
                "bfclx decoder " + std::string(decoder != nullptr ? decoder->name : "none")},
               {"is_terminal", true}});
  Value row = dict_of(
      {{"schema_version", "0.3.0"},
       {"evaluation_id", id_},
       {"model_id", model_},
       {"evaluation_name", id},
       {"evaluation_result_id", id},
       {"sample_id", member(sample, "id")},
       {"interaction_type", interaction},
       {"input", dict_of({{"raw", raw_input(member(sample, "input"))},
                          {"reference", Value::list({member(sample, "target")})}})},
       {"output", is_single ? dict_of({{"raw", Value::list({Value::str(said)})}}) : Value()},
       {"messages", is_single ? Value() : Value::list(std::move(talk.messages))},
       {"answer_attribution", Value::list({attribution})},
       {"evaluation", dict_of({{"score", Value::real(passed ? 1 : 0)},
                               {"is_correct", passed},
                               {"num_turns", count_value(std::max<std::size_t>(talk.turns, 1))},
                               {"tool_calls_count", count_value(talk.calls)}})},
       {"metadata", metadata_of(sample, score)}});
  Dict& metadata = row.mutable_dict().find("metadata")->mutable_dict();
  for (const Dict::Entry& one : dataset_) metadata.set(one.key, one.value);
  // The response itself, where the output or the messages do not have it unchanged.
  if (!is_single || !response.response.is_str() || response.response.as_str() != said) {
    std::string stored;
    append_json(stored, response.response);
    metadata.set(kEeeResponse, Value::str(stored));
  }
  std::string line;
  append_json(line, row);
  lines_.take(index, std::move(line));
}

void EeeSamples::skip(std::size_t index) { lines_.take(index, {}); }

}  // namespace bfclx::tools
