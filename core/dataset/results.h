// Result files: what a model replied, one entry a line.
#ifndef BFCLX_CORE_DATASET_RESULTS_H_
#define BFCLX_CORE_DATASET_RESULTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/value.h"

namespace bfclx {

struct Reply {
  std::size_t line = 0;  // from 1; for a JSON array the line on which the element starts
  std::string id;
  Value result;
};

// A line that could not be used, or was used with a reservation.
struct ResultProblem {
  std::size_t line = 0;
  std::string id;        // empty when unknown
  std::string message;   // what is wrong and what to do
  bool fatal = true;     // the line gave no reply
};

struct ResultFile {
  std::vector<Reply> replies;  // in the file's order
  std::vector<ResultProblem> problems;
};

// Takes JSON lines, one JSON array of entries, or one pretty-printed entry; blank lines and a byte
// order mark are passed over. Members that no checker reads (inference logs) are skipped without
// being built. Never fails as a whole: what is wrong stands in `problems`.
ResultFile read_results(std::string_view bytes);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_RESULTS_H_
