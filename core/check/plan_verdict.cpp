// The official verdict of a response that is read in one pass against its plan (call_plan.h).
//
// Values are made only where a test needs them. The first value that fails is checked once more by
// the checker's own functions, which word the error.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/check/call_check.h"
#include "core/check/call_plan.h"
#include "core/check/findings.h"
#include "core/check/parameter_value.h"
#include "core/check/value_checks.h"
#include "core/python/evaluate/plain_reader.h"
#include "core/value/dict.h"
#include "core/value/plain_json.h"

namespace bfclx {

namespace {

bool read_name(PlainReader& reader, std::string_view& name) { return reader.read_keyword(name); }
bool read_name(PlainJson& reader, std::string_view& name) { return reader.read_name(name); }

bool at_text(const PlainReader& reader) { return reader.next() == '\'' || reader.next() == '"'; }
bool at_text(const PlainJson& reader) { return reader.next() == '"'; }

// Moves past the arguments of a call that nothing is asked of.
template <typename Reader>
bool skip_arguments(Reader& reader, char close) {
  return reader.items(close, [&] {
    std::string_view name;
    Value value;
    return read_name(reader, name) && reader.read_value(value);
  });
}

}  // namespace

// One call against the answer that it should fit.
class CallPlan::CallReading {
 public:
  CallReading(const CallPlan& plan, const Answer& answer)
      : plan_(plan), answer_(answer), parameters_(plan.parameters_of(answer)) {}

  // The arguments up to `close`. False: the call is left to the checker.
  template <typename Reader>
  bool read(Reader& reader, char close) {
    return reader.items(close, [&] { return read_argument(reader); });
  }

  bool passes() const { return !problem_ && is_complete(parameters_, given_); }

  // What the checker finds first in a call that does not pass.
  Findings& problem() {
    for (const Value& param : *answer_.required) {
      if (is_given(param.as_str())) continue;
      call_errors::missing_required(param, problem_findings());
      return *problem_;
    }
    if (problem_) return *problem_;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (given_.has(i) || parameters_[i].optional) continue;
      call_errors::missing_optional(*parameters_[i].key, problem_findings());
      break;
    }
    return *problem_;
  }

 private:
  template <typename Reader>
  bool read_argument(Reader& reader) {
    std::string_view name;
    if (!read_name(reader, name)) return false;
    const std::size_t place = place_of(parameters_, name, given_);
    if (place == kNowhere) return read_unexpected(reader, name);
    // Given again it would count in place of the first.
    if (given_.has(place)) return false;
    given_.add(place);
    const Parameter& parameter = parameters_[place];
    Value value;
    if (parameter.plain == Plain::kText && at_text(reader)) {
      std::string_view text;
      std::string unescaped;
      if (!reader.read_text(text, unescaped)) return false;
      if (problem_ || plan_.match_text(parameter, text) == Match::kYes) return true;
      value = Value::str(text);
    } else {
      if (!reader.read_value(value)) return false;
      if (problem_ || plan_.match_value(parameter, value) == Match::kYes) return true;
    }
    return check(parameter, value);
  }

  // What the plan does not know to pass.
  bool check(const Parameter& parameter, const Value& value) {
    TypedValue typed(value);
    typed.expected = parameter.expected;
    if (!convert_python_value(typed).ok()) return false;
    const Result<Outcome> outcome = check_value(*parameter.key, *typed.value, *parameter.answers,
                                                parameter.expected, problem_findings());
    if (!outcome.ok()) return false;
    if (*outcome == Outcome::kPass) problem_.reset();
    return true;
  }

  template <typename Reader>
  bool read_unexpected(Reader& reader, std::string_view name) {
    // One that has answers but no type counts as given all the same.
    if (std::any_of(parameters_.begin(), parameters_.end(),
                    [&](const Parameter& parameter) { return parameter.name == name; })) {
      return false;
    }
    if (!problem_) call_errors::unexpected(Value::str(name), problem_findings());
    Value value;
    return reader.read_value(value);
  }

  bool is_given(std::string_view name) const {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i].name == name) return given_.has(i);
    }
    return false;
  }

  Findings& problem_findings() {
    return problem_.emplace(Findings{.explain = true, .reason = false});
  }

  const CallPlan& plan_;
  const Answer& answer_;
  std::span<const Parameter> parameters_;
  Given given_;
  std::optional<Findings> problem_;  // of the first argument that fails
};

// All calls of a response: call i against answer i.
class CallPlan::ResponseReading {
 public:
  ResponseReading(const CallPlan& plan, const AstCheck& check) : plan_(plan), check_(check) {}

  // The call of that name, whose arguments end with `close`.
  template <typename Reader>
  bool read_call(Reader& reader, std::string_view name, char close) {
    const std::size_t place = count_++;
    if (failed_ || place >= plan_.answers_.size()) return skip_arguments(reader, close);
    const Answer& answer = plan_.answers_[place];
    const std::string_view expected = check_.underscore_to_dot ? answer.underscored : answer.name;
    if (name != expected) {
      failed_ = true;
      if (!is_parallel()) call_errors::wrong_name(Value::str(expected), findings());
      return skip_arguments(reader, close);
    }
    CallReading call(plan_, answer);
    if (!call.read(reader, close)) return false;
    if (call.passes()) return true;
    failed_ = true;
    if (!is_parallel()) findings() = std::move(call.problem());
    return true;
  }

  bool finish(Verdict& verdict) {
    if (count_ != plan_.answers_.size()) {
      failed_ = true;
      call_errors::wrong_count(check_.count, findings());
    } else if (failed_ && is_parallel()) {
      return false;  // perhaps they fit in another order
    }
    verdict.valid = !failed_;
    if (!failed_) return true;
    verdict.error_type = findings_->error_type;
    verdict.error = Value::list(std::move(findings_->errors));
    return true;
  }

 private:
  bool is_parallel() const { return check_.count == CallCount::kParallel; }
  Findings& findings() {
    if (!findings_) findings_.emplace(Findings{.explain = true, .reason = false});
    return *findings_;
  }

  const CallPlan& plan_;
  const AstCheck& check_;
  std::size_t count_ = 0;
  bool failed_ = false;
  std::optional<Findings> findings_;
};

bool CallPlan::verdict_of_text(std::string_view text, const AstCheck& check,
                               Verdict& verdict) const {
  PlainReader reader(text, PlainReader::Names::kText);
  if (!reader.take('[')) return false;
  ResponseReading response(*this, check);
  const bool read = reader.items(']', [&] {
    std::string_view name;
    return reader.read_callee(name) && response.read_call(reader, name, ')');
  });
  return read && reader.at_end() && response.finish(verdict);
}

bool CallPlan::verdict_of_tool_calls(const Value& calls, const AstCheck& check,
                                     Verdict& verdict) const {
  if (!calls.is_list()) return false;
  ResponseReading response(*this, check);
  for (const Value& item : calls.items()) {
    // Only the first member of a call counts.
    if (!item.is_dict() || item.as_dict().empty()) return false;
    const auto& [name, arguments] = item.as_dict().entry(0);
    if (!name.is_str() || !arguments.is_str()) return false;
    PlainJson reader(arguments.as_str());
    reader.skip_space();
    if (!reader.take('{')) return false;
    if (!response.read_call(reader, name.as_str(), '}') || !reader.at_end()) return false;
  }
  return response.finish(verdict);
}

}  // namespace bfclx
