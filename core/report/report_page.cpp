#include "core/report/report_page.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/counted.h"
#include "core/report/report_parts.h"

namespace bfclx {
namespace {

std::string title_of(const ReportPage& page) {
  constexpr std::size_t kNamesInTitle = 3;
  if (!page.title.empty()) return page.title;
  if (page.runs.size() > kNamesInTitle) return std::to_string(page.runs.size()) + " runs";
  std::string title;
  for (const ReportedRun& run : page.runs) title += (title.empty() ? "" : ", ") + run.label;
  return title;
}

std::string made_text(const std::string& program, const std::string& dataset) {
  return "Scored as the Berkeley Function-Calling Leaderboard does, by bfclx " + program +
         "; dataset " + dataset;
}

}  // namespace

std::string report_html(const ReportPage& page) {
  Document document;
  document.title = title_of(page);
  document.basis = {made_text(page.program, page.dataset)};
  document.basis.insert(document.basis.end(), page.notes.begin(), page.notes.end());
  document.contents = true;
  document.blocks = report_parts::summary_blocks(page);
  document.sections = {
      {"findings", "Problems that distort the score", report_parts::findings_blocks(page)},
      {"comparison", "Comparison", report_parts::comparison_blocks(page)},
      {"profile", "Profile", report_parts::profile_blocks(page)},
      {"errata", "By the errata", report_parts::errata_blocks(page)},
      {"categories", "Categories", report_parts::categories_blocks(page)},
      {"latency", "Latency", report_parts::latency_blocks(page)},
      {"reasons", "Why entries failed", report_parts::reasons_blocks(page)},
      {"failures", "Failures", report_parts::failures_blocks(page)},
  };
  document.note =
      "Intervals are 95 % CIs. Entries that depend on each other count as one group. Draws: " +
      grouped_digits(page.options.replicates) + ", seed " + std::to_string(page.options.seed) + ".";
  return html_document(document);
}

std::string entry_html(const EntryPage& page, Block entry) {
  Document document;
  document.title = page.id + ", " + page.run;
  document.basis = {made_text(page.program, page.dataset), page.settings};
  document.basis.insert(document.basis.end(), page.notes.begin(), page.notes.end());
  document.blocks = {std::move(entry)};
  return html_document(document);
}

namespace report_parts {

std::vector<std::size_t> best_first(const ReportPage& report) {
  const auto score = [&](std::size_t run) {
    return report.ranking.weight > 0 ? report.ranking.runs[run].score
                                     : report.runs[run].overall.value.value_or(-1);
  };
  std::vector<std::size_t> order(report.runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return score(a) > score(b); });
  return order;
}

std::string letter_of(std::size_t run) {
  return run < 26 ? std::string(1, static_cast<char>('A' + run)) : std::to_string(run + 1);
}

Spans with_letter(const ReportPage& report, std::size_t run, Spans texts) {
  if (report.runs.size() > 1) texts.insert(texts.begin(), Span(letter_of(run), Style::kTag));
  return texts;
}

}  // namespace report_parts
}  // namespace bfclx
