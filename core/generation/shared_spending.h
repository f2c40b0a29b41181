// SharedSpending: how much one task adds to the spending of all commands in a result folder, and
// how much of the limits it claims in advance. Without I/O and without a clock.
//
// Before a task sends a request that its last claim does not cover, it writes a larger claim for
// the others to read. So no record says less than was spent: the claim of a killed task counts as
// spent. To keep writes rare, a claim is a little ahead: by the pace of the last seconds, and at
// most by a part of what is left of a limit.
#ifndef BFCLX_CORE_GENERATION_SHARED_SPENDING_H_
#define BFCLX_CORE_GENERATION_SHARED_SPENDING_H_

#include <optional>

#include "core/generation/spending.h"
#include "core/generation/spent_record.h"

namespace bfclx {

class SharedSpending {
 public:
  // `before`: the record that earlier commands of the task left.
  SharedSpending(const SpendingLimits& limits, const std::optional<TokenPrices>& prices,
                 const SpentRecord& before)
      : limits_(limits), prices_(prices), before_(before) {}

  // Whether the claim has room for what is spent and in flight, and for this request.
  bool covers(const Spending& spending, const Amounts& request) const;
  // Whether the claim should be made anew, as what was in flight has ended.
  bool is_due(double now) const;
  // A claim for what is spent and in flight, and for this request; record() has it then.
  void claim(const Spending& spending, const Amounts& request, double now);
  // At the end: what is spent, and what is still in flight.
  void close(const Spending& spending);
  SpentRecord record(const Spending& spending) const;
  // What earlier commands of the task spent.
  const SpentRecord& before() const { return before_; }

 private:
  SpendingLimits limits_;
  std::optional<TokenPrices> prices_;
  SpentRecord before_;
  Amounts claimed_;
  std::optional<double> claimed_at_;
  // For the pace: at the beginning of the last few seconds.
  std::optional<double> paced_at_;
  Amounts paced_;
  std::optional<Amounts> pace_;  // in a second
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_SHARED_SPENDING_H_
