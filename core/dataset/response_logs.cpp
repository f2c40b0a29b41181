// Lines of batches, and logs of other programs. Field names are those that the packages write:
// inspect_ai 0.3.285 (log/_log.py: EvalLog, EvalSample), EvalScope 1.14 (api/evaluator/cache.py:
// ReviewResult, ModelResult), verifiers 0.4 (v1/episode.py, v1/trace.py; before it, result lines
// with `completion`), NeMo Gym (the rows that
// verifiers/v1/tasksets/nemo_gym exchanges with it).
#include <array>
#include <string>
#include <utility>

#include "core/dataset/response_calls.h"
#include "core/dataset/response_reading.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

// Each item of a list, in whatever form it is; `form` nullptr: named as what it is.
void read_each(const Value& list, const ResponseForm* form, ResponseReading& reading) {
  ResponseReading inner = reading.inside(form, {});
  if (inner.deep()) return;
  for (const Value& item : list.items()) {
    if (inner.full()) return;
    if (!inner.read(item)) inner.flaw(item, "has no response in a known format");
  }
}

// ---- batches: platform.openai.com/docs/guides/batch, docs.anthropic.com message batches, Gemini
// batch files ----

bool is_batch(const Value& value) {
  const bool openai = find_member(value, "custom_id") != nullptr;
  return (openai &&
          (find_member(value, "response") != nullptr || find_member(value, "result") != nullptr)) ||
         (str_member(value, "key") != nullptr && dict_member(value, "response") != nullptr);
}
void read_batch(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  const Value* named = str_member(value, "custom_id");
  if (named == nullptr) named = str_member(value, "key");
  ResponseReading inner =
      reading.inside(&form, named != nullptr ? std::string(named->as_str()) : "");
  const Value* answer = dict_member(value, "response");
  if (answer == nullptr) answer = dict_member(value, "result");
  if (answer == nullptr) {
    const std::string error = error_in(value);
    return inner.flaw(value, "the request of the batch has no response" +
                                 (error.empty() ? std::string() : ": " + error));
  }
  const Value* body = dict_member(*answer, "body");
  if (body == nullptr) body = dict_member(*answer, "message");
  if (body == nullptr) body = answer;
  if (const std::string error = error_in(*body); !error.empty()) {
    return inner.flaw(value, "the request of the batch failed: " + error);
  }
  if (inner.deep() || !inner.read(*body)) {
    const string_view type = find_text(*answer, "type");
    inner.flaw(value, type.empty() ? "the response of the batch is in an unknown format"
                                   : "the request of the batch is " + std::string(type));
  }
}

bool is_batch_request(const Value& value) {
  return find_member(value, "custom_id") != nullptr &&
         (find_member(value, "body") != nullptr || find_member(value, "params") != nullptr);
}
void read_batch_request(const Value& value, const ResponseForm&, ResponseReading& reading) {
  reading.flaw(value, "a request of a batch; pass the output file of the batch");
}

// {"object": "list", "data": [...]}
bool is_api_list(const Value& value) {
  return find_text(value, "object") == "list" && list_member(value, "data") != nullptr;
}
void read_api_list(const Value& value, const ResponseForm&, ResponseReading& reading) {
  read_each(*find_member(value, "data"), nullptr, reading);
}

// ---- inspect ----

bool is_inspect_log(const Value& value) {
  return dict_member(value, "eval") != nullptr && list_member(value, "samples") != nullptr;
}
void read_inspect_log(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  read_each(*find_member(value, "samples"), &form, reading);
}
// header.json of a log whose samples lie beside it.
bool is_inspect_header(const Value& value) {
  return dict_member(value, "eval") != nullptr && find_member(value, "plan") != nullptr;
}
void read_inspect_header(const Value& value, const ResponseForm&, ResponseReading& reading) {
  reading.flaw(value, "the header of an inspect log; its samples are in other files");
}

