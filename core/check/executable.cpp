#include "core/check/executable.h"

#include <algorithm>
#include <utility>

#include "core/check/executable_match.h"
#include "core/check/executable_rest.h"
#include "core/check/executable_runner.h"
#include "core/check/findings.h"
#include "core/check/rules.h"
#include "core/simulators/apis/cassette.h"
#include "core/simulators/apis/executable_library.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

constexpr std::size_t kUsualCalls = 8;

std::string_view text_item(const Value* list, std::size_t index) {
  if (list == nullptr || !list->is_list() || index >= list->items().size()) return {};
  const Value& item = list->items()[index];
  return item.is_str() ? item.as_str() : std::string_view();
}

class Judge {
 public:
  Judge(const ExecutableTask& task, ExecutableVerdict& result)
      : task_(task), result_(result), runner_(task.answers, task.is_rest) {}

  void judge(Result<Value> decoded);

 private:
  // The comparison of a call with an expected result.
  struct Attempt {
    bool passes = false;
    std::string error_type;
    std::string error;
    std::string_view rule;
    std::string detail;
    std::optional<Value> output;
  };

  void fail(std::string_view type, Value error, std::string_view rule, std::string text) {
    Verdict& verdict = result_.verdict;
    verdict.error_type = type;
    verdict.error = std::move(error);
    verdict.why = Reason{rule, {}, {}, {}, std::move(text), {}};
  }
  void expect_count(std::size_t expected, std::size_t found) {
    result_.verdict.why->expected = Value::integer(static_cast<std::int64_t>(expected));
    result_.verdict.why->found = Value::integer(static_cast<std::int64_t>(found));
  }
  void fail(std::string_view type, std::string_view error, std::string_view rule) {
    fail(type, Value::list({Value::str(error)}), rule, std::string(error));
  }
  void skip(Skip reason, const EffectRequest& request) {
    result_.skip = reason;
    result_.request = request;
    const ApiKey* const key = api_key_in(request_json(request));
    if (key != nullptr) result_.variable = key->variable;
  }
  bool has_format(const Value& decoded) const;
  bool expect();  // false: the entry is skipped or stopped
  void judge_rest(std::string_view text);
  void judge_simple(std::string_view text);
  void judge_several(const List& texts);
  void fail_unmatched(const List& texts, std::size_t index, const std::vector<bool>& used,
                      List tried);
  bool has_best_matching(const List& texts);
  // nullopt when the entry ends here: it is skipped, or the official checker stops.
  std::optional<Attempt> attempt(std::string_view text, std::size_t index);
  bool refused_like_truth(const ExecutedCall& call);

  const ExecutableTask& task_;
  ExecutableVerdict& result_;
  CallRunner runner_;
  List expected_;
};

bool Judge::has_format(const Value& decoded) const {
  if (!decoded.is_list() || decoded.items().empty()) return false;
  if (task_.is_rest && decoded.items().size() != 1) return false;
  return std::all_of(decoded.items().begin(), decoded.items().end(),
                     [](const Value& item) { return item.is_str(); });
}

void Judge::judge(Result<Value> decoded) {
  Verdict& verdict = result_.verdict;
  if (!decoded.ok()) {
    verdict.decode_error = decoded.error();
    fail("executable_decoder:decoder_failed",
         concat({"Failed to decode executable. ", decoded.error().message}), rules::kDecoderFailed);
    verdict.why->detail = verdict.decode_error->message;
    return;
  }
  verdict.decoded = std::move(decoded).value();
  if (!has_format(*verdict.decoded)) {
    constexpr std::string_view kWords =
        "Did not output in the specified format. Note: the model_result is wrapped in a string to "
        "ensure json serializability.";
    fail(task_.is_rest ? "executable_decoder:rest_wrong_output_format"
                       : "executable_decoder:wrong_output_format",
         kWords, rules::kWrongFormat);
    verdict.why->found = *verdict.decoded;
    return;
  }
  const List& texts = verdict.decoded->items();
  runner_.reserve(std::min<std::size_t>(texts.size(), kUsualCalls));
  if (task_.is_rest) {
    judge_rest(texts[0].as_str());
  } else if (task_.is_simple) {
    judge_simple(texts[0].as_str());
  } else {
    judge_several(texts);
  }
  result_.calls = runner_.take();
}

// A model's request that equals the truth's and was refused says nothing of the model.
bool Judge::refused_like_truth(const ExecutedCall& call) {
  if (task_.rest_call.empty() || task_.official) return false;
  EffectStore nothing;
  std::vector<EffectRequest> log;
  nothing.set_log(&log);
  WorkBudget budget;
  // For its request alone: there is no answer here.
  const Result<Value> truth = execute_rest(task_.rest_call, nothing, budget);
  if (truth.ok() || log.empty()) return false;
  for (const SentRequest& request : call.requests) {
    if (is_dead(request) && request.request.key() == log[0].key()) {
      skip(Skip::kApiError, request.request);
      return true;
    }
  }
  return false;
}

