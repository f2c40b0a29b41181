// The scheduler against simulated servers: tests/data/generation/scenarios.json, and what came of
// each in scenarios.txt. tests/wasm/schedule.test.mjs runs the same through the module, and the
// site's tests run them through the page's driver.
//
// A conversation here has one request. A response that is no 2xx and no 4xx, or a malformed one, is
// retried `retries` times, after 1 s and up to 1 s more; then the entry ends without a result.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/generation/scheduler.h"

namespace bfclx {
namespace {

using nlohmann::json;

constexpr const char* kScenarios = BFCLX_SOURCE_DIR "/tests/data/generation/scenarios.json";
constexpr const char* kExpected = BFCLX_SOURCE_DIR "/tests/data/generation/scenarios.txt";
constexpr double kUnixNow = 1700000000;
constexpr std::uint64_t kSeed = 7;
constexpr int kMostSteps = 200000;

struct Response {
  double time = 0;
  std::size_t number = 0;
  std::optional<std::size_t> entry;  // none: of the check
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
          send(action.entry);
          break;
        case Kind::kCheckServer:
          check();
          break;
        case Kind::kWait:
          wait(action.until);
          break;
        case Kind::kFinished:
          return summary();
      }
      tell();
    }
    return "no end\n";
  }

 private:
  static std::vector<PlannedEntry> plan_of(const json& scenario) {
    std::vector<PlannedEntry> plan;
    const json depends = scenario.value("depends", json::object());
    for (std::size_t i = 0; i < scenario.at("entries"); ++i) {
      auto entry = std::make_shared<Entry>();
      entry->id = id_of(i);
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
  const json& rule_of(std::optional<std::size_t> entry) const {
    for (const json& rule : scenario_.at("server")) {
      if (now_ < rule.value("from", 0.0) || now_ >= rule.value("to", 1e12)) continue;
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

  void send(std::optional<std::size_t> entry) {
    const json& rule = rule_of(entry);
    waiting_.insert({now_ + rule.at("seconds").get<double>(), number_++, entry, &rule});
    most_in_flight_ = std::max(most_in_flight_, waiting_.size());
  }

  void check() {
    if (!known_good_) return scheduler_.no_known_good();
    scheduler_.check_sent(now_);
    ++checks_;
    send(std::nullopt);
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
    scheduler_.request_ended();
    if (response.entry) return received(*response.entry, outcome, rule.value("malformed", false));
    if (!scheduler_.check_received(outcome, now_, kUnixNow + now_)) known_good_ = false;
  }

  void received(std::size_t entry, const RequestOutcome& outcome, bool malformed) {
    using Kind = Scheduler::Decision::Kind;
    const Scheduler::Decision decision = scheduler_.received(entry, outcome, now_, kUnixNow + now_);
    if (decision.kind == Kind::kEnd) end(entry, decision.error);
    if (decision.kind != Kind::kDeliver) return;
    known_good_ = known_good_ || decision.good;
    const bool answered = outcome.has_response() && outcome.status < 500 && outcome.status != 429;
    if (answered && !malformed) {
      scheduler_.accepted(entry);
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
    return log_;
  }

  const json& scenario_;
  std::vector<PlannedEntry> plan_;
  Scheduler scheduler_;
  double now_ = 0;
  std::set<Response> waiting_;
  std::size_t number_ = 0;
  std::size_t most_in_flight_ = 0;
  std::map<std::size_t, int> requests_;
  std::map<std::size_t, int> retries_;
  std::size_t results_ = 0;
  std::size_t lost_ = 0;
  int checks_ = 0;
  bool known_good_ = false;
  bool stopped_ = false;
  std::string log_;
};

std::string read(const char* path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(SchedulerScenarios, EndAsTheyDid) {
  const json scenarios = json::parse(read(kScenarios));
  std::string all;
  for (const json& scenario : scenarios) {
    all += "# " + scenario.at("name").get<std::string>() + "\n" + Simulation(scenario).run();
  }
  ASSERT_EQ(all.find("no end"), std::string::npos) << all;
  if (std::getenv("BFCLX_REWRITE") != nullptr) std::ofstream(kExpected) << all;
  EXPECT_EQ(all, read(kExpected));
}

}  // namespace
}  // namespace bfclx
