// How often the 95 % intervals of core/statistics hold the truth, and how often its tests cry
// wolf, by simulation of whole runs with a known truth.
//
//   build/release/bench/bfclx_coverage [--runs 2000] [--draws 500] [--seed 1]
//
// Two runs of the benchmark's size and clusters are drawn again and again. An entry is right when
// sqrt(rho) * z(cluster) + sqrt(kappa) * z(entry) + sqrt(tau) * z(cluster, run) + the rest of the
// variance * z(entry, run) stays below the threshold of its category, so that the true accuracies,
// and the true difference, are known.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "core/statistics/comparison.h"
#include "core/statistics/overall.h"
#include "core/statistics/repeats.h"
#include "core/statistics/statistics.h"

namespace {

using namespace bfclx;

struct Part {
  std::string_view category;
  int entries;
  int clusters;  // live categories: function docs; else entries
  double weight;
  double accuracy;  // of run A
};

// Sizes are those of BFCL v4, weights those of its overall score, accuracies those of a middling
// model.
constexpr Part kParts[] = {
    {"simple_python", 400, 400, 0.1 / 12, 0.93},
    {"simple_java", 100, 100, 0.1 / 12, 0.62},
    {"simple_javascript", 50, 50, 0.1 / 12, 0.70},
    {"multiple", 200, 200, 0.1 / 4, 0.93},
    {"parallel", 200, 200, 0.1 / 4, 0.88},
    {"parallel_multiple", 200, 200, 0.1 / 4, 0.85},
    {"irrelevance", 240, 240, 0.1 / 2, 0.85},
    {"live_simple", 258, 138, 0.1 * 258 / 1351, 0.78},
    {"live_multiple", 1053, 280, 0.1 * 1053 / 1351, 0.75},
    {"live_parallel", 16, 12, 0.1 * 16 / 1351, 0.69},
    {"live_parallel_multiple", 24, 21, 0.1 * 24 / 1351, 0.63},
    {"live_irrelevance", 884, 369, 0.1 / 2, 0.78},
    {"multi_turn_base", 200, 200, 0.3 / 4, 0.45},
    {"multi_turn_miss_func", 200, 200, 0.3 / 4, 0.35},
    {"multi_turn_miss_param", 200, 200, 0.3 / 4, 0.30},
    {"multi_turn_long_context", 200, 200, 0.3 / 4, 0.38},
    {"web_search_base", 100, 100, 0.4 / 4, 0.40},
    {"web_search_no_snippet", 100, 100, 0.4 / 4, 0.30},
    {"memory_kv", 155, 155, 0.4 / 6, 0.20},
    {"memory_vector", 155, 155, 0.4 / 6, 0.25},
    {"memory_rec_sum", 155, 155, 0.4 / 6, 0.40},
};

class Normal {
 public:
  explicit Normal(std::uint64_t seed) : random_(seed) {}
  double draw() {
    if (has_spare_) {
      has_spare_ = false;
      return spare_;
    }
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    const double angle = 2 * M_PI * uniform();
    spare_ = radius * std::sin(angle);
    has_spare_ = true;
    return radius * std::cos(angle);
  }
  std::uint32_t below(std::uint32_t count) { return random_.below(count); }

 private:
  double uniform() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }

  RandomSource random_;
  bool has_spare_ = false;
  double spare_ = 0;
};

double accuracy_of_threshold(double threshold) { return std::erfc(-threshold / M_SQRT2) / 2; }

// The threshold with this accuracy, by bisection.
double threshold_of(double accuracy) {
  double low = -9;
  double high = 9;
  for (int i = 0; i < 80; ++i) {
    const double middle = (low + high) / 2;
    (accuracy_of_threshold(middle) < accuracy ? low : high) = middle;
  }
  return low;
}

struct World {
  double rho;    // clusters are hard for both runs
  double kappa;  // entries are, beyond their cluster
  double tau;    // clusters are hard for one run
  double shift;  // of run B's thresholds
};

// Ids of all entries, made once: entries and clusters are what the ids say.
std::vector<std::vector<std::string>> made_ids(Normal& normal) {
  std::vector<std::vector<std::string>> ids;
  for (const Part& part : kParts) {
    std::vector<std::string>& of_part = ids.emplace_back();
    const bool live = part.category.substr(0, 4) == "live";
    for (int i = 0; i < part.entries; ++i) {
      std::string number = std::to_string(i);
      if (live) {
        // Every cluster once, the rest at random: sizes are uneven, as they are.
        const auto clusters = static_cast<std::uint32_t>(part.clusters);
        const std::uint32_t cluster =
            i < part.clusters ? static_cast<std::uint32_t>(i) : normal.below(clusters);
        number += "-" + std::to_string(cluster) + "-0";
      }
      of_part.push_back(std::string(part.category) + "_" + number);
    }
  }
  return ids;
}

