#include "core/render/chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "core/base/counted.h"
#include "core/render/escape.h"
#include "core/render/html.h"
#include "core/render/visible.h"

namespace bfclx {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr std::size_t kSeries = 6;  // with colours of their own; more begin again
// Columns of texts: of a name beside its row, of a line across the figure, of a note on some lines.
constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kLineWidth = 92;
constexpr std::size_t kNoteWidth = 2000;

// What a class looks like: a rule in a page, attributes in a file, which some programs read that
// know no rules.
struct Look {
  std::string_view kind;
  std::string_view declarations;
};
constexpr Look kLooks[] = {
    {"ink", "fill: var(--ink)"},
    {"dim", "fill: var(--muted)"},
    {"title", "font-size: 14px; font-weight: 600"},
    {"middle", "text-anchor: middle"},
    {"end", "text-anchor: end"},
    {"paper", "fill: var(--bg)"},
    {"grid", "stroke: var(--line)"},
    {"ring", "stroke: var(--line); fill: none"},
    {"whisker", "stroke: currentColor; stroke-width: 2"},
    {"series", "stroke: currentColor; stroke-width: 2; stroke-linejoin: round; fill: none"},
    {"dot", "fill: currentColor"},
    {"bar", "fill: var(--fail)"},
    {"s0", "color: var(--ink)"},
    {"s1", "color: var(--accent)"},
    {"s2", "color: var(--warn)"},
    {"s3", "color: var(--pass)"},
    {"s4", "color: var(--fail)"},
    {"s5", "color: var(--absent)"},
};

// A drawing whose corner is at 0, 0.
struct Drawing {
  double width = 0;
  double height = 0;
  std::string body = {};
};

// --- Parts --------------------------------------------------------------------------------------

// At most two digits behind the point.
std::string place(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", std::abs(value) < 0.005 ? 0.0 : value);
  std::string digits = text;
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + place(value) + "\"";
}

std::string series_class(std::size_t series) { return "s" + std::to_string(series % kSeries); }

void add_line(std::string& body, std::string_view kind, double x1, double y1, double x2,
              double y2) {
  body += html_begin(
      "line", kind,
      attribute("x1", x1) + attribute("y1", y1) + attribute("x2", x2) + attribute("y2", y2) + "/");
}

void add_dot(std::string& body, std::string_view kind, double x, double y, double r) {
  body +=
      html_begin("circle", kind, attribute("cx", x) + attribute("cy", y) + attribute("r", r) + "/");
}

// In at most `columns`. Of a text much longer than that only both ends are read.
std::string line_of(const std::string& text, std::size_t columns) {
  const std::size_t end = columns * 4;
  if (text.size() <= 2 * end) return fitted(printable_line(text), columns);
  return fitted(printable_line(text.substr(0, end) + text.substr(text.size() - end)), columns);
}

// `kind`: "ink" or "dim", and "middle" or "end" for where it is held.
void add_text(std::string& body, std::string_view kind, double x, double y,
              const std::string& text) {
  body += html_begin("text", kind, attribute("x", x) + attribute("y", y)) +
          html_escaped(line_of(text, kLineWidth)) + "</text>";
}

// --- Rows ---------------------------------------------------------------------------------------

constexpr double kWidth = 640;
constexpr double kLeft = 200;  // of the axis
constexpr double kSpan = 300;
constexpr double kTop = 30;

double share_place(double share) { return kLeft + std::clamp(share, 0.0, 1.0) * kSpan; }

void add_points(std::string& body, const IntervalChart::Row& row, double middle) {
  for (std::size_t k = 0; k < row.points.size(); ++k) {
    const IntervalChart::Point& point = row.points[k];
    const double y =
        middle + (static_cast<double>(k) - static_cast<double>(row.points.size() - 1) / 2) * 10;
    body += "<g class=\"" + series_class(point.series) + "\">";
    add_line(body, "whisker", share_place(point.low), y, share_place(point.high), y);
    add_dot(body, "dot", share_place(point.value), y, 4);
    body += "</g>";
  }
}

void add_row(std::string& body, const IntervalChart::Row& row, double middle) {
  add_text(body, "ink end", kLeft - 12, middle + 4, line_of(row.name, kNameWidth));
  add_points(body, row, middle);
  if (!row.absent.empty()) add_text(body, "dim", kLeft + 8, middle + 4, row.absent);
  const std::size_t texts = row.texts.size();
  for (std::size_t k = 0; k < texts; ++k) {
    const bool strong = k + 1 < texts || texts == 1;
    add_text(body, strong ? "ink end" : "dim end",
             kWidth - 8 - static_cast<double>(texts - 1 - k) * 72, middle + 4, row.texts[k]);
  }
}

Drawing drawing_of(const IntervalChart& chart) {
  const auto height_of = [](const IntervalChart::Row& row) {
    return std::max(22.0, static_cast<double>(row.points.size()) * 10 + 8);
  };
  double height = 0;
  for (const IntervalChart::Row& row : chart.rows) height += height_of(row);
  Drawing drawing{kWidth, 0};
  for (const int tick : {0, 25, 50, 75, 100}) {
    const double x = share_place(tick / 100.0);
    add_line(drawing.body, "grid", x, 24, x, kTop + height);
    add_text(drawing.body, "dim middle", x, 18, std::to_string(tick));
  }
  double top = kTop;
  for (const IntervalChart::Row& row : chart.rows) {
    add_row(drawing.body, row, top + height_of(row) / 2);
    top += height_of(row);
  }
  for (std::size_t i = 0; i < chart.legend.size(); ++i) {
    const double y = top + 24 + static_cast<double>(i) * 18;
    add_dot(drawing.body, "dot " + series_class(i), kLeft + 4, y, 4);
    add_text(drawing.body, "ink", kLeft + 16, y + 4, chart.legend[i]);
  }
  drawing.height = top + 18 + static_cast<double>(chart.legend.size()) * 18;
  return drawing;
}

Drawing drawing_of(const BarChart& chart) {
  std::size_t most = 1;
  for (const BarChart::Bar& bar : chart.bars) most = std::max(most, bar.count);
  Drawing drawing{kWidth, 20 + static_cast<double>(chart.bars.size()) * 22};
  double y = 12;
  for (const BarChart::Bar& bar : chart.bars) {
    const double width = 240 * static_cast<double>(bar.count) / static_cast<double>(most);
    add_text(drawing.body, "ink end", 308, y + 12, line_of(bar.name, 48));
    drawing.body += html_begin(
        "rect", "bar",
        " x=\"320\" height=\"12\"" + attribute("y", y + 2) + attribute("width", width) + "/");
    add_text(drawing.body, "ink end", 632, y + 12, grouped_digits(bar.count));
    y += 22;
  }
  return drawing;
}

// --- Points in a plane --------------------------------------------------------------------------

struct Scale {
  double low = 0;
  double high = 1;
  double begin = 0;  // places of both
  double end = 1;

