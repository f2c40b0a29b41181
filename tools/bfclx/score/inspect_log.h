// A run as a log of inspect (inspect_ai): a ZIP archive with a JSON file for each sample and a
// header, as its EvalRecorder writes it. Samples are written as they are scored.
#ifndef BFCLX_TOOLS_BFCLX_SCORE_INSPECT_LOG_H_
#define BFCLX_TOOLS_BFCLX_SCORE_INSPECT_LOG_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "core/run/model_run.h"
#include "core/run/summary.h"
#include "tools/bfclx/output/zip_writer.h"
#include "tools/bfclx/score/in_order.h"

namespace bfclx::tools {

class InspectLog {
 public:
  // Of this run, which is not scored yet and must outlive it.
  InspectLog(const DatasetFiles& dataset, const ModelRun& run, ZipWriter::Write write);

  // The entry `index` of ModelRun::order, with everything that scoring found; from any thread, in
  // any order, each once. Samples are in the order of the run: what comes early waits.
  void add(std::size_t index, const ScoredResponse& response);
  // An entry that has no sample: it is not scored.
  void skip(std::size_t index);
  // After all entries. Empty, or why the log could not be written.
  std::string finish(const ModelReport& model);

 private:
  struct Sample {
    std::string name;     // empty: none
    std::string json;     // of the sample
    std::string summary;  // of the list of all
  };
  void write(const Sample& sample);
  std::string spec_json() const;

  const ModelRun& run_;
  std::string dataset_;
  std::string hash_;
  std::string benchmark_;  // of one's own; else empty
  std::string task_;
  std::string title_;  // of the task
  std::string id_;     // of the log; follows from the run and its dataset
  std::string created_;
  ZipWriter zip_;
  std::string summaries_;
  std::string ids_;  // of the samples, as JSON
  std::size_t samples_ = 0;
  bool full_ = false;
  InOrder<Sample> in_order_;
};

// Refuses the log on a terminal, and beside verdicts on standard output: its bytes are no text.
void check_log_to_output(const std::string& verdicts);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_SCORE_INSPECT_LOG_H_
