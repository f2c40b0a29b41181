// Which of N shards a process has, of scoring or of generation.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_ENTRY_SHARD_H_
#define BFCLX_TOOLS_BFCLX_INPUT_ENTRY_SHARD_H_

#include <cstddef>
#include <string_view>

namespace bfclx::tools {

inline constexpr std::size_t kMostShards = 100000;

// Of entries in input order every so many-th, so that shards have alike parts of the
// categories that cost much.
struct EntryShard {
  std::size_t number = 1;  // 1 to `of`
  std::size_t of = 1;
  bool has(std::size_t index) const { return index % of == number - 1; }
};

// "2/8", from 1/1 to N/N; throws a UsageError.
EntryShard shard_argument(std::string_view text);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_ENTRY_SHARD_H_
