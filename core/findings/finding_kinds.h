// The kinds of findings: code, title, and what each means. `bfclx list findings` and the
// documentation show this table; the diagnosis takes its titles from it.
#ifndef BFCLX_CORE_FINDINGS_FINDING_KINDS_H_
#define BFCLX_CORE_FINDINGS_FINDING_KINDS_H_

#include <span>
#include <string_view>

namespace bfclx {

struct FindingKind {
  std::string_view code;   // stable
  std::string_view title;  // "Truncated responses"
  std::string_view about;  // when it is reported, and its effect on the score: sentences
};

// In the order in which the diagnosis looks for them.
std::span<const FindingKind> finding_kinds();

// The title of a code of finding_kinds(); empty for others.
std::string_view finding_title(std::string_view code);

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_FINDING_KINDS_H_
