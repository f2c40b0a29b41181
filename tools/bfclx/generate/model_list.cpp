#include "tools/bfclx/generate/model_list.h"

#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

#include "core/base/counted.h"
#include "core/conversation/html_page.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/net/client.h"

namespace bfclx::tools {
namespace {

constexpr double kListSeconds = 10;
constexpr std::size_t kNamesShown = 8;

bool stopped(const TargetOptions& options) { return options.stops && options.stops() > 0; }

void read_row(const Value& row, const std::string& wanted, Listed& listed) {
  std::string_view id = text_member(row, "id");
  if (id.empty()) id = text_member(row, "name");
  if (id.empty()) return;
  listed.names.emplace_back(id);
  if (listed.owner.empty()) listed.owner = text_member(row, "owned_by");
  if (listed.context && id != wanted) return;
  const Value* length = present(row, "max_model_len");
  const Value* meta = present(row, "meta");
  if (length == nullptr && meta != nullptr) length = present(*meta, "n_ctx");
  if (length != nullptr && length->is_small_int()) listed.context = length->as_int64();
}

}  // namespace

std::vector<net::Response> fetch_all(std::vector<net::Request> requests,
                                     const TargetOptions& options) {
  net::Client client;
  std::vector<net::Response> responses(requests.size());
  std::size_t open = requests.size();
  for (std::size_t i = 0; i < requests.size(); ++i) {
    client.send(std::move(requests[i]), [&responses, &open, i](net::Response&& got) {
      responses[i] = std::move(got);
      --open;
    });
  }
  while (open > 0 && !stopped(options) && client.run_once(0.2)) {
  }
  if (open > 0 && stopped(options)) {
    throw NothingUsable("stopped before the server had responded");
  }
  return responses;
}

std::string names_text(const std::vector<std::string>& names) {
  return names.empty() ? "none" : first_of(names, kNamesShown);
}

std::string found_text(const Listed& listed) {
  if (!listed.answered) return {};
  return (listed.owner.empty() ? "" : listed.owner + ": ") + names_text(listed.names);
}

net::Request models_request(const Server& server, std::string_view base, std::size_t endpoint) {
  net::Request request = server.get_at(base, "/models", endpoint);
  request.timeout = kListSeconds;
  request.max_bytes = std::size_t{4} << 20;
  return request;
}

Listed read_list(const net::Response& response, const std::string& wanted) {
  Listed listed;
  listed.status = response.status;
  listed.failure = response.failure;
  if (!response.answered()) {
    listed.problem = response.error;
    return listed;
  }
  const Result<Value> json = json_loads(response.body);
  const Value* rows = json.ok() ? present(*json, "data") : nullptr;
  listed.api = "chat";
  if (rows == nullptr && json.ok()) {
    rows = present(*json, "models");
    listed.api = "gemini";
  }
  if (response.status != 200 || rows == nullptr || !rows->is_list()) {
    const std::optional<std::string> page = html_page(response.body);
    listed.problem = "status " + std::to_string(response.status) + ", " +
                     (page ? *page + " (check --base-url)" : std::string("no list of models"));
    return listed;
  }
  listed.answered = true;
  for (const Value& row : rows->items()) {
    read_row(row, wanted, listed);
    if (text_member(row, "type") == "model" && present(row, "display_name") != nullptr) {
      listed.api = "anthropic";
    }
    if (present(row, "endpoints") != nullptr) listed.api = "cohere";
  }
  return listed;
}

void wait_for_server(const TargetOptions& options, double begun) {
  for (int i = 0; i < 10 && !stopped(options); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  if (stopped(options)) {
    throw UsageError("stopped while waiting for the server (--skip-server-setup)");
  }
  const double waited = net::Client::now() - begun;
  if (waited > options.patience) {
    throw UsageError("the server was unavailable for " + std::to_string(std::lround(waited)) +
                     " s; raise --patience to wait longer");
  }
}

Listed ask_for_models(Server& server, const std::string& wanted, const TargetOptions& options) {
  const double begun = net::Client::now();
  std::vector<std::string> places = {server.base_url};
  if (server.base_path().empty()) places = {server.base_url + "/v1", server.base_url};
  Listed first;
  while (true) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      net::Response response =
          std::move(fetch_all({models_request(server, places[i], 0)}, options).front());
      server.scrub(response);
      Listed listed = read_list(response, wanted);
      if (listed.answered) {
        server.base_url = places[i];
        return listed;
      }
      if (i == 0) first = std::move(listed);
    }
    const bool nobody = first.failure == net::Failure::kConnect;
    const bool starting = first.status == 503;
    if (!options.wait_for_server || !(nobody || starting)) break;
    wait_for_server(options, begun);
  }
  server.base_url = places.front();
  return first;
}

}  // namespace bfclx::tools
