#include "core/conversation/plan.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/conversation/values.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/entry_id.h"

namespace bfclx {

namespace {

using std::string_view;

// What others wait for comes first; of the rest what takes longest, and memories last.
int priority_of(const EntryId& id) {
  constexpr int kPrerequisite = 0, kAgentic = 1, kSingleTurn = 2, kMultiTurn = 3, kMemory = 4;
  if (id.prerequisite) return kPrerequisite;
  if (id.category == nullptr) return kSingleTurn;
  if (is_memory(*id.category)) return kMemory;
  if (id.category->judging == Judging::kAgentic) return kAgentic;
  return id.category->judging == Judging::kMultiTurn ? kMultiTurn : kSingleTurn;
}

std::vector<std::string> dependencies_of(const Entry& entry) {
  std::vector<std::string> ids;
  const Value* found = member(entry.data, "depends_on");
  if (found == nullptr || !found->is_list()) return ids;
  for (const Value& id : found->items()) {
    if (id.is_str()) ids.emplace_back(id.as_str());
  }
  return ids;
}

// Entries of the dataset stay where they are.
std::shared_ptr<const Entry> borrowed(const Entry& entry) {
  return {std::shared_ptr<const Entry>(), &entry};
}

class Planner {
 public:
  Planner(const Dataset& dataset, const PlanRequest& request)
      : dataset_(dataset), request_(request) {}

  Status add(const Category& category) {
    if (request_.fc && category.varies_prompts) return {};
    BFCLX_ASSIGN_OR_RETURN(std::vector<Entry> before,
                           build_memory_prerequisites(dataset_, category));
    std::vector<std::shared_ptr<const Entry>> questions;
    for (const Entry& entry : dataset_.entries(category)) {
      if (wanted(entry.id)) questions.push_back(borrowed(entry));
    }
    // Prerequisites alone would fill a memory that nobody asks.
    if (questions.empty()) return {};
    for (Entry& entry : before) {
      if (wanted(entry.id)) take(std::make_shared<const Entry>(std::move(entry)));
    }
    for (std::shared_ptr<const Entry>& entry : questions) take(std::move(entry));
    return {};
  }

  std::vector<PlannedEntry> finish() && {
    for (PlannedEntry& planned : plan_) {
      for (std::string& id : dependencies_of(*planned.entry)) {
        if (ids_.count(id) != 0) planned.depends_on.push_back(std::move(id));
      }
    }
    std::stable_sort(plan_.begin(), plan_.end(), [](const PlannedEntry& a, const PlannedEntry& b) {
      return sort_key(a.entry->id) < sort_key(b.entry->id);
    });
    return std::move(plan_);
  }

 private:
  bool wanted(const std::string& id) const {
    return (request_.only.empty() || request_.only.count(id) != 0) && request_.done.count(id) == 0;
  }
  void take(std::shared_ptr<const Entry> entry) {
    if (ids_.insert(entry->id).second) plan_.push_back({std::move(entry), {}});
  }

  const Dataset& dataset_;
  const PlanRequest& request_;
  std::vector<PlannedEntry> plan_;
  std::unordered_set<std::string> ids_;
};

}  // namespace

SortKey sort_key(string_view id) {
  const EntryId read = read_entry_id(id);
  id = id.substr(0, id.find(':'));
  const std::size_t cut = id.rfind('_');
  string_view number = cut == string_view::npos ? string_view() : id.substr(cut + 1);
  number = number.substr(0, number.find('-'));
  std::int64_t index = 0;
  for (const char c : number) {
    if (c < '0' || c > '9' || index > (std::int64_t{1} << 50)) break;
    index = index * 10 + (c - '0');
  }
  return {priority_of(read), std::string(read.text), index};
}

Result<std::vector<PlannedEntry>> make_plan(const Dataset& dataset, const PlanRequest& request) {
  Planner planner(dataset, request);
  for (const Category* category : request.categories) {
    BFCLX_RETURN_IF_ERROR(planner.add(*category));
  }
  return std::move(planner).finish();
}

Schedule::Schedule(const std::vector<PlannedEntry>& plan)
    : waiting_(plan.size()), children_(plan.size()) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    places.emplace(plan[i].entry->id, i);
    keys_.push_back(sort_key(plan[i].entry->id));
    ids_.push_back(plan[i].entry->id);
  }
  for (std::size_t i = 0; i < plan.size(); ++i) {
    for (const std::string& id : plan[i].depends_on) {
      const auto place = places.find(id);
      if (place == places.end() || place->second == i) continue;
      children_[place->second].push_back(i);
      ++waiting_[i];
    }
    if (waiting_[i] == 0) ready_.insert({keys_[i], ids_[i], i});
  }
}

std::optional<std::size_t> Schedule::take() {
  if (ready_.empty()) return std::nullopt;
  const std::size_t index = std::get<2>(*ready_.begin());
  ready_.erase(ready_.begin());
  return index;
}

void Schedule::complete(std::size_t index) {
  ++completed_;
  for (const std::size_t child : children_[index]) {
    if (--waiting_[child] == 0) ready_.insert({keys_[child], ids_[child], child});
  }
}

}  // namespace bfclx
