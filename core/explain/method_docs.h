// What the methods of a simulated class take: for completion and help.
#ifndef BFCLX_CORE_EXPLAIN_METHOD_DOCS_H_
#define BFCLX_CORE_EXPLAIN_METHOD_DOCS_H_

#include <string>
#include <string_view>

#include "core/dataset/dataset.h"
#include "core/simulators/engine/simulator.h"

namespace bfclx {

// Python's text of a default; empty where the parameter is required.
std::string default_text(const Default& otherwise);

// The documentation of a method in the dataset's function docs; nullptr when there is none.
const Value* method_doc(const Dataset& dataset, const ClassTable& table, std::string_view method);

// Public methods of the class in the order of its table, as a list of dicts with the members of
// `MethodInfo` in wasm/scorer.d.ts. Names and defaults are those of the class; types and
// descriptions come from the function docs, where the dataset has any.
Value method_docs(const ClassTable& table, const Dataset& dataset);

}  // namespace bfclx

#endif  // BFCLX_CORE_EXPLAIN_METHOD_DOCS_H_
