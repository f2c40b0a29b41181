// Many runs for people: a ranking by their overall scores, for each basis one.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/render/figure_text.h"
#include "core/statistics/digits.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/check/check_report.h"
#include "tools/bfclx/view/fitted.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kWarningsShown = 10;
// What the other columns take: two before the name, "  overall", "  95 % CI", "  passed".
constexpr std::size_t kFigures = 2 + 9 + 15 + 17;

// Runs whose scores may be ranked together.
using Group = std::vector<const ModelReport*>;

// The largest group first, those without a score last; each by score.
std::vector<Group> groups_of(const Report& report) {
  std::map<std::string, Group> by_basis;
  Group unscored;
  for (const ModelReport& model : report.models) {
    (model.score.value ? by_basis[basis_key(model.score.basis)] : unscored).push_back(&model);
  }
  std::vector<Group> groups;
  for (auto& [key, group] : by_basis) {
    std::stable_sort(group.begin(), group.end(), [](const ModelReport* a, const ModelReport* b) {
      return *a->score.value > *b->score.value;
    });
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.size() > b.size(); });
  if (!unscored.empty()) groups.push_back(std::move(unscored));
  return groups;
}

std::string passed_text(const Totals& totals) {
  return grouped_digits(totals.passed) + " of " + grouped_digits(totals.passed + totals.failed);
}

std::string row_of(const ModelReport& model, std::size_t width) {
  const BasedScore& score = model.score;
  const std::string name = fitted(printable_line(model.run->name), width);
  const std::string range =
      score.value ? percent(score.interval.low) + " - " + percent(score.interval.high) : "";
  return "  " + pad_right(name, width) + "  " +
         pad_left(score.value ? percent(*score.value) : "-", 7) + "  " + pad_left(range, 13) +
         "  " + pad_left(passed_text(model.totals), 15) + "\n";
}

}  // namespace

std::string ranking_report(const Report& report, const Terminal& terminal) {
  std::size_t width = 8;
  for (const ModelReport& model : report.models) {
    width = std::max(width, display_width(printable_line(model.run->name)));
  }
  width = std::min(width, std::max(terminal.width(), kFigures + 16) - kFigures);
  std::string out;
  for (const Group& group : groups_of(report)) {
    const BasedScore& first = group.front()->score;
    const std::string heading =
        first.value
            ? "overall " + std::string(first.basis.leaderboard) + ", " + basis_text(first.basis)
            : "no overall score: no category of " + std::string(first.basis.leaderboard);
    out += terminal.styled(Style::kBold, counted(group.size(), "run", "runs")) + "\n" +
           wrapped(heading, 2, terminal.width()) +
           terminal.styled(Style::kDim, "  " + pad_right("run", width) +
                                            "  overall        95 % CI           passed") +
           "\n";
    for (const ModelReport* model : group) out += row_of(*model, width);
    out += "\n";
  }
  std::size_t warned = 0;
  for (const ModelReport& model : report.models) {
    for (const Value& warning : model.warnings) {
      if (++warned > kWarningsShown) continue;
      out +=
          terminal.styled(Style::kBad, "warning") +
          wrapped(printable_line(model.run->name + ": " + std::string(find_text(warning, "text"))),
                  9, terminal.width())
              .substr(7);
    }
  }
  if (warned > kWarningsShown) {
    out +=
        "         and " + counted(warned - kWarningsShown, "more warning", "more warnings") + "\n";
  }
  return out + wrapped(
                   "--details shows the categories of every run; `bfclx check PATH` those of "
                   "one. Scores on different bases are not ranked together.",
                   0, terminal.width());
}

}  // namespace bfclx::tools
