// `bfclx compare --by-language`: each model in each language, against the source.
#include <unistd.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/benchmark/compared_languages.h"
#include "core/render/comparison_text.h"
#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/value/json.h"
#include "tools/bfclx/compare/language_rows.h"
#include "tools/bfclx/compare/languages.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

// Runs that have no other of the same model and so are compared with nothing; empty where all have.
std::string unpaired_text(const std::vector<LanguageRow>& rows, const ScoredRuns& scored) {
  std::vector<bool> paired(scored.set.runs.size(), false);
  for (const LanguageRow& row : rows) {
    if (!row.source) continue;
    paired[row.run] = true;
    paired[*row.source] = true;
  }
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < paired.size(); ++i) {
    if (!paired[i]) labels.push_back(scored.set.runs[i].label);
  }
  if (labels.empty()) return {};
  return joined(labels, ", ") +
         (labels.size() == 1 ? ": not compared, because its model has"
                             : ": not compared, because their models have") +
         " no run in the other language. Runs belong to one model if their folders have the "
         "same name.";
}

Table table_of(const std::vector<LanguageRow>& rows) {
  Table table;
  table.columns = {{"model", Align::kLeft, Fit::kShorten},
                   {"language"},
                   {"entries", Align::kRight, Fit::kDrop},
                   {"source", Align::kRight},
                   {"translation", Align::kRight},
                   {"diff", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"p Holm", Align::kRight}};
  for (const LanguageRow& row : rows) {
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells = {row.model, row.language};
    if (const Comparison* compared = row.comparison()) {
      const OverallComparison& overall = compared->overall;
      cells.insert(cells.end(), {grouped_digits(compared->entries),
                                 percent(overall.a),
                                 percent(overall.b),
                                 {signed_points(overall.difference),
                                  difference_style(overall.difference, overall.holm_p)},
                                 signed_range(overall.interval),
                                 p_text(overall.holm_p)});
      continue;
    }
    const BasedScore& own = row.report.runs.back().own;
    cells.insert(cells.end(), {grouped_digits(own.basis.entries), "-",
                               own.value ? percent(*own.value) : "-", "-", "-", "-"});
  }
  return table;
}

std::string json_of(const std::vector<LanguageRow>& rows, const ScoredRuns& scored,
                    const std::string& languages) {
  Json list = Json::array();
  for (const LanguageRow& row : rows) {
    Json one = {{"model", row.model},
                {"language", row.language},
                {"run", scored.set.runs[row.run].label},
                {"source", row.source ? Json(scored.set.runs[*row.source].label) : Json()},
                {"comparison", Json()}};
    std::string text;
    append_json(text, based_score_value(row.report.runs.back().own));
    one["score"] = Json::parse(text);
    if (!row.report.comparisons.empty()) {
      one["comparison"] = Json::parse(comparison_json(row.report.comparisons.front()));
    }
    list.push_back(std::move(one));
  }
  const Json json = {{"program", {{"name", "bfclx"}, {"version", BFCLX_VERSION}}},
                     {"languages", languages},
                     {"rows", std::move(list)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

int run_by_language(const ScoredRuns& scored, const CompareOptions& options) {
  const HeadlineScore headline = compared_headline(scored.datasets, options.version());
  const std::vector<LanguageRow> rows = language_rows(scored, options.statistics, headline);
  const std::string languages = compared_languages_text(scored.datasets);
  const std::string unpaired = unpaired_text(rows, scored);
  const int code = scored.set.flawed() ? kSomeUnusable : kDone;
  if (options.format == "json") {
    return write_for_programs(STDOUT_FILENO, json_of(rows, scored, languages)) != Written::kFailed
               ? code
               : kSomeUnusable;
  }
  const std::string heading = score_heading(headline.name()) + " by language";
  if (options.format == "markdown") {
    const std::string text = "## " + markdown_text(heading) + "\n\n" +
                             markdown_table(table_of(rows)) + "\n" + std::string(kLanguageRows) +
                             "\n\n" + markdown_text(languages) + "\n" +
                             (unpaired.empty() ? "" : "\n" + markdown_text(unpaired) + "\n");
    return print(STDOUT_FILENO, text) ? code : kSomeUnusable;
  }
  const Terminal terminal = Terminal::of_descriptor(STDOUT_FILENO);
  std::string text = terminal.styled(Style::kBold, heading) + "\n" +
                     terminal_table(table_of(rows), terminal.screen());
  text += wrapped(std::string(kLanguageRows), 2, terminal.width());
  text += wrapped(printable_line(languages), 2, terminal.width());
  if (!unpaired.empty()) text += wrapped(printable_line(unpaired), 2, terminal.width());
  return print(STDOUT_FILENO, text) ? code : kSomeUnusable;
}

}  // namespace bfclx::tools
