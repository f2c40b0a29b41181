// EntryOrder: the order in which the entries of a plan begin, and which may begin already.
//
// Official: as the plan has them. Otherwise entries that show the model the same tools follow each
// other, so that a server that keeps the beginnings of prompts has them at hand; what must be done
// before others (memory prerequisites) still comes first. Uncertain: at random within each
// category, as a sample takes them, and the next from the category that is the most urgent then.
#ifndef BFCLX_CORE_GENERATION_ENTRY_ORDER_H_
#define BFCLX_CORE_GENERATION_ENTRY_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/conversation/plan.h"

namespace bfclx {

struct UncertainOrder {
  std::uint64_t seed = 0;
  std::function<double(const Category&)> urgency;  // the highest is next
};

class EntryOrder {
 public:
  // `uncertain` must outlive it.
  EntryOrder(std::span<const PlannedEntry> plan, bool official,
             const UncertainOrder* uncertain = nullptr);

  // Index in the plan of the next entry whose dependencies are done; nullopt while there is none.
  std::optional<std::size_t> take();
  // The one that is furthest from it: unlike those that are taken now.
  std::optional<std::size_t> take_last();
  bool has_ready() const { return !ready_.empty(); }
  std::size_t ready() const { return ready_.size(); }
  // Entries that follow each other for their tools are a group, named by its first entry. In the
  // official order each is one of its own.
  std::size_t group_of(std::size_t index) const { return group_of_[index]; }
  // The next entry of that group; nullopt while there is none.
  std::optional<std::size_t> take_of(std::size_t group);
  // The next entry of the first group that `is_free`.
  std::optional<std::size_t> take_of_free(const std::function<bool(std::size_t)>& is_free);
  // The entry has a result: those that wait for it may follow. Gives nothing back.
  void complete(std::size_t index);
  // The entry has none: indices of those that cannot begin without it, theirs too. They count as
  // taken.
  std::vector<std::size_t> give_up(std::size_t index);

 private:
  struct Lane {  // places of the entries of a category
    std::size_t begin = 0;
    std::size_t end = 0;
    const Category* category = nullptr;  // none: others wait for these
  };
  std::size_t take(std::set<std::size_t>::const_iterator place);
  void read_dependencies(std::span<const PlannedEntry> plan);
  void order_by_lanes(std::span<const PlannedEntry> plan);
  std::set<std::size_t>::const_iterator most_urgent() const;

  const UncertainOrder* uncertain_;
  std::vector<Lane> lanes_;  // of the uncertain order

  std::vector<std::size_t> place_of_;               // by entry of the plan
  std::vector<std::size_t> entry_at_;               // by place
  std::vector<std::size_t> group_of_;               // by entry
  std::vector<std::size_t> group_end_;              // the place behind it, by its first entry
  std::vector<std::size_t> waiting_;                // dependencies left, by entry
  std::vector<std::vector<std::size_t>> children_;  // by entry
  std::vector<bool> taken_;
  std::set<std::size_t> ready_;  // places
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_ENTRY_ORDER_H_
