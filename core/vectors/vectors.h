// Conformance vectors: an entry, a response and a decoder, and the verdict that the official
// evaluator gives. They are made from the probes (probes.h), the same ones every time.
#ifndef BFCLX_CORE_VECTORS_VECTORS_H_
#define BFCLX_CORE_VECTORS_VECTORS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/decode/decoder.h"
#include "core/value/value.h"

namespace bfclx {

// Changes with any vector: results of different versions are not comparable.
inline constexpr int kVectorsVersion = 3;

// What a scorer must get right, one thing each.
struct ConformanceRule {
  std::string_view name;  // stable
  std::string_view text;  // one sentence for people
};
std::span<const ConformanceRule> conformance_rules();

struct ConformanceVector {
  std::string id;  // "optional_parameters_12"
  const ConformanceRule* rule = nullptr;
  std::string situation;  // "both left out"
  Entry entry;
  Value response;
  const Decoder* decoder = nullptr;
  bool underscore_to_dot = false;
  // The calls of the response, for scorers that do not decode: a list, for episodes by turn and
  // step. None where the response, or the step, does not decode.
  Value calls;
  bool passes = false;
  std::string error_type;  // empty where it passes
  std::string reason;      // likewise; a sentence
};

// In the order of the rules' probes.
std::vector<ConformanceVector> conformance_vectors();

// One line without its end. `with_verdict`: rule, situation and verdict too, which a scorer must
// not see.
std::string vector_json(const ConformanceVector& vector, bool with_verdict);

// "sha256:...", of all lines with their verdicts.
std::string vectors_hash(std::span<const ConformanceVector> vectors);

}  // namespace bfclx

#endif  // BFCLX_CORE_VECTORS_VECTORS_H_
