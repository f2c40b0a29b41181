// What is known of responses that came in an earlier run, for whoever chooses how the responses of
// many models are read (auto_decoder.h): many models answer an easy entry with the same words, and
// what decoders make of them does not depend on who gives them.
#ifndef BFCLX_CORE_DECODE_CHOICE_MEMO_H_
#define BFCLX_CORE_DECODE_CHOICE_MEMO_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/decode/decoder.h"
#include "core/value/value.h"

namespace bfclx {

class ChoiceMemo {
 public:
  // Holds about `most_bytes`; what comes after that is worked out each time.
  explicit ChoiceMemo(std::size_t most_bytes = std::size_t{48} << 20) : left_(most_bytes) {}

  // decoders_that_read of it.
  std::uint64_t decoders_of(const Value& response);

  // The names of the calls that a decoder makes of a response. Valid until the next call.
  const std::vector<std::string>& names_of(const Value& response, const Decoder& decoder,
                                           const DecodeOptions& options);

 private:
  struct Known {
    std::uint64_t decoders = 0;
    std::vector<std::string> names;
  };
  template <typename Find>
  const Known& known(const Value& response, const Find& find);

  std::size_t left_;
  std::string key_;
  Known last_;  // that could not be kept
  std::unordered_map<std::string, Known> all_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DECODE_CHOICE_MEMO_H_
