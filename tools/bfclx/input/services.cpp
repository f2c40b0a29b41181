#include "tools/bfclx/input/services.h"

#include <cstdlib>
#include <fstream>
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

// What one entry may ask for; an entry of the benchmark needs a dozen at most.
constexpr int kMaxRequests = 64;
constexpr double kTimeout = 30;                           // seconds
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

std::string without_keys(std::string text) {
  for (const ApiKey& key : api_keys()) {
    const std::string value = key_value(key.variable);
    if (value.empty()) continue;
    text = replace_all(text, value, key.placeholder);
    if (const std::string quoted = quote_plus(value); quoted != value) {
      text = replace_all(text, quoted, key.placeholder);
    }
  }
  return text;
}

std::string host_of(std::string_view url) {
  const Result<UrlParts> parts = parse_url(url);
  return parts.ok() && parts->host ? *parts->host : std::string();
}

// The hosts of all addresses in a text.
void add_hosts(std::string_view text, std::set<std::string, std::less<>>& hosts) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    for (std::size_t at = text.find(scheme); at != std::string_view::npos;
         at = text.find(scheme, at + 1)) {
      const std::size_t end = text.find_first_of(" \t\n\"'`<>)]},\\", at);
      if (std::string host = host_of(text.substr(at, end - at)); !host.empty()) {
        hosts.insert(std::move(host));
      }
    }
  }
}

std::string sample_cassette() {
  for (const EmbeddedFile& file : sample_files()) {
    if (file.path == "cassette.jsonl") return std::string(file.bytes);
  }
  return {};
}

}  // namespace

Services::Services(const RunOptions& options) : options_(options) {
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
    if (key_value(key.variable).empty()) missing_keys_.push_back(key.variable);
  }
  for (const std::string_view host : kServiceHosts) hosts_.emplace(host);
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
  if (request.method != "GET" || hosts_.count(host_of(request.url)) == 0) return false;
  const std::string text = request_json(request);
  for (const ApiKey& key : api_keys()) {
    const bool wanted = text.find(key.placeholder) != std::string::npos;
    if (wanted && key_value(key.variable).empty()) return false;
  }
  return true;
}

EffectAnswer Services::fetch(const EffectRequest& request) {
  net::Request sent;
  sent.url = with_keys(request.url);
  for (const auto& [name, value] : request.query) {
    sent.url += (sent.url.find('?') == std::string::npos ? "?" : "&") + quote_plus(name) + "=" +
                quote_plus(with_keys(value));
  }
  for (const auto& [name, value] : request.headers) {
    const std::string real = with_keys(value);
    (real == value ? sent.headers : sent.secrets).emplace_back(name, real);
  }
  sent.timeout = kTimeout;
  sent.max_bytes = kMaxAnswer;
  EffectAnswer answer;
  net::Client client;
  client.send(std::move(sent), [&](net::Response&& response) {
    if (response.answered()) {
      answer.status = response.status;
      answer.body = without_keys(std::move(response.body));
    } else {
      answer.error_class = response.failure == net::Failure::kTimeout ? "ReadTimeout"
                           : response.failure == net::Failure::kTls   ? "SSLError"
                                                                      : "ConnectionError";
      answer.error = without_keys(std::move(response.error));
    }
  });
  while (client.run_once(1.0)) {
  }
  return answer;
}

void Services::ask_for(const ModelRun& run) {
  for (const CategoryRun& category : run.runs) {
    if (category.category->judging == Judging::kExecutable) {
      ask_for(category.replies, run.settings);
    }
  }
}

void Services::ask_for(std::span<const ScoredReply> replies, const RunSettings& given) {
  if (network_ != Network::kLive) return;
  RunSettings settings = given;
  settings.executable = this->settings();
  settings.executable.network = Network::kReplay;
  settings.executable.official = false;
  for (const ScoredReply& reply : replies) {
    if (reply.entry == nullptr || reply.superseded) continue;
    std::string named;
    append_json(named, reply.entry->functions());
    add_hosts(named + reply.entry->truth_call, hosts_);
    for (int i = 0; i < kMaxRequests; ++i) {
      const ExecutableVerdict verdict = score_executable(*reply.entry, reply.reply, settings);
      const bool wanted =
          verdict.skip == Skip::kNotInCassette || verdict.skip == Skip::kNoGroundTruth;
      if (!wanted || !verdict.request || !may_send(*verdict.request)) break;
      const EffectAnswer answer = fetch(*verdict.request);
      recorded_.push_back(cassette_line(*verdict.request, answer, "network"));
      answers_.add(*verdict.request, answer);
    }
  }
}

std::string Services::record() const {
  if (options_.network != "record" || recorded_.empty()) return {};
  std::ofstream file(options_.cassette, std::ios::app | std::ios::binary);
  for (const std::string& line : recorded_) file << without_keys(line) << '\n';
  file.flush();
  return file ? std::string() : options_.cassette + ": cannot be written";
}

}  // namespace bfclx::tools
