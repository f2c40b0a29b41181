#include "tools/bfclx/report/html_report.h"

#include "core/base/counted.h"
#include "tools/bfclx/report/html_report_parts.h"

namespace bfclx::tools {

std::string html_report(const HtmlReport& report) {
  Document document;
  document.title = report.title;
  document.basis = {
      "Scored as the Berkeley Function-Calling Leaderboard does, by bfclx " BFCLX_VERSION
      "; dataset " +
      report.dataset};
  document.contents = true;
  document.blocks = html::summary_blocks(report);
  document.sections = {
      {"findings", "Problems that distort the score", html::findings_blocks(report)},
      {"comparison", "Comparison", html::comparison_blocks(report)},
      {"errata", "By the errata", html::errata_blocks(report)},
      {"categories", "Categories", html::categories_blocks(report)},
      {"reasons", "Why entries failed", html::reasons_blocks(report)},
      {"failures", "Failures", html::failures_blocks(report)},
  };
  document.note =
      "Intervals are 95 % CIs; entries that depend on each other are taken together. Draws: " +
      grouped_digits(report.options.replicates) + ", seed " + std::to_string(report.options.seed) +
      ".";
  return html_document(document);
}

namespace html {

std::string letter_of(std::size_t run) {
  return run < 26 ? std::string(1, static_cast<char>('A' + run)) : std::to_string(run + 1);
}

Spans with_letter(const HtmlReport& report, std::size_t run, Spans texts) {
  if (report.runs.size() > 1) texts.insert(texts.begin(), Span(letter_of(run), Style::kTag));
  return texts;
}

}  // namespace html
}  // namespace bfclx::tools
