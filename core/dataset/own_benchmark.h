// dataset.json: says that a dataset is someone's own benchmark, and what it is.
//
//   {"bfclx_benchmark": 1, "name": "my-bench", "version": "0.1.0", "licence": "MIT",
//    "citation": "@misc{...}", "language": "en", "match": "schema", "tools": [...]}
//
// Or that it has the entries of another dataset in another language (translation.h).
// The entries are in files of the official form beside it, so everything that reads the official
// dataset reads them.
#ifndef BFCLX_CORE_DATASET_OWN_BENCHMARK_H_
#define BFCLX_CORE_DATASET_OWN_BENCHMARK_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/checker/expected_value.h"
#include "core/dataset/translation.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::string_view kOwnBenchmarkFile = "dataset.json";
// Beside it while cases are added: a call that was killed leaves it.
inline constexpr std::string_view kUnfinishedAddFile = ".bfclx-add-unfinished";
// Members of an entry beside the official ones: the id that its author gave it, and tags.
inline constexpr std::string_view kOwnId = "own_id";
inline constexpr std::string_view kTags = "tags";
inline constexpr std::string_view kWeightsMember = "weights";

inline constexpr std::string_view kManifestMembers[] = {
    "bfclx_benchmark", "name",  "version", "licence",      "citation",
    "language",        "match", "tools",   kWeightsMember, kTranslationOf};
// Whether dataset.json may have a member that is none of these: other programs may have their own,
// but one letter off is a slip, and the order of calls is a matter of cases.
Status check_other_member(std::string_view name);

// What the entries with a tag make up of the accuracy, from 0 to 1 (own_weights.h).
struct TagWeight {
  std::string tag;
  double share = 0;
};
using TagWeights = std::vector<TagWeight>;
struct TagGroups;

struct OwnBenchmark {
  std::string name;
  std::string version;
  std::string licence;      // may be empty
  std::string citation;     // as text or BibTeX; may be empty
  std::string language;     // of the questions, such as "en"; may be empty
  Value tools;              // as they were given
  ValueMatching match{};    // of cases that say nothing else; the official rules at first
  TagWeights weights = {};  // empty: entries count the same
  std::shared_ptr<const TagGroups> groups{};  // of the weights, where entries were loaded
  // None: the entries are the author's own.
  std::shared_ptr<const Translation> translation{};
};

// nullopt for an object without "bfclx_benchmark". Errors {kind "DatasetError"} name no file: for
// what is not JSON, for a form or a match that this version does not know.
Result<std::optional<OwnBenchmark>> read_own_benchmark(std::string_view bytes);
// The file: a line for each tool. An Error for what could not be read again, such as tools that are
// nested too deep.
Result<std::string> own_benchmark_bytes(const OwnBenchmark& benchmark);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_OWN_BENCHMARK_H_
