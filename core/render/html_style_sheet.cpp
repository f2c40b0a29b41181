// Colours and type of documents, in the tokens of the site.
#include "core/render/html.h"

namespace bfclx {
namespace {

constexpr std::string_view kStyle = R"(
:root {
  color-scheme: light dark;
  --bg: #ffffff; --surface: #f6f7f8; --line: #dfe2e6; --line-strong: #8a919b;
  --ink: #1b1e22; --muted: #59616c; --accent: #0b57c9;
  --pass: #18743a; --fail: #b9252c; --warn: #855200;
  --absent: #636b76; --mark: #fbe7e7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #121417; --surface: #1a1d21; --line: #2d3238; --line-strong: #6b737e;
    --ink: #e5e7ea; --muted: #9ba3ae; --accent: #7db0ff;
    --pass: #5bc27f; --fail: #ff8a80; --warn: #e0a84a;
    --absent: #949ca7; --mark: #3a1c1c;
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
p { margin: 4px 0 8px; max-width: 84ch; overflow-wrap: anywhere; }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 12px 0 0; font-size: 13px; }
.muted { color: var(--muted); }
.small { font-size: 12px; overflow-wrap: anywhere; }
.pass { color: var(--pass); }
.fail { color: var(--fail); }
.warn { color: var(--warn); }
.scroll {  /* a shadow at each side that holds more */
  overflow-x: auto; background:
    linear-gradient(to right, var(--bg) 24px, transparent 48px) local,
    linear-gradient(to left, var(--bg) 24px, transparent 48px) local,
    linear-gradient(to right, var(--line-strong), transparent 8px) scroll,
    linear-gradient(to left, var(--line-strong), transparent 8px) scroll;
}
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 3px 8px; text-align: left; vertical-align: middle; }
th:first-child, td:first-child { padding-left: 0; }
th { font-weight: 500; color: var(--muted); border-bottom: 1px solid var(--line); }
tr.first td { border-top: 1px solid var(--line); }
thead + tbody tr.first:first-child td { border-top: 0; }
td.n, th.n { text-align: right; white-space: nowrap; }
td.name { white-space: nowrap; }
td.plot, th.plot { min-width: 180px; width: 34%; padding: 0 8px; }
td.wide { overflow-wrap: anywhere; min-width: 12ch; }
svg { display: block; width: 100%; overflow: visible; color: var(--accent); }
svg.pass { color: var(--pass); } svg.fail { color: var(--fail); }
svg .middle { text-anchor: middle; } svg .end { text-anchor: end; }
svg text { font: 11px system-ui, sans-serif; fill: var(--muted); }
.grid { stroke: var(--line); stroke-width: 1; }
.zero { stroke: var(--line-strong); stroke-width: 1; }
.whisker { stroke: currentColor; stroke-width: 2; }
.dot, .bar { fill: currentColor; }
.bar { opacity: 0.85; }
.score { font-size: 28px; font-weight: 600; line-height: 1.2; }
nav + .score { margin-top: 16px; }
header + main > .scroll { margin-top: 16px; }
p code, .small code { background: var(--surface); padding: 0 3px; }
.letter {
  display: inline-block; min-width: 18px; padding: 0 4px; margin-right: 6px; text-align: center;
  border: 1px solid var(--line-strong); border-radius: 6px; font-size: 12px; color: var(--muted);
}
.runs { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 24px; margin: 24px 0 0; }
.runs > div { border-top: 1px solid var(--line); padding-top: 8px; min-width: 0; }
.label { font-weight: 600; overflow-wrap: anywhere; }
b { font-weight: 600; }
details > summary { cursor: pointer; }
details.group { border-top: 1px solid var(--line); padding: 6px 0; }
details.group > p, details.group > pre, details details.group { margin-left: 16px; }
details.entry { margin: 0 0 0 16px; padding: 2px 0; font-size: 13px; }
details.entry > summary { overflow-wrap: anywhere; }
details.entry[open] { padding-bottom: 12px; }
dl { display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 4px 12px; margin: 6px 0 0 16px; }
dt { color: var(--muted); font-size: 12px; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dd p, .runs p { margin: 0; }
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
  td.name { white-space: normal; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 2px; }
  dd { margin-bottom: 6px; }
  details.entry { margin-left: 4px; }
}
@media (pointer: coarse) { summary { padding: 8px 0; } }
@media print { body { max-width: none; } details { break-inside: avoid; } }
)";

}  // namespace

std::string_view html_style_sheet() { return kStyle; }

}  // namespace bfclx
