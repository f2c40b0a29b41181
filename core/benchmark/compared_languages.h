// Runs of a dataset and of its translations, side by side: entries are paired by their ids.
#ifndef BFCLX_CORE_BENCHMARK_COMPARED_LANGUAGES_H_
#define BFCLX_CORE_BENCHMARK_COMPARED_LANGUAGES_H_

#include <span>
#include <string>

#include "core/base/result.h"
#include "core/dataset/dataset_files.h"
#include "core/statistics/headline_score.h"

namespace bfclx {

// The dataset of a run. `read` gives its files.
struct ComparedDataset {
  std::string run;  // its label
  const DatasetFiles* files = nullptr;
  DatasetFiles::Read read;

  // nullptr: it is no translation.
  const OwnBenchmark* translation() const;
  // "ko"; "source" of what is no translation.
  std::string language() const;
};

// Whether all are one dataset or translations of it: the questions and ground truth that two of
// them were loaded with are the same in the source. The Error names the file that differs.
Status check_one_source(std::span<const ComparedDataset> datasets);
// What runs are compared by: a version of the leaderboard where all translations are complete, else
// the accuracy over the categories of the largest that is not.
HeadlineScore compared_headline(std::span<const ComparedDataset> datasets,
                                const NamedVersion& version);
// "good-model is in de (multi-de 0.1.0, translation of sample), ...: entries are paired by id."
std::string compared_languages_text(std::span<const ComparedDataset> datasets);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_COMPARED_LANGUAGES_H_
