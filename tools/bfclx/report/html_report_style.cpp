// Colours, type and charts of the page of `bfclx report`.
#include <algorithm>
#include <cstdio>

#include "core/render/figure_text.h"
#include "tools/bfclx/report/html_report_parts.h"

namespace bfclx::tools::html {
namespace {

constexpr std::string_view kStyle = R"(
:root {
  color-scheme: light dark;
  --bg: #ffffff; --surface: #f6f7f8; --line: #dfe2e6; --line-strong: #8a919b;
  --ink: #1b1e22; --muted: #59616c; --accent: #0b57c9;
  --pass: #18743a; --fail: #b9252c; --warn: #855200;
  --mark: #fbe7e7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #121417; --surface: #1a1d21; --line: #2d3238; --line-strong: #6b737e;
    --ink: #e5e7ea; --muted: #9ba3ae; --accent: #7db0ff;
    --pass: #5bc27f; --fail: #ff8a80; --warn: #e0a84a;
    --mark: #3a1c1c;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 24px 24px 64px; max-width: 1120px; background: var(--bg);
  color: var(--ink); font: 14px/1.45 system-ui, -apple-system, 'Segoe UI', sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { font-size: 20px; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 40px 0 8px; font-weight: 600; }
h3 { font-size: 14px; margin: 24px 0 8px; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 4px 0 8px; max-width: 84ch; }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 12px 0 0; font-size: 13px; }
.muted { color: var(--muted); }
.small { font-size: 12px; overflow-wrap: anywhere; }
.pass { color: var(--pass); }
.fail { color: var(--fail); }
.warn { color: var(--warn); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 3px 8px; text-align: left; vertical-align: middle; }
th:first-child, td:first-child { padding-left: 0; }
th { font-weight: 500; color: var(--muted); border-bottom: 1px solid var(--line); }
tr.first td { border-top: 1px solid var(--line); }
thead + tbody tr.first:first-child td { border-top: 0; }
td.n, th.n { text-align: right; white-space: nowrap; }
td.name { white-space: nowrap; }
td.plot, th.plot { min-width: 180px; width: 34%; padding: 0 8px; }
td.wide { overflow-wrap: anywhere; }
svg { display: block; width: 100%; overflow: visible; }
svg .middle { text-anchor: middle; } svg .end { text-anchor: end; }
svg text { font: 11px system-ui, sans-serif; fill: var(--muted); }
.grid { stroke: var(--line); stroke-width: 1; }
.zero { stroke: var(--line-strong); stroke-width: 1; }
.whisker { stroke: var(--accent); stroke-width: 2; }
.dot, .bar { fill: var(--accent); }
.better .whisker { stroke: var(--pass); } .better .dot { fill: var(--pass); }
.worse .whisker { stroke: var(--fail); } .worse .dot { fill: var(--fail); }
.bar { opacity: 0.85; }
.score { font-size: 28px; font-weight: 600; line-height: 1.2; }
.letter {
  display: inline-block; min-width: 18px; padding: 0 4px; margin-right: 6px; text-align: center;
  border: 1px solid var(--line-strong); border-radius: 6px; font-size: 12px; color: var(--muted);
}
.runs { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 24px; margin: 24px 0 0; }
.runs > div { border-top: 1px solid var(--line); padding-top: 8px; min-width: 0; }
.label { font-weight: 600; overflow-wrap: anywhere; }
.finding { border-top: 1px solid var(--line); padding: 6px 0; }
.finding p, .finding pre { margin-left: 16px; }
.finding b { font-weight: 600; }
details > summary { cursor: pointer; }
details.category { border-top: 1px solid var(--line); padding: 6px 0; }
details.entry { margin: 0 0 0 16px; padding: 2px 0; font-size: 13px; }
details.entry > summary { overflow-wrap: anywhere; }
details.entry[open] { padding-bottom: 12px; }
dl { display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 4px 12px; margin: 6px 0 0 16px; }
dt { color: var(--muted); font-size: 12px; }
dd { margin: 0; min-width: 0; }
code, pre {
  font: 12px/1.5 ui-monospace, 'SF Mono', 'DejaVu Sans Mono', Menlo, monospace;
  unicode-bidi: isolate;
}
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: var(--mark); color: var(--fail); text-decoration: underline; }
footer { margin-top: 48px; padding-top: 8px; border-top: 1px solid var(--line); }
@media (max-width: 700px) {
  body { padding: 16px 16px 48px; }
  th, td { padding: 3px 4px; }
  td.plot, th.plot { min-width: 84px; padding: 0 4px; }
  .spare { display: none; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 2px; }
  dd { margin-bottom: 6px; }
  details.entry { margin-left: 4px; }
}
@media (pointer: coarse) { summary { padding: 8px 0; } }
@media print { body { max-width: none; } details.category { break-inside: avoid; } }
)";

