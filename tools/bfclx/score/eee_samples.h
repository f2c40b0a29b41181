// The scored entries of a run as samples of Every Eval Ever 0.3.0: JSON lines, one an entry.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_EEE_SAMPLES_H_
#define BFCLX_TOOLS_BFCLX_SCORE_EEE_SAMPLES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/run/model_run.h"
#include "core/value/dict.h"
#include "tools/bfclx/score/in_order.h"

namespace bfclx::tools {

// What the record and its samples have in common; `now` in seconds since 1970-01-01 UTC.
// `evaluation`: see score_report.h.
std::string eee_evaluation_id(std::string_view evaluation, std::string_view model,
                              std::int64_t now);
std::string eee_result_id(std::string_view evaluation, std::string_view score);
// Where the samples belong in the collection: "data/bfcl/unknown/my-model/UUID_samples.jsonl".
std::string eee_samples_path(std::string_view evaluation, std::string_view model, std::int64_t now);

// Refuses --eee-samples, which may be empty, where it has no place: with another format, in a file
// of another form, or in the report.
void check_eee_samples(const std::string& file, const std::string& format);

class EeeSamples {
 public:
  // Of this run, which is not scored yet and must outlive it.
  EeeSamples(const DatasetFiles& dataset, const ModelRun& run, std::int64_t now,
             std::function<void(std::string_view bytes)> write);

  // As InspectLog has them.
  void add(std::size_t index, const ScoredResponse& response);
  void skip(std::size_t index);
  // After all entries.
  std::size_t rows() const { return rows_; }

 private:
  const ModelRun& run_;
  std::string model_;
  std::string evaluation_;
  std::string id_;  // of the model's evaluation
  Dict dataset_;    // members of the metadata that name an own benchmark
  std::size_t rows_ = 0;
  InOrder<std::string> lines_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_EEE_SAMPLES_H_
