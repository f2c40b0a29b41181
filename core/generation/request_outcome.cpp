#include "core/generation/request_outcome.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/base/text.h"
#include "core/conversation/server_message.h"

namespace bfclx {
namespace {

constexpr std::size_t kSearchedBody = 4096;

// Names, the words that are counted, and what they mean, by RequestFailure.
struct FailureRow {
  std::string_view name;
  std::string_view reason;
  Reception reception;
};
constexpr std::array<FailureRow, kRequestFailures> kFailures = {{
    {"none", "", Reception::kResponse},
    {"url", "invalid address", Reception::kWrongAddress},
    {"dns", "unknown host", Reception::kUnreachable},
    {"connect", "no connection", Reception::kUnreachable},
    {"tls", "TLS", Reception::kWrongAddress},
    {"timeout", "timeout", Reception::kFailed},
    {"cut", "connection broken", Reception::kFailed},
    {"too_large", "response too large", Reception::kFailed},
    {"redirect", "redirect", Reception::kWrongAddress},
    {"private", "private address", Reception::kWrongAddress},
    {"protocol", "invalid HTTP", Reception::kFailed},
    {"batch", "no response in the batch", Reception::kFailed},
}};

const FailureRow& row_of(RequestFailure failure) {
  return kFailures[static_cast<std::size_t>(failure)];
}

// Words of services for an account without credit: waiting does not help.
constexpr std::string_view kNoCredit[] = {"insufficient_quota", "billing_hard_limit",
                                          "credit balance is too low", "Insufficient Balance",
                                          "exceeded your current quota, please check your plan"};

struct StatusRow {
  int status;
  Reception reception;
};
constexpr StatusRow kStatus[] = {
    {401, Reception::kForbidden},    {402, Reception::kForbidden},
    {403, Reception::kForbidden},    {404, Reception::kWrongAddress},
    {405, Reception::kWrongAddress}, {407, Reception::kWrongAddress},
    {408, Reception::kFailed},       {409, Reception::kFailed},
    {425, Reception::kRateLimited},  {429, Reception::kRateLimited},
    {503, Reception::kFailed},       {529, Reception::kRateLimited},
};

bool has_no_credit(const RequestOutcome& outcome) {
  const int status = status_of(outcome);
  if (status != 429 && status != 400) return false;
  const std::string_view head = outcome.body.substr(0, kSearchedBody);
  return std::any_of(std::begin(kNoCredit), std::end(kNoCredit),
                     [head](std::string_view words) { return contains(head, words); });
}

}  // namespace

std::string_view failure_name(RequestFailure failure) { return row_of(failure).name; }

std::optional<RequestFailure> failure_of_name(std::string_view name) {
  for (std::size_t i = 0; i < kFailures.size(); ++i) {
    if (kFailures[i].name == name) return static_cast<RequestFailure>(i);
  }
  return std::nullopt;
}

std::string_view header_of(const HeaderList& headers, std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

int status_of(const RequestOutcome& outcome) {
  const bool success = outcome.status >= 200 && outcome.status < 300;
  if (!success || outcome.body.size() > kSearchedBody || !contains(outcome.body, "\"error\"")) {
    return outcome.status;
  }
  const std::optional<StatedError> stated = stated_error(outcome.body);
  return stated && stated->status != 0 ? stated->status : outcome.status;
}

Reception reception_of(const RequestOutcome& outcome) {
  if (!outcome.has_response()) return row_of(outcome.failure).reception;
  const int status = status_of(outcome);
  if (status >= 300 && status < 400) return Reception::kWrongAddress;
  if (has_no_credit(outcome)) return Reception::kForbidden;
  const bool waits =
      outcome.headers != nullptr && !header_of(*outcome.headers, "retry-after").empty();
  if (status == 503 && waits) return Reception::kRateLimited;
  for (const StatusRow& row : kStatus) {
    if (row.status == status) return row.reception;
  }
  return status >= 500 ? Reception::kFailed : Reception::kResponse;
}

bool is_unreadable(const RequestOutcome& outcome) {
  if (outcome.status < 200 || outcome.status >= 300) return false;
  const std::size_t first = outcome.body.find_first_not_of(" \t\r\n");
  const std::size_t last = outcome.body.find_last_not_of(" \t\r\n");
  return first != std::string_view::npos &&
         (outcome.body[first] != '{' || outcome.body[last] != '}');
}

std::string reason_of(const RequestOutcome& outcome) {
  if (outcome.has_response()) return concat({"status ", std::to_string(status_of(outcome))});
  return std::string(row_of(outcome.failure).reason);
}

std::string describe(const RequestOutcome& outcome, std::string_view server) {
  if (!outcome.has_response()) return std::string(outcome.error);
  const std::string message = server_message(outcome.body);
  const int status = status_of(outcome);
  const std::string stated =
      status != outcome.status ? " in a " + std::to_string(outcome.status) : "";
  return concat({server, server.empty() ? "" : ": ", "status ", std::to_string(status), stated,
                 message.empty() ? "" : ", ", message});
}

std::string_view advice_on(const RequestOutcome& outcome, bool command_line) {
  if (outcome.failure == RequestFailure::kRedirect && command_line) {
    return ". Set --base-url to the right address";
  }
  switch (status_of(outcome)) {
    case 401:
    case 403:
      return ". Check the API key";
    case 400:
    case 402:
    case 429:
      return ". The account has no credit left";
    case 404:
    case 405:
      return ". Check the address and the model's name";
    case 407:
      return ". A proxy requires a password";
    default:
      return {};
  }
}

}  // namespace bfclx
