// Dates as people and manifests write them: "2026-11-22".
#ifndef BFCLX_TOOLS_BFCLX_INPUT_DATE_H_
#define BFCLX_TOOLS_BFCLX_INPUT_DATE_H_

#include <chrono>
#include <optional>
#include <string_view>

namespace bfclx::tools {

// nullopt where it is none of the calendar.
std::optional<std::chrono::year_month_day> read_date(std::string_view text);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_DATE_H_
