// Asker: all conversations of a run over one transport, in one event loop on one thread.
//
// Drives the scheduler (core/generation/scheduler.h), which says what to do next: this starts
// conversations, sends their requests over libcurl, gives them their responses and bounds the
// memory of all. For entries that end without a response nothing is written but a note with the
// reason, and the next run requests them again.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_ASKER_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_ASKER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/conversation/conversation.h"
#include "core/conversation/plan.h"
#include "core/generation/batch_queue.h"
#include "core/generation/memory_queue.h"
#include "core/generation/request_report.h"
#include "core/generation/scheduler.h"
#include "core/generation/spending.h"
#include "tools/bfclx/generate/identity_keeper.h"
#include "tools/bfclx/generate/journal.h"
#include "tools/bfclx/generate/memory_budget.h"
#include "tools/bfclx/generate/server.h"
#include "tools/bfclx/generate/service_answers.h"
#include "tools/bfclx/generate/spending_ledger.h"
#include "tools/bfclx/generate/streaming.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {

// Which endpoints gave the responses of an entry that were used.
struct ServedBy {
  std::vector<std::size_t> endpoints = {};  // each once
  bool some_unknown = false;                // others came from an earlier run

  void add(std::size_t endpoint) {
    if (std::find(endpoints.begin(), endpoints.end(), endpoint) == endpoints.end()) {
      endpoints.push_back(endpoint);
    }
  }
};

// A conversation that has come to its end, or was given up.
struct Asked {
  const PlannedEntry* planned = nullptr;
  const Conversation* conversation = nullptr;  // nullptr: it could not even begin
  bool answered = false;                       // there is a result line to be written
  std::string error;                           // for people; empty when all is well
  std::string reason;                          // why there is no response, to be counted by
  int repeated = 0;                            // requests sent again by the transport
  double seconds = 0;                          // from its first request to the last answer
  ServedBy served = {};
  TokenCounts tokens = {};   // of this run, by every response
  std::size_t requests = 0;  // of this run, those whose response was used
  // Of each step, where its response was streamed in this run; empty without --stream.
  std::span<const std::optional<StreamedTimes>> streamed = {};
};

// Whether the result is an error of the server (a 400, an answer of a foreign shape), no answer.
bool is_error(const Asked& asked);

// --batch: which service, and the journal that earlier runs left.
struct AskerBatches {
  const BatchService* service = nullptr;  // nullptr: requests are sent one by one
  double poll = 60;
  bool cancel = false;
  std::string made_with = {};  // id of the settings
  std::vector<std::string> journal = {};
  std::function<bool(std::string_view)> has_result = {};  // of an entry, before this run
};

// What is put into the report of each request, beside its numbers.
struct ReportDetail {
  bool names = false;      // id and model of the response
  std::size_t bodies = 0;  // bytes of request and response
};

struct AskerSettings {
  SchedulerSettings schedule;
  AskerBatches batches = {};
  StreamOptions stream = {};
  MemoryBudget memory;
  SpendingLimits limits;
  std::optional<TokenPrices> prices;
  ReportDetail reports = {};
  IdentityKeeper* identity = nullptr;  // renews credentials of the server
  SpendingLedger* ledger = nullptr;    // keeps what is spent
};

