// Replays recordings of the official generator in front of a completion server (served.tar.xz): the
// hand-written chat formats, to the byte.
#ifndef BFCLX_TESTS_CONFORMANCE_SERVED_H_
#define BFCLX_TESTS_CONFORMANCE_SERVED_H_

#include <string>

#include "tests/conformance/manifest.h"

namespace bfclx::conformance {

// Replays every set-up whose folder's name contains `only`, as replay_all_generation. The dataset
// must have prompt_texts.json.
bool replay_all_served(const Places& places, const std::string& only, bool words);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_SERVED_H_
