// The score by corrected ground truth (`--errata FILE`), beside the official one.
//
//   SecondScore second(path);         // before anything is read
//   second.remember(session);         // before scoring
//   ... score_model ...
//   Report report = make_report(session), corrected = second.make_report(session, leaderboard);
#ifndef BFCLX_TOOLS_BFCLX_ERRATA_SECOND_SCORE_H_
#define BFCLX_TOOLS_BFCLX_ERRATA_SECOND_SCORE_H_

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/audit/errata.h"
#include "core/run/summary.h"
#include "tools/bfclx/input/run.h"
#include "tools/bfclx/kept.h"
#include "tools/bfclx/view/terminal.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

// --errata FILE.
void add_errata_option(CLI::App& command, std::string& path);
// Throws a UsageError when it cannot be read, or is no errata file.
Errata read_errata(const std::string& path);

class SecondScore {
 public:
  explicit SecondScore(const std::string& path) : errata_(read_errata(path)) {}

  const std::string& name() const { return errata_.name; }
  std::size_t corrections() const { return errata_.corrections.size(); }
  std::size_t applied() const { return corrected_ != nullptr ? corrected_->applied() : 0; }
  const std::vector<std::string>& problems() const { return corrected_->problems(); }
  // Places in the file of ids that the dataset does not have.
  const std::vector<std::size_t>& unknown_places() const { return unknown_; }
  // "not in the dataset: a, b and c"; `places` is not empty.
  std::string unknown_text(const std::set<std::size_t>& places) const;

  const std::vector<std::size_t>& applied_places() const { return corrected_->applied_places(); }

  // Keeps the responses that corrections concern: of episodes, scoring forgets them.
  void remember(const Session& session);
  // After the official report was made: judges these responses again, in the session itself, and
  // takes void entries out of it.
  void apply(Session& session);
  // apply, and the report of what is then. `leaderboard` may be empty.
  SecondReport make_report(Session& session, std::string_view leaderboard);
  // All of it at once for a run of its own: its table.
  std::string score_apart(const RunOptions& options, std::string_view leaderboard, Kept& kept);

 private:
  struct Remembered {
    std::size_t model = 0;
    std::size_t part = 0;   // of ModelRun::runs
    std::size_t index = 0;  // of its responses
    Value response;
  };
  void judge_again(Session& session);
  bool is_void(const Entry* entry) const { return entry != nullptr && corrected_->is_void(*entry); }

  Errata errata_;
  std::unique_ptr<CorrectedEntries> corrected_;
  std::vector<std::size_t> unknown_;
  std::vector<Remembered> remembered_;
};

// What the corrections come to over all sessions: a dataset of one may have entries that another
// lacks. Each correction and each problem counts once.
struct ErrataTold {
  std::string name;
  std::size_t corrections = 0;
  std::size_t applied = 0;
  std::vector<std::string> left_out;
};
// Once all of them remember; `scores` is not empty.
ErrataTold told_of(const std::vector<SecondScore>& scores);

// "With the errata "name" (...): not an official score".
std::string second_score_heading(std::string_view name, std::size_t applied,
                                 std::size_t corrections);
// A category or an overall score, by the dataset and by the corrections.
struct ScoreRow {
  std::string name;
  std::string official;   // "96.0 %", "N/A"
  std::string corrected;  // likewise
  std::string counts;     // "24 of 25" by the corrections; of an overall score empty
};
// Categories that differ, and all overall scores.
std::vector<ScoreRow> second_score_rows(const ModelReport& official, const ModelReport& corrected);
// Categories and overall scores that differ, with both scores; `report.errata` is set.
std::string second_score_table(const Report& report, const Terminal& terminal);
std::string second_score_markdown(const Report& report);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_ERRATA_SECOND_SCORE_H_