void Judge::judge_rest(std::string_view text) {
  const ExecutedCall& call = runner_.run(text);
  if (is_missing(call) && !task_.official) return skip(Skip::kNotInCassette, *runner_.wanted());
  if (refused_like_truth(call)) return;
  if (call.error) {
    fail("executable_checker_rest:execution_error",
         concat({"Execution failed. ", call.error->message}), rules::kExecution);
    result_.verdict.why->detail = call.error->message;
    return;
  }
  const bool recorded = task_.ground_truth != nullptr && task_.ground_truth->is_str();
  const std::optional<RestMismatch> wrong =
      match_rest(*call.value, recorded ? task_.ground_truth->as_str() : std::string_view());
  if (!wrong) {
    result_.verdict.valid = true;
    return;
  }
  fail(wrong->error_type, wrong->error, wrong->rule);
  result_.verdict.why->expected = wrong->expected;
  result_.verdict.why->found = wrong->found;
}

bool Judge::expect() {
  ExpectedResults expected = expected_results(*task_.ground_truth, *task_.answers);
  result_.truth = std::move(expected.calls);
  expected_ = std::move(expected.values);
  if (task_.official) return true;
  if (expected.missing) {
    skip(Skip::kNoGroundTruth, *expected.missing);
    return false;
  }
  for (const ExecutedCall& call : result_.truth) {
    for (const SentRequest& request : call.requests) {
      if (!is_dead(request)) continue;
      skip(Skip::kApiError, request.request);
      return false;
    }
  }
  return true;
}

std::optional<Judge::Attempt> Judge::attempt(std::string_view text, std::size_t index) {
  const ExecutedCall& call = runner_.run(text, result_.truth);
  if (is_missing(call) && !task_.official) {
    skip(Skip::kNotInCassette, *runner_.wanted());
    return std::nullopt;
  }
  Attempt attempt;
  for (const SentRequest& request : call.requests) {
    if (!request.failed || task_.official) continue;
    // What is asked of a service of the functions is never at fault for its silence.
    skip(Skip::kApiError, request.request);
    return std::nullopt;
  }
  if (call.error) {
    attempt.error_type = "executable_checker:execution_error";
    attempt.error =
        concat({"Error in execution: ", repr(Value::str(text)), ". Error: ", call.error->message});
    attempt.rule = rules::kExecution;
    attempt.detail = call.error->message;
    return attempt;
  }
  Result<std::optional<Mismatch>> match =
      match_result(text, *call.value, expected_[index], text_item(task_.match_types, index));
  if (!match.ok()) {
    fail(concat({"official_evaluator_error:", match.error().kind}), match.error().message,
         rules::kEvaluatorError);
    result_.verdict.why->detail = concat({match.error().kind, ": ", match.error().message});
    return std::nullopt;
  }
  attempt.passes = !match->has_value();
  if (attempt.passes) return attempt;
  attempt.error_type = std::move((*match)->error_type);
  attempt.error = std::move((*match)->error);
  attempt.rule = (*match)->rule;
  attempt.output = *call.value;
  return attempt;
}

void Judge::judge_simple(std::string_view text) {
  if (result_.verdict.decoded->items().size() != 1) {
    fail("simple_exec_checker:wrong_count", "Wrong number of functions.", rules::kWrongCount);
    expect_count(1, result_.verdict.decoded->items().size());
    return;
  }
  if (!expect()) return;
  if (expected_.empty()) {
    fail("official_evaluator_error:IndexError", "list index out of range", rules::kEvaluatorError);
    result_.verdict.why->detail = "IndexError: list index out of range";
    return;
  }
  const std::optional<Attempt> tried = attempt(text, 0);
  if (!tried) return;
  result_.verdict.valid = tried->passes;
  if (tried->passes) return;
  fail(tried->error_type, tried->error, tried->rule);
  result_.verdict.why->detail = tried->detail;
  result_.verdict.why->path = {Value::integer(0)};
  result_.verdict.why->expected = expected_[0];
  if (tried->output) result_.verdict.why->found = *tried->output;
  result_.model_output = tried->output;
}

