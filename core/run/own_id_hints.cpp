#include "core/run/own_id_hints.h"

#include "core/base/text.h"
#include "core/dataset/own_ids.h"

namespace bfclx {

std::string_view entry_of_own_id(const Dataset& dataset, std::string_view id) {
  if (dataset.own_ids == nullptr || dataset.find(id) != nullptr) return {};
  return dataset.own_ids->entry_of(id);
}

std::string_view entry_of_own_id(DatasetFiles& dataset, std::string_view id) {
  if (dataset.own_benchmark() == nullptr) return {};
  if (dataset.dataset().own_ids == nullptr) {
    const auto entries = dataset.own_entries();
    if (entries.empty() || !dataset.load(*entries.front().first).ok()) return {};
  }
  return entry_of_own_id(dataset.dataset(), id);
}

void name_own_ids(DatasetFiles& dataset, ModelRun& model) {
  if (dataset.own_benchmark() == nullptr) return;
  for (Problem& problem : model.problems) {
    if (problem.id.empty()) continue;
    const std::string_view entry = entry_of_own_id(dataset, problem.id);
    if (entry.empty()) continue;
    problem.message +=
        concat({"; ", problem.id, " is your own id of ", entry, "; use the id of the entry"});
  }
}

}  // namespace bfclx
