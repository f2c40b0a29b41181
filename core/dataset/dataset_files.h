// A dataset that is loaded bit by bit: the categories that a run needs, nothing else.
//
// Files come through a function of the caller, so that a folder, what lies inside a program and
// what a page was given are one thing.
#ifndef BFCLX_CORE_DATASET_DATASET_FILES_H_
#define BFCLX_CORE_DATASET_DATASET_FILES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/dataset.h"
#include "core/dataset/models.h"
#include "core/dataset/own_benchmark.h"
#include "core/simulators/engine/simulator.h"

namespace bfclx {

// Whether episodes of the category are set up with the long-context tables
// (eval_runner.py:_evaluate_single_multi_turn_entry).
bool uses_long_context(const Category& category);

// The files that scoring a category needs, named from the root of the dataset. format_sensitivity
// also needs those of the categories that its mapping names: all that it could name are listed.
std::vector<std::string> files_needed(const Category& category);

class DatasetFiles {
 public:
  // The bytes of a file, named from the root of the dataset ("models.json",
  // "data/BFCL_v4_sql.json"); nullopt when there is none. An error says what there is instead, to
  // stand behind the path: "a device, not a file".
  using Read = std::function<Result<std::optional<std::string>>(const std::string& path)>;

  // Reads dataset.json and manifest.json. `place` is for people; `version` stands where neither
  // names one.
  DatasetFiles(std::string place, Read read, std::string version = "unversioned");
  DatasetFiles(const DatasetFiles&) = delete;
  DatasetFiles& operator=(const DatasetFiles&) = delete;

  // Adds the category, and whatever it refers to (the long-context tables too), unless it is
  // loaded. Error "dataset" when it has no such file or the file is broken.
  Status load(const Category& category);
  // What asking a model needs beside the categories (loader.h:load_prompts), unless it is there.
  Status load_prompts();
  // Whether the questions of a category can be read; nothing is loaded.
  bool holds(const Category& category) const;
  // models.json; nothing is added when the dataset has none.
  Status load_models(ModelRegistry& registry);
  // The function docs of a simulated class, unless they are loaded.
  Status load_function_docs(std::string_view class_name);
  // Reads the long-context tables unless they are there. Error "dataset" when the dataset has no
  // long_context.json or it is broken.
  Status load_long_context();
  // nullptr before they are loaded; they live as long as this object, and threads may share them.
  const LongContext* long_context() const { return long_context_.get(); }

  // Version and hash of the dataset are those of manifest.json as long as every file that was
  // loaded and decides verdicts is as it says. Otherwise, and without one, this sets a hash over
  // the files that were loaded, of an own benchmark over all its files, and the version to the
  // constructor's or the manifest's with a remark; call it when everything is loaded.
  void identify();
  // Whether version and hash are those of the manifest, as far as files were loaded.
  bool is_as_manifest() const { return !hash_files_; }
  // Hashes (FNV-1a, 64 bits) of the files that were loaded so far, by path: with them two datasets
  // can be compared of which different files were loaded. Without prompt_texts.json, which decides
  // no verdict, and models.json: what it chooses (decoder, underscore_to_dot) is among a run's own
  // settings.
  const std::map<std::string, std::uint64_t>& file_hashes() const { return loaded_; }

  // What dataset.json says; nullptr where the dataset is no benchmark of someone's own.
  const OwnBenchmark* own_benchmark() const { return own_ ? &*own_ : nullptr; }
  // Of its weights; nullptr where it has none, or where `load` refuses them.
  std::shared_ptr<const TagGroups> tag_groups() const;
  // Its categories in the official order, each with the number of its entries.
  std::vector<std::pair<const Category*, std::size_t>> own_entries() const;

  const std::string& place() const { return place_; }
  const Dataset& dataset() const { return dataset_; }

 private:
  Status read_own_benchmark_file();
  void read_manifest();
  // What was read of a file: its hash, and whether it is as the manifest says.
  void note(const std::string& path, std::string_view bytes);
  // The manifest tells no longer what the dataset is.
  void distrust_manifest(std::string_view remark);
  // A file as `read_` gives it, the error with its path.
  Result<std::optional<std::string>> read(std::string_view path) const;
  // Of an own benchmark: what it has beside the files that were loaded.
  void read_rest();
  // A file that the dataset must have.
  Result<std::string> read_needed(std::string_view path);

  std::string place_;
  Read read_;
  std::string version_;
  Status own_status_;  // dataset.json is faulty
  std::optional<OwnBenchmark> own_;
  bool hash_files_ = true;         // no manifest tells what the dataset is
  Value claimed_ = Value::dict();  // SHA-256 of files by path, as the manifest has them
  Dataset dataset_;
  std::unique_ptr<const LongContext> long_context_;
  std::map<std::string, std::uint64_t> loaded_;  // hashes of the files
  std::map<std::string, std::uint64_t> rest_;    // those of read_rest
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_DATASET_FILES_H_
