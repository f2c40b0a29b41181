#include "core/check/executable_runner.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/check/executable_rest.h"
#include "core/simulators/apis/executable_library.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {

namespace {

std::vector<SentRequest> sent(const std::vector<EffectRequest>& log, const EffectStore& answers) {
  std::vector<SentRequest> requests;
  for (const EffectRequest& request : log) {
    const EffectAnswer* const answer = answers.find(request.key());
    const bool failed =
        answer != nullptr && (!answer->error.empty() || !answer->error_class.empty());
    requests.push_back({request, answer != nullptr ? answer->status : 0, failed});
  }
  return requests;
}

// Whether JSON gives a value back as it is, as it does with nearly every result.
bool survives_json(const Value& value, int depth = 8) {
  if (value.is_none() || value.is_bool() || value.is_small_int()) return true;
  // Another nan is not the same nan, which lists that are compared make a difference of.
  if (value.is_float()) return !std::isnan(value.as_float());
  if (value.is_str()) return is_ascii(value.as_str());
  if (depth == 0) return false;
  const auto survives = [depth](const Value& part) { return survives_json(part, depth - 1); };
  if (value.is_list()) return std::all_of(value.items().begin(), value.items().end(), survives);
  if (!value.is_dict()) return false;
  const Dict& dict = value.as_dict();
  return std::all_of(dict.begin(), dict.end(), [&](const Dict::Entry& entry) {
    return entry.key.is_str() && survives(entry.key) && survives(entry.value);
  });
}

// Written to the question file as JSON, and read from it.
Value through_json(Value value) {
  if (survives_json(value)) return value;
  const Result<std::string> json = json_dumps(value);
  if (!json.ok()) return value;
  Result<Value> back = json_loads(*json);
  return back.ok() ? std::move(back).value() : value;
}

}  // namespace

CallRunner::CallRunner(const EffectStore* answers, bool is_rest)
    : store_(answers), is_rest_(is_rest) {
  store_.set_log(&log_);
}

const ExecutedCall& CallRunner::run(std::string_view text, std::span<const ExecutedCall> known) {
  for (const ExecutedCall& call : calls_) {
    if (call.text == text) return call;
  }
  for (const ExecutedCall& call : known) {
    if (call.text == text && call.value) return calls_.emplace_back(call);
  }
  ExecutedCall call;
  call.text = text;
  log_.clear();
  store_.forget_wanted();
  Result<Value> result =
      is_rest_ ? execute_rest(text, store_, budget_) : execute_call(text, store_, budget_);
  call.requests = sent(log_, store_);
  if (result.ok()) {
    call.value = result->is_tuple() ? Value::list(result->items()) : *result;
  } else {
    call.error = result.error();
  }
  calls_.push_back(std::move(call));
  return calls_.back();
}

std::vector<ExecutedCall> CallRunner::take() { return std::move(calls_); }

bool is_missing(const ExecutedCall& call) { return call.error && is_effect(*call.error); }

ExpectedResults expected_results(const Value& ground_truth, const EffectStore& answers) {
  ExpectedResults expected;
  CallRunner runner(&answers, false);
  if (!ground_truth.is_list()) return expected;
  const List& texts = ground_truth.items();
  const auto text_of = [](const Value& text) {
    return text.is_str() ? text.as_str() : std::string_view();
  };
  runner.reserve(texts.size());
  expected.values.reserve(texts.size());
  for (const Value& text : texts) {
    const ExecutedCall& call = runner.run(text_of(text));
    if (is_missing(call) && !expected.missing) expected.missing = runner.wanted();
    expected.values.push_back(through_json(call.value.value_or(Value())));
  }
  // Where no text is there twice, the calls of the runner are those of the truth.
  if (runner.count() == texts.size()) {
    expected.calls = runner.take();
  } else {
    for (const Value& text : texts) expected.calls.push_back(runner.run(text_of(text)));
  }
  return expected;
}

}  // namespace bfclx
