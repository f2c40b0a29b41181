// Random numbers for resampling, and the sample of clusters that is resampled.
//
// Only integer arithmetic and IEEE 754 operations that round exactly (+ - * / sqrt) are used, so a
// seed gives the same numbers to the last bit natively and as WebAssembly.
#ifndef BFCLX_CORE_STATISTICS_RESAMPLING_H_
#define BFCLX_CORE_STATISTICS_RESAMPLING_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx {

// xoshiro256** of Blackman and Vigna (2018), its state filled by splitmix64 from one seed.
class RandomSource {
 public:
  explicit RandomSource(std::uint64_t seed);
  std::uint64_t next();                      // 64 bits, all of them good
  std::uint32_t below(std::uint32_t count);  // 0 to count - 1, each as likely; count > 0 (Lemire)

 private:
  std::uint64_t state_[4];
};

// Entries of one or several runs, grouped as they depend on each other. Entries of one cluster are
// drawn together; clusters are drawn within their stratum, whose number of clusters stays fixed.
class ClusterSample {
 public:
  // All entries of one category in one cluster.
  struct Cell {
    std::uint32_t category = 0;  // the caller's numbers, from 0
    std::uint32_t entries = 0;
    std::uint32_t first_right = 0;  // index of the first run's count, see right()
  };
  struct Cluster {
    std::uint32_t first_cell = 0;
    std::uint32_t last_cell = 0;  // one past
  };
  struct Stratum {
    std::uint32_t first_cluster = 0;
    std::uint32_t last_cluster = 0;  // one past
    std::uint32_t clusters() const { return last_cluster - first_cluster; }
  };

  std::size_t runs() const { return runs_; }
  std::size_t categories() const { return categories_; }
  const std::vector<Cell>& cells() const { return cells_; }
  const std::vector<Cluster>& clusters() const { return clusters_; }
  const std::vector<Stratum>& strata() const { return strata_; }
  // Right answers of each run in a cell.
  std::span<const std::uint32_t> right(const Cell& cell) const {
    return {right_.data() + cell.first_right, runs_};
  }
  // Entries and, by run, right answers of a category in the whole sample.
  std::uint64_t entries_of(std::size_t category) const;
  std::uint64_t right_of(std::size_t category, std::size_t run) const;

 private:
  friend class ClusterSampleBuilder;
  std::size_t runs_ = 0;
  std::size_t categories_ = 0;
  std::vector<Cell> cells_;
  std::vector<Cluster> clusters_;
  std::vector<Stratum> strata_;
  std::vector<std::uint32_t> right_;
};

class ClusterSampleBuilder {
 public:
  // `runs` > 0; entries are those that all runs have.
  ClusterSampleBuilder(std::size_t categories, std::size_t runs);
  // `right` has one flag for each run. Keys are names of the caller's.
  void add(std::string_view stratum, std::string_view cluster, std::size_t category,
           std::span<const bool> right);
  // Several entries at once: `right` has a count for each run.
  void add(std::string_view stratum, std::string_view cluster, std::size_t category,
           std::uint32_t entries, std::span<const std::uint32_t> right);
  ClusterSample build() &&;

 private:
  struct Counts {
    std::uint32_t entries = 0;
    std::vector<std::uint32_t> right;
  };
  using Cells = std::map<std::size_t, Counts>;                 // by category
  using Clusters = std::map<std::string, Cells, std::less<>>;  // by key
  Counts& counts_of(std::string_view stratum, std::string_view cluster, std::size_t category);

  std::size_t runs_;
  std::size_t categories_;
  std::map<std::string, Clusters, std::less<>> strata_;
};

// A row for each replicate, with one score for each run.
struct Replicates {
  std::size_t runs = 0;
  std::vector<double> scores;
  std::size_t count() const { return runs == 0 ? 0 : scores.size() / runs; }
  double at(std::size_t replicate, std::size_t run) const { return scores[replicate * runs + run]; }
};

// Stratified bootstrap of the scores sum(weights[c] * accuracy[c]), all runs drawn together. Of G
// clusters of a stratum G - 1 are drawn with replacement, which makes the variance of a linear
// score unbiased (Rao and Wu 1988); a lone cluster stays. A category that no drawn cluster holds
// keeps its accuracy in the whole sample. `weights` has one number for each category.
Replicates bootstrap_scores(const ClusterSample& sample, std::span<const double> weights,
                            std::size_t replicates, std::uint64_t seed);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_RESAMPLING_H_
