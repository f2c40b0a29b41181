// Answers of services for the executable categories: from a recording (--cassette), and with
// --network live from the network.
//
// The network is asked for GET alone, of hosts that the executable functions and the questions of
// the dataset name, redirects included, with keys from the four variables of the environment. Keys
// are put into a request when it is sent, to the host alone that they are for (--allow-private: to
// any that is named), and taken out of whatever comes back: nothing that is kept
// has one. Addresses of this machine and of private networks are refused unless --allow-private
// says otherwise. A service that refuses (429, 5xx) or is silent is asked again a few times, and
// not at all any more after some failures in a row.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_SERVICES_H_
#define BFCLX_TOOLS_BFCLX_INPUT_SERVICES_H_

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/check/executable.h"
#include "core/run/model_run.h"
#include "core/simulators/engine/effects.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/net/http.h"
#include "tools/bfclx/net/redactor.h"
#include "tools/bfclx/output/line_log.h"

namespace bfclx::tools {

class Services {
 public:
  // Reads the cassette; with the sample dataset and none given, the one inside the program. Throws
  // a UsageError where it cannot be read, or where the options do not fit together.
  explicit Services(const RunOptions& options);

  // What the settings of a run say of services.
  ExecutableSettings settings() const;
  // Asks the network for what the responses of the run, and the ground truth, want. Does nothing
  // but with --network live or record.
  void ask_for(const ModelRun& run);
  void ask_for(std::span<const ScoredResponse> responses, const RunSettings& settings);
  // With --network record each answer is appended to the cassette when it comes. Why that went
  // wrong, for people; empty when all is well.
  const std::string& recording_error() const { return recording_error_; }

 private:
  bool may_send(const EffectRequest& request) const;
  const EffectRequest* to_ask(const ExecutableVerdict& verdict) const;
  EffectAnswer fetch(const EffectRequest& request);
  void record(const EffectRequest& request, const EffectAnswer& answer);
  net::Request request_for(const EffectRequest& asked) const;
  void allow(std::span<const ScoredResponse> responses);
  void ask_for(const ScoredResponse& response, const RunSettings& settings);

  const RunOptions options_;
  EffectStore answers_;
  Network network_ = Network::kReplay;
  std::set<std::string, std::less<>> origins_;  // that may be asked
  std::set<std::string> asked_;                 // keys of requests of this run
  std::map<std::string, int> failures_;         // in a row, by origin
  std::vector<std::string_view> missing_keys_;
  net::Redactor redactor_;
  std::optional<LineLog> cassette_;  // that answers are appended to
  std::string recording_error_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_SERVICES_H_
