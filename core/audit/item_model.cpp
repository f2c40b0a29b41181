#include "core/audit/item_model.h"

#include <algorithm>
#include <cmath>

#include "core/audit/elementary.h"

namespace bfclx {
namespace {

constexpr int kSweeps = 12;
constexpr double kPrior = 0.25;  // precision of an item within its category, and of a run
constexpr double kMostStep = 1;  // of a sweep

struct Mean {
  double sum = 0;
  std::size_t count = 0;
  double value() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

class ItemModel {
 public:
  ItemModel(std::span<const ModelledItem> items, std::size_t runs)
      : items_(items), ability_(runs, 0.0) {
    std::size_t categories = 0;
    std::size_t scenarios = 0;
    for (const ModelledItem& item : items_) {
      categories = std::max(categories, item.category + 1);
      scenarios = std::max(scenarios, item.scenario + 1);
      double right = 0;
      for (const ModelledItem::Answer& answer : item.answers) right += answer.right ? 1 : 0;
      const double all = static_cast<double>(item.answers.size());
      ease_.push_back(logit_of((right + 0.5) / (all + 1)));
    }
    category_mean_.resize(categories);
    scenario_.resize(scenarios);
  }

  std::vector<ExpectedPasses> expected() {
    for (int i = 0; i < kSweeps; ++i) sweep();
    measure_scenarios();
    std::vector<ExpectedPasses> out;
    for (std::size_t i = 0; i < items_.size(); ++i) out.push_back(expected_of(i));
    return out;
  }

 private:
  void sweep() {
    std::vector<Mean> means(category_mean_.size());
    for (std::size_t i = 0; i < items_.size(); ++i) {
      means[items_[i].category].sum += ease_[i];
      ++means[items_[i].category].count;
    }
    for (std::size_t i = 0; i < means.size(); ++i) category_mean_[i] = means[i].value();
    for (std::size_t i = 0; i < items_.size(); ++i) {
      double gradient = -(ease_[i] - category_mean_[items_[i].category]) * kPrior;
      double curvature = kPrior;
      for (const ModelledItem::Answer& answer : items_[i].answers) {
        const double p = logistic_of(ease_[i] + ability_[answer.run]);
        gradient += (answer.right ? 1 : 0) - p;
        curvature += p * (1 - p);
      }
      ease_[i] += std::clamp(gradient / curvature, -kMostStep, kMostStep);
    }
    std::vector<double> gradients;
    for (const double one : ability_) gradients.push_back(-one * kPrior);
    std::vector<double> curvatures(ability_.size(), kPrior);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      for (const ModelledItem::Answer& answer : items_[i].answers) {
        const double p = logistic_of(ease_[i] + ability_[answer.run]);
        gradients[answer.run] += (answer.right ? 1 : 0) - p;
        curvatures[answer.run] += p * (1 - p);
      }
    }
    for (std::size_t run = 0; run < ability_.size(); ++run) {
      ability_[run] += std::clamp(gradients[run] / curvatures[run], -kMostStep, kMostStep);
    }
  }

  double above_category(std::size_t i) const {
    return ease_[i] - category_mean_[items_[i].category];
  }

  // Mean of the variants of an item.
  double variants_of(std::size_t i) const {
    const Mean& scenario = scenario_[items_[i].scenario];
    if (scenario.count < 2) return 0;
    return (scenario.sum - above_category(i)) / static_cast<double>(scenario.count - 1);
  }

  // How much variants tell of an item, and what they leave open.
  void measure_scenarios() {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      scenario_[items_[i].scenario].sum += above_category(i);
      ++scenario_[items_[i].scenario].count;
    }
    double product = 0;
    double square = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      product += variants_of(i) * above_category(i);
      square += variants_of(i) * variants_of(i);
    }
    slope_ = square > 0 ? std::clamp(product / square, 0.0, 1.0) : 0;
    double left = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const double residual = above_category(i) - slope_ * variants_of(i);
      left += residual * residual;
    }
    deviation_ = items_.empty() ? 0 : std::sqrt(left / static_cast<double>(items_.size()));
  }

  // Over what is left open, which is taken as normal: a sum over four deviations to each side.
  ExpectedPasses expected_of(std::size_t i) const {
    const double ease = category_mean_[items_[i].category] + slope_ * variants_of(i);
    ExpectedPasses out{0, 0};
    double weights = 0;
    for (int step = -8; step <= 8; ++step) {
      const double z = step * 0.5;
      const double weight = exp_of(-z * z / 2);
      double none = 1;
      double passes = 0;
      for (const ModelledItem::Answer& answer : items_[i].answers) {
        const double p = logistic_of(ease + deviation_ * z + ability_[answer.run]);
        none *= 1 - p;
        passes += p;
      }
      weights += weight;
      out.none_probability += weight * none;
      out.pass_rate += weight * passes;
    }
    out.none_probability /= weights;
    const double all = static_cast<double>(std::max<std::size_t>(items_[i].answers.size(), 1));
    out.pass_rate /= weights * all;
    return out;
  }

  std::span<const ModelledItem> items_;
  std::vector<double> ability_;
  std::vector<double> ease_;
  std::vector<double> category_mean_;
  std::vector<Mean> scenario_;  // of the ease above the category
  double slope_ = 0;
  double deviation_ = 0;
};

}  // namespace

std::vector<ExpectedPasses> expected_passes(std::span<const ModelledItem> items, std::size_t runs) {
  return ItemModel(items, runs).expected();
}

}  // namespace bfclx
