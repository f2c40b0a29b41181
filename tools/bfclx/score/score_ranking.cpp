// Many runs for people: a ranking by their overall scores, for each basis one.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/base/counted.h"
#include "core/render/figure_text.h"
#include "core/render/table.h"
#include "core/statistics/overall.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/score/score_report.h"

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

std::string heading_of(const Group& group) {
  const BasedScore& first = group.front()->score;
  const std::string leaderboard(first.basis.leaderboard);
  if (!first.value) return "no overall score: no category of " + leaderboard;
  // What only some of them lack is not said of all.
  ScoreBasis basis = first.basis;
  for (const ModelReport* model : group) {
    if (model->score.basis.missing_entries != basis.missing_entries) basis.missing_entries = 0;
  }
  return score_title(leaderboard) + ", " + basis_text(basis);
}

// The categories that the score covers, or those that it lacks, whichever are fewer.
std::string coverage_text(const ModelReport& model) {
  const ScoreBasis& basis = model.score.basis;
  std::vector<std::string> names;
  const bool few = basis.categories <= basis.missing.size();
  if (few) {
    for (const CategoryReport& category : model.categories) {
      const bool any = category.counts && category.summary.entries > 0;
      if (any) names.emplace_back(category.summary.category->name);
    }
  } else {
    for (const Category* category : basis.missing) names.emplace_back(category->name);
  }
  return (few ? "with " : "without ") + joined(names, ", ");
}

// Headings that are the same say what differs: the categories, or else the entries in them.
std::vector<std::string> headings_of(const std::vector<Group>& groups) {
  std::vector<std::string> headings;
  headings.reserve(groups.size());
  for (const Group& group : groups) headings.push_back(heading_of(group));
  const std::vector<std::string> plain = headings;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const ScoreBasis& basis = groups[i].front()->score.basis;
    std::size_t same = 0;   // of this heading
    std::size_t alike = 0;  // and of these categories
    bool is_first = true;   // of these
    for (std::size_t j = 0; j < groups.size(); ++j) {
      if (plain[j] != plain[i]) continue;
      ++same;
      if (groups[j].front()->score.basis.missing != basis.missing) continue;
      ++alike;
      if (j < i) is_first = false;
    }
    if (same < 2) continue;
    if (alike < same) headings[i] += "; " + coverage_text(*groups[i].front());
    if (!is_first) headings[i] += "; on other entries than the group above";
  }
  return headings;
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
  const bool any_missing = std::any_of(group.begin(), group.end(), [](const ModelReport* model) {
    return model->totals.missing > 0;
  });
  if (any_missing) table.columns.push_back({"missing", Align::kRight});
  for (const ModelReport* model : group) {
    const BasedScore& score = model->score;
    Table::Row& row = table.rows.emplace_back();
    row.cells = {model->run->name, score.value ? percent(*score.value) : "-",
                 score.value ? percent_range(score.interval) : "", passed_text(model->totals)};
    if (any_missing) row.cells.emplace_back(grouped_digits(model->totals.missing));
  }
  return table;
}

}  // namespace

std::string ranking_report(const Report& report, const Terminal& terminal, bool details) {
  std::string out;
  const std::vector<Group> groups = groups_of(report);
  const std::vector<std::string> headings = headings_of(groups);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    if (group.size() == 1) {  // nothing to rank
      out += terminal.styled(Style::kBold, printable_line(group.front()->run->name)) + "\n" +
             wrapped(headline_text(*group.front()), 2, terminal.width());
    } else {
      const std::string of_all =
          groups.size() > 1 ? grouped_digits(group.size()) + " of " : std::string();
      out += terminal.styled(Style::kBold, of_all + counted(report.models.size(), "run", "runs")) +
             "\n" + wrapped(headings[i], 2, terminal.width()) +
             terminal_table(ranking_table(group), terminal.screen());
    }
    out += "\n";
  }
  if (details) return out;
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
  if (is_quiet()) return out;
  std::string more = "--details shows the categories of every run.";
  if (groups.size() > 1) {
    more +=
        " Scores on different bases are not ranked together: `bfclx compare PATH...` ranks "
        "all runs over the entries that they share.";
  }
  return out + wrapped(more, 0, terminal.width());
}

}  // namespace bfclx::tools
