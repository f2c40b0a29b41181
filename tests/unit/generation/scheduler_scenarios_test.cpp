// The scheduler against simulated servers: tests/data/generation/scenarios.json, and what came of
// each in scenarios.txt. tests/wasm/schedule.test.mjs runs the same through the module, and the
// site's tests run them through the page's driver.
//
// endpoint_scenarios.json has several endpoints: a rule may be of one of them, a conversation may
// have several requests (`turns`), and entries with the same number modulo `tools` have the same
// tools.
//
// Else a conversation has one request. A response that is no 2xx and no 4xx, or a malformed one, is
// retried `retries` times, after 1 s and up to 1 s more; then the entry ends without a result.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/generation/scheduler.h"
#include "core/value/dict.h"

namespace bfclx {
namespace {

using nlohmann::json;

constexpr const char* kScenarios = BFCLX_SOURCE_DIR "/tests/data/generation/scenarios.json";
constexpr const char* kEndpoints =
    BFCLX_SOURCE_DIR "/tests/data/generation/endpoint_scenarios.json";
constexpr double kUnixNow = 1700000000;
constexpr std::uint64_t kSeed = 7;
constexpr int kMostSteps = 200000;

struct Response {
  double time = 0;
  std::size_t number = 0;
  std::optional<std::size_t> entry;  // none: of the check
  std::size_t endpoint = 0;
  const json* rule = nullptr;
  bool operator<(const Response& other) const {
    return time != other.time ? time < other.time : number < other.number;
  }
};

class Simulation {
 public:
  explicit Simulation(const json& scenario)
      : scenario_(scenario),
        plan_(plan_of(scenario)),
        scheduler_(plan_, settings_of(scenario.at("settings")), kSeed) {}

  std::string run() {
    using Kind = Scheduler::Action::Kind;
    for (int step = 0; step < kMostSteps; ++step) {
      const Scheduler::Action action = scheduler_.next(now_);
      switch (action.kind) {
        case Kind::kBegin:
          scheduler_.wants_request(action.entry, 0, 0, now_);
          break;
        case Kind::kSend:
          ++requests_[action.entry];
          scheduler_.sent(action.entry, now_);
          send(action.entry, action.endpoint);
          break;
        case Kind::kCheckServer:
          check(action.endpoint);
          break;
        case Kind::kWait:
          wait(action.until);
          break;
        case Kind::kFinished:
          return summary();
      }
      tell();
    }
    return log_ + "no end\n";
  }

 private:
  static std::vector<PlannedEntry> plan_of(const json& scenario) {
    std::vector<PlannedEntry> plan;
    const json depends = scenario.value("depends", json::object());
    for (std::size_t i = 0; i < scenario.at("entries"); ++i) {
      auto entry = std::make_shared<Entry>();
      entry->id = id_of(i);
      if (const std::size_t tools = scenario.value("tools", 0); tools > 0) {
        Dict data;
        data.set("function", Value::list({Value::str("f" + std::to_string(i % tools))}));
        entry->data = Value::dict(std::move(data));
      }
      PlannedEntry planned;
      planned.entry = std::move(entry);
      for (const std::size_t on : depends.value(std::to_string(i), json::array())) {
        planned.depends_on.push_back(id_of(on));
      }
      plan.push_back(std::move(planned));
    }
    return plan;
  }

  static std::string id_of(std::size_t i) { return "simple_python_" + std::to_string(i); }

  static SchedulerSettings settings_of(const json& given) {
    SchedulerSettings settings;
    settings.server = "https://h.example";
    for (const json& one : given.value("endpoints", json::array())) {
      settings.endpoints.push_back({one.at("server"), one.value("weight", 1.0),
                                    one.value("concurrency", std::size_t{0}),
                                    one.value("missing", false)});
    }
    settings.concurrency = given.value("concurrency", 1);
    settings.automatic = given.value("automatic", false);
    settings.official_order = given.value("official_order", false);
    settings.official_retries = given.value("official_retries", false);
    settings.patience = given.value("patience", 1800.0);
    settings.stop_timeout = given.value("stop_timeout", 30.0);
    settings.wait_for_start = given.value("wait_for_start", false);
    return settings;
  }

