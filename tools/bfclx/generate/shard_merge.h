// Merges the shards of a run into the folder of the model, which then is as a run without shards
// leaves it.
//
// Nothing is lost or doubled, whatever happens between: files are written whole beside the shards,
// results last, and the shards are removed when all is on the disk. Two processes may merge the
// same complete shards: both write the same lines.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SHARD_MERGE_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SHARD_MERGE_H_

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "tools/bfclx/input/unmerged_shards.h"
#include "tools/bfclx/output/below.h"

namespace bfclx::tools {

class ShardMerge {
 public:
  // The model's folder is `model` below `root`; no link below `root` is followed.
  ShardMerge(std::filesystem::path root, std::filesystem::path model, const ShardSet& set);

  // Whether all shards have a manifest, and the same settings and dataset.
  Status check() const;
  // Finds what there is to merge. A line that a killed process did not finish is left out.
  Status read();
  // Whether the result file has results in shards.
  bool writes(const std::string& result_file) const { return results_.count(result_file) != 0; }
  // Ids in those files, with the results that were there before.
  std::set<std::string, std::less<>> ids() const;
  // Results in shards.
  std::size_t results() const { return in_shards_; }
  // Ids that complete shards have generated, and that have no result.
  std::vector<std::string> missing() const;
  Status write();

 private:
  struct Line {
    std::size_t source = 0;  // in sources
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  struct Results {
    std::vector<std::filesystem::path> sources;  // below the root; the main file last
    Descriptor main;
    std::map<std::string, Line, std::less<>> lines;
  };
  Status find_shards() const;
  Status find_files(const GeneratedShard& shard);
  Status read_notes(const GeneratedShard& shard);
  Status read_lines(Results& results, const std::filesystem::path& file, bool of_shard);
  Status write_copy(const std::string& file, const std::filesystem::path& source) const;
  Status write_log(const std::string& file, const std::vector<std::filesystem::path>& sources);
  // Each in the order of a finished run.
  Status each_line(
      const Results& results,
      const std::function<void(const std::string& id, const std::string& text)>& use) const;
  Status write_manifest();
  Status write_results(const std::string& file, const Results& results) const;

  std::filesystem::path root_;
  std::filesystem::path model_;
  const ShardSet& set_;
  // By path below the model's folder:
  std::map<std::string, Results> results_;
  std::map<std::string, std::filesystem::path> copies_;
  std::map<std::string, std::vector<std::filesystem::path>> logs_;
  std::map<std::string, std::string> made_with_;  // settings by entry, of the notes
  std::set<std::string, std::less<>> noted_;      // ids that complete shards have generated
  std::size_t in_shards_ = 0;
};

// The folder of shards that are merged. Done where another process has removed it.
Status remove_shards(const std::filesystem::path& model_folder, const ShardSet& set);

// Deletes what remains of shards that were merged by a process that was killed.
void remove_merged_shards(const std::filesystem::path& model_folder);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SHARD_MERGE_H_
