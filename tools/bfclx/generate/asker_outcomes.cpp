// What comes of a request to the model's server: an answer for the conversation, another try, the
// end of its entry, or of the run. ServerHealth (core/generation) decides, this carries it out.
#include <algorithm>
#include <ctime>
#include <string>
#include <utility>

#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"
#include "tools/bfclx/generate/progress.h"

namespace bfclx::tools {
namespace {

constexpr int kForGood = 5;  // refusals for good in a row that end a run which was going well
constexpr std::size_t kShownBody = 300;
constexpr int kServiceUnavailable = 503;

double unix_now() { return static_cast<double>(std::time(nullptr)); }

// What an answer says about itself: the message of its JSON, else the start of its text.
std::string message_in(const std::string& body) {
  const Result<Value> json = json_loads(body);
  std::string text;
  if (json.ok()) {
    const Value* error = present(*json, "error");
    for (const Value* place : {error, &*json}) {
      if (place == nullptr) continue;
      if (place->is_str()) text = place->as_str();
      for (const char* name : {"message", "detail"}) {
        if (text.empty()) text = text_member(*place, name);
      }
      if (!text.empty()) break;
    }
  }
  if (text.empty()) text = body.substr(0, kShownBody);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  if (text.size() > kShownBody) text = text.substr(0, kShownBody) + "...";
  return text;
}

// Why an entry has no result, in the words that are counted; by net::Failure.
constexpr std::string_view kReasons[net::kFailures] = {
    "",         "invalid address", "unknown host",      "no connection",
    "TLS",      "timeout",         "connection broken", "response too large",
    "redirect", "private address", "invalid HTTP"};

std::string reason_of(const net::Response& response) {
  if (response.answered()) return "status " + std::to_string(response.status);
  return std::string(kReasons[static_cast<std::size_t>(response.failure)]);
}

}  // namespace

void Asker::received(Talk& talk, net::Response&& response) {
  const net::Reception reception = net::reception_of(response);
  if (settings_.as_official) {
    // The official retries decide, which never end where all is refused: patience does.
    if (reception != net::Reception::kSlower) {
      refused_since_ = -1;
    } else if (refused_since_ < 0) {
      refused_since_ = net::Client::now();
      last_failure_ = what_came(response);
    }
    deliver(talk, std::move(response));
    return;
  }
  if (reception == net::Reception::kAnswer) {
    counted(talk, std::move(response));
    return;
  }
  last_failure_ = what_came(response);
  talk.trouble = {reason_of(response), last_failure_};
  switch (reception) {
    case net::Reception::kSlower:
      limit_.refused(talk.sent, net::Client::now());
      refused(talk, response);
      return;
    case net::Reception::kBroken:
    case net::Reception::kGone:
      failed(talk, std::move(response));
      return;
    default:
      failed_for_good(talk, last_failure_);
  }
}

// An answer: the server is well.
void Asker::counted(Talk& talk, net::Response&& response) {
  say_available();
  health_.succeeded(talk.index);
  for_good_ = 0;
  if (response.status < 300) remember_known_good(talk.conversation.next().request);
  limit_.answered(net::Client::now(), (under_way_ + 1) * 5 >= limit_.allowed() * 4);
  if (const auto wait = net::asked_wait(response.headers, unix_now()); wait && *wait > 0) {
    pause(std::min(*wait, how_.patience), "rate limit reached");
  }
  const int retries = talk.conversation.retries();
  talk.trouble = {"malformed response", ""};
  const std::size_t index = talk.index;
  deliver(talk, std::move(response));
  // Unless the conversation wants it again, it was a response.
  const auto found = talks_.find(index);
  if (found != talks_.end() && found->second->conversation.retries() == retries) {
    found->second->trouble = {};
  }
}

void Asker::deliver(Talk& talk, net::Response&& response) {
  const double seconds = response.seconds;
  const net::Failure failure = response.failure;
  const std::string_view name = response.answered() ? std::string_view() : net::name_of(failure);
  HttpResponse core = core_response(std::move(response));
  if (hooks_.record) {
    hooks_.record(plan_[talk.index].entry->id, talk.exchanges, talk.conversation.next().request,
                  core, name, seconds);
  }
  ++talk.exchanges;
  if (failure == net::Failure::kNone) {
    const bool lasting = core.status >= 200 && core.status < 300;
    if (lasting && hooks_.answered &&
        !hooks_.answered(plan_[talk.index], talk.answers++, talk.conversation.next().request, core,
                         seconds)) {
      stop("the results cannot be written");
    }
    talk.conversation.answer(core, settings_.latency.value_or(seconds));
  } else {
    talk.conversation.fail(failure == net::Failure::kTimeout ? TransportFailure::kTimeout
                                                             : TransportFailure::kConnection,
                           settings_.latency.value_or(seconds));
  }
  advance(talk);
}

// The server wants fewer requests, or later.
void Asker::refused(Talk& talk, const net::Response& response) {
  const auto asked = net::asked_wait(response.headers, unix_now());
  const auto refusal = health_.refused(talk.index, net::Client::now(), chance(), asked);
  const std::string long_wait = last_failure_ +
                                (asked ? "; it asks for a pause of " + seconds_text(*asked) : "") +
                                ", --patience is " + seconds_text(how_.patience);
  switch (refusal.next) {
    case ServerHealth::Refusal::Next::kStop:
      stop(long_wait);
      return;
    case ServerHealth::Refusal::Next::kGiveUp:
      end(talk, false, long_wait);
      return;
    case ServerHealth::Refusal::Next::kRetry:
      break;
  }
  if (refusal.pause > 0) pause(refusal.pause, last_failure_);
  if (!health_.available() && !std::exchange(trouble_said_, true)) {
    hooks_.say("the server refuses every request (" + last_failure_ +
               "); probing it with one request at a time for up to " + seconds_text(how_.patience) +
               " (--patience)");
  }
  again(talk, refusal.wait + (asked ? chance() * 0.1 : 0));
}

// No response, or an error of the server.
void Asker::failed(Talk& talk, net::Response&& response) {
  const double now = net::Client::now();
  // A server that is waited for may say that it is still loading.
  const bool starting =
      how_.wait_for_start && !health_.ever_succeeded() && response.status == kServiceUnavailable;
  const bool unreachable = net::reception_of(response) == net::Reception::kGone || starting;
  const auto cause = unreachable                              ? ServerHealth::Cause::kUnreachable
                     : response.failure == net::Failure::kCut ? ServerHealth::Cause::kConnection
                                                              : ServerHealth::Cause::kResponse;
  const auto failure = health_.failed(talk.index, now, chance(), cause);
  if (unreachable || failure.slow_down || !health_.available()) limit_.refused(talk.sent, now);
  if (failure.counts) {
    deliver(talk, std::move(response));  // the conversation has its own count
    return;
  }
  if (unreachable && !health_.ever_succeeded() && !how_.wait_for_start) {
    stop(last_failure_ +
         ". No entry was generated; check --base-url and that the server is running");
    return;
  }
  // A request that is known to succeed is sent first, see check_server().
  if (!health_.wants_known_good(now) || !find_known_good()) say_unavailable();
  again(talk, 0);
}

void Asker::say_unavailable() {
  if (std::exchange(trouble_said_, true)) return;
  hooks_.say(last_failure_ + ": the server is unavailable. Probing it for up to " +
             seconds_text(how_.patience) + " (--patience); results are kept");
}

void Asker::say_available() {
  if (health_.available() || !std::exchange(trouble_said_, false)) return;
  hooks_.say("the server responds again after " +
             seconds_text(net::Client::now() - health_.trouble_since()));
}

// The same request once more; to the end of the queue, so that a probe is another entry's.
void Asker::again(Talk& talk, double wait) {
  ++talk.repeated;
  ++repeated_;
  if (wait <= 0) {
    ready_.push_back(talk.index);
    return;
  }
  client_.after(wait, [this, index = talk.index] {
    if (talks_.count(index) != 0) ready_.push_back(index);
  });
}

// 401, 403, 404, TLS, ...: the next request fares no better, unless others got through. A firewall
// refuses some entries, so a request that is known to succeed decides before a run is ended.
void Asker::failed_for_good(Talk& talk, const std::string& what) {
  if (!health_.ever_succeeded()) {
    stop(what);
    return;
  }
  if (++for_good_ >= kForGood && doubt_.empty()) doubt_ = what;
  end(talk, false, what);
}

void Asker::pause(double seconds, const std::string& why) {
  const double now = net::Client::now();
  paused_until_ = std::max(paused_until_, now + seconds);
  client_.after(seconds, [] {});
  if (seconds < 5 || now < paused_said_) return;
  paused_said_ = paused_until_;
  hooks_.say("the server asks for a pause of " + seconds_text(seconds) + " (" + why + ")");
}

std::string Asker::what_came(const net::Response& response) const {
  if (!response.answered()) return response.error;
  const std::string message = message_in(response.body);
  return net::shown_url(server_.base_url) + ": status " + std::to_string(response.status) +
         (message.empty() ? "" : ", " + message);
}

}  // namespace bfclx::tools
