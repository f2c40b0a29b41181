// Many replies scored on threads of their own, without the interpreter lock.
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

// Which replies of an entry are steps by themselves.
ReplyShape shape_of(const Entry& entry);

class Batch {
 public:
  // Texts for entries of the dataset, and replies of any kind, as many. Keeps the replies, and
  // copies no text that is a single-turn reply. Raises what DatasetObject::entry does, and a
  // TypeError for an id that is no text.
  Batch(std::shared_ptr<DatasetObject> dataset, nanobind::handle ids, nanobind::handle replies);

  // The replies for whoever chooses decoder and names by them. A copy.
  ResultFile as_file() const;

  // Scores all of them on `threads` threads (0: one for each core), this one among them. The
  // verdicts, a list, are in the order of the replies, whatever the threads. The interpreter lock
  // is released meanwhile; a signal's exception ends it early and is raised.
  nanobind::list score(const RunSettings& settings, std::size_t threads) &&;

 private:
  struct Item {
    const Entry* entry = nullptr;
    std::string_view text;  // of a single-turn reply that is a text; it belongs to `replies_`
    bool valid = false;     // of such a one
    std::unique_ptr<ScoredReply> other;
    std::unique_ptr<VerdictParts> parts;  // of `other`, when it is scored
  };
  class Work;
  void add(nanobind::handle id, PyObject* reply);

  std::shared_ptr<DatasetObject> dataset_;
  nanobind::object replies_;
  std::vector<Item> items_;
};

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_BATCH_H_