struct Simulated {
  JudgedRun a;
  JudgedRun b;
};

Simulated simulate(const World& world, const std::vector<std::vector<std::string>>& ids,
                   Normal& normal) {
  Simulated runs;
  struct Effects {
    double both, a, b;
  };
  std::map<std::string, Effects> clusters;
  const double own = std::sqrt(1 - world.rho - world.kappa - world.tau);
  for (std::size_t p = 0; p < std::size(kParts); ++p) {
    const Category* category = find_category(kParts[p].category);
    const double threshold = threshold_of(kParts[p].accuracy);
    for (const std::string& id : ids[p]) {
      const std::string cluster = cluster_of(*category, id);
      auto place = clusters.find(cluster);
      if (place == clusters.end()) {
        const Effects drawn = {std::sqrt(world.rho) * normal.draw(),
                               std::sqrt(world.tau) * normal.draw(),
                               std::sqrt(world.tau) * normal.draw()};
        place = clusters.emplace(cluster, drawn).first;
      }
      const Effects& effects = place->second;
      const double shared = effects.both + std::sqrt(world.kappa) * normal.draw();
      const double a = shared + effects.a + own * normal.draw();
      const double b = shared + effects.b + own * normal.draw();
      runs.a.push_back({id, category, a < threshold, ""});
      runs.b.push_back({id, category, b < threshold + world.shift, ""});
    }
  }
  return runs;
}

constexpr std::size_t kRepeats = 5;

// Repeats of run A: what an entry and its cluster share stays, the rest is drawn for each.
std::vector<JudgedRun> simulate_repeats(const World& world,
                                        const std::vector<std::vector<std::string>>& ids,
                                        Normal& normal) {
  std::vector<JudgedRun> repeats(kRepeats);
  std::map<std::string, std::vector<double>> clusters;  // of all repeats, and of each
  const double own = std::sqrt(1 - world.rho - world.kappa - world.tau);
  for (std::size_t p = 0; p < std::size(kParts); ++p) {
    const Category* category = find_category(kParts[p].category);
    const double threshold = threshold_of(kParts[p].accuracy);
    for (const std::string& id : ids[p]) {
      std::vector<double>& effects = clusters[cluster_of(*category, id)];
      if (effects.empty()) {
        effects.push_back(std::sqrt(world.rho) * normal.draw());
        for (std::size_t i = 0; i < kRepeats; ++i) {
          effects.push_back(std::sqrt(world.tau) * normal.draw());
        }
      }
      const double shared = effects[0] + std::sqrt(world.kappa) * normal.draw();
      for (std::size_t i = 0; i < kRepeats; ++i) {
        const double drawn = shared + effects[i + 1] + own * normal.draw();
        repeats[i].push_back({id, category, drawn < threshold, ""});
      }
    }
  }
  return repeats;
}

// The true overall pass^k or, of failures, 1 - pass@k: the mean of p^k over what entries share.
double true_power(const World& world, std::size_t k, bool failures) {
  constexpr int kSteps = 4000;
  const double shared = std::sqrt(world.rho + world.kappa);
  const double own = std::sqrt(1 - world.rho - world.kappa);
  double score = 0;
  for (const Part& part : kParts) {
    const double threshold = threshold_of(part.accuracy);
    double sum = 0;
    double mass = 0;
    for (int i = 0; i <= kSteps; ++i) {
      const double z = -8 + 16.0 * i / kSteps;
      const double density = std::exp(-z * z / 2);
      const double passes = accuracy_of_threshold((threshold - shared * z) / own);
      sum += density * std::pow(failures ? 1 - passes : passes, static_cast<double>(k));
      mass += density;
    }
    score += part.weight * sum / mass;
  }
  return score;
}

struct Share {
  long hits = 0;
  long all = 0;
  void add(bool hit) {
    hits += hit ? 1 : 0;
    ++all;
  }
  std::string text() const {
    char out[32];
    std::snprintf(out, sizeof out, "%.1f", all > 0 ? 100.0 * hits / all : 0.0);
    return out;
  }
};

bool holds(const Range& range, double truth) { return range.low <= truth && truth <= range.high; }

struct Tally {
  Share score, score_closed, difference, closed, unclustered, overall_test;
  Share accuracy[std::size(kParts)], wilson[std::size(kParts)], by_category[std::size(kParts)];
  Share cluster_test[std::size(kParts)], mcnemar[std::size(kParts)];
};