// What the asker needs from outside. `ended` gives false when the results cannot be kept: the run
// ends then.
struct AskerHooks {
  std::function<Result<Conversation>(const PlannedEntry&)> start;
  std::function<bool(const Asked&)> ended;
  std::function<bool(const PlannedEntry&)> wanted;      // asked before an entry begins
  std::function<void(const std::string&)> say;          // events, one line each
  std::function<void(const Scheduler::Figures&)> tick;  // a few times a second
  // A request has ended; its entry goes on, or ends, behind this.
  std::function<void(const RequestReport&)> requested;
  std::function<int()> stops;                      // how often the user asked to stop
  std::function<std::string()> server_ended = {};  // why nobody is there any more; or empty
  std::function<void(const std::string& id, std::size_t index, const HttpRequest&,
                     const HttpResponse&, std::string_view failure, double seconds)>
      record;
  // The journal's line for a response; `index` is its number among those that the entry's
  // conversation accepted. Empty: nothing is kept of it.
  std::function<std::string(const PlannedEntry&, std::size_t index, const HttpRequest&,
                            const HttpResponse&, double seconds)>
      journal_line;
  // Such a line, of a response that was accepted. False when it cannot be kept: the run ends then.
  std::function<bool(const PlannedEntry&, const std::string& line)> keep;
  // A line of the journal of batches. False as above.
  std::function<bool(const std::string& line)> keep_batch;
  // --one-request: the numbers of the repeats that lack a response to a request of the entry.
  std::function<std::vector<std::size_t>(const PlannedEntry&, const HttpRequest&)> other_repeats =
      {};
  // A line of the journal of such a repeat: its response to the same request.
  std::function<void(std::size_t repeat, const std::string& line)> keep_choice = {};
  // The answer to a request that an earlier run had. Error: it has one, which cannot be read: the
  // run ends then.
  std::function<Result<std::optional<JournalAnswer>>(const PlannedEntry&, std::size_t index,
                                                     const HttpRequest&)>
      known;
  // A request that the server should be able to answer, of an entry that is not planned; another
  // one at each call. nullopt: there is none.
  std::function<std::optional<HttpRequest>()> known_good;
  // What a service answers; without an answer the entry ends, and nothing is written for it.
  std::function<void(net::Client&, const EffectRequest&, ServiceAnswers::Done)> effect;
  // Why an entry need not begin: a service that it needs gives no answers any more.
  std::function<const Unanswered*(const PlannedEntry&)> unserved;
};

class Asker {
 public:
  Asker(std::span<const PlannedEntry> plan, Server& server, const Settings& settings,
        const AskerSettings& how, AskerHooks hooks);
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;
  ~Asker();

  // Until every entry has ended, or nothing more can. Gives why it ended early; empty otherwise.
  std::string run();
  // Why an entry of the plan that has not ended has no result.
  std::string reason_of_unfinished(std::size_t index) const {
    return scheduler_.reason_of_unfinished(index);
  }
  Spent spent() const;
  // How each endpoint fared, where there are several.
  std::vector<EndpointFigures> endpoints() const { return figures(net::Client::now()).endpoints; }
  // Of the responses that were streamed, by endpoint; empty without --stream.
  const std::vector<StreamFigures>& streamed() const { return streamed_; }
  // The batches that are open at the end, nullptr without --batch.
  const BatchQueue* batches() const { return batches_.get(); }
  // Whether the next run ends early too, unless the user changes something.
  bool stop_lasts() const { return scheduler_.stop_lasts(); }

