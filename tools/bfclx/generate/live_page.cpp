#include "tools/bfclx/generate/live_page.h"

#include <cstdio>
#include <random>
#include <utility>

#include "core/generation/run_metrics.h"
#include "core/generation/run_state_json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {
namespace {

constexpr const char* kMetricsHelp = "bfclx: the metrics of this run are at /metrics\n";
constexpr const char* kLiveHelp =
    "bfclx: the state of this run is at /run.json, for the live page of the site.\n"
    "Open the link that the program printed, which has the key.\n";

net::ServedResponse not_allowed() {
  net::ServedResponse response = net::text_response(405, "only GET is allowed\n");
  response.headers.emplace_back("Allow", "GET, HEAD");
  return response;
}

// Takes the same time wherever the texts differ.
bool is_same(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  }
  return difference == 0;
}

}  // namespace

void StateBoard::publish(RunState state, double unix_now) {
  auto made = std::make_shared<PublishedState>();
  made->state = std::move(state);
  made->time = unix_now;
  made->number = ++number_;
  std::shared_ptr<const PublishedState> next = std::move(made);
  const std::lock_guard<std::mutex> lock(mutex_);
  last_.swap(next);  // the one before goes without the lock
}

std::shared_ptr<const PublishedState> StateBoard::last() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return last_;
}

net::ServedResponse MetricsPage::answer(const net::ServedRequest& request) {
  if (request.method == "OPTIONS") return not_allowed();
  if (request.path == "/") return net::text_response(200, kMetricsHelp);
  if (request.path != "/metrics") return net::text_response(404, kMetricsHelp);
  const std::shared_ptr<const PublishedState> last = board_.last();
  if (last == nullptr) return net::text_response(503, "the run has not begun yet\n");
  if (rendered_ == nullptr || rendered_number_ != last->number) {
    rendered_ = std::make_shared<const std::string>(run_metrics(last->state));
    rendered_number_ = last->number;
  }
  net::ServedResponse response;
  response.type = kMetricsType;
  response.body = rendered_;
  return response;
}

LivePage::LivePage(const StateBoard& board, std::string key, std::string site)
    : board_(board), authorization_("Bearer " + std::move(key)), site_(std::move(site)) {}

bool LivePage::may_read(std::string_view origin) const {
  return origin == site_ || net::is_loopback_origin(origin);
}

bool LivePage::has_key(const net::ServedRequest& request) const {
  return is_same(request.header("authorization"), authorization_);
}

net::ServedResponse LivePage::answer(const net::ServedRequest& request) {
  const std::string origin(request.header("origin"));
  if (!origin.empty() && !may_read(origin)) {
    return net::text_response(
        403, "this site may not read the run; pass its address with --live-site\n");
  }
  net::ServedResponse response = respond(request);
  response.headers.emplace_back("Vary", "Origin");
  if (!origin.empty()) response.headers.emplace_back("Access-Control-Allow-Origin", origin);
  return response;
}

net::ServedResponse LivePage::respond(const net::ServedRequest& request) {
  if (request.path == "/" && request.method != "OPTIONS") {
    return net::text_response(200, kLiveHelp);
  }
  if (request.path != "/run.json") return net::text_response(404, kLiveHelp);
  net::ServedResponse response;
  if (request.method == "OPTIONS") {
    response.status = 204;
    response.headers = {{"Access-Control-Allow-Methods", "GET"},
                        {"Access-Control-Allow-Headers", "authorization"},
                        {"Access-Control-Max-Age", "600"}};
    // A page of the internet asks before it reads from this machine.
    if (request.header("access-control-request-private-network") == "true") {
      response.headers.emplace_back("Access-Control-Allow-Private-Network", "true");
    }
    return response;
  }
  if (!has_key(request))
    return net::text_response(401, "the key is missing or belongs to another run\n");
  const std::shared_ptr<const PublishedState> last = board_.last();
  if (last == nullptr) return net::text_response(503, "the run has not begun yet\n");
  if (rendered_ == nullptr || rendered_number_ != last->number) {
    rendered_ = std::make_shared<const std::string>(run_state_json(last->state, last->time));
    rendered_number_ = last->number;
  }
  last_read_ = net::Client::now();
  read_number_ = last->number;
  response.type = "application/json";
  response.body = rendered_;
  return response;
}

std::string site_origin(const std::string& url) {
  // Browsers leave the usual port out.
  for (const auto& [scheme, port] :
       {std::pair<std::string_view, std::string_view>{"https://", ":443"}, {"http://", ":80"}}) {
    std::string origin = net::origin_of(url);
    if (origin.rfind(scheme, 0) != 0 || origin.size() == scheme.size()) continue;
    if (origin.ends_with(port)) origin.resize(origin.size() - port.size());
    return origin;
  }
  throw UsageError("--live-site takes the address of a site, such as https://bench.example.org");
}

std::string random_key() {
  std::random_device device;
  std::string key;
  for (int i = 0; i < 4; ++i) {
    char part[9];
    std::snprintf(part, sizeof part, "%08x", static_cast<unsigned>(device()));
    key += part;
  }
  return key;
}

}  // namespace bfclx::tools
