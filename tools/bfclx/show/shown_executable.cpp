#include "tools/bfclx/show/shown_executable.h"

#include <string>
#include <string_view>
#include <vector>

#include "core/simulators/apis/cassette.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIndent = 4;
constexpr std::size_t kMaxValue = 600;  // bytes of a value that are shown

void add_call(Page& page, const ExecutedCall& call, std::string_view match_type) {
  page.paragraph(shortened(call.text), kIndent, Style::kName);
  for (const SentRequest& request : call.requests) {
    const std::string status =
        request.status == 0 ? "no response" : "status " + std::to_string(request.status);
    page.paragraph("asked " + shortened(request_json(request.request)) + ": " + status, kIndent + 2,
                   Style::kDim);
  }
  if (call.value) {
    const std::string text = "gives " + shortened(repr(*call.value), kMaxValue);
    page.paragraph(text, kIndent + 2);
  } else if (call.error && !is_effect(*call.error)) {
    page.paragraph("raises " + std::string(call.error->kind) + ": " +
                       shortened(call.error->message, kMaxValue),
                   kIndent + 2, Style::kBad);
  }
  if (!match_type.empty()) {
    page.paragraph("compared by " + printable_line(match_type), kIndent + 2, Style::kDim);
  }
}

}  // namespace

void add_executed(Page& page, const ScoredResponse& response) {
  const ExecutableVerdict& executed = *response.executable;
  page.section("Executed");
  if (executed.calls.empty()) page.paragraph("nothing was executed", kIndent, Style::kDim);
  for (const ExecutedCall& call : executed.calls) add_call(page, call, {});
  page.section("Ground truth");
  for (std::size_t i = 0; i < executed.truth.size(); ++i) {
    add_call(page, executed.truth[i],
             i < executed.match_types.size() ? std::string_view(executed.match_types[i])
                                             : std::string_view());
  }
  const Entry& entry = *response.entry;
  if (is_rest(*entry.category) && entry.ground_truth.is_str()) {
    if (!entry.truth_call.empty())
      page.paragraph(shortened(entry.truth_call), kIndent, Style::kName);
    page.paragraph(
        "status 200 and the keys of " + shortened(entry.ground_truth.as_str(), kMaxValue),
        kIndent + 2);
  } else if (executed.truth.empty() && entry.ground_truth.is_list()) {
    for (const Value& call : entry.ground_truth.items())
      page.paragraph(shortened(str(call)), kIndent);
  }
}

bool add_skip(Page& page, const ScoredResponse& response) {
  if (!response.skipped()) return false;
  const ExecutableVerdict& executed = *response.executable;
  page.paragraph(
      std::string(skip_name(executed.skip)) + ": " + std::string(skip_explanation(executed.skip)),
      kIndent);
  if (!executed.variable.empty() && executed.skip == Skip::kNoCredentials) {
    page.paragraph("the variable " + executed.variable + " is not set", kIndent);
  }
  if (executed.request) page.paragraph(shortened(request_json(*executed.request)), kIndent);
  return true;
}

}  // namespace bfclx::tools
