// LiveScores: the watcher of `bfclx run`. Scores each entry as it arrives and keeps the counts that
// the live table, the summary and --stop-at stand on.
#ifndef BFCLX_TOOLS_BFCLX_RUN_LIVE_SCORES_H_
#define BFCLX_TOOLS_BFCLX_RUN_LIVE_SCORES_H_

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/run/scorer.h"
#include "core/statistics/cluster_tally.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/progress.h"
#include "tools/bfclx/view/live_block.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

// One category while it is asked.
struct LiveRow {
  const Category* category = nullptr;
  std::size_t entries = 0;  // planned, and those that had a result
  std::size_t scored = 0;
  std::size_t right = 0;
  std::size_t missing = 0;   // ended without a response
  std::size_t errors = 0;    // of the scored: an error of the server instead of an answer
  std::size_t left_out = 0;  // not asked, as the interval is narrow enough
  bool closed = false;       // it was; later responses do not change that
  double weight = 0;         // in the overall score
  Skips skipped = {};        // answered, without a verdict
  // By what entries depend on together (core/statistics/statistics.h).
  ClusterTally clusters = {};
  Range interval() const { return clusters.accuracy().interval; }
  // Entries that have ended, in whatever way.
  std::size_t ended() const;
};

class LiveScores : public Watcher {
 public:
  // `stop_at`: points that an interval is to be narrower than; 0: every entry is asked.
  // `executable`: where services answer executable entries from, which must outlive this.
  LiveScores(const Generation& generation, const Dataset& dataset, double stop_at,
             const ExecutableSettings& executable);

  void begins(const std::vector<PlannedEntry>& plan, const ResultFolder& folder,
              const std::set<std::string, std::less<>>& done) override;
  void ended(const Asked& asked) override;
  bool wanted(const PlannedEntry& planned) override;
  double urgency(const Category& category, std::size_t asked) const override;
  void tick(const RunState& state) override;
  void say(const std::string& line) override;
  void add_scores(RunState& state) const override;

  // Takes the live table away.
  void clear();
  const std::vector<LiveRow>& rows() const { return rows_; }
  // "total 200, passed 150, failed 45, skipped 5 (no answer 2, 3 skipped_no_network)"
  std::string totals() const;

 private:
  LiveRow& row_of(const Category* category);
  void weigh();
  void score(const Entry& entry, const Value& response);
  std::string table(const RunState& state, std::size_t room) const;
  std::string table_row(const LiveRow& row, std::size_t width) const;
  std::vector<const LiveRow*> rows_shown(std::size_t room) const;

  const Dataset& dataset_;
  RunSettings settings_;
  double stop_at_;
  bool redraws_;  // or says a line now and then
  std::vector<LiveRow> rows_;
  std::map<std::string, std::size_t, std::less<>> failures_;  // by error type
  double shown_ = 0;
  LiveBlock block_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_RUN_LIVE_SCORES_H_
