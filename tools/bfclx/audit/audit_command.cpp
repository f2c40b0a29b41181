// `bfclx dataset audit`: incorrect ground truth, found from many runs' responses.
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/audit/audit.h"
#include "core/audit/errata.h"
#include "core/audit/report_text.h"
#include "core/base/counted.h"
#include "core/dataset/own_turns.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/statistics/basis.h"
#include "core/statistics/score_estimate.h"
#include "tools/bfclx/audit/audit_csv.h"
#include "tools/bfclx/audit/audit_page.h"
#include "tools/bfclx/audit/audit_runs.h"
#include "tools/bfclx/audit/review.h"
#include "tools/bfclx/audit/review_paths.h"
#include "tools/bfclx/commands.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/entry_ids.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/input/run_one_by_one.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/output/refuse_overwrite.h"
#include "tools/bfclx/view/page.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr const char* kAuditExamples = R"(Examples:
  bfclx dataset audit result                          a folder of models: suspicious entries, worst first
  bfclx dataset audit result --json > audit.json      every entry, most suspicious first
  bfclx dataset audit result --html audit.html        question, ground truth and responses side by side
  bfclx dataset audit sample --dataset sample         try it
  bfclx dataset audit result --review ann.jsonl --reviewer ann              judge the suspicious entries
  bfclx dataset audit --review-merge ann.jsonl bob.jsonl --issue issue.md   agreement and result

Incorrect ground truth passes `bfclx dataset validate`, but many models' responses show it. Entries are in
three lists (proof, likely wrong, hard), each in the order of its probability. Classes:
  unreachable, schema_conflict       proven: no response passes, or the ground truth contradicts its functions
  agreed_alternative                 more runs give the same failed response than pass; it fits the schema and the values in the question
  negative_discrimination            strong runs fail more than weak ones
  variants_differ                    of an episode: the ground truth of its variants agrees on other calls
  nobody_passes, format_only, ambiguous, underspecified
--fdr limits how often an entry gets into a statistical class by chance alone. It does not say whether the
ground truth is wrong: with `--review`, people decide without seeing which response the ground truth accepts.
Official scores do not change.

Exit codes: 0 done; 1 some input was unusable, the rest is audited; 2 wrong usage.)";

constexpr std::size_t kProblemsShown = 20;
constexpr AuditList kLists[] = {AuditList::kProof, AuditList::kLikelyWrong, AuditList::kHard};

struct AuditCommandOptions {
  RunOptions run;
  std::string format = "table";
  bool json = false;
  std::string html;
  std::string draft;
  std::string corrected;
  std::optional<std::size_t> top;  // 0: all
  AuditOptions audit;
  ReviewOptions review;
};

// --- Forms --------------------------------------------------------------------------------------

std::string totals_text(const AuditReport& report, const AuditTotals& totals,
                        const Terminal& terminal) {
  if (totals.all.empty()) return {};
  const bool compares = report.suspicious() > 0;
  Page page(terminal);
  page.add("\n");
  page.paragraph(score_heading(totals.leaderboard) + " over " + entries_text(report, totals), 0,
                 Style::kBold);
  page.paragraph(printable_line(weight_text(totals)), 2);
  Table table;
  const bool ranks = totals.all.size() > 1;
  table.columns = {{"run", Align::kLeft, Fit::kWrap}};
  for (const std::string_view over :
       {totals.leaderboard == kOwnScore ? "accuracy" : "overall", "without"}) {
    if (over == "without" && !compares) continue;
    table.columns.push_back({std::string(over), Align::kRight});
    table.columns.push_back({"95 % CI", Align::kRight, Fit::kDrop});
    if (ranks) table.columns.push_back({"rank", Align::kRight});
  }
  for (std::size_t i = 0; i < totals.all.size(); ++i) {
    Table::Row& row = table.rows.emplace_back();
    row.cells.emplace_back(totals.label(i));
    for (const RankedRun* run : {&totals.all[i], &totals.without[i]}) {
      if (run == &totals.without[i] && !compares) continue;
      row.cells.emplace_back(percent(run->score));
      row.cells.emplace_back(percent_range(run->interval));
      if (ranks) row.cells.emplace_back(rank_text(run->rank));
    }
  }
  page.add(terminal_table(table, terminal.screen()));
  if (ranks) page.paragraph(kRankRangeText, 2);
  return std::move(page).take();
}

// Why the responses of a run may not be its model's.
std::string warnings_text(const AuditReport& report, const Terminal& terminal) {
  std::string out;
  for (const AuditedRun& run : report.runs) {
    for (const RunWarning& warning : run.warnings) {
      out += warning_row(run.label + ": " + warning.text, terminal);
    }
  }
  return out.empty() ? out : "\n" + out;
}

// Before everything that rests on responses: no run can be scored on these.
std::string malformed_text(const Dataset& dataset, const Terminal& terminal) {
  std::string out;
  for (const Category& category : categories()) {
    for (const MalformedEntry& malformed : dataset.malformed(category)) {
      if (out.empty()) {
        out = terminal.styled(Style::kBold, "Malformed entries (not scored)") + "\n";
      }
      out += "  " + terminal.styled(Style::kName, printable_line(malformed.id)) + "\n" +
             wrapped(printable_line(malformed.message()), 7, terminal.width());
    }
  }
  return out.empty() ? out : out + "\n";
}

