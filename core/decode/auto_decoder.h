// Which decoder fits a file of responses, when nobody has said.
//
// Nothing official: the official evaluator is told the model's handler. Every decoder is tried on a
// sample, and the one that makes well-formed calls of the most responses is proposed.
#ifndef BFCLX_CORE_DECODE_AUTO_DECODER_H_
#define BFCLX_CORE_DECODE_AUTO_DECODER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/decode/decoder.h"
#include "core/value/value.h"

namespace bfclx {

class ChoiceMemo;

struct DecoderCandidate {
  const Decoder* decoder = nullptr;
  double decoded_share = 0;  // of the sampled responses, 0..1
};

struct AutoChoice {
  const Decoder* decoder = nullptr;  // never nullptr in a result
  // 0..1: the responses that it decodes among those that any decoder does, with one added to the
  // latter: little evidence gives little confidence, none gives 0.
  double confidence = 0;
  std::string reason;                        // one sentence for people
  std::vector<DecoderCandidate> candidates;  // all, those that decode most first
};

inline constexpr std::size_t kMaxSampledResponses = 200;

// `responses` are single-turn responses, or single steps of a multi-turn result; at most
// kMaxSampledResponses of them, spread evenly, are looked at. A response counts as decoded when
// decode_ast gives a list that is not empty of {name: {parameter: value}}, where the names look
// like function names. The first of decoders() wins that decodes at least nine tenths of what the
// best does: the generic ones (openai_fc, prompting) come before those of one family, which often
// read a few of the damaged responses more. When nothing decodes, the form of most responses
// decides: openai_fc for lists, else prompting. `memo`: what is known of responses that came before
// (choice_memo.h); the choice is the same with and without.
AutoChoice choose_decoder(std::span<const Value* const> responses, ChoiceMemo* memo = nullptr);

// The names of the calls that the decoder makes of a response; none where it makes no calls.
std::vector<std::string> called_names(const Value& response, const Decoder& decoder,
                                      const DecodeOptions& options);

// Of which decoders a response counts as decoded: bit i for the i-th of decoders(), which are fewer
// than 64.
std::uint64_t decoders_that_read(const Value& response);

// The names of the calls in a decoded list of {name: {...}}, added to `names`. Views into
// `decoded`.
void append_call_names(const Value& decoded, std::vector<std::string_view>& names);

struct DotChoice {
  bool underscore_to_dot = false;    // false when there is no evidence
  std::size_t with_dots = 0;         // calls that name a function of the dataset by its dotted name
  std::size_t with_underscores = 0;  // and by that name with underscores for dots
};

// Whether a model writes "math_factorial" for the dataset's "math.factorial", as APIs that allow no
// dots in names make it do (the registry's `underscore_to_dot`): the more frequent way decides.
DotChoice decide_underscore_to_dot(std::span<const std::string_view> seen_names,
                                   std::span<const std::string_view> known_names);

}  // namespace bfclx

#endif  // BFCLX_CORE_DECODE_AUTO_DECODER_H_
