// The dataset as files: a folder (of tools/get-dataset, or an unpacked official release in the same
// form) or the sample that is embedded in the program.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_DATASET_DIR_H_
#define BFCLX_TOOLS_BFCLX_INPUT_DATASET_DIR_H_

#include <string>
#include <vector>

#include "core/dataset/dataset_files.h"

namespace bfclx::tools {

// What is needed is loaded, nothing else: the categories of a run, and the model registry. Files
// may be read from several threads.
class DatasetDir : public DatasetFiles {
 public:
  // `place` is a folder, "sample", or empty: then data/bfcl below the current folder is taken.
  // UsageError when there is nothing.
  explicit DatasetDir(const std::string& place);

  static std::string default_folder();
  // Whether it is the one inside the program.
  bool is_sample() const;
  // Gives its files, named from its root.
  Read reader() const;
  // A message for each file in the folder that is named as that of a category, and of none that is
  // known.
  std::vector<std::string> ignored_files() const;
  // Whether there is a dataset to take when no place is named.
  static bool is_here();

 private:
  struct Place {
    std::string path;
  };
  explicit DatasetDir(const Place& place);
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_DATASET_DIR_H_
