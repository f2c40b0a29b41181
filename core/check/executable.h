// The checker of the executable categories: calls are executed, and what comes is compared with
// what the ground truth's calls give (executable_checker.py, last version at the parent of
// 4ed459c0; the steps before it are eval_runner.py:executable_file_runner).
//
// Calls of the truth and of the model are answered from the same store, so that a price that moves
// cannot fail an answer. Where the store lacks an answer, or no service gave one, an entry is
// skipped, not failed: `skip` says why, and reports count it apart.
#ifndef BFCLX_CORE_CHECK_EXECUTABLE_H_
#define BFCLX_CORE_CHECK_EXECUTABLE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/check/verdict.h"
#include "core/simulators/engine/effects.h"
#include "core/value/value.h"

namespace bfclx {

// Why an entry has no verdict.
enum class Skip : std::uint8_t {
  kNone,
  kNoNetwork,      // it needs a service, and neither a recording nor the network is at hand
  kNoCredentials,  // it needs a key that is not there
  kNotInCassette,  // there is no answer to the model's request
  kNoGroundTruth,  // nor to the ground truth's
  kUnsupported,  // the request may not be sent: another method, or a host that the data never names
  kApiError,     // a request as the truth makes it was refused: quota, key, or a dead service
};
inline constexpr std::size_t kSkips = 7;
// Counts of entries by reason.
using Skips = std::array<std::size_t, kSkips>;
// "2 skipped_no_network, 1 skipped_not_in_cassette"; empty when none is.
std::string skips_text(const Skips& skipped);
// "skipped_no_network", ...; empty for kNone.
std::string_view skip_name(Skip skip);
// A sentence for people.
std::string_view skip_explanation(Skip skip);

// A request of a call and how it was answered.
struct SentRequest {
  EffectRequest request;
  int status = 0;       // 0: no answer
  bool failed = false;  // the transport failed: an exception instead of an answer
};

// One call text and what it gave.
struct ExecutedCall {
  std::string text;
  std::optional<Value> value;  // tuples are lists, at the top
  std::optional<Error> error;
  std::vector<SentRequest> requests;
};

struct ExecutableVerdict {
  Verdict verdict;
  Skip skip = Skip::kNone;
  std::optional<EffectRequest> request;  // that made it a skip
  std::string variable;                  // for kNoCredentials
  std::optional<Value> model_output;     // official `model_executed_output`
  std::vector<ExecutedCall> calls;       // of the model, those that were executed
  std::vector<ExecutedCall> truth;       // of the ground truth
  std::vector<std::string> match_types;  // how each is compared: "exact_match", ...
  // Of an entry that failed: why its own ground truth fails as well, so that no answer can pass.
  // Empty where it passes.
  std::string impossible;
};

// How the results of several calls find each other.
enum class Matching : std::uint8_t {
  kGreedy,  // officially: each expected result takes the first call left that passes
  kBest,    // ours: any assignment in which all pass
};

struct ExecutableTask {
  // List of the truth's call texts, and their match types; for REST the recorded response, a text.
  const Value* ground_truth = nullptr;
  const Value* match_types = nullptr;
  std::string_view rest_call;  // REST: the truth's own request as a call text; empty for unknown
  bool is_rest = false;
  bool is_simple = false;  // exactly one call
  const EffectStore* answers = nullptr;
  Matching matching = Matching::kGreedy;
  // Skips are failures, as officially: what a service refuses fails the entry, and a request
  // without an answer is a ConnectionError.
  bool official = false;
};

// `decoded`: what the decoder's decode_execute gave. A request that the store cannot answer makes
// the skip kNotInCassette or kNoGroundTruth; whoever knows why there is no answer says it better.
ExecutableVerdict judge_executable(const ExecutableTask& task, Result<Value> decoded);
// What `impossible` is of the entry; empty as well where its own calls lack an answer.
std::string truth_failure(const ExecutableTask& task);

// What the ground-truth calls give, as JSON brings it back (tuples are lists).
struct ExpectedResults {
  std::vector<ExecutedCall> calls;
  List values;                           // as long as the calls that came through
  std::optional<EffectRequest> missing;  // the first request without an answer
};
ExpectedResults expected_results(const Value& ground_truth, const EffectStore& answers);

// Whether a service refused: 401, 403, 429, 5xx.
bool is_refusal(int status);
// The first request of the model's calls, else of the truth's, that a service refused; nullptr for
// none.
const SentRequest* refused_request(const ExecutableVerdict& verdict);
// Whether a service refused or could not be reached.
bool is_dead(const SentRequest& request);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_EXECUTABLE_H_
