#include "tools/bfclx/errata/second_score.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/run/own_id_hints.h"
#include "core/statistics/headline_score.h"
#include "tools/bfclx/activity.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/entry_memory.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

std::string share_text(const CategoryReport& report) {
  return report.summary.entries > 0 ? percent(report.accuracy.share) + " %" : "-";
}

std::string score_text(const PartReport& part) {
  return part.score.complete() ? percent(part.score.official) + " %" : "N/A";
}

bool differ(const CategorySummary& a, const CategorySummary& b) {
  return a.entries != b.entries || a.right != b.right;
}

// A run may lack the categories of others: of these nothing is known.
std::vector<std::size_t> unknown_in(const Errata& errata, const Dataset& dataset) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < errata.corrections.size(); ++i) {
    const std::string& id = errata.corrections[i].id;
    const std::string_view own = entry_of_own_id(dataset, id);
    const std::string_view entry = own.empty() ? std::string_view(id) : own;
    const Category* category = category_of_id(entry);
    if (category != nullptr && !dataset.has(*category)) continue;
    if (dataset.find(entry) == nullptr && dataset.find_malformed(entry) == nullptr) {
      places.push_back(i);
    }
  }
  return places;
}

}  // namespace

std::vector<ScoreRow> second_score_rows(const ModelReport& official, const ModelReport& corrected) {
  std::vector<ScoreRow> rows;
  for (std::size_t i = 0; i < official.categories.size(); ++i) {
    const CategoryReport& its = official.categories[i];
    const CategoryReport& other = corrected.categories[i];
    if (!differ(its.summary, other.summary)) continue;
    rows.push_back(
        {std::string(its.summary.category->name), share_text(its), share_text(other),
         grouped_digits(other.summary.right) + " of " + grouped_digits(other.summary.entries)});
  }
  if (official.score.value) {
    const BasedScore& other = corrected.score;
    rows.push_back({score_heading(official.score.basis.leaderboard),
                    percent(*official.score.value) + " %",
                    other.value ? percent(*other.value) + " %" : "-",
                    other.value ? basis_text(other.basis) : "no entry that counts is left"});
  }
  for (std::size_t i = 0; i < official.overall.size(); ++i) {
    if (official.overall[i].depth == 0) continue;  // above, with its basis
    rows.push_back({std::string(official.overall[i].part->name), score_text(official.overall[i]),
                    score_text(corrected.overall[i]), ""});
  }
  return rows;
}

std::string second_score_heading(std::string_view name, std::size_t applied,
                                 std::size_t corrections) {
  return "With the errata \"" + std::string(name) + "\" (" + grouped_digits(applied) + " of " +
         counted(corrections, "correction", "corrections") +
         (corrections == 1 ? " applies" : " apply") + "): not an official score";
}

void add_errata_option(CLI::App& command, std::string& path) {
  command
      .add_option("--errata", path,
                  "Corrections of ground truth: also show the score with these corrections; the\n"
                  "official score does not change")
      ->type_name("FILE");
}

Errata read_errata(const std::string& path) {
  FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  Result<Errata> errata = parse_errata(file.bytes);
  if (!errata.ok())
    throw UsageError(
        path + ": " + errata.error().message +
        "; errata/errata.schema.json of the repository has the form, and `bfclx dataset audit "
        "--draft-errata FILE` writes it");
  return std::move(errata).value();
}

void SecondScore::remember(const Session& session) {
  const Dataset& dataset = session.dataset.dataset();
  corrected_ = std::make_unique<CorrectedEntries>(errata_, dataset);
  unknown_ = unknown_in(errata_, dataset);
  for (std::size_t m = 0; m < session.models.size(); ++m) {
    const std::vector<CategoryRun>& runs = session.models[m].runs;
    for (std::size_t part = 0; part < runs.size(); ++part) {
      for (std::size_t i = 0; i < runs[part].responses.size(); ++i) {
        const ScoredResponse& response = runs[part].responses[i];
        if (response.entry == nullptr || !corrected_->concerns(*response.entry)) continue;
        remembered_.push_back({m, part, i, response.response});
      }
    }
  }
}

// Errata of the whole dataset beside a part of it may have hundreds.
std::string SecondScore::unknown_text(const std::set<std::size_t>& places) const {
  constexpr std::size_t kNamed = 10;
  std::vector<std::string> ids;
  for (const std::size_t place : places) ids.push_back(errata_.corrections[place].id);
  return "not in the dataset: " + first_of(ids, kNamed, ids.size()) +
         (ids.size() > kNamed ? "; `bfclx dataset errata FILE` names all" : "");
}

