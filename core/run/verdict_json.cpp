#include <algorithm>
#include <string>
#include <utility>

#include "core/check/short_reason.h"
#include "core/run/scorer.h"
#include "core/simulators/apis/cassette.h"
#include "core/value/bigint.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

// JavaScript's largest exact integer: past it a JSON reader may lose digits.
constexpr std::int64_t kExactInteger = 9007199254740991;

bool is_finite(double number) { return number - number == 0; }

// True when JSON cannot hold the value as Python has it (a reader would see another type).
bool needs_repr(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::kNone:
    case Value::Kind::kBool:
    case Value::Kind::kStr:
      return false;
    case Value::Kind::kInt:
      return !value.is_small_int() || value.as_int64() > kExactInteger ||
             value.as_int64() < -kExactInteger;
    case Value::Kind::kFloat:
      return !is_finite(value.as_float());
    case Value::Kind::kList:
      for (const Value& item : value.items()) {
        if (needs_repr(item)) return true;
      }
      return false;
    case Value::Kind::kDict:
      for (const auto& [key, item] : value.as_dict()) {
        if (!key.is_str() || needs_repr(item)) return true;
      }
      return false;
    default:
      return true;
  }
}

// Python's json reads no integer of more than 4,300 digits. Fewer bits than these are fewer digits.
constexpr std::size_t kReadableBits = 14285;

// What no JSON reader takes: such integers, infinities and NaN.
bool is_unreadable(const Value& value) {
  if (value.is_float()) return !is_finite(value.as_float());
  if (!value.is_int() || value.is_small_int()) return false;
  const BigInt number = value.as_bigint();
  if (number.bit_length() < kReadableBits) return false;
  return number.to_decimal().size() - (number.negative() ? 1 : 0) > BigInt::kMaxStrDigits;
}

bool holds_unreadable(const Value& value) {
  if (value.is_sequence()) {
    return std::any_of(value.items().begin(), value.items().end(), holds_unreadable);
  }
  if (value.is_set()) {
    return std::any_of(value.as_set().begin(), value.as_set().end(), holds_unreadable);
  }
  if (value.is_dict()) {
    return std::any_of(value.as_dict().begin(), value.as_dict().end(),
                       [](const Dict::Entry& entry) {
                         return is_unreadable(entry.key) || holds_unreadable(entry.value);
                       });
  }
  return is_unreadable(value);
}

// The value with texts in place of such numbers.
Value readable(const Value& value) {
  if (is_unreadable(value)) {
    return Value::str(value.is_float() ? repr(value) : value.as_bigint().to_decimal());
  }
  if (value.is_dict()) {
    Dict entries;
    for (const auto& [key, item] : value.as_dict()) {
      entries.set(is_unreadable(key) ? readable(key) : key, readable(item));
    }
    return Value::dict(std::move(entries));
  }
  if (!value.is_sequence() && !value.is_set()) return value;
  List items;
  for (const Value& item : value.is_set() ? value.as_set().ordered_items() : value.items()) {
    items.push_back(readable(item));
  }
  return value.is_tuple() ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

class ObjectWriter {
 public:
  ObjectWriter& member(std::string_view name, const Value& value) {
    open(name);
    append_json(out_, holds_unreadable(value) ? readable(value) : value);
    return *this;
  }
  ObjectWriter& text(std::string_view name, std::string_view text) {
    open(name);
    append_json_str(out_, text);
    return *this;
  }
  ObjectWriter& raw(std::string_view name, std::string_view json) {
    open(name);
    out_ += json;
    return *this;
  }
  std::string finish() && { return std::move(out_ += '}'); }

 private:
  void open(std::string_view name) {
    out_ += out_.size() == 1 ? "\"" : ", \"";
    out_ += name;
    out_ += "\": ";
  }
  std::string out_ = "{";
};

std::string reason_json(const Reason& reason) {
  ObjectWriter object;
  object.text("rule", reason.rule)
      .member("path", Value::list(reason.path))
      .member("expected", reason.expected)
      .member("found", reason.found)
      .text("text", reason.text)
      .text("short", short_reason(reason).text);
  if (!reason.more.is_none()) object.member("more", reason.more);
  return std::move(object).finish();
}

// The form that the recordings give episodes: the official error dict, with its type inside.
void write_episode(const ScoredResponse& response, ObjectWriter& line) {
  const Verdict& verdict = response.verdict;
  if (!verdict.valid) line.member("error", verdict.error);
  line.member("decoded", decoded_turns(*response.episode));
  if (!response.episode->execution.empty()) {
    line.member("execution", execution_value(response.episode->execution));
  }
}

// Likewise: the message that was searched stands beside the official error dict.
void write_agentic(const ScoredResponse& response, ObjectWriter& line) {
  if (response.verdict.valid) return;
  line.member("error", response.verdict.error)
      .member("last_non_fc_message", response.agentic->last_message);
}

void write_single_turn(const Verdict& verdict, ObjectWriter& line) {
  if (!verdict.valid) line.text("error_type", verdict.error_type).member("error", verdict.error);
  if (verdict.decoded) {
    line.member("decoded", *verdict.decoded);
    if (needs_repr(*verdict.decoded)) line.text("decoded_repr", repr(*verdict.decoded));
  }
  if (verdict.decode_error) {
    line.text("decode_error", verdict.decode_error->message);
    line.text("decode_error_class", verdict.decode_error->kind);
  }
}

// What made an entry a skip, as the recordings name it, and which request.
void write_skip(const ExecutableVerdict& executed, ObjectWriter& line) {
  constexpr std::string_view kPrefix = "skipped_";
  line.text("skipped", skip_name(executed.skip).substr(kPrefix.size()));
  if (executed.request) line.raw("request", request_json(*executed.request));
  if (executed.skip == Skip::kNoCredentials) line.text("variable", executed.variable);
}

}  // namespace

std::string verdict_json(const ScoredResponse& response) {
  ObjectWriter line;
  line.text("id", response.id);
  if (response.entry == nullptr) {
    line.raw("valid", "null").text("problem", "unknown id");
    return std::move(line).finish();
  }
  const Verdict& verdict = response.verdict;
  if (response.skipped()) {
    line.raw("valid", "null");
    write_skip(*response.executable, line);
    if (verdict.decoded) line.member("decoded", *verdict.decoded);
    if (response.superseded) line.raw("superseded", "true");
    return std::move(line).finish();
  }
  line.raw("valid", verdict.valid ? "true" : "false");
  if (response.episode != nullptr) {
    write_episode(response, line);
  } else if (response.agentic != nullptr) {
    write_agentic(response, line);
  } else {
    write_single_turn(verdict, line);
    const bool has_output = response.executable != nullptr && response.executable->model_output;
    if (has_output) line.member("model_executed_output", *response.executable->model_output);
    const bool warned = response.executable != nullptr && !response.executable->impossible.empty();
    if (warned) line.text("impossible", response.executable->impossible);
  }
  if (verdict.why) line.raw("why", reason_json(*verdict.why));
  if (response.superseded) line.raw("superseded", "true");
  return std::move(line).finish();
}

std::string verdict_json(const Verdict& verdict) {
  ObjectWriter line;
  line.raw("valid", verdict.valid ? "true" : "false");
  write_single_turn(verdict, line);
  if (verdict.why) line.raw("why", reason_json(*verdict.why));
  return std::move(line).finish();
}

}  // namespace bfclx
