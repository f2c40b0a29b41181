#include "tools/bfclx/compare/comparison_report.h"

#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/render/comparison_tables.h"
#include "core/render/comparison_text.h"
#include "core/render/figure_text.h"
#include "core/render/repeats_text.h"
#include "core/statistics/score_estimate.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kFlipsShown = 8;
constexpr std::size_t kChangesShown = 6;

class TableWriter {
 public:
  TableWriter(const ComparisonReport& report, const Terminal& terminal)
      : report_(report), terminal_(terminal) {}

  std::string write() && {
    if (!report_.languages.empty()) {
      out_ += wrapped(printable_line(report_.languages), 0, terminal_.width()) + "\n";
    }
    if (is_ranked(report_)) add_ranking();
    add_means();
    if (!report_.repeats_note.empty()) {
      paragraph(report_.repeats_note);
      out_ += "\n";
    }
    if (!report_.details) add_differences();
    for (std::size_t i = 0; i < report_.comparisons.size() && report_.details; ++i) {
      if (!report_.shows(i)) continue;
      add(report_.comparisons[i], report_.bases[i], report_.runs[0], report_.runs[i + 1]);
    }
    if (report_.details) add_unshown_warnings();
    if (report_.details) add_skips();
    out_ += dataset_note(report_.dataset_version, report_.dataset_hash,
                         grouped_digits(report_.options.replicates) + " draws, seed " +
                             std::to_string(report_.options.seed),
                         terminal_);
    return std::move(out_);
  }

 private:
  void add(const Comparison& comparison, const ScoreBasis& basis, const ComparedRun& a,
           const ComparedRun& b) {
    add_run("A", a);
    add_run("B", b);
    out_ += "\n";
    if (!shares_entries(comparison)) {
      paragraph(kNoEntryShared);
      paragraph(unshared_text(comparison));
      out_ += "\n";
      return;
    }
    add_overall(comparison, basis, a, b);
    add_categories(comparison);
    add_flips("passed only in B", "A: ", comparison.gained, Style::kGood);
    add_flips("passed only in A", "B: ", comparison.lost, Style::kBad);
    add_changes(comparison);
    out_ += "\n";
  }

  void add_run(std::string_view letter, const ComparedRun& run) {
    const std::string name = std::string(letter) + "  " + printable_line(run.label);
    const std::string facts =
        counted(run.entries, "entry", "entries") + ", " + printable_line(run.settings);
    if (display_width(name) + 2 + display_width(facts) <= terminal_.width()) {
      out_ +=
          terminal_.styled(Style::kBold, name) + "  " + terminal_.styled(Style::kDim, facts) + "\n";
    } else {
      Page page(terminal_);
      page.paragraph(name, 0, Style::kBold);
      page.paragraph(facts, 3, Style::kDim);
      out_ += std::move(page).take();
    }
    paragraph(own_text(run.own));
    for (const std::string& warning : run.warnings) {
      out_ += warning_row(warning, terminal_);
    }
  }

  void add_overall(const Comparison& comparison, const ScoreBasis& basis, const ComparedRun& a,
                   const ComparedRun& b) {
    const OverallComparison& overall = comparison.overall;
    if (overall.weight > 0) {
      const Style style = difference_style(overall.difference, overall.holm_p);
      out_ += "  overall  A " + percent(overall.a) + "  B " + percent(overall.b) + "  " +
              terminal_.styled(style, signed_points(overall.difference)) + " points, 95 % CI " +
              signed_range(overall.interval) + ", " + p_equals(overall.p) + "\n";
      paragraph(meaning_of(overall, a.label, b.label, is_warned(comparison, a, b)));
      paragraph(basis_sentence(basis));
    } else {
      paragraph(kNothingShared);
    }
    paragraph(flips_text(comparison));
    paragraph(unshared_text(comparison));
  }

  void add_categories(const Comparison& comparison) {
    out_ += "\n" + terminal_table(categories_table(comparison), terminal_.screen());
    paragraph(kPColumns);
    paragraph(disagreements_text(comparison));
  }

  void add_flips(std::string_view title, std::string_view wrong_in, const std::vector<Flip>& flips,
                 Style style) {
    if (flips.empty()) return;
    out_ += "\n  " + terminal_.styled(style, title) + "  " + grouped_digits(flips.size()) + "\n";
    Table table;
    table.columns = {{""}, {"", Align::kLeft, Fit::kWrap}};
    for (std::size_t i = 0; i < flips.size() && i < kFlipsShown; ++i) {
      table.rows.push_back(
          {{std::string(flips[i].id),
            {std::string(wrong_in) + std::string(flips[i].error_type), Style::kDim}}});
    }
    out_ += terminal_table(table, terminal_.screen(), 4);
    add_rest(flips.size(), kFlipsShown);
  }