  // The first rule that fits a request sent now.
  const json& rule_of(std::optional<std::size_t> entry, std::size_t endpoint) const {
    for (const json& rule : scenario_.at("server")) {
      if (now_ < rule.value("from", 0.0) || now_ >= rule.value("to", 1e12)) continue;
      if (rule.value("endpoint", endpoint) != endpoint) continue;
      if (const auto only = rule.find("entries"); only != rule.end()) {
        if (!entry || std::find(only->begin(), only->end(), *entry) == only->end()) continue;
      }
      const std::size_t every = rule.value("every", 0);
      if (every > 0 && (!entry || *entry % every != 3)) continue;
      if (rule.value("check", false) && entry) continue;
      const std::size_t first = rule.value("first", 0);
      if (first > 0 && (!entry || *entry >= first)) continue;
      return rule;
    }
    std::abort();
  }

  void send(std::optional<std::size_t> entry, std::size_t endpoint) {
    const json& rule = rule_of(entry, endpoint);
    const double seconds = rule.at("seconds").get<double>();
    waiting_.insert({now_ + seconds, number_++, entry, endpoint, &rule});
    most_in_flight_ = std::max(most_in_flight_, waiting_.size());
    Served& served = served_[endpoint];
    served.most_in_flight = std::max(served.most_in_flight, ++served.in_flight);
    if (!entry) return;
    served.tools.insert(*entry % std::max<std::size_t>(scenario_.value("tools", 1), 1));
    const auto last = last_endpoint_.find(*entry);
    if (last != last_endpoint_.end() && last->second != endpoint) ++served.moved_here;
    last_endpoint_[*entry] = endpoint;
  }

  void check(std::size_t endpoint) {
    if (!known_good_) return scheduler_.no_known_good(endpoint);
    scheduler_.check_sent(now_, endpoint);
    ++checks_;
    send(std::nullopt, endpoint);
  }

  // To the next response or to `until`, what comes first.
  void wait(double until) {
    const double stop = scenario_.value("stop_at", 1e12);
    double time = until;
    if (!waiting_.empty()) time = std::min(time, waiting_.begin()->time);
    if (!stopped_) time = std::min(time, stop);
    now_ = std::max(now_, time);
    if (!stopped_ && now_ >= stop) {
      stopped_ = true;
      scheduler_.request_stop(now_);
    }
    if (!waiting_.empty() && waiting_.begin()->time <= now_) receive();
    scheduler_.tick(now_);
  }

  void receive() {
    const Response response = *waiting_.begin();
    waiting_.erase(waiting_.begin());
    const json& rule = *response.rule;
    HeaderList headers;
    for (const json& header : rule.value("headers", json::array())) {
      headers.emplace_back(header[0], header[1]);
    }
    const std::string body = rule.value("body", "");
    const std::string error = rule.value("error", "");
    RequestOutcome outcome;
    outcome.failure = *failure_of_name(rule.value("failure", "none"));
    outcome.error = error;
    outcome.status = rule.value("status", 0);
    outcome.headers = &headers;
    outcome.body = body;
    --served_[response.endpoint].in_flight;
    scheduler_.request_ended();
    if (response.entry) return received(*response.entry, outcome, rule.value("malformed", false));
    if (!scheduler_.check_received(outcome, now_, kUnixNow + now_, response.endpoint)) {
      known_good_ = false;
    }
  }

  void received(std::size_t entry, const RequestOutcome& outcome, bool malformed) {
    using Kind = Scheduler::Decision::Kind;
    const Scheduler::Decision decision = scheduler_.received(entry, outcome, now_, kUnixNow + now_);
    if (decision.kind == Kind::kEnd) end(entry, decision.error);
    if (decision.kind != Kind::kDeliver) return;
    known_good_ = known_good_ || decision.good;
    const bool answered = outcome.has_response() && outcome.status < 500 && outcome.status != 429;
    scheduler_.judged(entry, answered && !malformed);
    if (answered && !malformed) {
      scheduler_.accepted(entry);
      if (++turns_[entry] < scenario_.value("turns", 1)) {
        return scheduler_.wants_request(entry, 0, 0, now_);
      }
      end(entry, {});
      return;
    }
    if (retries_[entry]++ < scenario_.value("retries", 0)) {
      scheduler_.wants_request(entry, 1, 1, now_);
    } else {
      end(entry, scheduler_.trouble(entry).reason);
    }
  }

