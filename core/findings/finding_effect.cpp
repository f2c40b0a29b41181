#include "core/findings/finding_effect.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>
#include <unordered_set>

#include "core/findings/diagnosis_parts.h"
#include "core/findings/finding_kinds.h"

namespace bfclx {
namespace {

constexpr double kQuantile = 1.96;
constexpr double kPoints = 100;

// Entries of a category, and how many pass. Those without a verdict, such as episodes, pass or not.
struct Passing {
  double entries = 0;
  double passed = 0;
  double unknown = 0;
};

struct Split {
  Passing affected;
  Passing others;
};

bool is_unknown(const DiagnosedResponse& response) {
  return response.verdict == nullptr && response.executable == nullptr;
}

bool is_passed(const DiagnosedResponse& response) {
  return response.verdict != nullptr ? response.verdict->valid : response.right;
}

void add(Passing& part, const DiagnosedResponse& response) {
  part.entries += 1;
  part.passed += is_passed(response) ? 1 : 0;
  part.unknown += is_unknown(response) ? 1 : 0;
}

// No accuracy changes by more.
double bounded(double points) { return std::clamp(points, -kPoints, kPoints); }

// As if the entries of the finding passed as often as the others of their categories. Where these
// do not tell, all or none of them pass.
std::optional<PointsEffect> estimated(const DiagnosisInput& input, const Finding& finding,
                                      double all) {
  constexpr double kFewest = 5;
  const std::unordered_set<std::string_view> ids(finding.ids.begin(), finding.ids.end());
  std::map<const Category*, Split> categories;
  for (const DiagnosedResponse& response : input.responses) {
    if (!diagnosis::counts(response)) continue;
    Split& split = categories[response.entry->category];
    add(ids.count(response.id) != 0 ? split.affected : split.others, response);
  }
  double estimate = 0;
  double variance = 0;
  double lowest = 0;
  double highest = 0;
  bool told = true;
  for (const auto& [category, split] : categories) {
    const Passing& affected = split.affected;
    const Passing& others = split.others;
    const double known = others.entries - others.unknown;
    if (affected.entries == 0) continue;
    if (known < kFewest || affected.unknown > 0) {
      told = false;
      lowest -= affected.passed;
      highest += affected.entries - affected.passed;
      continue;
    }
    const double share = others.passed / known;
    const double entries = affected.entries;
    // Of a share that is 0 or 1 among the others, the rest of Agresti and Coull's interval.
    const double near = (others.passed + 2) / (known + 4);
    estimate += entries * share - affected.passed;
    variance += near * (1 - near) * entries * (1 + entries / known);
  }
  const double half = kQuantile * std::sqrt(variance);
  PointsEffect points;
  if (told) points.estimate = kPoints * estimate / all;
  points.low = bounded(kPoints * (estimate - half + lowest) / all);
  points.high = bounded(kPoints * (estimate + half + highest) / all);
  return points;
}

// Bonett and Price (2012), as core/statistics has it, without clusters.
PointsEffect scored(const Finding& finding, double all) {
  const double change = static_cast<double>(*finding.right_change);
  const double flips = std::max(static_cast<double>(finding.flips), std::fabs(change));
  const double size = all + 2;
  const double difference = change / size;
  const double half = kQuantile * std::sqrt(((flips + 2) / size - difference * difference) / size);
  PointsEffect points;
  points.estimate = kPoints * change / all;
  points.low = bounded(kPoints * (difference - half));
  points.high = bounded(kPoints * (difference + half));
  return points;
}

// Entries whose verdict may be another, and those of them that are not counted yet.
struct Limit {
  std::size_t entries = 0;
  std::size_t added = 0;
};

Limit limit_of_unusable(const DiagnosisInput& input) {
  std::unordered_set<std::string_view> counted;
  for (const DiagnosedResponse& response : input.responses) {
    if (!diagnosis::counts(response)) continue;
    counted.insert(response.id);
    counted.insert(response.entry->id);
  }
  Limit limit;
  std::unordered_set<std::string_view> seen;
  for (const auto& [category, problem] : input.unusable) {
    const bool is_new = problem->fatal && (problem->id.empty() || seen.insert(problem->id).second);
    limit.entries += is_new ? 1 : 0;
    limit.added += is_new && counted.count(problem->id) == 0 ? 1 : 0;
  }
  return limit;
}

// An entry with several earlier responses is one.
std::size_t entries_with_duplicates(const DiagnosisInput& input) {
  std::unordered_set<const Entry*> entries;
  for (const DiagnosedResponse& response : input.responses) {
    if (response.entry != nullptr && response.superseded) entries.insert(response.entry);
  }
  return entries.size();
}

Limit limit_of(const DiagnosisInput& input, const Finding& finding) {
  if (finding.code == "unusable_lines") return limit_of_unusable(input);
  if (finding.code == "duplicate_ids") return {entries_with_duplicates(input), 0};
  return {finding.count, finding.code == "missing_entries" ? finding.count : 0};
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", std::fabs(value));
  const bool negative = value < 0 && std::string_view(text) != "0.0";
  return (negative ? "\u2212" : "") + std::string(text);
}

std::string signed_number(double value) {
  const std::string text = number(value);
  return value > 0 && text != "0.0" ? "+" + text : text;
}

std::string interval(const PointsEffect& points) {
  return " (95 % CI " + number(points.low) + " to " + number(points.high) + ")";
}

std::string sentence_of(const DiagnosisInput& input, const Finding& finding, double all,
                        std::optional<PointsEffect>& points) {
  const double count = static_cast<double>(finding.count);
  switch (finding_brief(finding.code).effect) {
    case ScoreEffect::kLimit: {
      const Limit limit = limit_of(input, finding);
      const double most = bounded(kPoints * static_cast<double>(limit.entries) /
                                  (all + static_cast<double>(limit.added)));
      points = PointsEffect{std::nullopt, -most, most};
      return "Fixing this changes the accuracy by at most " + number(most) + " points.";
    }
    case ScoreEffect::kCap:
      points = PointsEffect{-kPoints * count / all, -kPoints * count / all, -kPoints * count / all};
      return "They lower the accuracy of every run by " + number(-*points->estimate) + " points.";
    case ScoreEffect::kNone:
      return "The accuracy is not affected.";
    case ScoreEffect::kUnknown:
      return "The effect on the accuracy is unknown.";
    case ScoreEffect::kScored:
    case ScoreEffect::kRise:
      return "Accuracy when fixed: " + points_text(*points) + ".";
    case ScoreEffect::kEstimate:
      break;
  }
  return points->estimate
             ? "Accuracy when fixed: about " + points_text(*points) +
                   ", if these entries pass as often as the others of their categories."
             : "Accuracy when fixed: " + points_text(*points) + ".";
}

}  // namespace

bool is_more_than_chance(std::size_t affected, std::size_t all) {
  return diagnosis::is_more_than_chance(affected, all);
}

std::string points_text(const PointsEffect& points) {
  if (points.estimate) return signed_number(*points.estimate) + " points" + interval(points);
  return signed_number(points.low) + " to " + signed_number(points.high) + " points";
}

void add_score_effects(const DiagnosisInput& input, std::vector<Finding>& findings) {
  const auto all = static_cast<double>(diagnosis::entries_of(input));
  for (Finding& finding : findings) {
    const ScoreEffect effect = finding_brief(finding.code).effect;
    if (all == 0) continue;
    if (effect == ScoreEffect::kScored && finding.right_change) {
      finding.points = scored(finding, all);
    } else if (effect == ScoreEffect::kRise) {
      finding.points =
          PointsEffect{std::nullopt, 0, kPoints * static_cast<double>(finding.count) / all};
    } else if (effect == ScoreEffect::kEstimate) {
      finding.points = estimated(input, finding, all);
    }
    if (!finding.effect.empty()) finding.effect += " ";
    finding.effect += sentence_of(input, finding, all, finding.points);
  }
}

}  // namespace bfclx
