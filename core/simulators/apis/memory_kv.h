// MemoryAPI_kv: two stores of keys and texts, searched by key (func_source_code/memory_kv.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_MEMORY_KV_H_
#define BFCLX_CORE_SIMULATORS_APIS_MEMORY_KV_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& memory_kv_table();
std::unique_ptr<Simulator> make_memory_kv(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MEMORY_KV_H_
