// Many replies scored on threads of their own, without the interpreter lock.
#ifndef BFCLX_PYTHON_SRC_BATCH_H_
#define BFCLX_PYTHON_SRC_BATCH_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <vector>

#include "core/run/scorer.h"
#include "python/src/verdict.h"

namespace bfclx::python_binding {

// Scores all of them, each with an entry, on `threads` threads (0: one for each core), this one
// among them. The verdicts are in the order of the replies, whatever the threads. Called with the
// interpreter lock, which is released meanwhile; a signal's exception ends it early and is raised.
std::vector<VerdictObject> score_all(std::vector<ScoredReply> replies, const RunSettings& settings,
                                     std::size_t threads);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_BATCH_H_