  // `error`: empty where it has a result.
  void end(std::size_t entry, const std::string& error) {
    if (error.empty()) {
      ++results_;
    } else {
      ++lost_;
      line("entry " + std::to_string(entry) + ": " + error + ", " +
           std::to_string(requests_[entry]) + " requests");
    }
    for (const std::size_t lost : scheduler_.ended(entry, error.empty())) {
      line("entry " + std::to_string(lost) + ": not begun");
      ++lost_;
    }
  }

  void tell() {
    for (const std::string& message : scheduler_.take_messages()) line(message);
  }

  void line(const std::string& text) {
    char time[32];
    std::snprintf(time, sizeof time, "%9.3f  ", now_);
    log_ += time + text + "\n";
  }

  std::string summary() {
    const bool ended = scheduler_.stopped().empty() && !stopped_;
    EXPECT_GE(results_ + lost_, ended ? plan_.size() : 0);
    EXPECT_LE(results_ + lost_, plan_.size());
    const std::size_t most = scenario_.at("settings").at("concurrency").get<std::size_t>();
    EXPECT_LE(most_in_flight_, most + std::max<std::size_t>(served_.size(), 1));  // and the checks
    const Scheduler::Figures figures = scheduler_.figures(now_);
    EXPECT_EQ(figures.entries, plan_.size());
    EXPECT_EQ(figures.with_result, results_);
    EXPECT_EQ(figures.without_result, lost_);
    tell();
    line(scheduler_.stopped().empty() ? "done" : "ended: " + scheduler_.stopped());
    log_ += "           " + std::to_string(results_) + " results, " +
            std::to_string(figures.requests) + " requests, " + std::to_string(figures.repeated) +
            " repeated, " + std::to_string(checks_) + " checks, " +
            std::to_string(most_in_flight_) + " in flight at most, " +
            std::to_string(figures.allowed) + " allowed\n";
    for (std::size_t i = 0; i < figures.endpoints.size(); ++i) {
      const EndpointFigures& one = figures.endpoints[i];
      const Served& served = served_[i];
      log_ += "           " + one.server + ": " + std::string(state_name(one.state)) + ", " +
              std::to_string(one.requests) + " requests, " + std::to_string(one.failed) +
              " failed, " + std::to_string(served.most_in_flight) + " in flight at most, " +
              std::to_string(served.tools.size()) + " tools, " + std::to_string(served.moved_here) +
              " moved here\n";
      EXPECT_EQ(one.in_flight, served.in_flight);
    }
    return log_;
  }

  struct Served {
    std::size_t in_flight = 0;
    std::size_t most_in_flight = 0;
    std::set<std::size_t> tools = {};
    std::size_t moved_here = 0;  // requests whose entry had its last one elsewhere
  };

