// The entries that a user chose by their ids (`--ids FILE`).
#ifndef BFCLX_TOOLS_BFCLX_INPUT_ENTRY_IDS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_ENTRY_IDS_H_

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/model_run.h"
#include "tools/bfclx/input/id_list.h"

namespace bfclx::tools {

// The id of the entry that a person names by its id, in an older spelling too, or by their own id.
std::string named_entry(DatasetFiles& dataset, std::string_view id);
std::set<std::string, std::less<>> named_entries(DatasetFiles& dataset,
                                                 const std::set<std::string, std::less<>>& ids);

class EntryIds {
 public:
  // Of a file of ids (read_ids). Throws a UsageError if it cannot be read or used. The path
  // "mlperf" is that draw (below), not a file.
  static EntryIds read(const std::string& path, DatasetFiles& dataset);

  // Those that `run` generated.
  static EntryIds of_run(const std::vector<std::string>& ids, DatasetFiles& dataset);

  const std::string& place() const { return place_; }
  std::size_t size() const { return known_; }  // ids that the dataset does not have left out
  bool has(std::string_view id) const;
  // Categories of the ids, in the official order; those whose id tells none are left out, and,
  // where the dataset has any of the ids, those that have none but unknown ones.
  std::vector<const Category*> categories() const;
  // Those of them that were chosen by name too; where none is, the chosen ones. None chosen: all.
  std::vector<const Category*> categories_in(const std::vector<const Category*>& chosen) const;
  // Lists the responses to other entries in `file.unwanted`, adds their ids to `others` and removes
  // the problems of other entries. True if there were responses and nothing is left.
  bool leaves_nothing_of(NamedResults& file, std::vector<std::string>& others) const;
  // The single-turn entries of MLPerf's accuracy gate for tool use: the first of each category, by
  // shares of their own (mlcommons/endpoints, dataset bfcl_v4): 995 of the official dataset.
  static EntryIds draw_mlperf(DatasetFiles& dataset);
  // After matching: what the others have is not missing.
  void choose(ModelRun& model) const;
  // Ids that no entry of the dataset has, as far as their categories are loaded, as problems.
  std::vector<Problem> unknown(const Dataset& dataset) const;

 private:
  void count_known(DatasetFiles& dataset);

  std::string place_;
  // As v4 spells them, and the line of the first; 0: it has none of its own.
  std::map<std::string, std::size_t, std::less<>> ids_;
  std::size_t known_ = 0;
  std::set<const Category*> wanted_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_ENTRY_IDS_H_