// "12.34%", kept on the axis.
std::string place(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f%%", std::clamp(share, 0.0, 1.0) * 100);
  return text;
}

std::string vertical(std::string_view kind, double share) {
  const std::string x = place(share);
  return "<line class=\"" + std::string(kind) + "\" x1=\"" + x + "\" x2=\"" + x +
         "\" y1=\"0\" y2=\"18\"/>";
}

std::string whisker_and_dot(double low, double at, double high) {
  return "<line class=\"whisker\" x1=\"" + place(low) + "\" x2=\"" + place(high) +
         "\" y1=\"9\" y2=\"9\"/><circle class=\"dot\" cx=\"" + place(at) + "\" cy=\"9\" r=\"4\"/>";
}

std::string svg(std::string_view kind, int height, const std::string& label,
                const std::string& content) {
  return "<svg class=\"" + std::string(kind) + "\" height=\"" + std::to_string(height) +
         "\" role=\"img\" aria-label=\"" + html_escaped(label) + "\">" + content + "</svg>";
}

std::string axis_text(double share, std::string_view kind, const std::string& text) {
  return "<text class=\"" + std::string(kind) + "\" x=\"" + place(share) + "\" y=\"12\">" + text +
         "</text>";
}

// "12" or "2.5" for a share of 0.12 or 0.025.
std::string points(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", share * 100);
  return text;
}

}  // namespace

std::string_view style_sheet() { return kStyle; }

std::string accuracy_plot(double share, const Range& interval) {
  std::string content;
  for (const double tick : {0.0, 0.25, 0.5, 0.75, 1.0}) content += vertical("grid", tick);
  content += whisker_and_dot(interval.low, share, interval.high);
  return svg(
      "accuracy", 18,
      percent(share) + " %, interval " + percent(interval.low) + " to " + percent(interval.high),
      content);
}

std::string difference_plot(double value, const Range& interval, bool sure, double bound) {
  const auto at = [&](double difference) { return 0.5 + difference / (2 * bound); };
  const std::string content = vertical("grid", 0) + vertical("grid", 1) + vertical("zero", 0.5) +
                              whisker_and_dot(at(interval.low), at(value), at(interval.high));
  const std::string_view kind = !sure ? "open" : value > 0 ? "better" : "worse";
  return svg(kind, 18,
             percent(value) + " points, interval " + percent(interval.low) + " to " +
                 percent(interval.high),
             content);
}

std::string bar(double share) {
  return svg("share", 12, percent(share) + " %",
             "<rect class=\"bar\" x=\"0\" y=\"1\" height=\"10\" width=\"" + place(share) +
                 "\" rx=\"1\"/>");
}

std::string accuracy_axis() {
  return svg("axis", 16, "from 0 to 100 percent",
             axis_text(0, "start", "0") + axis_text(0.25, "middle spare", "25") +
                 axis_text(0.5, "middle", "50") + axis_text(0.75, "middle spare", "75") +
                 axis_text(1, "end", "100"));
}

std::string difference_axis(double bound) {
  return svg("axis", 16, "from " + points(-bound) + " to " + points(bound) + " points",
             axis_text(0, "start", points(-bound)) + axis_text(0.5, "middle", "0") +
                 axis_text(1, "end", "+" + points(bound)));
}

}  // namespace bfclx::tools::html
