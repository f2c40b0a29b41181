// SpendingLedger: records what all commands that write to the same result folders have spent. Each
// task has one file in the model's folder:
//
//   bfclx_spent/run                 a run without shards
//   bfclx_spent/of-8-0123abcd-3     shard 3 of 8
//
// Each file has one SpentRecord. Only its task replaces it, always as a whole. Before a task spends
// more than its record says, it writes a new one (core/generation/shared_spending.h). If limits
// count other tasks, it first locks every counted folder that has a claim. Without file locks,
// tasks that claim at the same time may exceed a limit by their claims. While another task holds a
// lock, nothing is claimed. A lock that is not a file is an error.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_LEDGER_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_LEDGER_H_

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/generation/lock_wait.h"
#include "core/generation/shared_spending.h"
#include "core/generation/spending.h"
#include "tools/bfclx/generate/spending_options.h"
#include "tools/bfclx/output/below.h"

namespace bfclx::tools {

class SpendingLedger {
 public:
  struct Settings {
    SpendingPlace own;
    std::string task = "run";            // a file name
    std::vector<SpendingPlace> counted;  // whose records count for the limits; without: none
    SpendingLimits limits;
    std::optional<TokenPrices> prices;
    std::function<void(const std::string&)> say = {};  // a line for people
  };
  // Reads the records and touches nothing. UsageError where one cannot be read, or where a lock is
  // not a file.
  explicit SpendingLedger(Settings settings);

  // What others have spent, and earlier commands of this task. 0 where nothing counts.
  const Amounts& others() const { return others_; }
  // The most that one response to them took.
  const Amounts& greatest() const { return greatest_; }

  void begin(Spending& spending) const;
  // Whether a request that may take this may be sent. Where it may, a record says so. False also
  // with error(), and while another command holds a lock: then waits(), and it is worth another
  // call after LockWait::kPause.
  bool cover(Spending& spending, const Amounts& request, double now);
  bool waits() const { return wait_.waits() && error_.empty(); }
  // Whether the record has all that is spent and in flight.
  bool covers(const Spending& spending) const { return shared_->covers(spending, {}); }
  // Nothing needs the lock any more.
  void end_wait() { wait_.end(); }
  // To be called several times a second. True where others have changed theirs.
  bool look(Spending& spending, double now);
  // The last record. False with error().
  bool close(Spending& spending);
  const std::string& error() const { return error_; }

 private:
  using Records = std::map<std::filesystem::path, SpentRecord>;
  bool counts() const { return settings_.limits.any() && !settings_.counted.empty(); }
  void read_own();
  // Empty, or why a record cannot be read; those that were read before stay then.
  std::string read_others();
  void sum();
  // Nothing where another has one of them, or where one cannot be had: `why`. Never waits.
  using Locks = std::vector<Descriptor>;
  struct Missing {
    std::filesystem::path busy = {};  // another has this one
    std::string fault = {};           // or why one cannot be had
  };
  std::optional<Locks> lock(Missing& why) const;
  bool take_locks(Locks& locks, Missing& why) const;
  Descriptor open_lock(const SpendingPlace& place, bool make, std::string& fault) const;
  void wait_for(const std::filesystem::path& busy, double now);
  bool write(const Spending& spending);

  Settings settings_;
  std::filesystem::path own_;  // below the root
  std::optional<SharedSpending> shared_;
  Records records_;  // of others
  Amounts others_;
  Amounts greatest_;
  std::string written_;
  double read_at_ = 0;
  double read_seconds_ = 0;
  LockWait wait_;
  std::string error_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_SPENDING_LEDGER_H_
