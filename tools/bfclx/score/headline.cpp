#include "tools/bfclx/score/headline.h"

#include <cstdio>
#include <string_view>

#include "core/findings/finding_effect.h"
#include "core/findings/finding_kinds.h"
#include "core/value/dict_of.h"

namespace bfclx::tools {

std::string headline(const Report& report) {
  std::string_view kind;
  double most = 0;  // points
  for (const ModelReport& model : report.models) {
    const std::size_t all = model.totals.total + model.totals.missing;
    for (const Value& warning : model.warnings) {
      const Value* count = find_member(warning, "count");
      if (count == nullptr || !count->is_small_int() || all == 0) continue;
      const auto affected = static_cast<std::size_t>(count->as_int64());
      const double points = 100.0 * static_cast<double>(affected) / static_cast<double>(all);
      if (points <= most || !is_more_than_chance(affected, all)) continue;
      most = points;
      kind = find_text(warning, "kind");
    }
  }
  constexpr const char* kNext = "The warnings, and what to do:\n";
  if (kind.empty()) return kNext;
  char points[32];
  std::snprintf(points, sizeof points, "%.1f", most);
  return std::string(finding_brief(kind).title) + " (" + std::string(kind) + "): up to " + points +
         " points of accuracy.\n" + kNext;
}

}  // namespace bfclx::tools
