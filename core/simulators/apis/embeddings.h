// Texts as vectors, for the vector memory.
#ifndef BFCLX_CORE_SIMULATORS_APIS_EMBEDDINGS_H_
#define BFCLX_CORE_SIMULATORS_APIS_EMBEDDINGS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/simulators/engine/effects.h"
#include "core/simulators/engine/simulator.h"

namespace bfclx {

using Embedding = std::vector<float>;

// A vector of 384 components for a text, exact in integers, so that it is the same everywhere:
// words with no meaning, yet texts that share words are near each other. It stands in for the
// sentence model where recordings were made without one.
//
// The text in lower case is split at U+0020 (without words: one empty word); FNV-1a 64 of a word
// seeds splitmix64, whose top 12 bits less 2048 are added to each component. A component c becomes
// floor(64 * c / r + 0.5) / 64, where r is the length of the vector (0 stays 0).
Embedding stand_in_embedding(std::string_view text);

// How many components the embeddings of an answer to such a request have; else an Error that says
// what is wrong with the answer.
Result<std::size_t> embedding_size(const EffectRequest& request, const EffectAnswer& answer);

// The embeddings of one instance: each text is asked for once.
class Embeddings {
 public:
  explicit Embeddings(EpisodeModules& modules) : modules_(modules) {}

  // Asks for all of the texts that are not known yet, in one request of the OpenAI protocol
  // (POST {"model", "input", "encoding_format": "float"}). Errors: "Effect" where the answer is not
  // there yet; "Unsupported" where nobody makes embeddings; what is wrong with the answer.
  Status learn(const std::vector<std::string_view>& texts);
  // Of a text that was learnt; of length 1 unless it is the stand-in's.
  const Embedding& of(std::string_view text) const { return known_.at(std::string(text)); }

 private:
  EpisodeModules& modules_;
  std::unordered_map<std::string, Embedding> known_;
};

// The inner product as the index has it: a float32.
float similarity(const Embedding& a, const Embedding& b);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_EMBEDDINGS_H_
