#include "core/simulators/apis/memory_search.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "core/base/unicode.h"
#include "core/base/utf8.h"

namespace bfclx {

namespace {

constexpr double kK1 = 1.5;
constexpr double kB = 0.75;
constexpr double kDelta = 1;

using Counts = std::unordered_map<std::string, std::int64_t>;

}  // namespace

std::vector<std::string> memory_tokens(std::string_view text) {
  const std::string lowered = lower(replace_all(text, "_", " "));
  std::vector<std::string> tokens;
  std::string token;
  for (std::size_t at = 0; at < lowered.size();) {
    const std::size_t begin = at;
    if (!is_space(next_code_point(lowered, at))) {
      token.append(lowered, begin, at - begin);
    } else if (!token.empty()) {
      tokens.push_back(std::move(token));
      token.clear();
    }
  }
  if (!token.empty()) tokens.push_back(std::move(token));
  return tokens;
}

std::vector<double> bm25_plus(const std::vector<std::vector<std::string>>& corpus,
                              const std::vector<std::string>& query) {
  const auto size = static_cast<double>(corpus.size());
  std::vector<Counts> frequencies(corpus.size());
  Counts documents;  // that have the word
  std::size_t words = 0;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    words += corpus[i].size();
    for (const std::string& word : corpus[i]) {
      if (++frequencies[i][word] == 1) ++documents[word];
    }
  }
  const double average = static_cast<double>(words) / size;
  std::unordered_map<std::string, std::vector<double>> parts;  // of a query's word
  std::vector<double> scores(corpus.size(), 0.0);
  for (const std::string& word : query) {
    const auto [place, is_new] = parts.try_emplace(word);
    std::vector<double>& part = place->second;
    if (is_new) {
      const auto known = documents.find(word);
      const double idf =
          known != documents.end() ? std::log((size + 1) / static_cast<double>(known->second)) : 0;
      for (std::size_t i = 0; i < corpus.size(); ++i) {
        const auto found = frequencies[i].find(word);
        const double f = found != frequencies[i].end() ? static_cast<double>(found->second) : 0;
        const auto length = static_cast<double>(corpus[i].size());
        part.push_back(idf *
                       (kDelta + (f * (kK1 + 1)) / (kK1 * (1 - kB + kB * length / average) + f)));
      }
    }
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] += part[i];
  }
  return scores;
}

}  // namespace bfclx
