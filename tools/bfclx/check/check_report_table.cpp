// The report for people: a calm table that fits the terminal.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/render/figure_text.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/check/check_report.h"
#include "tools/bfclx/errata/second_score.h"
#include "tools/bfclx/view/fitted.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIdsShown = 5;
constexpr std::size_t kFactIndent = 14;

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
        std::to_string(failure.count) + " " + printable_line(short_type(failure.error_type));
    const std::size_t length = text.size() + (shown > 0 ? 2 : 0) + part.size();
    // The commonest is always named, others where they and what tells of the rest fit.
    if (shown > 0 && length + 9 > room) break;
    if (shown > 0) text += ", ";
    text += part;
    rest -= failure.count;
    ++shown;
  }
  if (rest > 0) text += ", +" + std::to_string(rest);
  return text;
}

// Enough of a long hash to tell datasets apart; the other forms of the report have all of it.
std::string short_hash(const std::string& hash) {
  constexpr std::size_t kLong = 40;
  constexpr std::size_t kShown = 19;  // "sha256:" and twelve digits
  return hash.size() > kLong ? hash.substr(0, kShown) + "..." : hash;
}

std::string ids_text(const std::vector<std::string>& ids) {
  std::string text;
  for (std::size_t i = 0; i < ids.size() && i < kIdsShown; ++i) {
    if (i > 0) text += ", ";
    text += printable_line(ids[i]);
  }
  if (ids.size() > kIdsShown) text += ", ...";
  return text;
}

std::string overall_name(const BasedScore& score) {
  return "overall " + std::string(score.basis.leaderboard);
}

class TableWriter {
 public:
  TableWriter(const Report& report, const Terminal& terminal, bool details)
      : report_(report), terminal_(terminal), details_(details) {
    for (const ModelReport& model : report.models) {
      if (model.score.value) {
        name_width_ = std::max(name_width_, overall_name(model.score).size());
      }
      for (const CategoryReport& category : model.categories) {
        name_width_ = std::max(name_width_, category.summary.category->name.size());
      }
    }
  }

  std::string write() && {
    if (!details_) out_ += ranking_report(report_, terminal_) + "\n";
    for (const ModelReport& model : report_.models) {
      if (details_) add_model(model);
    }
    out_ +=
        terminal_.styled(Style::kDim, "dataset  " + printable_line(report_.dataset_version) + "  " +
                                          printable_line(short_hash(report_.dataset_hash)) + "  (" +
                                          printable_line(report_.dataset_place) + ")") +
        "\n";
    if (report_.ids) {
      out_ += terminal_.styled(Style::kDim, "entries  " + std::to_string(report_.ids->count) +
                                                " of " + printable_line(report_.ids->place) +
                                                ", and no others") +
              "\n";
    }
    if (report_.errata != nullptr) out_ += "\n" + second_score_table(report_, terminal_);
    return std::move(out_);
  }

 private:
  void add_model(const ModelReport& model) {
    const ModelRun& run = *model.run;
    out_ += terminal_.styled(Style::kBold, printable_line(run.name)) + "\n";
    if (run.settings.decoder != nullptr) add_settings(run.settings);
    for (const Value& warning : model.warnings) add_warning(find_text(warning, "text"));
    if (!model.categories.empty()) {
      out_ += "\n";
      add_header();
      for (const CategoryReport& category : model.categories) {
        if (category.summary.category->scored) add_row(category);
      }
      add_score(model.score);
      add_apart(model);
      add_chosen(model);
      add_overall(model);
      add_turns(model);
      add_totals(model.totals);
    }
    add_remarks(model);
    out_ += "\n";
  }

