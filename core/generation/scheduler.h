// Scheduler: what a run of generation does next. A state machine without I/O.
//
// A driver (libcurl in the program, fetch in a page) reports events with their time and carries out
// actions: begin an entry, send its request, send the request that is known to succeed, wait. The
// driver owns the conversations, the connections and what is written; the scheduler owns the order
// of the entries, how many requests are in flight, rate limits, retries of the transport, patience,
// and what a response means for the run.
//
// - Conversations that have begun go before new ones.
// - Trouble of the server (server_health.h) is retried without the conversation's knowledge;
//   trouble of an entry is decided by the conversation's own retries.
// - What can never succeed (a key that is refused, a wrong address) ends the run. Before any
//   success, what is in flight may end first, as after a stop: one success, and the refusal was of
//   its entry alone.
// - Entries without a response end with a reason, and the next run requests them again.
// - With several endpoints (endpoint.h) a request goes to the one with the fewest in flight by its
//   weight and its pace (endpoint_pace.h), which also says whose responses would be the last of the
//   run: these get nothing more; entries with the same tools go together, unless that one is busier
//   than others, and a conversation stays where it is unless its endpoint takes nothing. What one
//   endpoint fails goes to another, which costs the entry nothing the first times. A refusal (400)
//   counts where a second one repeats it, and one whose responses are of no use is closed where
//   those of others are. The run ends where none is left.
//
// Times are seconds, 0 or more, on any clock that only goes forward. Messages are for people, one
// line each.
#ifndef BFCLX_CORE_GENERATION_SCHEDULER_H_
#define BFCLX_CORE_GENERATION_SCHEDULER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <random>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/conversation/plan.h"
#include "core/generation/endpoint.h"
#include "core/generation/entry_order.h"
#include "core/generation/request_outcome.h"

namespace bfclx {

struct SchedulerSettings {
  std::string server;                            // its address as messages show it
  std::vector<EndpointSettings> endpoints = {};  // instead of `server`, where there are several
  std::size_t concurrency = 1;                   // requests in flight
  bool automatic = false;       // as many as the server keeps up with, `concurrency` at most
  bool official_order = false;  // entries as planned, not by common tools
  std::optional<UncertainOrder> uncertain = {};  // at random, the most urgent category first
  bool official_retries = false;                 // every outcome is the conversation's
  bool in_batches = false;  // requests wait for batches (batch_queue.h), which have retries
  double patience = 1800;   // seconds without any response before the run ends
  std::optional<double> stop_timeout = 30;  // seconds to finish after a stop; none: no limit
  bool wait_for_start = false;              // the server may not have started yet
  bool command_line = false;                // messages name the program's options
};

class Scheduler {
 public:
  using EntryIndex = std::size_t;  // in the plan

  // The plan is only read here. `seed` is for the jitter of waits.
  Scheduler(std::span<const PlannedEntry> plan, const SchedulerSettings& settings,
            std::uint64_t seed);

  struct Action {
    enum class Kind : std::uint8_t {
      kBegin,        // start the conversation of `entry`, then wants_request() or ended()
      kSend,         // send the request of `entry`: sent(), or wants_request() again
      kCheckServer,  // send the request known to succeed: check_sent(), or no_known_good()
      kWait,         // until `until`, or until the next event
      kFinished,     // see stopped()
    };
    Kind kind = Kind::kWait;
    EntryIndex entry = 0;
    double until = 0;
    std::size_t endpoint = 0;  // of kSend and kCheckServer
  };
  // The next action. `room`: there is memory for another conversation. `may_check`: a check of a
  // server may be sent.
  Action next(double now, bool room = true, bool may_check = true);

  // Events of an entry that has begun.
  void sent(EntryIndex entry, double now);
  // The conversation has a request, to be sent after `wait` and up to `jitter` more.
  void wants_request(EntryIndex entry, double wait, double jitter, double now);
  // The response was one for the conversation, which does not request it again.
  void accepted(EntryIndex entry);
  // Whether the response was one for the conversation. To be called before it wants another.
  void judged(EntryIndex entry, bool usable);
  // The entry is over. Without a result, gives the entries that cannot begin without it.
  std::vector<EntryIndex> ended(EntryIndex entry, bool has_result);