std::string left_out_text(const Dataset& dataset, const Terminal& terminal) {
  const std::size_t count = dataset.entries(*find_category(kOwnTurns)).size();
  if (count == 0) return {};
  return wrapped(counted(count, "entry", "entries") +
                     " with several turns left out: the audit compares single responses.",
                 0, terminal.width()) +
         "\n";
}

// Entries of one list; `left` more are shown.
Table list_table(const AuditReport& report, AuditList list, std::size_t& left) {
  Table table;
  table.columns = {{"", Align::kRight},
                   {"", Align::kLeft, Fit::kWrap},
                   {"", Align::kRight},
                   {"", Align::kRight},
                   {"", Align::kLeft, Fit::kWrap}};
  for (std::size_t i = 0; i < report.entries.size() && left > 0; ++i) {
    const AuditedEntry& entry = report.entries[i];
    if (entry.list != list) continue;
    --left;
    Table::Row& row = table.rows.emplace_back();
    row.cells = {std::to_string(table.rows.size()),
                 {entry.entry->id, Style::kName},
                 probability_text(entry),
                 passes_text(entry),
                 {classes_text(entry, ", "), Style::kBad}};
    row.notes = notes_of(entry);
  }
  return table;
}

// The lists one after another, `top` entries; 0: all.
std::string lists_text(const AuditReport& report, std::size_t top, const Terminal& terminal) {
  Page page(terminal);
  std::size_t left = top > 0 ? top : report.entries.size();
  for (const AuditList list : kLists) {
    const std::size_t count = report.count(list);
    if (count == 0) continue;
    const Table table = list_table(report, list, left);
    if (table.rows.empty()) continue;
    page.paragraph(std::string(audit_list_title(list)) + " (" + grouped_digits(count) + ")", 0,
                   Style::kBold);
    page.paragraph(audit_list_text(list), 2);
    page.add(terminal_table(table, terminal.screen()) + "\n");
  }
  return std::move(page).take();
}

std::string categories_text(const AuditReport& report, const Terminal& terminal) {
  const Table table = categories_table(report);
  return table.rows.empty() ? "" : "\n" + terminal_table(table, terminal.screen());
}

std::string table_text(const AuditReport& report, const AuditTotals& totals, const Dataset& dataset,
                       std::size_t top, const Terminal& terminal) {
  std::string out = malformed_text(dataset, terminal) + left_out_text(dataset, terminal) +
                    lists_text(report, top, terminal);
  const std::size_t all = report.suspicious() + report.count(AuditList::kHard);
  out += suspicious_text(report) + ", based on " + counted_runs_text(report);
  if (top > 0 && all > top) out += "; the first " + counted(top, "is", "are") + " shown (--top)";
  out += ".\n";
  if (const std::string few = few_runs_text(report.models); !few.empty()) {
    out += wrapped(few, 0, terminal.width());
  }
  out += categories_text(report, terminal);
  return out + totals_text(report, totals, terminal) + warnings_text(report, terminal);
}

// --- The command --------------------------------------------------------------------------------

// What cannot be written is told before anything is scored.
void open_file(OutputFile& file, const std::string& path) {
  if (!path.empty() && !file.open(path)) throw UsageError(file.error());
}

bool write_file(OutputFile& file, const std::string& page) {
  file.write(page);
  if (file.close()) return true;
  say(file.error());
  return false;
}

std::set<std::string, std::less<>> corrected_of(const std::string& path) {
  if (path.empty()) return {};
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(path + ": " + file.error);
  Result<std::set<std::string, std::less<>>> ids = corrected_ids(file.bytes);
  if (!ids.ok()) throw UsageError(path + ": " + ids.error().message);
  return std::move(ids).value();
}

void tell_unknown_ids(const std::string& path, const std::set<std::string, std::less<>>& corrected,
                      const Audit& audit) {
  std::set<std::string, std::less<>> unknown = corrected;
  for (const Entry* entry : audit.entries()) unknown.erase(entry->id);
  if (unknown.empty()) return;
  note(path + ": " + counted(unknown.size(), "id is", "ids are") +
       " not among the audited entries (first: " + printable_line(*unknown.begin()) + ")");
}

// The runs of the options, audited.
struct AuditedRuns {
  Audit audit;
  std::unique_ptr<Session> session;
  AuditReport report;

  const Dataset& dataset() const { return session->dataset.dataset(); }
};