bool is_inspect_sample(const Value& value) {
  return find_member(value, "epoch") != nullptr && find_member(value, "id") != nullptr &&
         find_member(value, "input") != nullptr;
}
// Of the messages those that were not an assistant's in the question already.
Value without_given_responses(const Value& messages) {
  List kept;
  for (const Value& message : messages.items()) {
    const bool is_given = is_assistant(message) && find_text(message, "source") == "input";
    if (!is_given) kept.push_back(message);
  }
  return Value::list(std::move(kept));
}
void read_inspect_sample(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  ResponseReading inner = reading.inside(&form, first_id({&value, dict_member(value, "metadata")}));
  const Value* output = dict_member(value, "output");
  const Value* choices = output != nullptr ? list_member(*output, "choices") : nullptr;
  const Value* given = list_member(value, "messages");
  const Value messages = given != nullptr ? without_given_responses(*given) : Value();
  const Value* usage = output != nullptr ? find_member(*output, "usage") : nullptr;
  std::size_t said = 0;
  if (given != nullptr) {
    for (const Value& message : messages.items()) said += is_assistant(message) ? 1 : 0;
  }
  if (said > 1) return inner.add(form, value, response_of_messages(messages), nullptr);
  if (choices != nullptr && !choices->items().empty()) {
    const Value* message = dict_member(choices->items().front(), "message");
    if (message != nullptr) return inner.add(form, value, response_of_message(*message), usage);
  }
  if (said == 1) return inner.add(form, value, response_of_messages(messages), usage);
  const std::string error = error_in(value);
  inner.flaw(value, "the sample has no output" + (error.empty() ? error : ": " + error));
}

// ---- EvalScope ----

// A prediction is JSON text of what the handler gave, or of the error of the run.
void add_prediction(string_view text, const Value& holder, const ResponseForm& form,
                    ResponseReading& reading) {
  const Result<Value> parsed = json_loads(text);
  if (parsed.ok() && find_member(*parsed, "error") != nullptr) {
    return reading.flaw(holder,
                        "has a generation error instead of a response: " + error_in(*parsed));
  }
  const bool stored = parsed.ok() && (parsed->is_str() || parsed->is_list());
  reading.add(form, holder, stored ? stored_response(*parsed) : Value::str(text), nullptr);
}

bool is_evalscope_review(const Value& value) {
  const Value* sample = dict_member(value, "sample_score");
  return sample != nullptr && dict_member(*sample, "score") != nullptr;
}
void read_evalscope_review(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  const Value& sample = *find_member(value, "sample_score");
  ResponseReading inner =
      reading.inside(&form, first_id({dict_member(sample, "sample_metadata"), &sample, &value}));
  const Value* prediction = str_member(*find_member(sample, "score"), "prediction");
  if (prediction == nullptr) return inner.flaw(value, "the review has no `prediction`");
  add_prediction(prediction->as_str(), value, form, inner);
}

bool is_evalscope_prediction(const Value& value) {
  const Value* output = dict_member(value, "model_output");
  return output != nullptr && list_member(*output, "choices") != nullptr;
}
void read_evalscope_prediction(const Value& value, const ResponseForm& form,
                               ResponseReading& reading) {
  ResponseReading inner = reading.inside(&form, first_id({dict_member(value, "metadata"), &value}));
  const Value& choices = *find_member(*find_member(value, "model_output"), "choices");
  const Value* message =
      choices.items().empty() ? nullptr : dict_member(choices.items().front(), "message");
  if (message == nullptr) return inner.flaw(value, "the prediction has no message");
  const Result<Value> response = response_of_message(*message);
  if (!response.ok() || !response->is_str()) return inner.add(form, value, response, nullptr);
  add_prediction(response->as_str(), value, form, inner);
}

// ---- verifiers ----

bool is_verifiers_episode(const Value& value) {
  return list_member(value, "traces") != nullptr && find_member(value, "task") != nullptr;
}
void read_verifiers_episode(const Value& value, const ResponseForm& form,
                            ResponseReading& reading) {
  const Value& traces = *find_member(value, "traces");
  if (traces.items().empty()) {
    const Value* data = dict_member(*find_member(value, "task"), "data");
    ResponseReading inner = reading.inside(&form, first_id({data}));
    return inner.flaw(value, "the episode has no trace");
  }
  read_each(traces, &form, reading);
}

