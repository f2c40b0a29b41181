// Entries that ask nearly the same: what is wrong in one is likely wrong in the other.
#ifndef BFCLX_CORE_AUDIT_NEAR_DUPLICATES_H_
#define BFCLX_CORE_AUDIT_NEAR_DUPLICATES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/dataset/dataset.h"

namespace bfclx {

// For each entry the others whose user messages share at least four fifths of the different runs of
// three words (Jaccard); in scripts without spaces, of three characters. Of many entries that share
// most of them, each is compared with a few. Entries that are variants of one scenario by design
// (statistics.h: cluster_of, for episodes and agentic entries) are left out.
std::vector<std::vector<std::size_t>> near_duplicates(std::span<const Entry* const> entries);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_NEAR_DUPLICATES_H_
