// Times of responses as texts.
#ifndef BFCLX_CORE_RENDER_LATENCY_TEXT_H_
#define BFCLX_CORE_RENDER_LATENCY_TEXT_H_

#include <string>

namespace bfclx {

// "0.004 s", "0.21 s", "12.3 s", "340 s".
std::string seconds_text(double seconds);
// "0.4 tokens/s", "35 tokens/s".
std::string rate_text(double tokens_per_second);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_LATENCY_TEXT_H_
