#include "tests/conformance/generation_effects.h"

namespace bfclx::conformance {

EffectAnswer recorded_effect(const EffectRequest& request) {
  EffectAnswer answer;
  answer.status = 404;
  answer.reason = "Not Found";
  answer.url = request.url;
  return answer;
}

}  // namespace bfclx::conformance
