// Counts the lines of a file as used, unusable or skipped (internal to core/dataset).
#ifndef BFCLX_CORE_DATASET_LINE_TALLY_H_
#define BFCLX_CORE_DATASET_LINE_TALLY_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/dataset/lines.h"
#include "core/dataset/results.h"

namespace bfclx {

// Of two entries on one line the greater use counts.
enum class LineUse : std::uint8_t { kSkipped, kUnusable, kUsed };

class LineTally {
 public:
  explicit LineTally(std::string_view text) : reader_(text) {}

  // An entry that takes the bytes [begin, end). `begin` must not go back.
  void add(std::size_t begin, std::size_t end, LineUse use);
  // Lines that no entry was on are skipped.
  LineCounts finish();

 private:
  void start();
  void close_line();

  LineReader reader_;
  Line line_;
  Line next_;
  bool started_ = false;
  bool has_line_ = false;
  bool has_next_ = false;
  LineUse use_ = LineUse::kSkipped;
  LineCounts counts_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_LINE_TALLY_H_
