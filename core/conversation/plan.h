// Plan: which entries of a dataset are asked of a model, and in which order
// (_llm_response_generation.py: collect_test_cases, generate_results; utils.py: sort_key,
// clean_up_memory_prereq_entries).
#ifndef BFCLX_CORE_CONVERSATION_PLAN_H_
#define BFCLX_CORE_CONVERSATION_PLAN_H_

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/dataset/dataset.h"

namespace bfclx {

// sort_key: priority (prerequisites 0, web search 1, single turn 2, multi-turn 3, memory 4), then
// category, then the first number behind the last '_'.
using SortKey = std::tuple<int, std::string, std::int64_t>;
SortKey sort_key(std::string_view id);

struct PlannedEntry {
  std::shared_ptr<const Entry> entry;
  std::vector<std::string> depends_on;  // ids of the plan that must be done before
};

struct PlanRequest {
  std::vector<const Category*> categories;  // loaded in the dataset
  // Ids to run; empty: all. Ids that no category has are passed over, as official.
  std::set<std::string, std::less<>> only;
  // Ids that have a result already: not run again.
  std::set<std::string, std::less<>> done;
  bool fc = false;  // entries of format_sensitivity are left out
};

// In the official order. For memory categories the prerequisites of every scenario come with them,
// unless no question of the category is left.
Result<std::vector<PlannedEntry>> make_plan(const Dataset& dataset, const PlanRequest& request);

// Hands entries out in the official order: an entry is ready when those it depends on are done,
// whatever came of them.
class Schedule {
 public:
  explicit Schedule(const std::vector<PlannedEntry>& plan);
  // Index in the plan of the next entry that may start; nullopt while none is ready.
  std::optional<std::size_t> take();
  void complete(std::size_t index);
  bool finished() const { return completed_ == waiting_.size(); }

 private:
  std::vector<SortKey> keys_;
  std::vector<std::string> ids_;
  std::vector<std::size_t> waiting_;                // dependencies left, by entry
  std::vector<std::vector<std::size_t>> children_;  // by entry
  std::set<std::tuple<SortKey, std::string, std::size_t>> ready_;
  std::size_t completed_ = 0;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_PLAN_H_
