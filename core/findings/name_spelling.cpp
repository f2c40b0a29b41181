#include "core/findings/name_spelling.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/findings/diagnosis_parts.h"

namespace bfclx {

bool depends_on_spelling(const Entry& entry) {
  if (entry.category->judging != Judging::kCalls) return false;
  const std::vector<std::string_view> names = diagnosis::offered_names(entry);
  return std::any_of(names.begin(), names.end(), [](std::string_view name) {
    return name.find('.') != std::string_view::npos;
  });
}

std::string SpellingChange::effect() const {
  return "With the other setting, " + diagnosis::gained_text(gained, lost) +
         ". The official evaluator takes the setting from the registry.";
}

}  // namespace bfclx