void look_at_overall(const Simulated& runs, const World& world,
                     const std::vector<CategoryWeight>& weights, const ComparisonOptions& options,
                     Tally& tally) {
  double true_a = 0;
  double true_b = 0;
  for (const Part& part : kParts) {
    true_a += part.weight * part.accuracy;
    true_b += part.weight * accuracy_of_threshold(threshold_of(part.accuracy) + world.shift);
  }
  const Comparison comparison = compare_runs(runs.a, runs.b, weights, options);
  const OverallComparison& overall = comparison.overall;
  const double truth = true_b - true_a;
  tally.difference.add(holds(overall.interval, truth));
  tally.closed.add(std::fabs(overall.difference - truth) <= kZ95 * overall.standard_error);
  if (world.shift == 0) tally.overall_test.add(overall.p < 0.05);
  double variance = 0;  // as if all entries were independent
  for (std::size_t p = 0; p < std::size(kParts); ++p) {
    const CategoryComparison& row = comparison.categories[p];
    const double n = static_cast<double>(row.entries);
    const double d = row.difference.value;
    const double flips = static_cast<double>(row.gained + row.lost) / n;
    variance += kParts[p].weight * kParts[p].weight * (flips - d * d) / (n - 1);
    tally.by_category[p].add(
        holds(row.difference.interval,
              accuracy_of_threshold(threshold_of(kParts[p].accuracy) + world.shift) -
                  kParts[p].accuracy));
    if (world.shift == 0) {
      tally.cluster_test[p].add(row.cluster_p < 0.05);
      tally.mcnemar[p].add(row.mcnemar.p < 0.05);
    }
  }
  tally.unclustered.add(std::fabs(overall.difference - truth) <= kZ95 * std::sqrt(variance));
  const JudgedRun* one[] = {&runs.a};
  tally.score.add(holds(rank_runs(one, weights, options).runs[0].interval, true_a));
  const ScorePart& whole = overall_score(LeaderboardVersion::kV4);
  tally.score_closed.add(holds(RunScores(runs.a).of(whole).interval, true_a));
}

void look_at_accuracies(const Simulated& runs, Tally& tally) {
  std::size_t next = 0;
  for (std::size_t p = 0; p < std::size(kParts); ++p) {
    std::map<std::string, ClusterCount> clusters;
    std::size_t right = 0;
    for (int i = 0; i < kParts[p].entries; ++i, ++next) {
      const JudgedEntry& entry = runs.a[next];
      ClusterCount& cluster = clusters[cluster_of(*entry.category, entry.id)];
      ++cluster.entries;
      cluster.right += entry.right ? 1 : 0;
      right += entry.right ? 1 : 0;
    }
    std::vector<ClusterCount> counts;
    counts.reserve(clusters.size());
    for (const auto& [key, count] : clusters) counts.push_back(count);
    const double n = kParts[p].entries;
    tally.accuracy[p].add(holds(clustered_accuracy(counts).interval, kParts[p].accuracy));
    tally.wilson[p].add(holds(wilson_range(static_cast<double>(right) / n, n), kParts[p].accuracy));
  }
}

void print_repeats(const World& world, const std::vector<std::vector<std::string>>& ids,
                   long simulations, ComparisonOptions options, std::uint64_t seed) {
  Normal normal(seed + 1);
  Share at[kRepeats];
  Share hat[kRepeats];
  Share exchange;
  double true_at[kRepeats];
  double true_hat[kRepeats];
  for (std::size_t k = 1; k <= kRepeats; ++k) {
    true_at[k - 1] = 1 - true_power(world, k, true);
    true_hat[k - 1] = true_power(world, k, false);
  }
  const ScorePart& whole = overall_score(LeaderboardVersion::kV4);
  for (long i = 0; i < simulations; ++i) {
    options.seed = static_cast<std::uint64_t>(i) * 2 + 1;
    const std::vector<JudgedRun> repeats = simulate_repeats(world, ids, normal);
    std::vector<ScoredRun> runs;
    for (const JudgedRun& repeat : repeats) runs.push_back({&repeat});
    const RepeatsAnalysis analysis = analyze_repeats(runs, whole, "v4", options);
    for (std::size_t k = 0; k < kRepeats; ++k) {
      at[k].add(holds(analysis.passes[k].at.interval, true_at[k]));
      hat[k].add(holds(analysis.passes[k].hat.interval, true_hat[k]));
    }
    exchange.add(analysis.exchange_p < 0.05);
  }
  std::printf("| %zu repeats, k | pass@k | pass^k |\n|---:|---:|---:|\n", kRepeats);
  for (std::size_t k = 0; k < kRepeats; ++k) {
    std::printf("| %zu | %s | %s |\n", k + 1, at[k].text().c_str(), hat[k].text().c_str());
  }
  std::printf("\nexchange test below 0.05 without a difference: %s\n\n", exchange.text().c_str());
}

