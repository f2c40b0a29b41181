// What is known of replies that came in an earlier run, for whoever chooses how the replies of many
// models are read (auto_decoder.h): many models answer an easy entry with the same words, and what
// decoders make of them does not depend on who gives them.
#ifndef BFCLX_CORE_DECODE_KEPT_CHOICES_H_
#define BFCLX_CORE_DECODE_KEPT_CHOICES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/decode/choice_memo.h"

namespace bfclx {

class KeptChoices final : public ChoiceMemo {
 public:
  // Holds about `most_bytes`; what comes after that is worked out each time.
  explicit KeptChoices(std::size_t most_bytes = std::size_t{48} << 20) : left_(most_bytes) {}

  std::uint64_t decoders_of(const Value& reply) override;
  const std::vector<std::string>& names_of(const Value& reply, const Decoder& decoder,
                                           const DecodeOptions& options) override;

 private:
  struct Known {
    std::uint64_t decoders = 0;
    std::vector<std::string> names;
  };
  template <typename Find>
  const Known& known(const Value& reply, const Find& find);

  std::size_t left_;
  std::string key_;
  Known last_;  // that could not be kept
  std::unordered_map<std::string, Known> all_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DECODE_KEPT_CHOICES_H_
