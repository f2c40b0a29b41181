// The check whether the server fails or only the entries that are left: a request that is known to
// succeed. It is one that had a 2xx response in this run, else one of an entry that is not planned
// (one with a result first). Its response is discarded.
#include <algorithm>
#include <ctime>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "tools/bfclx/generate/asker.h"

namespace bfclx::tools {

void Asker::remember_known_good(const HttpRequest& request) {
  if (known_good_ != nullptr && known_good_->body.size() <= request.body.size()) return;
  known_good_ = std::make_shared<const HttpRequest>(request);
}

// Whether there is one.
bool Asker::find_known_good() {
  if (known_good_ != nullptr) return true;
  if (!hooks_.known_good) return false;
  std::optional<HttpRequest> request = hooks_.known_good();
  if (!request) return false;
  known_good_ = std::make_shared<const HttpRequest>(std::move(*request));
  return true;
}

// Sends the request where one is due. True: nothing else may be sent now.
bool Asker::check_server() {
  const double now = net::Client::now();
  if (checking_) return !doubt_.empty();
  if (now < paused_until_ || (doubt_.empty() && !health_.wants_known_good(now))) return false;
  if (!find_known_good()) {
    if (!doubt_.empty()) stop(doubt_);
    return false;
  }
  checking_ = true;
  health_.sent(plan_.size());
  ++under_way_;
  ++requests_;
  net::Request request = server_.request(*known_good_);
  request.max_bytes = std::min(request.max_bytes, how_.memory.entry);
  client_.send(std::move(request), [this, body = known_good_](net::Response&& response) {
    --under_way_;
    checking_ = false;
    try {
      server_.scrub(response);
      checked(response);
    } catch (const std::bad_alloc&) {
      health_.ended(plan_.size());
    }
  });
  return true;
}

// What the response says about the server.
void Asker::checked(const net::Response& response) {
  const std::size_t index = plan_.size();
  const double now = net::Client::now();
  const net::Reception reception = net::reception_of(response);
  if (reception == net::Reception::kAnswer) {
    say_available();
    health_.succeeded(index);
    for_good_ = 0;
    doubt_.clear();
    return;
  }
  const bool for_good =
      reception == net::Reception::kForbidden || reception == net::Reception::kNowhere;
  if (!doubt_.empty() && for_good) {
    stop(doubt_);
    return;
  }
  last_failure_ = what_came(response);
  if (reception == net::Reception::kSlower) {
    const auto asked = net::asked_wait(response.headers, static_cast<double>(std::time(nullptr)));
    const auto refusal = health_.refused(index, now, chance(), asked);
    if (refusal.pause > 0) pause(std::min(refusal.pause, how_.patience), last_failure_);
    return;
  }
  const bool unreachable = reception == net::Reception::kGone;
  health_.failed(index, now, chance(),
                 unreachable ? ServerHealth::Cause::kUnreachable : ServerHealth::Cause::kResponse);
  if (!health_.available()) say_unavailable();
  if (!health_.ever_succeeded()) known_good_.reset();  // another one the next time
}

}  // namespace bfclx::tools
