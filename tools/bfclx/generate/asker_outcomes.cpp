// What came of a request to the model's server. The scheduler (core/generation) decides what it
// means, this carries it out.
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/asker_talk.h"

namespace bfclx::tools {
namespace {

// Whether the response is a refusal of credentials that are renewed, which is trouble that passes.
bool mark_expired(IdentityKeeper* identity, const Server& server, std::size_t endpoint,
                  net::Response& response) {
  if (identity == nullptr || !identity->serves(endpoint) || !identity->refused(response)) {
    return false;
  }
  response.failure = net::Failure::kCut;
  response.error = server.endpoint(endpoint).shown() + ": the credentials have expired";
  response.status = 0;
  response.headers.clear();
  response.body.clear();
  return true;
}

// Whether the server may have generated a response that did not arrive.
bool is_lost(const net::Response& response) { return !response.answered() && response.sent; }

}  // namespace

void Asker::received(Talk& talk, net::Response&& response) {
  using Kind = Scheduler::Decision::Kind;
  const std::size_t index = talk.index;
  const bool lost = is_lost(response);
  const bool expired = mark_expired(how_.identity, server_, talk.endpoint, response);
  open_report(talk, response);
  const bool is_paid = response.answered() && response.status >= 200 && response.status < 300;
  talk.paid = {};
  if (lost) spending_.lost(index);
  spending_.received(index);
  if (is_paid) charge(talk, tokens_in_body(response.body));
  wake_unpaid();
  // Once for a request: then a server that refuses all credentials uses up its retries.
  Scheduler::Decision decision =
      expired && !std::exchange(talk.renewed, true)
          ? scheduler_.expired(index, net::Client::now())
          : scheduler_.received(index, response.outcome(), net::Client::now(),
                                net::Client::unix_now());
  if (decision.kind != Kind::kDeliver) {
    close_report(talk, decision.kind == Kind::kRetry ? RequestUse::kRetried : RequestUse::kEnded);
  }
  if (decision.kind == Kind::kEnd) end(talk, false, std::move(decision.error));
  if (decision.kind != Kind::kDeliver) return;
  const HttpRequest& request = talk.conversation.next().request;
  std::shared_ptr<const HttpRequest> good;
  if (decision.good && (!known_good_ || known_good_->body.size() > request.body.size())) {
    good = std::make_shared<const HttpRequest>(request);
  }
  if (!deliver(talk, std::move(response))) return;
  if (good != nullptr) known_good_ = std::move(good);
  if (talks_.count(index) != 0) scheduler_.accepted(index);
}

// Returns whether the conversation used it.
bool Asker::deliver(Talk& talk, net::Response&& response) {
  const double seconds = response.seconds;
  const net::Failure failure = response.failure;
  const std::string_view name = response.answered() ? std::string_view() : failure_name(failure);
  HttpResponse core = core_response(std::move(response));
  if (refuses_choices(talk, core)) return false;
  const std::vector<std::string> choices = take_choices(talk, core, seconds);
  if (hooks_.record) {
    hooks_.record(plan_[talk.index].entry->id, talk.exchanges, talk.conversation.next().request,
                  core, name, seconds);
  }
  ++talk.exchanges;
  if (failure == net::Failure::kNone) {
    const PlannedEntry& planned = plan_[talk.index];
    Conversation& conversation = talk.conversation;
    const bool lasting = core.status >= 200 && core.status < 300;
    std::string line;
    if (lasting && hooks_.journal_line) {
      line = hooks_.journal_line(planned, talk.answers, conversation.next().request, core, seconds);
    }
    conversation.answer(std::move(core), settings_.latency.value_or(seconds));
    // Another must not be given to the conversation by the next run.
    if (lasting && conversation.accepted_last()) {
      ++talk.answers;
      note_times(talk);
      keep_choices(talk, choices);
      if (!line.empty() && !hooks_.keep(planned, line)) {
        scheduler_.stop("the results cannot be written");
      }
    }
  } else {
    talk.conversation.fail(failure == net::Failure::kTimeout ? TransportFailure::kTimeout
                                                             : TransportFailure::kConnection,
                           settings_.latency.value_or(seconds));
  }
  const bool accepted = talk.conversation.accepted_last();
  // An error that became the result is no response of the model.
  const bool is_error = talk.conversation.next().kind == Ask::Kind::kFinished &&
                        talk.conversation.ending() == Ending::kFailed;
  if (accepted) talk.renewed = false;
  if (accepted && !is_error) talk.served.add(talk.endpoint);
  scheduler_.judged(talk.index, accepted && !is_error);
  close_report(talk, accepted && !is_error ? RequestUse::kUsed : RequestUse::kUnusable);
  advance(talk);
  return accepted;
}

// Makes it a request for a stream of the same response.
void Asker::stream(net::Request& request, const Talk& talk, std::size_t endpoint,
                   std::shared_ptr<StreamSink>& sink) const {
  const StreamFormat format = stream_format(*settings_.dialect);
  HttpRequest streamed = streamed_request(talk.conversation.next().request, format);
  request.url = server_.get(streamed.path, endpoint).url;
  request.lent_body = {};
  request.body = std::move(streamed.body);
  request.idle_timeout = how_.stream.idle_timeout;
  sink = std::make_shared<StreamSink>(
      format, StreamedResponse::Rules{request.max_bytes, how_.stream.first_call});
  request.sink = sink;
}

// Of a response that the conversation has used.
void Asker::note_times(Talk& talk) {
  if (!how_.stream.stream) return;
  talk.times.push_back(std::exchange(talk.streamed, {}));
  if (!talk.times.back()) return;
  const std::vector<StepNote>& notes = talk.conversation.notes();
  const std::size_t tokens = notes.empty() ? 0 : tokens_in(notes.back().usage).output;
  streamed_[talk.endpoint].add(*talk.times.back(), tokens);
  talk.times.back()->between = {};  // nobody reads it again
}

// A request that is known to succeed: one that had a 2xx response in this run, else one of an entry
// that is not planned (one with a result first).
bool Asker::find_known_good() {
  if (known_good_ != nullptr) return true;
  if (!hooks_.known_good) return false;
  std::optional<HttpRequest> request = hooks_.known_good();
  if (!request) return false;
  known_good_ = std::make_shared<const HttpRequest>(std::move(*request));
  return true;
}

// Sends it; its response is discarded.
void Asker::check_server(std::size_t endpoint) {
  if (!find_known_good()) return scheduler_.no_known_good(endpoint);
  if (!may_check(endpoint, known_good_->body.size())) {
    if (!check_waits_) scheduler_.no_known_good(endpoint);
    return;
  }
  scheduler_.check_sent(net::Client::now(), endpoint);
  net::Request request = server_.request(*known_good_, endpoint);
  request.max_bytes = std::min(request.max_bytes, how_.memory.entry);
  client_.send(std::move(request), [this, endpoint, number = ++requests_,
                                    body = known_good_](net::Response&& response) {
    scheduler_.request_ended();
    if (is_lost(response)) spending_.lost_apart(endpoint);
    spending_.received_apart(endpoint);
    try {
      server_.scrub(response);
      mark_expired(how_.identity, server_, endpoint, response);
      report_check(endpoint, number, response);
      if (response.status >= 200 && response.status < 300) {
        spending_.charged_apart(tokens_in_body(response.body));
        record_spent();
      }
      wake_unpaid();
      const bool usable = scheduler_.check_received(response.outcome(), net::Client::now(),
                                                    net::Client::unix_now(), endpoint);
      if (!usable) known_good_.reset();  // another one the next time
    } catch (const std::bad_alloc&) {
      scheduler_.check_lost(net::Client::now(), endpoint);
    }
  });
}

}  // namespace bfclx::tools
