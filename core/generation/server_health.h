// ServerHealth: whether a server fails, or only some of its entries do, and when waiting ends.
//
// A state machine without I/O: what came of each request goes in with the time, decisions come out.
// Times are seconds on any clock that only goes forward; `chance` is a number from 0 to 1.
//
// - An entry that fails while others succeed, meanwhile or later, says nothing about the server:
//   its own retries decide (core/conversation/retry.h).
// - The server is unavailable when different entries fail one after another and none succeeds, or
//   when its address cannot be reached. It is refusing when it says nothing but "later" (429).
//   Either way single requests probe it, and no entry pays for a failed one. Probes are at most
//   kLongestProbe apart, and kLongestConnect where the address cannot be reached.
// - A request that is known to succeed tells a server that fails from entries that do: every other
//   probe should be one where there is such a request, the first of them without a wait.
// - Where too few entries are left to tell, many failures in a row raise a doubt. Then the request
//   that is known to succeed decides, and the entries go on meanwhile.
// - Waiting ends with the patience: so many seconds after the first trouble without any success.
//
// Requests that were in flight before the trouble began may still succeed: as long as they
// outnumber the failures, or when patience would end, their outcome is awaited.
#ifndef BFCLX_CORE_GENERATION_SERVER_HEALTH_H_
#define BFCLX_CORE_GENERATION_SERVER_HEALTH_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace bfclx {

class ServerHealth {
 public:
  using EntryIndex = std::size_t;
  // Stands for the request that is known to succeed.
  static constexpr EntryIndex kKnownGood = static_cast<EntryIndex>(-1);
  enum class State : std::uint8_t { kAvailable, kUnavailable, kRefusing };

  explicit ServerHealth(double patience) : patience_(patience) {}

  // The request of an entry goes out; an entry has one at a time.
  void sent(EntryIndex entry);

  // It could not be reached before the first request.
  void missing(double now, double chance);

  // A response that concerns the entry alone, whatever it says: the server is well.
  void succeeded(EntryIndex entry);

  struct Failure {
    bool counts = false;     // for the entry, whose retries decide; else it is sent again for free
    bool slow_down = false;  // it looks like overload
  };
  enum class Cause : std::uint8_t {
    kResponse,     // 5xx, one that is too large or takes too long
    kConnection,   // it broke
    kUnreachable,  // there was none
  };
  Failure failed(EntryIndex entry, double now, double chance, Cause cause);

  struct Refusal {
    enum class Next : std::uint8_t { kRetry, kGiveUp, kStop };
    Next next = Next::kRetry;
    double wait = 0;     // seconds until the entry is sent again
    double pause = 0;    // seconds in which nothing at all is sent, as the server asked
    bool alone = false;  // it concerns the entry, not the server
  };
  // 429 and the like. `asked`: seconds that the server asks to wait. kGiveUp: patience with the
  // entry would end before the wait does. kStop: with the server too.
  Refusal refused(EntryIndex entry, double now, double chance, std::optional<double> asked);

  // Nothing more of this entry; an outcome that is none of the above ends here too.
  void ended(EntryIndex entry);

  State state() const { return state_; }
  bool available() const { return state_ == State::kAvailable; }
  // When refusals or failures began that no success has followed; negative: there are none.
  double trouble_since() const { return since_; }
  bool ever_succeeded() const { return ever_succeeded_; }
  // Whether a request may go out: any while the server is available, else one probe at a time.
  bool may_send(double now) const;
  // Whether a request that is known to succeed should be the next probe, and may go out.
  bool wants_known_good(double now) const;
  // Whether the patience is over: not while a request from before the trouble is in flight.
  bool is_over(double now) const;

 private:
  struct Probe {
    std::optional<EntryIndex> entry;  // in flight
    int count = 0;
    double next = 0;
  };
  struct Refused {
    int count = 0;  // in a row
    double since = 0;
    std::size_t successes = 0;  // of others, when it was refused last
  };
  struct Sent {
    std::size_t troubles = 0;
    std::size_t successes = 0;
  };
  Sent settle(EntryIndex entry);
  void count_in_row(EntryIndex entry);
  void clear_row();
  void trouble(double now);
  bool outweighs(std::size_t evidence, std::size_t tolerance) const;

  double patience_;
  State state_ = State::kAvailable;
  bool ever_succeeded_ = false;
  double since_ = -1;  // of the trouble; negative: there is none
  std::size_t troubles_ = 0;
  std::size_t successes_ = 0;
  std::size_t older_ = 0;        // in flight since before the trouble
  std::size_t refusals_ = 0;     // since the last success
  std::size_t unreachable_ = 0;  // likewise
  std::size_t in_row_ = 0;       // failures, suspects' too, since the last success or doubt
  EntryIndex first_in_row_ = 0;
  bool several_in_row_ = false;  // they are of different entries
  bool doubted_ = false;         // they are many: the request known to succeed should decide
  bool deciding_ = false;        // it is in flight for that
  Probe probe_;
  std::unordered_map<EntryIndex, Sent> in_flight_;  // how many there had been then
  std::unordered_set<EntryIndex> failing_;          // since the last success
  std::unordered_set<EntryIndex> suspects_;         // failed while others succeeded
  std::unordered_set<EntryIndex> evidence_;         // of failing_, those that were no suspects
  std::unordered_map<EntryIndex, Refused> refused_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_SERVER_HEALTH_H_
