// A dataset in another language, made from another one: texts to be translated, and translations
// that take their places. All of them, or none and what is wrong with which.
//
// The folder has the questions and ground truth of the source in source/data, those entries that
// are translated in data, and the texts of the others in to-translate.jsonl.
#ifndef BFCLX_CORE_BENCHMARK_TRANSLATED_ENTRIES_H_
#define BFCLX_CORE_BENCHMARK_TRANSLATED_ENTRIES_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/benchmark/added_cases.h"
#include "core/dataset/category.h"
#include "core/dataset/dataset_files.h"
#include "core/dataset/own_benchmark.h"

namespace bfclx {

// A line for each entry that is not translated yet: {"id", "question", "ground_truth"?}.
inline constexpr std::string_view kToTranslateFile = "to-translate.jsonl";

struct NewTranslation {
  std::vector<BenchmarkFile> files;                              // all but dataset.json
  std::vector<std::pair<const Category*, std::size_t>> entries;  // that are to be translated
  std::size_t conversations = 0;  // that fill memories, which are to be translated too
  std::size_t lines = 0;          // of the file to translate, conversations included
};
// Categories that share a file of questions go together: all of them are in `entries` where one is
// among `wanted`. An Error for a file of the source that cannot be read.
Result<NewTranslation> start_translation(const DatasetFiles::Read& source,
                                         std::span<const Category* const> wanted);

struct AddedTranslations {
  AddedCases added;                    // `added` and `all` of a category are translated entries
  std::size_t taken = 0;               // lines that were used
  std::size_t replaced = 0;            // of these, of entries that were translated before
  std::size_t unchanged = 0;           // lines that have the source's texts still: passed over
  std::size_t conversations_left = 0;  // that fill memories and are not translated
};
// `lines` are JSON lines: {"id", "question" | "messages", "ground_truth"?, "function"?,
// "unchanged"?}. Turns, messages and roles must be those of the source, "function" may differ from
// it in descriptions alone, and amended ground truth must pass itself.
Result<AddedTranslations> add_translations(const OwnBenchmark& benchmark,
                                           const DatasetFiles::Read& read, std::string_view lines);

// What may be wrong with a translated entry, for a person to look at.
struct TranslationHint {
  std::string id;
  std::string text;
};
struct TranslationState {
  std::vector<std::pair<const Category*, std::size_t>>
      translated;  // of each category of the source
  std::size_t conversations_left = 0;
  std::vector<TranslationHint> hints;
};
Result<TranslationState> translation_state(const OwnBenchmark& benchmark,
                                           const DatasetFiles::Read& read);
// "412 of 1,000 entries are translated: only these are generated and scored."
std::string translated_text(std::size_t translated, std::size_t all);
// The same of a dataset that is a translation; empty of others.
std::string translated_text(const DatasetFiles& dataset);
// The same where not all of its entries are translated.
std::string partial_text(const DatasetFiles& dataset);
// "3 conversations that fill memories are not translated yet."; empty where none is.
std::string conversations_text(std::size_t left);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_TRANSLATED_ENTRIES_H_
