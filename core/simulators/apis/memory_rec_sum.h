// MemoryAPI_rec_sum: one text that the model keeps up to date (func_source_code/memory_rec_sum.py).
//
// Officially a replacement may let the text grow without limit, since only the new part's length is
// looked at. Here a memory of more than kMostCharacters is refused with an Error "Limit".
#ifndef BFCLX_CORE_SIMULATORS_APIS_MEMORY_REC_SUM_H_
#define BFCLX_CORE_SIMULATORS_APIS_MEMORY_REC_SUM_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& memory_rec_sum_table();
std::unique_ptr<Simulator> make_memory_rec_sum(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MEMORY_REC_SUM_H_
