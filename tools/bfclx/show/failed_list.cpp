#include "tools/bfclx/show/failed_list.h"

#include <unistd.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/check/short_reason.h"
#include "core/render/table.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/score_run.h"
#include "tools/bfclx/output/output_file.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

struct Failed {
  std::string id;  // empty: it passed, or is not scored
  std::string error;
  std::string reason;
};

bool is_asked(const std::string& error, const std::string& asked) {
  return asked.empty() || error == asked || error.starts_with(asked + ":");
}

// In the order of the run; of those that did not fail the ids are empty.
std::vector<Failed> failed_of(ModelRun& model, std::size_t jobs) {
  std::vector<Failed> all(model.order.size());
  ScoreHooks hooks;
  hooks.scored = [&all](std::size_t index, ScoredReply& reply) {
    const Verdict& verdict = reply.verdict;
    if (verdict.valid || reply.skipped() || reply.superseded || reply.entry == nullptr) return;
    const std::string reason = verdict.why ? short_reason(*verdict.why).text : std::string();
    all[index] = {reply.id, verdict.error_type,
                  reason.empty() && verdict.why ? verdict.why->text : reason};
  };
  score_run(model, Keep::kCounts, jobs, hooks);
  return all;
}

Table table_of(const std::vector<const Failed*>& rows) {
  Table table;
  table.columns = {{"id", Align::kLeft, Fit::kWrap},
                   {"error", Align::kLeft, Fit::kWrap},
                   {"reason", Align::kLeft, Fit::kWrap}};
  for (const Failed* row : rows) {
    table.rows.push_back({{printable_line(row->id), row->error, printable_line(row->reason)}});
  }
  return table;
}

[[noreturn]] void fail_unknown(const std::string& error, const std::set<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  throw UsageError("--error " + error + ": no entry failed with it." + did_you_mean(error, names));
}

}  // namespace

int list_failed(Session& session, const FailedOptions& options, std::size_t jobs,
                const std::string& path) {
  const Screen screen = Terminal::of_descriptor(STDOUT_FILENO).screen();
  const bool for_people = options.format == "table";
  std::string out;
  std::set<std::string> errors;
  std::size_t found = 0;
  std::string first;
  Table whole;
  for (ModelRun& model : session.models) {
    const std::vector<Failed> all = failed_of(model, jobs);
    name_out_of_memory(model);
    std::vector<const Failed*> rows;
    std::size_t failed = 0;
    for (const Failed& one : all) {
      if (one.id.empty()) continue;
      errors.insert(one.error);
      errors.insert(one.error.substr(0, one.error.find(':')));
      if (!is_asked(one.error, options.error)) continue;
      if (options.limit == 0 || failed < options.limit) rows.push_back(&one);
      if (first.empty()) first = one.id;
      ++failed;
    }
    found += failed;
    Table table = table_of(rows);
    if (!for_people) {
      whole.columns = std::move(table.columns);
      whole.columns.insert(whole.columns.begin(), {"run"});
      for (Table::Row& row : table.rows) {
        row.cells.insert(row.cells.begin(), printable_line(model.name));
        whole.rows.push_back(std::move(row));
      }
      continue;
    }
    out += styled(screen, Style::kBold, printable_line(model.name)) + "  " +
           grouped_digits(failed) + " of " + counted(all.size(), "response", "responses") +
           " failed" + (options.error.empty() ? "" : " with " + printable_line(options.error)) +
           (rows.size() < failed
                ? ", the first " + grouped_digits(rows.size()) + " are shown (--limit 0 shows all)"
                : "") +
           "\n";
    if (!rows.empty()) out += terminal_table(table, screen);
    out += "\n";
  }
  if (found == 0 && !options.error.empty()) fail_unknown(options.error, errors);
  if (for_people && !first.empty()) {
    out += "Why one of them failed:\n  bfclx show " + printable_line(path) + " " +
           printable_line(first) + "\n";
  }
  if (!for_people) out = options.format == "csv" ? csv_table(whole) : markdown_table(whole);
  const bool told = for_people ? print(STDOUT_FILENO, out)
                               : write_for_programs(STDOUT_FILENO, out) != Written::kFailed;
  return told && !session.flawed() ? kDone : kSomeUnusable;
}

}  // namespace bfclx::tools
