// LastMembers: members of an object of which each event of a stream may give newer values.
#ifndef BFCLX_CORE_CONVERSATION_STREAMS_LAST_MEMBERS_H_
#define BFCLX_CORE_CONVERSATION_STREAMS_LAST_MEMBERS_H_

#include <cstddef>
#include <limits>
#include <string_view>

#include "core/value/dict.h"
#include "core/value/extent.h"
#include "core/value/value.h"

namespace bfclx {

class LastMembers {
 public:
  // The newest value that is not None, at the place of the first.
  void set(std::string_view name, const Value& value) {
    const Value* known = members_.find(name);
    if (known == nullptr && members_.size() >= kMost) return;
    if (known != nullptr && value.is_none()) return;
    if (known != nullptr) size_ -= size_of(*known);
    size_ += size_of(value);
    members_.set(name, value);
  }
  const Dict& members() const { return members_; }
  const Value* find(std::string_view name) const { return members_.find(name); }
  std::size_t size() const { return size_ + 64 * members_.size(); }

 private:
  static constexpr std::size_t kMost = 256;  // more than any protocol has
  static std::size_t size_of(const Value& value) {
    return extent_of(value, std::numeric_limits<std::size_t>::max()).bytes;
  }

  Dict members_;
  std::size_t size_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_STREAMS_LAST_MEMBERS_H_
