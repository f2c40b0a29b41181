// `bfclx dataset audit --review`: blind review of suspicious entries, and what follows from it.
#ifndef BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_H_
#define BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/review/session.h"
#include "tools/bfclx/input/options.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

struct ReviewOptions {
  std::string file;  // of the session
  std::string reviewer;
  std::uint64_t seed = 0;
  bool is_seed_given = false;
  std::string of;  // a session whose entries are taken
  bool with_hard = false;
  std::vector<std::string> merge;  // one session or two, and one of decisions
  std::string link;
  std::string errata;
  std::string patch;
  std::string issue;

  bool asked() const { return !file.empty() || !merge.empty(); }
};
void add_review_options(CLI::App& command, ReviewOptions& options);

// Audits the runs, for a session that begins.
using MakePlan = std::function<ReviewPlan(const ReviewRequest& request)>;
int run_review(const ReviewOptions& options, const RunOptions& run, const MakePlan& make_plan);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_AUDIT_REVIEW_H_
