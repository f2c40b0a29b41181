#include "tools/bfclx/generate/service_answers.h"

#include <algorithm>
#include <ctime>
#include <optional>
#include <utility>

#include "core/generation/back_off.h"
#include "core/generation/request_outcome.h"
#include "core/generation/wait_text.h"
#include "core/value/json.h"

namespace bfclx::tools {
namespace {

using Kind = EffectRequest::Kind;

constexpr double kLongestWait = 30;  // seconds
constexpr int kTooMany = 429;

// The key is refused, or is worth nothing any more.
bool is_for_good(int status) { return status == 401 || status == 402 || status == 403; }

}  // namespace

// One search and how often it was refused.
struct ServiceAnswers::Search {
  EffectRequest request;
  Done done;
  int refusals = 0;
};

ServiceAnswers::ServiceAnswers(const EffectStore& recorded, const ServiceRules& rules, Hooks hooks)
    : recorded_(recorded),
      rules_(rules),
      hooks_(std::move(hooks)),
      net_(rules.allow_private),
      random_(std::random_device{}()) {}

void ServiceAnswers::ask(net::Client& client, const EffectRequest& request, Done done) {
  if (const EffectAnswer* known = recorded_.find(request.key())) {
    client.after(0, [done = std::move(done), answer = *known] { done(answer); });
    return;
  }
  if (std::optional<EffectAnswer> known = hooks_.known(request.key())) {
    client.after(0, [done = std::move(done), answer = *std::move(known)]() mutable {
      done(std::move(answer));
    });
    return;
  }
  if (!rules_.network && request.kind != Kind::kEmbedding) {
    Error none{"Unanswered", "skipped_not_in_cassette: the recording has no answer to " +
                                 request.method + " " + net::shown_url(request.url) +
                                 "; --enable-network asks it"};
    client.after(0, [done = std::move(done), none] { done(none); });
    return;
  }
  send(client, {request, std::move(done)});
}

void ServiceAnswers::send(net::Client& client, const Search& search) {
  if (search.request.kind == Kind::kSearch && !over_.empty()) {
    client.after(0, [done = search.done, why = over_] { done(Error{"Unanswered", why}); });
    return;
  }
  net_.carry_out(client, search.request, [this, &client, search](Result<EffectAnswer> answer) {
    if (answer.ok()) return take(client, search, std::move(answer).value());
    search.done(std::move(answer));
  });
}

void ServiceAnswers::take(net::Client& client, Search search, EffectAnswer answer) {
  const bool guarded = search.request.kind == Kind::kSearch && !rules_.official;
  if (!guarded || (answer.status != kTooMany && !is_for_good(answer.status))) {
    if (guarded) refused_since_ = -1;
    hooks_.answered(search.request, answer);
    search.done(std::move(answer));
    return;
  }
  const std::string what = net::shown_url(search.request.url) + " refuses to search (status " +
                           std::to_string(answer.status) + ")";
  const double now = net::Client::now();
  if (refused_since_ < 0) {
    refused_since_ = now;
    if (answer.status == kTooMany) {
      hooks_.say(what + ": asked again for up to " + wait_text(rules_.patience));
    }
  }
  const double left = refused_since_ + rules_.patience - now;
  const double chance = std::uniform_real_distribution<double>(0, 1)(random_);
  const auto asked = requested_wait(answer.headers, static_cast<double>(std::time(nullptr)));
  const double wait = wait_after_refusal(asked ? std::min(*asked, kLongestPause) : asked,
                                         ++search.refusals, chance);
  if (is_for_good(answer.status) || hooks_.stops() > 0) {
    end(what);
  } else if (left <= 0 || wait > std::max(left, kLongestWait)) {
    end(what + (left <= 0 ? " for " + wait_text(now - refused_since_)
                          : "; it asks for a pause of " + wait_text(asked.value_or(wait)) +
                                ", --patience is " + wait_text(rules_.patience)));
  }
  search.request.wait_seconds = over_.empty() ? std::clamp(left, 0.0, wait) : 0;
  send(client, search);
}

void ServiceAnswers::end(const std::string& why) {
  if (!over_.empty()) return;
  over_ = "skipped_api_error: " + why;
  hooks_.say(why + ": entries that search are left for another run");
}

}  // namespace bfclx::tools
