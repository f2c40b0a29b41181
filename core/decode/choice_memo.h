// What decoders make of replies, for whoever chooses how they are read (auto_decoder.h).
#ifndef BFCLX_CORE_DECODE_CHOICE_MEMO_H_
#define BFCLX_CORE_DECODE_CHOICE_MEMO_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/decode/decoder.h"
#include "core/value/value.h"

namespace bfclx {

// Remembers nothing: enough for the replies of one model. KeptChoices (kept_choices.h) does, over
// many.
class ChoiceMemo {
 public:
  virtual ~ChoiceMemo() = default;

  // decoders_that_read of it.
  virtual std::uint64_t decoders_of(const Value& reply);

  // The names of the calls that a decoder makes of a reply. Valid until the next call.
  virtual const std::vector<std::string>& names_of(const Value& reply, const Decoder& decoder,
                                                   const DecodeOptions& options);

 private:
  std::vector<std::string> names_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DECODE_CHOICE_MEMO_H_
