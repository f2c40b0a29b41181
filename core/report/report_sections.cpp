// The sections of the page of `bfclx report` but for comparisons and failures.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/findings/finding_text.h"
#include "core/render/figure_text.h"
#include "core/report/report_parts.h"
#include "core/statistics/score_estimate.h"

namespace bfclx::report_parts {
namespace {

constexpr std::size_t kReasonsShown = 24;

// In the overall score of the page.
bool counts(const ReportPage& report, const ReportedCategory& category) {
  return report.leaderboard.counts(*category.summary.category);
}

// --- Summary ------------------------------------------------------------------------------------

// Scored entries: of the categories that count in an overall score, and of those reported
// separately.
std::string entries_text(const ReportPage& report, const ReportedRun& run) {
  struct Passed {
    std::size_t right = 0;
    std::size_t entries = 0;
    std::string text() const {
      return grouped_digits(right) + " of " + grouped_digits(entries) + " passed";
    }
  } counted_in, apart;
  Skips skipped{};
  for (const ReportedCategory& category : run.categories) {
    for (std::size_t i = 0; i < kSkips; ++i) skipped[i] += category.summary.skipped[i];
    Passed& passed = counts(report, category) ? counted_in : apart;
    passed.right += category.summary.right;
    passed.entries += category.summary.entries;
  }
  const std::string reasons = skips_text(skipped);
  return counted_in.text() + "; " +
         (apart.entries == 0
              ? ""
              : "reported separately, not counted in the overall score: " + apart.text() + "; ") +
         (reasons.empty() ? "" : "skipped: " + reasons + "; ") + run.settings;
}

Block run_panel(const ReportPage& report, std::size_t index) {
  const ReportedRun& run = report.runs[index];
  const BasedScore& overall = run.overall;
  Blocks blocks = {paragraph(with_letter(report, index, {run.label}), Style::kBold)};
  if (overall.value) {
    blocks.push_back(
        paragraph({percent(*overall.value) + " %"}, Style::kPlain, Block::Size::kLarge));
    blocks.push_back(plot_block(share_axis(),
                                {*overall.value, overall.interval.low, overall.interval.high},
                                interval_label(*overall.value, overall.interval)));
    blocks.push_back(
        paragraph({score_title(report.leaderboard.name()) + ", 95 % CI " +
                   percent_range(overall.interval) + ", " + basis_text(overall.basis)}));
  } else {
    blocks.push_back(paragraph({"no entries that count in the overall score"}, Style::kDim));
  }
  for (const RunWarning& warning : run.warnings) {
    blocks.push_back(paragraph({"Warning: " + warning.text + "."}, Style::kBad));
  }
  if (report.runs.size() > 1 && report.ranking.weight > 0) {
    const RankRange& rank = report.ranking.runs[index].rank;
    blocks.push_back(
        paragraph({"rank " + std::to_string(rank.rank) + " of " +
                   std::to_string(report.runs.size()) + " (" + std::to_string(rank.low) + " to " +
                   std::to_string(rank.high) + ") " + basis_text(report.ranked)}));
  }
  blocks.push_back(remark({entries_text(report, run)}));
  return panel(std::move(blocks));
}

// --- Findings -----------------------------------------------------------------------------------

Block finding_block(const Finding& finding) {
  static constexpr Style kStyles[] = {Style::kDim, Style::kWarn, Style::kBad};
  static constexpr std::string_view kSigns[] = {"\u2013 ", "! ", "\u2715 "};
  const auto severity = static_cast<std::size_t>(finding.severity);
  Blocks blocks = {paragraph({std::string(finding.effect) + " " + std::string(finding.advice)})};
  for (const FindingExample& example : finding.examples) {
    std::string text = example.id;
    if (example.line > 0) text += " (line " + std::to_string(example.line) + ")";
    if (!example.text.empty()) text += "  " + example.text;
    blocks.push_back(text_as_it_stands({text}, Style::kDim));
  }
  const std::string sign =
      std::string(kSigns[severity]) + std::string(severity_name(finding.severity));
  return details(Block::Level::kGroup,
                 {{sign, kStyles[severity]},
                  " ",
                  {std::string(finding.title), Style::kBold},
                  " ",
                  {counts_text(finding), Style::kDim}},
                 std::move(blocks), finding.severity == Severity::kError);
}

// A list that opens; nothing when it is empty.
void add_list(Blocks& blocks, Spans title, const std::vector<std::string>& entries) {
  if (entries.empty()) return;
  Blocks texts;
  for (const std::string& entry : entries) texts.push_back(text_as_it_stands({entry}));
  blocks.push_back(details(Block::Level::kNote, std::move(title), std::move(texts)));
}

// --- Categories ---------------------------------------------------------------------------------

// "76/78 passed, 1 missing"; the first is with the accuracy where entries are few.
std::string entries_text(const CategorySummary& summary) {
  std::vector<std::string> texts;
  if (summary.entries >= kFewEntries) {
    texts.push_back(std::to_string(summary.right) + "/" + std::to_string(summary.entries) +
                    " passed");
  }
  if (summary.missing > 0) texts.push_back(grouped_digits(summary.missing) + " missing");
  if (summary.unknown > 0) texts.push_back(grouped_digits(summary.unknown) + " unknown");
  if (std::string reasons = skips_text(summary.skipped); !reasons.empty()) {
    texts.push_back(std::move(reasons));
  }
  return joined(texts, ", ");
}

Table::Row category_row(const ReportPage& report, std::size_t run, const ReportedCategory& category,
                        bool first) {
  const CategorySummary& summary = category.summary;
  Table::Row row;
  row.continues = !first;
  row.cells.emplace_back();
  if (first) {
    row.cells.back().text =
        std::string(summary.category->name) + (counts(report, category) ? "" : " (separate)");
  }
  if (report.runs.size() > 1) row.cells.emplace_back(letter_of(run), Style::kTag);
  if (summary.entries == 0) {
    row.cells.insert(row.cells.end(), {{"no entries scored", Style::kDim}, "", ""});
  } else {
    const Range& interval = category.accuracy.interval;
    Cell plot(interval_label(category.accuracy.share, interval));
    plot.plot = Plot{category.accuracy.share, interval.low, interval.high};
    row.cells.insert(row.cells.end(),
                     {plot, share_text(summary.right, summary.entries), percent_range(interval)});
  }
  row.cells.emplace_back(entries_text(summary), Style::kDim);
  return row;
}

void add_unscored(Blocks& blocks, const ReportPage& report, std::size_t index) {
  const ReportedRun& run = report.runs[index];
  if (!run.not_in_run.empty()) {
    blocks.push_back(remark(
        with_letter(report, index, {"Not in this run: " + joined(run.not_in_run, ", ") + "."})));
  }
  for (const ReportedCategory& category : run.categories) {
    const std::string name(category.summary.category->name);
    add_list(blocks,
             with_letter(report, index,
                         {"Skipped in " + name + ", not counted in the accuracy: " +
                          skips_text(category.summary.skipped)}),
             category.skipped);
    add_list(
        blocks,
        with_letter(report, index, {"Entries of " + name + " that their own ground truth fails"}),
        category.impossible);
  }
  for (const std::string& text : run.not_scored) {
    blocks.push_back(remark(with_letter(report, index, {"Not scored: " + text + "."})));
  }
}

// --- Reasons ------------------------------------------------------------------------------------

struct ReasonCounts {
  std::string error_type;
  std::vector<std::size_t> by_run;

