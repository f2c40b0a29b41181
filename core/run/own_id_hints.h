// Ids that a person gave to entries of a benchmark of their own: the entries that they name, and
// responses that have one where the entry's id is needed.
#ifndef BFCLX_CORE_RUN_OWN_ID_HINTS_H_
#define BFCLX_CORE_RUN_OWN_ID_HINTS_H_

#include <string_view>

#include "core/dataset/dataset_files.h"
#include "core/run/model_run.h"

namespace bfclx {

// The id of the entry with this own id, which is the id of no entry itself; empty where there is
// none. Of files, loads a category where none is loaded.
std::string_view entry_of_own_id(const Dataset& dataset, std::string_view id);
std::string_view entry_of_own_id(DatasetFiles& dataset, std::string_view id);

// Of a benchmark of one's own: problems with such an id say which entry has it.
void name_own_ids(DatasetFiles& dataset, ModelRun& model);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_OWN_ID_HINTS_H_
