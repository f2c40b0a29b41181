// What the methods of a simulated class take: for completion and help.
#ifndef BFCLX_CORE_PLAYGROUND_METHOD_DOCS_H_
#define BFCLX_CORE_PLAYGROUND_METHOD_DOCS_H_

#include "core/dataset/dataset.h"
#include "core/simulators/simulator.h"

namespace bfclx {

// Public methods of the class in the order of its table, as a list of dicts with the members of
// `MethodInfo` in wasm/scorer.d.ts. Names and defaults are those of the class; types and
// descriptions come from the function docs, where the dataset has any.
Value method_docs(const ClassTable& table, const Dataset& dataset);

}  // namespace bfclx

#endif  // BFCLX_CORE_PLAYGROUND_METHOD_DOCS_H_
