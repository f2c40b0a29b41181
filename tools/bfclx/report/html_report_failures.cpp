// The failures of the page of `bfclx report`: what was asked, replied, expected, and why it failed.
#include <algorithm>

#include "tools/bfclx/report/html_report_parts.h"

namespace bfclx::tools::html {
namespace {

// Lines as they stand, what a verdict points at marked.
std::string lines_text(const std::vector<ViewLine>& lines) {
  std::string out = "<pre>";
  for (const ViewLine& line : lines) {
    const std::string_view text = line.text;
    out += std::string(line.indent, ' ');
    if (line.mark_end > line.mark_begin && line.mark_end <= text.size()) {
      out += html_escaped(text.substr(0, line.mark_begin)) + "<mark>" +
             html_escaped(text.substr(line.mark_begin, line.mark_end - line.mark_begin)) +
             "</mark>" + html_escaped(text.substr(line.mark_end));
    } else {
      out += html_escaped(text);
    }
    out += '\n';
  }
  return out + "</pre>";
}

void add_item(std::string& out, std::string_view title, const std::string& content) {
  if (content.empty()) return;
  out += "<dt>" + std::string(title) + "</dt><dd>" + content + "</dd>";
}

std::string text_block(std::string_view text) {
  return text.empty() ? std::string() : "<pre>" + html_escaped(text) + "</pre>";
}

std::string failure_text(const HtmlFailure& failure) {
  std::string out = "<details class=\"entry\"><summary><code>" + html_escaped(failure.id) +
                    "</code> <span class=\"fail\">" + html_escaped(failure.error_type) +
                    "</span> <span class=\"muted\">" + html_escaped(failure.why) +
                    "</span></summary><dl>";
  add_item(out, "question", text_block(failure.question));
  add_item(
      out, "reply",
      failure.reply.empty() ? "<span class=\"muted\">(empty)</span>" : text_block(failure.reply));
  if (!failure.calls.empty()) add_item(out, "calls", lines_text(failure.calls));
  if (!failure.ground_truth.empty()) {
    add_item(out, "ground truth", lines_text(failure.ground_truth));
  }
  add_item(out, "official error", text_block(failure.official));
  return out + "</dl></details>\n";
}

std::string category_text(const HtmlCategory& category) {
  const std::size_t failed = category.summary.entries - category.summary.right;
  if (failed == 0) return {};
  std::string out = "<details class=\"category\"><summary>" +
                    html_escaped(category.summary.category->name) + " <span class=\"muted\">" +
                    std::to_string(failed) + " of " + std::to_string(category.summary.entries) +
                    " failed</span></summary>\n";
  for (const HtmlFailure& failure : category.failures) out += failure_text(failure);
  if (category.failures.size() < failed) {
    out += "<p class=\"muted small\">" + std::to_string(failed - category.failures.size()) +
           " more are left out of this page.</p>\n";
  }
  return out + "</details>\n";
}

}  // namespace

std::string failures_section(const HtmlReport& report) {
  std::string out;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    std::string categories;
    for (const HtmlCategory& category : report.runs[i].categories) {
      categories += category_text(category);
    }
    if (categories.empty()) continue;
    if (report.runs.size() > 1) {
      out += "<h3>" + letter_mark(report, i) + html_escaped(report.runs[i].label) + "</h3>\n";
    }
    out += categories;
  }
  return out;
}

}  // namespace bfclx::tools::html
