// `bfclx play --jsonl`: call sequences as JSON lines in, results and final states as JSON lines
// out.
#ifndef BFCLX_TOOLS_BFCLX_PLAY_PLAY_JSONL_H_
#define BFCLX_TOOLS_BFCLX_PLAY_PLAY_JSONL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/simulators/engine/effects.h"
#include "core/simulators/engine/simulator.h"

namespace bfclx::tools {

struct JsonlSettings {
  std::string model_name = "oracle";    // as a result folder spells it
  const LongContext* tables = nullptr;  // nullptr: lines with long_context are refused
  std::string no_tables;                // why there are none
  std::int64_t today = 0;               // days since 1970-01-01
  // What services of the network answer; nullptr: nothing is recorded.
  std::shared_ptr<EffectStore> recorded = nullptr;
};

// {"id": ..., "involved_classes": [...], "initial_config": {...}, "long_context": false,
//  "calls": [...]} -> {"id": ..., "results": [...], "final_state": {class: {...}}}
// initial_config may be left out ({}), long_context too (false); other members do not count. Errors
// are sentences for people.
Result<std::string> answer_line(std::string_view line, const JsonlSettings& settings);

// Answers every line of the files ("-" and no file at all: standard input, each line as it comes)
// on standard output; blank lines are passed over. Lines that cannot be answered are told on
// standard error with file and line. Returns the exit code.
int run_jsonl(const std::vector<std::string>& files, const JsonlSettings& settings);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PLAY_PLAY_JSONL_H_