// The messages of a trace: what a model said, and what it was told, by the graph's order.
bool is_verifiers_trace(const Value& value) {
  const Value* nodes = list_member(value, "nodes");
  return nodes != nullptr && find_member(value, "task") != nullptr;
}
void read_verifiers_trace(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  const Value* task = dict_member(value, "task");
  const Value* data = task != nullptr ? dict_member(*task, "data") : nullptr;
  const Value* row = data != nullptr ? dict_member(*data, "row") : nullptr;
  ResponseReading inner =
      reading.inside(&form, first_id({data, row, dict_member(value, "info"), task}));
  List messages;
  for (const Value& node : find_member(value, "nodes")->items()) {
    const Value* message = dict_member(node, "message");
    if (message == nullptr) continue;
    // What stands in the prompt as an assistant's was not said by the model.
    const Value* sampled = find_member(node, "sampled");
    const bool said = sampled != nullptr && sampled->is_bool() && sampled->as_bool();
    if (is_assistant(*message) && !said) continue;
    messages.push_back(*message);
  }
  inner.add(form, value, response_of_messages(Value::list(std::move(messages))), nullptr);
}

bool is_verifiers_rollout(const Value& value) {
  const Value* completion = list_member(value, "completion");
  return completion != nullptr && is_messages(*completion);
}
void read_verifiers_rollout(const Value& value, const ResponseForm& form,
                            ResponseReading& reading) {
  ResponseReading inner = reading.inside(
      &form, first_id({&value, dict_member(value, "info"), dict_member(value, "metadata")}));
  inner.add(form, value, response_of_messages(*find_member(value, "completion")), nullptr);
}

// ---- NeMo Gym ----

bool is_nemo_gym(const Value& value) {
  return find_member(value, "responses_create_params") != nullptr;
}
void read_nemo_gym(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  const Value* metadata = dict_member(value, "verifier_metadata");
  ResponseReading inner =
      reading.inside(&form, first_id({&value, metadata, dict_member(value, "metadata")}));
  const Value* response = dict_member(value, "response");
  if (response == nullptr) {
    return inner.flaw(value, "the row has no `response`: it is a task, not a rollout");
  }
  const Value* output = list_member(*response, "output");
  if (output == nullptr) return inner.flaw(value, "its `response` has no list `output`");
  inner.add(form, value, response_of_parts(*output), find_member(*response, "usage"));
}

constexpr std::array kRows = {
    FormRow{{"nemo_gym", "a NeMo Gym rollout", "NeMo Gym rollouts",
             "`responses_create_params` and `response`"},
            is_nemo_gym,
            read_nemo_gym},
    FormRow{{"batch_line", "a line of a batch's output", "lines of a batch's output",
             "`custom_id` with `response` or `result`, or `key` with `response`"},
            is_batch,
            read_batch},
    FormRow{{"batch_request", "a request of a batch", "requests of a batch",
             "`custom_id` with `body` or `params`", true},
            is_batch_request,
            read_batch_request},
    FormRow{{"api_list", "a list of an API", "lists of an API", "`object` is \"list\", `data`"},
            is_api_list,
            read_api_list},
    FormRow{{"evalscope_review", "an EvalScope review", "EvalScope reviews",
             "`sample_score` with a `score`"},
            is_evalscope_review,
            read_evalscope_review},
    FormRow{{"evalscope_prediction", "an EvalScope prediction", "EvalScope predictions",
             "`model_output` with `choices`"},
            is_evalscope_prediction,
            read_evalscope_prediction},
    FormRow{{"inspect_sample", "a sample of an inspect log", "samples of inspect logs",
             "`eval` and `samples`"},
            is_inspect_log,
            read_inspect_log},
    FormRow{{"inspect_header", "a header of an inspect log", "headers of inspect logs",
             "`eval` and `plan`", true},
            is_inspect_header,
            read_inspect_header},
    FormRow{{"inspect_sample", "a sample of an inspect log", "samples of inspect logs",
             "`id`, `epoch` and `input`, with `output`"},
            is_inspect_sample,
            read_inspect_sample},
    FormRow{{"verifiers_trace", "a verifiers trace", "verifiers traces", "`task` and `traces`"},
            is_verifiers_episode,
            read_verifiers_episode},
    FormRow{{"verifiers_trace", "a verifiers trace", "verifiers traces", "`task` and `nodes`"},
            is_verifiers_trace,
            read_verifiers_trace},
    FormRow{{"verifiers_rollout", "a verifiers rollout", "verifiers rollouts",
             "`completion`, a list of messages"},
            is_verifiers_rollout,
            read_verifiers_rollout},
};

}  // namespace

std::span<const FormRow> log_rows() { return kRows; }

}  // namespace bfclx
