#include "tools/bfclx/view/finding_page.h"

#include <CLI/CLI.hpp>

#include "core/base/counted.h"
#include "core/findings/finding_text.h"
#include "core/render/table.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {
namespace {

Style style_of(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return Style::kBad;
    case Severity::kWarning:
      return Style::kMark;
    case Severity::kInfo:
      break;
  }
  return Style::kDim;
}

class PageWriter {
 public:
  PageWriter(const Terminal& terminal, const FindingForm& form)
      : terminal_(terminal), form_(form) {}

  std::string write(const Finding& finding) && {
    const std::string_view severity = severity_name(finding.severity);
    out_ += "\n  " + terminal_.styled(style_of(finding.severity), pad_right(severity, 9)) +
            terminal_.styled(Style::kBold, finding.title) + "\n";
    paragraph(std::string(finding.code) + ", " + counts_text(finding), 11, Style::kDim);
    paragraph(printable_line(finding.effect), 11, Style::kPlain);
    paragraph(printable_line(finding.advice), 11, Style::kPlain);
    if (!form_.command.empty()) paragraph("Command: " + form_.command, 11, Style::kPlain);
    paragraph(form_.certainty, 11, Style::kDim);
    for (const FindingExample& example : finding.examples) add(example);
    if (!finding.examples.empty() && finding.count > finding.examples.size()) {
      paragraph("and " + grouped_digits(finding.count - finding.examples.size()) + " more", 13,
                Style::kDim);
    }
    return std::move(out_);
  }

 private:
  void add(const FindingExample& example) {
    const std::string id = printable_line(example.id);
    const std::string text = printable_line(example.text);
    const std::string line = example.line > 0 ? std::to_string(example.line) : "";
    const std::string file_line = printable_line(example.file) + (line.empty() ? "" : ":") + line;
    if (!form_.with_files) {
      const std::string head = id.empty()     ? file_line
                               : line.empty() ? id
                                              : id + " (line " + line + ")";
      paragraph(head + (text.empty() ? "" : "  ") + text, 13, Style::kDim);
      return;
    }
    const std::string head = (line.empty() ? "" : file_line + ": ") + (id.empty() ? "" : id + ":");
    if (!head.empty()) paragraph(head, 13, Style::kDim);
    paragraph(text, head.empty() ? 13 : 15, Style::kPlain);
  }

  void paragraph(std::string_view text, std::size_t indent, Style style) {
    const std::string rows = wrapped(text, indent, terminal_.width());
    for (std::size_t begin = 0; begin < rows.size();) {
      const std::size_t end = rows.find('\n', begin);
      out_ += terminal_.styled(style, rows.substr(begin, end - begin)) + "\n";
      begin = end == std::string::npos ? rows.size() : end + 1;
    }
  }

  const Terminal& terminal_;
  const FindingForm& form_;
  std::string out_;
};

}  // namespace

std::string finding_page(const Finding& finding, const Terminal& terminal,
                         const FindingForm& form) {
  return PageWriter(terminal, form).write(finding);
}

void add_fail_on(CLI::App& command, std::string& fail_on) {
  command
      .add_option("--fail-on", fail_on,
                  "Exit with 3 if there is a finding at or above this severity")
      ->type_name("error|warning|info|never")
      ->check(one_of({"error", "warning", "info", "never"}))
      ->capture_default_str();
}

bool reaches_bar(Severity severity, const std::string& fail_on) {
  if (fail_on == "never") return false;
  const Severity bar = fail_on == "error"     ? Severity::kError
                       : fail_on == "warning" ? Severity::kWarning
                                              : Severity::kInfo;
  return severity >= bar;
}

}  // namespace bfclx::tools
