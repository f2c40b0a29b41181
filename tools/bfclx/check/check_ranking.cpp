// Many runs for people: a ranking by their overall scores, for each basis one.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/statistics/digits.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/check/check_report.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kWarningsShown = 10;

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

Table ranking_table(const Group& group) {
  Table table;
  table.columns = {{"run", Align::kLeft, Fit::kShorten},
                   {"overall", Align::kRight},
                   {"95 % CI", Align::kRight},
                   {"passed", Align::kRight}};
  for (const ModelReport* model : group) {
    const BasedScore& score = model->score;
    table.rows.push_back(
        {{model->run->name, score.value ? percent(*score.value) : "-",
          score.value ? percent_interval(score.interval) : "", passed_text(model->totals)}});
  }
  return table;
}

}  // namespace

std::string ranking_report(const Report& report, const Terminal& terminal) {
  std::string out;
  for (const Group& group : groups_of(report)) {
    const BasedScore& first = group.front()->score;
    const std::string heading =
        first.value
            ? "overall " + std::string(first.basis.leaderboard) + ", " + basis_text(first.basis)
            : "no overall score: no category of " + std::string(first.basis.leaderboard);
    out += terminal.styled(Style::kBold, counted(group.size(), "run", "runs")) + "\n" +
           wrapped(heading, 2, terminal.width()) +
           terminal_table(ranking_table(group), terminal.screen());
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
                   "one run. Scores on different bases are not ranked together.",
                   0, terminal.width());
}

}  // namespace bfclx::tools
