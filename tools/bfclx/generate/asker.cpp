#include "tools/bfclx/generate/asker.h"

#include <algorithm>
#include <utility>

#include "tools/bfclx/generate/asker_talk.h"
#include "tools/bfclx/generate/progress.h"

namespace bfclx::tools {
namespace {

constexpr int kSentAtOnce = 16;  // before the answers of others are looked at
constexpr double kTick = 0.1;    // seconds between two looks at the user and the clock
// Conversations whose entry failed and that wait for its next try, beside those that go on.
constexpr std::size_t kMostBackingOff = 256;

// A tag in front ("skipped_api_error: ...") is the reason.
std::string reason_of_error(const std::string& error, const char* otherwise) {
  const bool tagged = error.rfind("skipped_", 0) == 0;
  return tagged ? error.substr(0, error.find(':')) : otherwise;
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
      health_(how.patience),
      order_(plan, how.official_order),
      random_(std::random_device{}()) {
  receive_what_fits();
}

Asker::~Asker() = default;

double Asker::chance() { return std::uniform_real_distribution<double>(0, 1)(random_); }

AskerFigures Asker::figures() const {
  AskerFigures figures;
  figures.running = talks_.size();
  figures.in_flight = under_way_;
  figures.allowed = limit_.allowed();
  figures.requests = requests_;
  figures.repeated = repeated_;
  figures.paused = !health_.available() || net::Client::now() < paused_until_;
  figures.stopping = ending_;
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
  const double now = net::Client::now();
  if (hooks_.stops() > 0 && !ending_) begin_ending(now);
  const std::string trouble = last_failure_.empty() ? "" : " (" + last_failure_ + ")";
  if (ending_ && stopped_.empty()) {
    const std::string left = std::to_string(talks_.size()) +
                             (talks_.size() == 1 ? " conversation" : " conversations") +
                             " unfinished";
    const bool pausing = under_way_ == 0 && now < paused_until_;
    if (!health_.available() || pausing) {
      stop("stopped while the server was unavailable" + trouble + ", " + left);
    } else if (now >= stop_at_) {
      stop("stopped after " + seconds_text(how_.stop_timeout) + " (--stop-timeout), " + left);
    }
  }
  const bool refused = refused_since_ >= 0 && now - refused_since_ > how_.patience;
  if (health_.is_over(now) || refused) {
    const bool refuses = refused || health_.state() == ServerHealth::State::kRefusing;
    const double since = refused ? refused_since_ : health_.trouble_since();
    stop("the server " + std::string(refuses ? "refused every request" : "did not answer") +
         " for " + seconds_text(now - since) + trouble);
  }
  if (hooks_.tick) hooks_.tick(figures());
}

// The user asked to stop.
void Asker::begin_ending(double now) {
  ending_ = true;
  stop_at_ = now + how_.stop_timeout;
  hooks_.say("stopping: no new requests; " + std::to_string(talks_.size()) +
             (talks_.size() == 1 ? " conversation has " : " conversations have ") +
             seconds_text(how_.stop_timeout) +
             " to finish (--stop-timeout); press Ctrl-C again to exit immediately");
}

bool Asker::may_send() {
  const double now = net::Client::now();
  return now >= paused_until_ && under_way_ < limit_.allowed() && doubt_.empty() &&
         health_.may_send(now);
}

// Whether another entry may begin. Conversations that wait for their next try leave room for
// others, but not for all of them. While the server is in trouble one new entry goes with each
// probe.
bool Asker::may_begin() const {
  if (ending_ || (!talks_.empty() && in_use() > how_.memory.all / 2)) return false;
  if (!health_.available()) return !begun_for_probe_ || talks_.count(*begun_for_probe_) == 0;
  const std::size_t waiting = std::min(backing_off_, kMostBackingOff);
  return talks_.size() - waiting < 2 * limit_.allowed() + 4;
}

// Sends what may be sent, and begins new conversations where there is room. True when there is more
// to send: a few at a time, so that the first are under way before the last are made.
bool Asker::pump() {
  int sent = 0;
  while (stopped_.empty()) {
    const bool freed = !finished_.empty();
    for (const std::size_t index : finished_) talks_.erase(index);
    finished_.clear();
    if (freed) wake();
    if (check_server() || !may_send()) return false;
    // An entry that has not failed yet is the better probe.
    if (!health_.available() && may_begin() && begin_next()) continue;
    if (!ready_.empty()) {
      if (sent++ == kSentAtOnce) return true;
      const std::size_t index = ready_.front();
      ready_.pop_front();
      guarded(index, [this](Talk& talk) {
        if (may_grow(talk)) return send_model(talk);
        wait_for_memory(talk);
      });
      continue;
    }
    if (!may_begin() || !begin_next()) return false;
  }
  return false;
}

// Begins the next entry of the plan. False when there is none to begin now.
bool Asker::begin_next() {
  const std::optional<std::size_t> index = health_.available() ? order_.take() : order_.take_last();
  if (!index) return false;
  if (!health_.available()) begun_for_probe_ = index;
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
    asked.reason = reason_of_error(asked.error, "not started");
    if (!hooks_.ended(asked)) stop("the results cannot be written");
    give_up_waiting(*index);
    return true;
  }
  auto talk = std::make_unique<Talk>(*index, std::move(started).value());
  talk->started = net::Client::now();
  talk->number = begun_++;
  talks_.emplace(*index, std::move(talk));
  guarded(*index, [this](Talk& known) { advance(known); });
  return true;
}

// Gives the conversation what an earlier run was answered. False when there is nothing.
bool Asker::answer_from_journal(Talk& talk) {
  const Ask& ask = talk.conversation.next();
  if (ask.kind != Ask::Kind::kModel || !hooks_.known) return false;
  const std::optional<JournalAnswer> known =
      hooks_.known(plan_[talk.index], talk.answers, ask.request);
  if (!known) return false;
  ++talk.answers;
  ++talk.exchanges;
  talk.conversation.answer(known->response, known->seconds);
  return true;
}

// Does what the conversation wants next.
void Asker::advance(Talk& talk) {
  do {
    bound(talk);
  } while (answer_from_journal(talk));
  hold(talk);
  const Ask& ask = talk.conversation.next();
  switch (ask.kind) {
    case Ask::Kind::kFinished: {
      const Ending ending = talk.conversation.ending();
      if (ending == Ending::kTransport && !settings_.as_official) {
        lose(talk);
      } else {
        end(talk, true, talk.conversation.last_error());
      }
      return;
    }
    case Ask::Kind::kTokenize:
      send_tokenize(talk);
      return;
    case Ask::Kind::kTemplate:
      send_template(talk);
      return;
    case Ask::Kind::kEffect:
      if (may_grow(talk)) return send_effect(talk);
      wait_for_memory(talk);
      return;
    case Ask::Kind::kModel:
      break;
  }
  const double wait = ask.wait + ask.jitter * chance();
  if (wait <= 0) {
    ready_.push_front(talk.index);
    return;
  }
  ++backing_off_;
  client_.after(wait, [this, index = talk.index] {
    --backing_off_;
    if (talks_.count(index) != 0) ready_.push_front(index);
  });
}

void Asker::send_model(Talk& talk) {
  talk.sent = net::Client::now();
  health_.sent(talk.index);
  begun_for_probe_.reset();
  ++under_way_;
  ++requests_;
  net::Request request = server_.request(talk.conversation.next().request);
  request.max_bytes = std::min(request.max_bytes, how_.memory.entry);
  request.turn = talk.number;
  client_.send(std::move(request), [this, index = talk.index](net::Response&& response) {
    --under_way_;
    guarded(index, [this, &response](Talk& known) {
      server_.scrub(response);
      bound(response);
      received(known, std::move(response));
    });
  });
}

void Asker::end(Talk& talk, bool answered, std::string error) {
  let_go(talk);
  Asked asked;
  asked.planned = &plan_[talk.index];
  asked.conversation = &talk.conversation;
  asked.answered = answered;
  asked.error = std::move(error);
  if (!answered) {
    asked.reason = talk.trouble.reason;
    if (asked.reason.empty()) asked.reason = reason_of_error(asked.error, "no response");
  }
  asked.repeated = talk.repeated;
  asked.seconds = net::Client::now() - talk.started;
  health_.ended(talk.index);
  const bool kept = hooks_.ended(asked);
  talk.ended = true;
  finished_.push_back(talk.index);
  if (!kept) stop("the results cannot be written");
  if (answered) {
    order_.complete(talk.index);
    return;
  }
  give_up_waiting(talk.index);
}

// What comes of an entry without a response: its last trouble.
void Asker::lose(Talk& talk) {
  const std::string& error = talk.conversation.last_error();
  if (talk.trouble.reason.empty()) talk.trouble = {"no usable response", error};
  end(talk, false, talk.trouble.text.empty() ? error : talk.trouble.text);
}

// Those that cannot be requested without the entry.
void Asker::give_up_waiting(std::size_t index) {
  for (const std::size_t lost : order_.give_up(index)) {
    Asked waiting;
    waiting.planned = &plan_[lost];
    waiting.error = "needs " + plan_[index].entry->id + ", which has no result";
    waiting.reason = "prerequisite without a result";
    hooks_.ended(waiting);
  }
}

void Asker::stop(std::string why) {
  if (stopped_.empty()) stopped_ = std::move(why);
}

std::string Asker::reason_of_unfinished(std::size_t index) const {
  const auto found = talks_.find(index);
  if (found == talks_.end()) return "not requested";
  const std::string& reason = found->second->trouble.reason;
  return reason.empty() ? "unfinished" : reason;
}

}  // namespace bfclx::tools
