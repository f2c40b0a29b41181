// Entries of a result file, and those that are no result lines (internal to core/dataset).
#ifndef BFCLX_CORE_DATASET_ENTRIES_H_
#define BFCLX_CORE_DATASET_ENTRIES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/dataset/line_tally.h"
#include "core/dataset/results.h"

namespace bfclx {

// An entry of the file that is no result line.
struct OtherEntry {
  std::size_t line = 0;
  std::size_t offset = 0;
  std::string_view text;  // of one JSON value; may hold bytes that are no UTF-8
};
enum class Took : std::uint8_t {
  kNothing,    // nothing is made of it, and the problem is told as of a result line
  kResponses,  // at least one
  kProblem,    // none, and what is wrong was told
};
using OtherEntrySink = std::function<Took(const OtherEntry& entry)>;

// False where the response is dropped: then its lines are unusable, and a problem was told.
using TakeResponse = std::function<bool(Response&& response)>;

// read_results, with a sink for other entries.
LineCounts read_entries(std::string_view bytes, const TakeResponse& take_response,
                        const ResultProblemSink& on_problem, const OtherEntrySink* on_other);

// All lines of a text that is one entry.
LineCounts lines_of_one_entry(std::string_view text, LineUse use);

// End of the JSON value that starts at `at`, found by brackets and quotes alone; npos when there is
// none. A value that is no bracket ends at a comma, a closing bracket or the end of the line.
std::size_t json_value_end(std::string_view text, std::size_t at);

// An id as a problem shows it: whole, or the start of one past kLongestId. Valid UTF-8.
std::string shown_id(std::string_view id);
// What is wrong with one past kLongestId.
std::string too_long_id(std::string_view id);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_ENTRIES_H_
