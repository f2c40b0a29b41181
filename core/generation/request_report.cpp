#include "core/generation/request_report.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::array<std::string_view, 5> kStatuses = {"success", "rate_limited", "status_4xx",
                                                       "status_5xx", "status_other"};
constexpr std::string_view kIdHeaders[] = {"x-request-id", "request-id", "x-amzn-requestid",
                                           "apim-request-id", "x-correlation-id"};
constexpr std::size_t kLongestName = 200;  // bytes

std::size_t status_kind(int status) {
  if (status >= 200 && status < 300) return 0;
  if (status == 429 || status == 529) return 1;
  if (status >= 400 && status < 500) return 2;
  return status >= 500 && status < 600 ? 3 : 4;
}

std::string bounded_name(std::string_view text) {
  std::string name(text.substr(0, kLongestName));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return name;
}

}  // namespace

std::size_t outcome_kind(const RequestOutcome& outcome) {
  if (!outcome.has_response()) return kStatuses.size() + static_cast<std::size_t>(outcome.failure);
  return status_kind(status_of(outcome));
}

std::string_view outcome_name(std::size_t kind) {
  if (kind < kStatuses.size()) return kStatuses[kind];
  return failure_name(static_cast<RequestFailure>(kind - kStatuses.size()));
}

std::string_view use_name(RequestUse use) {
  static constexpr std::string_view kNames[] = {"used", "retried", "unusable", "ended", "check"};
  return kNames[static_cast<std::size_t>(use)];
}

std::string request_id_of(const HeaderList& headers) {
  for (const std::string_view name : kIdHeaders) {
    if (const std::string_view value = header_of(headers, name); !value.empty()) {
      return bounded_name(value);
    }
  }
  return {};
}

void add_response_names(RequestReport& report, std::string_view body) {
  static constexpr std::string_view kWanted[] = {"id", "responseId", "model", "modelVersion"};
  const Result<Value> object = json_loads_object_filtered(body, kWanted);
  if (!object.ok()) return;
  const auto first = [&object](std::string_view one, std::string_view other) {
    const std::string_view text = find_text(*object, one);
    return bounded_name(text.empty() ? find_text(*object, other) : text);
  };
  report.response_id = first("id", "responseId");
  report.response_model = first("model", "modelVersion");
}

}  // namespace bfclx
