#include "tools/bfclx/generate/asker.h"

#include <algorithm>
#include <ctime>
#include <utility>

#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/generate/asker_talk.h"
#include "tools/bfclx/generate/progress.h"

namespace bfclx::tools {
namespace {

constexpr int kSentAtOnce = 16;    // before the answers of others are looked at
constexpr double kTick = 0.1;      // seconds between two looks at the user and the clock
constexpr int kForGood = 3;        // refusals in a row that end a run which was going well
constexpr int kOutagesOfOne = 12;  // failures of one entry while the server is gone
constexpr std::size_t kShownBody = 300;

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

}  // namespace

bool is_error(const Asked& asked) {
  if (!asked.answered || asked.conversation == nullptr) return false;
  const Ending ending = asked.conversation->ending();
  return ending == Ending::kFailed || ending == Ending::kTransport;
}

Asker::Asker(std::span<const PlannedEntry> plan, const Server& server, const Settings& settings,
             const AskerSettings& how, AskerHooks hooks)
    : plan_(plan),
      server_(server),
      settings_(settings),
      how_(how),
      hooks_(std::move(hooks)),
      limit_(how.concurrency, how.automatic),
      order_(plan, how.official_order),
      random_(std::random_device{}()) {}

Asker::~Asker() = default;

double Asker::chance() { return std::uniform_real_distribution<double>(0, 1)(random_); }

AskerFigures Asker::figures() const {
  AskerFigures figures;
  figures.running = talks_.size();
  figures.in_flight = under_way_;
  figures.allowed = limit_.allowed();
  figures.requests = requests_;
  figures.repeated = repeated_;
  figures.paused = !circuit_.closed() || net::Client::now() < paused_until_;
  return figures;
}

bool Asker::unfinished() const {
  if (!stopped_.empty()) return false;
  return !talks_.empty() || (!ending_ && order_.has_ready());
}

std::string Asker::run() {
  bool due = false;
  const std::function<void()> tick = [this, &due, &tick] {
    due = true;
    client_.after(kTick, tick);
  };
  client_.after(0, tick);
  while (true) {
    const bool more = pump();
    // Behind what pump() sent: what is shown as under way is so, also where one has just ended.
    if (std::exchange(due, false)) look_around();
    if (!unfinished()) break;
    // What no request will need any more is closed on the way, not at the end.
    if (ending_ || !order_.has_ready()) client_.keep_connections(talks_.size());
    client_.run_once(more ? 0 : 1);
  }
  if (hooks_.tick) hooks_.tick(figures());
  return stopped_;
}

// What the clock and the user bring.
void Asker::look_around() {
  if (hooks_.stops() > 0 && !ending_) {
    ending_ = true;
    hooks_.say("stopping: nothing new is asked, " + std::to_string(talks_.size()) +
               (talks_.size() == 1 ? " conversation under way is brought to its end"
                                   : " conversations under way are brought to their end") +
               "; Ctrl-C again leaves at once");
  }
  if (!circuit_.closed()) {
    const double gone = net::Client::now() - circuit_.gone_since();
    if (gone > how_.patience) {
      stop("the server did not answer for " + seconds_text(gone) + " (" + last_failure_ + ")");
    } else if (ending_) {
      stop("the server is gone (" + last_failure_ + ")");
    }
  }
  if (hooks_.tick) hooks_.tick(figures());
}

bool Asker::may_send() {
  const double now = net::Client::now();
  if (now < paused_until_ || under_way_ >= limit_.allowed()) return false;
  return circuit_.closed() || circuit_.may_probe(now);
}

// Sends what may be sent, and begins new conversations where there is room. True when there is more
// to send: a few at a time, so that the first are under way before the last are made.
bool Asker::pump() {
  int sent = 0;
  while (stopped_.empty()) {
    for (const std::size_t index : finished_) talks_.erase(index);
    finished_.clear();
    if (!may_send()) return false;
    if (!ready_.empty()) {
      if (sent++ == kSentAtOnce) return true;
      Talk& talk = *talks_.at(ready_.front());
      ready_.pop_front();
      send_model(talk);
      continue;
    }
    // Conversations that wait for their next try leave room for others, but not for all of them.
    const bool room = talks_.size() < 2 * limit_.allowed() + 4;
    if (ending_ || !room || (!circuit_.closed() && !talks_.empty()) || !begin_next()) return false;
  }
  return false;
}

// Begins the next entry of the plan. False when there is none to begin now.
bool Asker::begin_next() {
  const std::optional<std::size_t> index = order_.take();
  if (!index) return false;
  const PlannedEntry& planned = plan_[*index];
  if (hooks_.wanted && !hooks_.wanted(planned)) {
    order_.complete(*index);
    return true;
  }
  Result<Conversation> started = hooks_.start(planned);
  if (!started.ok()) {
    Asked asked;
    asked.planned = &planned;
    asked.error = started.error().message;
    if (!hooks_.ended(asked)) stop("the results cannot be written");
    for (const std::size_t lost : order_.give_up(*index)) {
      Asked waiting;
      waiting.planned = &plan_[lost];
      waiting.error = "waits for " + planned.entry->id + ", which has no answer";
      hooks_.ended(waiting);
    }
    return true;
  }
  auto talk = std::make_unique<Talk>(*index, std::move(started).value());
  talk->started = net::Client::now();
  Talk& known = *talks_.emplace(*index, std::move(talk)).first->second;
  advance(known);
  return true;
}

// Gives the conversation what an earlier run was answered. False when there is nothing.
bool Asker::answer_from_journal(Talk& talk) {
  const Ask& ask = talk.conversation.next();
  if (ask.kind != Ask::Kind::kModel || !hooks_.known) return false;
  const JournalAnswer* known = hooks_.known(plan_[talk.index], talk.answers, ask.request);
  if (known == nullptr) return false;
  ++talk.answers;
  ++talk.exchanges;
  talk.conversation.answer(known->response, known->seconds);
  return true;
}

// Does what the conversation wants next.
void Asker::advance(Talk& talk) {
  while (answer_from_journal(talk)) {
  }
  const Ask& ask = talk.conversation.next();
  switch (ask.kind) {
    case Ask::Kind::kFinished: {
      const Ending ending = talk.conversation.ending();
      const bool lost = ending == Ending::kTransport && !settings_.as_official;
      end(talk, !lost, talk.conversation.last_error());
      return;
    }
    case Ask::Kind::kTokenize:
      send_tokenize(talk);
      return;
    case Ask::Kind::kTemplate:
      send_template(talk);
      return;
    case Ask::Kind::kEffect:
      send_effect(talk);
      return;
    case Ask::Kind::kModel:
      break;
  }
  const double wait = ask.wait + ask.jitter * chance();
  if (wait <= 0) {
    ready_.push_front(talk.index);
  } else {
    client_.after(wait, [this, index = talk.index] {
      if (talks_.count(index) != 0) ready_.push_front(index);
    });
  }
}

void Asker::send_model(Talk& talk) {
  talk.sent = net::Client::now();
  talk.probe = !circuit_.closed();
  if (talk.probe) circuit_.sent_probe();
  ++under_way_;
  ++requests_;
  client_.send(server_.request(talk.conversation.next().request),
               [this, index = talk.index](net::Response&& response) {
                 --under_way_;
                 server_.scrub(response);
                 const auto found = talks_.find(index);
                 if (found != talks_.end()) received(*found->second, std::move(response));
               });
}

void Asker::received(Talk& talk, net::Response&& response) {
  const double now = net::Client::now();
  const net::Reception reception = net::reception_of(response);
  if (settings_.as_official) {
    deliver(talk, std::move(response));
    return;
  }
  if (reception != net::Reception::kAnswer) last_failure_ = what_came(response);
  switch (reception) {
    case net::Reception::kAnswer:
      counted(talk, std::move(response));
      return;
    case net::Reception::kSlower:
      limit_.refused(talk.sent, now);
      slower(talk, response);
      return;
    case net::Reception::kBroken:
    case net::Reception::kGone:
      limit_.refused(talk.sent, now);
      gone(talk, std::move(response));
      return;
    case net::Reception::kForbidden:
    case net::Reception::kNowhere:
      failed_for_good(talk, response);
      return;
  }
}

// An answer: the server is well.
void Asker::counted(Talk& talk, net::Response&& response) {
  if (!circuit_.closed()) {
    hooks_.say("the server answers again after " +
               seconds_text(net::Client::now() - circuit_.gone_since()));
    gone_said_ = -1;
  }
  circuit_.answered();
  for_good_ = 0;
  talk.refusals = 0;
  limit_.answered(net::Client::now(), (under_way_ + 1) * 5 >= limit_.allowed() * 4);
  if (const auto wait = net::asked_wait(response.headers, unix_now()); wait && *wait > 0) {
    pause(*wait, "its limit is spent");
  }
  deliver(talk, std::move(response));
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

// The server wants us to wait, however often it says so.
void Asker::slower(Talk& talk, const net::Response& response) {
  circuit_.answered();
  const auto asked = net::asked_wait(response.headers, unix_now());
  const double wait = asked.value_or(net::backoff(++talk.refusals, chance(), 1, 120));
  if (asked) {
    pause(*asked, what_came(response));
  } else if (talk.refusals == 3) {
    hooks_.say("the server refuses (" + what_came(response) + "): asking less, " +
               std::to_string(limit_.allowed()) + " at once");
  }
  again(talk, wait + (asked ? chance() * 0.1 : 0));
}

void Asker::gone(Talk& talk, net::Response&& response) {
  const double now = net::Client::now();
  circuit_.failed(now, chance());
  if (circuit_.closed()) {
    deliver(talk, std::move(response));  // the conversation has its own count
    return;
  }
  const bool nobody = net::reception_of(response) == net::Reception::kGone;
  if (nobody && !circuit_.ever_answered() && !how_.wait_for_start) {
    stop(last_failure_ + ". Nothing was asked; is --base-url right, and the server running?");
    return;
  }
  if (gone_said_ < 0) {
    gone_said_ = now;
    hooks_.say(last_failure_ +
               ": the server is gone. Waiting, asking again every half a minute "
               "for " +
               seconds_text(how_.patience) + "; nothing is lost");
  }
  if (++talk.outages >= kOutagesOfOne) {
    deliver(talk, std::move(response));
    return;
  }
  again(talk, 0);
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

// 401, 403, 404, TLS, ...: the next request fares no better, unless others got through.
void Asker::failed_for_good(Talk& talk, const net::Response& response) {
  const std::string what = what_came(response);
  if (!circuit_.ever_answered() || ++for_good_ >= kForGood) {
    stop(what);
    return;
  }
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

void Asker::end(Talk& talk, bool answered, std::string error) {
  Asked asked;
  asked.planned = &plan_[talk.index];
  asked.conversation = &talk.conversation;
  asked.answered = answered;
  asked.error = std::move(error);
  asked.repeated = talk.repeated;
  asked.seconds = net::Client::now() - talk.started;
  const bool kept = hooks_.ended(asked);
  finished_.push_back(talk.index);
  if (!kept) stop("the results cannot be written");
  if (answered) {
    order_.complete(talk.index);
    return;
  }
  for (const std::size_t lost : order_.give_up(talk.index)) {
    Asked waiting;
    waiting.planned = &plan_[lost];
    waiting.error = "waits for " + asked.planned->entry->id + ", which has no answer";
    hooks_.ended(waiting);
  }
}

void Asker::stop(std::string why) {
  if (stopped_.empty()) stopped_ = std::move(why);
}

std::string Asker::what_came(const net::Response& response) const {
  if (!response.answered()) return response.error;
  const std::string message = message_in(response.body);
  return net::shown_url(server_.base_url) + ": status " + std::to_string(response.status) +
         (message.empty() ? "" : ", " + message);
}

}  // namespace bfclx::tools
