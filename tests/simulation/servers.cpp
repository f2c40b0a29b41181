#include "tests/simulation/servers.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/base/fnv.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tests/simulation/simulated_model.h"
#include "tests/simulation/world.h"

namespace bfclx::simulation {
namespace {

using Kind = ServerFault::Kind;

// "http://e3.sim/v1/chat/completions" is of endpoint 3.
std::size_t endpoint_of(std::string_view url) {
  if (url.starts_with("http://search.sim/")) return kSearchService;
  if (url.starts_with("http://embeddings.sim/")) return kEmbeddings;
  constexpr std::string_view kScheme = "http://e";
  return std::strtoul(std::string(url.substr(kScheme.size())).c_str(), nullptr, 10);
}

// What SearXNG finds.
std::string found() {
  return R"({"results": [{"title": "t", "url": "http://page.sim/", "content": "found"}]})";
}

// A vector for each text of a request {"input": [...]}.
std::string vectors_for(std::string_view body) {
  const Result<Value> read = json_loads(body);
  const Value* input = read.ok() ? present(*read, "input") : nullptr;
  std::string rows;
  for (std::size_t i = 0; input != nullptr && i < input->items().size(); ++i) {
    rows += (i > 0 ? ", " : "") + std::string("{\"index\": ") + std::to_string(i) +
            ", \"embedding\": [1.0, " + std::to_string(i) + ".5]}";
  }
  return "{\"data\": [" + rows + "]}";
}

}  // namespace

const ServerFault* Servers::fault_of(std::size_t endpoint) {
  for (const ServerFault& fault : faults) {
    if (fault.endpoint != endpoint || world_.now() < fault.from || world_.now() >= fault.to) {
      continue;
    }
    if (world_.one_in(fault.one_in)) return &fault;
  }
  return nullptr;
}

void Servers::fail(const ServerFault& fault, std::size_t endpoint, double timeout, Sent& sent) {
  net::Response& response = sent.response;
  const std::string host = endpoint == kSearchService ? "http://search.sim"
                           : endpoint == kEmbeddings
                               ? "http://embeddings.sim"
                               : "http://e" + std::to_string(endpoint) + ".sim";
  const auto no_response = [&](net::Failure failure, const char* what) {
    response.failure = failure;
    response.error = host + ": " + what;
    response.status = 0;
    response.body.clear();
  };
  switch (fault.kind) {
    case Kind::kDead:
      sent.seconds = 0.01;
      return no_response(net::Failure::kConnect, "no connection");
    case Kind::kTimeout:
      sent.seconds = timeout;
      return no_response(net::Failure::kTimeout, "no response in time");
    case Kind::kCut:
      return no_response(net::Failure::kCut, "the connection broke");
    case Kind::kGarbled:
      response.body.resize(response.body.size() / 2);
      return;
    case Kind::kForeign:
      response.body = R"({"detail": "hello"})";
      return;
    case Kind::kStatus:
      response.status = fault.status;
      response.body = R"({"error": {"message": "not now"}})";
      if (!fault.retry_after.empty()) {
        response.headers.emplace_back("retry-after", fault.retry_after);
      }
      return;
    case Kind::kSlow:
      sent.seconds += 5 + static_cast<double>(world_.below(20));
      return;
  }
}

Servers::Sent Servers::send(const net::Request& request, double timeout) {
  Sent sent;
  const std::size_t endpoint = endpoint_of(request.url);
  const std::string_view body =
      request.lent_body.empty() ? std::string_view(request.body) : request.lent_body;
  const int process = world_.current().number;
  sent.number = ++numbers_;
  sent.seconds = 0.05 + static_cast<double>(world_.below(1000)) / 1000;
  sent.response.status = 200;
  sent.response.url = request.url;
  sent.response.headers = {{"content-type", "application/json"}};
  flights_[sent.number] = {endpoint, process, 0};
  if (Batches::is_call(request)) return send_to_batches(request, timeout, std::move(sent));
  if (endpoint >= kSearchService) return send_to_service(request, timeout, std::move(sent));
  const bool is_completion = request.method == "POST";
  ModelSays says;
  if (is_completion) {
    ++requests_;
    says = model_says(body, sent.number);
    stored_again_ = stored_again_ || says.stores_again;
    sent.response.body = std::move(says.completion);
  } else {
    sent.response.body = R"({"object": "list", "data": [{"id": "m", "object": "model"}]})";
  }
  const ServerFault* fault = fault_of(endpoint);
  if (fault != nullptr) fail(*fault, endpoint, timeout, sent);
  const std::uint64_t hash = fnv1a(body);
  const bool good = sent.response.answered() && sent.response.status == 200;
  const bool malformed =
      good && fault != nullptr && (fault->kind == Kind::kGarbled || fault->kind == Kind::kForeign);
  if (is_completion) {
    if (used_.count(hash) != 0) {
      ++sent_again_;
      world_.note("sends again what had its answer");
    }
    if (good && !malformed) {
      answers_[sent.number] = {hash, process, false, false, std::move(says.facts)};
      flights_[sent.number].answer = sent.number;
    }
    if (malformed) ++malformed_[{process, hash}];
    const auto count = [&](auto&& counts) {
      return static_cast<std::size_t>(std::count_if(
          flights_.begin(), flights_.end(), [&](const auto& one) { return counts(one.second); }));
    };
    std::size_t& at = most_at_[endpoint];
    at = std::max(at, count([&](const Flight& one) { return one.endpoint == endpoint; }));
    std::size_t& of = most_of_[process];
    of = std::max(of, count([&](const Flight& one) {
                    return one.process == process && one.endpoint < kSearchService;
                  }));
  }
  return sent;
}

Servers::Sent Servers::send_to_service(const net::Request& request, double timeout, Sent sent) {
  const std::size_t endpoint = endpoint_of(request.url);
  const int process = world_.current().number;
  const std::uint64_t hash = fnv1a(request.url + "\n" + request.body);
  const bool searches = endpoint == kSearchService;
  sent.response.body = searches ? found() : vectors_for(request.body);
  const ServerFault* fault = fault_of(endpoint);
  if (fault != nullptr) fail(*fault, endpoint, timeout, sent);
  // Entries have searches of their own; their embeddings may be the same.
  if (searches && used_.count(hash) != 0) {
    ++sent_again_;
    world_.note("searches again for what was found");
  }
  if (fault == nullptr || fault->kind == Kind::kSlow) {
    answers_[sent.number] = {hash, searches ? process : 0, false, false, {}};
    flights_[sent.number].answer = sent.number;
  }
  return sent;
}

// A call whose response does not come may have been carried out or not.
Servers::Sent Servers::send_to_batches(const net::Request& request, double timeout, Sent sent) {
  const ServerFault* fault = fault_of(0);
  const bool arrives = fault == nullptr || fault->kind == Kind::kSlow ||
                       fault->kind == Kind::kGarbled || fault->kind == Kind::kForeign ||
                       ((fault->kind == Kind::kTimeout || fault->kind == Kind::kCut ||
                         (fault->kind == Kind::kStatus && fault->status >= 500)) &&
                        world_.one_in(2));
  if (arrives) {
    const std::string url = std::move(sent.response.url);
    sent.response = world_.batches().call(
        request, [this](std::string_view body) { return complete_in_batch(body); });
    sent.response.url = url;
  }
  // Half a file of results would be noticed by its length: it is a connection that broke.
  const bool is_file = fault != nullptr && fault->kind == Kind::kGarbled && request.method == "GET";
  ServerFault broken;
  broken.kind = Kind::kCut;
  if (fault != nullptr) fail(is_file ? broken : *fault, 0, timeout, sent);
  return sent;
}

std::string Servers::complete_in_batch(std::string_view body) {
  const std::uint64_t number = ++numbers_;
  answers_[number] = {fnv1a(body), 0, false, false, {}};
  return model_says(body, number).completion;
}

void Servers::ended(std::uint64_t number, bool delivered) {
  const auto flight = flights_.find(number);
  if (flight == flights_.end()) return;
  if (delivered && flight->second.answer != 0) answers_[flight->second.answer].delivered = true;
  flights_.erase(flight);
}

void Servers::forget(int process) {
  std::erase_if(flights_, [process](const auto& one) { return one.second.process == process; });
}

void Servers::process_goes_on(int process) {
  for (auto& [number, answer] : answers_) {
    if (answer.process != process || !answer.delivered || answer.used) continue;
    answer.used = true;
    used_.insert(answer.request);
  }
}

std::size_t Servers::most_in_flight(std::size_t endpoint) const {
  const auto found = most_at_.find(endpoint);
  return found != most_at_.end() ? found->second : 0;
}

std::size_t Servers::most_in_flight_of(int process) const {
  const auto found = most_of_.find(process);
  return found != most_of_.end() ? found->second : 0;
}

std::size_t Servers::most_malformed() const {
  std::size_t most = 0;
  for (const auto& [of, count] : malformed_) most = std::max(most, count);
  return most;
}

}  // namespace bfclx::simulation
