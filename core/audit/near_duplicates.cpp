#include "core/audit/near_duplicates.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/statistics/statistics.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

constexpr std::size_t kWords = 3;
constexpr std::size_t kMaxPostings = 64;
constexpr std::size_t kFirstFew = 8;     // where more entries have one, all are compared with these
constexpr std::size_t kLeastShared = 4;  // out of five

using Shingles = std::vector<std::uint64_t>;  // sorted, each once

void add_user_texts(const Value& value, std::string& out, int depth) {
  if (depth > 4) return;
  if (value.is_sequence()) {
    for (const Value& item : value.items()) add_user_texts(item, out, depth + 1);
    return;
  }
  if (!value.is_dict()) return;
  const Value* role = value.as_dict().find("role");
  const Value* content = value.as_dict().find("content");
  if (role == nullptr || !role->is_str() || role->as_str() != "user") return;
  if (content == nullptr || !content->is_str()) return;
  out += content->as_str();
  out += '\n';
}

// Written without spaces: each is a word. (Korean has spaces.)
bool is_unspaced(char32_t c) {
  return (c >= 0x0E00 && c <= 0x0EFF) ||  // Thai, Lao
         (c >= 0x1000 && c <= 0x109F) ||  // Burmese
         (c >= 0x1780 && c <= 0x17FF) ||  // Khmer
         (c >= 0x2E80 && c <= 0x9FFF) ||  // Chinese, Japanese
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

bool is_wide_punctuation(char32_t c) {
  return (c >= 0x2000 && c <= 0x206F) || (c >= 0x3000 && c <= 0x3004) ||
         (c >= 0x3008 && c <= 0x3020) || (c >= 0xFF01 && c <= 0xFF0F) ||
         (c >= 0xFF1A && c <= 0xFF20) || (c >= 0xFF3B && c <= 0xFF40) ||
         (c >= 0xFF5B && c <= 0xFF65);
}

std::vector<std::uint64_t> word_hashes(std::string_view text) {
  std::vector<std::uint64_t> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(hash_of_str(word));
    word.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = next_code_point(text, at);
    const bool unspaced = is_unspaced(c);
    if (unspaced || is_wide_punctuation(c)) end_word();
    if (is_wide_punctuation(c)) continue;
    if (c >= 0x80) {
      word += text.substr(begin, at - begin);
    } else if (is_letter(static_cast<char>(c)) || is_digit(static_cast<char>(c))) {
      word += lowered(static_cast<char>(c));
    } else {
      end_word();
    }
    if (unspaced) end_word();
  }
  end_word();
  return words;
}

Shingles shingles_of(const Entry& entry) {
  std::string text;
  add_user_texts(entry.question(), text, 0);
  const std::vector<std::uint64_t> words = word_hashes(text);
  Shingles shingles;
  for (std::size_t i = 0; i + kWords <= words.size(); ++i) {
    std::uint64_t hash = 0;
    for (std::size_t j = 0; j < kWords; ++j) hash = hash * 0x9e3779b97f4a7c15U + words[i + j];
    shingles.push_back(hash);
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

// Whether so many shared ones of so many in both are four fifths of the different ones.
bool is_enough(std::size_t shared, std::size_t both) {
  return shared * (kLeastShared + 1) >= (both - std::min(shared, both)) * kLeastShared;
}

bool are_near(const Shingles& a, const Shingles& b) {
  std::size_t shared = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) {
      ++shared;
      ++i;
      ++j;
    } else if (*i < *j) {
      ++i;
    } else {
      ++j;
    }
  }
  return is_enough(shared, a.size() + b.size());
}

bool is_variant(const Entry& a, const Entry& b) {
  const bool by_design =
      a.category->judging == Judging::kMultiTurn || a.category->judging == Judging::kAgentic;
  return by_design && cluster_of(*a.category, a.id) == cluster_of(*b.category, b.id);
}

struct Occurrence {
  std::uint64_t shingle = 0;
  std::uint32_t entry = 0;
};

// Where the entries with a shingle stand among all occurrences, in order.
struct Posting {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

// Sorts the occurrences; gives the postings of the shingles of each entry.
std::vector<std::vector<Posting>> postings_of(std::vector<Occurrence>& occurrences,
                                              std::size_t entries) {
  std::sort(occurrences.begin(), occurrences.end(), [](const Occurrence& a, const Occurrence& b) {
    return a.shingle != b.shingle ? a.shingle < b.shingle : a.entry < b.entry;
  });
  std::vector<std::vector<Posting>> postings(entries);
  for (std::size_t begin = 0; begin < occurrences.size();) {
    std::size_t end = begin;
    while (end < occurrences.size() && occurrences[end].shingle == occurrences[begin].shingle) {
      ++end;
    }
    const Posting posting{static_cast<std::uint32_t>(begin),
                          static_cast<std::uint32_t>(end - begin)};
    // That of one entry is shared with no other.
    for (std::size_t k = begin; end - begin > 1 && k < end; ++k) {
      postings[occurrences[k].entry].push_back(posting);
    }
    begin = end;
  }
  return postings;
}

}  // namespace

std::vector<std::vector<std::size_t>> near_duplicates(std::span<const Entry* const> entries) {
  std::vector<Shingles> shingles;
  std::vector<Occurrence> occurrences;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    shingles.push_back(shingles_of(*entries[i]));
    for (const std::uint64_t shingle : shingles.back()) {
      occurrences.push_back({shingle, static_cast<std::uint32_t>(i)});
    }
  }
  const std::vector<std::vector<Posting>> postings = postings_of(occurrences, entries.size());
  std::vector<std::vector<std::size_t>> near(entries.size());
  std::vector<std::uint32_t> shared(entries.size());
  std::vector<std::size_t> others;  // that share one
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::size_t common = 0;  // that many entries have
    others.clear();
    for (const Posting& its : postings[i]) {
      const bool is_common = its.count > kMaxPostings;
      if (is_common) ++common;
      const std::size_t most = is_common ? kFirstFew : its.count;
      for (std::size_t k = 0; k < most; ++k) {
        const std::size_t other = occurrences[its.first + k].entry;
        if (other >= i) break;
        if (shared[other]++ == 0) others.push_back(other);
      }
    }
    for (const std::size_t other : others) {
      const std::size_t most = std::exchange(shared[other], 0) + common;
      if (!is_enough(most, shingles[i].size() + shingles[other].size())) continue;
      if (!are_near(shingles[i], shingles[other])) continue;
      if (is_variant(*entries[i], *entries[other])) continue;
      near[i].push_back(other);
      near[other].push_back(i);
    }
  }
  for (std::vector<std::size_t>& its : near) std::sort(its.begin(), its.end());
  return near;
}

}  // namespace bfclx
