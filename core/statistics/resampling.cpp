#include "core/statistics/resampling.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

namespace bfclx {
namespace {

std::uint64_t rotated(std::uint64_t x, int count) { return (x << count) | (x >> (64 - count)); }

std::uint64_t splitmix(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Counts of one replicate by category, and by category and run.
struct Tally {
  std::vector<std::uint64_t> entries;
  std::vector<std::uint64_t> right;

  explicit Tally(const ClusterSample& sample)
      : entries(sample.categories()), right(sample.categories() * sample.runs()) {}
  void clear() {
    std::fill(entries.begin(), entries.end(), 0);
    std::fill(right.begin(), right.end(), 0);
  }
  void add(const ClusterSample& sample, const ClusterSample::Cluster& cluster,
           std::uint64_t times) {
    for (std::uint32_t i = cluster.first_cell; i < cluster.last_cell; ++i) {
      const ClusterSample::Cell& cell = sample.cells()[i];
      entries[cell.category] += times * cell.entries;
      std::uint64_t* sums = &right[cell.category * sample.runs()];
      const std::span<const std::uint32_t> counts = sample.right(cell);
      for (std::size_t run = 0; run < counts.size(); ++run) sums[run] += times * counts[run];
    }
  }
};

// Clusters that add the same to a tally, told once: most are one entry, right or wrong. A draw only
// counts them, so that it costs the same however many runs there are.
class Alike {
 public:
  explicit Alike(const ClusterSample& sample) : sample_(sample) {
    std::map<std::vector<std::uint32_t>, std::uint32_t> known;
    for (const ClusterSample::Cluster& cluster : sample.clusters()) {
      std::vector<std::uint32_t> adds;
      for (std::uint32_t i = cluster.first_cell; i < cluster.last_cell; ++i) {
        const ClusterSample::Cell& cell = sample.cells()[i];
        adds.push_back(cell.category);
        adds.push_back(cell.entries);
        const std::span<const std::uint32_t> counts = sample.right(cell);
        adds.insert(adds.end(), counts.begin(), counts.end());
      }
      const auto next = static_cast<std::uint32_t>(firsts_.size());
      const auto [place, is_new] = known.try_emplace(std::move(adds), next);
      if (is_new) add_kind(cluster);
      kinds_.push_back(place->second);
    }
    times_.resize(firsts_.size());
    sums_.resize(sample.categories() * words());
  }

  void draw(RandomSource& random, Tally& tally) {
    std::fill(times_.begin(), times_.end(), 0);
    for (const ClusterSample::Stratum& stratum : sample_.strata()) {
      const std::uint32_t clusters = stratum.clusters();
      const std::uint32_t* const kinds = kinds_.data() + stratum.first_cluster;
      if (clusters == 1) ++times_[kinds[0]];
      for (std::uint32_t i = 1; i < clusters; ++i) ++times_[kinds[random.below(clusters)]];
    }
    tally.clear();
    if (!add_entries(tally)) {
      for (std::size_t kind = 0; kind < firsts_.size(); ++kind) {
        if (times_[kind] > 0) tally.add(sample_, firsts_[kind], times_[kind]);
      }
      return;
    }
    std::fill(sums_.begin(), sums_.end(), 0);
    const std::uint64_t* right = right_.data();
    for (std::size_t kind = 0; kind < firsts_.size(); ++kind) {
      const std::uint64_t times = times_[kind];
      for (std::uint32_t i = firsts_[kind].first_cell; i < firsts_[kind].last_cell; ++i) {
        std::uint64_t* sums = &sums_[sample_.cells()[i].category * words()];
        for (std::size_t word = 0; times > 0 && word < words(); ++word) {
          sums[word] += times * right[word];
        }
        right += words();
      }
    }
    read_sums(tally);
  }

 private:
  void add_kind(const ClusterSample::Cluster& cluster) {
    firsts_.push_back(cluster);
    for (std::uint32_t i = cluster.first_cell; i < cluster.last_cell; ++i) {
      const std::span<const std::uint32_t> counts = sample_.right(sample_.cells()[i]);
      const std::size_t first = right_.size();
      right_.resize(first + words());
      for (std::size_t run = 0; run < counts.size(); ++run) {
        right_[first + run / kRuns] |= std::uint64_t{counts[run] & UINT16_MAX} << shift_of(run);
      }
    }
  }

  // Counts of `kRuns` runs stand in one number, 16 bits each, none of which carries.
  static constexpr std::size_t kRuns = 4;
  static std::size_t shift_of(std::size_t run) { return run % kRuns * 16; }
  std::size_t words() const { return (sample_.runs() + kRuns - 1) / kRuns; }

  void read_sums(Tally& tally) const {
    std::uint64_t* right = tally.right.data();
    for (std::size_t category = 0; category < sample_.categories(); ++category) {
      const std::uint64_t* sums = &sums_[category * words()];
      for (std::size_t run = 0; run < sample_.runs(); ++run) {
        *right++ = sums[run / kRuns] >> shift_of(run) & UINT16_MAX;
      }
    }
  }

  // Adds the entries that were drawn. False where those of a category are too many for 16 bits, in
  // which right answers of several runs are counted together; then it adds nothing.
  bool add_entries(Tally& tally) const {
    for (std::size_t kind = 0; kind < firsts_.size(); ++kind) {
      for (std::uint32_t i = firsts_[kind].first_cell; i < firsts_[kind].last_cell; ++i) {
        const ClusterSample::Cell& cell = sample_.cells()[i];
        tally.entries[cell.category] += std::uint64_t{times_[kind]} * cell.entries;
      }
    }
    if (std::all_of(tally.entries.begin(), tally.entries.end(),
                    [](std::uint64_t entries) { return entries <= UINT16_MAX; })) {
      return true;
    }
    tally.clear();
    return false;
  }

  const ClusterSample& sample_;
  std::vector<std::uint32_t> kinds_;            // of each cluster
  std::vector<ClusterSample::Cluster> firsts_;  // of each kind
  std::vector<std::uint32_t> times_;            // that a kind was drawn
  std::vector<std::uint64_t> right_;            // of each cell of each kind, the last 16 bits
  std::vector<std::uint64_t> sums_;             // of each category
};

}  // namespace

RandomSource::RandomSource(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = splitmix(seed);
}

std::uint64_t RandomSource::next() {
  const std::uint64_t result = rotated(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = rotated(state_[3], 45);
  return result;
}

std::uint32_t RandomSource::below(std::uint32_t count) {
  assert(count > 0);
  std::uint64_t product = (next() >> 32) * count;
  auto low = static_cast<std::uint32_t>(product);
  if (low < count) {
    const std::uint32_t threshold = (0u - count) % count;
    while (low < threshold) {
      product = (next() >> 32) * count;
      low = static_cast<std::uint32_t>(product);
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

std::uint64_t ClusterSample::entries_of(std::size_t category) const {
  std::uint64_t sum = 0;
  for (const Cell& cell : cells_) sum += cell.category == category ? cell.entries : 0;
  return sum;
}

std::uint64_t ClusterSample::right_of(std::size_t category, std::size_t run) const {
  std::uint64_t sum = 0;
  for (const Cell& cell : cells_) sum += cell.category == category ? right(cell)[run] : 0;
  return sum;
}

ClusterSampleBuilder::ClusterSampleBuilder(std::size_t categories, std::size_t runs)
    : runs_(runs), categories_(categories) {
  assert(runs > 0);
}

ClusterSampleBuilder::Counts& ClusterSampleBuilder::counts_of(std::string_view stratum,
                                                              std::string_view cluster,
                                                              std::size_t category) {
  assert(category < categories_);
  auto place = strata_.find(stratum);
  if (place == strata_.end()) place = strata_.try_emplace(std::string(stratum)).first;
  auto cells = place->second.find(cluster);
  if (cells == place->second.end()) {
    cells = place->second.try_emplace(std::string(cluster)).first;
  }
  Counts& counts = cells->second[category];
  counts.right.resize(runs_);
  return counts;
}

void ClusterSampleBuilder::add(std::string_view stratum, std::string_view cluster,
                               std::size_t category, std::span<const bool> right) {
  assert(right.size() == runs_);
  Counts& counts = counts_of(stratum, cluster, category);
  ++counts.entries;
  for (std::size_t run = 0; run < runs_; ++run) counts.right[run] += right[run] ? 1 : 0;
}

void ClusterSampleBuilder::add(std::string_view stratum, std::string_view cluster,
                               std::size_t category, std::uint32_t entries,
                               std::span<const std::uint32_t> right) {
  assert(right.size() == runs_);
  Counts& counts = counts_of(stratum, cluster, category);
  counts.entries += entries;
  for (std::size_t run = 0; run < runs_; ++run) counts.right[run] += right[run];
}

ClusterSample ClusterSampleBuilder::build() && {
  ClusterSample sample;
  sample.runs_ = runs_;
  sample.categories_ = categories_;
  for (const auto& [stratum_key, clusters] : strata_) {
    ClusterSample::Stratum stratum;
    stratum.first_cluster = static_cast<std::uint32_t>(sample.clusters_.size());
    for (const auto& [cluster_key, cells] : clusters) {
      ClusterSample::Cluster cluster;
      cluster.first_cell = static_cast<std::uint32_t>(sample.cells_.size());
      for (const auto& [category, counts] : cells) {
        sample.cells_.push_back({static_cast<std::uint32_t>(category), counts.entries,
                                 static_cast<std::uint32_t>(sample.right_.size())});
        sample.right_.insert(sample.right_.end(), counts.right.begin(), counts.right.end());
      }
      cluster.last_cell = static_cast<std::uint32_t>(sample.cells_.size());
      sample.clusters_.push_back(cluster);
    }
    stratum.last_cluster = static_cast<std::uint32_t>(sample.clusters_.size());
    sample.strata_.push_back(stratum);
  }
  strata_.clear();
  return sample;
}

Replicates bootstrap_scores(const ClusterSample& sample, std::span<const double> weights,
                            std::size_t replicates, std::uint64_t seed) {
  assert(weights.size() == sample.categories());
  RandomSource random(seed);
  Tally whole(sample);
  for (const ClusterSample::Cluster& cluster : sample.clusters()) whole.add(sample, cluster, 1);
  Tally drawn(sample);
  Alike alike(sample);
  Replicates result;
  result.runs = sample.runs();
  result.scores.reserve(replicates * sample.runs());
  for (std::size_t i = 0; i < replicates; ++i) {
    alike.draw(random, drawn);
    for (std::size_t run = 0; run < sample.runs(); ++run) {
      double score = 0;
      for (std::size_t c = 0; c < sample.categories(); ++c) {
        const Tally& tally = drawn.entries[c] > 0 ? drawn : whole;
        if (tally.entries[c] == 0 || weights[c] == 0) continue;
        score += weights[c] * (static_cast<double>(tally.right[c * sample.runs() + run]) /
                               static_cast<double>(tally.entries[c]));
      }
      result.scores.push_back(score);
    }
  }
  return result;
}

}  // namespace bfclx
