// The report for people: a calm table that fits the terminal.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/run/tag_accuracy.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/score/score_report.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIdsShown = 5;
constexpr std::size_t kFactIndent = 14;
constexpr std::size_t kTagsShown = 20;
constexpr std::size_t kLeastFailures = 20;  // columns

// Official error types without the checker's name, which the category tells already.
std::string_view short_type(std::string_view error_type) {
  const std::size_t colon = error_type.find(':');
  const std::string_view checker = error_type.substr(0, colon);
  const bool told = checker.find("function_checker") != std::string_view::npos ||
                    checker == "ast_decoder" || checker == "ast_checker" || checker == "multi_turn";
  return told && colon != std::string_view::npos ? error_type.substr(colon + 1) : error_type;
}

std::string failures_text(const CategorySummary& summary, std::size_t room) {
  std::string text;
  std::size_t shown = 0;
  std::size_t rest = 0;
  for (const CategorySummary::Failure& failure : summary.failures) rest += failure.count;
  for (const CategorySummary::Failure& failure : summary.failures) {
    const std::string part =
        grouped_digits(failure.count) + " " + printable_line(short_type(failure.error_type));
    const std::size_t length = text.size() + (shown > 0 ? 2 : 0) + part.size();
    // The commonest is always named, others where they and what tells of the rest fit.
    if (shown > 0 && length + 9 > room) break;
    if (shown > 0) text += ", ";
    text += part;
    rest -= failure.count;
    ++shown;
  }
  if (rest > 0) text += ", +" + grouped_digits(rest);
  return text;
}

std::string ids_text(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < ids.size() && i < kIdsShown; ++i) {
    if (i > 0) text += ", ";
    text += ids[i].empty() ? "(empty)" : printable_line(ids[i]);
  }
  if (ids.size() > kIdsShown) text += ", ...";
  return text;
}

std::string overall_name(const BasedScore& score) { return score_title(score.basis.leaderboard); }

class TableWriter {
 public:
  TableWriter(const Report& report, const Terminal& terminal, bool details)
      : report_(report), terminal_(terminal), details_(details) {}

  std::string write() && {
    if (report_.models.size() > 1 && !nothing_scored()) {
      out_ += ranking_report(report_, terminal_, details_) + "\n";
      out_ += repeats_report(report_, terminal_, details_);
    }
    for (const ModelReport& model : report_.models) {
      if (details_) add_model(model);
    }
    if (nothing_scored() && out_.empty() && !report_.ids) return {};
    const std::string& place = report_.dataset_place;
    const std::string_view name = dataset_name(report_.dataset_version, place);
    out_ +=
        dataset_note(name, report_.dataset_hash, name == place ? std::string() : place, terminal_);
    if (report_.ids) {
      const std::string ids =
          grouped_digits(report_.ids->count) + " in " + printable_line(report_.ids->place);
      out_ += terminal_.styled(Style::kDim, nothing_scored()
                                                ? "entries  none of the " + ids + " was scored"
                                                : "entries  only the " + ids) +
              "\n";
    }
    if (report_.errata != nullptr) out_ += "\n" + second_score_table(report_, terminal_);
    return std::move(out_);
  }

 private:
  bool nothing_scored() const {
    return std::all_of(report_.models.begin(), report_.models.end(),
                       [](const ModelReport& model) { return model.categories.empty(); });
  }

  void add_model(const ModelReport& model) {
    const ModelRun& run = *model.run;
    const std::size_t begin = out_.size();
    out_ += terminal_.styled(Style::kBold, printable_line(run.name)) + "\n";
    const std::size_t headed = out_.size();
    add_headline(model);
    if (run.settings.decoder != nullptr) add_settings(run.settings);
    for (const Value& warning : model.warnings) add_warning(find_text(warning, "text"));
    if (!model.categories.empty()) {
      out_ += "\n" + terminal_table(categories_table(model), terminal_.screen());
      add_overall(model);
      add_tags(model);
      add_turns(model);
      add_totals(model.totals);
    }
    add_remarks(model);
    if (out_.size() == headed) {  // its files' problems tell all there is
      out_.resize(begin);
      return;
    }
    out_ += "\n";
  }

