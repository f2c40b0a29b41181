#include "core/render/repeats_text.h"

#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/counted.h"
#include "core/render/comparison_text.h"
#include "core/render/figure_text.h"

namespace bfclx {
namespace {

constexpr std::size_t kFewRepeats = 8;
constexpr double kSignificant = 0.05;

std::string ci_text(const Range& range) { return "95 % CI " + percent_range(range); }

std::string spread_text(double low, double high) { return percent_range({low, high}); }

std::string pass_name(std::string_view which, std::size_t k) {
  return "pass" + std::string(which) + std::to_string(k);
}

// Models by name: A and B are runs elsewhere in the same report.
std::string side_text(std::string_view name, std::size_t repeats) {
  return std::string(name) + ", " + (repeats == 1 ? "1 run" : grouped_digits(repeats) + " repeats");
}

// Of repeats that differ as a whole.
std::string exchange_text(std::string_view repeats, double p) {
  return "The overall scores of " + std::string(repeats) + " differ more than decoding explains (" +
         p_equals(p) +
         "): the model, the server or the settings may have changed. The 95 % CIs do not include "
         "such differences.";
}

// Whether entries or decoding make the difference uncertain, and what more repeats would bring.
std::string uncertainty_text(const RepeatsPair& pair) {
  const RepeatsComparison& comparison = *pair.comparison;
  const double error = comparison.overall.standard_error;
  std::string text = "Standard error of the difference: " + percent(error) + " points";
  if (!comparison.decoding_variance) return text + ".";
  const double questions = std::sqrt(comparison.questions_variance);
  text += " (entries " + percent(questions) + ", decoding " +
          percent(std::sqrt(*comparison.decoding_variance)) + ", combined as squares). ";
  if (!comparison.decoding_of_both) {
    const std::string_view single = comparison.a_repeats == 1 ? pair.a : pair.b;
    return text + std::string(single) +
           " is one run: its decoding cannot be measured, and is counted with the entries.";
  }
  if (comparison.decoding_is_all) {
    return text +
           "As estimated, decoding explains all of it: more repeats make the 95 % CI narrower.";
  }
  const double gain = error > 0 ? 1 - questions / error : 0;
  const bool decoding = *comparison.decoding_share() > 0.5;
  return text + (decoding ? "Decoding is the larger part" : "Entries are the larger part") +
         (percent(gain) == "0.0"
              ? ": more repeats do not make the 95 % CI narrower."
              : ": more repeats make the 95 % CI at most about " + percent(gain) + " % narrower.");
}

std::string sure_text(const RepeatsPair& pair) {
  const RepeatsComparison& comparison = *pair.comparison;
  return counted(comparison.surely_gained, "entry", "entries") +
         (comparison.surely_gained == 1 ? " passes" : " pass") + " in all runs of " +
         std::string(pair.b) + " and in none of " + std::string(pair.a) + ", " +
         grouped_digits(comparison.surely_lost) + " the other way round.";
}

bool is_shown(std::size_t k, std::size_t repeats) {
  return repeats <= kFewRepeats || k == repeats || (k & (k - 1)) == 0;
}

}  // namespace

std::string repeats_heading(std::string_view model, const RepeatsAnalysis& analysis) {
  return std::string(model) + ": " + grouped_digits(analysis.repeats) + " repeats";
}

std::string repeats_short_text(const RepeatsAnalysis& analysis) {
  const std::string repeats = grouped_digits(analysis.repeats) + " repeats";
  if (analysis.scores.empty()) return repeats;
  return "mean of " + repeats + ", " + spread_text(analysis.low, analysis.high) + ", " +
         pass_name("^", analysis.repeats) + " " + percent(analysis.passes.back().hat.value);
}

std::vector<std::string> repeats_sentences(const RepeatsAnalysis& analysis) {
  if (analysis.scores.empty()) {
    return {"The repeats have no entries in common that count in the overall score."};
  }
  const Accuracy& flipping = analysis.flipping;
  std::vector<std::string> sentences = {
      score_heading(analysis.basis.leaderboard) + ": mean " + percent(analysis.mean.value) + " (" +
      ci_text(analysis.mean.interval) + "), repeats from " + percent(analysis.low) + " to " +
      percent(analysis.high) + ", standard deviation " + percent(analysis.deviation) + "; " +
      basis_text(analysis.basis) + "."};
  sentences.push_back(flipping.right == 0
                          ? "No entry flips: each of " +
                                counted(flipping.entries, "entry", "entries") +
                                " passed in all repeats or in none."
                          : grouped_digits(flipping.right) + " of " +
                                counted(flipping.entries, "entry", "entries") + " flip (" +
                                percent(flipping.share) + " %, " + ci_text(flipping.interval) +
                                "): passed in some repeats, failed in others.");
  const double questions = std::sqrt(analysis.questions_variance);
  const double decoding = std::sqrt(analysis.decoding_variance);
  if (questions == 0 && decoding == 0) {
    sentences.push_back(
        "The repeats show no variance: in each category, all entries pass or all fail.");
    return sentences;
  }
  sentences.push_back("Standard error of one run: " + percent(std::hypot(questions, decoding)) +
                      " points (entries " + percent(questions) + ", decoding " + percent(decoding) +
                      ", combined as squares); decoding is " + percent(analysis.decoding_share()) +
                      " % of the variance.");
  if (analysis.exchange_p < kSignificant) {
    sentences.push_back(exchange_text("the repeats", analysis.exchange_p));
  }
  return sentences;
}

Table pass_table(const RepeatsAnalysis& analysis) {
  Table table;
  table.columns = {{"k", Align::kRight},
                   {"pass@k", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"pass^k", Align::kRight},
                   {"95 % CI", Align::kRight}};
  for (const PassFigures& figures : analysis.passes) {
    if (!is_shown(figures.k, analysis.repeats)) continue;
    table.rows.push_back(
        {{grouped_digits(figures.k), percent(figures.at.value), percent_range(figures.at.interval),
          percent(figures.hat.value), percent_range(figures.hat.interval)}});
  }
  return table;
}

Table repeats_categories_table(const RepeatsAnalysis& analysis) {
  Table table;
  table.columns = {{"category"},
                   {"entries", Align::kRight, Fit::kDrop},
                   {"mean", Align::kRight},
                   {"range", Align::kRight},
                   {"flips", Align::kRight},
                   {pass_name("@", analysis.repeats), Align::kRight, Fit::kDropLate},
                   {pass_name("^", analysis.repeats), Align::kRight, Fit::kDropLate}};
  for (const RepeatsCategory& row : analysis.categories) {
    table.rows.push_back(
        {{std::string(row.category->name) + (row.counts ? "" : " (separate)"),
          grouped_digits(row.entries), percent(row.mean), spread_text(row.low, row.high),
          grouped_digits(row.flips), percent(row.any), percent(row.all)}});
  }
  return table;
}

std::string repeats_pair_heading(const RepeatsPair& pair) {
  return side_text(pair.b, pair.comparison->b_repeats) + ", against " +
         side_text(pair.a, pair.comparison->a_repeats);
}

std::vector<std::string> repeats_pair_sentences(const RepeatsPair& pair) {
  const OverallComparison& overall = pair.comparison->overall;
  if (overall.weight <= 0) return {std::string(kNothingShared)};
  std::vector<std::string> sentences = {
      score_heading(pair.comparison->basis.leaderboard) + ": mean of " + std::string(pair.a) + " " +
          percent(overall.a) + ", mean of " + std::string(pair.b) + " " + percent(overall.b) +
          ": " + signed_points(overall.difference) + " points, 95 % CI " +
          signed_range(overall.interval) + ", " + p_equals(overall.p) + "; " +
          basis_text(pair.comparison->basis) + ".",
      meaning_of(overall, pair.a, pair.b, pair.warned), uncertainty_text(pair), sure_text(pair)};
  if (const std::string text = disagreement_text(overall); !text.empty()) {
    sentences.insert(sentences.begin() + 2, text);
  }
  const std::pair<std::string_view, double> sides[] = {{pair.a, pair.comparison->a_exchange_p},
                                                       {pair.b, pair.comparison->b_exchange_p}};
  for (const auto& [side, p] : sides) {
    if (p < kSignificant)
      sentences.push_back(exchange_text("the repeats of " + std::string(side), p));
  }
  return sentences;
}

std::string repeats_pairs_heading(const RepeatsPair& first) {
  return "Means of repeats, against " + side_text(first.a, first.comparison->a_repeats);
}

Table repeats_pairs_table(std::span<const RepeatsPair> pairs) {
  Table table;
  table.columns = {{"model", Align::kLeft, Fit::kShorten},
                   {"repeats", Align::kRight, Fit::kDropLate},
                   {"diff", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"p Holm", Align::kRight},
                   {"SE entries", Align::kRight, Fit::kDrop},
                   {"SE decoding", Align::kRight, Fit::kDrop}};
  for (const RepeatsPair& pair : pairs) {
    const RepeatsComparison& comparison = *pair.comparison;
    const OverallComparison& overall = comparison.overall;
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {std::string(pair.b), grouped_digits(comparison.b_repeats)};
    if (overall.weight <= 0) {
      cells.resize(table.columns.size(), "-");
      continue;
    }
    cells.insert(cells.end(),
                 {signed_points(overall.difference), signed_range(overall.interval),
                  p_text(overall.holm_p), percent(std::sqrt(comparison.questions_variance)),
                  comparison.decoding_variance ? percent(std::sqrt(*comparison.decoding_variance))
                                               : std::string("-")});
  }
  return table;
}

Table repeats_overview(std::span<const NamedRepeats> models) {
  Table table;
  table.columns = {{"model", Align::kLeft, Fit::kShorten},
                   {"repeats", Align::kRight, Fit::kDropLate},
                   {"mean", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"range", Align::kRight, Fit::kDropLate},
                   {"flips", Align::kRight, Fit::kDrop},
                   {"pass@n", Align::kRight},
                   {"pass^n", Align::kRight}};
  for (const NamedRepeats& one : models) {
    const RepeatsAnalysis& analysis = *one.analysis;
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {std::string(one.model), grouped_digits(analysis.repeats)};
    if (analysis.scores.empty()) {
      cells.resize(table.columns.size(), "-");
      continue;
    }
    cells.insert(
        cells.end(),
        {percent(analysis.mean.value), percent_range(analysis.mean.interval),
         spread_text(analysis.low, analysis.high), grouped_digits(analysis.flipping.right),
         percent(analysis.passes.back().at.value), percent(analysis.passes.back().hat.value)});
  }
  return table;
}

}  // namespace bfclx