// Own benchmarks are small. Here each entry passes with probability 0.8, so decoding is all that
// varies.
void print_few_entries(long simulations, ComparisonOptions options, std::uint64_t seed) {
  constexpr double kPasses = 0.8;
  constexpr std::size_t kFewRepeats = 4;
  const double threshold = threshold_of(kPasses);
  const Category* category = find_category("multiple");
  Normal normal(seed + 2);
  std::printf("| entries, %zu repeats | mean | pass@%zu | pass^%zu |\n|---:|---:|---:|---:|\n",
              kFewRepeats, kFewRepeats, kFewRepeats);
  for (const int entries : {20, 100}) {
    Share mean;
    Share at;
    Share hat;
    for (long i = 0; i < simulations; ++i) {
      options.seed = static_cast<std::uint64_t>(i) * 2 + 1;
      std::vector<std::string> ids;
      for (int entry = 0; entry < entries; ++entry)
        ids.push_back("multiple_" + std::to_string(entry));
      std::vector<JudgedRun> repeats(kFewRepeats);
      for (JudgedRun& repeat : repeats) {
        for (const std::string& id : ids) {
          repeat.push_back({id, category, normal.draw() < threshold, ""});
        }
      }
      std::vector<ScoredRun> runs;
      for (const JudgedRun& repeat : repeats) runs.push_back({&repeat});
      const RepeatsAnalysis analysis =
          analyze_repeats(runs, overall_score(LeaderboardVersion::kV4), "v4", options);
      const PassFigures& all = analysis.passes.back();
      mean.add(holds(analysis.mean.interval, kPasses));
      at.add(holds(all.at.interval, 1 - std::pow(1 - kPasses, kFewRepeats)));
      hat.add(holds(all.hat.interval, std::pow(kPasses, kFewRepeats)));
    }
    std::printf("| %d | %s | %s | %s |\n", entries, mean.text().c_str(), at.text().c_str(),
                hat.text().c_str());
  }
  std::printf("\n");
}

long option(int argc, char** argv, const char* name, long otherwise) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], name) == 0) return std::atol(argv[i + 1]);
  }
  return otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  const long simulations = option(argc, argv, "--runs", 2000);
  ComparisonOptions options;
  options.replicates = static_cast<std::size_t>(option(argc, argv, "--draws", 500));
  const auto seed = static_cast<std::uint64_t>(option(argc, argv, "--seed", 1));
  const World worlds[] = {{0, 0.6, 0, 0}, {0.2, 0.2, 0.3, 0}, {0.2, 0.2, 0.3, 0.15}};
  std::vector<CategoryWeight> weights;
  for (const Part& part : kParts) weights.push_back({find_category(part.category), part.weight});

  std::printf("%ld pairs of runs in each world, %zu draws each, seed %llu; %% of pairs.\n\n",
              simulations, options.replicates, static_cast<unsigned long long>(seed));
  for (const World& world : worlds) {
    Normal normal(seed);
    const auto ids = made_ids(normal);
    Tally tally;
    for (long i = 0; i < simulations; ++i) {
      options.seed = static_cast<std::uint64_t>(i) * 2 + 1;
      const Simulated runs = simulate(world, ids, normal);
      look_at_overall(runs, world, weights, options, tally);
      look_at_accuracies(runs, tally);
    }
    std::printf("rho %.1f, kappa %.1f, tau %.1f, shift %.2f\n\n", world.rho, world.kappa, world.tau,
                world.shift);
    std::printf("| overall | holds the truth |\n|---|---:|\n");
    std::printf("| score, bootstrap | %s |\n", tally.score.text().c_str());
    std::printf("| score, closed form | %s |\n", tally.score_closed.text().c_str());
    std::printf("| difference, bootstrap | %s |\n", tally.difference.text().c_str());
    std::printf("| difference, closed form | %s |\n", tally.closed.text().c_str());
    std::printf("| difference, clusters ignored | %s |\n", tally.unclustered.text().c_str());
    if (world.shift == 0) {
      std::printf("\noverall test below 0.05 without a difference: %s\n",
                  tally.overall_test.text().c_str());
    }
    std::printf("\n| category | accuracy | Wilson, clusters ignored | difference |%s\n",
                world.shift == 0 ? " test by clusters < 0.05 | McNemar < 0.05 |" : "");
    std::printf("|---|---:|---:|---:|%s\n", world.shift == 0 ? "---:|---:|" : "");
    for (std::size_t p = 0; p < std::size(kParts); ++p) {
      std::printf("| %s | %s | %s | %s |", std::string(kParts[p].category).c_str(),
                  tally.accuracy[p].text().c_str(), tally.wilson[p].text().c_str(),
                  tally.by_category[p].text().c_str());
      if (world.shift == 0) {
        std::printf(" %s | %s |", tally.cluster_test[p].text().c_str(),
                    tally.mcnemar[p].text().c_str());
      }
      std::printf("\n");
    }
    std::printf("\n");
    if (world.shift == 0) print_repeats(world, ids, simulations, options, seed);
  }
  print_few_entries(simulations, options, seed);
  return 0;
}
