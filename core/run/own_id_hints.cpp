#include "core/run/own_id_hints.h"

#include <string_view>

#include "core/base/text.h"
#include "core/dataset/own_ids.h"

namespace bfclx {

void name_own_ids(DatasetFiles& dataset, ModelRun& model) {
  if (dataset.own_benchmark() == nullptr || model.problems.empty()) return;
  if (dataset.dataset().own_ids == nullptr) {  // no response had the id of an entry
    const auto entries = dataset.own_entries();
    if (entries.empty() || !dataset.load(*entries.front().first).ok()) return;
  }
  for (Problem& problem : model.problems) {
    if (problem.id.empty() || dataset.dataset().find(problem.id) != nullptr) continue;
    const std::string_view entry = dataset.dataset().own_ids->entry_of(problem.id);
    if (entry.empty()) continue;
    problem.message +=
        concat({"; ", problem.id, " is your own id of ", entry, "; use the id of the entry"});
  }
}

}  // namespace bfclx