  void add_changes(const Comparison& comparison) {
    const std::vector<ErrorChange>& changes = comparison.error_changes;
    if (changes.empty()) return;
    out_ += "\n  " + terminal_.styled(Style::kBold, "failed in both, for different reasons") + "\n";
    Table table;
    table.columns = {{"", Align::kRight}, {"", Align::kLeft, Fit::kWrap}, {""}};
    for (std::size_t i = 0; i < changes.size() && i < kChangesShown; ++i) {
      table.rows.push_back({{grouped_digits(changes[i].count),
                             std::string(changes[i].from) + " -> " + std::string(changes[i].to),
                             {std::string(changes[i].example), Style::kDim}}});
    }
    out_ += terminal_table(table, terminal_.screen(), 4);
    add_rest(changes.size(), kChangesShown);
  }

  void add_rest(std::size_t count, std::size_t shown) {
    if (count <= shown) return;
    out_ += "    " +
            terminal_.styled(Style::kDim, "and " + grouped_digits(count - shown) +
                                              " more; --format json lists all") +
            "\n";
  }

  void add_unshown_warnings() {
    for (const ComparedRun* run : report_.unshown()) {
      if (run->warnings.empty()) continue;
      paragraph(run->label);
      for (const std::string& warning : run->warnings) out_ += warning_row(warning, terminal_);
      out_ += "\n";
    }
  }

  void add_skips() {
    for (const ComparedRun& run : report_.runs) {
      if (run.skipped_entries.empty()) continue;
      paragraph("Skipped in " + run.label + ", not compared: " + skips_text(run.skipped));
      for (std::size_t i = 0; i < run.skipped_entries.size() && i < kFlipsShown; ++i) {
        out_ +=
            "    " + terminal_.styled(Style::kDim, printable_line(run.skipped_entries[i])) + "\n";
      }
      add_rest(run.skipped_entries.size(), kFlipsShown);
      out_ += "\n";
    }
  }

  void add_ranking() {
    out_ += terminal_.styled(Style::kBold, ranking_title(report_)) + "\n";
    paragraph(score_title(report_.ranked.leaderboard) + ", " +
              counted(report_.ranking.entries, "entry", "entries") + ", " +
              basis_text(report_.ranked));
    if (report_.ranking.weight <= 0) {
      paragraph(kNothingShared);
      out_ += "\n";
      return;
    }
    out_ += terminal_table(ranking_table(report_), terminal_.screen());
    paragraph(kRankRangeText);
    out_ += "\n";
  }

  void add_means() {
    std::vector<RepeatsPair> pairs;
    for (const ComparedRepeats& one : report_.repeats) pairs.push_back(one.pair());
    if (pairs.size() > kFewPairs) {
      out_ += wrapped(printable_line(repeats_pairs_heading(pairs.front())), 0, terminal_.width()) +
              terminal_table(repeats_pairs_table(pairs), terminal_.screen()) + "\n";
      return;
    }
    for (const RepeatsPair& pair : pairs) {
      Page page(terminal_);
      page.paragraph(printable_line(repeats_pair_heading(pair)), 0, Style::kBold);
      out_ += std::move(page).take();
      for (const std::string& sentence : repeats_pair_sentences(pair)) paragraph(sentence);
      out_ += "\n";
    }
  }

  // Of many runs: each against the first, in a row.
  void add_differences() {
    const Table differences = differences_table(report_);
    if (!differences.rows.empty()) {
      out_ += wrapped("Against " + printable_line(report_.runs[0].label), 0, terminal_.width()) +
              terminal_table(differences, terminal_.screen());
      paragraph(kPOfRuns);
    }
    std::size_t warned = 0;
    for (const ComparedRun& run : report_.runs) warned += run.warnings.empty() ? 0 : 1;
    if (warned > 0) {
      paragraph(counted(warned, "run has", "runs have") +
                (warned == 1 ? " warnings: its score may not reflect the model."
                             : " warnings: their scores may not reflect the models."));
    }
    if (!differences.rows.empty()) {
      paragraph("--details shows every comparison; to see only one, compare just its two runs.");
    }
    if (!differences.rows.empty() || warned > 0) out_ += "\n";
  }

  void paragraph(std::string_view text) {
    if (!text.empty()) out_ += wrapped(printable_line(text), 2, terminal_.width());
  }

  const ComparisonReport& report_;
  const Terminal& terminal_;
  std::string out_;
};

}  // namespace

std::string comparison_table(const ComparisonReport& report, const Terminal& terminal) {
  return TableWriter(report, terminal).write();
}

}  // namespace bfclx::tools