  struct Decision {
    enum class Kind : std::uint8_t {
      kDeliver,  // give it to the conversation
      kRetry,    // the request will be sent again
      kEnd,      // the entry ends without a result; `error` says why
      kStop,     // the run ends
    };
    Kind kind = Kind::kDeliver;
    bool good = false;  // the request is known to succeed
    std::string error = {};
  };
  // What came of the request of an entry. `unix_now` is for dates in headers.
  Decision received(EntryIndex entry, const RequestOutcome& outcome, double now, double unix_now);
  // The request of an entry met credentials that had expired: it is sent again once there are new
  // ones, and no retry of it is used up. The caller bounds how often.
  Decision expired(EntryIndex entry, double now);

  // Events of the request that is known to succeed.
  void check_sent(double now, std::size_t endpoint = 0);
  void no_known_good(std::size_t endpoint = 0);
  // False: another request should be tried as the known good one.
  bool check_received(const RequestOutcome& outcome, double now, double unix_now,
                      std::size_t endpoint = 0);
  void check_lost(double now, std::size_t endpoint = 0);  // its response cannot be looked at

  // A request beside those of the model, which counts as in flight: a token count, a template.
  void side_request_sent() { ++in_flight_; }
  // Where such a request of the entry goes.
  std::size_t endpoint_for(EntryIndex entry, double now) const;
  // Any request is over, whatever came of it. To be called first.
  void request_ended() { --in_flight_; }

  // What time brings; to be called several times a second.
  void tick(double now);
  // The user asked to stop: what has begun may finish, for a while.
  void request_stop(double now);
  // Ends the run. `reason`: in the words that entries without a response are counted by. `lasts`:
  // the next run ends like this too, unless the user changes something.
  void stop(std::string why, std::string reason = {}, bool lasts = true);

  // Why the run ended early; empty otherwise.
  const std::string& stopped() const { return stopped_; }
  const std::string& stop_reason() const { return stop_reason_; }
  bool stop_lasts() const { return stop_lasts_; }
  bool stopping() const { return stopping_; }
  // Every entry has ended, or the run was stopped.
  bool finished() const {
    const bool open = !running_.empty() || has_more() || (waits_for_doubt() && !stopping_);
    return !stopped_.empty() || !open;
  }
  // Whether a new entry may still begin.
  bool has_more() const { return !stopping_ && order_.has_ready(); }
  // How many times the requests of an entry were sent again.
  int repeated(EntryIndex entry) const;
  // The last trouble of an entry that has not ended: why it has no response, in the words that are
  // counted, and for people. Empty where the last response was accepted.
  using Trouble = RequestTrouble;
  const Trouble& trouble(EntryIndex entry) const;
  // Why an entry has no response that had not ended when the run did.
  std::string reason_of_unfinished(EntryIndex entry) const;
  bool has_begun(EntryIndex entry) const { return running_.count(entry) != 0; }
  bool is_in_flight(EntryIndex entry) const;  // its request
  bool is_checking() const { return endpoints_.front().checking; }

  struct Figures {
    std::size_t entries = 0;         // of the plan
    std::size_t with_result = 0;     // of these, ended
    std::size_t without_result = 0;  // the same, those that cannot begin without another included
    std::size_t running = 0;         // conversations that have begun
    std::size_t in_flight = 0;       // requests
    std::size_t allowed = 1;
    std::size_t requests = 0;
    std::size_t repeated = 0;
    bool paused = false;          // the server is unavailable, or asked to wait
    double wait = 0;              // seconds that the server asked to wait
    std::size_t backing_off = 0;  // entries that wait for their next try
    // "1 entry is being retried: https://h: status 500, oops"; empty where none is.
    std::string retrying = {};
    std::size_t waiting_for_budget = 0;  // of the driver: entries whose request may not be sent yet
    // Of the driver: "2 batches at OpenAI: 812 of 4,000 requests done"; empty without batches.
    std::string batches = {};
    bool stopping = false;
    bool key_refused = false;
    std::vector<EndpointFigures> endpoints = {};  // where there are several
  };
  Figures figures(double now) const;

  // Messages since the last call.
  std::vector<std::string> take_messages();

