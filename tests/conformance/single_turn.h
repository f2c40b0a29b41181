// Single-turn recordings: each response is scored and compared with the official verdict.
#ifndef BFCLX_TESTS_CONFORMANCE_SINGLE_TURN_H_
#define BFCLX_TESTS_CONFORMANCE_SINGLE_TURN_H_

#include <string>

#include "core/dataset/dataset.h"
#include "tests/conformance/manifest.h"
#include "tests/conformance/tally.h"

namespace bfclx::conformance {

void compare_single_turn(const Dataset& dataset, const Run& run, const std::string& category,
                         Tally& tally);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_SINGLE_TURN_H_
