#include "tools/bfclx/generate/service_answers.h"

#include <algorithm>
#include <utility>

#include "core/base/counted.h"
#include "core/generation/back_off.h"
#include "core/generation/request_outcome.h"
#include "core/generation/wait_text.h"
#include "core/simulators/apis/embeddings.h"
#include "core/simulators/apis/web_search.h"

namespace bfclx::tools {
namespace {

using Kind = EffectRequest::Kind;

constexpr double kLongestWait = 30;    // seconds, of a refusal
constexpr double kLongestRetry = 600;  // seconds that a service may ask for before a retry
constexpr double kLongestBackOff = 60;
constexpr std::size_t kRejectedInARow = 5;  // worth saying

RequestOutcome outcome_of(const Fetched& fetched) {
  const EffectAnswer& answer = fetched.answer;
  return {fetched.failure, answer.error, answer.status, &answer.headers, answer.body};
}

std::optional<double> wait_in(const Fetched& fetched) {
  return requested_wait(fetched.answer.headers, net::Client::unix_now());
}

// SerpApi's errors are answers, but where the key is refused, used up or used too often.
Reception serpapi_reception(const Fetched& fetched) {
  const int status = fetched.answer.status;
  if (status == 429) return Reception::kRateLimited;
  return status >= 401 && status <= 403 ? Reception::kForbidden : Reception::kResponse;
}

}  // namespace

// One request of a service and what came of it so far.
struct ServiceAnswers::Asking {
  EffectRequest request;
  Done done;
  int refusals = 0;
  int failures = 0;
};

ServiceAnswers::ServiceAnswers(const EffectStore& recorded, const ServiceRules& rules, Hooks hooks)
    : recorded_(recorded),
      rules_(rules),
      hooks_(std::move(hooks)),
      net_(rules.allow_private, rules.timeout),
      random_(net::Client::chance()) {}

const Unanswered* ServiceAnswers::over(Gate gate) const {
  const Service* service = gate == Gate::kKey          ? &search_
                           : gate == Gate::kEmbeddings ? &embeddings_
                                                       : nullptr;
  return service != nullptr && !service->over.text.empty() ? &service->over : nullptr;
}

// nullptr where every answer is one for the model.
ServiceAnswers::Service* ServiceAnswers::service_of(const EffectRequest& request) {
  if (request.kind == Kind::kEmbedding) return &embeddings_;
  return request.kind == Kind::kSearch && !rules_.official ? &search_ : nullptr;
}

std::string ServiceAnswers::rejected_all() const {
  if (search_.rejection.empty() || search_.answered > 0) return {};
  return "no search succeeded: " + search_.rejection +
         ". The model was shown these errors; check the service, then regenerate with -o";
}

void ServiceAnswers::ask(net::Client& client, const EffectRequest& request, Done done) {
  std::optional<EffectAnswer> known;
  if (const EffectAnswer* recorded = recorded_.find(request.key())) {
    known = *recorded;
  } else {
    known = hooks_.known(request.key());
  }
  if (known) {
    client.after(0, [done = std::move(done), answer = *std::move(known)]() mutable {
      done({std::move(answer), {}});
    });
    return;
  }
  if (!rules_.network && request.kind != Kind::kEmbedding) {
    constexpr const char* kReason = "skipped_not_in_cassette";
    const Unanswered why = {kReason, std::string(kReason) + ": the cassette has no response to " +
                                         request.method + " " + net::shown_url(request.url) +
                                         "; --enable-network sends the request"};
    client.after(0, [done = std::move(done), why] { done({std::nullopt, why}); });
    return;
  }
  send(client, {request, std::move(done)});
}

void ServiceAnswers::send(net::Client& client, const Asking& asking) {
  const Service* service = service_of(asking.request);
  if (service != nullptr && !service->over.text.empty()) {
    client.after(0, [done = asking.done, why = service->over] { done({std::nullopt, why}); });
    return;
  }
  net_.carry_out(client, asking.request, [this, &client, asking](Result<Fetched> fetched) {
    if (fetched.ok()) return take(client, asking, std::move(fetched).value());
    asking.done({std::nullopt, {"no memory", fetched.error().message}});
  });
}

void ServiceAnswers::take(net::Client& client, const Asking& asking, Fetched fetched) {
  Service* service = service_of(asking.request);
  if (service != nullptr) {
    const bool serpapi = service == &search_ && !rules_.own_search;
    const RequestOutcome outcome = outcome_of(fetched);
    const Reception reception = serpapi ? serpapi_reception(fetched) : reception_of(outcome);
    const bool for_good =
        reception == Reception::kForbidden || reception == Reception::kWrongAddress;
    if (for_good || reception == Reception::kRateLimited) {
      return refused(client, *service, asking, fetched, for_good);
    }
    const std::string url = net::shown_url(asking.request.url);
    if (reception != Reception::kResponse) {
      const Unanswered why = {reason_of(outcome), describe(outcome, url)};
      return failed(client, *service, asking, fetched, why);
    }
    const Unanswered fault = serpapi ? Unanswered() : fault_of(*service, asking.request, fetched);
    if (!fault.reason.empty()) {
      return failed(client, *service, asking, fetched, {fault.reason, url + ": " + fault.text});
    }
    service->refused_since = -1;
    service->failing = false;
    const bool rejected = !serpapi && fetched.answer.status >= 400;
    service->rejected = rejected ? service->rejected + 1 : 0;
    service->answered += rejected ? 0 : 1;
    if (rejected) service->rejection = describe(outcome, url);
    if (service->rejected == kRejectedInARow) {
      hooks_.say(describe(outcome, url) + ": " + std::to_string(kRejectedInARow) +
                 " searches in a row. The model is shown these errors; check the service");
    }
  }
  hooks_.answered(asking.request, fetched.answer);
  asking.done({std::move(fetched.answer), {}});
}

// What is wrong with a response, if anything. What a search service says about one request alone
// (status 400, 422) is for the model, who wrote the search; it did not write an embedding's
// request.
Unanswered ServiceAnswers::fault_of(Service& service, const EffectRequest& request,
                                    const Fetched& fetched) {
  const EffectAnswer& answer = fetched.answer;
  const bool success = answer.status >= 200 && answer.status < 300;
  if (request.kind == Kind::kSearch) {
    const std::string fault(success ? search_answer_fault(answer) : "");
    return {fault, "the response has the wrong form (" + fault + ")"};
  }
  if (!success) return {reason_of(outcome_of(fetched)), describe(outcome_of(fetched), "")};
  const Result<std::size_t> size = embedding_size(request, answer);
  constexpr const char* kReason = "malformed response";
  if (!size.ok()) return {kReason, size.error().message};
  if (service.dimensions == 0) service.dimensions = *size;
  if (service.dimensions == *size) return {};
  return {kReason, "embeddings of " + std::to_string(*size) + " components, earlier ones have " +
                       std::to_string(service.dimensions)};
}

// No answer, or one that cannot be used: again, as often as --retries says, unless the service says
// that the request itself is wrong.
void ServiceAnswers::failed(net::Client& client, Service& service, Asking asking,
                            const Fetched& fetched, const Unanswered& why) {
  const int status = fetched.answer.status;
  if (status >= 400 && reception_of(outcome_of(fetched)) == Reception::kResponse) {
    asking.done({std::nullopt, {std::string(service.name) + ": " + why.reason, why.text}});
    return;
  }
  if (!std::exchange(service.failing, true) && rules_.retries > 0) {
    hooks_.say(why.text + "; the " + std::string(service.name) + " is queried again up to " +
               counted(static_cast<std::size_t>(rules_.retries), "time", "times"));
  }
  if (asking.failures >= rules_.retries || hooks_.stops() > 0) {
    asking.done({std::nullopt, {std::string(service.name) + ": " + why.reason, why.text}});
    return;
  }
  const double wait = back_off(++asking.failures, chance(), 1, kLongestBackOff);
  asking.request.wait_seconds =
      std::max(wait, std::min(wait_in(fetched).value_or(0), kLongestRetry));
  send(client, asking);
}

// All entries of the run wait together for a service that wants fewer requests.
void ServiceAnswers::refused(net::Client& client, Service& service, Asking asking,
                             const Fetched& fetched, bool for_good) {
  const std::string status = reason_of(outcome_of(fetched));
  const std::string what = net::shown_url(asking.request.url) + " refuses to " +
                           (&service == &search_ ? "search" : "embed texts") + " (" + status + ")";
  const double now = net::Client::now();
  if (service.refused_since < 0) {
    service.refused_since = now;
    if (!for_good) hooks_.say(what + ": retrying for up to " + wait_text(rules_.patience));
  }
  const double left = service.refused_since + rules_.patience - now;
  const auto asked = wait_in(fetched);
  const double wait = wait_after_refusal(asked ? std::min(*asked, kLongestPause) : asked,
                                         ++asking.refusals, chance());
  if (for_good || hooks_.stops() > 0) {
    end(service, status, what);
  } else if (left <= 0 || wait > std::max(left, kLongestWait)) {
    end(service, status,
        what + (left <= 0 ? " for " + wait_text(now - service.refused_since)
                          : "; it asks for a pause of " + wait_text(asked.value_or(wait)) +
                                ", --patience is " + wait_text(rules_.patience)));
  }
  asking.request.wait_seconds = service.over.text.empty() ? std::clamp(left, 0.0, wait) : 0;
  send(client, asking);
}

void ServiceAnswers::end(Service& service, const std::string& status, const std::string& why) {
  if (!service.over.text.empty()) return;
  service.over = {std::string(service.name) + ": " + status, why};
  hooks_.say(why + ": entries that need it are left to the next run");
}

}  // namespace bfclx::tools
