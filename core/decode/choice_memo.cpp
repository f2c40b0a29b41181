#include "core/decode/choice_memo.h"

#include <string_view>

#include "core/decode/auto_decoder.h"

namespace bfclx {

std::uint64_t ChoiceMemo::decoders_of(const Value& reply) { return decoders_that_read(reply); }

const std::vector<std::string>& ChoiceMemo::names_of(const Value& reply, const Decoder& decoder,
                                                     const DecodeOptions& options) {
  names_.clear();
  Budget budget;
  DecodeOptions own = options;
  own.budget = &budget;
  const Result<Value> decoded = decoder.decode_ast(reply, own);
  if (!decoded.ok()) return names_;
  std::vector<std::string_view> names;
  append_call_names(*decoded, names);
  names_.assign(names.begin(), names.end());
  return names_;
}

}  // namespace bfclx
