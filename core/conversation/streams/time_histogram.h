// TimeHistogram: how often which times occurred, in at most 2 KB. Percentiles are within 3 % of the
// exact ones.
#ifndef BFCLX_CORE_CONVERSATION_STREAMS_TIME_HISTOGRAM_H_
#define BFCLX_CORE_CONVERSATION_STREAMS_TIME_HISTOGRAM_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace bfclx {

class TimeHistogram {
 public:
  void add(double seconds);
  void add(const TimeHistogram& other);

  std::uint64_t count() const { return count_; }
  // Seconds below which `share` (0 to 1) of the times are; nullopt where there are none. Times
  // below a tenth of a millisecond count as 0, times above 10,000 s as 10,000 s.
  std::optional<double> percentile(double share) const;

 private:
  // Each is 5 % wider than the one before; the first holds what counts as 0.
  static constexpr std::size_t kBuckets = 380;
  std::vector<std::uint32_t> buckets_ = {};  // none while there are no times
  std::uint64_t count_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_STREAMS_TIME_HISTOGRAM_H_
