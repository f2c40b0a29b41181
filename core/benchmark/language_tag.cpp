#include "core/benchmark/language_tag.h"

#include <algorithm>

#include "core/base/text.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr std::size_t kMostLetters = 3;    // of a language
constexpr std::size_t kMostInSubtag = 8;   // script, region, variant, private use
constexpr string_view kPrivateUse = "x-";  // a language of one's own

string_view language_of(string_view tag) { return tag.substr(0, tag.find('-')); }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_subtag(string_view text) {
  return !text.empty() && text.size() <= kMostInSubtag &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

bool is_tag(string_view tag) {
  const string_view language = language_of(tag);
  const bool is_language = language.size() >= 2 && language.size() <= kMostLetters &&
                           std::all_of(language.begin(), language.end(), is_letter);
  if (!is_language && !tag.starts_with(kPrivateUse)) return false;
  for (string_view rest = tag.substr(language.size()); !rest.empty();) {
    rest.remove_prefix(1);
    const string_view subtag = language_of(rest);
    if (!is_subtag(subtag)) return false;
    rest.remove_prefix(subtag.size());
  }
  return true;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

Status check_language_tag(string_view tag) {
  if (is_tag(tag)) return {};
  return Error{.kind = "ValueError",
               .message = concat({"expected a language tag, such as en, de, pt-BR or zh-Hant, "
                                  "found ",
                                  tag.empty() ? "nothing" : tag})};
}

bool is_same_language(string_view a, string_view b) {
  a = language_of(a);
  b = language_of(b);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return lower(one) == lower(other); });
}

}  // namespace bfclx
