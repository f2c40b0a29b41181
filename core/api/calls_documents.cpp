// Documents and tables that a page has put together, as files. JSON in, bytes out; see
// PageDocument and PlainTable in document.d.ts.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "core/api/arguments.h"
#include "core/base/counted.h"
#include "core/render/document.h"
#include "core/render/table.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx::api {
namespace {

constexpr int kMostDeep = 16;                  // blocks within blocks
constexpr std::size_t kMostCells = 1'000'000;  // of a table

Error wrong(std::string message) { return call_error(kinds::kArgument, std::move(message)); }

// --- Small parts --------------------------------------------------------------------------------

std::string text_of(const Value& object, std::string_view name) {
  return std::string(find_text(object, name));
}

bool flag_of(const Value& object, std::string_view name) {
  const Value* value = find_member(object, name);
  return value != nullptr && value->is_bool() && value->as_bool();
}

constexpr double kMostNumber = 1e15;  // every integer up to it is a double

// Finite, from -kMostNumber to kMostNumber.
double number_of(const Value& object, std::string_view name, double otherwise = 0) {
  const Value* value = find_member(object, name);
  if (value == nullptr) return otherwise;
  double number = otherwise;
  if (value->is_float()) number = value->as_float();
  if (value->is_small_int()) number = static_cast<double>(value->as_int64());
  return std::isfinite(number) ? std::clamp(number, -kMostNumber, kMostNumber) : otherwise;
}

// The list of that name; empty where there is none.
const List& list_in(const Value& object, std::string_view name) {
  static const List kNone;
  const Value* value = find_member(object, name);
  return value != nullptr && value->is_list() ? value->items() : kNone;
}

template <typename Enum, std::size_t Count>
Enum choice_of(const Value& object, std::string_view name, const std::string_view (&names)[Count],
               Enum otherwise) {
  const auto* found = std::find(std::begin(names), std::end(names), find_text(object, name));
  return found == std::end(names) ? otherwise : static_cast<Enum>(found - std::begin(names));
}

// In the order of Style, Block::Size and Block::Level.
constexpr std::string_view kStyles[] = {"plain", "bold", "dim",  "good", "bad",
                                        "mark",  "name", "warn", "tag"};
constexpr std::string_view kSizes[] = {"small", "normal", "large"};
constexpr std::string_view kLevels[] = {"plain", "note", "group", "entry"};

Style style_of(const Value& object) { return choice_of(object, "style", kStyles, Style::kPlain); }

// "text", or some pieces: each a text or {text, style}.
Spans spans_of(const Value& object) {
  const Value* value = find_member(object, "text");
  if (value == nullptr) return {};
  if (value->is_str()) return {Span(std::string(value->as_str()))};
  Spans spans;
  for (const Value& piece : list_in(object, "text")) {
    if (piece.is_str()) {
      spans.emplace_back(std::string(piece.as_str()));
    } else {
      spans.emplace_back(text_of(piece, "text"), style_of(piece));
    }
  }
  return spans;
}

// --- Tables -------------------------------------------------------------------------------------

bool has_bars(const Value& column) { return find_member(column, "most") != nullptr; }

Column column_of(const Value& object) {
  Column column;
  column.name = text_of(object, "name");
  if (find_text(object, "align") == "right") column.align = Align::kRight;
  if (flag_of(object, "spare")) column.fit = Fit::kDrop;
  if (flag_of(object, "wrap")) column.fit = Fit::kWrap;
  if (flag_of(object, "shares")) column.axis = share_axis();
  if (has_bars(object)) {
    column.axis = count_axis(static_cast<std::size_t>(std::max(0.0, number_of(object, "most"))));
  }
  return column;
}

Cell cell_of(const Value& value, bool bar) {
  if (value.is_str()) return std::string(value.as_str());
  Cell cell(text_of(value, "text"), style_of(value));
  if (find_member(value, "value") != nullptr) {
    const double at = number_of(value, "value");
    cell.plot = Plot{at, number_of(value, "low", at), number_of(value, "high", at), bar};
  }
  return cell;
}

// Empty cells are written too.
Status bounded(const List& columns, const List& rows) {
  if (rows.empty() || columns.size() <= kMostCells / rows.size()) return {};
  return wrong("a table has at most " + grouped_digits(kMostCells) + " cells");
}

Result<Block> table_of(const Value& object) {
  Table table;
  const List& columns = list_in(object, "columns");
  const List& rows = list_in(object, "rows");
  BFCLX_RETURN_IF_ERROR(bounded(columns, rows));
  for (const Value& column : columns) table.columns.push_back(column_of(column));
  for (const Value& row : rows) {
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    if (!row.is_list()) continue;
    for (const Value& cell : row.items()) {
      const std::size_t at = cells.size();
      cells.push_back(cell_of(cell, at < columns.size() && has_bars(columns[at])));
    }
  }
  return table_block(std::move(table));
}

// --- Blocks -------------------------------------------------------------------------------------

Result<Blocks> blocks_of(const Value& object, int depth);

Result<Block> facts_of(const Value& object, int depth) {
  Blocks known;
  for (const Value& one : list_in(object, "facts")) {
    BFCLX_ASSIGN_OR_RETURN(Blocks blocks, blocks_of(one, depth + 1));
    known.push_back(fact(text_of(one, "name"), std::move(blocks)));
  }
  return facts(std::move(known));
}

Result<Block> block_of(const Value& object, int depth) {
  const std::string_view kind = find_text(object, "kind");
  if (kind == "paragraph") {
    return paragraph(spans_of(object), style_of(object),
                     choice_of(object, "size", kSizes, Block::Size::kNormal));
  }
  if (kind == "heading") return heading(spans_of(object));
  if (kind == "text") return text_as_it_stands(spans_of(object), style_of(object));
  if (kind == "table") return table_of(object);
  if (kind == "facts") return facts_of(object, depth);
  if (kind == "details") {
    BFCLX_ASSIGN_OR_RETURN(Blocks blocks, blocks_of(object, depth + 1));
    return details(choice_of(object, "level", kLevels, Block::Level::kPlain), spans_of(object),
                   std::move(blocks), flag_of(object, "open"));
  }
  return wrong("there is no kind of block `" + std::string(kind) + "`");
}

Result<Blocks> blocks_of(const Value& object, int depth) {
  if (depth > kMostDeep) return wrong("`blocks` are too deep");
  Blocks blocks;
  for (const Value& item : list_in(object, "blocks")) {
    BFCLX_ASSIGN_OR_RETURN(Block block, block_of(item, depth));
    blocks.push_back(std::move(block));
  }
  return blocks;
}

// --- The calls ----------------------------------------------------------------------------------

Result<Value> document_call(Module&, const Value& arguments, CallBytes& bytes) {
  Document document;
  BFCLX_ASSIGN_OR_RETURN(document.title, text_argument(arguments, "title"));
  for (const Value& line : list_in(arguments, "basis")) {
    if (line.is_str()) document.basis.emplace_back(line.as_str());
  }
  document.contents = flag_of(arguments, "contents");
  BFCLX_ASSIGN_OR_RETURN(document.blocks, blocks_of(arguments, 0));
  for (const Value& one : list_in(arguments, "sections")) {
    BFCLX_ASSIGN_OR_RETURN(Blocks blocks, blocks_of(one, 0));
    document.sections.push_back({text_of(one, "id"), text_of(one, "title"), std::move(blocks)});
  }
  document.note = text_of(arguments, "note");
  bytes.out = html_document(document);
  return Value();
}

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
  const List& columns = list_in(arguments, "columns");
  const List& rows = list_in(arguments, "rows");
  BFCLX_RETURN_IF_ERROR(bounded(columns, rows));
  Table table;
  for (const Value& name : columns) {
    table.columns.push_back({name.is_str() ? std::string(name.as_str()) : std::string(),
                             rows.empty() ? Align::kLeft : Align::kRight});
  }
  for (const Value& row : rows) {
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    if (!row.is_list()) continue;
    for (const Value& cell : row.items()) {
      if (cells.size() == columns.size()) break;
      // Numbers stand to the right, where a column has no texts.
      if (cell.is_str()) table.columns[cells.size()].align = Align::kLeft;
      cells.push_back(plain_cell(cell));
    }
  }
  bytes.out = form == "csv" ? csv_table(table) : markdown_table(table);
  return Value();
}

constexpr Call kCalls[] = {{"document", document_call}, {"table", table_call}};

}  // namespace

std::span<const Call> document_calls() { return kCalls; }

}  // namespace bfclx::api
