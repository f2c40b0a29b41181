// StreamFigures: how fast the responses of a run came that were streamed, of all together or of one
// endpoint.
#ifndef BFCLX_CORE_GENERATION_STREAM_FIGURES_H_
#define BFCLX_CORE_GENERATION_STREAM_FIGURES_H_

#include <cstddef>
#include <optional>

#include "core/conversation/streams/time_histogram.h"

namespace bfclx {

// Of one response.
struct StreamedTimes {
  double first = 0;       // seconds from its request to the first token
  double rest = 0;        // seconds from there to the last one
  std::size_t parts = 0;  // events with tokens
  TimeHistogram between{};
};

class StreamFigures {
 public:
  // `tokens`: output tokens by the server's count; 0 where it gives none.
  void add(const StreamedTimes& times, std::size_t tokens);
  void add(const StreamFigures& other);

  std::size_t responses() const { return static_cast<std::size_t>(first_.count()); }
  const TimeHistogram& first() const { return first_; }
  const TimeHistogram& between() const { return between_; }
  // Tokens a second of one response, once its first token has come: of all responses together, so
  // that long ones count for more. nullopt where no response had a second token.
  std::optional<double> tokens_per_second() const;

 private:
  TimeHistogram first_;
  TimeHistogram between_;
  double tokens_ = 0;  // after the first of each
  double seconds_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_STREAM_FIGURES_H_
