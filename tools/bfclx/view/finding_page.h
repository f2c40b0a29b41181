// Findings as `doctor` and `dataset validate` show them, and the severity at which they fail.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_FINDING_PAGE_H_
#define BFCLX_TOOLS_BFCLX_VIEW_FINDING_PAGE_H_

#include <string>
#include <string_view>

#include "core/findings/diagnosis.h"
#include "tools/bfclx/view/terminal.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

struct FindingForm {
  std::string command = {};         // that fixes it
  std::string_view certainty = {};  // how sure it is
  bool with_files = false;          // examples with file and line, else with the line alone
};
std::string finding_page(const Finding& finding, const Terminal& terminal,
                         const FindingForm& form = {});

void add_fail_on(CLI::App& command, std::string& fail_on);
bool reaches_bar(Severity severity, const std::string& fail_on);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_FINDING_PAGE_H_
