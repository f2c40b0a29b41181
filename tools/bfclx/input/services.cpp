#include "tools/bfclx/input/services.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/simulators/apis/cassette.h"
#include "core/simulators/apis/executable.h"
#include "core/simulators/apis/url.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/net/client.h"
#include "tools/sample/sample.h"

namespace bfclx::tools {
namespace {

constexpr double kServiceTimeout = 30;  // seconds; the default that --help shows
// What one entry may ask for; an entry of the benchmark needs a dozen at most.
constexpr int kMaxRequests = 64;
constexpr int kMostAttempts = 3;                          // of one request
constexpr int kMostFailures = 5;                          // of one service, in a row
constexpr std::size_t kMaxAnswer = std::size_t{8} << 20;  // bytes

constexpr std::string_view kServiceHosts[] = {
    "api.open-meteo.com",
    "geocode.maps.co",
    "v6.exchangerate-api.com",
    "mashape-community-urban-dictionary.p.rapidapi.com",
    "ip-api.com",
    "covid-193.p.rapidapi.com",
    "real-time-amazon-data.p.rapidapi.com",
    "yahoo-finance15.p.rapidapi.com",
    "ziptasticapi.com",
    "date.nager.at",
    "timezone-by-location.p.rapidapi.com",
    "www.omdbapi.com",
};

// Where each key may go; a name that begins with a dot stands for the hosts below it.
struct KeyHost {
  std::string_view variable;
  std::string_view host;
};
constexpr KeyHost kKeyHosts[] = {
    {"GEOCODE_API_KEY", "geocode.maps.co"},
    {"RAPID_API_KEY", ".p.rapidapi.com"},
    {"OMDB_API_KEY", "www.omdbapi.com"},
    {"EXCHANGERATE_API_KEY", "v6.exchangerate-api.com"},
};

bool is_host_of(const ApiKey& key, std::string_view url) {
  const Result<UrlParts> parts = parse_url(url);
  const std::string_view host = parts.ok() && parts->host ? *parts->host : std::string_view();
  return std::any_of(std::begin(kKeyHosts), std::end(kKeyHosts), [&](const KeyHost& one) {
    return one.variable == key.variable &&
           (one.host.front() == '.' ? host.ends_with(one.host) : host == one.host);
  });
}

// Everything of a request that a key may stand in.
std::string text_of(const EffectRequest& request) {
  std::string text = request.url;
  for (const EffectPairs* const pairs : {&request.query, &request.headers}) {
    for (const auto& [name, value] : *pairs) text += "\n" + value;
  }
  return text;
}

std::string key_value(std::string_view variable) {
  const char* const value = std::getenv(std::string(variable).c_str());
  return value != nullptr ? value : "";
}

std::string with_keys(std::string text) {
  for (const ApiKey& key : api_keys()) {
    const std::string value = key_value(key.variable);
    if (!value.empty()) text = replace_all(text, key.placeholder, value);
  }
  return text;
}

// "https://host:port"; empty where there is none, or where the two readers of addresses differ.
std::string origin_to_ask(std::string_view url) {
  const Result<UrlParts> parts = parse_url(url);
  if (!parts.ok() || !parts->host || parts->host->empty()) return {};
  std::string origin = net::origin_of(url);
  const std::size_t host = origin.find("://") + std::string_view("://").size();
  const bool same = origin.compare(host, parts->host->size(), *parts->host) == 0;
  return same ? origin : std::string();
}

// Where both schemes have their own ports, a place that is named by one may be asked by the other.
void add_origin(const std::string& origin, std::set<std::string, std::less<>>& origins) {
  constexpr std::string_view kHttp = "http://", kHttps = "https://", kPort = ":80", kPorts = ":443";
  if (origin.empty()) return;
  origins.insert(origin);
  const auto is = [&](std::string_view scheme, std::string_view port) {
    return origin.rfind(scheme, 0) == 0 && origin.size() > scheme.size() + port.size() &&
           origin.compare(origin.size() - port.size(), port.size(), port) == 0;
  };
  const auto host = [&](std::string_view scheme, std::string_view port) {
    return origin.substr(scheme.size(), origin.size() - scheme.size() - port.size());
  };
  if (is(kHttp, kPort)) origins.insert("https://" + host(kHttp, kPort) + ":443");
  if (is(kHttps, kPorts)) origins.insert("http://" + host(kHttps, kPorts) + ":80");
}

// The origins of all addresses in a text.
void add_origins(std::string_view text, std::set<std::string, std::less<>>& origins) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    for (std::size_t at = text.find(scheme); at != std::string_view::npos;
         at = text.find(scheme, at + 1)) {
      const std::size_t end = text.find_first_of(" \t\n\"'`<>)]},\\", at);
      add_origin(origin_to_ask(text.substr(at, end - at)), origins);
    }
  }
}

