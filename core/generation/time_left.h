// How fast a run goes and how long it still takes, by the entries that ended in the last minute, or
// the last few of them; waits for the server do not count.
#ifndef BFCLX_CORE_GENERATION_TIME_LEFT_H_
#define BFCLX_CORE_GENERATION_TIME_LEFT_H_

#include <cstddef>
#include <deque>
#include <optional>

namespace bfclx {

class TimeLeft {
 public:
  void begin(double now) { seen_ = now; }
  // A few times a second. `waiting`: for a server that is unavailable or has asked for a pause.
  void tick(double now, bool waiting);
  // An entry, whose responses have so many tokens.
  void ended(std::size_t tokens);
  // Seconds for that many more entries; nothing in the first seconds, while it waits, or where
  // nothing ends any more.
  std::optional<double> left(std::size_t entries) const;
  std::optional<double> entries_per_minute() const;  // likewise
  std::optional<double> tokens_per_second() const;   // nothing where no tokens were counted

 private:
  struct End {
    double time = 0;  // of active_
    std::size_t tokens = 0;
  };
  double seconds() const { return ends_.back().time - begin_; }  // in which ends_ ended

  double seen_ = 0;
  double active_ = 0;
  std::deque<End> ends_;
  double begin_ = 0;        // the end before them
  std::size_t tokens_ = 0;  // of them
  bool waiting_ = false;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_TIME_LEFT_H_
