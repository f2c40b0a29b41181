// Figures that stand alone, as SVG.
//
// Inside a page a figure has the classes of html_document's style sheet, light or dark as the page
// is, and is as wide as its column. As a file it brings its colours along, light ones, because it
// is for paper, and says below it what it rests on. Names are as hostile as they come.
#ifndef BFCLX_CORE_RENDER_CHART_H_
#define BFCLX_CORE_RENDER_CHART_H_

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace bfclx {

// Shares on one axis from 0 to 100, with their intervals; those of a row lie below each other.
struct IntervalChart {
  struct Point {
    double value = 0;
    double low = 0;
    double high = 0;
    std::size_t series = 0;  // for its colour
  };
  struct Row {
    std::string name;
    std::vector<Point> points;
    std::string absent = {};         // why there are no points
    std::vector<std::string> texts;  // columns of figures, the last one dim
  };
  std::vector<Row> rows;
  std::vector<std::string> legend = {};  // of the series
};

// Counts.
struct BarChart {
  struct Bar {
    std::string name;
    std::size_t count = 0;
  };
  std::vector<Bar> bars;
};

// Shares over a cost on a logarithmic axis.
struct ScatterChart {
  struct Dot {
    std::string name;
    double x = 1;  // above 0
    double y = 0;
    bool chosen = false;  // has its name beside it
  };
  std::string label;  // of x
  std::vector<Dot> dots;
};

// Axes from a common centre, 0 to 100, and a line for each series. A value that is missing leaves
// its axis out: the line is open there, and never falls to 0.
struct RadarChart {
  struct Series {
    std::string name;
    std::vector<std::optional<double>> values;  // in the order of the axes
  };
  std::vector<std::string> axes;
  std::vector<Series> series;
};

using Chart = std::variant<IntervalChart, BarChart, ScatterChart, RadarChart>;

// The rules of charts in a page, by the colours of its style sheet.
std::string chart_style_sheet();
// For a page; `label` is for those who cannot see it.
std::string chart_svg(const Chart& chart, const std::string& label);

struct Figure {
  std::string title;
  std::vector<std::string> notes;  // what it rests on, a line each
};
// A whole file.
std::string chart_file(const Chart& chart, const Figure& figure);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_CHART_H_
