// The sections of the page of `bfclx report` but for the failures.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/render/comparison_text.h"
#include "core/render/figure_text.h"
#include "core/statistics/score_estimate.h"
#include "tools/bfclx/compare/comparison_report.h"
#include "tools/bfclx/report/html_report_parts.h"

namespace bfclx::tools::html {
namespace {

constexpr std::size_t kReasonsShown = 24;

std::string cell(std::string_view kind, const std::string& content) {
  return "<td class=\"" + std::string(kind) + "\">" + content + "</td>";
}

std::string heading(std::string_view kind, const std::string& content) {
  return "<th class=\"" + std::string(kind) + "\">" + content + "</th>";
}

std::string table(const std::string& head, const std::string& rows) {
  return "<div class=\"scroll\"><table><thead><tr>" + head + "</tr></thead><tbody>\n" + rows +
         "</tbody></table></div>\n";
}

// --- Summary ------------------------------------------------------------------------------------

std::string run_summary(const HtmlReport& report, std::size_t index) {
  const HtmlRun& run = report.runs[index];
  std::size_t right = 0;
  std::size_t entries = 0;
  Skips skipped{};
  for (const HtmlCategory& category : run.categories) {
    for (std::size_t i = 0; i < kSkips; ++i) skipped[i] += category.summary.skipped[i];
    if (!category.summary.category->scored) continue;
    right += category.summary.right;
    entries += category.summary.entries;
  }
  std::string out = "<div>\n<div class=\"label\">" + letter_mark(report, index) +
                    html_escaped(run.label) + "</div>\n";
  const BasedScore& overall = run.overall;
  if (overall.value) {
    out += "<div class=\"score\">" + percent(*overall.value) + " %</div>\n" +
           accuracy_plot(*overall.value, overall.interval) + "<div>overall " +
           html_escaped(report.leaderboard) + ", 95 % CI " + percent_range(overall.interval) +
           ", " + html_escaped(basis_text(overall.basis)) + "</div>\n";
  } else {
    out += "<div class=\"muted\">nothing that counts in the overall score</div>\n";
  }
  for (const RunWarning& warning : run.warnings) {
    out += "<div class=\"fail\">Warning: " + html_escaped(warning.text) + ".</div>\n";
  }
  if (report.runs.size() > 1 && report.ranking.weight > 0) {
    const RankRange& rank = report.ranking.runs[index].rank;
    out += "<div>rank " + std::to_string(rank.rank) + " of " + std::to_string(report.runs.size()) +
           " (" + std::to_string(rank.low) + " to " + std::to_string(rank.high) + ") " +
           html_escaped(basis_text(report.ranked)) + "</div>\n";
  }
  const std::string reasons = skips_text(skipped);
  return out + "<div class=\"muted small\">" + std::to_string(right) + " of " +
         std::to_string(entries) + " scored entries right; " +
         (reasons.empty() ? "" : "skipped: " + html_escaped(reasons) + "; ") +
         html_escaped(run.settings) + "</div>\n</div>\n";
}

// --- Findings -----------------------------------------------------------------------------------

std::string finding_text(const Finding& finding) {
  static constexpr std::string_view kKinds[] = {"muted", "warn", "fail"};
  static constexpr std::string_view kSigns[] = {"&ndash;", "!", "&#10005;"};
  const auto severity = static_cast<std::size_t>(finding.severity);
  std::string where;
  for (const auto& [category, count] : finding.categories) {
    where +=
        (where.empty() ? "" : ", ") + std::string(category->name) + " " + std::to_string(count);
  }
  std::string out = "<details class=\"finding\"";
  if (finding.severity == Severity::kError) out += " open";
  out += "><summary><span class=\"" + std::string(kKinds[severity]) + "\">" +
         std::string(kSigns[severity]) + " " + std::string(severity_name(finding.severity)) +
         "</span> <b>" + html_escaped(finding.title) + "</b> <span class=\"muted\">" +
         std::to_string(finding.count) + (where.empty() ? "" : ": " + where);
  if (finding.right_change) {
    const long change = *finding.right_change;
    out += "; right " + std::string(change > 0 ? "+" : "") + std::to_string(change);
  }
  out += "</span></summary><p>" + html_escaped(finding.effect) + " " +
         html_escaped(finding.advice) + "</p>";
  for (const FindingExample& example : finding.examples) {
    out += "<pre class=\"muted\">" + html_escaped(example.id);
    if (example.line > 0) out += " (line " + std::to_string(example.line) + ")";
    out += (example.text.empty() ? "" : "  " + html_escaped(example.text)) + "</pre>";
  }
  return out + "</details>\n";
}

// --- Categories ---------------------------------------------------------------------------------

std::string category_row(const HtmlReport& report, std::size_t run, const HtmlCategory& category,
                         bool first) {
  const CategorySummary& summary = category.summary;
  const std::string name =
      std::string(summary.category->name) + (summary.category->scored ? "" : " (apart)");
  std::string out =
      first ? "<tr class=\"first\">" + cell("name", html_escaped(name)) : "<tr><td></td>";
  if (report.runs.size() > 1) out += cell("n", letter_mark(report, run));
  if (summary.entries == 0) {
    return out + cell("plot muted", "no entries scored") +
           "<td></td><td class=\"spare\"></td><td></td>" +
           cell("muted spare", html_escaped(skips_text(summary.skipped))) + "</tr>\n";
  }
  std::string remark;
  if (summary.missing > 0) remark = std::to_string(summary.missing) + " missing";
  if (summary.unknown > 0) {
    remark += (remark.empty() ? "" : ", ") + std::to_string(summary.unknown) + " unknown";
  }
  if (const std::string reasons = skips_text(summary.skipped); !reasons.empty()) {
    remark += (remark.empty() ? "" : ", ") + html_escaped(reasons);
  }
  return out + cell("plot", accuracy_plot(category.accuracy.share, category.accuracy.interval)) +
         cell("n", share_text(summary.right, summary.entries)) +
         cell("n spare", percent_range(category.accuracy.interval)) +
         cell("n", summary.entries < kFewEntries
                       ? ""
                       : std::to_string(summary.right) + "/" + std::to_string(summary.entries)) +
         cell("muted spare", remark) + "</tr>\n";
}

// --- Comparison ---------------------------------------------------------------------------------

double bound_of(const Comparison& comparison) {
  double bound = 0.05;
  for (const CategoryComparison& row : comparison.categories) {
    if (row.entries == 0) continue;
    bound = std::max({bound, -row.difference.interval.low, row.difference.interval.high});
  }
  return std::min(1.0, std::ceil(bound * 20) / 20);
}

std::string difference_row(const std::string& name, const std::string& a, const std::string& b,
                           double difference, const Range& interval, double p, double bound,
                           const std::string& tail) {
  const bool sure = p < 0.05;
  const std::string_view kind = !sure ? "plain" : difference > 0 ? "pass" : "fail";
  return "<tr class=\"first\">" + cell("name", name) + cell("n spare", a) + cell("n spare", b) +
         cell("n " + std::string(kind), signed_points(difference)) +
         cell("plot", difference_plot(difference, interval, sure, bound)) + tail + "</tr>\n";
}

std::string comparison_of(const HtmlReport& report, std::size_t index) {
  const Comparison& comparison = report.comparisons[index];
  const OverallComparison& overall = comparison.overall;
  const double bound = bound_of(comparison);
  std::string out = "<h3>" + letter_mark(report, 0) + html_escaped(report.runs[0].label) +
                    " against " + letter_mark(report, index + 1) +
                    html_escaped(report.runs[index + 1].label) + "</h3>\n";
  std::string rows;
  if (overall.weight > 0) {
    out += "<p>" +
           html_escaped(meaning_of(
               overall, report.runs[0].label, report.runs[index + 1].label,
               is_warned(report.runs[0].warnings) || is_warned(report.runs[index + 1].warnings))) +
           " Overall " + html_escaped(report.leaderboard) + " " +
           html_escaped(basis_text(report.bases[index])) + ".</p>\n";
    rows += difference_row("<b>overall</b>", percent(overall.a), percent(overall.b),
                           overall.difference, overall.interval, overall.p, bound,
                           "<td class=\"spare\"></td><td class=\"spare\"></td>" +
                               cell("n", html_escaped(p_text(overall.p))));
  }
  for (const CategoryComparison& row : comparison.categories) {
    if (row.entries == 0) continue;
    rows += difference_row(std::string(row.category->name), share_text(row.a_right, row.entries),
                           share_text(row.b_right, row.entries), row.difference.value,
                           row.difference.interval, row.holm_p, bound,
                           cell("n spare", std::to_string(row.gained)) +
                               cell("n spare", std::to_string(row.lost)) +
                               cell("n", html_escaped(p_text(row.holm_p))));
  }
  const std::string letter = letter_of(index + 1);
  return out +
         table(heading("name", "category") + heading("n spare", "A") + heading("n spare", letter) +
                   heading("n", "diff") + heading("plot", difference_axis(bound)) +
                   heading("n spare", "gained") + heading("n spare", "lost") +
                   heading("n", "p Holm"),
               rows) +
         "<p class=\"muted small\">Over the entries that both runs have. Gained: right in " +
         letter +
         " alone; lost: right in A alone. p Holm: exact test of the flips, adjusted for looking at "
         "so many categories; below 0.05 the difference in a category is significant. The overall "
         "p is by signs "
         "drawn for whole groups of entries.</p>\n";
}

}  // namespace

std::string summary_section(const HtmlReport& report) {
  std::string out = "<div class=\"runs\">\n";
  for (std::size_t i = 0; i < report.runs.size(); ++i) out += run_summary(report, i);
  out += "</div>\n";
  if (report.runs.size() > 1 && report.ranking.weight > 0) {
    out += "<p class=\"muted small\">" + std::string(kRankRangeText) + "</p>\n";
  }
  return out;
}

std::string findings_section(const HtmlReport& report) {
  std::string out;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const HtmlRun& run = report.runs[i];
    if (report.runs.size() > 1) {
      out += "<h3>" + letter_mark(report, i) + html_escaped(run.label) + "</h3>\n";
    }
    for (const Finding& finding : run.findings) out += finding_text(finding);
    if (run.findings.empty()) out += "<p class=\"pass\">&#10003; Nothing was found.</p>\n";
    if (run.problems.empty()) continue;
    out += "<details><summary class=\"small muted\">" +
           counted(run.problems.size(), "remark", "remarks") + " of reading the files</summary>";
    for (const std::string& problem : run.problems) {
      out += "<pre>" + html_escaped(problem) + "</pre>";
    }
    out += "</details>\n";
  }
  return out;
}

