// Responses that have a person's own id of an entry where the entry's id is needed.
#ifndef BFCLX_CORE_RUN_OWN_ID_HINTS_H_
#define BFCLX_CORE_RUN_OWN_ID_HINTS_H_

#include "core/dataset/dataset_files.h"
#include "core/run/model_run.h"

namespace bfclx {

// Of a benchmark of one's own: problems with such an id say which entry has it.
void name_own_ids(DatasetFiles& dataset, ModelRun& model);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_OWN_ID_HINTS_H_