  void add_headline(const ModelReport& model) {
    if (model.categories.empty()) return;
    std::string rows = wrapped(headline_text(model), 2, terminal_.width());
    rows.pop_back();
    out_ += terminal_.styled(Style::kBold, rows) + "\n";
  }

  void add_settings(const RunSettings& settings) {
    std::string decoder = std::string(settings.decoder->name) + " - " + settings.decoder_reason;
    if (settings.confidence < 1) decoder += " (confidence " + percent(settings.confidence) + " %)";
    add_fact("decoder", decoder);
    add_fact("names", std::string(dots_text(settings.underscore_to_dot)) + " - " +
                          settings.underscore_reason);
  }

  void add_fact(std::string_view name, std::string_view text) {
    const std::string rows = wrapped(printable_line(text), kFactIndent, terminal_.width());
    out_ += "  " + terminal_.styled(Style::kDim, pad_right(name, kFactIndent - 2)) +
            rows.substr(std::min(kFactIndent, rows.size()));
  }

  void add_warning(std::string_view text) {
    const std::string rows = wrapped(printable_line(text), kFactIndent, terminal_.width());
    out_ += "  " + terminal_.styled(Style::kBad, pad_right("warning", kFactIndent - 2)) +
            rows.substr(std::min(kFactIndent, rows.size()));
  }

  // What is left of a row for failures, behind the other columns.
  std::size_t failures_room(const ModelReport& model) const {
    constexpr std::size_t kFigures = 2 + 9 + 7 + 10 + 15 + 2;
    std::size_t names = overall_name(model.score).size();
    for (const CategoryReport& category : model.categories) {
      names = std::max(names, category.summary.category->name.size());
    }
    const std::size_t taken = kFigures + names;
    return terminal_.width() > taken + kLeastFailures ? terminal_.width() - taken : kLeastFailures;
  }

  Table categories_table(const ModelReport& model) const {
    Table table;
    table.columns = {{"category"},
                     {"entries", Align::kRight, Fit::kDropLate},
                     {"passed", Align::kRight, Fit::kDrop},
                     {"accuracy", Align::kRight},
                     {"95 % CI", Align::kRight, Fit::kDropLate},
                     {"commonest failures", Align::kLeft, Fit::kWrapOrDrop}};
    const std::size_t room = failures_room(model);
    for (const CategoryReport& category : model.categories) {
      if (category.counts) table.rows.push_back(category_row(category, room));
    }
    if (model.score.value) table.rows.push_back(score_row(model.score));
    if (model.weighted && model.weighted->plain.value) {
      table.rows.push_back(plain_row(model.weighted->plain));
    }
    // What does not count in the overall score.
    bool first = true;
    for (const CategoryReport& category : model.categories) {
      if (category.counts) continue;
      Table::Row& row = table.rows.emplace_back(category_row(category, room));
      if (first) row.heading = "reported separately, not counted in the overall score:";
      first = false;
    }
    if (model.chosen && report_.ids) table.rows.push_back(chosen_row(*model.chosen));
    return table;
  }

  static Table::Row category_row(const CategoryReport& report, std::size_t room) {
    const CategorySummary& summary = report.summary;
    // Nothing scored is no accuracy of zero.
    const bool any = summary.entries > 0;
    return {{std::string(summary.category->name),
             grouped_digits(summary.entries),
             grouped_digits(summary.right),
             any ? percent(report.accuracy.share) + " %" : "-",
             any ? percent_range(report.accuracy.interval) : "-",
             {failures_text(summary, room), Style::kDim}}};
  }

  static Table::Row plain_row(const BasedScore& plain) {
    return {{"without tag weights", grouped_digits(plain.basis.entries), "",
             percent(*plain.value) + " %", percent_range(plain.interval)}};
  }

  // Its basis stands in the headline.
  static Table::Row score_row(const BasedScore& score) {
    return {{overall_name(score), grouped_digits(score.basis.entries), "",
             percent(*score.value) + " %", percent_range(score.interval)},
            Style::kBold};
  }

