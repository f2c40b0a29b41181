// Repeats of models in the report.
#include <string>
#include <vector>

#include "core/render/escape.h"
#include "core/render/repeats_text.h"
#include "core/render/table.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

// Of more models, only a line each.
constexpr std::size_t kFewModels = 5;

std::vector<NamedRepeats> named(const Report& report) {
  std::vector<NamedRepeats> models;
  for (const RepeatsReport& one : repeats_in(report)) models.push_back({one.model, &one.analysis});
  return models;
}

}  // namespace

std::string repeats_report(const Report& report, const Terminal& terminal, bool details) {
  std::string out;
  if (repeats_in(report).size() > kFewModels) {
    out += terminal.styled(Style::kBold, "repeats") + "\n" +
           terminal_table(repeats_overview(named(report)), terminal.screen()) + "\n";
    if (!details) return out;
  }
  for (const RepeatsReport& one : repeats_in(report)) {
    const std::string heading = printable_line(repeats_heading(one.model, one.analysis));
    out += terminal.styled(Style::kBold, heading) + "  " +
           terminal.styled(Style::kDim, "(" + one.reason + ")") + "\n";
    for (const std::string& sentence : repeats_sentences(one.analysis)) {
      out += wrapped(sentence, 2, terminal.width());
    }
    if (!one.analysis.passes.empty()) {
      out += "\n" + terminal_table(pass_table(one.analysis), terminal.screen());
    }
    if (details && !one.analysis.categories.empty()) {
      out += "\n" + terminal_table(repeats_categories_table(one.analysis), terminal.screen());
    }
    out += "\n";
  }
  return out;
}

std::string repeats_markdown(const Report& report) {
  std::string out;
  for (const RepeatsReport& one : repeats_in(report)) {
    out += "## " + markdown_text(repeats_heading(one.model, one.analysis)) + "\n\n";
    out += "Recognized by: " + markdown_text(one.reason) + ".";
    for (const std::string& sentence : repeats_sentences(one.analysis)) {
      out += " " + markdown_text(sentence);
    }
    out += "\n\n";
    if (!one.analysis.passes.empty()) out += markdown_table(pass_table(one.analysis)) + "\n";
    if (!one.analysis.categories.empty()) {
      out += markdown_table(repeats_categories_table(one.analysis)) + "\n";
    }
  }
  return out;
}

}  // namespace bfclx::tools
