// MemoryAPI_vector: two stores of texts, searched by the likeness of their embeddings
// (func_source_code/memory_vector.py, with an exact index as faiss's IndexFlatIP).
//
// Texts are embedded when a search first needs them, in one request, and not when they are added:
// an entry that never searches needs no embedding model. What is searched and found is the same.
// Only str are taken as texts to embed; officially a list of texts is as well, with side effects.
#ifndef BFCLX_CORE_SIMULATORS_APIS_MEMORY_VECTOR_H_
#define BFCLX_CORE_SIMULATORS_APIS_MEMORY_VECTOR_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

const ClassTable& memory_vector_table();
std::unique_ptr<Simulator> make_memory_vector(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MEMORY_VECTOR_H_
