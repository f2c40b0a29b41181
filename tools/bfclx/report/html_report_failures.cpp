// The failures of the page of `bfclx report`: question, response, ground truth, and why each
// failed.
#include "core/base/counted.h"
#include "tools/bfclx/report/html_report_parts.h"

namespace bfclx::tools::html {
namespace {

// Lines as they stand, what a verdict points at marked.
Block lines_block(const std::vector<ViewLine>& lines) {
  Spans spans;
  for (const ViewLine& line : lines) {
    const std::string& text = line.text;
    const bool marked = line.mark_end > line.mark_begin && line.mark_end <= text.size();
    const std::size_t begin = marked ? line.mark_begin : text.size();
    const std::size_t end = marked ? line.mark_end : text.size();
    spans.emplace_back(std::string(line.indent, ' ') + text.substr(0, begin));
    if (marked) spans.emplace_back(text.substr(begin, end - begin), Style::kMark);
    spans.emplace_back(text.substr(end) + "\n");
  }
  return text_as_it_stands(std::move(spans));
}

Block failure_block(const HtmlFailure& failure) {
  Blocks known;
  const auto add_text = [&](std::string name, const std::string& text) {
    if (!text.empty()) known.push_back(fact(std::move(name), {text_as_it_stands({text})}));
  };
  const auto add_lines = [&](std::string name, const std::vector<ViewLine>& lines) {
    if (!lines.empty()) known.push_back(fact(std::move(name), {lines_block(lines)}));
  };
  add_text("question", failure.question);
  add_text("response", failure.reply);
  if (failure.reply.empty()) {
    known.push_back(fact("response", {paragraph({"(empty)"}, Style::kDim)}));
  }
  add_lines("calls", failure.calls);
  add_lines("ground truth", failure.ground_truth);
  add_text("official error", failure.official);
  return details(Block::Level::kEntry,
                 {{failure.id, Style::kName},
                  " ",
                  {failure.error_type, Style::kBad},
                  " ",
                  {failure.why, Style::kDim}},
                 {facts(std::move(known))});
}

void add_category(Blocks& blocks, const HtmlCategory& category) {
  const std::size_t failed = category.summary.entries - category.summary.right;
  if (failed == 0) return;
  Blocks failures;
  for (const HtmlFailure& failure : category.failures) failures.push_back(failure_block(failure));
  if (category.failures.size() < failed) {
    failures.push_back(
        remark({grouped_digits(failed - category.failures.size()) + " more are not shown."}));
  }
  const std::string count =
      grouped_digits(failed) + " of " + grouped_digits(category.summary.entries) + " failed";
  blocks.push_back(
      details(Block::Level::kGroup,
              {std::string(category.summary.category->name), " ", {count, Style::kDim}},
              std::move(failures)));
}

}  // namespace

Blocks failures_blocks(const HtmlReport& report) {
  Blocks blocks;
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    Blocks of_run;
    for (const HtmlCategory& category : report.runs[i].categories) add_category(of_run, category);
    if (of_run.empty()) continue;
    if (report.runs.size() > 1) {
      blocks.push_back(heading(with_letter(report, i, {report.runs[i].label})));
    }
    blocks.insert(blocks.end(), of_run.begin(), of_run.end());
  }
  return blocks;
}

}  // namespace bfclx::tools::html
