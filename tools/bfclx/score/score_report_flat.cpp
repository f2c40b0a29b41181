// The report for spreadsheets (CSV) and for pages (Markdown).
#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/dataset/own_turns.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/run/tag_accuracy.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

std::string failures_text(const CategorySummary& summary, std::string_view separator) {
  std::string text;
  for (const CategorySummary::Failure& failure : summary.failures) {
    if (!text.empty()) text += separator;
    text += grouped_digits(failure.count) + " " + failure.error_type;
  }
  return text;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6f", value);
  return text;
}

// "rest_3 skipped_no_credentials RAPID_API_KEY": each entry with its reason and what it wanted.
std::string skipped_entries(const CategoryReport& category, std::string_view separator) {
  std::string text;
  for (const CategoryReport::Skipped& one : category.skipped) {
    if (!text.empty()) text += separator;
    text += one.id + " " + std::string(skip_name(one.skip));
    if (!one.variable.empty()) text += " " + one.variable;
    if (!one.request.empty()) text += " " + one.request;
  }
  return text;
}

Cell seconds_cell(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "%.4f", rounded_seconds(seconds));
  return data_cell(text);
}
std::string rate(const StreamedLatency& streamed) {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f", std::round(*streamed.tokens_per_second * 10) / 10);
  return text;
}
Cell count_cell(std::size_t count) { return data_cell(std::to_string(count)); }
Cell accuracy_cell(const CategoryReport& category, double value) {
  return category.summary.entries > 0 ? data_cell(number(value)) : Cell();
}
Cell turns_cell(const CategoryReport& category, std::size_t count) {
  return category.turns_total > 0 ? count_cell(count) : Cell();
}

// A line of CSV.
struct CsvRow {
  const Report& report;
  const ModelReport& model;
  const CategoryReport& category;

  const CategorySummary& summary() const { return category.summary; }
  const RunSettings& settings() const { return model.run->settings; }
  // The same category by corrected ground truth, a second score.
  const CategoryReport& corrected() const {
    const auto which = static_cast<std::size_t>(&model - report.models.data());
    const auto at = static_cast<std::size_t>(&category - model.categories.data());
    return report.errata->report.models[which].categories[at];
  }
  // The repeats that the run is one of, and this category of them; nullptr for none.
  const RepeatsReport* repeats() const {
    const auto which = static_cast<std::size_t>(&model - report.models.data());
    for (const RepeatsReport& one : repeats_in(report)) {
      if (std::find(one.runs.begin(), one.runs.end(), which) != one.runs.end()) return &one;
    }
    return nullptr;
  }
  const RepeatsCategory* repeated() const {
    const RepeatsReport* of = repeats();
    if (of == nullptr) return nullptr;
    for (const RepeatsCategory& one : of->analysis.categories) {
      if (one.category == summary().category) return &one;
    }
    return nullptr;
  }
};

struct CsvColumn {
  std::string_view name;
  Cell (*cell)(const CsvRow& row);
};

