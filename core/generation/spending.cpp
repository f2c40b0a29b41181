#include "core/generation/spending.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/generation/wait_text.h"

namespace bfclx {
namespace {

// Entries of categories of which none has ended: in all, and before any entry has.
constexpr std::size_t kUnknownAtOnce = 8;
constexpr std::size_t kFirstAtOnce = 2;
// Of fewer entries the standard deviation is taken to be half the mean at least.
constexpr std::size_t kFew = 5;
constexpr double kHeldBack = 2;  // standard deviations
// What another response takes at most, in those of the greatest so far; and the bytes of a token.
constexpr double kGrowth = 2;
constexpr std::size_t kLeastBytes = 2;
// Where responses have no bound: so many must have come for each in flight, so that few are in
// flight when longer ones than before begin.
constexpr std::size_t kSeenForEach = 2;
// Entries that must have ended before a server counts as one that tells no tokens.
constexpr std::size_t kWithoutTokens = 3;
// Likewise for responses that are paid for, also unusable ones.
constexpr std::size_t kResponsesWithoutTokens = 12;

}  // namespace

void Spending::Sample::add(double value) {
  ++count;
  greatest = std::max(greatest, value);
  const double before = value - mean;
  mean += before / static_cast<double>(count);
  squares += before * (value - mean);
}

double Spending::Sample::variance() const {
  const double seen = count < 2 ? 0 : squares / static_cast<double>(count - 1);
  return count < kFew ? std::max(seen, mean * mean / 4) : seen;
}

double Spending::Sample::high() const { return mean + kHeldBack * std::sqrt(variance()); }

void Amounts::add(const Amounts& more) {
  cost += more.cost;
  tokens += more.tokens;
}

double& Spending::of(Amounts& amounts, Quantity quantity) {
  return quantity == kCost ? amounts.cost : amounts.tokens;
}

double Spending::of(const Amounts& amounts, Quantity quantity) {
  return quantity == kCost ? amounts.cost : amounts.tokens;
}

void Spending::began(std::size_t entry, const Category* category) {
  Known& known = known_[category];
  ++known.running;
  running_[entry].known = &known;
}

// Never less than its own prompt: those before may have been of a category with shorter ones.
Amounts Spending::most(std::size_t bytes, std::size_t choices) const {
  const std::size_t output = limits_.response.value_or(0) * choices;
  const double growth = in_flight_ > 0 ? kGrowth : 1;
  Amounts most;
  for (const Quantity quantity : {kCost, kTokens}) {
    const double own = amount(quantity, {.input = bytes / kLeastBytes, .output = output});
    of(most, quantity) = limits_.response ? own : std::max(own, of(greatest_, quantity) * growth);
  }
  return most;
}

std::optional<double> Spending::limit(Quantity quantity) const {
  if (quantity == kCost) return limits_.cost;
  if (!limits_.tokens) return std::nullopt;
  return static_cast<double>(*limits_.tokens);
}

bool Spending::has_room(Quantity quantity, const Amounts& request) const {
  if (!limits_.response && limit(quantity) &&
      in_flight_ >= std::max(kFirstAtOnce, responses_ / kSeenForEach)) {
    return false;
  }
  return spent(quantity) + of(reserved_, quantity) + of(in_batches_, quantity) +
             of(request, quantity) <=
         limit(quantity).value_or(HUGE_VAL);
}

bool Spending::may_send(std::size_t bytes, std::size_t choices) {
  greatest_bytes_ = std::max(greatest_bytes_, bytes);
  return has_room(most(bytes, choices));
}

void Spending::sent(std::size_t entry, std::size_t bytes, std::size_t choices) {
  received(entry);
  const auto found = running_.find(entry);
  if (found == running_.end()) return;
  Running& running = found->second;
  running.reserved = most(bytes, choices);
  running.in_flight = true;
  ++in_flight_;
  reserved_.add(running.reserved);
}

void Spending::batched(std::size_t entry, std::size_t bytes, std::size_t choices) {
  received(entry);
  const auto found = running_.find(entry);
  if (found == running_.end()) return;
  found->second.batched = most(bytes, choices);
  ++batched_;
  in_batches_.add(*found->second.batched);
}

void Spending::leave_batch(Running& running) {
  if (!running.batched) return;
  const Amounts reserved = *std::exchange(running.batched, std::nullopt);
  in_batches_.cost -= reserved.cost;
  in_batches_.tokens -= reserved.tokens;
  if (--batched_ == 0) in_batches_ = {};  // see release()
}

void Spending::received(std::size_t entry) {
  const auto found = running_.find(entry);
  if (found != running_.end()) leave_batch(found->second);
  if (found == running_.end() || !found->second.in_flight) return;
  found->second.in_flight = false;
  release(found->second.reserved);
}

void Spending::lost(std::size_t entry) {
  const auto found = running_.find(entry);
  if (found != running_.end() && found->second.in_flight) lost_.add(found->second.reserved);
  received(entry);
}

void Spending::release(const Amounts& reserved) {
  // Sums of differences would not come back to 0.
  if (--in_flight_ == 0) {
    reserved_ = {};
    return;
  }
  reserved_.cost -= reserved.cost;
  reserved_.tokens -= reserved.tokens;
}

void Spending::sent_apart(std::size_t endpoint, std::size_t bytes) {
  received_apart(endpoint);
  const Amounts reserved = most(bytes, 1);
  apart_.emplace(endpoint, reserved);
  ++in_flight_;
  reserved_.add(reserved);
}

void Spending::received_apart(std::size_t endpoint) {
  const auto found = apart_.find(endpoint);
  if (found == apart_.end()) return;
  const Amounts reserved = found->second;
  apart_.erase(found);
  release(reserved);
}

void Spending::lost_apart(std::size_t endpoint) {
  const auto found = apart_.find(endpoint);
  if (found != apart_.end()) lost_.add(found->second);
  received_apart(endpoint);
}

void Spending::charged_apart(const TokenCounts& tokens) {
  tokens_.add(tokens);
  ++(tokens.all() > 0 ? responses_ : uncounted_);
  for (const Quantity quantity : {kCost, kTokens}) {
    of(greatest_, quantity) = std::max(of(greatest_, quantity), amount(quantity, tokens));
  }
}

void Spending::charged(std::size_t entry, const TokenCounts& tokens) {
  charged_apart(tokens);
  const auto found = running_.find(entry);
  if (found != running_.end()) found->second.tokens.add(tokens);
}

TokenCounts Spending::of(std::size_t entry) const {
  const auto found = running_.find(entry);
  return found != running_.end() ? found->second.tokens : TokenCounts();
}

void Spending::ended(std::size_t entry, double seconds, Outcome outcome) {
  lost(entry);  // nobody waits for it any more
  const auto found = running_.find(entry);
  if (found == running_.end()) return;
  Known& known = *found->second.known;
  const TokenCounts tokens = found->second.tokens;
  running_.erase(found);
  --known.running;
  if (outcome == Outcome::kPart) return;
  if (outcome == Outcome::kResult) {
    ++ended_;
    known.amount[kSeconds].add(seconds);
  }
  if (tokens.all() == 0) return;
  if (prices_) known.amount[kCost].add(amount(kCost, tokens));
  known.amount[kTokens].add(amount(kTokens, tokens));
}

double Spending::amount(Quantity quantity, const TokenCounts& tokens) const {
  if (quantity == kTokens) return static_cast<double>(tokens.all());
  return quantity == kCost && prices_ ? prices_->cost(tokens) : 0;
}

void Spending::set_others(const Amounts& others, const Amounts& greatest) {
  others_ = others;
  greatest_.cost = std::max(greatest_.cost, greatest.cost);
  greatest_.tokens = std::max(greatest_.tokens, greatest.tokens);
}

double Spending::estimated(Quantity quantity) const {
  if (responses_ == 0) return 0;
  return amount(quantity, tokens_) * static_cast<double>(uncounted_) /
         static_cast<double>(responses_);
}

double Spending::spent(Quantity quantity) const {
  return amount(quantity, tokens_) + estimated(quantity) + of(others_, quantity) +
         of(lost_, quantity);
}

// Of an entry, by what is known of those that have ended.
double Spending::highest(Quantity quantity) const {
  double highest = 0;
  for (const auto& [category, known] : known_) {
    const Sample& sample = known.amount[quantity];
    if (sample.count > 0) highest = std::max({highest, sample.high(), sample.greatest});
  }
  return highest;
}

Amounts Spending::committed() const {
  Amounts all = reserved_;
  all.add(lost_);
  for (const Quantity quantity : {kCost, kTokens}) {
    of(all, quantity) += amount(quantity, tokens_) + estimated(quantity);
  }
  return all;
}

// What runs and one entry more, of the most expensive kind. Of what runs, what is still to come.
bool Spending::fits(Quantity quantity) const {
  const std::optional<double> limit = this->limit(quantity);
  if (!limit) return true;
  if (!has_room(quantity, most(greatest_bytes_, 1))) return false;
  const double spent = this->spent(quantity);
  const double highest = this->highest(quantity);
  double expected = highest;
  double variance = 0;
  for (const auto& [category, known] : known_) {
    const Sample& sample = known.amount[quantity];
    const double mean = sample.count > 0 ? sample.mean : highest;
    expected += static_cast<double>(known.running) * mean;
    variance += static_cast<double>(known.running) * sample.variance();
  }
  const double held_back = kHeldBack * std::sqrt(variance);
  if (spent + expected + held_back <= *limit) return true;
  for (const auto& [entry, running] : running_) {
    const Sample& sample = running.known->amount[quantity];
    const double mean = sample.count > 0 ? sample.mean : highest;
    expected -= std::min(mean, amount(quantity, running.tokens));
  }
  return spent + expected + held_back <= *limit;
}

// As many entries run of which nothing is known as may.
bool Spending::learns() const {
  const bool nothing = tokens_.all() == 0;
  std::size_t unknown = 0;
  for (const auto& [category, known] : known_) {
    if (nothing || known.amount[kTokens].count == 0) unknown += known.running;
  }
  return unknown >= (nothing ? kFirstAtOnce : kUnknownAtOnce);
}

bool Spending::counts_nothing() const {
  return (limits_.cost || limits_.tokens) && tokens_.all() == 0 &&
         (ended_ >= kWithoutTokens || uncounted_ >= kResponsesWithoutTokens);
}

bool Spending::may_begin(double now) const {
  if (limits_.seconds) {
    double longest = 0;
    for (const auto& [category, known] : known_) {
      longest = std::max(longest, known.amount[kSeconds].high());
    }
    if (now + longest >= *limits_.seconds) return false;
  }
  if (!limits_.cost && !limits_.tokens) return true;
  if (learns() || counts_nothing()) return false;
  return fits(kCost) && fits(kTokens);
}

std::optional<double> Spending::cost() const {
  if (!prices_) return std::nullopt;
  return prices_->cost(tokens_);
}

// "1,000 tokens spent (300 by earlier or parallel runs, at most 200 by requests without a
// response)".
std::string Spending::spent_text(Quantity quantity) const {
  const auto text = [quantity](double amount) {
    return quantity == kCost ? dollars_text(amount)
                             : grouped_digits(static_cast<std::size_t>(amount));
  };
  const double others = of(others_, quantity);
  const double lost = of(lost_, quantity);
  std::string parts;
  if (others > 0) parts = text(others) + " by earlier or parallel runs";
  if (lost > 0) {
    parts += (parts.empty() ? "at most " : ", at most ") + text(lost) +
             " by requests without a response";
  }
  if (const double more = estimated(quantity); more > 0) {
    parts +=
        (parts.empty() ? "about " : ", about ") + text(more) + " by responses without token counts";
  }
  return concat({text(spent(quantity)), quantity == kCost ? " spent" : " tokens spent",
                 parts.empty() ? "" : " (" + parts + ")"});
}

std::string Spending::why(double now) const {
  if (counts_nothing()) {
    return "the server reports no token counts, so --max-cost and --max-tokens-total have no "
           "effect; use --max-time";
  }
  const bool over = is_over(now);
  // What is refused for the time alone is not the reason where there is no limit of time.
  const bool timed = limits_.seconds.has_value();
  if (!over && limits_.cost && (!fits(kCost) || (!timed && !limits_.tokens))) {
    return concat({"at --max-cost ", dollars_text(*limits_.cost), ": ", spent_text(kCost),
                   ", and another entry could exceed it"});
  }
  if (!over && limits_.tokens && (!fits(kTokens) || !timed)) {
    return concat({"at --max-tokens-total ", grouped_digits(*limits_.tokens), ": ",
                   spent_text(kTokens), ", and another entry could exceed it"});
  }
  return concat({"at --max-time ", wait_text(limits_.seconds.value_or(now)), ": ", wait_text(now),
                 " elapsed", over ? "" : ", and another entry could exceed it"});
}

std::string dollars_text(double cost) {
  if (cost >= 1000) {
    const long long cents = std::llround(std::min(cost, 1e15) * 100);
    char last[8];
    std::snprintf(last, sizeof last, ".%02d", static_cast<int>(cents % 100));
    return concat({"$", grouped_digits(static_cast<std::size_t>(cents / 100)), last});
  }
  char text[40];
  std::snprintf(text, sizeof text, cost >= 0.1 || cost <= 0 ? "$%.2f" : "$%.4f", cost);
  return text;
}

}  // namespace bfclx
