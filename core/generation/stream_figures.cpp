#include "core/generation/stream_figures.h"

#include <algorithm>

namespace bfclx {

void StreamFigures::add(const StreamedTimes& times, std::size_t tokens) {
  first_.add(times.first);
  between_.add(times.between);
  // Without counts, an event is about a token.
  const std::size_t count = std::max(tokens, times.parts);
  if (times.parts < 2 || times.rest <= 0) return;
  tokens_ += static_cast<double>(count) - 1;
  seconds_ += times.rest;
}

void StreamFigures::add(const StreamFigures& other) {
  first_.add(other.first_);
  between_.add(other.between_);
  tokens_ += other.tokens_;
  seconds_ += other.seconds_;
}

std::optional<double> StreamFigures::tokens_per_second() const {
  if (seconds_ <= 0) return std::nullopt;
  return tokens_ / seconds_;
}

}  // namespace bfclx
