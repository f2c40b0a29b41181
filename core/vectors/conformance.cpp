#include "core/vectors/conformance.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/render/visible.h"
#include "core/value/dict.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kMostOfALine = 60;

Error broken(std::size_t line, std::string_view what, std::string_view shown = {}) {
  std::string text = concat({"line ", std::to_string(line), ": ", what});
  if (!shown.empty()) {
    text += ": " + fitted(printable_line(shown.substr(0, kMaxTextBytes)), kMostOfALine);
  }
  return Error{"ScorerError", std::move(text)};
}

// Adds a vector to counts.
void count(VerdictCounts& counts, const ConformanceVector& vector, const ScorerVerdict& verdict) {
  ++counts.vectors;
  switch (verdict.kind) {
    case ScorerVerdict::Kind::kVerdict:
      if (verdict.valid == vector.passes) {
        ++counts.agree;
      } else {
        ++(verdict.valid ? counts.false_passes : counts.false_failures);
      }
      break;
    case ScorerVerdict::Kind::kError:
      ++counts.errors;
      break;
    case ScorerVerdict::Kind::kUnsupported:
    case ScorerVerdict::Kind::kNone:
      ++counts.unsupported;
      break;
  }
}

}  // namespace

ScorerOutput::ScorerOutput(std::vector<ConformanceVector> vectors)
    : vectors_(std::move(vectors)), verdicts_(vectors_.size()) {
  by_id_.reserve(vectors_.size());
  for (std::size_t i = 0; i < vectors_.size(); ++i) by_id_.emplace(vectors_[i].id, i);
}

Status ScorerOutput::take(std::string_view line) {
  ++lines_;
  if (skip_space(line, 0) == line.size()) return {};
  if (line.size() > kMaxVerdictBytes) return broken(lines_, "longer than 64 KiB");
  if (find_invalid_utf8(line).has_value()) return broken(lines_, "not UTF-8", line);
  const Result<Value> json = json_loads(line, DuplicateKeys::kRefused);
  if (!json.ok() && json.error().kind == kDuplicateKey) {
    return broken(lines_, json.error().message, line);
  }
  if (!json.ok() || !json->is_dict()) return broken(lines_, "not a JSON object", line);
  const Dict& given = json->as_dict();
  const Value* id = given.find("id");
  if (id == nullptr || !id->is_str()) return broken(lines_, "no \"id\"", line);
  const auto found = by_id_.find(id->as_str());
  if (found == by_id_.end()) return broken(lines_, "unknown id", id->as_str());
  ScorerVerdict& place = verdicts_[found->second];
  if (place.kind != ScorerVerdict::Kind::kNone) {
    return broken(lines_, "a second verdict for this id", id->as_str());
  }
  const Value* valid = given.find("valid");
  const Value* error = given.find("error");
  const Value* unsupported = given.find("unsupported");
  const auto is_given = [](const Value* member) { return member != nullptr && !member->is_none(); };
  const bool is_unsupported = is_given(unsupported) && !equal(*unsupported, Value::boolean(false));
  if (is_given(valid) + is_given(error) + is_unsupported > 1) {
    return broken(lines_, "more than one of \"valid\", \"unsupported\" and \"error\"", line);
  }
  ScorerVerdict read;
  if (valid != nullptr && valid->is_bool()) {
    read = {ScorerVerdict::Kind::kVerdict, valid->as_bool(), {}};
  } else if (valid != nullptr && !valid->is_none()) {
    return broken(lines_, "\"valid\" is neither true nor false", line);
  } else if (error != nullptr && error->is_str()) {
    read = {ScorerVerdict::Kind::kError, false, std::string(error->as_str())};
  } else if (unsupported != nullptr && unsupported->is_bool() && unsupported->as_bool()) {
    read.kind = ScorerVerdict::Kind::kUnsupported;
  } else {
    return broken(lines_, "none of \"valid\", \"unsupported\" and \"error\"", line);
  }
  place = std::move(read);
  ++received_;
  return {};
}

std::string_view ScorerOutput::first_missing() const {
  for (std::size_t i = 0; i < verdicts_.size(); ++i) {
    if (verdicts_[i].kind == ScorerVerdict::Kind::kNone) return vectors_[i].id;
  }
  return {};
}

ConformanceResult conformance_result(const ScorerOutput& output) {
  ConformanceResult result;
  for (const ConformanceRule& rule : conformance_rules()) result.rules.push_back({&rule});
  std::vector<std::size_t> smallest_size(result.rules.size());
  for (std::size_t i = 0; i < output.vectors().size(); ++i) {
    const ConformanceVector& vector = output.vectors()[i];
    const ScorerVerdict& verdict = output.verdicts()[i];
    count(result.counts, vector, verdict);
    const auto which = static_cast<std::size_t>(vector.rule - conformance_rules().data());
    RuleResult& rule = result.rules[which];
    const std::size_t differed = rule.counts.differ();
    count(rule.counts, vector, verdict);
    auto situation = std::find_if(
        rule.situations.begin(), rule.situations.end(),
        [&](const RuleResult::Situation& other) { return other.text == vector.situation; });
    if (situation == rule.situations.end()) {
      situation = rule.situations.insert(situation, {vector.situation, {}});
    }
    count(situation->counts, vector, verdict);
    if (rule.counts.differ() == differed) continue;
    const std::size_t size = vector_json(vector, false).size();
    if (differed == 0 || size < smallest_size[which]) {
      rule.smallest = i;
      smallest_size[which] = size;
    }
  }
  for (RuleResult& rule : result.rules) {
    std::erase_if(rule.situations, [](const RuleResult::Situation& situation) {
      return situation.counts.differ() == 0;
    });
  }
  return result;
}

}  // namespace bfclx
