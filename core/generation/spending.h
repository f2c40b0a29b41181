// What a run of generation may spend. It decides whether another entry may begin, so that what is
// running is expected to end within the limits. Without I/O and without a clock, as the scheduler.
//
// Every response is charged as it comes, used or not. What an entry spends is learnt from those of
// its category that have ended. Until one has, few of the category run at a time. Expected is the
// mean; two standard deviations are held back, and for one more entry what the greatest took.
//
// Of what is in flight each request may take the most that one can: a bound where the length of
// responses has one, else twice what the greatest response took, and then only half as many are in
// flight as have come. Near the limit few requests are sent at once, at last one by one. So a limit
// is passed only where no length is set and responses grow all at once.
#ifndef BFCLX_CORE_GENERATION_SPENDING_H_
#define BFCLX_CORE_GENERATION_SPENDING_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/dataset/category.h"
#include "core/generation/token_usage.h"

namespace bfclx {

// Of one kind or the other; also of more than has been spent.
struct Amounts {
  double cost = 0;  // US dollars; 0 without prices
  double tokens = 0;

  void add(const Amounts& more);
  bool covers(const Amounts& other) const { return other.cost <= cost && other.tokens <= tokens; }
};

struct SpendingLimits {
  std::optional<double> cost = std::nullopt;         // US dollars
  std::optional<std::size_t> tokens = std::nullopt;  // input and output
  std::optional<double> seconds = std::nullopt;      // from the first request
  // No limit itself: the most output tokens of one response, where requests say it (--max-tokens).
  std::optional<std::size_t> response = std::nullopt;

  bool any() const { return cost || tokens || seconds; }
};

// What a run has spent, by the responses that have come.
struct Spent {
  TokenCounts tokens;
  std::size_t uncounted = 0;  // responses without token counts, which are not in `tokens`
  double seconds = 0;
  bool at_limit = false;  // it ended because of one
  bool used_up = false;   // of the cost or the tokens: the same command would end there again
  Amounts others = {};    // by other runs in the folder, as far as they count
  Amounts lost = {};      // at most, by requests without a response; not in `tokens`
};

class Spending {
 public:
  // A limit of the cost needs prices.
  Spending(const SpendingLimits& limits, const std::optional<TokenPrices>& prices)
      : limits_(limits), prices_(prices) {}

  enum class Outcome : std::uint8_t {
    kResult,
    kFailed,  // without a response of the model: says what others take only where it had a price
    kPart,    // an earlier run, or the next, has the rest: says nothing of what others take
  };

  void began(std::size_t entry, const Category* category);
  // Whether an entry that runs may send a request of so many bytes, for so many responses. Where
  // nothing is in flight and it may not, it never may.
  bool may_send(std::size_t bytes, std::size_t choices = 1);
  // Whether the limits have room for a request that may take this.
  bool has_room(const Amounts& request) const {
    return has_room(kCost, request) && has_room(kTokens, request);
  }
  // Whether the cost or the tokens end the run, and not its time.
  bool is_used_up() const { return !fits(kCost) || !fits(kTokens); }
  void sent(std::size_t entry, std::size_t bytes, std::size_t choices = 1);
  // It goes into a batch, whose requests are not in flight: it may take days, and runs go on later.
  void batched(std::size_t entry, std::size_t bytes, std::size_t choices = 1);
  // Its response has come, or was refused.
  void received(std::size_t entry);
  // It was sent and its response will not come: the server may charge the most that it can take.
  void lost(std::size_t entry);
  // A request for no entry: a check of the server, one at a time at each endpoint.
  void sent_apart(std::size_t endpoint, std::size_t bytes);
  void received_apart(std::size_t endpoint);
  void lost_apart(std::size_t endpoint);
  std::size_t in_flight() const { return in_flight_; }
  // A response for an entry that runs, whatever it is good for.
  void charged(std::size_t entry, const TokenCounts& tokens);
  // One for no entry.
  void charged_apart(const TokenCounts& tokens);
  // What was charged for an entry that runs.
  TokenCounts of(std::size_t entry) const;
  void ended(std::size_t entry, double seconds, Outcome outcome);

  // `now`: seconds from the beginning of the run.
  bool may_begin(double now) const;
  // The time is over: what runs is to end.
  bool is_over(double now) const { return limits_.seconds && now >= *limits_.seconds; }
  // Why the run ends where nothing runs any more and nothing may begin: "at --max-cost $5.00:
  // $4.97 spent ($3.10 by earlier or parallel runs)".
  std::string why(double now) const;

  // What other runs have spent of the same limits, and the most that a response to them took.
  void set_others(const Amounts& others, const Amounts& greatest);
  const Amounts& others() const { return others_; }
  // By all responses so far, and the most that requests in flight, and those without a response,
  // may take. Responses without token counts have the mean of the others.
  Amounts committed() const;
  // What a request may take.
  Amounts most(std::size_t bytes, std::size_t choices) const;
  const Amounts& greatest() const { return greatest_; }
  // The most that requests without a response may have taken.
  const Amounts& lost() const { return lost_; }

  const TokenCounts& tokens() const { return tokens_; }
  std::optional<double> cost() const;                   // none: without prices
  std::size_t uncounted() const { return uncounted_; }  // see Spent

 private:
  // Of the entries of a category that have ended.
  struct Sample {
    std::size_t count = 0;
    double mean = 0;
    double squares = 0;  // of the differences from the mean
    double greatest = 0;

    void add(double value);
    double variance() const;
    double high() const;  // of one entry
  };
  struct Known {
    std::size_t running = 0;
    Sample amount[3];  // by quantity
  };
  enum Quantity : std::uint8_t { kCost, kTokens, kSeconds };
  struct Running {
    Known* known = nullptr;
    TokenCounts tokens;
    bool in_flight = false;
    Amounts reserved;                               // for the request in flight
    std::optional<Amounts> batched = std::nullopt;  // for the request in a batch
  };

  static double& of(Amounts& amounts, Quantity quantity);
  static double of(const Amounts& amounts, Quantity quantity);
  double amount(Quantity quantity, const TokenCounts& tokens) const;
  double highest(Quantity quantity) const;
  void release(const Amounts& reserved);
  void leave_batch(Running& running);
  // By responses without token counts: the mean of the others.
  double estimated(Quantity quantity) const;
  // With what others have, what was lost, and what is estimated.
  double spent(Quantity quantity) const;
  std::string spent_text(Quantity quantity) const;
  std::optional<double> limit(Quantity quantity) const;
  bool has_room(Quantity quantity, const Amounts& request) const;
  bool fits(Quantity quantity) const;
  bool learns() const;
  bool counts_nothing() const;

  SpendingLimits limits_;
  std::optional<TokenPrices> prices_;
  TokenCounts tokens_;
  std::size_t ended_ = 0;
  std::size_t in_flight_ = 0;
  std::size_t responses_ = 0;       // with token counts
  std::size_t uncounted_ = 0;       // without
  Amounts reserved_;                // for all requests in flight
  std::size_t batched_ = 0;         // requests in batches
  Amounts in_batches_;              // reserved for them; no other run counts it
  Amounts lost_;                    // see lost()
  Amounts greatest_;                // of a response
  Amounts others_;                  // see set_others
  std::size_t greatest_bytes_ = 0;  // of a request
  std::map<const Category*, Known> known_;
  std::unordered_map<std::size_t, Running> running_;
  std::unordered_map<std::size_t, Amounts> apart_;  // in flight for no entry, by endpoint
};

// "$4.97", "$0.0031", "$1,234.50".
std::string dollars_text(double cost);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_SPENDING_H_
