// Agentic recordings: each response's last message is judged and compared with the official
// verdict.
#ifndef BFCLX_TESTS_CONFORMANCE_AGENTIC_H_
#define BFCLX_TESTS_CONFORMANCE_AGENTIC_H_

#include <string>

#include "core/dataset/dataset.h"
#include "tests/conformance/manifest.h"
#include "tests/conformance/tally.h"

namespace bfclx::conformance {

void compare_agentic(const Dataset& dataset, const Run& run, const std::string& category,
                     Tally& tally);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_AGENTIC_H_