EffectAnswer answer_of(net::Response&& response) {
  EffectAnswer answer;
  if (response.answered()) {
    answer.status = response.status;
    answer.body = std::move(response.body);
    return answer;
  }
  answer.error_class = net::requests_error(response.failure);
  answer.error = std::move(response.error);
  return answer;
}

// What another attempt may mend: a quota of the moment, a service that is not well.
bool may_pass(int status) {
  constexpr int kTooMany = 429, kServer = 500;
  return status == kTooMany || status >= kServer;
}

// Seconds until a service that refused is asked again: what it says, within reason.
double wait_before(const net::Headers& headers, int attempt) {
  constexpr double kMostSeconds = 5;
  const double unix_now = static_cast<double>(std::time(nullptr));
  const std::optional<double> asked = requested_wait(headers, unix_now);
  return std::min(asked.value_or(attempt), kMostSeconds);
}

std::string sample_cassette() {
  for (const EmbeddedFile& file : sample_files()) {
    if (file.path == "cassette.jsonl") return std::string(file.bytes);
  }
  return {};
}

// Options without effect where services are not asked.
void check_network_options(const RunOptions& options) {
  const bool live = options.network == "live" || options.network == "record";
  for (const auto& [name, given] :
       {std::pair("--enable-network", options.enable_network),
        std::pair("--service-timeout", options.service_timeout.has_value())}) {
    if (given && !live) {
      throw UsageError(std::string(name) + " has an effect only with --network live or record");
    }
  }
}

}  // namespace

Services::Services(const RunOptions& options) : options_(options) {
  check_network_options(options);
  const std::string& mode = options.network;
  if (mode == "off") network_ = Network::kOff;
  const bool live = mode == "live" || mode == "record";
  if (live) network_ = Network::kLive;
  if (live && !options.enable_network) {
    throw UsageError("--network " + mode + " sends requests: it needs --enable-network");
  }
  if (mode == "record" && options.cassette.empty()) {
    throw UsageError("--network record needs --cassette FILE, to which it appends");
  }
  std::string bytes;
  if (!options.cassette.empty()) {
    FileBytes file = read_file(options.cassette);
    // What is to be recorded need not be there yet.
    const bool starts = mode == "record" && !std::ifstream(options.cassette).good();
    if (!file.error.empty() && !starts) {
      throw UsageError(options.cassette + ": " + file.error);
    }
    bytes = starts ? std::string() : std::move(file.bytes);
  } else if (options.dataset == "sample") {
    bytes = sample_cassette();
  }
  if (const Status read = read_cassette(bytes, answers_); !read.ok()) {
    throw UsageError(options.cassette + ": " + read.error().message);
  }
  for (const ApiKey& key : api_keys()) {
    const std::string value = key_value(key.variable);
    if (value.empty()) missing_keys_.push_back(key.variable);
    redactor_.add(value, {"key="}, key.placeholder);
  }
  redactor_.add_proxies();
  for (const std::string_view host : kServiceHosts) {
    add_origin("https://" + std::string(host) + ":443", origins_);
  }
}

ExecutableSettings Services::settings() const {
  ExecutableSettings settings;
  settings.network = network_;
  const bool recorded = !options_.cassette.empty() || options_.dataset == "sample";
  // Where nothing was recorded, no request has an answer, whatever it asks.
  settings.answers = recorded || network_ == Network::kLive ? &answers_ : nullptr;
  settings.matching = options_.matching == "best" ? Matching::kBest : Matching::kGreedy;
  settings.official = options_.official_scoring;
  settings.missing_keys = missing_keys_;
  return settings;
}

bool Services::may_send(const EffectRequest& request) const {
  if (request.method != "GET" || origins_.count(origin_to_ask(request.url)) == 0) return false;
  const std::string text = text_of(request);
  for (const ApiKey& key : api_keys()) {
    if (text.find(key.placeholder) == std::string::npos) continue;
    const bool at_home = options_.allow_private || is_host_of(key, request.url);
    if (!at_home || key_value(key.variable).empty()) return false;
  }
  return true;
}

