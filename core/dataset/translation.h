// A dataset in another language: what dataset.json says of the dataset that it translates.
//
//   "translation_of": {"version": "bfcl-eval 2026.3.23", "hash": "sha256:...",
//                      "entries": {"simple_python": 400}}
//
// The entries keep their ids and categories, and are judged as official.
#ifndef BFCLX_CORE_DATASET_TRANSLATION_H_
#define BFCLX_CORE_DATASET_TRANSLATION_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/category.h"
#include "core/value/value.h"

namespace bfclx {

inline constexpr std::string_view kTranslationOf = "translation_of";
// The folder of the translation that has the source's questions and ground truth.
inline constexpr std::string_view kSourceFolder = "source/";

struct Translation {
  // Of the source.
  std::string version;
  std::string hash;
  std::vector<std::pair<const Category*, std::size_t>> entries;  // in the official order
  std::string remark;  // behind the version of the dataset: " (ko, translation of ...)"
};

// `given` is the member, `language` that of dataset.json. Errors name no file.
Result<std::shared_ptr<const Translation>> read_translation(const Value& given,
                                                            std::string_view language);
Value translation_value(const Translation& translation);
// The sum.
std::size_t count_of(const std::vector<std::pair<const Category*, std::size_t>>& entries);
// Whether the category is scored and has questions of its own.
bool can_translate(const Category& category);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_TRANSLATION_H_
