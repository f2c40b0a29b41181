// Verdicts as Python sees them.
#ifndef BFCLX_PYTHON_SRC_VERDICT_H_
#define BFCLX_PYTHON_SRC_VERDICT_H_

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "core/run/scorer.h"

namespace bfclx::python_binding {

// What a verdict keeps: everything but the entry and the reply, so that it needs neither.
struct VerdictObject {
  std::string id;  // empty without a dataset
  Verdict verdict;
  Skip skip = Skip::kNone;
  // Of episodes.
  std::size_t turns_passed = 0;
  std::size_t turns_total = 0;
  // Of agentic entries.
  Value last_message;
  // What ran, of episodes and executable entries; None where nothing did.
  Value execution;
};

// Of a reply that has been scored; takes what it needs out of it.
VerdictObject verdict_of(ScoredReply& reply);

// Adds the classes Verdict and Reason.
void bind_verdict(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_VERDICT_H_
