#include "tools/bfclx/score/shard_verdict.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/simulators/apis/cassette.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

// Unlike in Python, numbers are equal to numbers alone.
bool is_same_json(const Value& a, const Value& b) {
  if (a.is_bool() || b.is_bool()) return a.is_bool() && b.is_bool() && a.as_bool() == b.as_bool();
  if (a.is_list() && b.is_list()) {
    return std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end(),
                      is_same_json);
  }
  if (a.is_float() && b.is_float() && std::isnan(a.as_float())) return std::isnan(b.as_float());
  if (!a.is_dict() || !b.is_dict()) return equal(a, b);
  if (a.as_dict().size() != b.as_dict().size()) return false;
  return std::all_of(a.as_dict().begin(), a.as_dict().end(), [&](const Dict::Entry& entry) {
    const Value* other = b.as_dict().find(entry.key);
    return other != nullptr && is_same_json(entry.value, *other);
  });
}

}  // namespace

std::string_view error_type_of(const Value& line) {
  const std::string_view type = find_text(line, "error_type");
  const Value* error = find_member(line, "error");
  return type.empty() && error != nullptr ? find_text(*error, "error_type") : type;
}

bool restore_verdict(ScoredResponse& response, const Value& line) {
  const Value* valid = find_member(line, "valid");
  const bool is_verdict = valid != nullptr && valid->is_bool();
  response.verdict.valid = is_verdict && valid->as_bool();
  response.verdict.error_type = error_type_of(line);
  if (const Value* decoded = find_member(line, "decoded")) response.verdict.decoded = *decoded;
  if (response.entry->category->judging != Judging::kExecutable) return is_verdict;
  response.executable = std::make_unique<ExecutableVerdict>();
  response.executable->impossible = find_text(line, "impossible");
  response.executable->variable = find_text(line, "variable");
  if (const Value* request = find_member(line, "request")) {
    Result<EffectRequest> read = request_of(*request);
    if (read.ok()) response.executable->request = std::move(read).value();
  }
  const std::string name = "skipped_" + std::string(find_text(line, "skipped"));
  for (std::size_t i = 1; i < kSkips; ++i) {
    if (skip_name(static_cast<Skip>(i)) == name) response.executable->skip = static_cast<Skip>(i);
  }
  return response.skipped() ? valid != nullptr && valid->is_none() : is_verdict;
}

bool lacked_memory(const std::string& verdict) {
  const Result<Value> line = json_loads(verdict);
  return line.ok() && error_type_of(*line) == kOutOfMemory;
}

bool is_same_verdict(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const Result<Value> one = json_loads(a);
  const Result<Value> other = json_loads(b);
  return one.ok() && other.ok() && is_same_json(*one, *other);
}

}  // namespace bfclx::tools
