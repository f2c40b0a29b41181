#include "core/decode/choice_memo.h"

#include <utility>

#include "core/decode/auto_decoder.h"
#include "core/value/exact_bytes.h"

namespace bfclx {
namespace {

constexpr std::size_t kMaxKey = std::size_t{32} * 1024;
constexpr std::size_t kOverhead = 64;  // of a node of the table

}  // namespace

// The key begins with what else it depends on.
template <typename Find>
const ChoiceMemo::Known& ChoiceMemo::known(const Value& response, const Find& find) {
  const bool has_key = left_ > 0 && append_exactly(response, kMaxKey, key_);
  if (has_key) {
    if (const auto place = all_.find(key_); place != all_.end()) return place->second;
  }
  last_ = {};
  find(last_);
  std::size_t size = key_.size() + sizeof(Known) + kOverhead;
  for (const std::string& name : last_.names) size += sizeof(std::string) + name.size();
  if (!has_key || size > left_) return last_;
  left_ -= size;
  return all_.try_emplace(key_, std::move(last_)).first->second;
}

std::uint64_t ChoiceMemo::decoders_of(const Value& response) {
  key_ = "d";
  return known(response, [&](Known& found) { found.decoders = decoders_that_read(response); })
      .decoders;
}

const std::vector<std::string>& ChoiceMemo::names_of(const Value& response, const Decoder& decoder,
                                                     const DecodeOptions& options) {
  key_ = "n";
  append_bytes(&decoder, key_);
  append_bytes(options.format, key_);
  append_bytes(options.has_tool_call_tag, key_);
  return known(response,
               [&](Known& found) { found.names = called_names(response, decoder, options); })
      .names;
}

}  // namespace bfclx