  double at(double value) const { return begin + (value - low) / (high - low) * (end - begin); }
};

// Ends at whole steps, of which there are about five.
double round_step(double low, double high) {
  for (const double step : {0.01, 0.02, 0.05, 0.1}) {
    if (high - low <= 6 * step) return step;
  }
  return 0.2;
}

std::string short_number(double value) {
  char text[32];
  const int power = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  std::snprintf(text, sizeof text, "%.*f", std::max(0, -power), value);
  return text;
}

// 1, 2 and 5 of each power of ten, or the powers alone where there are many.
std::vector<double> logarithmic_ticks(double low, double high) {
  std::vector<double> ticks;
  const bool many = high / low > 1000;
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  for (int power = first; power <= last; ++power) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double tick = digit * std::pow(10, power);
      if (tick >= low && tick <= high && (digit == 1 || !many)) ticks.push_back(tick);
    }
  }
  return ticks;
}

Drawing drawing_of(const ScatterChart& chart) {
  constexpr double kRight = 544;
  constexpr double kBottom = 300;
  Drawing drawing{560, 340};
  if (chart.dots.empty()) return drawing;
  const auto by_x = [](const auto& a, const auto& b) { return a.x < b.x; };
  const auto by_y = [](const auto& a, const auto& b) { return a.y < b.y; };
  const auto [left, right] = std::minmax_element(chart.dots.begin(), chart.dots.end(), by_x);
  const auto [lowest, highest] = std::minmax_element(chart.dots.begin(), chart.dots.end(), by_y);
  const double low = std::max(0.0, lowest->y - 0.03);
  const double high = std::min(1.0, highest->y + 0.03);
  const double step = round_step(low, high);
  const Scale x{std::log10(left->x / 1.2), std::log10(right->x * 1.2), 40, kRight};
  const Scale y{std::floor(low / step) * step, std::ceil(high / step - 1e-9) * step, kBottom, 12};
  for (int i = 0; y.low + i * step <= y.high + 1e-9; ++i) {
    const double at = y.at(y.low + i * step);
    add_line(drawing.body, "grid", 40, at, kRight, at);
    add_text(drawing.body, "dim end", 32, at + 4, place(std::round((y.low + i * step) * 100)));
  }
  for (const double tick : logarithmic_ticks(left->x / 1.2, right->x * 1.2)) {
    const double at = x.at(std::log10(tick));
    add_line(drawing.body, "grid", at, 12, at, kBottom);
    add_text(drawing.body, "dim middle", at, kBottom + 16, short_number(tick));
  }
  add_text(drawing.body, "dim middle", (40 + kRight) / 2, 334, chart.label);
  for (const bool chosen : {false, true}) {  // the chosen ones above the others
    for (const ScatterChart::Dot& dot : chart.dots) {
      if (dot.chosen != chosen) continue;
      const double at = x.at(std::log10(dot.x));
      add_dot(drawing.body, chosen ? "dot s1" : "dot s5", at, y.at(dot.y), chosen ? 5.5 : 4.5);
      if (!chosen) continue;
      const bool before = at > drawing.width * 0.66;
      add_text(drawing.body, before ? "ink end" : "ink", at + (before ? -9 : 9), y.at(dot.y) + 4,
               line_of(dot.name, kNameWidth));
    }
  }
  return drawing;
}

