// KeyRefusals: whether the server refuses the key. One 403 may be a firewall's, about one entry.
#ifndef BFCLX_CORE_GENERATION_KEY_REFUSALS_H_
#define BFCLX_CORE_GENERATION_KEY_REFUSALS_H_

#include "core/generation/request_outcome.h"

namespace bfclx {

class KeyRefusals {
 public:
  // A response to a request that was sent at `sent`. What was sent before a refusal may still
  // succeed after it: a key can be revoked.
  void received(const RequestOutcome& outcome, double sent, double now) {
    if (!outcome.has_response()) return;
    const int status = status_of(outcome);
    if (status == 401 || status == 403) {
      count_ += status == 401 || !succeeded_ ? kEnough : 1;
      last_ = now;
    } else if (status >= 200 && status < 300) {
      succeeded_ = true;
      if (sent >= last_) count_ = 0;
    }
  }
  bool refused() const { return count_ >= kEnough; }

 private:
  static constexpr int kEnough = 2;
  int count_ = 0;  // since a request succeeded that was sent later
  double last_ = 0;
  bool succeeded_ = false;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_KEY_REFUSALS_H_
