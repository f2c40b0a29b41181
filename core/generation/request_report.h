// RequestReport: one request of a run and what came of it, as metrics, spans and logs tell it.
#ifndef BFCLX_CORE_GENERATION_REQUEST_REPORT_H_
#define BFCLX_CORE_GENERATION_REQUEST_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/dataset/category.h"
#include "core/generation/request_outcome.h"
#include "core/generation/token_usage.h"

namespace bfclx {

// What a response counts as: few kinds, whatever a server sends, so that they can be labels.
inline constexpr std::size_t kOutcomeKinds = 5 + kRequestFailures;
std::size_t outcome_kind(const RequestOutcome& outcome);
// "success", "rate_limited", "status_4xx", "status_5xx", "status_other", "timeout", "connect", ...
std::string_view outcome_name(std::size_t kind);

// What a response was used for.
enum class RequestUse : std::uint8_t {
  kUsed,      // by the conversation
  kRetried,   // sent again, without the conversation's knowledge
  kUnusable,  // given to the conversation, which could not use it
  kEnded,     // its entry, or the run, ended
  kCheck,     // sent only to see whether the server responds
};
std::string_view use_name(RequestUse use);

struct RequestReport {
  std::size_t number = 0;  // our own, from 1, in the order in which they were sent
  std::string id;          // of the entry; empty for a check
  const Category* category = nullptr;
  std::size_t entry = 0;  // its number in the plan
  int attempt = 1;        // of the same request
  std::size_t endpoint = 0;
  std::size_t outcome = 0;  // outcome_kind()
  int status = 0;           // 0: no response
  RequestUse use = RequestUse::kUsed;
  double ended = 0;  // Unix time
  double seconds = 0;
  std::string request_id;  // the server's own (request_id_of)
  std::string error;       // for people; empty where all is well
  TokenCounts tokens;
  std::string finish_reason;
  // Only where they are wanted:
  std::string response_id;
  std::string response_model;
  std::string request_body;
  std::string response_body;
};

// The id that a server gives a request, by its headers: x-request-id, request-id and the like.
// Printable ASCII, of a bounded length.
std::string request_id_of(const HeaderList& headers);
// Puts id and model of a response's JSON into the report, as far as it has them.
void add_response_names(RequestReport& report, std::string_view body);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_REQUEST_REPORT_H_