  // Of chosen entries all together.
  Table::Row chosen_row(const Accuracy& chosen) const {
    const bool all = report_.ids->are_all_in(chosen);
    return {{"all of them", grouped_digits(chosen.entries), grouped_digits(chosen.right),
             all ? percent(chosen.share) + " %" : "N/A",
             all ? percent_range(chosen.interval)
                 : grouped_digits(report_.ids->missing_in(chosen)) + " missing"}};
  }

  // The commonest first; all are in the JSON.
  void add_tags(const ModelReport& model) {
    std::vector<TagAccuracy> tags = tag_accuracies(*model.run);
    if (tags.empty()) return;
    std::stable_sort(tags.begin(), tags.end(), [](const TagAccuracy& a, const TagAccuracy& b) {
      return a.accuracy.entries > b.accuracy.entries;
    });
    Table table;
    table.columns = {{"tag"},
                     {"entries", Align::kRight, Fit::kDropLate},
                     {"passed", Align::kRight, Fit::kDrop},
                     {"accuracy", Align::kRight},
                     {"95 % CI", Align::kRight}};
    for (std::size_t i = 0; i < std::min(tags.size(), kTagsShown); ++i) {
      const Accuracy& accuracy = tags[i].accuracy;
      table.rows.push_back({{printable_line(tags[i].tag), grouped_digits(accuracy.entries),
                             grouped_digits(accuracy.right), percent(accuracy.share) + " %",
                             percent_range(accuracy.interval)}});
    }
    add_title("by tag (an entry counts under each of its tags):");
    out_ += terminal_table(table, terminal_.screen());
    if (tags.size() > kTagsShown) {
      out_ += "  and " + counted(tags.size() - kTagsShown, "more tag", "more tags") +
              "; --format json lists all\n";
    }
  }

  void add_turns(const ModelReport& model) {
    Table table;
    table.columns = {{"category"},
                     {"turns", Align::kRight},
                     {"passed", Align::kRight},
                     {"share", Align::kRight}};
    for (const CategoryReport& category : model.categories) {
      if (category.turns_total == 0) continue;
      const double share =
          static_cast<double>(category.turns_passed) / static_cast<double>(category.turns_total);
      table.rows.push_back(
          {{std::string(category.summary.category->name), grouped_digits(category.turns_total),
            grouped_digits(category.turns_passed), percent(share) + " %"}});
    }
    if (table.rows.empty()) return;
    add_title(turns_title(model) + ":");
    out_ += terminal_table(table, terminal_.screen());
  }

  void add_title(std::string_view text) {
    std::string rows = wrapped(text, 2, terminal_.width());
    rows.pop_back();
    out_ += "\n" + terminal_.styled(Style::kDim, rows) + "\n";
  }

  // The overall score of the version that was asked for, and what it is made of.
  void add_overall(const ModelReport& model) {
    if (model.overall.empty()) return;
    Table table;
    table.columns = {{"group"},
                     {"score", Align::kRight},
                     {"95 % CI", Align::kRight},
                     {"missing", Align::kLeft, Fit::kWrap}};
    for (const PartReport& part : model.overall) {
      if (part.depth == 0) continue;  // stands below the categories, with its basis
      const PartScore& score = part.score;
      std::vector<std::string> missing;
      for (std::size_t i = 0; i < score.missing.size() && i < kIdsShown; ++i) {
        missing.emplace_back(score.missing[i]);
      }
      if (score.missing.size() > kIdsShown) missing.emplace_back("...");
      const bool sure = score.complete() && score.standard_error;
      table.rows.push_back({{std::string((part.depth - 1) * 2, ' ') + std::string(part.part->name),
                             score.complete() ? percent(score.official) + " %" : "N/A",
                             sure ? percent_range(score.interval) : "",
                             {score.complete() ? "" : joined(missing, ", "), Style::kDim}}});
    }
    add_title("group scores of leaderboard " + std::string(report_.leaderboard) + ":");
    out_ += terminal_table(table, terminal_.screen());
  }

  void add_totals(const Totals& totals) {
    std::string line = "total " + grouped_digits(totals.total) + ", passed " +
                       grouped_digits(totals.passed) + ", failed " + grouped_digits(totals.failed) +
                       ", skipped " + grouped_digits(totals.skipped_in_all());
    if (const std::string reasons = skips_text(totals.skipped); !reasons.empty()) {
      line += " (" + reasons + ")";
    }
    if (totals.missing > 0) line += ", missing " + grouped_digits(totals.missing);
    out_ += "\n" + wrapped(line, 2, terminal_.width());
  }