  std::size_t largest() const { return *std::max_element(by_run.begin(), by_run.end()); }
};

// The most frequent first.
std::vector<ReasonCounts> count_reasons(const ReportPage& report) {
  std::map<std::string, std::vector<std::size_t>> counts;  // by run
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    for (const ReportedCategory& category : report.runs[i].categories) {
      for (const CategorySummary::Failure& failure : category.summary.failures) {
        std::vector<std::size_t>& by_run = counts[failure.error_type];
        by_run.resize(report.runs.size());
        by_run[i] += failure.count;
      }
    }
  }
  std::vector<ReasonCounts> reasons;
  for (auto& [error_type, by_run] : counts) reasons.push_back({error_type, std::move(by_run)});
  std::stable_sort(
      reasons.begin(), reasons.end(),
      [](const ReasonCounts& a, const ReasonCounts& b) { return a.largest() > b.largest(); });
  return reasons;
}

Blocks findings_of(const ReportedRun& run) {
  Blocks blocks;
  for (const Finding& finding : run.findings) blocks.push_back(finding_block(finding));
  if (run.findings.empty()) {
    blocks.push_back(paragraph({"\u2713 No problems found."}, Style::kGood));
  }
  add_list(blocks, {counted(run.problems.size(), "problem", "problems") + " in the files"},
           run.problems);
  return blocks;
}

}  // namespace

std::string interval_label(double value, const Range& interval) {
  return percent(value) + " %, 95 % CI " + percent_range(interval);
}

Blocks summary_blocks(const ReportPage& report) {
  Blocks runs;
  for (std::size_t i = 0; i < report.runs.size(); ++i) runs.push_back(run_panel(report, i));
  const bool many = report.runs.size() >= kManyRuns;
  Blocks blocks = many ? ranking_blocks(report) : Blocks();
  for (Block& block : folded(report, "Scores and warnings", {panels(std::move(runs))})) {
    blocks.push_back(std::move(block));
  }
  if (!many && report.runs.size() > 1 && report.ranking.weight > 0) {
    blocks.push_back(remark({std::string(kRankRangeText)}));
  }
  return blocks;
}

Blocks findings_blocks(const ReportPage& report) {
  Blocks blocks;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const ReportedRun& run = report.runs[i];
    Spans title = with_letter(report, i, {run.label});
    Blocks of_run = findings_of(run);
    if (report.runs.size() >= kManyRuns) {
      const std::size_t found = run.findings.size();
      title.emplace_back(" " + (found == 0 ? "none" : counted(found, "problem", "problems")),
                         found == 0 ? Style::kGood : Style::kWarn);
      of_run = {details(Block::Level::kGroup, std::move(title), std::move(of_run))};
    } else if (report.runs.size() > 1) {
      blocks.push_back(heading(std::move(title)));
    }
    for (Block& block : of_run) blocks.push_back(std::move(block));
  }
  return blocks;
}

