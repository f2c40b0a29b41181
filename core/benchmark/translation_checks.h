// Whether translated entries can be read, and amended ground truth passes itself (internal to
// core/benchmark).
#ifndef BFCLX_CORE_BENCHMARK_TRANSLATION_CHECKS_H_
#define BFCLX_CORE_BENCHMARK_TRANSLATION_CHECKS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "core/dataset/category.h"
#include "core/dataset/dataset_files.h"

namespace bfclx {

// Lines of the dataset's form, as many in each.
struct TranslationCheck {
  std::string questions;
  std::string answers;  // empty: the category has none
  std::string source_questions;
  std::string source_answers;
  std::vector<bool> amended;  // the ground truth of each
};
struct TranslationFault {
  std::size_t position = 0;  // of the line
  std::string text;
};
// `read` gives the other files of the dataset.
std::vector<TranslationFault> check_translated(const Category& category,
                                               const TranslationCheck& check,
                                               const DatasetFiles::Read& read);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_TRANSLATION_CHECKS_H_
