// The verdicts of another scorer on the vectors, and how they differ.
//
// A scorer gets vector_json(vector, false) lines, and gives one line for each, in any order:
//
//   {"id": ID, "valid": true | false}         its verdict
//   {"id": ID, "unsupported": true}           it has no such check; counted apart
//   {"id": ID, "error": "TypeError: ..."}     it failed; counts as a difference
#ifndef BFCLX_CORE_VECTORS_CONFORMANCE_H_
#define BFCLX_CORE_VECTORS_CONFORMANCE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/vectors/vectors.h"

namespace bfclx {

// A longer line is no verdict.
inline constexpr std::size_t kMaxVerdictBytes = std::size_t{64} << 10;

struct ScorerVerdict {
  enum class Kind : std::uint8_t { kNone, kVerdict, kUnsupported, kError } kind = Kind::kNone;
  bool valid = false;
  std::string error;
};

class ScorerOutput {
 public:
  explicit ScorerOutput(std::vector<ConformanceVector> vectors);
  // Not copied: ids are views into the vectors.
  ScorerOutput(ScorerOutput&&) = default;
  ScorerOutput(const ScorerOutput&) = delete;
  ScorerOutput& operator=(const ScorerOutput&) = delete;

  // A line of the scorer's output without its end; empty ones are passed over. An Error says what
  // is wrong: no JSON, an unknown id, an id twice, no verdict.
  Status take(std::string_view line);
  std::size_t received() const { return received_; }
  bool complete() const { return received_ == vectors_.size(); }

  const std::vector<ConformanceVector>& vectors() const { return vectors_; }
  const std::vector<ScorerVerdict>& verdicts() const { return verdicts_; }  // one for each vector
  // The id of the first vector without one; not of complete ones.
  std::string_view first_missing() const;

 private:
  std::vector<ConformanceVector> vectors_;
  std::vector<ScorerVerdict> verdicts_;
  std::unordered_map<std::string_view, std::size_t> by_id_;
  std::size_t received_ = 0;
  std::size_t lines_ = 0;
};

struct VerdictCounts {
  std::size_t vectors = 0;
  std::size_t agree = 0;
  std::size_t false_passes = 0;
  std::size_t false_failures = 0;
  std::size_t errors = 0;
  std::size_t unsupported = 0;

  std::size_t supported() const { return vectors - unsupported; }
  std::size_t differ() const { return false_passes + false_failures + errors; }
};

struct RuleResult {
  const ConformanceRule* rule = nullptr;
  VerdictCounts counts = {};
  // Of the vectors that differ the one with the least text; index among the vectors.
  std::size_t smallest = 0;  // only where counts.differ() > 0
  // The situations in which a vector differs, in the order of the vectors.
  struct Situation {
    std::string text;
    VerdictCounts counts = {};
  };
  std::vector<Situation> situations = {};
};

struct ConformanceResult {
  VerdictCounts counts = {};
  std::vector<RuleResult> rules;  // all of them
  bool agrees() const { return counts.differ() == 0; }
};

ConformanceResult conformance_result(const ScorerOutput& output);

}  // namespace bfclx

#endif  // BFCLX_CORE_VECTORS_CONFORMANCE_H_
