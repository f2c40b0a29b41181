// --order uncertain: the next entry is one of the category whose interval makes that of the overall
// score wide, and what is asked is a sample.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "core/conversation/values.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::tools {

void Generation::open_sample(const ResultFolder::Found& found) {
  if (options_.order != kUncertainOrder) return;
  std::vector<const Category*> categories = choice_.categories;
  if (target_.settings.fc) {  // which generates none of these
    std::erase_if(categories, [](const Category* one) { return one->varies_prompts; });
  }
  asked_sample_ = std::make_unique<AskedSample>(dataset_.dataset(), categories, plan_request().only,
                                                found.done, options_.seed);
}

std::optional<UncertainOrder> Generation::uncertain_order(const Watcher& watcher) const {
  if (asked_sample_ == nullptr) return std::nullopt;
  return UncertainOrder{asked_sample_->seed(), [this, &watcher](const Category& category) {
                          return watcher.urgency(category, asked_sample_->asked(category));
                        }};
}

bool Generation::wants(const PlannedEntry& planned, Watcher& watcher) {
  const std::string& id = planned.entry->id;
  const bool needed = asked_sample_ != nullptr && asked_sample_->is_needed(id);
  if (!needed && !watcher.wanted(planned)) return false;
  if (asked_sample_ != nullptr) asked_sample_->asks(id);
  return true;
}

Value Generation::asked_draw(bool finished) const {
  const Value sample = asked_sample_ != nullptr ? asked_sample_->value(finished) : Value();
  return sample.is_none() ? Value() : make_dict({{"sample", sample}});
}

}  // namespace bfclx::tools
