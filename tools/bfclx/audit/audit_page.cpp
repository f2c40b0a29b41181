#include "tools/bfclx/audit/audit_page.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "core/audit/report_text.h"
#include "core/base/counted.h"
#include "core/render/document.h"
#include "core/render/figure_text.h"
#include "core/statistics/basis.h"
#include "core/statistics/score_estimate.h"
#include "core/value/dict.h"
#include "tools/bfclx/view/call_view.h"
#include "tools/bfclx/view/page.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kMaxText = 4000;
constexpr std::size_t kMaxGroups = 5;
constexpr std::size_t kMaxLines = 60;

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
  for (const ViewLine& line : view_ground_truth(entry.shown_answers())) {
    if (++count > kMaxLines) break;
    text += std::string(line.indent, ' ') + line.text + "\n";
  }
  return shortened(text, kMaxText);
}

Blocks answer_blocks(const AuditedEntry& entry, const AuditReport& report) {
  Blocks blocks;
  for (const AnswerGroup& group : entry.groups) {
    if (blocks.size() == kMaxGroups) break;
    if (group.meaning != 0 && group.shown.empty()) continue;  // no text is kept of rare responses
    std::vector<std::string> names;
    for (const std::uint32_t run : group.runs) names.push_back(report.runs[run].label);
    const std::string shown = group.meaning == 0 ? "could not be decoded" : group.shown;
    blocks.push_back(details(Block::Level::kPlain,
                             {{std::to_string(group.count()), Style::kBold},
                              " ",
                              {shown, Style::kName},
                              " ",
                              {group.error_type, Style::kDim}},
                             {remark({joined(names, ", ")})}));
  }
  if (entry.groups.size() > blocks.size()) {
    blocks.push_back(paragraph({"and " + counted(entry.groups.size() - blocks.size(),
                                                 "other response", "other responses")},
                               Style::kDim));
  }
  return blocks;
}

Block entry_block(const AuditedEntry& entry, const AuditReport& report, std::size_t rank) {
  std::vector<std::string> classes;
  for (const SuspicionReason& reason : entry.reasons) {
    classes.emplace_back(suspicion_name(reason.suspicion));
  }
  Blocks why;
  for (const Evidence& one : entry.evidence) {
    why.push_back(paragraph({{std::string(one.name), Style::kBold}, " " + one.text}));
  }
  std::string question;
  add_user_texts(entry.entry->question(), question, 0);
  Blocks known = {fact("evidence", std::move(why))};
  if (std::string text = entry.alternative.text(); !text.empty()) {
    known.push_back(fact("agreed alternative", {paragraph({text})}));
  }
  if (std::string text = edits_text(entry.correction); !text.empty()) {
    known.push_back(fact("smallest correction", {paragraph({text})}));
  }
  Blocks shown = {fact("question", {text_as_it_stands({shortened(question, kMaxText)})}),
                  fact("ground truth", {text_as_it_stands({truth_text(*entry.entry)})}),
                  fact("responses", answer_blocks(entry, report))};
  std::move(shown.begin(), shown.end(), std::back_inserter(known));
  if (!entry.near.empty()) {
    std::vector<std::string> ids;
    for (const std::size_t other : entry.near) ids.push_back(report.entries[other].entry->id);
    known.push_back(fact("nearly the same", {paragraph({joined(ids, ", ")})}));
  }
  Block block = details(Block::Level::kEntry,
                        {std::to_string(rank) + " ",
                         {entry.entry->id, Style::kBold},
                         " " + probability_text(entry) + ", " + passes_text(entry) + " ",
                         {joined(classes, ", "), Style::kDim}},
                        {facts(std::move(known))});
  block.id = entry.entry->id;
  return block;
}

Blocks warnings_blocks(const AuditReport& report) {
  Blocks blocks;
  for (const AuditedRun& run : report.runs) {
    for (const RunWarning& warning : run.warnings) {
      blocks.push_back(
          paragraph({"Warning: " + run.label + ": " + warning.text + "."}, Style::kBad));
    }
  }
  return blocks;
}

