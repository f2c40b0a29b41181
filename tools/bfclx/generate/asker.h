// Asker: all conversations of a run over one transport, in one event loop on one thread.
//
// As many requests are in flight as the server keeps up with (net/policy.h). Conversations that
// have begun go before new ones. What is the server's trouble (core/generation/server_health.h) is
// sent again without the conversation's knowledge; what is an entry's own, its retries decide. What
// can never pass (a key that is refused, a wrong address) ends the run. For entries that end
// without a response nothing is written but a note with the reason, and the next run requests them
// again.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_ASKER_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_ASKER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/conversation/conversation.h"
#include "core/conversation/plan.h"
#include "core/generation/server_health.h"
#include "tools/bfclx/generate/journal.h"
#include "tools/bfclx/generate/memory_budget.h"
#include "tools/bfclx/generate/order.h"
#include "tools/bfclx/generate/server.h"
#include "tools/bfclx/net/client.h"
#include "tools/bfclx/net/policy.h"

namespace bfclx::tools {

// A conversation that has come to its end, or was given up.
struct Asked {
  const PlannedEntry* planned = nullptr;
  const Conversation* conversation = nullptr;  // nullptr: it could not even begin
  bool answered = false;                       // there is a result line to be written
  std::string error;                           // for people; empty when all is well
  std::string reason;                          // why there is no response, to be counted by
  int repeated = 0;                            // requests sent again by the transport
  double seconds = 0;                          // from its first request to the last answer
};

// Whether the result is an error of the server (a 400, an answer of a foreign shape), no answer.
bool is_error(const Asked& asked);

// What the run looks like now, for those who watch.
struct AskerFigures {
  std::size_t running = 0;    // conversations that have begun
  std::size_t in_flight = 0;  // requests under way
  std::size_t allowed = 1;
  std::size_t requests = 0;
  std::size_t repeated = 0;
  bool paused = false;    // the server is unavailable, or asked to wait
  bool stopping = false;  // the user asked to stop
};

struct AskerSettings {
  std::size_t concurrency = 1;
  bool automatic = false;
  bool official_order = false;
  double patience = 1800;       // seconds without any response before the run is ended
  double stop_timeout = 30;     // seconds to finish after the user asked to stop
  bool wait_for_start = false;  // the server may not be there yet
  MemoryBudget memory;
};

// What the asker needs from outside. `ended` gives false when the results cannot be kept: the run
// ends then.
struct AskerHooks {
  std::function<Result<Conversation>(const PlannedEntry&)> start;
  std::function<bool(const Asked&)> ended;
  std::function<bool(const PlannedEntry&)> wanted;  // asked before an entry begins
  std::function<void(const std::string&)> say;      // events, one line each
  std::function<void(const AskerFigures&)> tick;    // a few times a second
  std::function<int()> stops;                       // how often the user asked to stop
  std::function<void(const std::string& id, std::size_t index, const HttpRequest&,
                     const HttpResponse&, std::string_view failure, double seconds)>
      record;
  // An answer, before the conversation has it, with its number among those of the entry. False
  // when it cannot be kept: the run ends then.
  std::function<bool(const PlannedEntry&, std::size_t index, const HttpRequest&,
                     const HttpResponse&, double seconds)>
      answered;
  // The answer to a request that an earlier run had.
  std::function<std::optional<JournalAnswer>(const PlannedEntry&, std::size_t index,
                                             const HttpRequest&)>
      known;
  // A request that the server should be able to answer, of an entry that is not planned; another
  // one at each call. nullopt: there is none.
  std::function<std::optional<HttpRequest>()> known_good;
  // What a service answers; an Error ends the entry, for which nothing is written.
  std::function<void(net::Client&, const EffectRequest&, std::function<void(Result<EffectAnswer>)>)>
      effect;
};

class Asker {
 public:
  Asker(std::span<const PlannedEntry> plan, const Server& server, const Settings& settings,
        const AskerSettings& how, AskerHooks hooks);
  Asker(const Asker&) = delete;
  Asker& operator=(const Asker&) = delete;
  ~Asker();

