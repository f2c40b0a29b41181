// The failures of the page, by run and category.
#include <utility>

#include "core/base/counted.h"
#include "core/report/report_parts.h"

namespace bfclx::report_parts {
namespace {

void add_category(Blocks& blocks, const ReportedCategory& category) {
  if (category.failures.empty()) return;
  const std::size_t failed = category.summary.entries - category.summary.right;
  Blocks failures = category.failures;
  if (failures.size() < failed) {
    failures.push_back(remark({grouped_digits(failed - failures.size()) + " more are not shown."}));
  }
  const std::string count =
      grouped_digits(failed) + " of " + grouped_digits(category.summary.entries) + " failed";
  blocks.push_back(
      details(Block::Level::kGroup,
              {std::string(category.summary.category->name), " ", {count, Style::kDim}},
              std::move(failures)));
}

}  // namespace

Blocks failures_blocks(const ReportPage& report) {
  Blocks blocks;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    Blocks of_run;
    for (const ReportedCategory& category : report.runs[i].categories)
      add_category(of_run, category);
    if (of_run.empty()) continue;
    if (report.runs.size() > 1) {
      blocks.push_back(heading(with_letter(report, i, {report.runs[i].label})));
    }
    for (Block& block : of_run) blocks.push_back(std::move(block));
  }
  return blocks;
}

}  // namespace bfclx::report_parts
