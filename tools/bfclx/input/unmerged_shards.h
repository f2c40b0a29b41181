// Shards of `bfclx generate --shard` that are not merged into the results of a model yet:
// bfclx_shards/of-N-<plan>/<number>/ below the model's folder, each with a manifest of its own.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_UNMERGED_SHARDS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_UNMERGED_SHARDS_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/value.h"

namespace bfclx::tools {

inline constexpr const char* kShardsFolder = "bfclx_shards";

struct GeneratedShard {
  std::size_t number = 0;
  bool complete = false;  // every entry of it has a result
  Value manifest;         // None where it cannot be read
};

// The shards of one run: of the same entries, and as many.
struct ShardSet {
  std::string folder;  // its name, below kShardsFolder
  std::size_t of = 0;
  std::vector<GeneratedShard> shards;  // those that were started, by number

  std::size_t complete() const;
  // "2, 5, 6": the numbers of the others.
  std::string unfinished() const;
};
// `plan`: plan_id of all entries.
std::string shard_set_folder(std::size_t of, std::string_view plan);

// Whether a shard's folder has more than its lock, which is there before anything is written.
bool has_files(const std::filesystem::path& shard_folder);

// An unfinished shard with a file that was written in the last minute, by the clock of this
// machine; 0 where there is none. A shard that runs writes more often.
std::size_t shard_that_may_run(const std::filesystem::path& model_folder, const ShardSet& set);

std::vector<ShardSet> find_shard_sets(const std::filesystem::path& model_folder);

// "run `bfclx merge result/m`"
std::string merge_advice(const std::filesystem::path& model_folder);
// "result/m: 3 of 8 shards are complete ...", and what to do; empty where all are merged.
std::string unmerged_text(const std::filesystem::path& model_folder);
std::string unmerged_text(const std::filesystem::path& model_folder, const ShardSet& set);
// The same for the model's folder that has `folder` among its shards; empty where none has.
std::string unmerged_text_above(const std::filesystem::path& folder);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_UNMERGED_SHARDS_H_