net::Request Services::request_for(const EffectRequest& asked) const {
  net::Request sent;
  sent.url = with_keys(asked.url);
  bool has_key = sent.url != asked.url;
  for (const auto& [name, value] : asked.query) {
    const std::string real = with_keys(value);
    has_key = has_key || real != value;
    sent.url += (sent.url.find('?') == std::string::npos ? "?" : "&") + quote_plus(name) + "=" +
                quote_plus(real);
  }
  for (const auto& [name, value] : asked.headers) {
    const std::string real = with_keys(value);
    (real == value ? sent.headers : sent.secrets).emplace_back(name, real);
  }
  sent.timeout = options_.service_timeout.value_or(kServiceTimeout);
  sent.max_bytes = kMaxAnswer;
  sent.open_web = true;
  sent.allow_private = options_.allow_private;
  // A key that is in an address stays with its service.
  sent.may_visit = [this, has_key](const std::string& origin) {
    return !has_key && origins_.count(origin) > 0;
  };
  return sent;
}

EffectAnswer Services::fetch(const EffectRequest& request) {
  int& failures = failures_[origin_to_ask(request.url)];
  EffectAnswer answer;
  if (failures >= kMostFailures) {
    answer.error_class = "ConnectionError";
    answer.error = net::shown_url(redactor_.redacted(request.url)) +
                   ": not requested again after " + std::to_string(failures) + " failures in a row";
    return answer;
  }
  net::Client client;
  int attempt = 1;
  const std::function<void()> ask = [&] {
    client.send(request_for(request), [&](net::Response&& response) {
      const double wait = wait_before(response.headers, attempt);
      const int status = response.status;
      const bool hopeless = response.failure == net::Failure::kPrivate ||
                            response.failure == net::Failure::kRedirect ||
                            response.failure == net::Failure::kTooLarge ||
                            response.failure == net::Failure::kUrl;
      redactor_.redact(response.body);
      redactor_.redact(response.error);
      answer = answer_of(std::move(response));
      const bool well = hopeless || (answer.error_class.empty() && !may_pass(status));
      failures = well ? 0 : failures + 1;
      if (well || failures >= kMostFailures || ++attempt > kMostAttempts) return;
      client.after(wait, ask);
    });
  };
  ask();
  while (client.run_once(1.0)) {
  }
  return answer;
}

// What has no answer, or a recorded one that says nothing of today: a service refused, or was
// silent.
const EffectRequest* Services::to_ask(const ExecutableVerdict& verdict) const {
  const bool missing = verdict.skip == Skip::kNotInCassette || verdict.skip == Skip::kNoGroundTruth;
  if (missing && verdict.request) return &*verdict.request;
  for (const std::vector<ExecutedCall>* calls : {&verdict.truth, &verdict.calls}) {
    for (const ExecutedCall& call : *calls) {
      for (const SentRequest& sent : call.requests) {
        if (is_dead(sent) && asked_.count(sent.request.key()) == 0) return &sent.request;
      }
    }
  }
  return nullptr;
}

void Services::ask_for(const ScoredResponse& response, const RunSettings& settings) {
  for (int i = 0; i < kMaxRequests; ++i) {
    const ExecutableVerdict verdict =
        score_executable(*response.entry, response.response, settings);
    const EffectRequest* const request = to_ask(verdict);
    if (request == nullptr || !may_send(*request)) return;
    asked_.insert(request->key());
    const EffectAnswer answer = fetch(*request);
    if (options_.network == "record") record(*request, answer);
    answers_.add(*request, answer);
  }
}

// What an entry names may be asked; of all entries before any is, so that their order does not
// count.
void Services::allow(std::span<const ScoredResponse> responses) {
  for (const ScoredResponse& response : responses) {
    if (response.entry == nullptr) continue;
    std::string named;
    append_json(named, response.entry->functions());
    add_origins(named + response.entry->truth_call, origins_);
  }
}

void Services::ask_for(const ModelRun& run) {
  if (network_ != Network::kLive) return;
  for (const CategoryRun& category : run.runs) {
    if (category.category->judging == Judging::kExecutable) allow(category.responses);
  }
  for (const CategoryRun& category : run.runs) {
    if (category.category->judging == Judging::kExecutable) {
      ask_for(category.responses, run.settings);
    }
  }
}

void Services::ask_for(std::span<const ScoredResponse> responses, const RunSettings& given) {
  if (network_ != Network::kLive) return;
  allow(responses);
  RunSettings settings = given;
  settings.executable = this->settings();
  settings.executable.network = Network::kReplay;
  settings.executable.official = false;
  for (const ScoredResponse& response : responses) {
    if (response.entry != nullptr && !response.superseded) ask_for(response, settings);
  }
}

void Services::record(const EffectRequest& request, const EffectAnswer& answer) {
  if (!recording_error_.empty()) return;
  const bool open = cassette_ || cassette_.emplace().open(options_.cassette);
  const std::string line = redactor_.redacted(cassette_line(request, answer, "network")) + "\n";
  if (!open || !cassette_->append(line)) recording_error_ = cassette_->error();
}

}  // namespace bfclx::tools
