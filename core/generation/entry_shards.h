// Shards of a run: which process of several generates which entries of a plan.
//
// Entries that depend on each other (the conversations of a memory, and the entries that start from
// it) are in one shard. Shards get about the same number of requests: the largest group first, each
// to the shard with the least. The same plan gives the same shards everywhere, so the plan must be
// the whole one, whatever has a result already.
#ifndef BFCLX_CORE_GENERATION_ENTRY_SHARDS_H_
#define BFCLX_CORE_GENERATION_ENTRY_SHARDS_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/conversation/plan.h"

namespace bfclx {

// Of each entry of the plan its shard, from 0.
std::vector<std::size_t> assign_shards(std::span<const PlannedEntry> plan, std::size_t shards);

// Eight digits that stand for the ids of a plan, whatever their order.
std::string plan_id(std::span<const PlannedEntry> plan);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_ENTRY_SHARDS_H_
