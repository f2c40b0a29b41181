// What programs write about scores, which has the responses too: samples of lm_eval 0.4.13
// (evaluator.py: logged_samples) and of Every Eval Ever 0.3.0 (instance_level_eval.schema.json),
// answers and reviews of EvalScope before 1.0 (evaluator/evaluator.py). Verdicts of our own
// and files of scores alone have none, and are refused by name.
#include <array>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/dataset/response_calls.h"
#include "core/dataset/response_reading.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

// ---- lm-evaluation-harness ----

bool is_lm_eval_sample(const Value& value) {
  return list_member(value, "resps") != nullptr && dict_member(value, "doc") != nullptr;
}
// The first of the responses to the first request; those of `filtered_resps` are cut.
void read_lm_eval_sample(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  ResponseReading inner = reading.inside(&form, first_id({dict_member(value, "doc")}));
  const Value* said = find_member(value, "resps");
  while (said->is_list() && !said->items().empty()) said = &said->items().front();
  if (!said->is_str()) return inner.flaw(value, "the sample has no generated text in `resps`");
  inner.add(form, value, *said, nullptr);
}

// ---- Every Eval Ever ----

bool is_eee_sample(const Value& value) {
  return str_member(value, "sample_id") != nullptr &&
         str_member(value, "interaction_type") != nullptr;
}
// Ours have a response that is not text in the metadata, where all values are texts.
void read_eee_sample(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  ResponseReading inner = reading.inside(&form, std::string(find_text(value, "sample_id")));
  const Value* metadata = dict_member(value, "metadata");
  if (metadata != nullptr && str_member(*metadata, kEeeResponse) != nullptr) {
    Result<Value> stored = json_loads(find_text(*metadata, kEeeResponse));
    if (stored.ok()) return inner.add(form, value, std::move(stored), nullptr);
  }
  const Value* output = dict_member(value, "output");
  const Value* raw = output != nullptr ? list_member(*output, "raw") : nullptr;
  if (raw != nullptr && !raw->items().empty() && raw->items().front().is_str()) {
    return inner.add(form, value, raw->items().front(), nullptr);
  }
  const Value* messages = list_member(value, "messages");
  if (messages == nullptr) return inner.flaw(value, "the sample has no output");
  inner.add(form, value, response_of_messages(*messages), nullptr);
}

// ---- EvalScope before 1.0 ----

bool is_evalscope_answer(const Value& value) {
  return dict_member(value, "raw_input") != nullptr && list_member(value, "choices") != nullptr;
}
void read_evalscope_answer(const Value& value, const ResponseForm& form, ResponseReading& reading) {
  ResponseReading inner =
      reading.inside(&form, first_id({dict_member(value, "raw_input"), &value}));
  const Value& choices = *find_member(value, "choices");
  const Value* message =
      choices.items().empty() ? nullptr : dict_member(choices.items().front(), "message");
  const Value* content = message != nullptr ? find_member(*message, "content") : nullptr;
  if (content == nullptr) return inner.flaw(value, "the response has no message");
  inner.add(form, value, stored_response(*content), nullptr);
}

// ---- verdicts ----

bool is_verdict(const Value& value) {
  const Value* valid = find_member(value, "valid");
  const Value* id = str_member(value, "id");
  if (valid == nullptr || !valid->is_bool() || id == nullptr) return false;
  for (const string_view name : {"decoded", "error", "decode_error", "problem"}) {
    if (find_member(value, name) != nullptr) return true;
  }
  return false;
}
void read_verdict(const Value& value, const ResponseForm&, ResponseReading& reading) {
  reading.flaw(value, "a line of verdicts has no response; pass the results that were scored");
}

// ---- scores ----

bool is_lm_eval_scores(const Value& value) {
  return dict_member(value, "results") != nullptr && dict_member(value, "n-shot") != nullptr;
}
void read_lm_eval_scores(const Value& value, const ResponseForm&, ResponseReading& reading) {
  reading.flaw(value,
               "scores of lm-evaluation-harness have no responses; pass the samples "
               "(samples_*.jsonl of --log_samples)");
}

bool is_eee_scores(const Value& value) {
  return str_member(value, "evaluation_id") != nullptr &&
         list_member(value, "evaluation_results") != nullptr;
}
void read_eee_scores(const Value& value, const ResponseForm&, ResponseReading& reading) {
  reading.flaw(value,
               "scores of Every Eval Ever have no responses; pass the samples "
               "(*_samples.jsonl)");
}

constexpr std::array kRows = {
    FormRow{{"lm_eval_sample", "a sample of lm-evaluation-harness",
             "samples of lm-evaluation-harness", "`doc` and `resps`"},
            is_lm_eval_sample,
            read_lm_eval_sample},
    FormRow{{"eee_sample", "a sample of Every Eval Ever", "samples of Every Eval Ever",
             "`sample_id` and `interaction_type`"},
            is_eee_sample,
            read_eee_sample},
    FormRow{{"evalscope_answer", "a response of EvalScope before 1.0",
             "responses of EvalScope before 1.0", "`raw_input` and `choices`"},
            is_evalscope_answer,
            read_evalscope_answer},
    FormRow{
        {"verdict", "a verdict", "verdicts", "`id` and `valid`, with `decoded` or an error", true},
        is_verdict,
        read_verdict},
    FormRow{{"lm_eval_scores", "a score file of lm-evaluation-harness",
             "score files of lm-evaluation-harness", "`results` and `n-shot`", true},
            is_lm_eval_scores,
            read_lm_eval_scores},
    FormRow{{"eee_scores", "a score file of Every Eval Ever", "score files of Every Eval Ever",
             "`evaluation_id` and `evaluation_results`", true},
            is_eee_scores,
            read_eee_scores},
};

}  // namespace

std::span<const FormRow> export_rows() { return kRows; }

bool read_export(const Value& value, ResponseReading& reading) {
  for (const FormRow& row : kRows) {
    if (!row.fits(value)) continue;
    row.read(value, row.form, reading);
    return true;
  }
  return false;
}

}  // namespace bfclx
