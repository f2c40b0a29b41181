// Many responses scored on threads of their own, without the interpreter lock.
#ifndef BFCLX_PYTHON_SRC_BATCH_H_
#define BFCLX_PYTHON_SRC_BATCH_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "core/run/scorer.h"
#include "python/src/dataset.h"
#include "python/src/to_value.h"
#include "python/src/verdict.h"

namespace bfclx::python_binding {

// Which responses of an entry are steps by themselves.
ResponseShape shape_of(const Entry& entry);

class Batch {
 public:
  // Ids of entries, and responses of any kind, as many. `dataset` is a Dataset. Keeps all of them.
  Batch(nanobind::handle dataset, nanobind::handle ids, nanobind::handle responses);

  // The responses for whoever chooses decoder and names by them. A copy. Raises what
  // DatasetObject::find_id does.
  ResultFile as_file();

  // Scores all of them on `threads` threads (0: one for each core; no more than four for each, or
  // than the system gives), this one among them. The verdicts, a list, are in the order of the
  // responses, whatever the threads; of a response that memory does not suffice for it is
  // set_out_of_memory's. std::bad_alloc where it does not suffice for that. The interpreter lock
  // is released meanwhile; a signal's exception ends it early and is raised, as is what as_file()
  // raises. No text that is a single-turn response is copied.
  nanobind::list score(const RunSettings& settings, std::size_t threads) &&;

 private:
  struct Item {
    const Entry* entry = nullptr;
    std::string_view text;  // of a single-turn response that is a text; it belongs to `responses_`
    bool valid = false;     // of such a one
    std::unique_ptr<ScoredResponse> other;
    std::unique_ptr<VerdictParts> parts;  // of `other`, when it is scored
  };
  class Work;
  // Sets items_[index].
  void read(std::size_t index);
  nanobind::object take_verdict(std::size_t index, const RunSettings& settings);

  nanobind::object owner_;  // of the dataset
  DatasetObject& dataset_;
  nanobind::object ids_;
  nanobind::object responses_;
  std::size_t read_ = 0;  // items so far
  std::vector<Item> items_;
};

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_BATCH_H_
