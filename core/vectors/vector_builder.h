// Brings the situations of a probe into entries and responses.
#ifndef BFCLX_CORE_VECTORS_VECTOR_BUILDER_H_
#define BFCLX_CORE_VECTORS_VECTOR_BUILDER_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/value/value.h"
#include "core/vectors/vectors.h"

namespace bfclx::probes {

// Names that take the place of "@f", "@x", ...
struct Names {
  std::string_view functions[3];   // @f, @g, @h
  std::string_view parameters[3];  // @x, @y, @z
};

std::string with_names(std::string_view probe, const Names& names);

class VectorBuilder {
 public:
  std::vector<ConformanceVector> take() && { return std::move(vectors_); }

  // The probes of one text, each once with its names in it.
  void add_value_probe(const Value& probe, const Names& names, std::size_t placement);
  void add_call_probe(const Value& probe);
  void add_language_probe(const Value& probe, const Names& names);
  void add_episode_probe(const Value& probe);
  void add_answer_probe(const Value& probe);

 private:
  struct Form {
    const Decoder* decoder;
    Value response;
  };
  struct Situation {
    const Value& probe;
    std::string_view text;
    std::string_view category;
    Value data;
    Value ground_truth;
  };
  void add(const Situation& situation, Form form);
  void add_calls(const Situation& situation, const Value& calls);

  std::vector<ConformanceVector> vectors_;
  // By rule; ids count within theirs.
  std::vector<std::size_t> counts_ = std::vector<std::size_t>(conformance_rules().size());
};

}  // namespace bfclx::probes

#endif  // BFCLX_CORE_VECTORS_VECTOR_BUILDER_H_