Blocks categories_blocks(const ReportPage& report) {
  std::map<const Category*, std::vector<std::pair<std::size_t, const ReportedCategory*>>> rows;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    for (const ReportedCategory& category : report.runs[i].categories) {
      rows[category.summary.category].emplace_back(i, &category);
    }
  }
  Table table;
  table.columns = {{"category"}};
  if (report.runs.size() > 1) table.columns.push_back({"run", Align::kRight});
  table.columns.insert(table.columns.end(), {{"", Align::kLeft, Fit::kKeep, share_axis()},
                                             {"accuracy", Align::kRight},
                                             {"95 % CI", Align::kRight, Fit::kDrop},
                                             {"entries", Align::kLeft, Fit::kDrop}});
  for (const auto& [category, runs] : rows) {
    for (const auto& [run, content] : runs) {
      table.rows.push_back(category_row(report, run, *content, run == runs.front().first));
    }
  }
  Blocks blocks;
  if (!table.rows.empty()) blocks.push_back(table_block(std::move(table)));
  for (std::size_t i = 0; i < report.runs.size(); ++i) add_unscored(blocks, report, i);
  return folded(report, "Categories", std::move(blocks));
}

Blocks profile_blocks(const ReportPage& report) {
  const RadarChart& chart = report.profile;
  std::string words = "Radar chart";
  bool enough = false;
  for (const RadarChart::Series& series : chart.series) {
    words += ". " + series.name + ": ";
    std::size_t known = 0;
    for (std::size_t i = 0; i < series.values.size(); ++i) {
      const std::optional<double>& value = series.values[i];
      known += value ? 1 : 0;
      words += (i > 0 ? ", " : "") + chart.axes[i] + " " + (value ? percent(*value) : "not there");
    }
    enough |= known > 2;
  }
  if (!enough) return {};
  Blocks blocks = {chart_block(chart, words)};
  const std::size_t shown = chart.series.size();
  blocks.push_back(remark(
      {"Accuracy in % by the parts of the overall score of " +
       std::string(report.leaderboard.name()) +
       ", over the entries of each run. Missing entries are left out." +
       (shown < report.runs.size()
            ? " The chart shows the " + std::to_string(shown) + " runs with the highest scores."
            : "")}));
  return blocks;
}

Blocks errata_blocks(const ReportPage& report) {
  const ReportedErrata& errata = report.errata;
  if (errata.heading.empty()) return {};
  Table table;
  table.columns = {{"run", Align::kLeft, Fit::kWrap},
                   {"category or score"},
                   {"with errata", Align::kRight},
                   {"official", Align::kRight},
                   {"passed", Align::kRight, Fit::kDrop}};
  const std::string* before = nullptr;
  for (const ReportedErrata::Row& row : errata.rows) {
    const bool continues = before != nullptr && *before == row.run;
    table.rows.push_back(
        {{continues ? "" : row.run, row.name, row.corrected, row.official, row.counts}});
    table.rows.back().continues = continues;
    before = &row.run;
  }
  Blocks blocks = {paragraph({errata.heading + ". Everything else on this page is official."})};
  if (!errata.rank_change.empty()) {
    blocks.push_back(paragraph({errata.rank_change}));
    blocks.push_back(table_block(errata.ranks));
  }
  blocks.push_back(table_block(std::move(table)));
  add_list(blocks, {"Corrections that were left out"}, errata.left_out);
  return blocks;
}

Blocks reasons_blocks(const ReportPage& report) {
  std::vector<ReasonCounts> reasons = count_reasons(report);
  if (reasons.empty()) return {};
  const std::size_t left_out = reasons.size() - std::min(reasons.size(), kReasonsShown);
  reasons.resize(reasons.size() - left_out);
  Table table;
  table.columns = {{"error type", Align::kLeft, Fit::kWrap}};
  if (report.runs.size() > 1) table.columns.push_back({"run", Align::kRight});
  table.columns.push_back({"", Align::kLeft, Fit::kKeep, count_axis(reasons.front().largest())});
  table.columns.push_back({"entries", Align::kRight});
  for (const ReasonCounts& reason : reasons) {
    for (std::size_t i = 0; i < reason.by_run.size(); ++i) {
      Table::Row& row = table.rows.emplace_back();
      row.continues = i > 0;
      row.cells.emplace_back(i == 0 ? reason.error_type : "", Style::kName);
      if (report.runs.size() > 1) row.cells.emplace_back(letter_of(i), Style::kTag);
      const std::string count = std::to_string(reason.by_run[i]);
      row.cells.emplace_back(count);
      row.cells.back().plot = Plot{.value = static_cast<double>(reason.by_run[i]), .bar = true};
      row.cells.emplace_back(count);
    }
  }
  Blocks blocks = {table_block(std::move(table))};
  if (left_out > 0) {
    blocks.push_back(remark({grouped_digits(left_out) + " less frequent ones are not shown."}));
  }
  return folded(report, "Error types", std::move(blocks));
}

}  // namespace bfclx::report_parts