constexpr CsvColumn kCsvColumns[] = {
    {"model", [](const CsvRow& r) -> Cell { return r.model.run->name; }},
    {"category", [](const CsvRow& r) -> Cell { return std::string(r.summary().category->name); }},
    {"group", [](const CsvRow& r) -> Cell { return std::string(r.summary().category->group); }},
    {"in_overall_score", [](const CsvRow& r) -> Cell { return r.category.counts ? "yes" : "no"; }},
    {"total", [](const CsvRow& r) { return count_cell(r.summary().total); }},
    {"entries", [](const CsvRow& r) { return count_cell(r.summary().entries); }},
    {"right", [](const CsvRow& r) { return count_cell(r.summary().right); }},
    {"accuracy",
     [](const CsvRow& r) { return accuracy_cell(r.category, r.category.accuracy.share); }},
    {"interval_low",
     [](const CsvRow& r) { return accuracy_cell(r.category, r.category.accuracy.interval.low); }},
    {"interval_high",
     [](const CsvRow& r) { return accuracy_cell(r.category, r.category.accuracy.interval.high); }},
    {"missing", [](const CsvRow& r) { return count_cell(r.summary().missing); }},
    {"unknown", [](const CsvRow& r) { return count_cell(r.summary().unknown); }},
    {"duplicates", [](const CsvRow& r) { return count_cell(r.summary().duplicates); }},
    {"unusable", [](const CsvRow& r) { return count_cell(r.summary().unusable); }},
    {"failures", [](const CsvRow& r) -> Cell { return failures_text(r.summary(), "; "); }},
    {"decoder", [](const CsvRow& r) -> Cell { return std::string(r.settings().decoder->name); }},
    {"underscore_to_dot",
     [](const CsvRow& r) -> Cell { return r.settings().underscore_to_dot ? "yes" : "no"; }},
    {"dataset_version", [](const CsvRow& r) -> Cell { return r.report.dataset_version; }},
    {"dataset_hash", [](const CsvRow& r) -> Cell { return r.report.dataset_hash; }},
    {"own_turns_passed",
     [](const CsvRow& r) { return turns_cell(r.category, r.category.turns_passed); }},
    {"own_turns_total",
     [](const CsvRow& r) { return turns_cell(r.category, r.category.turns_total); }},
    {"skipped", [](const CsvRow& r) { return count_cell(r.summary().skipped_in_all()); }},
    {"skipped_by_reason", [](const CsvRow& r) -> Cell { return skips_text(r.summary().skipped); }},
    {"skipped_entries", [](const CsvRow& r) -> Cell { return skipped_entries(r.category, "; "); }},
};

Cell repeated_share(const CsvRow& row, double RepeatsCategory::*share) {
  const RepeatsCategory* repeated = row.repeated();
  return repeated != nullptr ? data_cell(number(repeated->*share)) : Cell();
}
Cell repeated_count(const CsvRow& row, std::size_t RepeatsCategory::*count) {
  const RepeatsCategory* repeated = row.repeated();
  return repeated != nullptr ? count_cell(repeated->*count) : Cell();
}

// With repeats alone; the same on the line of each.
constexpr CsvColumn kRepeatsColumns[] = {
    {"repeats_of",
     [](const CsvRow& r) { return r.repeats() != nullptr ? Cell(r.repeats()->model) : Cell(); }},
    {"repeats",
     [](const CsvRow& r) {
       return r.repeats() != nullptr ? count_cell(r.repeats()->runs.size()) : Cell();
     }},
    {"repeats_entries",
     [](const CsvRow& r) { return repeated_count(r, &RepeatsCategory::entries); }},
    {"repeats_mean", [](const CsvRow& r) { return repeated_share(r, &RepeatsCategory::mean); }},
    {"repeats_lowest", [](const CsvRow& r) { return repeated_share(r, &RepeatsCategory::low); }},
    {"repeats_highest", [](const CsvRow& r) { return repeated_share(r, &RepeatsCategory::high); }},
    {"repeats_flips", [](const CsvRow& r) { return repeated_count(r, &RepeatsCategory::flips); }},
    {"repeats_any_passed",
     [](const CsvRow& r) { return repeated_share(r, &RepeatsCategory::any); }},
    {"repeats_all_passed",
     [](const CsvRow& r) { return repeated_share(r, &RepeatsCategory::all); }},
};

// With weights alone; the same on each line of a run.
Cell weighted_cell(const CsvRow& row, double share) {
  return row.model.weighted && row.model.score.value ? data_cell(number(share)) : Cell();
}
constexpr CsvColumn kWeightsColumns[] = {
    {"weighted_accuracy",
     [](const CsvRow& r) { return weighted_cell(r, r.model.score.value.value_or(0)); }},
    {"weighted_interval_low",
     [](const CsvRow& r) { return weighted_cell(r, r.model.score.interval.low); }},
    {"weighted_interval_high",
     [](const CsvRow& r) { return weighted_cell(r, r.model.score.interval.high); }},
};

