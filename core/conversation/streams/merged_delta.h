// MergedDelta: a JSON value that grows by the deltas of a stream, as accumulate_delta of the OpenAI
// SDK has it (openai/lib/streaming/_deltas.py): texts and lists get longer, members of objects
// merge. In time and memory proportional to what was added.
#ifndef BFCLX_CORE_CONVERSATION_STREAMS_MERGED_DELTA_H_
#define BFCLX_CORE_CONVERSATION_STREAMS_MERGED_DELTA_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// Items of a list that a stream may have by their index.
inline constexpr std::int64_t kMaxStreamItems = 4096;

class MergedDelta {
 public:
  // Adds a delta. What differs from the SDK: "role", "type" and "id" are no texts that grow,
  // because some servers repeat them; items of "tool_calls" without an index begin a new call where
  // they have an id or a name. An Error where an index is none.
  Status add(const Value& delta, std::string_view name = {});
  // The member of that name of an object; nullptr where there is none.
  const MergedDelta* member(std::string_view name) const;
  const std::vector<MergedDelta>& items() const { return items_; }
  std::string_view text() const { return text_; }
  // Keeps only the first items of a list.
  void shorten(std::size_t count);
  MergedDelta* member(std::string_view name);

  Value value() const;
  // About what it takes in memory.
  std::size_t size() const { return size_; }

 private:
  enum class Kind : std::uint8_t { kNothing, kScalar, kText, kObject, kList };
  Status add_item(const Value& item, bool calls);
  MergedDelta& member_of(std::string_view name);
  Status grow(MergedDelta& part, const Value& delta, std::string_view name);

  Kind kind_ = Kind::kNothing;
  Value scalar_;
  std::string text_;
  std::vector<std::pair<std::string, MergedDelta>> members_;
  std::vector<MergedDelta> items_;
  std::vector<std::int64_t> indices_;  // of the items; -1 where they have none
  std::size_t size_ = sizeof(Value);
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_STREAMS_MERGED_DELTA_H_