 private:
  struct Running {
    double sent = 0;
    bool in_flight = false;
    int repeated = 0;
    Trouble trouble = {};
    std::size_t at = 0;  // its endpoint
    // Of several endpoints:
    bool stays = false;                        // `at` has its conversation
    int moves = 0;                             // of its request, that are no retries
    bool to_proven = false;                    // its request goes where others succeeded
    bool good = false;                         // its last response was 2xx
    double received = 0;                       // that response
    std::optional<std::size_t> avoid = {};     // that failed it last
    std::vector<std::size_t> refused_by = {};  // for good
  };
  // A request that waits for its time.
  struct Delayed {
    double time = 0;
    std::uint64_t number = 0;  // of equal times the first
    EntryIndex entry = 0;
    bool own = false;  // for trouble of its own, so that it leaves room for others
    bool operator<(const Delayed& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  bool may_begin(bool room) const;
  std::optional<EntryIndex> begin(double now);
  std::optional<EntryIndex> take_for_endpoint(double now);
  void release_delayed(double now);
  double next_look(double now) const;
  std::size_t allowed() const;
  void delay(EntryIndex entry, double time, bool own);
  double chance();
  void say(std::string message) { messages_.push_back(std::move(message)); }
  std::string option(std::string_view name) const;

  // scheduler_endpoints.cpp
  bool several() const { return endpoints_.size() > 1; }
  std::size_t in_flight(const Endpoint& endpoint) const;
  bool waits_for_doubt() const;
  bool is_any_available() const;
  bool may_send(const Endpoint& endpoint, double now) const;
  bool wants_check(const Endpoint& endpoint, double now) const;
  bool keeps(const Endpoint& endpoint, double now) const;
  void leave_endpoints(double now);
  void compare_endpoints(double now);
  void begin_endpoints(double now);
  bool is_held(const Endpoint& endpoint) const;
  bool may_move_to_proven(EntryIndex entry, double now) const;
  bool is_bettered(EntryIndex entry, const RequestOutcome& outcome);
  void close_useless();
  std::optional<Action> next_request(double now);
  std::optional<std::size_t> endpoint_of(EntryIndex entry, double now) const;
  void queue(EntryIndex entry, bool first);
  bool may_move(EntryIndex entry, double now) const;
  const Running& running_of(EntryIndex entry) const;
  bool is_open_to(const std::vector<std::size_t>& refused_by) const;
  bool may_move_for_good(EntryIndex entry) const;
  Decision move(EntryIndex entry, double now);
  void close(Endpoint& endpoint, std::string why, std::string reason, bool lasts);
  void close_by_doubt(Endpoint& endpoint);
  std::string name_of(const Endpoint& endpoint) const;
  std::vector<EndpointFigures> endpoint_figures(double now) const;

  // scheduler_outcomes.cpp
  Decision official(const RequestOutcome& outcome, double now);
  Decision of_batch(EntryIndex entry, const RequestOutcome& outcome);
  Decision responded(EntryIndex entry, const RequestOutcome& outcome, double now, double unix_now);
  Decision rate_limited(EntryIndex entry, const RequestOutcome& outcome, double now,
                        double unix_now);
  Decision failed(EntryIndex entry, const RequestOutcome& outcome, double now);
  Decision failed_for_good(EntryIndex entry, const RequestOutcome& outcome, double now);
  void put_off_check(Endpoint& endpoint, double now);
  std::string refused_text(double seconds) const;
  void retry(EntryIndex entry, double wait, double now, bool own = false);
  void pause(Endpoint& endpoint, double seconds, double asked, const std::string& why, double now);
  void say_unavailable(Endpoint& endpoint);
  void say_available(Endpoint& endpoint, double now);

  SchedulerSettings settings_;
  std::size_t entries_;  // see Figures
  std::size_t with_result_ = 0;
  std::size_t without_result_ = 0;
  std::vector<Endpoint> endpoints_;
  EntryOrder order_;
  std::unordered_map<std::size_t, std::size_t> endpoint_of_group_;  // entries with the same tools
  std::mt19937_64 random_;
  std::unordered_map<EntryIndex, Running> running_;
  std::deque<EntryIndex> ready_;  // their request may be sent
  std::priority_queue<Delayed> delayed_;
  std::uint64_t delayed_number_ = 0;
  std::size_t backing_off_ = 0;  // of the delayed, those by the conversation's own retries
  std::size_t in_flight_ = 0;
  std::size_t checks_in_flight_ = 0;
  std::size_t requests_ = 0;
  std::size_t repeated_ = 0;
  std::optional<EntryIndex> begun_for_probe_;  // a new entry, since the last request
  std::string stopped_;                        // why nothing is sent any more
  std::string stop_reason_;
  bool stop_lasts_ = false;
  bool stopping_ = false;  // nothing new begins
  std::optional<double> stop_at_;
  bool started_ = false;
  double refused_since_ = -1;  // official retries; negative: not refused
  Trouble last_failure_;
  std::vector<std::string> messages_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_SCHEDULER_H_
