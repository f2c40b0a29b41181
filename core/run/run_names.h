// Which run a result file belongs to, how runs are named, and which of two files of a run counts:
// all by path alone.
//
// A run is the folder of a model. Two folders with the same name are two runs.
//
//   ResultPath place = read_result_path("v1/result/my-model/live/BFCL_v4_live_simple_result.json");
//   place.run;                                       // "v1/result/my-model"
//   run_names({{place.run, place.model}, ...});      // "my-model", or "v1/my-model" beside another
#ifndef BFCLX_CORE_RUN_RUN_NAMES_H_
#define BFCLX_CORE_RUN_RUN_NAMES_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"

namespace bfclx {

struct ResultPath {
  // Path of the run: the nearest folder above the file that is not a group's ("live",
  // "agentic/memory/kv"). Of a file with a name of its own ("answers.jsonl"): the file. Empty for
  // "BFCL_v4_live_simple_result.json" without a folder.
  std::string run;
  std::string model;                   // the last part of it; of a file without its extension
  const Category* category = nullptr;  // by the file's name
  bool own_name = false;               // the file's name tells neither category nor results
  bool official = false;               // lies in the folder of its category
};
// `path`: parts divided by `/`, without `.` and `..`.
ResultPath read_result_path(std::string_view path);

// Files that a folder is searched for: "*_result.json", "*_result.jsonl", either gzipped.
bool is_result_name(std::string_view name);

// The version of the benchmark that most of the files are named for ("BFCL_v3_..."), where it is an
// older one: "v3". Their entries need not be those of today's dataset. Empty otherwise.
std::string older_version(std::span<const std::string> paths);

struct RunId {
  std::string path;   // of the run
  std::string model;  // see ResultPath
};
// A name for each run, all different: the model and as many folders in front of it as tell it from
// runs with the same model. Folders named "result" and "results" are left out where another folder
// tells the runs apart. Runs with the same path get "name (2)", as do names that look alike: those
// that differ only in invalid UTF-8 (names are valid UTF-8), in white space, or in the form of
// letters (NFKC).
std::vector<std::string> run_names(std::span<const RunId> runs);

// Ranks the files of a run that have responses of one category: the lowest is used.
struct FileRank {
  bool elsewhere = false;  // not in the official folder of the category
  int older = 0;           // higher for older versions
  std::string_view path;

  bool operator<(const FileRank& other) const;
};
FileRank rank_of_file(std::string_view path, const Category& category);
// What tells them apart: "in the category's folder live/".
std::string rank_reason(const FileRank& used, const FileRank& other, const Category& category);
// " in this run; PATH is used (REASON); remove one of them": what both texts of conflicts end with.
std::string used_file_text(std::string_view shown_path, std::string_view reason);

// A file that does not count, because another one of its run is named for the same category.
struct FileConflict {
  const Category* category = nullptr;
  std::size_t used = 0;  // indices into the paths
  std::size_t unused = 0;
};
// Of the files of one run, whatever their order: by category, and by rank.
std::vector<FileConflict> find_file_conflicts(std::span<const std::string> paths);
// About the unused: "not scored: second file for live_simple in this run; ... is used (...)".
// `paths`: as they were given there.
std::string conflict_text(const FileConflict& conflict, std::span<const std::string> paths,
                          std::string_view shown_path);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_RUN_NAMES_H_
