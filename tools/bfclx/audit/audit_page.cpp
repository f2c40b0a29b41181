#include "tools/bfclx/audit/audit_page.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "core/base/counted.h"
#include "core/render/figure_text.h"
#include "core/statistics/score_estimate.h"
#include "core/value/dict.h"
#include "tools/bfclx/report/html_report.h"
#include "tools/bfclx/report/html_report_parts.h"
#include "tools/bfclx/view/call_view.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kMaxText = 4000;
constexpr std::size_t kMaxGroups = 5;
constexpr std::size_t kMaxLines = 60;

std::string pre(const std::string& text) { return "<pre>" + html_escaped(text) + "</pre>"; }

// The user's messages, one after another.
void add_user_texts(const Value& value, std::string& out, int depth) {
  if (depth > 4 || out.size() > kMaxText) return;
  if (value.is_sequence()) {
    for (const Value& item : value.items()) add_user_texts(item, out, depth + 1);
  } else if (value.is_dict()) {
    const Value* role = value.as_dict().find("role");
    const Value* content = value.as_dict().find("content");
    if (role == nullptr || !role->is_str() || role->as_str() != "user") return;
    if (content == nullptr || !content->is_str()) return;
    if (!out.empty()) out += '\n';
    out += content->as_str();
  }
}

std::string truth_text(const Entry& entry) {
  if (entry.ground_truth.is_none()) return "(none)";
  std::string text;
  std::size_t count = 0;
  for (const ViewLine& line : view_ground_truth(entry.ground_truth)) {
    if (++count > kMaxLines) break;
    text += std::string(line.indent, ' ') + line.text + "\n";
  }
  return shortened(text, kMaxText);
}

std::string row(std::string_view name, const std::string& content) {
  return "<dt>" + std::string(name) + "</dt><dd>" + content + "</dd>\n";
}

std::string answers_html(const AuditedEntry& entry, const AuditReport& report) {
  std::string out;
  for (std::size_t i = 0; i < std::min(entry.groups.size(), kMaxGroups); ++i) {
    const AnswerGroup& group = entry.groups[i];
    std::vector<std::string> names;
    for (const std::uint32_t run : group.runs) names.push_back(report.runs[run].label);
    out += "<details><summary><b>" + std::to_string(group.runs.size()) + "</b> <code>" +
           html_escaped(group.meaning == 0 ? "could not be decoded" : group.shown) +
           "</code> <span class=\"muted\">" + html_escaped(group.error_type) +
           "</span></summary><p class=\"small muted\">" + html_escaped(joined(names, ", ")) +
           "</p></details>";
  }
  if (entry.groups.size() > kMaxGroups) {
    out += "<p class=\"muted\">and " +
           counted(entry.groups.size() - kMaxGroups, "other answer", "other answers") + "</p>";
  }
  return out;
}

std::string entry_html(const AuditedEntry& entry, const AuditReport& report, std::size_t rank) {
  std::string classes;
  std::string reasons;
  for (const SuspicionReason& reason : entry.reasons) {
    classes += (classes.empty() ? "" : ", ") + std::string(suspicion_name(reason.suspicion));
    reasons += "<p><b>" + std::string(suspicion_name(reason.suspicion)) + "</b> " +
               html_escaped(reason.text) + "</p>";
  }
  std::string question;
  add_user_texts(entry.entry->question(), question, 0);
  std::string out = "<details class=\"entry\" id=\"" + html_escaped(entry.entry->id) +
                    "\"><summary>" + std::to_string(rank) + " <b>" + html_escaped(entry.entry->id) +
                    "</b> " + std::to_string(entry.passes) + "/" + std::to_string(entry.runs) +
                    " pass <span class=\"muted\">" + classes + "</span></summary>\n<dl>\n";
  out += row("why", reasons) + row("question", pre(shortened(question, kMaxText))) +
         row("ground truth", pre(truth_text(*entry.entry))) +
         row("answers", answers_html(entry, report));
  if (!entry.near.empty()) {
    std::vector<std::string> ids;
    for (const std::size_t other : entry.near) ids.push_back(report.entries[other].entry->id);
    out += row("nearly the same", html_escaped(joined(ids, ", ")));
  }
  return out + "</dl>\n</details>\n";
}

