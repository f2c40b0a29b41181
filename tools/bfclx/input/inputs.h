// Result files: found below the paths that the user gave, and told apart by run, as
// core/run/run_names.h reads their paths: a file, a group's folder, a model's folder and a folder
// of models all give the same runs.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_INPUTS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_INPUTS_H_

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {

struct Input {
  std::string path;                    // as shown to people; "-" is standard input
  std::string model;                   // name of the run, see run_names
  std::string model_folder;            // identifies the run
  std::string folder_name;             // as the folder itself is called, or the file
  const Category* category = nullptr;  // that the file name tells
  bool embedded = false;               // of the embedded sample
  bool whole_run = false;              // all of its run was named: its folder, or one above it
  bool refused = false;                // a second file for its category, which is not scored
  // Of a category that is not wanted: its responses tell how those of its run are to be read.
  bool unwanted = false;
};

struct InputProblem {
  std::string path;
  std::string message;
  bool fatal = true;  // something could not be used
};

// Result files by the places where they lie, however these were spelled.
using GivenFiles = std::set<std::string>;

struct InputList {
  // Models together, in the order of the paths; files of a folder in the official order. Of those
  // that are refused only the lines count.
  std::vector<Input> files;
  // Folders that could not be entered, second files for a category, and the like.
  std::vector<InputProblem> problems;
};

// Paths are files, folders and "-". "sample", where no such file exists, stands for the embedded
// result sets. A path that does not exist, or a folder without result files, is a UsageError.
// A file that is given again, by its folder or by another spelling or link too, is counted once,
// which is a problem that is not fatal. `given`: the files of earlier calls, and then of this one;
// a run counts once if all of its files are among them.
InputList find_inputs(const std::vector<std::string>& paths, GivenFiles& given);
InputList find_inputs(const std::vector<std::string>& paths);

// UsageError when one of the paths does not exist: before others are read and their problems told.
void check_paths(const std::vector<std::string>& paths);

// "PATH holds no result files", and what was looked for.
std::string no_result_files(const std::string& path, std::string_view wanted);
inline constexpr std::string_view kOfSelection = " for the selected models and categories";

// The path by which its run and its place in there are told.
std::string place_in_run(const Input& input);

FileBytes read_input(const Input& input);

// What lies beside the result files of a run, and is read by its name.
bool is_run_file(std::string_view name);

// Folders that are links are not entered: why, where `path` is one that leads out of `root`, in
// which what it leads to would be found; else empty.
std::string unfollowed_link(const std::filesystem::path& path, const std::filesystem::path& root);

// The folder of the run whose file this is.
std::string model_folder_of(const std::filesystem::path& file);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_INPUTS_H_
