// Ground truth of an episode beside that of its variants: one scenario is in several categories,
// and its ground truth was written once and changed in one of them.
#ifndef BFCLX_CORE_AUDIT_VARIANTS_H_
#define BFCLX_CORE_AUDIT_VARIANTS_H_

#include <span>
#include <string>
#include <vector>

#include "core/dataset/dataset.h"

namespace bfclx {

// Of each entry, a sentence where its ground truth has other calls than that of all its variants,
// which agree with each other; else empty. Two variants that differ say nothing of which is wrong.
// The services of long context have other data, and so their calls other arguments: only the
// functions are compared then.
std::vector<std::string> variant_differences(std::span<const Entry* const> entries);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_VARIANTS_H_