 private:
  struct Talk;
  bool pump();
  bool is_over() const;
  Scheduler::Figures figures(double now) const;
  void begin(std::size_t index);
  void advance(Talk& talk);
  bool answer_from_journal(Talk& talk);
  void send_model(Talk& talk, std::size_t endpoint);
  void look_around();
  void look_after_identity();
  void say_messages();
  void wake_at(double time);
  // `otherwise`: the reason to be counted by where the scheduler has none.
  void end(Talk& talk, bool answered, std::string error,
           const std::string& otherwise = "no response");
  void end_unbegun(std::size_t index, std::string reason, std::string error);
  void lose(Talk& talk);
  void tell_lost(std::size_t index, const std::vector<std::size_t>& without);
  // asker_budget.cpp
  bool may_spend();
  bool put_off(std::size_t index);
  bool can_afford(std::size_t bytes, std::size_t choices);
  bool may_pay(Talk& talk);
  bool may_batch(const Talk& talk, std::size_t bytes);
  bool may_check(std::size_t endpoint, std::size_t bytes);
  void stop_at_limit();
  bool waits_for_lock() const { return how_.ledger != nullptr && how_.ledger->waits(); }
  bool lacks_lock(std::size_t bytes, std::size_t choices);
  bool cover(const Amounts& request);
  void try_lock_later();
  void try_lock_again();
  void wake_unpaid();
  void look_at_ledger(double now);
  void record_spent();
  void charge(Talk& talk, const TokenCounts& tokens);
  // asker_reports.cpp
  void open_report(Talk& talk, const net::Response& response);
  void close_report(Talk& talk, RequestUse use);
  void report_check(std::size_t endpoint, std::size_t number, const net::Response& response);
  RequestReport report_of(const net::Response& response, std::size_t endpoint,
                          std::size_t number) const;
  // asker_outcomes.cpp
  void stream(net::Request& request, const Talk& talk, std::size_t endpoint,
              std::shared_ptr<StreamSink>& sink) const;
  void note_times(Talk& talk);
  void received(Talk& talk, net::Response&& response);
  bool deliver(Talk& talk, net::Response&& response);
  bool find_known_good();
  void check_server(std::size_t endpoint);
  // asker_choices.cpp
  void choose_repeats(Talk& talk) const;
  void ask_for_choices(net::Request& request, const Talk& talk) const;
  bool refuses_choices(Talk& talk, const HttpResponse& response);
  void end_choices(const std::string& why);
  std::vector<std::string> take_choices(Talk& talk, HttpResponse& response, double seconds);
  void keep_choices(const Talk& talk, const std::vector<std::string>& lines) const;
  // asker_batches.cpp
  void open_batches();
  bool pump_batches();
  bool do_batches(BatchQueue::Action&& action);
  void send_to_batches(BatchQueue::Action&& action);
  void deliver_of_batch(BatchQueue::Delivery&& delivery);
  void lose_of_batch(Talk& talk, net::Response& response);
  bool all_wait_for_batches() const;
  void stop_batches(double now);
  // asker_services.cpp
  void ask_root(std::size_t index, std::string path, const Value& body,
                std::function<void(const net::Response&, const Value&)> done);
  void count_tokens(std::size_t index, std::optional<std::int64_t> number);
  void send_tokenize(Talk& talk);
  void send_template(Talk& talk);
  void send_effect(Talk& talk);
  // asker_memory.cpp
  void hold(Talk& talk);
  void let_go(Talk& talk);
  void receive_what_fits();
  std::size_t in_use() const;
  bool has_memory() const;
  bool has_room() const;
  bool may_grow(const Talk& talk) const;
  void wait_for_memory(Talk& talk);
  void wake();
  void bound(Talk& talk);
  void bound(net::Response& response) const;
  // Calls `act` with the talk, where it is still there; without memory for it the talk ends.
  void guarded(std::size_t index, const std::function<void(Talk&)>& act);

  std::span<const PlannedEntry> plan_;
  Server& server_;  // its credentials change
  const Settings& settings_;
  AskerSettings how_;
  AskerHooks hooks_;
  Scheduler scheduler_;
  Spending spending_;
  std::vector<StreamFigures> streamed_;
  std::unique_ptr<BatchQueue> batches_;  // --batch
  std::set<std::size_t> paid_;           // entries of the plan with a response in an open batch
  std::vector<std::size_t> put_off_;     // that the scheduler began while these were looked for
  std::vector<std::size_t> unpaid_;      // whose request waits until the limits have room for it
  std::optional<double> stop_asked_at_;
  double started_ = 0;
  bool tries_lock_ = false;                  // a timer runs
  std::optional<std::size_t> first_unpaid_;  // whose request takes the lock for all
  bool check_waits_ = false;                 // a check of a server waits for the lock
  bool may_check_once_ = false;              // and tries it again
  bool at_limit_ = false;
  bool used_up_ = false;                                          // of it, the cost or the tokens
  std::unordered_map<std::size_t, std::unique_ptr<Talk>> talks_;  // by index in the plan
  net::Client client_;                 // goes before the talks: it sends the bodies that they hold
  std::vector<std::size_t> finished_;  // to be taken away
  MemoryQueue memory_queue_;
  std::size_t held_ = 0;      // bytes of all talks
  std::size_t reserved_ = 0;  // for what is fetched
  std::size_t requests_ = 0;  // to the model, of both kinds
  double wake_at_ = 0;
  bool memory_said_ = false;
  std::shared_ptr<const HttpRequest> known_good_;  // the smallest request that had a 2xx response
  bool no_tokenizer_ = false;
  bool no_choices_ = false;    // the server has none
  bool some_choices_ = false;  // it had some
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_ASKER_H_
