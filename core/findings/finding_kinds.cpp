#include "core/findings/finding_kinds.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/findings/finding_table.h"

namespace bfclx {
namespace {

// Without `about`, which only lists show.
constexpr auto kBriefs = [] {
  std::array<FindingBrief, std::size(kFindingTable)> briefs{};
  std::transform(std::begin(kFindingTable), std::end(kFindingTable), briefs.begin(),
                 [](const FindingKind& kind) -> FindingBrief {
                   return {kind.code, kind.title, kind.fix, kind.certainty, kind.effect};
                 });
  return briefs;
}();

}  // namespace

FindingBrief finding_brief(std::string_view code) {
  const auto brief = std::find_if(kBriefs.begin(), kBriefs.end(),
                                  [&](const FindingBrief& one) { return one.code == code; });
  return brief != kBriefs.end() ? *brief : FindingBrief();
}

std::string_view certainty_name(Certainty certainty) {
  constexpr std::string_view kNames[] = {"fact", "scored", "inferred"};
  return kNames[static_cast<std::size_t>(certainty)];
}

}  // namespace bfclx