ErrataTold told_of(const std::vector<SecondScore>& scores) {
  ErrataTold told;
  told.name = scores.front().name();
  told.corrections = scores.front().corrections();
  std::set<std::size_t> applied;
  std::set<std::size_t> unknown;
  for (const SecondScore& score : scores) {
    applied.insert(score.applied_places().begin(), score.applied_places().end());
    unknown.insert(score.unknown_places().begin(), score.unknown_places().end());
    for (const std::string& problem : score.problems()) {
      if (std::find(told.left_out.begin(), told.left_out.end(), problem) == told.left_out.end()) {
        told.left_out.push_back(problem);
      }
    }
  }
  if (!unknown.empty()) told.left_out.push_back(scores.front().unknown_text(unknown));
  told.applied = applied.size();
  return told;
}

void SecondScore::judge_again(Session& session) {
  const Activity activity("scoring with the errata " + errata_.name);
  EntryMemory memory;
  EntryMemory::Share share(memory);
  for (Remembered& one : remembered_) {
    ModelRun& model = session.models[one.model];
    ScoredResponse& response = model.runs[one.part].responses[one.index];
    response.response = std::move(one.response);
    const auto work = [&] { corrected_->judge(response, model.settings); };
    if (!share.try_entry(work, [] {})) set_out_of_memory(response);
    drop(response, Keep::kCounts);
  }
}

void SecondScore::apply(Session& session) {
  judge_again(session);
  const auto response_is_void = [&](const ScoredResponse& response) {
    return is_void(response.entry);
  };
  const auto entry_is_void = [&](const Entry* entry) { return is_void(entry); };
  for (ModelRun& model : session.models) {
    model.order.clear();  // the places that it tells are no longer there
    for (CategoryRun& run : model.runs) {
      run.responses.erase(
          std::remove_if(run.responses.begin(), run.responses.end(), response_is_void),
          run.responses.end());
      run.missing.erase(std::remove_if(run.missing.begin(), run.missing.end(), entry_is_void),
                        run.missing.end());
    }
  }
}

SecondReport SecondScore::make_report(Session& session, std::string_view leaderboard) {
  apply(session);
  SecondReport second;
  second.name = errata_.name;
  second.corrections = errata_.corrections.size();
  second.applied = corrected_->applied();
  second.problems = corrected_->problems();
  if (!unknown_.empty()) {
    second.problems.push_back(unknown_text({unknown_.begin(), unknown_.end()}));
  }
  second.report = bfclx::make_report(session.dataset, session.models, session.problems);
  if (!leaderboard.empty()) {
    add_overall(second.report, version_of(session.dataset, named_version(leaderboard)));
  }
  return second;
}

std::string SecondScore::score_apart(const RunOptions& options, std::string_view leaderboard,
                                     Kept& kept) {
  Session& session = kept.keep(open_session(options));
  remember(session);
  for (ModelRun& model : session.models) score_model(model, chosen_jobs(options), {}, nullptr);
  Report report = bfclx::make_report(session.dataset, session.models, session.problems);
  add_overall(report, named_version(leaderboard));
  const SecondReport corrected = make_report(session, leaderboard);
  report.errata = &corrected;
  return second_score_table(report, Terminal::of_descriptor(STDOUT_FILENO));
}

std::string second_score_table(const Report& report, const Terminal& terminal) {
  const SecondReport& second = *report.errata;
  std::string out =
      terminal.styled(Style::kBold, printable_line(second_score_heading(second.name, second.applied,
                                                                        second.corrections))) +
      "\n";
  for (std::size_t i = 0; i < report.models.size(); ++i) {
    out += "  " + printable_line(report.models[i].run->name) + "\n";
    const std::vector<ScoreRow> rows = second_score_rows(report.models[i], second.report.models[i]);
    Table table;
    table.columns = {{""}, {"", Align::kRight}, {""}, {""}};
    for (const ScoreRow& row : rows) {
      table.rows.push_back(
          {{row.name, row.corrected, "(official " + row.official + ")", row.counts}});
    }
    out += terminal_table(table, terminal.screen(), 4);
    if (rows.empty()) out += "    no category differs\n";
  }
  for (const std::string& problem : second.problems) {
    out += "  left out: " + printable_line(problem) + "\n";
  }
  if (report.models.size() > 1) {
    out += wrapped("`bfclx compare PATH... --errata FILE` shows the effect on the ranks.", 2,
                   terminal.width());
  }
  return out;
}

std::string second_score_markdown(const Report& report) {
  const SecondReport& second = *report.errata;
  std::string out =
      "\n## " +
      markdown_text(second_score_heading(second.name, second.applied, second.corrections)) +
      "\n\n" + "| model | category or score | with errata | official | passed |\n" +
      "|---|---|---:|---:|---:|\n";
  for (std::size_t i = 0; i < report.models.size(); ++i) {
    for (const ScoreRow& row : second_score_rows(report.models[i], second.report.models[i])) {
      out += "| " +
             joined({markdown_text(report.models[i].run->name), markdown_text(row.name),
                     row.corrected, row.official, row.counts},
                    " | ") +
             " |\n";
    }
  }
  for (const std::string& problem : second.problems) {
    out += "\nLeft out: " + markdown_text(problem) + "\n";
  }
  return out;
}

}  // namespace bfclx::tools
