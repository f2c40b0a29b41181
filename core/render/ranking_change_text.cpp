#include "core/render/ranking_change_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/base/counted.h"
#include "core/render/figure_text.h"

namespace bfclx {
namespace {

constexpr std::size_t kRunsNamed = 5;

struct CauseWords {
  const char* with;
  const char* subject;
  const char* one;
  const char* many;
};
CauseWords words_of(RankingCause cause) {
  if (cause == RankingCause::kEntriesLeftOut) {
    return {"Without these entries", "hese entries", "model", "models"};
  }
  const bool runs = cause == RankingCause::kCorrections;
  return {"With the corrections", "he corrections", runs ? "run" : "model",
          runs ? "runs" : "models"};
}

// "0.993"; never 1.000 where the order differs.
std::string tau_text(double tau) {
  char text[16];
  std::snprintf(text, sizeof text, "%.3f", tau);
  const std::string_view rounded = text;
  return rounded == "1.000" ? (tau < 1 ? "above 0.999" : "1") : std::string(rounded);
}

// "0.4" for all up to 0.4 points: rounded up, as nothing is above it.
std::string most_text(double share) {
  constexpr double kTenths = 1000;
  return percent(std::ceil(share * kTenths - 1e-9) / kTenths);
}

// What the sampling error of the scores has to do with it.
std::string uncertainty_text(const RankingChange& change, std::span<const std::string> labels,
                             const CauseWords& words) {
  const std::string subject = words.subject;
  if (change.moved == 0) return "All ranks stay the same.";
  if (change.beyond.empty()) {
    return "All new ranks are within the official rank ranges, so sampling error affects the ranks "
           "more than t" +
           subject + " do.";
  }
  const auto label_of = [&](std::size_t run) { return labels[run]; };
  return "T" + subject + " move " + counted(change.beyond.size(), words.one, words.many) +
         " out of the official rank range: " +
         first_of(change.beyond, kRunsNamed, change.beyond.size(), label_of) + ".";
}

}  // namespace

std::string ranking_change_text(const RankingChange& change, std::span<const std::string> labels,
                                RankingCause cause) {
  if (change.runs == 0) return {};
  const CauseWords words = words_of(cause);
  std::string text = std::string(words.with) + ", no score of the " + grouped_digits(change.runs) +
                     " " + words.many + " changes";
  if (change.most_points > 0) {
    text += " by more than " + most_text(change.most_points) + " points (mean " +
            percent(change.mean_points) + ")";
  }
  if (change.moved > 0) {
    text += ", and no rank by more than " + grouped_digits(change.most_ranks);
  }
  text += ".";
  if (change.kendall_tau) {
    text += " Kendall's tau between the two rankings is " + tau_text(*change.kendall_tau) + ".";
  }
  return text + " " + uncertainty_text(change, labels, words);
}

Table ranking_change_table(const Ranking& official, const Ranking& corrected,
                           std::span<const std::string> labels) {
  Table table;
  table.columns = {{"run", Align::kLeft, Fit::kShorten}, {"rank", Align::kRight},
                   {"official", Align::kRight},          {"rank with errata", Align::kRight},
                   {"with errata", Align::kRight},       {"change", Align::kRight, Fit::kDrop}};
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return official.runs[a].rank.rank < official.runs[b].rank.rank;
  });
  for (const std::size_t i : order) {
    const RankedRun& was = official.runs[i];
    const RankedRun& is = corrected.runs[i];
    table.rows.push_back({{labels[i], rank_text(was.rank), percent(was.score), rank_text(is.rank),
                           percent(is.score), signed_points(is.score - was.score)}});
  }
  return table;
}

}  // namespace bfclx
