// LockWait: when a lock that another command holds is tried again, and for how long. Without I/O
// and without a clock, so that the caller goes on with other work meanwhile.
#ifndef BFCLX_CORE_GENERATION_LOCK_WAIT_H_
#define BFCLX_CORE_GENERATION_LOCK_WAIT_H_

#include <cstdint>
#include <optional>
#include <utility>

namespace bfclx {

class LockWait {
 public:
  static constexpr double kPause = 0.01;  // seconds between two tries
  static constexpr double kReport = 2;    // before a person reads why nothing is sent
  static constexpr double kMost = 30;     // before it is an error

  // Whether the lock should be tried now.
  bool is_due(double now) const { return !tried_ || now >= *tried_ + kPause; }
  bool waits() const { return begun_.has_value(); }

  enum class Next : std::uint8_t { kWait, kReport, kGiveUp };
  // Another command has it. kReport once in a wait.
  Next busy(double now) {
    if (!begun_) begun_ = now;
    tried_ = now;
    if (now - *begun_ >= kMost) return Next::kGiveUp;
    if (now - *begun_ >= kReport && !std::exchange(reported_, true)) return Next::kReport;
    return Next::kWait;
  }
  // It was free, or nobody waits for it any more.
  void end() { *this = {}; }

 private:
  std::optional<double> begun_;
  std::optional<double> tried_;
  bool reported_ = false;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_LOCK_WAIT_H_
