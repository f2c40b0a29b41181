// Many responses scored on threads of their own, without the interpreter lock.
#ifndef BFCLX_PYTHON_SRC_BATCH_H_
#define BFCLX_PYTHON_SRC_BATCH_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "core/run/scorer.h"
#include "python/src/columns.h"
#include "python/src/dataset.h"
#include "python/src/text_column.h"
#include "python/src/to_value.h"
#include "python/src/verdict.h"

namespace bfclx::python_binding {

// Which responses of an entry are steps by themselves.
ResponseShape shape_of(const Entry& entry);

class Batch {
 public:
  // Ids of entries, and responses of any kind, as many: iterables, or columns of numpy, pandas or
  // whatever knows Arrow. `dataset` is a Dataset. Keeps all of them.
  Batch(nanobind::handle dataset, nanobind::handle ids, nanobind::handle responses);

  // The responses for whoever chooses decoder and names by them. A copy. Raises what
  // DatasetObject::find_id does.
  ResultFile as_file();

  // Scores all of them on `threads` threads (0: one for each core; no more than four for each, or
  // than the system gives), this one among them. The verdicts, a list, are in the order of the
  // responses, whatever the threads; of a response that memory does not suffice for it is
  // set_out_of_memory's. std::bad_alloc where it does not suffice for that. The interpreter lock
  // is released meanwhile; a signal's exception ends it early and is raised, as is what as_file()
  // raises. No text of a list that is a single-turn response is copied.
  nanobind::list score(const RunSettings& settings, std::size_t threads) &&;
  // The same without an object for each verdict.
  Columns score_columns(const RunSettings& settings, std::size_t threads) &&;

 private:
  // A list of its own, or texts where they lie.
  class Source {
   public:
    explicit Source(nanobind::handle items);
    std::size_t size() const;
    // Of texts: the text at `index`, nullptr as its data() where there is none.
    bool is_texts() const { return texts_ != nullptr; }
    std::string_view text(std::size_t index) const { return texts_->texts()[index]; }
    // The item, or a text or None made of it.
    nanobind::object object(std::size_t index) const;

   private:
    nanobind::object items_;
    const TextColumn* texts_ = nullptr;  // of items_
  };
  struct Item {
    const Entry* entry = nullptr;
    std::string_view text;  // of a single-turn response that is a text; it belongs to `responses_`
    bool valid = false;     // of such a one
    std::unique_ptr<ScoredResponse> other;
    // Of `other`, when it is scored; for columns of a text that fails, too.
    std::unique_ptr<VerdictParts> parts;
  };
  class Work;
  // Sets items_[index].
  void read(std::size_t index);
  const Entry& entry_at(std::size_t index);
  std::size_t threads_of(std::size_t given) const;
  nanobind::object take_verdict(std::size_t index, const RunSettings& settings);

  nanobind::object owner_;  // of the dataset
  DatasetObject& dataset_;
  Source ids_;
  Source responses_;
  std::size_t read_ = 0;  // items so far
  std::vector<Item> items_;
};

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_BATCH_H_
