#include "tools/bfclx/generate/identity_keeper.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <utility>

#include "core/base/text.h"
#include "core/generation/identity/local_address.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/header_text.h"
#include "tools/bfclx/generate/model_list.h"
#include "tools/bfclx/generate/stops.h"
#include "tools/bfclx/generate/target_keys.h"
#include "tools/bfclx/generate/unix_clock.h"

namespace bfclx::tools {
namespace {

using std::chrono::milliseconds;

constexpr double kMostSeconds = 10;    // of a request
constexpr double kConnectSeconds = 3;  // to a service of this machine
constexpr int kTries = 3;              // before the run
constexpr int kSteps = 8;              // of a chain
constexpr milliseconds kLook{100};     // at a program

// For tests alone: a server on this machine that stands in for all identity providers. Their hosts
// become the begin of the path. Nothing but a loopback address is taken, so that no variable can
// send credentials anywhere else.
std::string stand_in() {
  const char* value = std::getenv("BFCLX_TEST_IDENTITY_SERVER");
  if (value == nullptr || *value == '\0') return {};
  if (is_loopback_address(value)) return net::origin_of(value);
  throw UsageError("BFCLX_TEST_IDENTITY_SERVER: expected a loopback address");
}

// What expired credentials are answered with: 401, and of Amazon 403 with an exception's name.
bool says_expired(const net::Response& response) {
  if (response.status == 401) return true;
  if (response.status != 403 && response.status != 400) return false;
  return contains(response.body, "ExpiredToken") ||
         contains(response.body, "security token included in the request is expired");
}

// Of the program of `step`, before the run.
IdentityStep output_of(IdentityStep step) {
  IdentityProcess process(std::move(step), [] { return stops_so_far() > 0; });
  while (true) {
    if (std::optional<IdentityStep> next = process.proceed(kLook)) return *std::move(next);
  }
}

}  // namespace

IdentityKeeper::IdentityKeeper(IdentitySource source, const TargetOptions& options)
    : source_(std::move(source)),
      timeout_(std::min(kMostSeconds, options.timeout)),
      stand_in_(stand_in()),
      life_(options.patience) {}

net::Request IdentityKeeper::request_of(const IdentityRequest& request, Server& server) const {
  for (const std::string& secret : request.hidden) server.redactor.add(secret);
  net::Request sent;
  sent.method = request.method;
  sent.url = request.url;
  if (!stand_in_.empty()) {
    sent.url = stand_in_ + "/" + request.url.substr(request.url.find("://") + 3);
  }
  sent.headers = request.headers;
  sent.secrets = request.secrets;
  if (const std::optional<SigningKeys>& by = request.signature) {
    for (auto& header : net::aws_signature_now(
             {by->keys.id, by->keys.secret, by->keys.session, by->region, by->service},
             request.method, request.url, request.body)) {
      sent.secrets.push_back(std::move(header));
    }
  }
  sent.body = request.body;
  sent.timeout = timeout_;
  sent.connect_timeout = request.of_machine ? std::min(kConnectSeconds, timeout_) : timeout_;
  sent.max_bytes = kMostIdentityBytes;
  sent.max_redirects = 0;
  sent.direct = request.of_machine;
  return sent;
}

// Files that cannot be read are like a server that refuses.
IdentityStep IdentityKeeper::begin(double now) const {
  try {
    return source_.begin(now);
  } catch (const UsageError& error) {
    return failed_step(error.what());
  }
}

void IdentityKeeper::acquire(Server& server, const TargetOptions& options) {
  if (!source_.quota_project.empty() && !has_header(server.headers, "x-goog-user-project")) {
    server.headers.emplace_back("x-goog-user-project", source_.quota_project);
  }
  for (int tries = 1;; ++tries) {
    IdentityStep step = begin(unix_seconds());
    for (int i = 0; (step.request || step.program) && i < kSteps; ++i) {
      if (step.program) {
        step = output_of(std::move(step));
        continue;
      }
      net::Response response =
          std::move(fetch_all({request_of(*step.request, server)}, options).front());
      const net::Response& got = response;
      step = step.read(got.outcome(), unix_seconds());
    }
    if (step.credentials) return apply(*step.credentials, server);
    const std::string why = step.error ? step.error->message : "too many requests";
    if (!step.error || !step.error->passes || tries == kTries) {
      throw UsageError(server.scrubbed("no credentials: " + why));
    }
    std::this_thread::sleep_for(milliseconds(500 * tries));
  }
}

void IdentityKeeper::apply(const Credentials& credentials, Server& server) {
  if (!std::exchange(applied_, true)) {
    for (std::size_t i = 0; i < server.endpoints(); ++i) {
      const ServerEndpoint& one = server.endpoint(i);
      if (one.secrets.empty() && !one.aws) served_.push_back(i);
    }
  }
  for (const std::string* secret :
       {&credentials.token, &credentials.secret, &credentials.session}) {
    if (!secret->empty()) server.redactor.add(*secret, {"Bearer ", "Authorization: Bearer "});
  }
  for (const std::size_t i : served_) {
    ServerEndpoint& one = server.endpoint(i);
    if (credentials.token.empty()) {
      one.aws = net::AwsKey{credentials.id, credentials.secret, credentials.session,
                            region_of(one.base_url), "bedrock"};
      continue;
    }
    const std::string origin = net::origin_of(one.base_url);
    if (!origin.starts_with("https://") && !is_loopback_address(origin)) {
      throw UsageError("an access token is sent over https only, not to " + origin);
    }
    one.secrets = {{"Authorization", "Bearer ", credentials.token}};
  }
  said_ = false;
  life_.renewed(unix_seconds(), credentials.expires);
}

void IdentityKeeper::look(net::Client& client, Server& server) {
  if (process_) {
    std::optional<IdentityStep> step = process_->proceed(milliseconds(0));
    if (!step) return;
    process_.reset();
    proceed(*std::move(step), client, server);
  }
  const double now = unix_seconds();
  if (life_.should_renew(now)) proceed(begin(now), client, server);
}

void IdentityKeeper::proceed(IdentityStep step, net::Client& client, Server& server) {
  if (step.program) {
    process_ = std::make_unique<IdentityProcess>(std::move(step), nullptr);
    return;
  }
  if (!step.request) return finish(step, server);
  net::Request request = request_of(*step.request, server);
  client.send(std::move(request),
              [this, &client, &server, read = std::move(step.read)](net::Response&& response) {
                const net::Response& got = response;
                proceed(read(got.outcome(), unix_seconds()), client, server);
              });
}

void IdentityKeeper::finish(const IdentityStep& step, Server& server) {
  if (step.credentials) return apply(*step.credentials, server);
  IdentityError error = step.error.value_or(IdentityError{"no response", true});
  error.message = server.scrubbed("the credentials cannot be renewed: " + error.message);
  if (!std::exchange(said_, true)) messages_.push_back(error.message + "; trying again");
  life_.failed(std::move(error), unix_seconds());
}

bool IdentityKeeper::usable() const { return life_.usable(unix_seconds()); }

bool IdentityKeeper::serves(std::size_t endpoint) const {
  return std::find(served_.begin(), served_.end(), endpoint) != served_.end();
}

bool IdentityKeeper::refused(const net::Response& response) {
  const double now = unix_seconds();
  return response.answered() && says_expired(response) &&
         life_.refused(now - response.seconds, now);
}

std::string IdentityKeeper::given_up() const { return life_.given_up(unix_seconds()); }

}  // namespace bfclx::tools
