// BatchQueue: the requests of a run in batches of a service. A state machine without I/O, beside
// the scheduler, which says what begins.
//
// The driver adds the requests that conversations want. When nothing else can go on, flush() makes
// batches of all that wait: a wave. Each is uploaded, created, polled until it has ended, fetched
// and delivered; then the next wave goes out. One call is in flight at a time.
//
// - The journal names each batch before it is created. After a kill at any moment, or a response
//   to the creation that did not come, the list of the service says whether the batch is there:
//   nothing is submitted twice. Requests of an earlier run join their batch by entry, number and
//   hash.
// - A request without a response (an error of the service, expired, missing in the results) is
//   delivered as a failure; the conversation's retries decide whether it goes into the next wave.
//   Results that cannot be read at all (an error page) are fetched again, and once where a request
//   has no line and some lines cannot be read: what is paid for is not submitted again. After a day
//   in which they could never be read, the entries of the batch end without a result, and the batch
//   is forgotten: the next run, which is the user's choice, submits their requests again.
// - What fails for now (5xx, no connection, 429) is repeated with back-off, for as long as the
//   patience lasts. What cannot succeed (a refused key, a refused batch) ends the run; the journal
//   keeps what is open.
// - Where the service's queue is full, or a batch is too large, the next batches are smaller.
//
// Times as in the scheduler. Messages are for people, one line each.
#ifndef BFCLX_CORE_GENERATION_BATCH_QUEUE_H_
#define BFCLX_CORE_GENERATION_BATCH_QUEUE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/generation/batches/batch_service.h"
#include "core/generation/endpoint.h"
#include "core/generation/request_outcome.h"

namespace bfclx {

struct BatchSettings {
  // Its address as messages show it, and as the journal has it; empty: of a journal that is only
  // read, any.
  std::string server;
  std::string made_with;   // id of the settings of the requests, for the journal
  double poll = 60;        // seconds between two looks at a batch, at most
  double patience = 1800;  // seconds that calls may fail
  bool cancel = false;     // cancels the batches that are open, and submits none
  std::size_t most_bytes = std::size_t{64} << 20;    // of a batch
  std::size_t most_requests = 50'000;                // of a batch
  std::size_t fetch_bytes = std::size_t{256} << 20;  // of a response with results
};

class BatchQueue {
 public:
  using EntryIndex = std::size_t;  // in the plan

  BatchQueue(const BatchService& service, const BatchSettings& settings, std::uint64_t seed);

  // A line of the journal of an earlier run, in order. `has_result`: of an entry, by its id.
  // Error: a batch of another service or server.
  Status restore(std::string_view line, const std::function<bool(std::string_view)>& has_result);
  // After the last line: what was never created is forgotten.
  void restored();

  // A request that a conversation wants. It stays where it is until it is delivered or withdrawn.
  // `index`: its number among those of the entry.
  void add(EntryIndex entry, std::string_view id, std::size_t index, const HttpRequest& request);
  void withdraw(EntryIndex entry);  // nobody wants its response any more
  // Nothing else goes on without a response.
  void flush(double now, double unix_now);

  struct Delivery {
    EntryIndex entry = 0;
    RequestFailure failure = RequestFailure::kNone;
    std::string error = {};  // where there is no response
    int status = 0;
    std::string body = {};
    double seconds = 0;  // since its batch was submitted
    bool lost = false;   // it was paid for, and is not to be requested again in this run
  };
  struct Action {
    enum class Kind : std::uint8_t {
      kKeep,     // append `line` to the journal, before anything else
      kSend,     // send `request`, then received()
      kDeliver,  // give `delivery` to its conversation
      kWait,     // until `until`, or until something is added
      kStop,     // the run ends: stopped()
    };
    Kind kind = Kind::kWait;
    std::string line = {};
    HttpRequest request = {};
    std::size_t max_bytes = 0;  // of its response
    Delivery delivery = {};
    double until = 0;
  };
  Action next(double now, double unix_now);
  // What came of the request of kSend. The body is taken from `body` where it is of use.
  void received(const RequestOutcome& outcome, std::string&& body, double now, double unix_now);

  // Why the run ends; `lasts` as in the scheduler.
  struct Stopped {
    std::string why;
    std::string reason;
    bool lasts = false;
  };
  const Stopped& stopped() const { return stopped_; }

  std::size_t members() const { return places_.size() + waiting_.size(); }  // not delivered yet
  std::size_t open() const { return batches_.size(); }
  // Whether a batch of an earlier run has the request, which nobody waits for as yet.
  bool has_open(const std::string& id, std::size_t index) const {
    return unclaimed_.count({id, index}) != 0;
  }
  // Whether the journal has a batch that is not this queue's, so that it stays as it is.
  bool had_other() const { return had_other_; }
  // Whether a call is in flight that may create a batch.
  bool is_creating() const;
  // "2 batches at OpenAI: 812 of 4,000 requests done"; empty where none is open.
  std::string progress() const;
  // Of what is open at the end: lines for a journal that has nothing else.
  std::vector<std::string> records(const std::function<bool(std::string_view)>& has_result) const;
  // Messages since the last call.
  std::vector<std::string> take_messages() { return std::exchange(messages_, {}); }

