// Result files: found below the paths that the user gave, and told apart by run, as
// core/run/run_names.h reads their paths: a file, a group's folder, a model's folder and a folder
// of models all give the same runs.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_INPUTS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_INPUTS_H_

#include <filesystem>
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
};

struct InputProblem {
  std::string path;
  std::string message;
};

struct InputList {
  // Models together, in the order of the paths; files of a folder in the official order.
  std::vector<Input> files;
  // Folders that could not be entered, second files for a category, and the like.
  std::vector<InputProblem> problems;
};

// Paths are files, folders and "-". "sample", where no such file exists, stands for the embedded
// result sets. A path that does not exist, or a folder without result files, is a UsageError.
InputList find_inputs(const std::vector<std::string>& paths);

FileBytes read_input(const Input& input);

// The folder of the run whose file this is.
std::string model_folder_of(const std::filesystem::path& file);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_INPUTS_H_