void Judge::judge_several(const List& texts) {
  const std::size_t count = task_.ground_truth->is_list() ? task_.ground_truth->items().size() : 0;
  if (texts.size() != count) {
    fail("value_error:exec_result_count",
         concat({"Wrong number of functions provided. Expected ", std::to_string(count),
                 ", but got ", std::to_string(texts.size()), "."}),
         rules::kWrongCount);
    expect_count(count, texts.size());
    return;
  }
  if (!expect()) return;
  std::vector<bool> used(texts.size(), false);
  for (std::size_t i = 0; i < expected_.size(); ++i) {
    List tried;
    bool found = false;
    for (std::size_t k = 0; k < texts.size() && !found; ++k) {
      if (used[k]) continue;
      std::optional<Attempt> result = attempt(texts[k].as_str(), i);
      if (!result) return;
      found = result->passes;
      used[k] = found;
      if (found) continue;
      Dict sub;
      sub.set("sub_error", Value::list({Value::str(result->error)}));
      sub.set("sub_error_type", Value::str(result->error_type));
      sub.set("model_executed_output", result->output.value_or(Value()));
      Dict named;
      named.set("Model Result Index " + std::to_string(k), Value::dict(std::move(sub)));
      tried.push_back(Value::dict(std::move(named)));
    }
    if (found) continue;
    if (task_.matching == Matching::kBest && has_best_matching(texts)) break;
    const bool ended = result_.skip != Skip::kNone || !result_.verdict.error_type.empty();
    if (!ended) fail_unmatched(texts, i, used, std::move(tried));
    return;
  }
  result_.verdict.valid = true;
}

void Judge::fail_unmatched(const List& texts, std::size_t index, const std::vector<bool>& used,
                           List tried) {
  List left;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    if (!used[k]) left.push_back(Value::integer(static_cast<std::int64_t>(k)));
  }
  const Value unmatched = Value::list(std::move(left));
  const std::string text =
      concat({"Could not find a matching function among index ", repr(unmatched),
              " of model output for index ", std::to_string(index), " of possible answers."});
  tried.insert(tried.begin(), Value::str(text));
  fail("executable_checker:cannot_find_match", Value::list(std::move(tried)), rules::kNoMatch,
       concat({"None of the calls left gives what call ", std::to_string(index),
               " of the ground truth gives: ", result_.truth[index].text}));
  result_.verdict.why->expected = expected_[index];
}

// Whether there is an assignment in which every expected result has a call of its own that passes
// (augmenting paths). False as well where the entry ends on the way.
bool Judge::has_best_matching(const List& texts) {
  const std::size_t count = texts.size();
  std::vector<std::vector<bool>> passes(count, std::vector<bool>(count));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      const std::optional<Attempt> tried = attempt(texts[k].as_str(), i);
      if (!tried) return false;
      passes[i][k] = tried->passes;
    }
  }
  std::vector<std::size_t> owner(count, count);
  for (std::size_t i = 0; i < count; ++i) {
    // Breadth first from the expected result i to a call that nobody has.
    std::vector<std::size_t> from(count, count), queue = {i};
    std::size_t free_call = count;
    for (std::size_t at = 0; at < queue.size() && free_call == count; ++at) {
      for (std::size_t k = 0; k < count && free_call == count; ++k) {
        if (!passes[queue[at]][k] || from[k] != count) continue;
        from[k] = queue[at];
        if (owner[k] == count) {
          free_call = k;
        } else {
          queue.push_back(owner[k]);
        }
      }
    }
    if (free_call == count) return false;
    for (std::size_t k = free_call; k != count;) {
      const std::size_t taker = from[k];
      std::size_t had = count;
      for (std::size_t other = 0; other < count; ++other) {
        if (owner[other] == taker) had = other;
      }
      owner[k] = taker;
      k = taker == i ? count : had;
    }
  }
  return true;
}

}  // namespace

bool is_refusal(int status) {
  constexpr int kUnauthorized = 401, kForbidden = 403, kTooMany = 429, kServer = 500, kEnd = 600;
  return status == kUnauthorized || status == kForbidden || status == kTooMany ||
         (status >= kServer && status < kEnd);
}

bool is_dead(const SentRequest& request) { return request.failed || is_refusal(request.status); }

const SentRequest* refused_request(const ExecutableVerdict& verdict) {
  for (const std::vector<ExecutedCall>* calls : {&verdict.calls, &verdict.truth}) {
    for (const ExecutedCall& call : *calls) {
      for (const SentRequest& request : call.requests) {
        if (is_refusal(request.status)) return &request;
      }
    }
  }
  return nullptr;
}

std::string truth_failure(const ExecutableTask& task) {
  ExecutableTask own = task;
  own.official = false;
  Value calls = task.is_rest ? Value::list({Value::str(task.rest_call)}) : *task.ground_truth;
  if (task.is_rest && task.rest_call.empty()) return {};
  const ExecutableVerdict verdict = judge_executable(own, std::move(calls));
  if (verdict.verdict.valid || verdict.skip != Skip::kNone || !verdict.verdict.why) return {};
  return verdict.verdict.why->text;
}

ExecutableVerdict judge_executable(const ExecutableTask& task, Result<Value> decoded) {
  ExecutableVerdict result;
  for (std::size_t i = 0; task.match_types != nullptr && task.match_types->is_list() &&
                          i < task.match_types->items().size();
       ++i) {
    result.match_types.emplace_back(text_item(task.match_types, i));
  }
  Judge(task, result).judge(std::move(decoded));
  return result;
}

}  // namespace bfclx
