// Pages and tables as files. JSON in, bytes out; see RunPage, EntryPage and PlainTable in
// document.d.ts.
#include <utility>

#include "core/api/arguments.h"
#include "core/api/given_runs.h"
#include "core/api/scoring.h"
#include "core/base/counted.h"
#include "core/explain/explanation.h"
#include "core/render/table.h"
#include "core/report/report_page.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::api {
namespace {

constexpr std::size_t kMostCells = 1'000'000;  // of a table

// --- Pages --------------------------------------------------------------------------------------

// As the caller knows it; else by the files that were loaded.
Result<std::string> dataset_text(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(std::string name, optional_text(arguments, "dataset_name"));
  if (!name.empty()) return name;
  module.dataset().identify();
  const Dataset& dataset = module.dataset().dataset();
  return dataset.version + ", " + dataset.hash;
}

// The page of `bfclx report` about the open files of one run. All responses are scored for it.
Result<Value> run_page_call(Module& module, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(AskedRun asked, run_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(const std::string name, text_argument(arguments, "name"));
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t failures,
                         optional_number(arguments, "failures", 0, kReportedFailures));
  BFCLX_ASSIGN_OR_RETURN(const HeadlineScore headline, headline_argument(module, arguments));
  ReportPage page;
  page.program = api::version();
  BFCLX_ASSIGN_OR_RETURN(page.dataset, dataset_text(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(page.notes, optional_texts(arguments, "notes"));
  ReportedRunOptions options;
  options.failures = static_cast<std::size_t>(failures);
  options.logs = facts_of_logs(asked.files);
  page.runs.push_back(reported_run(asked.model, name, options));
  const ModelRun* models[] = {&asked.model};
  compare_reported(page, models, headline);
  bytes.out = report_html(page);
  return Value();
}

Result<Block> block_argument(Module& module, const Value& arguments, const std::string& id) {
  const Entry* entry = module.dataset().dataset().find(id);
  if (find_member(arguments, "handle") == nullptr) {
    return unscored_block(id, entry, "none in this run");
  }
  BFCLX_ASSIGN_OR_RETURN(const FoundEntry found, entry_argument(module, arguments));
  const ModelRun& run = found.open->run;
  const Place& place = run.order[found.index];
  if (!place.scored) return unscored_block(id, entry, run.unscored[place.part].reason);
  const ScoredResponse response = scored_again(*found.open, found.index);
  if (response.entry == nullptr) {
    return unscored_block(id, nullptr, "the dataset has no such entry");
  }
  return entry_block(explain(response, run.settings, Depth::kVerdict), true);
}

Result<Value> entry_page_call(Module& module, const Value& arguments, CallBytes& bytes) {
  EntryPage page;
  BFCLX_ASSIGN_OR_RETURN(page.id, text_argument(arguments, "id"));
  BFCLX_ASSIGN_OR_RETURN(page.run, text_argument(arguments, "name"));
  BFCLX_ASSIGN_OR_RETURN(const RunSettings settings, settings_argument(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(Block block, block_argument(module, arguments, page.id));
  page.settings = settings_text(settings);
  page.program = version();
  BFCLX_ASSIGN_OR_RETURN(page.dataset, dataset_text(module, arguments));
  BFCLX_ASSIGN_OR_RETURN(page.notes, optional_texts(arguments, "notes"));
  bytes.out = entry_html(page, std::move(block));
  return Value();
}

// --- Tables -------------------------------------------------------------------------------------

bool is_number(const Value& value) { return value.is_int() || value.is_float(); }

// A number stays one for programs, with its sign.
Cell plain_cell(const Value& value) {
  if (value.is_str()) return std::string(value.as_str());
  if (!is_number(value)) return {};
  Cell cell;
  append_json(cell.text, value);
  cell.data = cell.text;
  return cell;
}

// "columns": names; "rows": lists of texts, numbers and nulls; "form": csv or markdown.
Result<Value> table_call(Module&, const Value& arguments, CallBytes& bytes) {
  BFCLX_ASSIGN_OR_RETURN(const std::string form, text_argument(arguments, "form"));
  if (form != "csv" && form != "markdown") return wrong("`form` must be csv or markdown");
  BFCLX_ASSIGN_OR_RETURN(const List* columns, list_argument(arguments, "columns"));
  BFCLX_ASSIGN_OR_RETURN(const List* rows, list_argument(arguments, "rows"));
  // Empty cells are written too.
  if (!rows->empty() && columns->size() > kMostCells / rows->size()) {
    return wrong("a table has at most " + grouped_digits(kMostCells) + " cells");
  }
  Table table;
  for (const Value& name : *columns) {
    table.columns.push_back({name.is_str() ? std::string(name.as_str()) : std::string(),
                             rows->empty() ? Align::kLeft : Align::kRight});
  }
  for (const Value& row : *rows) {
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    if (!row.is_list()) continue;
    for (const Value& cell : row.items()) {
      if (cells.size() == columns->size()) break;
      // Numbers stand to the right, where a column has no texts.
      if (cell.is_str()) table.columns[cells.size()].align = Align::kLeft;
      cells.push_back(plain_cell(cell));
    }
  }
  bytes.out = form == "csv" ? csv_table(table) : markdown_table(table);
  return Value();
}

constexpr Call kCalls[] = {
    {"runPage", run_page_call},
    {"entryPage", entry_page_call},
    {"table", table_call},
};

}  // namespace

std::span<const Call> document_calls() { return kCalls; }

}  // namespace bfclx::api
