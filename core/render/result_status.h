// How far the results of a model on a leaderboard were checked, computed and worded for all views.
#ifndef BFCLX_CORE_RENDER_RESULT_STATUS_H_
#define BFCLX_CORE_RENDER_RESULT_STATUS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/statistics/comparison.h"

namespace bfclx {

enum class ResultStatus : std::uint8_t {
  kClaimed,     // no validated submission
  kValidated,   // a submission that `bfclx submit validate` passes
  kReproduced,  // a second run agrees (SecondRun::agrees)
};
std::string_view status_name(ResultStatus status);  // "claimed", "validated", "reproduced"
std::optional<ResultStatus> find_status(std::string_view name);
// What it means, in a sentence.
std::string_view status_text(ResultStatus status);

// A second run needs so many entries, or all of the first: fewer agree too easily.
inline constexpr std::size_t kLeastSecondEntries = 100;

// A second run of a model, by the owner of the leaderboard, against the first.
struct SecondRun {
  std::size_t entries = 0;  // that both have and that count
  std::size_t of = 0;       // that the first has
  double weight = 0;        // of the score, that these have
  double difference = 0;    // second - first
  Range interval;           // 95 % CI of the difference

  // Enough entries, and 0 is in the CI.
  bool agrees() const;
};
SecondRun second_run_of(const Comparison& comparison);
// "Second run: +0.8 points (95 % CI -1.2 to +2.8), 1,240 of 2,813 entries, 52.5 % of the weight".
std::string second_run_text(const SecondRun& run);
// Why it does not agree; empty where it does.
std::string disagreement_text(const SecondRun& run);

// Why an earlier score of a model cannot be compared with its score of today; empty where it can.
std::string_view history_note(bool same_dataset, bool same_basis);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_RESULT_STATUS_H_