namespace {

// A list that opens; nothing when it is empty. `title` is markup.
std::string entry_list(const std::string& title, const std::vector<std::string>& entries) {
  if (entries.empty()) return {};
  std::string out = "<details><summary class=\"small muted\">" + title + "</summary>";
  for (const std::string& entry : entries) out += "<pre>" + html_escaped(entry) + "</pre>";
  return out + "</details>\n";
}

}  // namespace

std::string categories_section(const HtmlReport& report) {
  std::map<const Category*, std::vector<std::pair<std::size_t, const HtmlCategory*>>> rows;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    for (const HtmlCategory& category : report.runs[i].categories) {
      rows[category.summary.category].emplace_back(i, &category);
    }
  }
  std::string body;
  for (const auto& [category, runs] : rows) {
    for (const auto& [run, content] : runs) {
      body += category_row(report, run, *content, run == runs.front().first);
    }
  }
  std::string head = heading("name", "category");
  if (report.runs.size() > 1) head += heading("n", "run");
  head += heading("plot", accuracy_axis()) + heading("n", "accuracy") +
          heading("n spare", "interval") + heading("n", "right") + heading("spare", "");
  std::string out = body.empty() ? "" : table(head, body);
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const HtmlRun& run = report.runs[i];
    if (!run.not_in_run.empty()) {
      out += "<p class=\"muted small\">" + letter_mark(report, i) +
             "Not in this run: " + html_escaped(joined(run.not_in_run, ", ")) + ".</p>\n";
    }
    for (const HtmlCategory& category : run.categories) {
      const std::string name(category.summary.category->name);
      out += entry_list(
          letter_mark(report, i) + "Skipped in " + html_escaped(name) +
              ", outside of the accuracy: " + html_escaped(skips_text(category.summary.skipped)),
          category.skipped);
      out += entry_list(letter_mark(report, i) + "Entries of " + html_escaped(name) +
                            " that their own ground truth fails",
                        category.impossible);
    }
    for (const std::string& text : run.not_scored) {
      out += "<p class=\"muted small\">" + letter_mark(report, i) +
             "Not scored: " + html_escaped(text) + ".</p>\n";
    }
  }
  return out;
}

