#include "core/render/latency_text.h"

#include <cstdio>

namespace bfclx {

std::string seconds_text(double seconds) {
  const int decimals = seconds < 0.0995 ? 3 : seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f s", decimals, seconds);
  return text;
}

std::string rate_text(double tokens_per_second) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f tokens/s", tokens_per_second < 9.95 ? 1 : 0,
                tokens_per_second);
  return text;
}

}  // namespace bfclx
