#include "core/statistics/tagged_sample.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/dataset/own_weights.h"

namespace bfclx {
namespace {

constexpr double kWhole = 1 - 1e-9;  // shares add up to 1 but for their last bits

struct Tagged {
  std::size_t entry = 0;
  std::size_t tag = 0;
  std::string cluster;
};

// Tags that share clusters make one stratum, as categories do.
bool share_clusters(const std::vector<Tagged>& all) {
  std::map<std::string_view, std::size_t> tag_of;
  return std::any_of(all.begin(), all.end(), [&](const Tagged& one) {
    return tag_of.emplace(one.cluster, one.tag).first->second != one.tag;
  });
}

// Whether each tag has an entry.
std::vector<bool> tags_in(const TagGroups& tags, const JudgedRun& run) {
  std::vector<bool> has(tags.weights.size());
  for (const JudgedEntry& entry : run) {
    if (const std::optional<std::size_t> tag = tags.of(entry.id)) has[*tag] = true;
  }
  return has;
}

}  // namespace

TaggedSample tagged_sample(const TagGroups& tags, std::span<const JudgedEntry* const> entries,
                           std::size_t columns, const FillEntry& fill) {
  std::vector<Tagged> all;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::optional<std::size_t> tag = tags.of(entries[i]->id);
    if (!tag || tags.weights[*tag].share <= 0) continue;
    all.push_back({i, *tag, cluster_of(*entries[i]->category, entries[i]->id)});
  }
  const bool is_one_stratum = share_clusters(all);
  TaggedSample tagged;
  tagged.entries = all.size();
  tagged.shares.resize(tags.weights.size());
  ClusterSampleBuilder builder(tags.weights.size(), columns);
  const auto flags = std::make_unique<bool[]>(columns);
  for (const Tagged& one : all) {
    const TagWeight& weight = tags.weights[one.tag];
    tagged.shares[one.tag] = weight.share;
    fill(one.entry, {flags.get(), columns});
    builder.add(is_one_stratum ? "" : weight.tag, one.cluster, one.tag, {flags.get(), columns});
  }
  for (const double share : tagged.shares) tagged.weight += share;
  if (tagged.weight > kWhole) tagged.weight = 1;
  tagged.sample = std::move(builder).build();
  return tagged;
}

TaggedSample tagged_sample(const TagGroups& tags, const JudgedRun& run) {
  std::vector<const JudgedEntry*> entries;
  for (const JudgedEntry& entry : run) entries.push_back(&entry);
  return tagged_sample(tags, entries, 1, [&](std::size_t entry, std::span<bool> right) {
    right[0] = entries[entry]->right;
  });
}

double tagged_weight(const TagGroups& tags, const JudgedRun& run) {
  const std::vector<bool> has = tags_in(tags, run);
  double weight = 0;
  for (std::size_t i = 0; i < has.size(); ++i) weight += has[i] ? tags.weights[i].share : 0;
  return weight > kWhole ? 1 : weight;
}

std::vector<std::string_view> missing_tags(const TagGroups& tags, const JudgedRun& run) {
  const std::vector<bool> has = tags_in(tags, run);
  std::vector<std::string_view> missing;
  for (std::size_t i = 0; i < has.size(); ++i) {
    if (!has[i] && tags.weights[i].share > 0) missing.push_back(tags.weights[i].tag);
  }
  return missing;
}

}  // namespace bfclx
