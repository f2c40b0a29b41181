// --record: every exchange with the model's server, and beside it what services answered, line by
// line as they come. A line that cannot be written ends the recording, not the run, and is told.
// --cassette: what services answered in an earlier recording.
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "core/simulators/apis/cassette.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/output/refuse_overwrite.h"

namespace bfclx::tools {

void Generation::open_recording(AskerHooks& hooks) {
  if (options_.record.empty()) return;
  RunOptions inputs;
  inputs.paths = {folder().place().string()};
  inputs.dataset = options_.dataset;
  inputs.models_file = options_.models_file;
  inputs.cassette = options_.cassette;
  refuse_to_overwrite(inputs, "--record", options_.record,
                      {{"--api-key-file", options_.target.api_key_file},
                       {"--run-ids", options_.run_ids_file},
                       {"--replay", options_.replay}});
  if (!record_.emplace().open(options_.record)) throw UsageError(record_->error());
  if (!effects_record_.emplace().open(options_.record + kCassetteSuffix)) {
    throw UsageError(effects_record_->error());
  }
  hooks.record = [this](const std::string& id, std::size_t index, const HttpRequest& request,
                        const HttpResponse& response, std::string_view failure, double seconds) {
    record_exchange(id, index, request, response, failure, seconds);
  };
}

void Generation::record_exchange(const std::string& id, std::size_t index,
                                 const HttpRequest& request, const HttpResponse& response,
                                 std::string_view failure, double seconds) {
  if (!recording_trouble_.empty()) return;
  const std::string line =
      recorded_line(id, index, request, target_.server.base_path(), response, failure, seconds);
  std::string clean;
  if (!record_->append(target_.server.scrubbed(line, clean))) recording_trouble_ = record_->error();
}

void Generation::record_effect(const EffectRequest& request, const EffectAnswer& answer) {
  if (!effects_record_ || !recording_trouble_.empty()) return;
  const std::string line = cassette_line(request, answer, "bfclx generate") + "\n";
  if (!effects_record_->append(target_.server.scrubbed(line))) {
    recording_trouble_ = effects_record_->error();
  }
}

void Generation::close_recording() {
  for (std::optional<LineLog>* log : {&record_, &effects_record_}) {
    if (*log && !(*log)->sync() && recording_trouble_.empty()) recording_trouble_ = (*log)->error();
  }
}

// Answers of services that are at hand: --cassette, and what --record wrote beside its file.
void Generation::load_cassettes() {
  std::vector<std::string> files;
  if (!options_.cassette.empty()) files.push_back(options_.cassette);
  std::error_code ignored;
  const std::string beside = options_.replay + kCassetteSuffix;
  if (!options_.replay.empty() && std::filesystem::exists(beside, ignored)) files.push_back(beside);
  for (const std::string& path : files) {
    const FileBytes file = read_file(path);
    if (!file.error.empty()) throw UsageError(path + ": " + file.error);
    const Status read = read_cassette(file.bytes, cassette_);
    if (!read.ok()) throw UsageError(path + ": " + read.error().message);
  }
}

}  // namespace bfclx::tools
