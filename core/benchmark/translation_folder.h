// The files of a translation: those of the source, and what is translated (internal to
// core/benchmark).
#ifndef BFCLX_CORE_BENCHMARK_TRANSLATION_FOLDER_H_
#define BFCLX_CORE_BENCHMARK_TRANSLATION_FOLDER_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/dataset/dataset_files.h"
#include "core/dataset/translation.h"
#include "core/value/value.h"

namespace bfclx {

// A file from the root of the translation, named from the folder of data.
std::string in_data(std::string_view file);
std::string in_source(std::string_view file);
Error missing_file(const std::string& path);

// A file of questions, or of conversations that fill memories.
struct TranslatedFile {
  std::string_view questions;
  std::string_view answers;               // empty: none
  std::vector<const Category*> category;  // those that have this file; none of conversations

  struct Row {
    Value source;  // the object of the question
    Value truth;   // the object of the ground truth; None where there is none
    Value now;     // translated; None where it is not
    Value now_truth;
    // In this call: the line that names it, whether that was used, and has other ground truth.
    std::size_t line = 0;
    bool taken = false;
    bool amended = false;
  };
  std::vector<Row> rows;

  bool is_conversations() const { return category.empty(); }
  std::size_t translated() const {
    return static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [](const Row& row) { return !row.now.is_none(); }));
  }
};

// The files of the categories, each once; at the end the conversations of memories.
std::vector<TranslatedFile> files_of(std::span<const Category* const> wanted);
// Adds the lines that can be translated, with their ground truth: line by line, as official.
Status read_source(TranslatedFile& file, std::string_view questions, std::string_view answers);

class TranslationFolder {
 public:
  TranslationFolder(const Translation& translation, const DatasetFiles::Read& read);
  // An Error for what cannot be read, and for a line of somebody's own, which would be lost.
  Status load();

  std::vector<TranslatedFile> files;

 private:
  Result<std::string> needed(const std::string& path) const;
  Status load_translated(TranslatedFile& file) const;

  const DatasetFiles::Read& read_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_TRANSLATION_FOLDER_H_