// --- Radar --------------------------------------------------------------------------------------

constexpr double kRadius = 180;
// Strokes tell series apart where colours do not.
constexpr std::string_view kDashes[kSeries] = {"", "6 3", "2 3", "8 3 2 3", "1 4", "12 4"};

struct Spot {
  double x;
  double y;
};

// On axis `i` of `n`; the first one points up, the others follow clockwise.
Spot spot(std::size_t i, std::size_t n, double value) {
  const double angle = 2 * kPi * static_cast<double>(i) / static_cast<double>(n) - kPi / 2;
  return {320 + std::cos(angle) * value * kRadius, 212 + std::sin(angle) * value * kRadius};
}

// Closed when nothing is missing, else a piece for each run of values.
std::string series_path(const std::vector<std::optional<double>>& values) {
  const std::size_t n = values.size();
  std::size_t first = 0;  // the value behind a gap
  while (first < n && (!values[first] || values[(first + n - 1) % n])) ++first;
  const bool closed = first == n;
  if (closed && (n == 0 || !values[0])) return {};
  std::string path;
  bool open = false;
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = closed ? k : (first + k) % n;
    if (values[i]) {
      const Spot at = spot(i, n, std::clamp(*values[i], 0.0, 1.0));
      path += (open ? "L" : "M") + place(at.x) + "," + place(at.y);
    }
    open = values[i].has_value();
  }
  return closed ? path + "Z" : path;
}

void add_series(std::string& body, const RadarChart::Series& series, std::size_t number) {
  const std::string_view dash = kDashes[number % kSeries];
  const std::string stroke =
      dash.empty() ? std::string() : " stroke-dasharray=\"" + std::string(dash) + "\"";
  body += "<g class=\"" + series_class(number) + "\">";
  body += html_begin("path", "series", " d=\"" + series_path(series.values) + "\"" + stroke + "/");
  for (std::size_t i = 0; i < series.values.size(); ++i) {
    if (!series.values[i]) continue;
    const Spot at = spot(i, series.values.size(), std::clamp(*series.values[i], 0.0, 1.0));
    add_dot(body, "dot", at.x, at.y, 3);
  }
  const double y = 437 + static_cast<double>(number) * 20;
  body +=
      html_begin("line", "series",
                 " x1=\"170\" x2=\"200\"" + attribute("y1", y) + attribute("y2", y) + stroke + "/");
  body += "</g>";
  add_text(body, "ink", 210, y + 4, line_of(series.name, 60));
}

Drawing drawing_of(const RadarChart& chart) {
  Drawing drawing{kWidth, 450 + static_cast<double>(chart.series.size()) * 20};
  for (const double ring : {0.25, 0.5, 0.75, 1.0}) {
    add_dot(drawing.body, "ring", 320, 212, ring * kRadius);
  }
  const std::size_t n = chart.axes.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Spot end = spot(i, n, 1);
    const Spot name = spot(i, n, 1.08);
    add_line(drawing.body, "grid", 320, 212, end.x, end.y);
    const double side = (end.x - 320) / kRadius;
    const std::string_view held = std::abs(side) < 0.2 ? "dim middle"
                                  : side > 0           ? "dim"
                                                       : "dim end";
    add_text(drawing.body, held, name.x, name.y + 4, chart.axes[i]);
  }
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    add_series(drawing.body, chart.series[i], i);
  }
  return drawing;
}

Drawing drawing_of_any(const Chart& chart) {
  return std::visit([](const auto& one) { return drawing_of(one); }, chart);
}

