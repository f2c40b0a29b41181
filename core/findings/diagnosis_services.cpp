// Findings about executable entries: what services refused, and what has no verdict.
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/findings/diagnosis_parts.h"

namespace bfclx::diagnosis {
namespace {

// "api.example.org" of "https://api.example.org/v1?x=1".
std::string host_in(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
  return std::string(url.substr(0, url.find_first_of("/?#")));
}

// "429 9 times, 502 once"
std::string times_text(const std::map<std::string, std::size_t>& counts) {
  std::string text;
  for (const auto& [what, count] : counts) {
    text += (text.empty() ? "" : ", ") + what + " ";
    text += count == 1 ? std::string("once") : grouped_digits(count) + " times";
  }
  return text;
}

// The call of a model that got no answer at all: the service is gone.
const ExecutedCall* unanswered_call(const ExecutableVerdict& verdict) {
  constexpr std::string_view kClasses[] = {"ConnectionError", "ReadTimeout", "ConnectTimeout",
                                           "SSLError"};
  for (const ExecutedCall& call : verdict.calls) {
    if (!call.error || call.requests.empty()) continue;
    for (const std::string_view name : kClasses) {
      if (call.error->kind == name) return &call;
    }
  }
  return nullptr;
}

// What a service did with a request of an entry that has not passed; empty: nothing amiss.
struct Refusal {
  std::string what;  // "429", "ConnectionError"
  std::string host;
};

Refusal refusal_of(const DiagnosedResponse& response) {
  const ExecutableVerdict& verdict = *response.executable;
  if (verdict.skip == Skip::kApiError && verdict.request) {
    const SentRequest* sent = refused_request(verdict);
    return {sent != nullptr ? std::to_string(sent->status) : "no response",
            host_in(verdict.request->url)};
  }
  if (verdict.skip != Skip::kNone || response.right) return {};
  if (const SentRequest* sent = refused_request(verdict)) {
    return {std::to_string(sent->status), host_in(sent->request.url)};
  }
  if (const ExecutedCall* call = unanswered_call(verdict)) {
    return {std::string(call->error->kind), host_in(call->requests.back().request.url)};
  }
  return {};
}

// The refusal in an error text of an official score file: a status, or a connection that failed.
std::string refusal_in(std::string_view error) {
  constexpr std::string_view kStatus = "status code is not 200, got ";
  if (const std::size_t at = error.find(kStatus); at != std::string_view::npos) {
    const std::string digits(error.substr(at + kStatus.size(), 3));
    return is_refusal(std::atoi(digits.c_str())) ? digits : std::string();
  }
  constexpr std::string_view kSigns[] = {"Max retries exceeded", "Connection aborted",
                                         "Read timed out", "Failed to establish a new connection",
                                         "exceeded the MONTHLY quota"};
  for (const std::string_view sign : kSigns) {
    if (error.find(sign) != std::string_view::npos) return "no response";
  }
  return {};
}

}  // namespace

// A result whose answers met a spent quota, a wrong key or a dead service: the failures are none of
// the model's.
void find_refused(const DiagnosisInput& input, std::vector<Finding>& findings) {
  constexpr std::size_t kManyOf = 10;  // one of so many makes it an error
  Collector refused("refused_requests", Severity::kWarning,
                    "Score them with a recording that has the responses, or record again when "
                    "quotas and services are back (--network record).");
  std::map<std::string, std::size_t> times;
  std::size_t failed = 0;
  std::size_t all = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || response.executable == nullptr) continue;
    ++all;
    const Refusal refusal = refusal_of(response);
    if (refusal.what.empty()) continue;
    ++times[refusal.what];
    failed += response.executable->skip == Skip::kNone ? 1 : 0;
    refused.add(response, refusal.what + " from " + refusal.host);
  }
  if (refused.count() * kManyOf >= all) refused.set_severity(Severity::kError);
  const std::string answers = times_text(times);
  refused.finish(findings,
                 "The services returned " + answers + ". " +
                     counted(failed, "of these entries counts", "of these entries count") +
                     " as failed, whatever the model did; the others are skipped.");
}

// The same in what the official evaluator wrote of an earlier run.
void find_refused_officially(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector refused("refused_officially", Severity::kError,
                    "Use these verdicts instead of the published ones. They are based on "
                    "recorded responses.");
  std::map<std::string, std::size_t> times;
  long right = 0;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || response.executable == nullptr || response.log.official_error.empty())
      continue;
    const std::string what = refusal_in(response.log.official_error);
    const bool answered = response.executable->skip == Skip::kNone && response.right;
    if (what.empty()) continue;
    ++times[what];
    right += answered ? 1 : 0;
    refused.add(response, excerpt_of(response.log.official_error));
  }
  refused.grade(entries_of(input));
  const std::string answers = times_text(times);
  refused.finish(findings,
                 "The services returned " + answers + ". " +
                     counted(static_cast<std::size_t>(right), "of these entries passes",
                             "of these entries pass") +
                     " with the recorded responses; the published score counts them as failed.",
                 right);
}

void find_skipped(const DiagnosisInput& input, std::vector<Finding>& findings) {
  Collector skipped("skipped_entries", Severity::kInfo,
                    "--cassette FILE gives recorded responses; --network live or record with "
                    "--enable-network sends the requests.");
  std::map<std::string, std::size_t> times;
  for (const DiagnosedResponse& response : input.responses) {
    if (!counts(response) || response.executable == nullptr) continue;
    const ExecutableVerdict& executed = *response.executable;
    if (executed.skip == Skip::kNone || executed.skip == Skip::kApiError) continue;
    ++times[std::string(skip_name(executed.skip))];
    skipped.add(response, std::string(skip_name(executed.skip)) +
                              (executed.request ? "  " + excerpt_of(executed.request->url) : ""));
  }
  std::string reasons;
  for (const auto& [reason, count] : times) {
    reasons += (reasons.empty() ? "" : ", ") + grouped_digits(count) + " " + reason;
  }
  skipped.finish(findings, "They count neither as passed nor as failed: " + reasons + ".");
}

}  // namespace bfclx::diagnosis