  // Until every entry has ended, or nothing more can. Gives why it ended early; empty otherwise.
  std::string run();
  AskerFigures figures() const;
  // Why an entry of the plan that has not ended has no result.
  std::string reason_of_unfinished(std::size_t index) const;

 private:
  struct Talk;
  bool pump();
  bool may_send();
  bool may_begin() const;
  bool begin_next();
  void advance(Talk& talk);
  bool answer_from_journal(Talk& talk);
  void send_model(Talk& talk);
  void ask_root(std::string path, const Value& body,
                std::function<void(const net::Response&, const Value&)> done);
  void count_tokens(std::size_t index, std::optional<std::int64_t> number);
  void send_tokenize(Talk& talk);
  void send_template(Talk& talk);
  void send_effect(Talk& talk);
  void received(Talk& talk, net::Response&& response);
  void counted(Talk& talk, net::Response&& response);
  void deliver(Talk& talk, net::Response&& response);
  void refused(Talk& talk, const net::Response& response);
  void failed(Talk& talk, net::Response&& response);
  void again(Talk& talk, double wait);
  void failed_for_good(Talk& talk, const std::string& what);
  void pause(double seconds, const std::string& why);
  void end(Talk& talk, bool answered, std::string error);
  void lose(Talk& talk);
  void give_up_waiting(std::size_t index);
  void begin_ending(double now);
  void stop(std::string why);
  void look_around();
  void say_unavailable();
  void say_available();
  // asker_check.cpp
  void remember_known_good(const HttpRequest& request);
  bool find_known_good();
  bool check_server();
  void checked(const net::Response& response);
  // asker_memory.cpp
  void hold(Talk& talk);
  void let_go(Talk& talk);
  void receive_what_fits();
  std::size_t in_use() const;
  bool has_memory() const;
  bool may_grow(const Talk& talk) const;
  void wait_for_memory(Talk& talk);
  void wake();
  void bound(Talk& talk);
  void bound(net::Response& response) const;
  // Calls `act` with the talk, where it is still there; without memory for it the talk ends.
  void guarded(std::size_t index, const std::function<void(Talk&)>& act);
  bool unfinished() const;
  double chance();
  std::string what_came(const net::Response& response) const;

  std::span<const PlannedEntry> plan_;
  const Server& server_;
  const Settings& settings_;
  AskerSettings how_;
  AskerHooks hooks_;
  net::ConcurrencyLimit limit_;
  ServerHealth health_;
  Order order_;
  std::mt19937_64 random_;
  std::unordered_map<std::size_t, std::unique_ptr<Talk>> talks_;  // by index in the plan
  net::Client client_;                 // goes before the talks: it sends the bodies that they hold
  std::deque<std::size_t> ready_;      // whose request can go out
  std::vector<std::size_t> finished_;  // to be taken away
  std::deque<std::size_t> parked_;     // that wait for memory
  std::size_t held_ = 0;               // bytes of all talks
  std::size_t reserved_ = 0;           // for what is fetched
  std::size_t begun_ = 0;
  bool memory_said_ = false;
  std::string stopped_;                         // why nothing is sent any more
  bool ending_ = false;                         // nothing new is begun
  double stop_at_ = 0;                          // then, when that ends too
  std::optional<std::size_t> begun_for_probe_;  // a new entry, since the last request
  std::size_t backing_off_ = 0;                 // conversations that wait for their next try
  double paused_until_ = 0;
  double paused_said_ = 0;
  bool trouble_said_ = false;
  double refused_since_ = -1;  // with --as-official; negative: it is not refused
  std::string last_failure_;
  int for_good_ = 0;   // answers in a row that can never pass
  std::string doubt_;  // the last of them, until a request that is known to succeed was answered
  bool checking_ = false;
  std::shared_ptr<const HttpRequest> known_good_;  // the smallest request that had a 2xx response
  std::size_t under_way_ = 0;
  std::size_t requests_ = 0;
  std::size_t repeated_ = 0;
  bool no_tokenizer_ = false;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_ASKER_H_