// Where any run has latency. Empty for what is not known; times of streamed responses are of the
// whole run, and so the same on each of its lines.
const LatencyFigures* latency_of(const CsvRow& row) {
  return row.model.run->latency.of(*row.summary().category);
}
Cell time_cell(const CsvRow& row, double LatencyFigures::*time) {
  const LatencyFigures* latency = latency_of(row);
  return latency != nullptr ? seconds_cell(latency->*time) : Cell();
}
Cell streamed_cell(const CsvRow& row, std::optional<StreamedLatency::Times> StreamedLatency::*times,
                   double StreamedLatency::Times::*time) {
  const std::optional<StreamedLatency>& streamed = row.model.run->latency.streamed;
  if (!streamed || !((*streamed).*times)) return {};
  return seconds_cell((*((*streamed).*times)).*time);
}
constexpr CsvColumn kLatencyColumns[] = {
    {"latency_requests",
     [](const CsvRow& r) {
       const LatencyFigures* latency = latency_of(r);
       return latency != nullptr ? count_cell(latency->requests) : Cell();
     }},
    {"latency_p50", [](const CsvRow& r) { return time_cell(r, &LatencyFigures::p50); }},
    {"latency_p95", [](const CsvRow& r) { return time_cell(r, &LatencyFigures::p95); }},
    {"first_token_p50",
     [](const CsvRow& r) {
       return streamed_cell(r, &StreamedLatency::first_token, &StreamedLatency::Times::p50);
     }},
    {"first_token_p95",
     [](const CsvRow& r) {
       return streamed_cell(r, &StreamedLatency::first_token, &StreamedLatency::Times::p95);
     }},
    {"between_tokens_p50",
     [](const CsvRow& r) {
       return streamed_cell(r, &StreamedLatency::between_tokens, &StreamedLatency::Times::p50);
     }},
    {"between_tokens_p95",
     [](const CsvRow& r) {
       return streamed_cell(r, &StreamedLatency::between_tokens, &StreamedLatency::Times::p95);
     }},
    {"tokens_per_second",
     [](const CsvRow& r) {
       const std::optional<StreamedLatency>& streamed = r.model.run->latency.streamed;
       return streamed && streamed->tokens_per_second ? data_cell(rate(*streamed)) : Cell();
     }},
};

// With errata alone.
constexpr CsvColumn kErrataColumns[] = {
    {"errata", [](const CsvRow& r) -> Cell { return r.report.errata->name; }},
    {"errata_entries", [](const CsvRow& r) { return count_cell(r.corrected().summary.entries); }},
    {"errata_right", [](const CsvRow& r) { return count_cell(r.corrected().summary.right); }},
    {"errata_accuracy",
     [](const CsvRow& r) { return accuracy_cell(r.corrected(), r.corrected().accuracy.share); }},
};

// Entries without a verdict, and those that nothing can pass.
void add_markdown_skips(std::string& out, const ModelReport& model) {
  const Totals& totals = model.totals;
  out += "Total " + grouped_digits(totals.total) + ", passed " + grouped_digits(totals.passed) +
         ", failed " + grouped_digits(totals.failed) + ", skipped " +
         grouped_digits(totals.skipped_in_all());
  if (totals.missing > 0) out += ", missing " + grouped_digits(totals.missing);
  out += ".\n\n";
  for (const CategoryReport& category : model.categories) {
    const std::string name = markdown_text(category.summary.category->name);
    if (!category.skipped.empty()) {
      out += "Skipped in " + name + ", not counted in the accuracy: " +
             markdown_text(skips_text(category.summary.skipped)) + ".\n\n";
      for (const CategoryReport::Skipped& one : category.skipped) {
        out += "- " + markdown_text(one.id) + ": " + markdown_text(skip_name(one.skip));
        if (!one.variable.empty()) out += ", " + markdown_text(one.variable);
        if (!one.request.empty()) out += ", " + markdown_text(one.request);
        out += "\n";
      }
      out += "\n";
    }
    for (const CategoryReport::Impossible& one : category.impossible) {
      out += "Impossible: " + markdown_text(one.id) + ", whose own ground truth fails (" +
             markdown_text(one.why) + ").\n\n";
    }
  }
}

