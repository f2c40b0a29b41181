// What the run may spend (core/generation/spending.h): whether an entry may begin, a request be
// sent, and the record of what was spent.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"

namespace bfclx::tools {
namespace {

std::size_t take_last(std::vector<std::size_t>& all) {
  const std::size_t last = all.back();
  all.pop_back();
  return last;
}

}  // namespace

Spent Asker::spent() const {
  return {
      spending_.tokens(), spending_.uncounted(), net::Client::now() - started_, at_limit_, used_up_,
      spending_.others(), spending_.lost()};
}

// Whether another entry may begin by what the run may spend. Ends the run where none can.
bool Asker::may_spend() {
  if (!how_.limits.any()) return true;
  if (spending_.may_begin(net::Client::now() - started_)) {
    if (!put_off_.empty()) begin(take_last(put_off_));
    return true;
  }
  if (!paid_.empty() && scheduler_.has_more()) return true;
  if (talks_.empty() && (scheduler_.has_more() || !put_off_.empty())) stop_at_limit();
  return false;
}

void Asker::stop_at_limit() {
  if (how_.ledger != nullptr && !how_.ledger->error().empty()) {
    return scheduler_.stop(how_.ledger->error());
  }
  at_limit_ = true;
  used_up_ = spending_.is_used_up();
  scheduler_.stop(spending_.why(net::Client::now() - started_), "not requested", false);
}

// What an open batch has is paid for: its entries begin whatever the run may spend. The scheduler
// does not know them, so that others it begins meanwhile wait here.
bool Asker::put_off(std::size_t index) {
  if (paid_.erase(index) > 0 || !how_.limits.any()) return false;
  if (spending_.may_begin(net::Client::now() - started_)) return false;
  put_off_.push_back(index);
  return true;
}

// Whether the limits have room for a request, which is recorded then.
bool Asker::can_afford(std::size_t bytes, std::size_t choices) {
  return spending_.may_send(bytes, choices) && cover(spending_.most(bytes, choices));
}

// Whether a record has all that is spent and in flight, and this too.
bool Asker::cover(const Amounts& request) {
  if (how_.ledger == nullptr) return true;
  const bool waited = how_.ledger->waits();
  const bool covered = how_.ledger->cover(spending_, request, net::Client::now());
  if (how_.ledger->waits()) {
    try_lock_later();
  } else if (waited) {
    wake_unpaid();  // others waited for the lock, too
  }
  return covered;
}

// Whether only the lock of another command keeps a request from being sent.
bool Asker::lacks_lock(std::size_t bytes, std::size_t choices) {
  return waits_for_lock() && spending_.may_send(bytes, choices);
}

void Asker::try_lock_later() {
  if (std::exchange(tries_lock_, true)) return;
  client_.after(LockWait::kPause, [this] { try_lock_again(); });
}

// For what is spent and not recorded yet, or else for the request that waits longest, or for a
// check of the server.
void Asker::try_lock_again() {
  tries_lock_ = false;
  if (!waits_for_lock()) return;
  record_spent();
  if (!waits_for_lock()) return;
  const auto fits = [this](std::size_t index) {
    const auto talk = talks_.find(index);
    return talk != talks_.end() && scheduler_.has_begun(index) &&
           spending_.may_send(talk->second->conversation.next().request.body.size(),
                              1 + talk->second->others.size());
  };
  const auto first = std::find_if(unpaid_.begin(), unpaid_.end(), fits);
  if (first != unpaid_.end()) {
    first_unpaid_ = *first;
    unpaid_.erase(first);
    scheduler_.wants_request(*first_unpaid_, 0, 0, net::Client::now());
  } else if (std::exchange(check_waits_, false)) {
    may_check_once_ = true;
  } else if (how_.ledger->covers(spending_)) {
    how_.ledger->end_wait();
    return wake_unpaid();
  }
  try_lock_later();
}

// Whether its request may be sent by what the run may spend. It waits for others, else the run
// ends.
bool Asker::may_pay(Talk& talk) {
  const std::size_t bytes = talk.conversation.next().request.body.size();
  if (batches_) return may_batch(talk, bytes);
  // Where nothing is in flight that would make room, for fewer repeats.
  bool fits = can_afford(bytes, 1 + talk.others.size());
  const auto is_locked = [&] { return lacks_lock(bytes, 1 + talk.others.size()); };
  while (!fits && !is_locked() && !talk.others.empty() && spending_.in_flight() == 0) {
    talk.others.pop_back();
    fits = can_afford(bytes, 1 + talk.others.size());
  }
  const bool was_first = first_unpaid_ == talk.index;
  if (was_first) first_unpaid_.reset();
  if (fits) {
    spending_.sent(talk.index, bytes, 1 + talk.others.size());
    return true;
  }
  unpaid_.insert(was_first ? unpaid_.begin() : unpaid_.end(), talk.index);
  if (spending_.in_flight() == 0 && !is_locked()) stop_at_limit();
  return false;
}

// Likewise of one that goes into a batch. What an open batch has is paid for.
bool Asker::may_batch(const Talk& talk, std::size_t bytes) {
  const std::size_t choices = 1 + talk.others.size();
  if (!batches_->has_open(plan_[talk.index].entry->id, talk.answers) &&
      !spending_.may_send(bytes, choices)) {
    unpaid_.push_back(talk.index);
    return false;
  }
  spending_.batched(talk.index, bytes, choices);
  return true;
}

// Likewise of a request that checks whether the server works.
bool Asker::may_check(std::size_t endpoint, std::size_t bytes) {
  if (can_afford(bytes, 1)) {
    spending_.sent_apart(endpoint, bytes);
    return true;
  }
  check_waits_ = lacks_lock(bytes, 1);
  if (spending_.in_flight() == 0 && !check_waits_) stop_at_limit();
  return false;
}

// There may be room for their requests, in the order in which they came.
void Asker::wake_unpaid() {
  if (unpaid_.empty()) return;
  const std::vector<std::size_t> waiting = std::exchange(unpaid_, {});
  const double now = net::Client::now();
  for (auto index = waiting.rbegin(); index != waiting.rend(); ++index) {
    if (scheduler_.has_begun(*index)) scheduler_.wants_request(*index, 0, 0, now);
  }
}

void Asker::look_at_ledger(double now) {
  if (how_.ledger == nullptr) return;
  const bool waited = how_.ledger->waits();
  const bool changed = how_.ledger->look(spending_, now);
  if (changed || (waited && !how_.ledger->waits())) wake_unpaid();
  if (!how_.ledger->error().empty()) scheduler_.stop(how_.ledger->error());
}

// Behind a response that took more than its record says.
void Asker::record_spent() { cover({}); }

// A response is paid for, whatever it is good for.
void Asker::charge(Talk& talk, const TokenCounts& tokens) {
  talk.paid = tokens;
  spending_.charged(talk.index, tokens);
  record_spent();
}

}  // namespace bfclx::tools
