// Verdicts as Python sees them.
#ifndef BFCLX_PYTHON_SRC_VERDICT_H_
#define BFCLX_PYTHON_SRC_VERDICT_H_

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "core/run/scorer.h"

namespace bfclx::python_binding {

// What there is to tell of a verdict, apart from the entry and the response.
struct VerdictParts {
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

// How a text is read that a verdict is of.
struct TextReading {
  nanobind::handle dataset;  // the Dataset that has the entry
  const Decoder* decoder = nullptr;
  bool underscore_to_dot = false;
};

// A verdict. Of a single-turn response that is a text it keeps this text instead of the parts, and
// makes them when they are asked for: it is the same verdict however often it is made.
class VerdictObject {
 public:
  explicit VerdictObject(VerdictParts parts)
      : valid_(parts.verdict.valid), parts_(new VerdictParts(std::move(parts))) {}
  // `response` is a Python text.
  VerdictObject(bool valid, const Entry& entry, nanobind::handle response,
                const TextReading& reading)
      : valid_(valid),
        underscore_to_dot_(reading.underscore_to_dot),
        entry_(&entry),
        decoder_(reading.decoder),
        dataset_(nanobind::borrow(reading.dataset)),
        response_(nanobind::borrow(response)) {}

  VerdictObject(VerdictObject&& other) noexcept;
  ~VerdictObject() { delete parts_.load(); }

  bool valid() const { return valid_; }
  // Valid as long as this object. Any thread may ask, with the interpreter lock where there is one.
  const VerdictParts& parts() const;

 private:
  bool valid_;
  // Of a text, until the parts are made.
  bool underscore_to_dot_ = false;
  const Entry* entry_ = nullptr;
  const Decoder* decoder_ = nullptr;
  nanobind::object dataset_;  // has the entry
  nanobind::object response_;
  mutable std::atomic<VerdictParts*> parts_{nullptr};  // its own
};

// Of a response that has been scored; takes what it needs out of it.
VerdictParts parts_of(ScoredResponse& response);

// "no_network", ...; empty for kNone.
std::string_view skip_text(Skip skip);

// Adds the classes Verdict and Reason.
void bind_verdict(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_VERDICT_H_
