#include "tools/bfclx/generate/asker.h"

#include <algorithm>
#include <utility>

#include "tools/bfclx/generate/asker_talk.h"

namespace bfclx::tools {
namespace {

constexpr int kSentAtOnce = 16;  // before the responses of others are looked at
constexpr double kTick = 0.1;    // seconds between two looks at the user and the clock

SchedulerSettings schedule_of(const AskerSettings& how, const Server& server,
                              const Settings& settings) {
  SchedulerSettings schedule = how.schedule;
  schedule.server = net::shown_url(server.base_url);
  for (std::size_t i = 0; i < server.endpoints(); ++i) {
    const ServerEndpoint& one = server.endpoint(i);
    schedule.endpoints.push_back({one.shown(), one.weight, one.concurrency, one.missing});
  }
  schedule.official_retries = settings.as_official;
  schedule.in_batches = how.batches.service != nullptr;
  schedule.command_line = true;
  return schedule;
}

}  // namespace

bool is_error(const Asked& asked) {
  if (!asked.answered || asked.conversation == nullptr) return false;
  const Ending ending = asked.conversation->ending();
  return ending == Ending::kFailed || ending == Ending::kTransport;
}

Asker::Asker(std::span<const PlannedEntry> plan, Server& server, const Settings& settings,
             const AskerSettings& how, AskerHooks hooks)
    : plan_(plan),
      server_(server),
      settings_(settings),
      how_(how),
      hooks_(std::move(hooks)),
      scheduler_(plan, schedule_of(how, server, settings), net::Client::chance()),
      spending_(how.limits, how.prices) {
  receive_what_fits();
  if (how_.ledger != nullptr) how_.ledger->begin(spending_);
  if (how_.stream.stream) streamed_.resize(server.endpoints());
  if (how_.batches.service != nullptr) open_batches();
}

Asker::~Asker() = default;

std::string Asker::run() {
  bool due = false;
  started_ = net::Client::now();
  const std::function<void()> tick = [this, &due, &tick] {
    due = true;
    client_.after(kTick, tick);
  };
  client_.after(0, tick);
  while (true) {
    const bool more = pump();
    // Behind what pump() sent: what is shown as in flight is so, also where one has just ended.
    if (std::exchange(due, false)) look_around();
    say_messages();
    if (is_over()) break;
    // What no request will need any more is closed on the way, not at the end.
    if (!scheduler_.has_more()) client_.keep_connections(talks_.size());
    client_.run_once(more ? 0 : 1);
  }
  const double now = net::Client::now();
  if (hooks_.tick) hooks_.tick(figures(now));
  if (how_.ledger != nullptr) how_.ledger->close(spending_);
  // Nothing more began; what ran has finished, or was interrupted.
  const bool out_of_time =
      spending_.is_over(now - started_) && scheduler_.stopping() && hooks_.stops() == 0;
  at_limit_ = at_limit_ || out_of_time;
  if (!out_of_time) return scheduler_.stopped();
  const std::string why = spending_.why(now - started_);
  return scheduler_.stopped().empty() ? why : why + "; " + scheduler_.stopped();
}

// What the clock and the user bring.
void Asker::look_around() {
  const double now = net::Client::now();
  if (how_.identity != nullptr) look_after_identity();
  look_at_ledger(now);
  if (hooks_.stops() > 0 || spending_.is_over(now - started_)) {
    if (batches_) {
      stop_batches(now);
    } else {
      scheduler_.request_stop(now);
    }
  }
  if (hooks_.server_ended) {
    const std::string why = hooks_.server_ended();
    if (!why.empty()) scheduler_.stop(why, "the server ended");
  }
  scheduler_.tick(now);
  if (!hooks_.tick) return;
  hooks_.tick(figures(now));
}

Scheduler::Figures Asker::figures(double now) const {
  Scheduler::Figures figures = scheduler_.figures(now);
  if (batches_) figures.batches = batches_->progress();
  figures.waiting_for_budget = unpaid_.size();
  for (std::size_t i = 0; i < std::min(figures.endpoints.size(), streamed_.size()); ++i) {
    figures.endpoints[i].tokens_per_second = streamed_[i].tokens_per_second();
  }
  return figures;
}

// Credentials are renewed while requests go on with them.
void Asker::look_after_identity() {
  how_.identity->look(client_, server_);
  for (const std::string& message : how_.identity->take_messages()) hooks_.say(message);
  const std::string why = how_.identity->given_up();
  if (!why.empty()) scheduler_.stop(why, "no credentials", how_.identity->lasts());
}

void Asker::say_messages() {
  if (batches_) {
    for (const std::string& message : batches_->take_messages()) hooks_.say(message);
  }
  for (const std::string& message : scheduler_.take_messages()) hooks_.say(message);
}

// Does what the scheduler says. True when there is more to do: a few at a time, so that the first
// are in flight before the last are made.
bool Asker::pump() {
  using Kind = Scheduler::Action::Kind;
  int sent = 0;
  while (true) {
    const bool freed = !finished_.empty();
    for (const std::size_t index : finished_) {
      talks_.erase(index);
      memory_queue_.ended(index);
    }
    finished_.clear();
    if (freed) wake();
    const bool may_check = !waits_for_lock() || std::exchange(may_check_once_, false);
    const Scheduler::Action action =
        scheduler_.next(net::Client::now(), may_spend() && has_room(), may_check);
    switch (action.kind) {
      case Kind::kBegin:
        begin(action.entry);
        break;
      case Kind::kSend:
        guarded(action.entry, [this, &action](Talk& talk) {
          if (may_grow(talk)) return send_model(talk, action.endpoint);
          wait_for_memory(talk);
        });
        if (++sent == kSentAtOnce) return true;
        break;
      case Kind::kCheckServer:
        check_server(action.endpoint);
        break;
      case Kind::kWait:
        wake_at(action.until);
        return batches_ && pump_batches();
      case Kind::kFinished:
        return how_.batches.cancel && pump_batches();
    }
  }
}

// Batches are canceled also where no entry waits for them.
bool Asker::is_over() const {
  return scheduler_.finished() && (!how_.batches.cancel || !scheduler_.stopped().empty());
}

// Ends the wait for the network then; the tick does where it comes first.
void Asker::wake_at(double time) {
  const double now = net::Client::now();
  if (time >= now + kTick || (wake_at_ > now && wake_at_ <= time)) return;
  wake_at_ = time;
  client_.after(std::max(0.0, time - now), [] {});
}

void Asker::begin(std::size_t index) {
  const PlannedEntry& planned = plan_[index];
  if (put_off(index)) return;
  if (hooks_.wanted && !hooks_.wanted(planned)) {
    scheduler_.ended(index, true);
    return;
  }
  if (const Unanswered* why = hooks_.unserved ? hooks_.unserved(planned) : nullptr) {
    return end_unbegun(index, why->reason, why->text);
  }
  Result<Conversation> started = hooks_.start(planned);
  if (!started.ok()) return end_unbegun(index, "not started", started.error().message);
  auto talk = std::make_unique<Talk>(index, std::move(started).value());
  talk->started = net::Client::now();
  spending_.began(index, planned.entry->category);
  talk->number = memory_queue_.began(index);
  talks_.emplace(index, std::move(talk));
  guarded(index, [this](Talk& known) { advance(known); });
}

void Asker::end_unbegun(std::size_t index, std::string reason, std::string error) {
  Asked asked;
  asked.planned = &plan_[index];
  asked.error = std::move(error);
  asked.reason = std::move(reason);
  if (!hooks_.ended(asked)) scheduler_.stop("the results cannot be written");
  tell_lost(index, scheduler_.ended(index, false));
}

// Gives the conversation what an earlier run was answered. False when there is nothing.
bool Asker::answer_from_journal(Talk& talk) {
  const Ask& ask = talk.conversation.next();
  if (ask.kind != Ask::Kind::kModel || !hooks_.known) return false;
  Result<std::optional<JournalAnswer>> read =
      hooks_.known(plan_[talk.index], talk.answers, ask.request);
  if (!read.ok()) scheduler_.stop(read.error().message);
  if (!read.ok() || !*read) return false;
  std::optional<JournalAnswer>& known = *read;
  ++talk.answers;
  ++talk.exchanges;
  talk.served.some_unknown = true;
  talk.times.emplace_back();
  talk.conversation.answer(std::move(known->response), known->seconds);
  talk.resumed = true;
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
  scheduler_.wants_request(talk.index, ask.wait, ask.jitter, net::Client::now());
}

void Asker::send_model(Talk& talk, std::size_t endpoint) {
  if (how_.identity != nullptr && how_.identity->serves(endpoint) && !how_.identity->usable()) {
    return scheduler_.wants_request(talk.index, kTick, kTick, net::Client::now());
  }
  choose_repeats(talk);
  if (!may_pay(talk)) return;
  scheduler_.sent(talk.index, net::Client::now());
  talk.endpoint = endpoint;
  talk.request = ++requests_;
  ++talk.attempt;
  if (batches_) {
    const std::string& id = plan_[talk.index].entry->id;
    return batches_->add(talk.index, id, talk.answers, talk.conversation.next().request);
  }
  net::Request request = server_.request(talk.conversation.next().request, endpoint);
  request.max_bytes = std::min(request.max_bytes, how_.memory.entry);
  request.turn = talk.number;
  const double sent = net::Client::now();
  std::shared_ptr<StreamSink> sink;
  if (how_.stream.stream) stream(request, talk, endpoint, sink);
  ask_for_choices(request, talk);
  client_.send(std::move(request),
               [this, index = talk.index, sent, sink](net::Response&& response) {
                 scheduler_.request_ended();
                 guarded(index, [this, &response, sent, &sink](Talk& known) {
                   if (sink != nullptr) {
                     sink->finish(response);
                     known.streamed = sink->times(sent);
                   }
                   server_.scrub(response);
                   bound(response);
                   received(known, std::move(response));
                 });
               });
}

void Asker::end(Talk& talk, bool answered, std::string error, const std::string& otherwise) {
  let_go(talk);
  if (batches_) batches_->withdraw(talk.index);
  Asked asked;
  asked.planned = &plan_[talk.index];
  asked.conversation = &talk.conversation;
  asked.answered = answered;
  asked.error = std::move(error);
  if (!answered) {
    asked.reason = scheduler_.trouble(talk.index).reason;
    if (asked.reason.empty()) asked.reason = otherwise;
  }
  asked.repeated = scheduler_.repeated(talk.index);
  asked.seconds = net::Client::now() - talk.started;
  asked.served = talk.served;
  if (how_.stream.stream) asked.streamed = talk.times;
  asked.tokens = spending_.of(talk.index);
  const bool has_result = answered && !is_error(asked);
  spending_.ended(talk.index, asked.seconds,
                  talk.resumed ? Spending::Outcome::kPart
                  : has_result ? Spending::Outcome::kResult
                               : Spending::Outcome::kFailed);
  wake_unpaid();
  asked.requests = talk.used;
  const bool kept = hooks_.ended(asked);
  talk.ended = true;
  finished_.push_back(talk.index);
  if (!kept) scheduler_.stop("the results cannot be written");
  tell_lost(talk.index, scheduler_.ended(talk.index, answered));
}

// What comes of an entry without a response: its last trouble.
void Asker::lose(Talk& talk) {
  const std::string& text = scheduler_.trouble(talk.index).text;
  end(talk, false, text.empty() ? talk.conversation.last_error() : text, "no usable response");
}

// Entries that cannot begin without one that has no result.
void Asker::tell_lost(std::size_t index, const std::vector<std::size_t>& without) {
  for (const std::size_t lost : without) {
    Asked waiting;
    waiting.planned = &plan_[lost];
    waiting.error = "needs " + plan_[index].entry->id + ", which has no result";
    waiting.reason = "prerequisite without a result";
    hooks_.ended(waiting);
  }
}

}  // namespace bfclx::tools
