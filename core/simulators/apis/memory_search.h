// BM25+ as rank_bm25 0.2.2 computes it (BM25Plus with k1 1.5, b 0.75, delta 1), operation by
// operation, so that scores agree to the last bit.
#ifndef BFCLX_CORE_SIMULATORS_APIS_MEMORY_SEARCH_H_
#define BFCLX_CORE_SIMULATORS_APIS_MEMORY_SEARCH_H_

#include <string>
#include <string_view>
#include <vector>

namespace bfclx {

// text.replace("_", " ").lower().split()
std::vector<std::string> memory_tokens(std::string_view text);

// One score for each document of `corpus`, which is not empty; unknown query tokens count 0.
std::vector<double> bm25_plus(const std::vector<std::vector<std::string>>& corpus,
                              const std::vector<std::string>& query);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MEMORY_SEARCH_H_
