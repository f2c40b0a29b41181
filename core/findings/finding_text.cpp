#include "core/findings/finding_text.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "core/base/counted.h"
#include "core/findings/finding_kinds.h"

namespace bfclx {
namespace {

// Whether a shell takes it as it is.
bool is_plain_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

// The text as a word of a shell; empty where quotes cannot make it one.
std::string shell_word(std::string_view text) {
  if (is_plain_word(text)) return std::string(text);
  const bool is_safe = std::all_of(text.begin(), text.end(),
                                   [](char c) { return c >= ' ' && c <= '~' && c != '\''; });
  return is_safe ? "'" + std::string(text) + "'" : std::string();
}

}  // namespace

std::string places_text(const Finding& finding) {
  std::string text;
  for (const auto& [category, count] : finding.categories) {
    if (category == nullptr) continue;
    text += (text.empty() ? "" : ", ") + std::string(category->name) + " " + grouped_digits(count);
  }
  return text;
}

std::string change_text(const Finding& finding) {
  // Where the effect is an estimate, entries that pass by accident are only a part of it.
  if (!finding.right_change || finding_brief(finding.code).effect != ScoreEffect::kScored) {
    return {};
  }
  const long change = *finding.right_change;
  return grouped_digits(static_cast<std::size_t>(std::labs(change))) +
         (change < 0 ? " fewer pass when fixed" : " more pass when fixed");
}

std::string fix_text(const Finding& finding) {
  std::string fix(finding_brief(finding.code).fix);
  const auto fill = [&](std::string_view place, std::string_view value) {
    const std::size_t at = fix.find(place);
    if (at != std::string::npos) fix.replace(at, place.size(), value);
  };
  std::string categories;
  for (const auto& [category, count] : finding.categories) {
    if (category == nullptr) continue;
    categories += (categories.empty() ? "" : ",") + std::string(category->name);
  }
  if (!categories.empty()) fill("CATEGORIES", categories);
  for (const std::string& id : finding.ids) {
    const std::string word = shell_word(id);
    if (word.empty()) continue;
    fill("ID", word);
    break;
  }
  if (!finding.settings) return fix;
  if (finding.settings->decoder != nullptr) fill("DECODER", finding.settings->decoder->name);
  if (finding.settings->underscore_to_dot) {
    fill("yes|no", *finding.settings->underscore_to_dot ? "yes" : "no");
  }
  return fix;
}

std::string counts_text(const Finding& finding) {
  std::string text = grouped_digits(finding.count);
  if (const std::string places = places_text(finding); !places.empty()) text += ": " + places;
  if (const std::string change = change_text(finding); !change.empty()) text += "; " + change;
  return text;
}

}  // namespace bfclx