// --- Files --------------------------------------------------------------------------------------

// Text of SVG breaks nowhere by itself: lines of some characters, broken behind a comma where they
// can.
std::vector<std::string> note_lines(const std::vector<std::string>& notes) {
  std::vector<std::string> lines;
  for (const std::string& note : notes) {
    const std::string text = line_of(note, kNoteWidth);
    bool fresh = true;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = text.find_first_of(",;", begin);
      end = end == text.npos ? text.size() : end + 1;
      const std::string part = text.substr(begin, end - begin);
      begin = end;
      if (!fresh && display_width(lines.back()) + display_width(part) <= kLineWidth) {
        lines.back() += part;
        continue;
      }
      for (const TextRow& row : wrap(part, kLineWidth)) {
        lines.push_back(part.substr(row.begin, row.end - row.begin));
        if (lines.back().starts_with(' ')) lines.back().erase(0, 1);
      }
      fresh = false;
    }
  }
  return lines;
}

// "var(--ink)" as the light colour of that name; any other value as it is.
std::string_view light(std::string_view value) {
  if (!value.starts_with("var(")) return value;
  const std::string_view sheet = html_style_sheet();
  const std::string name = std::string(value.substr(4, value.size() - 5)) + ": ";
  const std::size_t begin = sheet.find(name) + name.size();
  return sheet.substr(begin, sheet.find(';', begin) - begin);
}

// ` fill="#1b1e22"` for "fill: var(--ink)".
std::string light_attributes(std::string_view declarations) {
  std::string out;
  while (!declarations.empty()) {
    const std::size_t end = std::min(declarations.find("; "), declarations.size());
    const std::size_t colon = declarations.find(": ");
    out.append(" ").append(declarations.substr(0, colon)).append("=\"");
    out.append(light(declarations.substr(colon + 2, end - colon - 2))).append("\"");
    declarations.remove_prefix(std::min(end + 2, declarations.size()));
  }
  return out;
}

// A drawing with attributes instead of its classes. No text holds a quote: they are escaped.
std::string in_light(const std::string& body) {
  constexpr std::string_view kClass = " class=\"";
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = body.find(kClass); at != body.npos; at = body.find(kClass, begin)) {
    out.append(body, begin, at - begin);
    const std::size_t kinds_begin = at + kClass.size();
    const std::size_t kinds_end = body.find('"', kinds_begin);
    const std::string kinds = " " + body.substr(kinds_begin, kinds_end - kinds_begin) + " ";
    for (const Look& look : kLooks) {
      if (kinds.find(" " + std::string(look.kind) + " ") == kinds.npos) continue;
      out += light_attributes(look.declarations);
    }
    begin = kinds_end + 1;
  }
  return out + body.substr(begin);
}

std::string box(double width, double height) {
  return " viewBox=\"0 0 " + place(width) + " " + place(height) + "\"";
}

}  // namespace

std::string chart_style_sheet() {
  std::string rules =
      ".chart { max-width: 640px; }\n.chart text { font: 12px system-ui, sans-serif; }\n";
  for (const Look& look : kLooks) {
    rules.append(".chart .").append(look.kind).append(" { ").append(look.declarations);
    rules += "; }\n";
  }
  return rules;
}

std::string chart_svg(const Chart& chart, const std::string& label) {
  const Drawing drawing = drawing_of_any(chart);
  return "<svg class=\"chart\"" + box(drawing.width, drawing.height) +
         " role=\"img\" aria-label=\"" + html_escaped(printable_line(label)) + "\">" +
         drawing.body + "</svg>";
}

std::string chart_file(const Chart& chart, const Figure& figure) {
  const Drawing drawing = drawing_of_any(chart);
  const std::vector<std::string> notes = note_lines(figure.notes);
  const double height =
      drawing.height + 28 + (notes.empty() ? 0 : static_cast<double>(notes.size()) * 16 + 12);
  const std::string title = html_escaped(line_of(figure.title, kLineWidth));
  std::string body =
      "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>"
      "<text class=\"ink title\" x=\"8\" y=\"20\">" +
      title + "</text><g transform=\"translate(0 28)\">" + drawing.body + "</g>";
  for (std::size_t i = 0; i < notes.size(); ++i) {
    add_text(body, "dim", 8, drawing.height + 44 + static_cast<double>(i) * 16, notes[i]);
  }
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", drawing.width) +
         attribute("height", height) + box(drawing.width, height) +
         " font-family=\"system-ui, sans-serif\" font-size=\"12\"><title>" + title + "</title>" +
         in_light(body) + "</svg>\n";
}

}  // namespace bfclx
