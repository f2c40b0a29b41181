#include "tools/bfclx/generate/asked_sample.h"

#include <algorithm>
#include <utility>

#include "core/conversation/values.h"
#include "core/dataset/drawn_order.h"
#include "core/run/asked_entries.h"

namespace bfclx::tools {

AskedSample::AskedSample(const Dataset& dataset, std::span<const Category* const> categories,
                         const std::set<std::string, std::less<>>& only,
                         const std::set<std::string, std::less<>>& done, std::uint64_t seed)
    : seed_(seed) {
  for (const Category* category : categories) {
    Count& count = counts_[category];
    for (std::string& id : drawn_order(dataset, *category, seed)) {
      if (!only.empty() && only.count(id) == 0) continue;
      const std::size_t number = count.all++;
      if (done.count(id) != 0) count.had = count.asked = number + 1;
      places_.emplace(std::move(id), Place{category, number});
    }
  }
}

bool AskedSample::is_needed(const std::string& id) const {
  const auto place = places_.find(id);
  return place != places_.end() && place->second.number < counts_.at(place->second.category).had;
}

void AskedSample::asks(const std::string& id) {
  const auto place = places_.find(id);
  if (place == places_.end()) return;  // a conversation that fills a memory
  std::size_t& asked = counts_[place->second.category].asked;
  asked = std::max(asked, place->second.number + 1);
}

std::size_t AskedSample::asked(const Category& category) const {
  const auto count = counts_.find(&category);
  return count != counts_.end() ? count->second.asked : 0;
}

Value AskedSample::value(bool finished) const {
  const auto number = [](std::uint64_t value) {
    return Value::integer(static_cast<std::int64_t>(value));
  };
  std::size_t all = 0;
  std::size_t asked = 0;
  for (const auto& [category, count] : counts_) {
    all += count.all;
    asked += count.asked;
  }
  if (asked == all) return {};
  Value sample = make_dict({{"seed", number(seed_)}, {"by", Value::str(kSampleByAsked)}});
  if (finished) sample.mutable_dict().set("entries", number(std::max<std::uint64_t>(asked, 1)));
  return sample;
}

}  // namespace bfclx::tools
