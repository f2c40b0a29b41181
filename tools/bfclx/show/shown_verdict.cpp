#include "tools/bfclx/show/shown_verdict.h"

#include <algorithm>
#include <string>

#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kIndent = 4;

}  // namespace

void add_superseded(Page& page, const Explanation& explanation) {
  if (!explanation.response->superseded) return;
  page.paragraph("a later response with the same id counts instead of this one", kIndent,
                 Style::kDim);
}

void add_wrong(Page& page, const Explanation& explanation) {
  page.paragraph("failed: " + printable_line(explanation.response->verdict.error_type), kIndent,
                 Style::kBad);
}

void add_reason(Page& page, const Explanation& explanation) {
  if (const auto& why = explanation.response->verdict.why) {
    page.paragraph(printable_line(why->text), kIndent);
    if (const Rule* rule = explanation.rule) {
      page.paragraph("rule " + std::string(rule->name) + ": " + std::string(rule->explanation),
                     kIndent, Style::kDim);
    }
  }
  if (explanation.official.empty()) return;
  // Everything else here counts turns from 1.
  const bool counts_turns =
      explanation.episode &&
      std::any_of(explanation.official.begin(), explanation.official.end(),
                  [](const std::string& line) { return line.find("turn ") != std::string::npos; });
  page.paragraph(counts_turns ? "the official evaluator says (turns counted from 0):"
                              : "the official evaluator says:",
                 kIndent, Style::kDim);
  for (const std::string& line : explanation.official) page.paragraph(shortened(line), kIndent + 2);
}

}  // namespace bfclx::tools
