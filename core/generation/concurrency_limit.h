// ConcurrencyLimit: how many requests a server is sent at once, learned from its responses.
//
// Times are seconds on any clock that only goes forward.
#ifndef BFCLX_CORE_GENERATION_CONCURRENCY_LIMIT_H_
#define BFCLX_CORE_GENERATION_CONCURRENCY_LIMIT_H_

#include <cstddef>

namespace bfclx {

// How many requests may be in flight: grows while the server keeps up, shrinks when it refuses.
//
// Automatic: slow start doubles it in each round (a round is as many responses as are allowed at
// once) until a refusal, or until a doubling brings hardly more responses a second; then it grows
// by a twentieth a round, and stays where more brought nothing. A refusal takes three tenths, once
// for all requests that were in flight at the time. With a number given that number is the ceiling
// and the start. Never below 1.
class ConcurrencyLimit {
 public:
  ConcurrencyLimit(std::size_t most, bool automatic);

  std::size_t allowed() const { return static_cast<std::size_t>(limit_); }
  // A response came. `crowded`: at least four fifths of what is allowed were in flight.
  void responded(double now, bool crowded);
  // The server refused or failed a request that was sent at `sent`.
  void refused(double sent, double now);

 private:
  void end_round(double now);

  double most_;
  double limit_;
  bool automatic_;
  bool slow_start_;
  double last_cut_ = -1;
  double round_start_ = -1;
  double round_limit_ = 0;
  std::size_t round_responses_ = 0;
  bool round_crowded_ = true;
  double best_rate_ = 0;   // responses a second of the best round, fading
  double best_limit_ = 1;  // what was allowed in it
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_CONCURRENCY_LIMIT_H_
