#include "core/render/plot.h"

#include <algorithm>
#include <cstdio>

#include "core/render/escape.h"
#include "core/render/figure_text.h"
#include "core/render/html.h"

namespace bfclx {
namespace {

double share_at(const Axis& axis, double value) {
  const double span = axis.high - axis.low;
  return span > 0 ? std::clamp((value - axis.low) / span, 0.0, 1.0) : 0;
}

// "12.34%", kept on the axis.
std::string place(const Axis& axis, double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f%%", share_at(axis, value) * 100);
  return text;
}

std::string line(std::string_view kind, const std::string& x1, const std::string& x2,
                 std::string_view ends) {
  return "<line class=\"" + std::string(kind) + "\" x1=\"" + x1 + "\" x2=\"" + x2 + "\" " +
         std::string(ends) + "/>";
}

std::string svg(std::string_view kind, int height, std::string_view label,
                const std::string& content) {
  return "<svg class=\"" + std::string(kind) + "\" height=\"" + std::to_string(height) +
         "\" role=\"img\" aria-label=\"" + html_escaped(label) + "\">" + content + "</svg>";
}

// "12" or "2.5" for a share of 0.12 or 0.025.
std::string points(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", share * 100);
  return text;
}

}  // namespace

Axis share_axis() {
  return {0, 1, {{0, "0"}, {0.25, "25", true}, {0.5, "50"}, {0.75, "75", true}, {1, "100"}}};
}

Axis difference_axis(double bound) {
  return {-bound,
          bound,
          {{-bound, points(-bound)}, {0, "0", false, true}, {bound, "+" + points(bound)}}};
}

Axis count_axis(std::size_t most) { return {0, static_cast<double>(most), {}}; }

std::string plot_svg(const Axis& axis, const Plot& plot, std::string_view label) {
  const std::string_view kind = html_class(plot.style);
  if (plot.bar) {
    return svg(kind, 12, label,
               "<rect class=\"bar\" x=\"0\" y=\"1\" height=\"10\" width=\"" +
                   place(axis, plot.value) + "\" rx=\"1\"/>");
  }
  std::string content;
  for (const Axis::Tick& tick : axis.ticks) {
    const std::string x = place(axis, tick.at);
    content += line(tick.strong ? "zero" : "grid", x, x, "y1=\"0\" y2=\"18\"");
  }
  content += line("whisker", place(axis, plot.low), place(axis, plot.high), "y1=\"9\" y2=\"9\"") +
             "<circle class=\"dot\" cx=\"" + place(axis, plot.value) + "\" cy=\"9\" r=\"4\"/>";
  return svg(kind, 18, label, content);
}

std::string axis_svg(const Axis& axis) {
  if (axis.ticks.empty()) return {};
  std::string content;
  for (const Axis::Tick& tick : axis.ticks) {
    const double share = share_at(axis, tick.at);
    const std::string_view anchor = share <= 0 ? "start" : share >= 1 ? "end" : "middle";
    content += "<text class=\"" + std::string(anchor) + (tick.spare ? " spare" : "") + "\" x=\"" +
               place(axis, tick.at) + "\" y=\"12\">" + html_escaped(with_minus_signs(tick.text)) +
               "</text>";
  }
  const std::string range = "from " + axis.ticks.front().text + " to " + axis.ticks.back().text;
  return svg("axis", 16, with_minus_signs(range), content);
}

}  // namespace bfclx
