#include "tools/bfclx/input/entry_shard.h"

#include <charconv>
#include <string>
#include <system_error>

#include "core/base/counted.h"
#include "tools/bfclx/errors.h"

namespace bfclx::tools {

EntryShard shard_argument(std::string_view text) {
  EntryShard shard{0, 0};
  const char* const end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, shard.number);
  if (number.ec == std::errc() && number.ptr != end && *number.ptr == '/') {
    const auto of = std::from_chars(number.ptr + 1, end, shard.of);
    if (of.ec == std::errc() && of.ptr == end && shard.number >= 1 && shard.number <= shard.of &&
        shard.of <= kMostShards) {
      return shard;
    }
  }
  throw UsageError("`--shard " + std::string(text) +
                   "`: expected I/N, such as 1/8: I from 1 to N, N at most " +
                   grouped_digits(kMostShards));
}

}  // namespace bfclx::tools
