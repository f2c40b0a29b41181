#include "core/audit/near_duplicates.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/statistics/statistics.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

constexpr std::size_t kWords = 3;
constexpr std::size_t kMaxPostings = 64;  // what more entries have tells nothing
constexpr std::size_t kLeastShared = 4;   // out of five

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

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

Shingles shingles_of(const Entry& entry) {
  std::string text;
  add_user_texts(entry.question(), text, 0);
  std::vector<std::uint64_t> words;
  std::string word;
  for (char c : text + " ") {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (is_word_byte(c)) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(hash_of_str(word));
      word.clear();
    }
  }
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

}  // namespace

std::vector<std::vector<std::size_t>> near_duplicates(std::span<const Entry* const> entries) {
  std::vector<Shingles> shingles;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> postings;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    shingles.push_back(shingles_of(*entries[i]));
    for (const std::uint64_t shingle : shingles.back()) {
      std::vector<std::size_t>& its = postings[shingle];
      if (its.size() <= kMaxPostings) its.push_back(i);
    }
  }
  std::vector<std::vector<std::size_t>> near(entries.size());
  std::vector<std::uint32_t> shared(entries.size());
  std::vector<std::size_t> others;  // that share one
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::size_t common = 0;  // that many entries have
    others.clear();
    for (const std::uint64_t shingle : shingles[i]) {
      const std::vector<std::size_t>& its = postings[shingle];
      if (its.size() > kMaxPostings) {
        ++common;
        continue;
      }
      for (const std::size_t other : its) {
        if (other > i && shared[other]++ == 0) others.push_back(other);
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
