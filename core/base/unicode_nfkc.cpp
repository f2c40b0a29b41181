// NFKC of Unicode 14.0.0 (Unicode Standard, annex 15): decompose, order, compose.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/unicode.h"
#include "core/base/unicode_tables.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace {

namespace tables = unicode_tables;

// Hangul syllables are computed (Unicode Standard, 3.12).
constexpr char32_t kSyllables = 0xAC00;
constexpr char32_t kLeads = 0x1100;
constexpr char32_t kVowels = 0x1161;
constexpr char32_t kTrails = 0x11A7;  // one before the first
constexpr char32_t kLeadCount = 19;
constexpr char32_t kVowelCount = 21;
constexpr char32_t kTrailCount = 28;
constexpr char32_t kSyllableCount = kLeadCount * kVowelCount * kTrailCount;

struct Mark {
  char32_t code_point;
  std::uint8_t combining_class;
};

bool nfkc_may_change(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const char32_t c = next_code_point(text, at);
    if (c >= 0x80 && (tables::properties(c) & tables::kNfkcMayChange) != 0) return true;
  }
  return false;
}

void decompose(char32_t c, std::vector<Mark>& out) {
  if (c < 0x80) {
    out.push_back({c, 0});
    return;
  }
  if (c - kSyllables < kSyllableCount) {
    const char32_t number = c - kSyllables;
    out.push_back({kLeads + number / (kVowelCount * kTrailCount), 0});
    out.push_back({kVowels + number / kTrailCount % kVowelCount, 0});
    if (number % kTrailCount != 0) out.push_back({kTrails + number % kTrailCount, 0});
    return;
  }
  const tables::Mapped mapped =
      tables::find_mapping(tables::kDecompositions, tables::kDecompositionsCount, c);
  if (mapped.length <= 1) {
    out.push_back({mapped.target, tables::combining_class(mapped.target)});
    return;
  }
  for (std::uint32_t i = 0; i < mapped.length; ++i) {
    const char32_t target = tables::kSequences[mapped.target + i];
    out.push_back({target, tables::combining_class(target)});
  }
}

void order_canonically(std::vector<Mark>& marks) {
  const auto is_starter = [](const Mark& mark) { return mark.combining_class == 0; };
  auto at = marks.begin();
  while (at != marks.end()) {
    at = std::find_if_not(at, marks.end(), is_starter);
    const auto end = std::find_if(at, marks.end(), is_starter);
    std::stable_sort(at, end, [](const Mark& a, const Mark& b) {
      return a.combining_class < b.combining_class;
    });
    at = end;
  }
}

// 0 when the two do not compose.
char32_t composed(char32_t first, char32_t second) {
  if (first - kLeads < kLeadCount && second - kVowels < kVowelCount) {
    return kSyllables + ((first - kLeads) * kVowelCount + (second - kVowels)) * kTrailCount;
  }
  if (first - kSyllables < kSyllableCount && (first - kSyllables) % kTrailCount == 0 &&
      second - kTrails - 1 < kTrailCount - 1) {
    return first + (second - kTrails);
  }
  const auto* end = tables::kCompositions + tables::kCompositionsCount;
  const auto* found = std::lower_bound(
      tables::kCompositions, end, first, [second](const tables::Composition& row, char32_t c) {
        return row.first != c ? row.first < c : row.second < second;
      });
  const bool hit = found != end && found->first == first && found->second == second;
  return hit ? found->composed : 0;
}

std::string compose(std::vector<Mark>& marks) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t starter = kNone;
  std::size_t kept = 0;
  int last_class = -1;  // of what was kept since the starter; -1: nothing
  for (const Mark mark : std::vector<Mark>(marks)) {
    const bool blocked = last_class >= mark.combining_class && last_class != -1;
    if (starter != kNone && !blocked) {
      if (const char32_t whole = composed(marks[starter].code_point, mark.code_point)) {
        marks[starter].code_point = whole;
        continue;
      }
    }
    if (mark.combining_class == 0) {
      starter = kept;
      last_class = -1;
    } else {
      last_class = mark.combining_class;
    }
    marks[kept++] = mark;
  }
  std::string out;
  for (std::size_t i = 0; i < kept; ++i) append_utf8(out, marks[i].code_point);
  return out;
}

}  // namespace

std::string nfkc(std::string_view text) {
  if (!nfkc_may_change(text)) return std::string(text);
  std::vector<Mark> marks;
  marks.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) decompose(next_code_point(text, at), marks);
  order_canonically(marks);
  return compose(marks);
}

}  // namespace bfclx
