// What the recordings of the generator answered to the simulated web.
#ifndef BFCLX_TESTS_CONFORMANCE_GENERATION_EFFECTS_H_
#define BFCLX_TESTS_CONFORMANCE_GENERATION_EFFECTS_H_

#include "core/simulators/engine/effects.h"

namespace bfclx::conformance {

EffectAnswer recorded_effect(const EffectRequest& request);
// What the server of served.tar.xz answered.
EffectAnswer served_effect(const EffectRequest& request);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_GENERATION_EFFECTS_H_