 private:
  using Number = std::uint64_t;  // of a batch, in the order in which they were made
  struct Member {
    std::string id;
    std::size_t index = 0;
    std::uint64_t number = 0;              // request_number
    std::optional<EntryIndex> entry = {};  // whose conversation waits for it
    const HttpRequest* request = nullptr;  // likewise
    bool closed = false;                   // delivered, or of an entry that has a result
    bool delivered = false;                // by the results that are being read
  };
  enum class Stage : std::uint8_t { kUpload, kCreate, kFind, kOpen, kFetch, kDeliver };
  struct Batch {
    Number number = 0;
    std::string tag = {};
    Stage stage = Stage::kUpload;
    std::vector<Member> members = {};
    std::string file = {};
    std::string id = {};
    bool certain = true;                             // that `id` is the batch
    std::set<std::string, std::less<>> others = {};  // that were taken for it
    std::string page = {};                           // of kFind, the next one
    std::size_t pages = 0;
    double created = 0;   // Unix time at which its creation was begun; 0: not yet
    double next = 0;      // time of its next call
    double interval = 0;  // between polls
    int failures = 0;     // calls in a row
    double failing_since = 0;
    bool cancel_sent = false;
    BatchStatus status = {};
    std::size_t fetched = 0;  // of status.results
    std::unique_ptr<BatchLines> lines = {};
    std::size_t known = 0;    // lines with an id of the batch
    std::size_t unknown = 0;  // other lines, and repeated ids
    // Of the response with results that is read: it has a line with an id, or no text at all.
    bool readable = false;
    std::size_t unknown_before = 0;  // `unknown` before it
    std::size_t unreadable = 0;      // lines without an id
    bool again = false;              // its results are fetched a second time, because of these
    std::size_t lost = 0;            // members without a line in both
    std::size_t responses = 0;
    std::size_t without = 0;           // members whose request has no response
    std::size_t at = 0;                // of the members, when all lines were read
    double unreadable_since = 0;       // Unix time; 0: its results were readable, or not fetched
    std::size_t unreadable_times = 0;  // in this run
    bool given_up = false;
  };
  struct Place {
    Number batch = 0;
    std::size_t member = 0;
  };
  enum class Purpose : std::uint8_t { kNone, kUpload, kCreate, kFind, kPoll, kCancel, kFetch };

  // batch_queue_journal.cpp
  std::string begin_line(const Batch& batch) const;
  void keep(std::string line) { lines_.push_back(std::move(line)); }
  void keep_of(const Batch& batch, std::string_view name, const Value& value);
  Batch* find(std::string_view tag);
  Status restore_batch(std::string_view tag, const Value& line,
                       const std::function<bool(std::string_view)>& has_result);
  // batch_queue.cpp
  std::string new_tag();
  double chance();
  bool is_wanted(const Batch& batch) const;
  bool is_busy() const;
  bool make_batch(double now);
  std::optional<Action> call_of(Batch& batch, double now, double unix_now);
  std::size_t status_bytes() const;
  Action send(Batch& batch, Purpose purpose, HttpRequest request, std::size_t max_bytes);
  std::optional<Action> deliver(Batch& batch, double now, double unix_now);
  std::optional<Action> deliver_line(Batch& batch, BatchLine&& line, double unix_now);
  bool fetch_again(Batch& batch, double now);
  std::optional<Action> deliver_missing(Batch& batch, double unix_now);
  Action delivery_of(Batch& batch, Member& member, BatchLine&& line, double unix_now);
  void all_lines_read(Batch& batch, double now, double unix_now);
  void unreadable(Batch& batch, double now, double unix_now);
  void end(Batch& batch, double now);
  void may_grow(const Batch& batch);
  void forget(Batch& batch);
  void say(std::string message) { messages_.push_back(std::move(message)); }
  void stop(std::string why, std::string reason, bool lasts);
  // batch_queue_calls.cpp
  void uploaded(Batch& batch, std::string_view body, double now);
  void created(Batch& batch, std::string_view body, double now);
  void looked(Batch& batch, std::string_view body, double now);
  void found(Batch& batch, std::string_view body, double now);
  void fetched(Batch& batch, std::string&& body, double now);
  void opened(Batch& batch, BatchStatus status, double now);
  void refused(Batch& batch, double now);
  void failed(Batch& batch, Purpose purpose, const RequestOutcome& outcome, double now,
              double unix_now);
  void failed_for_good(Batch& batch, Purpose purpose, const RequestOutcome& outcome, double now);
  void retry(Batch& batch, const std::string& why, const std::string& reason, double asked,
             double now);
  void search(Batch& batch, double now);
  bool make_smaller(Batch& batch, std::string_view why);
  void give_back(Batch& batch);
  std::string name_of(const Batch& batch) const;

  const BatchService& service_;
  BatchSettings settings_;
  std::mt19937_64 random_;
  std::size_t most_requests_;  // of a batch, as it is now
  std::size_t too_many_;       // so many were refused lately
  std::size_t most_bytes_;
  bool one_at_a_time_ = false;  // the service's queue was full
  double not_before_ = 0;       // no new batch
  double queue_full_since_ = -1;
  bool had_open_ = false;  // of an earlier run
  bool had_other_ = false;
  bool flushed_ = false;
  Number made_ = 0;
  std::map<Number, Batch> batches_;
  std::unordered_map<EntryIndex, Place> places_;                    // of what is not delivered yet
  std::map<std::pair<std::string, std::size_t>, Place> unclaimed_;  // by entry and index
  struct Waiting {
    EntryIndex entry = 0;
    std::string id;
    std::size_t index = 0;
    const HttpRequest* request = nullptr;
  };
  std::deque<Waiting> waiting_;
  std::deque<std::string> lines_;  // to be kept
  Purpose in_flight_ = Purpose::kNone;
  Number in_flight_batch_ = 0;
  Stopped stopped_;
  std::vector<std::string> messages_;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_BATCH_QUEUE_H_