void add_markdown_score(std::string& out, const BasedScore& score) {
  if (!score.value) return;
  out += markdown_text(score_heading_alone(score.basis.leaderboard)) + ": **" +
         percent(*score.value) + " %** (95 % CI " + percent(score.interval.low) + " to " +
         percent(score.interval.high) + "), " + markdown_text(basis_text(score.basis)) + ".\n\n";
}

void add_markdown_overall(std::string& out, const ModelReport& model,
                          std::string_view leaderboard) {
  if (model.overall.empty()) return;
  out += "| part of the score of leaderboard " + markdown_text(leaderboard) +
         " | | 95 % CI | without |\n";
  out += "|---|---:|---:|---|\n";
  for (const PartReport& part : model.overall) {
    if (part.depth == 0) continue;  // stands above, with its basis
    const PartScore& score = part.score;
    const bool sure = score.complete() && score.standard_error;
    std::vector<std::string> missing;
    for (const std::string_view name : score.missing) missing.push_back(markdown_text(name));
    out += "| " +
           joined({markdown_text(part.part->name),
                   score.complete() ? percent(score.official) + " %" : "N/A",
                   sure ? percent_range(score.interval) : "", joined(missing, ", ")},
                  " | ") +
           " |\n";
  }
  out += "\n";
}

void add_markdown_tags(std::string& out, const ModelRun& run) {
  const std::vector<TagAccuracy> tags = tag_accuracies(run);
  if (tags.empty()) return;
  out +=
      "| tag (an entry counts under each of its tags) | entries | passed | accuracy | 95 % CI |\n";
  out += "|---|---:|---:|---:|---:|\n";
  for (const auto& [tag, accuracy] : tags) {
    out += "| " +
           joined({markdown_text(tag), grouped_digits(accuracy.entries),
                   grouped_digits(accuracy.right), percent(accuracy.share) + " %",
                   percent_range(accuracy.interval)},
                  " | ") +
           " |\n";
  }
  out += "\n";
}

void add_markdown_plain(std::string& out, const ModelReport& model) {
  if (!model.weighted || !model.weighted->plain.value) return;
  const BasedScore& plain = model.weighted->plain;
  out += "Without tag weights: " + percent(*plain.value) + " % (95 % CI " +
         percent_range(plain.interval) + ").\n\n";
}

void add_markdown_model(std::string& out, const ModelReport& model, std::string_view leaderboard) {
  const ModelRun& run = *model.run;
  out += "## " + markdown_text(run.name) + "\n\n";
  add_markdown_score(out, model.score);
  add_markdown_plain(out, model);
  for (const Value& warning : model.warnings) {
    out += "**Warning**: " + markdown_text(find_text(warning, "text")) + ".\n\n";
  }
  if (run.settings.decoder != nullptr) {
    out += "Decoder `" + std::string(run.settings.decoder->name) + "` (" +
           markdown_text(run.settings.decoder_reason) + "); " +
           std::string(dots_text(run.settings.underscore_to_dot)) + " (" +
           markdown_text(run.settings.underscore_reason) + ").\n\n";
    out +=
        "| category | entries | passed | accuracy | 95 % CI | missing | skipped | unknown | "
        "duplicate | unusable | failures |\n";
    out += "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n";
  }
  for (const CategoryReport& category : model.categories) {
    const CategorySummary& summary = category.summary;
    const bool any = summary.entries > 0;
    out += "| " +
           joined({std::string(summary.category->name) + (category.counts ? "" : " (separate)"),
                   grouped_digits(summary.entries), grouped_digits(summary.right),
                   any ? percent(category.accuracy.share) + " %" : "-",
                   any ? percent_range(category.accuracy.interval) : "-",
                   grouped_digits(summary.missing), grouped_digits(summary.skipped_in_all()),
                   grouped_digits(summary.unknown), grouped_digits(summary.duplicates),
                   grouped_digits(summary.unusable), markdown_text(failures_text(summary, ", "))},
                  " | ") +
           " |\n";
  }
  if (run.settings.decoder != nullptr) out += "\n";
  add_markdown_tags(out, run);
  add_markdown_skips(out, model);
  add_markdown_overall(out, model, leaderboard);
  std::vector<std::string> turns;
  for (const CategoryReport& category : model.categories) {
    if (category.turns_total == 0) continue;
    turns.push_back(markdown_text(category.summary.category->name) + " " +
                    grouped_digits(category.turns_passed) + " of " +
                    grouped_digits(category.turns_total));
  }
  if (!turns.empty()) {
    std::string title = turns_title(model);
    title.front() = 'T';
    out += title + ": " + joined(turns, ", ") + ".\n\n";
  }
  for (const Unscored& unscored : run.unscored) {
    out += "Not scored: " + grouped_digits(unscored.ids.size()) + " of " +
           markdown_text(unscored.category->name) + " (" + markdown_text(unscored.reason) +
           ").\n\n";
  }
  std::vector<std::string> names;
  for (const Category* category : model.not_in_run) names.push_back(markdown_text(category->name));
  if (!names.empty()) out += "Not in this run: " + joined(names, ", ") + ".\n\n";
}

}  // namespace

