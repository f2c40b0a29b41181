#include "tools/bfclx/evaluate/evaluate_summary.h"

#include <algorithm>
#include <string_view>

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
  const std::size_t score_width = std::max<std::size_t>(9, version.name.size() + 2);
  std::size_t width = 5;
  for (const ModelScores& row : models) {
    width = std::max(width, display_width(printable_line(row.model->display_name)));
  }
  std::string text = pad_right("model", width) + pad_left(std::string(version.name), score_width) +
                     "   missing as 0   basis\n";
  for (const ModelScores& row : models) {
    const ComposedScore composed = compose(score, known_scores(row));
    const CoveredScore covered = covered_score(score, known_scores(row));
    text += pad_right(printable_line(row.model->display_name), width) +
            pad_left(score_text(composed, covered), score_width) +
            pad_left(percent_text(composed.official), 15) + "   " +
            basis_text(basis_of(score, composed, covered.weight, version.name));
    std::string_view separator = "; missing: ";
    for (const std::string_view missing : composed.missing) {
      text.append(separator).append(missing);
      separator = ", ";
    }
    text += '\n';
    const std::string skipped = skipped_text(row);
    if (!skipped.empty()) text += "  skipped, not counted: " + printable_line(skipped) + "\n";
  }
  return text;
}

}  // namespace bfclx::tools
