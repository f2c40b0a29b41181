#include "core/explain/episode_failure.h"

#include <algorithm>

#include "core/value/dict_of.h"

namespace bfclx {
namespace {

std::optional<std::size_t> as_index(const Value* value) {
  if (value == nullptr || !value->is_small_int() || value->as_int64() < 0) return std::nullopt;
  return static_cast<std::size_t>(value->as_int64());
}

}  // namespace

EpisodeFailure::EpisodeFailure(const ScoredResponse& response) {
  const std::optional<Reason>& why = response.verdict.why;
  if (why && !why->path.empty()) turn_ = as_index(&why->path.front());
  if (why) left_at_ = find_member(why->more, "left_at");
  const Value* details = find_member(response.verdict.error, "details");
  if (details == nullptr) return;
  const Value* missing = find_member(*details, "missing_items");
  if (missing != nullptr && missing->is_list()) missing_ = missing->items();
  const Value* differences = find_member(*details, "differences");
  if (differences != nullptr && differences->is_dict()) differences_ = differences;
}

bool EpisodeFailure::is_left_at(std::size_t turn, std::size_t step, std::size_t call) const {
  return left_at_ != nullptr && turn_ == turn && as_index(find_member(*left_at_, "step")) == step &&
         as_index(find_member(*left_at_, "call")) == call;
}

std::vector<bool> EpisodeFailure::missing_among(std::size_t turn, const List& results) const {
  std::vector<bool> flags(results.size(), false);
  if (turn_ != turn) return flags;
  List left = missing_;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto place = std::find_if(left.begin(), left.end(),
                                    [&](const Value& value) { return equal(value, results[i]); });
    if (place == left.end()) continue;
    left.erase(place);
    flags[i] = true;
  }
  return flags;
}

const Value* item_of(const Value& list, std::size_t index) {
  return list.is_list() && index < list.items().size() ? &list.items()[index] : nullptr;
}

}  // namespace bfclx