std::string turns_title(const ModelReport& model) {
  const bool simulated = std::any_of(
      model.categories.begin(), model.categories.end(), [](const CategoryReport& category) {
        return category.turns_total > 0 && is_simulated(*category.summary.category);
      });
  return simulated ? "turns passed before the first failed turn (executed episodes only; not an "
                     "official score)"
                   : "turns passed";
}

std::string csv_report(const Report& report) {
  std::vector<CsvColumn> columns(std::begin(kCsvColumns), std::end(kCsvColumns));
  if (std::any_of(report.models.begin(), report.models.end(),
                  [](const ModelReport& model) { return model.run->latency.all.has_value(); })) {
    columns.insert(columns.end(), std::begin(kLatencyColumns), std::end(kLatencyColumns));
  }
  if (report.errata != nullptr) {
    columns.insert(columns.end(), std::begin(kErrataColumns), std::end(kErrataColumns));
  }
  if (std::any_of(report.models.begin(), report.models.end(),
                  [](const ModelReport& model) { return model.weighted.has_value(); })) {
    columns.insert(columns.end(), std::begin(kWeightsColumns), std::end(kWeightsColumns));
  }
  if (!repeats_in(report).empty()) {
    columns.insert(columns.end(), std::begin(kRepeatsColumns), std::end(kRepeatsColumns));
  }
  Table table;
  for (const CsvColumn& column : columns) table.columns.push_back({std::string(column.name)});
  for (const ModelReport& model : report.models) {
    for (const CategoryReport& category : model.categories) {
      std::vector<Cell>& cells = table.rows.emplace_back().cells;
      for (const CsvColumn& column : columns)
        cells.push_back(column.cell({report, model, category}));
    }
  }
  return csv_table(table);
}

// What each model has of all chosen entries together.
std::string chosen_sentences(const Report& report) {
  std::string out;
  for (const ModelReport& model : report.models) {
    if (!model.chosen) continue;
    const Accuracy& chosen = *model.chosen;
    out += " " + markdown_text(model.run->name) + ": " + grouped_digits(chosen.right) + " of " +
           grouped_digits(chosen.entries) + " passed";
    out += report.ids->are_all_in(chosen)
               ? ", " + percent(chosen.share) + " % (" + percent(chosen.interval.low) + " to " +
                     percent(chosen.interval.high) + ")."
               : ", the others missing.";
  }
  return out;
}

std::string markdown_report(const Report& report) {
  std::string out;
  for (const ModelReport& model : report.models) add_markdown_model(out, model, report.leaderboard);
  out += repeats_markdown(report);
  return out + "Dataset " + markdown_text(report.dataset_version) + ", " +
         markdown_text(report.dataset_hash) + ". Scored by bfclx " BFCLX_VERSION ".\n" +
         (report.ids ? "Entries: only the " + grouped_digits(report.ids->count) + " in " +
                           markdown_text(report.ids->place) + "." + chosen_sentences(report) + "\n"
                     : "") +
         (report.errata != nullptr ? second_score_markdown(report) : "");
}

}  // namespace bfclx::tools
