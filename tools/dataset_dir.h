// The dataset as files: a folder (of tools/get-dataset, or an unpacked official release in the same
// form) or the sample that is embedded in the program.
//
// What is needed is loaded, nothing else: the categories of a run, and the model registry.
#ifndef BFCLX_TOOLS_DATASET_DIR_H_
#define BFCLX_TOOLS_DATASET_DIR_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/dataset.h"
#include "core/dataset/models.h"
#include "core/simulators/simulator.h"

namespace bfclx::tools {

// Whether episodes of the category are set up with the long-context tables
// (eval_runner.py:_evaluate_single_multi_turn_entry).
bool uses_long_context(const Category& category);

class DatasetDir {
 public:
  // `place` is a folder, "sample", or empty: then data/bfcl below the current folder is taken.
  // UsageError when there is nothing.
  explicit DatasetDir(std::string place);

  // Bytes of a file, relative to the dataset ("models.json", "data/BFCL_v4_sql.json"); nullopt when
  // there is none. Safe to call from several threads.
  std::optional<std::string> read(const std::string& path) const;

  // Adds the category, and whatever it refers to (the long-context tables too), unless it is
  // loaded. Error "dataset" when it has no such file or the file is broken.
  Status load(const Category& category);
  // models.json; nothing is added when the dataset has none.
  Status load_models(ModelRegistry& registry) const;

  // The function docs of a simulated class, unless they are loaded.
  Status load_function_docs(std::string_view class_name);
  // Reads the long-context tables unless they are there. Error "dataset" when the dataset has no
  // long_context.json or it is broken.
  Status load_long_context();
  // nullptr before they are loaded; they live as long as this object, and threads may share them.
  const LongContext* long_context() const { return long_context_.get(); }

  // Version and hash of the dataset are those of manifest.json. Without one this sets them, to
  // "unversioned" and a hash over the files that were loaded; call it when everything is.
  void identify();

  const std::string& place() const { return place_; }
  const Dataset& dataset() const { return dataset_; }

 private:
  void read_manifest();
  // A file that the dataset must have.
  Result<std::string> read_needed(std::string_view path);

  std::string place_;  // "sample" or the folder
  bool embedded_ = false;
  bool hash_files_ = true;  // no manifest names the dataset
  Dataset dataset_;
  std::unique_ptr<const LongContext> long_context_;
  std::map<std::string, std::uint64_t> loaded_;  // hashes of the files
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_DATASET_DIR_H_
