// Result files: found below the paths that the user gave, and told apart by model.
//
// The model of a file is the nearest folder above it that is no group folder ("live", "non_live",
// "memory", ...), so that a file, a group's folder, a model's folder and a folder of models all
// give the same names.
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
  std::string model;                   // name for people; unique for each model folder
  std::string model_folder;            // tells models apart
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
  std::vector<InputProblem> problems;  // folders that could not be entered, and the like
};

// Paths are files, folders and "-". "sample", where no such file exists, stands for the embedded
// result sets. A path that does not exist, or a folder without result files, is a UsageError.
InputList find_inputs(const std::vector<std::string>& paths);

FileBytes read_input(const Input& input);

// The folder of the model whose file this is: the nearest above it that is no group's.
std::string model_folder_of(const std::filesystem::path& file);

// Which files of a folder are taken for results; a file that is named itself may be called
// anything.
bool is_result_name(std::string_view name);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_INPUTS_H_
