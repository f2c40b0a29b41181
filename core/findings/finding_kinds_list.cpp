#include "core/findings/finding_kinds.h"
#include "core/findings/finding_table.h"

namespace bfclx {

std::span<const FindingKind> finding_kinds() { return kFindingTable; }

std::string_view certainty_text(Certainty certainty) {
  switch (certainty) {
    case Certainty::kFact:
      return "certain: the files say so";
    case Certainty::kScored:
      return "certain: measured by scoring again";
    case Certainty::kInferred:
      break;
  }
  return "likely: inferred from the responses";
}

}  // namespace bfclx
