#include "tools/bfclx/evaluate/evaluate_summary.h"

#include <unistd.h>

#include <string_view>

#include "core/render/table.h"
#include "core/statistics/basis.h"
#include "core/statistics/covered_score.h"
#include "core/statistics/figures.h"
#include "core/statistics/overall.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

// What the overall score of a model rests on, by its score files.
ScoreBasis basis_of(const ScorePart& score, const ComposedScore& composed, double weight,
                    std::string_view leaderboard) {
  ScoreBasis basis;
  basis.kind = composed.complete() ? BasisKind::kComplete : BasisKind::kPartial;
  basis.leaderboard = leaderboard;
  basis.weight = weight;
  for (const std::string_view name : composed.missing) {
    basis.missing.push_back(find_category(name));
  }
  basis.categories = category_weights(score).size() - basis.missing.size();
  return basis;
}

std::string score_text(const ComposedScore& composed, const CoveredScore& covered) {
  if (composed.complete()) return percent_text(composed.official);
  return covered.weight > 0 ? percent_text(covered.value) : "N/A";
}

}  // namespace

std::string scores_summary(const std::vector<ModelScores>& models, const NamedVersion& version) {
  const ScorePart& score = overall_score(version.version);
  Table table;
  table.columns = {{"model", Align::kLeft, Fit::kWrap},
                   {std::string(version.name), Align::kRight},
                   {"official", Align::kRight},
                   {"basis", Align::kLeft, Fit::kWrap}};
  for (const ModelScores& row : models) {
    const ComposedScore composed = compose(score, known_scores(row));
    const CoveredScore covered = covered_score(score, known_scores(row));
    std::string basis = basis_text(basis_of(score, composed, covered.weight, version.name));
    std::string_view separator = "; missing: ";
    for (const std::string_view missing : composed.missing) {
      basis.append(separator).append(missing);
      separator = ", ";
    }
    Table::Row& shown = table.rows.emplace_back();
    shown.cells = {row.model->display_name, score_text(composed, covered),
                   percent_text(composed.official), basis};
    const std::string skipped = skipped_text(row);
    if (!skipped.empty()) shown.notes = {"skipped, not counted: " + skipped};
  }
  return terminal_table(table, Terminal::of_descriptor(STDOUT_FILENO).screen(), 0);
}

}  // namespace bfclx::tools