  // Entries without a verdict, by reason, each with what it wanted.
  void add_skipped(const CategoryReport& category) {
    for (std::size_t i = 1; i < kSkips; ++i) {
      const std::size_t count = category.summary.skipped[i];
      if (count == 0) continue;
      const Skip skip = static_cast<Skip>(i);
      add_fact("skipped", grouped_digits(count) + " in " +
                              std::string(category.summary.category->name) + ", " +
                              std::string(skip_name(skip)) + ": " +
                              std::string(skip_explanation(skip)));
      std::size_t shown = 0;
      for (const CategoryReport::Skipped& one : category.skipped) {
        if (one.skip != skip) continue;
        if (++shown > kIdsShown) {
          add_fact("", "and " + grouped_digits(count - kIdsShown) + " more");
          break;
        }
        const std::string wanted = one.variable.empty() ? "" : one.variable + " ";
        add_fact("", one.id + "  " + wanted + one.request);
      }
    }
  }

  void add_remarks(const ModelReport& model) {
    std::string remarks;
    std::swap(remarks, out_);
    for (const Unscored& unscored : model.run->unscored) {
      add_fact("not scored", grouped_digits(unscored.ids.size()) + " of " +
                                 std::string(unscored.category->name) + ": " + unscored.reason);
    }
    for (const CategoryReport& category : model.categories) {
      const CategorySummary& summary = category.summary;
      const std::string where = " in " + std::string(summary.category->name);
      const auto add_ids = [&](std::string_view name, const std::vector<std::string>& ids) {
        if (!ids.empty()) {
          add_fact(name, grouped_digits(ids.size()) + where + ": " + ids_text(ids));
        }
      };
      if (summary.missing > 0) {
        add_fact("missing", grouped_digits(summary.missing) + " of " +
                                grouped_digits(summary.total) + where + ": " +
                                ids_text(category.missing));
      }
      add_ids("duplicate", category.duplicates);
      add_skipped(category);
      for (const CategoryReport::Impossible& one : category.impossible) {
        add_fact("impossible", one.id + ": its own ground truth fails. " + one.why);
      }
      add_ids("unknown", category.unknown);
      if (summary.unusable > 0) add_fact("unusable", grouped_digits(summary.unusable) + where);
    }
    if (model.run->refused_lines > 0) {
      add_fact("skipped", counted(model.run->refused_lines, "line", "lines") +
                              " of second files for a category");
    }
    if (!model.not_in_run.empty() && !model.categories.empty()) {
      std::string names;
      for (const Category* category : model.not_in_run) {
        names += (names.empty() ? "" : ", ") + std::string(category->name);
      }
      add_fact("no results", names);
    }
    std::swap(remarks, out_);
    if (!remarks.empty()) out_ += (model.categories.empty() ? "" : "\n") + remarks;
  }

  const Report& report_;
  const Terminal& terminal_;
  bool details_;
  std::string out_;
};

}  // namespace

std::string headline_text(const ModelReport& model) {
  const Totals& totals = model.totals;
  std::string passed = grouped_digits(totals.passed) + " of " +
                       grouped_digits(totals.passed + totals.failed) + " passed";
  const BasedScore& score = model.score;
  const std::string missing =
      totals.missing > 0 ? ", " + grouped_digits(totals.missing) + " missing" : "";
  if (!score.value) return passed + missing;
  // Entries of categories that do not weigh in the score.
  const bool more = totals.passed + totals.failed != score.basis.entries ||
                    totals.missing != score.basis.missing_entries;
  if (more) passed = "all categories: " + passed + missing;
  const std::string basis = basis_text(score.basis);
  return overall_name(score) + "  " + percent(*score.value) + " % (95 % CI " +
         percent_range(score.interval) + ")" + (basis.empty() ? "" : ", " + basis) + "; " + passed;
}

std::string table_report(const Report& report, const Terminal& terminal, bool details) {
  return TableWriter(report, terminal, details || report.models.size() <= 1).write();
}

}  // namespace bfclx::tools
