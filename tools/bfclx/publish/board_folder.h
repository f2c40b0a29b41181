// Where a leaderboard may be written: never over files of others, never into what is read.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_FOLDER_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_FOLDER_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tools/bfclx/input/options.h"

namespace bfclx::tools {

// What says that a folder is a leaderboard of ours; written before everything else.
inline constexpr const char* kBoardMark = "data/board.json";
std::string board_mark();

// Throws a UsageError where `output` is a file, holds anything but hidden files and is no
// leaderboard of ours, or is, holds or lies in what the options let the program read: a folder of
// results, the dataset, the built site.
void check_board_folder(const RunOptions& options, const std::filesystem::path& output,
                        const std::filesystem::path& site);

// Labels by name.
using BoardModels = std::map<std::string, std::string>;

// Which repeat a model is: equal for one that is generated again.
struct BoardRepeat {
  std::string settings;
  std::string repetition;
  std::string manifest;
};

// What the index of the leaderboard in the folder says.
struct BoardIndex {
  bool there = false;  // it is one of this version of the files
  bool whole = true;   // each of its models is in `models`
  std::string title;
  std::string leaderboard;
  std::string version;  // of the program
  std::string dataset;  // its hash
  std::string dataset_version;
  std::map<std::string, std::string> dataset_files;  // hashes by path, where no manifest names it
  std::map<std::string, double> tag_weights;         // of an own benchmark
  std::size_t replicates = 0;
  std::uint64_t seed = 0;
  BoardModels models;
  std::map<std::string, BoardRepeat> repeats;  // by label
};
BoardIndex read_board_index(const std::filesystem::path& output);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_BOARD_FOLDER_H_
