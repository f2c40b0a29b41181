#include "core/dataset/line_tally.h"

#include <algorithm>

namespace bfclx {

void LineTally::start() {
  if (started_) return;
  started_ = true;
  has_line_ = reader_.next(line_);
  has_next_ = has_line_ && reader_.next(next_);
}

void LineTally::add(std::size_t begin, std::size_t end, LineUse use) {
  start();
  while (has_next_ && next_.offset <= begin) close_line();
  use_ = std::max(use_, use);
  while (has_next_ && next_.offset < end) {
    close_line();
    use_ = use;
  }
}

LineCounts LineTally::finish() {
  start();
  while (has_line_) close_line();
  return counts_;
}

void LineTally::close_line() {
  if (!line_.blank()) {
    ++(use_ == LineUse::kUsed       ? counts_.used
       : use_ == LineUse::kUnusable ? counts_.unusable
                                    : counts_.skipped);
  }
  use_ = LineUse::kSkipped;
  line_ = next_;
  has_line_ = has_next_;
  has_next_ = has_next_ && reader_.next(next_);
}

}  // namespace bfclx
