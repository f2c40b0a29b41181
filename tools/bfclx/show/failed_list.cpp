#include "tools/bfclx/show/failed_list.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/check/short_reason.h"
#include "core/dataset/own_turns.h"
#include "core/render/table.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/score_run.h"
#include "tools/bfclx/input/shell_word.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kProblemsShown = 20;

struct Failed {
  std::string id;
  std::string own_id;  // that the author of a benchmark gave the entry
  std::string error;
  std::string reason;
};

// Of one run, in its order.
struct Found {
  std::vector<Failed> failed;
  std::size_t scored = 0;
};

bool is_asked(const std::string& error, const std::string& asked) {
  return asked.empty() || error == asked || error.starts_with(asked + ":");
}

Found failed_of(ModelRun& model, std::size_t jobs) {
  std::vector<std::optional<Failed>> all(model.order.size());
  std::vector<char> scored(model.order.size());
  ScoreHooks hooks;
  hooks.scored = [&](std::size_t index, ScoredResponse& response) {
    if (response.skipped() || response.superseded || response.entry == nullptr) return;
    scored[index] = 1;
    const Verdict& verdict = response.verdict;
    if (verdict.valid) return;
    const std::string reason = verdict.why ? short_reason(*verdict.why).text : std::string();
    all[index] = {response.id, std::string(find_text(response.entry->data, kOwnId)),
                  verdict.error_type, reason.empty() && verdict.why ? verdict.why->text : reason};
  };
  score_run(model, Keep::kCounts, jobs, hooks);
  Found found;
  found.scored = static_cast<std::size_t>(std::count(scored.begin(), scored.end(), 1));
  for (std::optional<Failed>& one : all) {
    if (one) found.failed.push_back(*std::move(one));
  }
  return found;
}

Table table_of(const std::vector<const Failed*>& rows) {
  Table table;
  table.columns = {{"id", Align::kLeft, Fit::kWrap},
                   {"error", Align::kLeft, Fit::kWrap},
                   {"reason (found ≠ expected)", Align::kLeft, Fit::kWrap}};
  for (const Failed* row : rows) {
    const std::string id =
        concat({row->id, row->own_id.empty() ? "" : concat({" (", row->own_id, ")"})});
    table.rows.push_back({{printable_line(id), row->error, printable_line(row->reason)}});
  }
  return table;
}

// Of all runs, for programs; own ids only where entries have them.
class WholeTable {
 public:
  void add(const std::string& run, const Failed& one) {
    has_own_ids_ = has_own_ids_ || !one.own_id.empty();
    rows_.push_back({run, one.id, one.own_id, one.error, one.reason});
  }
  Table table() && {
    Table table;
    for (const char* name : {"run", "id", "own_id", "error", "reason"}) {
      if (name != std::string_view("own_id") || has_own_ids_) table.columns.push_back({name});
    }
    for (std::vector<std::string>& row : rows_) {
      if (!has_own_ids_) row.erase(row.begin() + 2);
      Table::Row& cells = table.rows.emplace_back();
      for (const std::string& text : row) cells.cells.push_back(printable_line(text));
    }
    return table;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  bool has_own_ids_ = false;
};

// "26 of 34 entries failed; the first 20 (--limit 0: all)".
std::string heading(const Found& found, std::size_t failed, std::size_t shown,
                    const std::string& error) {
  if (found.scored == 0) return "no entry was scored";
  return grouped_digits(failed) + " of " + counted(found.scored, "entry", "entries") + " failed" +
         (error.empty() ? "" : " with " + printable_line(error)) +
         (shown < failed ? "; the first " + grouped_digits(shown) + " (--limit 0: all)" : "");
}

// A name that is not among those seen, but nearly.
void refuse_mistyped(const std::string& error, const std::set<std::string>& seen) {
  const std::vector<std::string_view> names(seen.begin(), seen.end());
  const std::string meant = did_you_mean(error, names);
  if (!meant.empty()) throw UsageError("no entry failed with `" + error + "`." + meant);
}

}  // namespace

int list_failed(Session& session, const FailedOptions& options, const RunOptions& run) {
  const Screen screen = Terminal::of_descriptor(STDOUT_FILENO).screen();
  const bool for_people = options.format == "table";
  std::string out;
  std::set<std::string> errors;
  std::string first;
  WholeTable whole;
  std::size_t asked = 0;
  for (ModelRun& model : session.models) {
    const Found found = failed_of(model, chosen_jobs(run));
    name_out_of_memory(model);
    std::vector<const Failed*> rows;
    std::size_t failed = 0;
    for (const Failed& one : found.failed) {
      errors.insert(one.error);
      errors.insert(one.error.substr(0, one.error.find(':')));
      if (!is_asked(one.error, options.error)) continue;
      if (options.limit == 0 || failed < options.limit) rows.push_back(&one);
      if (first.empty()) first = one.id;
      ++failed;
    }
    asked += failed;
    out += styled(screen, Style::kBold, printable_line(model.name)) + "\n" +
           wrapped(heading(found, failed, rows.size(), options.error), 2, screen.width);
    if (!rows.empty()) out += "\n" + terminal_table(table_of(rows), screen);
    out += "\n";
    for (const Failed* row : rows) whole.add(model.name, *row);
  }
  tell_problems(session, kProblemsShown, "`bfclx score --format json` has all");
  if (session.models.empty()) say(nothing_to("show", session.flawed()));
  if (asked == 0 && !options.error.empty()) refuse_mistyped(options.error, errors);
  const std::string same = same_responses(run);
  const std::string word = shell_word(first);
  if (!first.empty() && !same.empty() && !word.empty()) {
    out += "Why one of them failed:\n  bfclx show " + same + " " + word + "\n";
  }
  if (!for_people) {
    const Table table = std::move(whole).table();
    out = options.format == "csv" ? csv_table(table) : markdown_table(table);
  }
  const bool told = for_people ? print(STDOUT_FILENO, out)
                               : write_for_programs(STDOUT_FILENO, out) != Written::kFailed;
  return told && !session.flawed() && !session.models.empty() ? kDone : kSomeUnusable;
}

}  // namespace bfclx::tools