std::string totals_html(const AuditReport& report, const AuditTotals& totals) {
  if (totals.all.empty()) {
    return "<p>The runs share no entries of the overall score, so that there are no totals.</p>\n";
  }
  std::string out = "<p>Overall score over the " + counted(totals.entries, "entry", "entries") +
                    " that all runs have, and over the " + std::to_string(totals.entries_without) +
                    " of them that are not suspicious. " + weight_text(totals) +
                    ". Intervals are 95 % CIs. " + std::string(kRankRangeText) +
                    "</p>\n"
                    "<div class=\"scroll\"><table>\n<thead><tr><th>run</th><th class=\"n\">all</th>"
                    "<th class=\"n\">interval</th><th class=\"n\">rank</th><th class=\"n\">without"
                    "</th><th class=\"n\">interval</th><th class=\"n\">rank</th></tr></thead>"
                    "\n<tbody>\n";
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    out += "<tr><td>" + html_escaped(report.runs[i].label) + "</td>";
    for (const RankedRun* run : {&totals.all[i], &totals.without[i]}) {
      out += "<td class=\"n\">" + percent(run->score) + "</td><td class=\"n\">" +
             percent_range(run->interval) + "</td><td class=\"n\">" + rank_text(run->rank) +
             "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

// Entries that no run is scored on; empty where there are none.
std::string malformed_html(const Dataset& dataset) {
  std::string rows;
  for (const Category& category : categories()) {
    for (const MalformedEntry& malformed : dataset.malformed(category)) {
      rows += "<li>" + html_escaped(malformed.message()) + "</li>\n";
    }
  }
  if (rows.empty()) return {};
  return "<section>\n<h2>Malformed entries (left out of every run)</h2>\n<ul>\n" + rows +
         "</ul>\n</section>\n";
}

}  // namespace

std::string suspicious_text(const AuditReport& report) {
  const std::size_t count = report.suspicious();
  return std::to_string(count) + " of " + counted(report.entries.size(), "entry", "entries") +
         (count == 1 || report.entries.size() == 1 ? " is suspicious" : " are suspicious");
}

std::string audit_page(const AuditReport& report, const AuditTotals& totals, const Dataset& dataset,
                       std::size_t at_most) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n<title>Audit of the "
      "ground truth</title>\n<style>";
  out += html::style_sheet();
  out +=
      "</style>\n</head>\n<body>\n<header>\n<h1>Audit of the ground truth</h1>\n"
      "<div class=\"muted small\">by bfclx " BFCLX_VERSION "; dataset " +
      html_escaped(dataset.version + ", " + dataset.hash) + "</div>\n</header>\n<main>\n<p>" +
      suspicious_text(report) + " in the light of " + counted(report.runs.size(), "run", "runs") +
      ", the most suspicious first. A suspicion is a reason to look at an entry, not a verdict. "
      "Official scores do not change.</p>\n<section>\n<h2>Scores</h2>\n" +
      totals_html(report, totals) + "</section>\n" + malformed_html(dataset) +
      "<section>\n<h2>Entries</h2>\n";
  std::size_t rank = 0;
  std::size_t shown = 0;
  for (const AuditedEntry& entry : report.entries) {
    ++rank;
    if (entry.reasons.empty()) continue;
    if (at_most > 0 && shown == at_most) break;
    ++shown;
    out += entry_html(entry, report, rank);
  }
  return out +
         "</section>\n</main>\n<footer class=\"muted small\">This page is one file, holds no "
         "script and loads nothing.</footer>\n</body>\n</html>\n";
}

}  // namespace bfclx::tools
