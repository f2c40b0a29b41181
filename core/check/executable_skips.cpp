// Why an executed entry has no verdict, in words.
#include <cstddef>
#include <string>
#include <string_view>

#include "core/check/executable.h"

namespace bfclx {
namespace {

struct SkipRow {
  std::string_view name;
  std::string_view explanation;
};
constexpr SkipRow kSkipRows[kSkips] = {
    {"", ""},
    {"skipped_no_network", "it needs a network service, and there is no recording"},
    {"skipped_no_credentials", "a required key is missing"},
    {"skipped_not_in_cassette", "the recording has no response to the model's request"},
    {"skipped_no_ground_truth", "there is no response to the ground truth's own request"},
    {"skipped_unsupported",
     "the request may not be sent: another method than GET, or a host that "
     "the dataset does not name"},
    {"skipped_api_error",
     "the service refused or did not answer the same request as the ground truth's (quota "
     "exhausted, or service unavailable)"},
};

}  // namespace

std::string_view skip_name(Skip skip) { return kSkipRows[static_cast<std::size_t>(skip)].name; }

std::string_view skip_explanation(Skip skip) {
  return kSkipRows[static_cast<std::size_t>(skip)].explanation;
}

std::string skips_text(const Skips& skipped) {
  std::string text;
  for (std::size_t i = 1; i < kSkips; ++i) {
    if (skipped[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(skipped[i]) + " ";
    text += skip_name(static_cast<Skip>(i));
  }
  return text;
}

}  // namespace bfclx