AuditedRuns audit_runs(const AuditCommandOptions& options, AuditOptions asked) {
  const std::size_t jobs = chosen_jobs(options.run);
  AuditedRuns runs;
  auto memo = std::make_unique<AnswerMemo>();
  runs.session = open_one_by_one(
      options.run, [&](Session&, ModelRun& model) { add_run(runs.audit, *memo, model, jobs); });
  memo.reset();  // its memory is needed below
  tell_problems(*runs.session, kProblemsShown, "`bfclx score` has all");
  add_self_check(runs.audit, jobs);
  asked.corrected = named_entries(runs.session->dataset, asked.corrected);
  runs.report = finish(runs.audit, asked, jobs);
  if (runs.report.entries.empty()) {
    if (!runs.dataset().entries(*find_category(kOwnTurns)).empty()) {
      throw NothingUsable("nothing to audit: entries with several turns are left out");
    }
    throw NothingUsable(nothing_to("audit", runs.session->flawed()));
  }
  tell_unknown_ids(options.corrected, asked.corrected, runs.audit);
  return runs;
}

ReviewPlan make_plan(const AuditCommandOptions& options, ReviewRequest request) {
  AuditOptions asked = options.audit;
  asked.corrected = corrected_of(options.corrected);
  const AuditedRuns runs = audit_runs(options, asked);
  runs.session->dataset.identify();
  request.dataset_version = runs.dataset().version;
  request.dataset_hash = runs.dataset().hash;
  request.at_most = options.top.value_or(0);
  return finished_plan(runs.report, request, options.run);
}

int run_audit(const AuditCommandOptions& options) {
  constexpr std::size_t kTableRows = 40;
  if (options.review.asked()) {
    if (options.json || options.format != "table" || !options.html.empty() ||
        !options.draft.empty()) {
      throw UsageError(
          "a review writes no report: leave out --format, --json, --html and "
          "--draft-errata");
    }
    return run_review(options.review, options.run,
                      [&](const ReviewRequest& request) { return make_plan(options, request); });
  }
  if (options.run.paths.empty()) throw UsageError("PATH is required");
  if (!options.html.empty()) refuse_to_overwrite(options.run, "--html", options.html);
  if (!options.draft.empty()) {
    refuse_to_overwrite(options.run, "--draft-errata", options.draft);
  }
  AuditOptions asked = options.audit;
  asked.corrected = corrected_of(options.corrected);
  OutputFile html;
  OutputFile draft;
  open_file(html, options.html);
  open_file(draft, options.draft);
  const AuditedRuns runs = audit_runs(options, asked);
  const AuditReport& report = runs.report;
  const Dataset& dataset = runs.dataset();
  const AuditTotals totals =
      totals_of(runs.audit, report, headline_score(runs.session->dataset, named_version("v4")),
                chosen_jobs(options.run));
  const std::size_t top = options.top.value_or(0);
  bool written = true;
  if (!options.html.empty()) {
    written = write_file(html, audit_page(report, totals, dataset, top));
  }
  if (!options.draft.empty()) {
    written = write_file(draft, errata_json(draft_errata(report))) && written;
  }
  const std::string format = options.json ? "json" : options.format;
  if (format == "json") {
    written = write_for_programs(STDOUT_FILENO,
                                 whole_audit_json(report, totals, dataset, BFCLX_VERSION, top)) !=
                  Written::kFailed &&
              written;
  } else if (format == "csv") {
    written =
        write_for_programs(STDOUT_FILENO, audit_csv(report, top)) != Written::kFailed && written;
  } else if (options.html != "-" && options.draft != "-") {
    const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
    written = print(STDOUT_FILENO, table_text(report, totals, dataset,
                                              options.top.value_or(kTableRows), terminal)) &&
              written;
  }
  return runs.session->flawed() || !written ? kSomeUnusable : kDone;
}

}  // namespace

Command add_audit(CLI::App& app) {
  auto options = std::make_shared<AuditCommandOptions>();
  CLI::App* command =
      app.add_subcommand("audit", "Find incorrect ground truth from many runs' responses");
  command->footer(kAuditExamples);
  add_paths(*command, options->run);
  // A review that goes on needs none.
  command->get_option("PATH")->required(false);
  add_run_options(*command, options->run);
  command->add_option("--format", options->format, "Report format")
      ->check(one_of({"table", "json", "csv"}))
      ->capture_default_str();
  command->add_flag("--json", options->json, "The same as --format json")
      ->excludes(command->get_option("--format"));
  command->add_option("--html", options->html, "Write one HTML page; - for standard output")
      ->type_name("FILE");
  command
      ->add_option(
          "--draft-errata", options->draft,
          "Write draft corrections for review (`bfclx dataset errata`); - for standard output")
      ->type_name("FILE");
  command
      ->add_option("--corrected", options->corrected,
                   "Earlier corrections (errata, or JSON lines with an id): entries near them in "
                   "the dataset rank higher")
      ->type_name("FILE");
  command
      ->add_option("--top", options->top,
                   "Show at most N entries; 0 for all (default: 40 in a table, all in the other "
                   "formats)")
      ->type_name("N")
      ->check(whole_number());
  command
      ->add_option("--fdr", options->audit.false_discovery_rate,
                   "Rate at which entries get into statistical classes by chance alone")
      ->check(number(0, 1))
      ->type_name("RATE")
      ->capture_default_str();
  add_review_options(*command, options->review);
  return [options](Kept&) { return run_audit(*options); };
}

}  // namespace bfclx::tools