  void add_settings(const RunSettings& settings) {
    std::string decoder = std::string(settings.decoder->name) + " - " + settings.decoder_reason;
    while (!decoder.empty() && decoder.back() == '.') decoder.pop_back();
    if (settings.confidence < 1) decoder += " (" + percent(settings.confidence) + " % sure)";
    add_fact("decoder", decoder);
    add_fact("names", std::string(settings.underscore_to_dot ? "dots come back as underscores"
                                                             : "dots stay dots") +
                          " - " + settings.underscore_reason);
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

  void add_header() {
    std::string line = "  " + pad_right("category", name_width_);
    line += "  entries   right  accuracy        95 % CI   commonest failures";
    out_ += terminal_.styled(Style::kDim, line) + "\n";
  }

  void add_row(const CategoryReport& report) {
    const CategorySummary& summary = report.summary;
    std::string line = "  " + pad_right(summary.category->name, name_width_) + "  " +
                       pad_left(std::to_string(summary.entries), 7) + "  " +
                       pad_left(std::to_string(summary.right), 6) + "  ";
    // Nothing scored is no accuracy of zero.
    const bool any = summary.entries > 0;
    line += pad_left(any ? percent(report.accuracy.share) + " %" : "-", 8) + "  ";
    line += pad_right(any ? pad_left(percent(report.accuracy.interval.low), 5) + " - " +
                                pad_left(percent(report.accuracy.interval.high), 5)
                          : "-",
                      14) +
            "  ";
    const std::size_t used = display_width(line);
    const std::size_t room = terminal_.width() > used + 20 ? terminal_.width() - used : 20;
    const std::string failures = failures_text(summary, room);
    if (failures.empty()) line.erase(line.find_last_not_of(' ') + 1);
    out_ += line + terminal_.styled(Style::kDim, failures) + "\n";
  }

  // The overall score and what it rests on.
  void add_score(const BasedScore& score) {
    if (!score.value) return;
    const std::string line = "  " + pad_right(overall_name(score), name_width_) + "  " +
                             pad_left(std::to_string(score.basis.entries), 7) + "  " +
                             pad_left("", 6) + "  " + pad_left(percent(*score.value) + " %", 8) +
                             "  " +
                             pad_right(pad_left(percent(score.interval.low), 5) + " - " +
                                           pad_left(percent(score.interval.high), 5),
                                       14) +
                             "  ";
    const std::string basis = basis_text(score.basis);
    const std::size_t used = display_width(line);
    constexpr std::size_t kRoom = 40;  // a narrower column is hard to read
    if (used + display_width(basis) > terminal_.width() && used + kRoom > terminal_.width()) {
      out_ += terminal_.styled(Style::kBold, line.substr(0, line.find_last_not_of(' ') + 1)) +
              "\n" + wrapped(basis, 4, terminal_.width());
      return;
    }
    const std::string rows = wrapped(basis, used, terminal_.width());
    out_ += terminal_.styled(Style::kBold, line) + rows.substr(std::min(line.size(), rows.size()));
  }

  // What counts in no overall score.
  void add_apart(const ModelReport& model) {
    bool first = true;
    for (const CategoryReport& category : model.categories) {
      if (category.summary.category->scored) continue;
      if (first) {
        out_ += terminal_.styled(Style::kDim, "  reported apart, in no overall score:") + "\n";
      }
      first = false;
      add_row(category);
    }
  }

  // Of chosen entries all together; without all of them there is no accuracy.
  void add_chosen(const ModelReport& model) {
    if (!model.chosen || !report_.ids) return;
    const Accuracy& chosen = *model.chosen;
    const bool all = chosen.entries == report_.ids->count;
    out_ +=
        "  " + pad_right("all of them", name_width_) + "  " +
        pad_left(std::to_string(chosen.entries), 7) + "  " +
        pad_left(std::to_string(chosen.right), 6) + "  " +
        pad_left(all ? percent(chosen.share) + " %" : "N/A", 8) + "  " +
        (all ? pad_left(percent(chosen.interval.low), 5) + " - " +
                   pad_left(percent(chosen.interval.high), 5)
             : std::to_string(report_.ids->count - std::min(report_.ids->count, chosen.entries)) +
                   " missing") +
        "\n";
  }

  void add_turns(const ModelReport& model) {
    bool first = true;
    for (const CategoryReport& category : model.categories) {
      if (category.turns_total == 0) continue;
      if (first) {
        out_ += "\n" +
                terminal_.styled(Style::kDim,
                                 "  turns passed before the first that failed (ours, in no "
                                 "official score):") +
                "\n";
      }
      first = false;
      const double share =
          static_cast<double>(category.turns_passed) / static_cast<double>(category.turns_total);
      out_ += "  " + pad_right(category.summary.category->name, name_width_) + "  " +
              pad_left(std::to_string(category.turns_total), 7) + "  " +
              pad_left(std::to_string(category.turns_passed), 6) + "  " +
              pad_left(percent(share) + " %", 8) + "\n";
    }
  }

  // The overall score of the version that was asked for, and what it is made of.
  void add_overall(const ModelReport& model) {
    if (model.overall.empty()) return;
    out_ += "\n" +
            terminal_.styled(Style::kDim, "  parts of the score of leaderboard " +
                                              std::string(report_.leaderboard) + ":") +
            "\n";
    for (const PartReport& part : model.overall) {
      if (part.depth == 0) continue;  // stands below the categories, with its basis
      const PartScore& score = part.score;
      std::string line =
          "  " + pad_right(std::string(part.depth * 2, ' ') + std::string(part.part->name),
                           name_width_ + 19);
      line += pad_left(score.complete() ? percent(score.official) + " %" : "N/A", 8) + "  ";
      if (score.complete() && score.standard_error) {
        line += pad_left(percent(score.interval.low), 5) + " - " +
                pad_left(percent(score.interval.high), 5);
      } else if (!score.complete()) {
        std::string names = "without ";
        for (std::size_t i = 0; i < score.missing.size() && i < kIdsShown; ++i) {
          names += (i == 0 ? "" : ", ") + std::string(score.missing[i]);
        }
        if (score.missing.size() > kIdsShown) names += ", ...";
        line += terminal_.styled(Style::kDim, names);
      }
      out_ += line + "\n";
    }
  }

  void add_totals(const Totals& totals) {
    std::string line = "total " + std::to_string(totals.total) + ", passed " +
                       std::to_string(totals.passed) + ", failed " + std::to_string(totals.failed) +
                       ", skipped " + std::to_string(totals.skipped_in_all());
    if (const std::string reasons = skips_text(totals.skipped); !reasons.empty()) {
      line += " (" + reasons + ")";
    }
    if (totals.missing > 0) line += ", missing " + std::to_string(totals.missing);
    out_ += "\n" + wrapped(line, 2, terminal_.width());
  }

  // Entries without a verdict, by reason, each with what it wanted.
  void add_skipped(const CategoryReport& category) {
    for (std::size_t i = 1; i < kSkips; ++i) {
      const std::size_t count = category.summary.skipped[i];
      if (count == 0) continue;
      const Skip skip = static_cast<Skip>(i);
      add_fact("skipped", std::to_string(count) + " in " +
                              std::string(category.summary.category->name) + ", " +
                              std::string(skip_name(skip)) + ": " +
                              std::string(skip_explanation(skip)));
      std::size_t shown = 0;
      for (const CategoryReport::Skipped& one : category.skipped) {
        if (one.skip != skip) continue;
        if (++shown > kIdsShown) {
          add_fact("", "and " + std::to_string(count - kIdsShown) + " more");
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
      add_fact("not scored", std::to_string(unscored.ids.size()) + " of " +
                                 std::string(unscored.category->name) + ": " + unscored.reason);
    }
    for (const CategoryReport& category : model.categories) {
      const CategorySummary& summary = category.summary;
      const std::string where = " in " + std::string(summary.category->name);
      const auto add_ids = [&](std::string_view name, const std::vector<std::string>& ids) {
        if (!ids.empty()) {
          add_fact(name, std::to_string(ids.size()) + where + ": " + ids_text(ids));
        }
      };
      if (summary.missing > 0) {
        add_fact("missing", std::to_string(summary.missing) + " of " +
                                std::to_string(summary.total) + where + ": " +
                                ids_text(category.missing));
      }
      add_ids("duplicated", category.duplicates);
      add_skipped(category);
      for (const CategoryReport::Impossible& one : category.impossible) {
        add_fact("impossible", one.id + ": its own ground truth fails. " + one.why);
      }
      add_ids("unknown", category.unknown);
      if (summary.unusable > 0) add_fact("unusable", std::to_string(summary.unusable) + where);
    }
    if (!model.not_in_run.empty()) {
      std::string names;
      for (const Category* category : model.not_in_run) {
        names += (names.empty() ? "" : ", ") + std::string(category->name);
      }
      add_fact("not in run", names);
    }
    std::swap(remarks, out_);
    if (!remarks.empty()) out_ += (model.categories.empty() ? "" : "\n") + remarks;
  }

  const Report& report_;
  const Terminal& terminal_;
  bool details_;
  std::size_t name_width_ = 8;
  std::string out_;
};

}  // namespace

std::string table_report(const Report& report, const Terminal& terminal, bool details) {
  return TableWriter(report, terminal, details || report.models.size() <= kFewRuns).write();
}

}  // namespace bfclx::tools