  const json& scenario_;
  std::vector<PlannedEntry> plan_;
  Scheduler scheduler_;
  double now_ = 0;
  std::set<Response> waiting_;
  std::size_t number_ = 0;
  std::size_t most_in_flight_ = 0;
  std::map<std::size_t, int> requests_;
  std::map<std::size_t, int> retries_;
  std::map<std::size_t, int> turns_;
  std::map<std::size_t, std::size_t> last_endpoint_;
  std::map<std::size_t, Served> served_;
  std::size_t results_ = 0;
  std::size_t lost_ = 0;
  int checks_ = 0;
  bool known_good_ = false;
  bool stopped_ = false;
  std::string log_;
};

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void ends_as_it_did(const std::string& path) {
  const json scenarios = json::parse(read(path));
  const std::string expected = path.substr(0, path.rfind('.')) + ".txt";
  std::string all;
  for (const json& scenario : scenarios) {
    all += "# " + scenario.at("name").get<std::string>() + "\n" + Simulation(scenario).run();
  }
  ASSERT_EQ(all.find("no end\n"), std::string::npos) << all;
  if (std::getenv("BFCLX_REWRITE") != nullptr) std::ofstream(expected) << all;
  EXPECT_EQ(all, read(expected));
}

// A scenario by chance: endpoints that fail in every way, for a while or for good.
json random_scenario(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&random](std::size_t most) { return random() % most; };
  const std::size_t endpoints = 1 + below(5);
  json scenario = {{"entries", 20 + below(60)},
                   {"retries", below(3)},
                   {"turns", 1 + below(4)},
                   {"tools", below(8)}};
  json& settings = scenario["settings"];
  settings = {{"concurrency", 1 + below(20)},
              {"automatic", below(2) == 0},
              {"patience", 20 + below(100)},
              {"wait_for_start", below(4) == 0}};
  for (std::size_t i = 0; i < endpoints; ++i) {
    const std::string server(1, static_cast<char>('a' + i));
    settings["endpoints"].push_back(
        {{"server", server}, {"weight", 1 + below(3)}, {"concurrency", below(2) * (1 + below(6))}});
  }
  if (below(5) == 0) scenario["stop_at"] = 1 + below(20);
  const auto asks = [](const char* seconds) {
    return json::array({json::array({"retry-after", seconds})});
  };
  const json faults = {{{"failure", "connect"}, {"error", "no connection"}, {"seconds", 0.01}},
                       {{"failure", "timeout"}, {"error", "timed out"}, {"seconds", 10}},
                       {{"failure", "cut"}, {"error", "broken"}, {"seconds", 0.3}},
                       {{"status", 500}, {"seconds", 0.2}},
                       {{"status", 503}, {"headers", asks("3")}, {"seconds", 0.1}},
                       {{"status", 429}, {"headers", asks("7")}, {"seconds", 0.1}},
                       {{"status", 429}, {"seconds", 0.1}},
                       {{"status", 429}, {"headers", asks("9999")}, {"seconds", 0.1}},
                       {{"status", 401}, {"seconds", 0.1}},
                       {{"status", 403}, {"seconds", 0.1}},
                       {{"status", 404}, {"seconds", 0.1}},
                       {{"status", 400}, {"seconds", 0.1}},
                       {{"status", 200}, {"malformed", true}, {"seconds", 0.1}},
                       {{"status", 200}, {"seconds", 4}}};
  for (std::size_t i = below(8); i > 0; --i) {
    json rule = faults[below(faults.size())];
    if (below(6) > 0) rule["endpoint"] = below(endpoints);
    if (below(3) > 0) rule["from"] = below(10);
    if (below(3) > 0) rule["to"] = below(40);
    if (below(4) == 0) rule["every"] = 4 + below(8);
    scenario["server"].push_back(rule);
  }
  scenario["server"].push_back({{"status", 200}, {"seconds", 0.5}});
  return scenario;
}

TEST(SchedulerScenarios, OfAnySortEnd) {
  const char* number = std::getenv("BFCLX_SCHEDULES");  // for a night
  const std::uint64_t schedules = number != nullptr ? std::strtoull(number, nullptr, 10) : 500;
  for (std::uint64_t seed = 0; seed < schedules; ++seed) {
    const json scenario = random_scenario(seed);
    const std::string log = Simulation(scenario).run();
    ASSERT_EQ(log.find("no end\n"), std::string::npos) << scenario.dump(1) << "\n" << log;
    ASSERT_FALSE(HasFailure()) << seed << " " << scenario.dump(1) << "\n" << log;
  }
}

TEST(SchedulerScenarios, EndAsTheyDid) { ends_as_it_did(kScenarios); }

TEST(SchedulerScenarios, OfSeveralEndpointsEndAsTheyDid) { ends_as_it_did(kEndpoints); }

}  // namespace
}  // namespace bfclx
