// The counts of a finding as a line of text, for every place that shows findings.
#ifndef BFCLX_CORE_FINDINGS_FINDING_TEXT_H_
#define BFCLX_CORE_FINDINGS_FINDING_TEXT_H_

#include <string>

#include "core/findings/diagnosis.h"

namespace bfclx {

// "simple_python 7, live_simple 1,200"; empty where no category is known.
std::string places_text(const Finding& finding);
// How many more entries would pass if it were fixed: "12 more pass when fixed"; empty where that is
// unknown.
std::string change_text(const Finding& finding);
// The command that fixes it, with what the finding tells of the settings, the categories and the
// first id: "bfclx score RUN --decoder hammer".
std::string fix_text(const Finding& finding);
// "12: simple_python 7, live_simple 5; 12 more pass when fixed".
std::string counts_text(const Finding& finding);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_FINDING_TEXT_H_
