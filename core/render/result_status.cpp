#include "core/render/result_status.h"

#include <algorithm>
#include <array>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/render/figure_text.h"

namespace bfclx {
namespace {

struct Row {
  ResultStatus status;
  std::string_view name;
  std::string_view text;
};
constexpr std::array<Row, 3> kRows = {
    {{ResultStatus::kClaimed, "claimed", "The results were not validated as a submission."},
     {ResultStatus::kValidated, "validated",
      "The submission has all responses and passed all checks. Its verdicts were computed again "
      "for "
      "this leaderboard."},
     {ResultStatus::kReproduced, "reproduced",
      "The owner of the leaderboard generated the responses a second time. The two scores do not "
      "differ significantly."}}};

bool is_enough(const SecondRun& run) {
  return run.weight > 0 && run.entries >= std::min(kLeastSecondEntries, run.of);
}

const Row& row_of(ResultStatus status) { return kRows[static_cast<std::size_t>(status)]; }

}  // namespace

std::string_view status_name(ResultStatus status) { return row_of(status).name; }

std::optional<ResultStatus> find_status(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.status;
  }
  return std::nullopt;
}

std::string_view status_text(ResultStatus status) { return row_of(status).text; }

bool SecondRun::agrees() const {
  return is_enough(*this) && interval.low <= 0 && interval.high >= 0;
}

SecondRun second_run_of(const Comparison& comparison) {
  const OverallComparison& overall = comparison.overall;
  std::size_t of = 0;
  for (const CategoryComparison& category : comparison.categories) {
    if (category.counts) of += category.entries + category.only_a;
  }
  return {comparison.entries, of, overall.weight, overall.difference, overall.interval};
}

std::string_view history_note(bool same_dataset, bool same_basis) {
  if (!same_dataset) return "not comparable: another version of the dataset";
  return same_basis ? "" : "not comparable: another basis";
}

std::string second_run_text(const SecondRun& run) {
  return concat({"Second run: ", signed_points(run.difference), " points (95 % CI ",
                 signed_range(run.interval), "), ", grouped_digits(run.entries), " of ",
                 counted(run.of, "entry", "entries"), ", ", percent(run.weight),
                 " % of the weight"});
}

std::string disagreement_text(const SecondRun& run) {
  if (run.agrees()) return {};
  if (!is_enough(run)) {
    return concat({"the two runs share ", counted(run.entries, "entry", "entries"),
                   " that count in the score; the second one needs at least ",
                   grouped_digits(std::min(kLeastSecondEntries, run.of))});
  }
  return concat({"the second run differs significantly: ", signed_points(run.difference),
                 " points, 95 % CI ", signed_range(run.interval)});
}

}  // namespace bfclx
