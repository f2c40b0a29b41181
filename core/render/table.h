// A table of facts, once; each form of output shows it in its own way.
//
// Cells hold texts as a person reads them, in no form's markup and as hostile as they come: the
// renderers make them safe. Where a program reads a cell otherwise ("0.932000" for "93.2 %"),
// `data` has that.
#ifndef BFCLX_CORE_RENDER_TABLE_H_
#define BFCLX_CORE_RENDER_TABLE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/render/plot.h"
#include "core/render/style.h"

namespace bfclx {

// Runs that `compare` and the site show in full; of more they show the ranking.
inline constexpr std::size_t kFewRuns = 5;

enum class Align { kLeft, kRight };

// What a terminal too narrow for the table does with a column.
enum class Fit {
  kKeep,     // shows it whole
  kWrap,     // breaks its texts at words
  kShorten,  // leaves out the middle of its texts, for names that both ends tell apart
  kDrop,     // leaves it out, the last such column first
  // Where that is not enough, these go, the last first:
  kDropLate,    // shows it whole
  kWrapOrDrop,  // breaks its texts at words
};

struct Column {
  std::string name;  // the heading; a terminal shows none where all are empty
  Align align = Align::kLeft;
  Fit fit = Fit::kKeep;
  std::optional<Axis> axis = {};  // of its cells' plots
};

struct Cell {
  Cell() = default;
  Cell(std::string shown, Style its_style = Style::kPlain)  // NOLINT: a text is a cell
      : text(std::move(shown)), style(its_style) {}
  Cell(const char* shown) : text(shown) {}  // NOLINT: so is a literal

  std::string text;
  Style style = Style::kPlain;
  std::string data = {};  // what a program reads instead; numbers may begin with a sign
  std::optional<Plot> plot =
      {};  // what HTML draws instead; the text is for those who cannot see it
};

// A cell for programs, where a table is made for them alone.
inline Cell data_cell(std::string data) {
  Cell cell;
  cell.data = std::move(data);
  return cell;
}

struct Table {
  struct Row {
    std::vector<Cell> cells;              // missing ones at the end are empty
    Style style = Style::kPlain;          // of the whole row, where a cell has none
    std::string heading = {};             // stands above the row, across all columns
    std::vector<std::string> notes = {};  // stand below the row, across all columns
    bool continues = false;               // what stands above: HTML draws no line between them
  };
  std::vector<Column> columns;
  std::vector<Row> rows;
};

// Rows behind `indent` spaces, within the screen's width where the columns allow it.
std::string terminal_table(const Table& table, const Screen& screen, std::size_t indent = 2);
// A table of GitHub's Markdown. Headings and notes of rows are rows of their own.
std::string markdown_table(const Table& table);
// A line of names and one for each row, as RFC 4180 wants them but ended by "\n". No cell is a
// formula. Headings and notes of rows are left out.
std::string csv_table(const Table& table);
// A <table> in a box that scrolls sideways, in the classes of html_document's style sheet.
std::string html_table(const Table& table);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_TABLE_H_