Blocks totals_blocks(const AuditReport& report, const AuditTotals& totals) {
  if (totals.all.empty()) {
    return {paragraph({"No totals: the runs share no entries that count."})};
  }
  Table table;
  table.columns = {{"run", Align::kLeft, Fit::kWrap}};
  const bool compares = report.suspicious() > 0;
  const bool ranks = totals.all.size() > 1;
  for (const char* over : {"all", "without"}) {
    if (over == std::string_view("without") && !compares) continue;
    table.columns.insert(table.columns.end(), {{over, Align::kRight}, {"interval", Align::kRight}});
    if (ranks) table.columns.push_back({"rank", Align::kRight});
  }
  for (std::size_t i = 0; i < totals.all.size(); ++i) {
    std::vector<Cell>& cells = table.rows.emplace_back().cells;
    cells.emplace_back(totals.label(i));
    for (const RankedRun* run : {&totals.all[i], &totals.without[i]}) {
      if (run == &totals.without[i] && !compares) continue;
      cells.insert(cells.end(), {percent(run->score), percent_range(run->interval)});
      if (ranks) cells.emplace_back(rank_text(run->rank));
    }
  }
  return {paragraph({score_heading(totals.leaderboard) + " over " + entries_text(report, totals) +
                     ". " + weight_text(totals) + ". Intervals are 95 % CIs." +
                     (ranks ? " " + std::string(kRankRangeText) : "")}),
          table_block(std::move(table))};
}

Blocks categories_blocks(const AuditReport& report) {
  Table table = categories_table(report);
  return table.rows.empty() ? Blocks() : Blocks{table_block(std::move(table))};
}

// Entries that no run is scored on.
Blocks malformed_blocks(const Dataset& dataset) {
  Blocks items;
  for (const Category& category : categories()) {
    for (const MalformedEntry& malformed : dataset.malformed(category)) {
      items.push_back(paragraph({malformed.message()}));
    }
  }
  if (items.empty()) return {};
  return {list_of(std::move(items))};
}

// Entries of one list; `left` more are shown.
Blocks list_blocks(const AuditReport& report, AuditList list, std::size_t& left) {
  Blocks blocks;
  for (std::size_t i = 0; i < report.entries.size() && left > 0; ++i) {
    if (report.entries[i].list != list) continue;
    if (blocks.empty()) blocks.push_back(paragraph({std::string(audit_list_text(list))}));
    blocks.push_back(entry_block(report.entries[i], report, i + 1));
    --left;
  }
  if (blocks.empty() && report.count(list) == 0) blocks.push_back(paragraph({"No entry."}));
  return blocks;
}

}  // namespace

Table categories_table(const AuditReport& report) {
  Table table;
  table.columns = {{"category", Align::kLeft, Fit::kWrap},
                   {"entries", Align::kRight},
                   {"proof", Align::kRight},
                   {"likely wrong", Align::kRight},
                   {"hard", Align::kRight}};
  for (const SuspicionsByCategory& one : counts_by_category(report)) {
    if (one.suspicious() == 0) continue;
    table.rows.push_back(
        {{std::string(one.category->name), grouped_digits(one.entries), grouped_digits(one.proof),
          grouped_digits(one.likely_wrong), grouped_digits(one.hard)}});
  }
  return table;
}

std::string audit_page(const AuditReport& report, const AuditTotals& totals, const Dataset& dataset,
                       std::size_t at_most) {
  Document document;
  document.title = "Audit of the ground truth";
  document.basis = {"by bfclx " BFCLX_VERSION "; dataset " + dataset.version + ", " + dataset.hash};
  document.blocks = {paragraph({audit_text(report)})};
  std::size_t left = at_most > 0 ? at_most : report.entries.size();
  document.sections = {
      {"warnings", "Warnings", warnings_blocks(report)},
      {"scores", "Scores", totals_blocks(report, totals)},
      {"categories", "Categories with suspicious entries", categories_blocks(report)},
      {"malformed", "Malformed entries (not scored)", malformed_blocks(dataset)},
  };
  for (const AuditList list : {AuditList::kProof, AuditList::kLikelyWrong, AuditList::kHard}) {
    document.sections.push_back(
        {std::string(audit_list_name(list)),
         std::string(audit_list_title(list)) + " (" + grouped_digits(report.count(list)) + ")",
         list_blocks(report, list, left)});
  }
  return html_document(document);
}

}  // namespace bfclx::tools