std::string errata_section(const HtmlReport& report) {
  const HtmlErrata& errata = report.errata;
  if (errata.heading.empty()) return {};
  std::string rows;
  const std::string* before = nullptr;
  for (const HtmlErrata::Row& row : errata.rows) {
    const bool first = before == nullptr || *before != row.run;
    rows += first ? "<tr class=\"first\">" + cell("wide", html_escaped(row.run))
                  : std::string("<tr><td></td>");
    rows += cell("name", html_escaped(row.name)) + cell("n", html_escaped(row.corrected)) +
            cell("n", html_escaped(row.official)) + cell("n spare", html_escaped(row.counts)) +
            "</tr>\n";
    before = &row.run;
  }
  const std::string head = heading("wide", "run") + heading("name", "category or score") +
                           heading("n", "with errata") + heading("n", "official") +
                           heading("n spare", "right");
  return "<p>" + html_escaped(errata.heading) +
         ". Everything else on this page is official.</p>\n" + table(head, rows) +
         entry_list("Corrections that were left out", errata.left_out);
}

std::string reasons_section(const HtmlReport& report) {
  std::map<std::string, std::vector<std::size_t>> counts;  // by run
  std::size_t most = 1;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    for (const HtmlCategory& category : report.runs[i].categories) {
      for (const CategorySummary::Failure& failure : category.summary.failures) {
        std::vector<std::size_t>& by_run = counts[failure.error_type];
        by_run.resize(report.runs.size());
        by_run[i] += failure.count;
        most = std::max(most, by_run[i]);
      }
    }
  }
  if (counts.empty()) return {};
  using Row = std::pair<std::string, std::vector<std::size_t>>;
  std::vector<Row> rows(counts.begin(), counts.end());
  const auto largest = [](const Row& row) {
    return *std::max_element(row.second.begin(), row.second.end());
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row& a, const Row& b) { return largest(a) > largest(b); });
  const std::size_t left_out = rows.size() > kReasonsShown ? rows.size() - kReasonsShown : 0;
  rows.resize(rows.size() - left_out);
  std::string body;
  for (const auto& [error_type, by_run] : rows) {
    for (std::size_t i = 0; i < by_run.size(); ++i) {
      body += i == 0 ? "<tr class=\"first\">" +
                           cell("wide", "<code>" + html_escaped(error_type) + "</code>")
                     : "<tr><td></td>";
      if (report.runs.size() > 1) body += cell("n", letter_mark(report, i));
      body += cell("plot", bar(static_cast<double>(by_run[i]) / static_cast<double>(most))) +
              cell("n", std::to_string(by_run[i])) + "</tr>\n";
    }
  }
  std::string head = heading("wide", "error type");
  if (report.runs.size() > 1) head += heading("n", "run");
  std::string out = table(head + heading("plot", "") + heading("n", "entries"), body);
  if (left_out > 0) {
    out +=
        "<p class=\"muted small\">" + std::to_string(left_out) + " rarer ones are left out.</p>\n";
  }
  return out;
}

std::string comparison_section(const HtmlReport& report) {
  std::string out;
  for (std::size_t i = 0; i < report.comparisons.size(); ++i) out += comparison_of(report, i);
  return out;
}

}  // namespace bfclx::tools::html
