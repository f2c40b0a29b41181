// The queue of batches against a simulated service: tests/data/generation/batch_scenarios.json, and
// what came of each in batch_scenarios.txt. Then random faults, and kills at every action.
//
// A conversation has `turns` requests. A response that is no 200 is requested again `retries`
// times. `faults`: what happens to the first calls of a kind: a status, "timeout", "lost" (it has
// its effect, and no response), "late 503" (it has its effect, and that status), "garbage" (200, no
// JSON), or "" (nothing). `lines`: what the first
// results of a batch are: a status, "expired", "missing", "twice", "unknown". `ends`: of the first
// batches.
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

#include "core/generation/batch_queue.h"

namespace bfclx {
namespace {

using nlohmann::json;

constexpr const char* kBatchScenarios =
    BFCLX_SOURCE_DIR "/tests/data/generation/batch_scenarios.json";
constexpr const char* kBatchResults = BFCLX_SOURCE_DIR "/tests/data/generation/batch_scenarios.txt";
constexpr double kUnixStart = 1700000000;
constexpr int kMostActions = 20000;

std::string json_text(const std::string& text) { return json(text).dump(); }

// What the account has at the service: it outlives a killed program.
struct FakeService {
  explicit FakeService(const json& scenario) : given(scenario) {}

  struct FakeBatch {
    std::string file;
    std::string tag;
    std::string status = "in_progress";
    std::string end = "completed";
    int looks = 0;
    std::string errors = "null";
    std::vector<std::string> ids = {};  // custom ids
    std::string output = {};
  };

  // The next of a list of the scenario.
  std::string take(const char* list, const std::string& of) {
    if (!given.contains(list)) return {};
    const json& values = of.empty() ? given[list] : given[list].value(of, json::array());
    std::size_t& at = taken[list + of];
    return at < values.size() ? values[at++].get<std::string>() : std::string();
  }

  std::string upload(const HttpRequest& request) {
    const std::string name = "file-" + std::to_string(files.size());
    files[name] = request.body;
    return R"({"id": )" + json_text(name) + "}";
  }

  std::string create(const HttpRequest& request) {
    const json body = json::parse(request.body);
    FakeBatch batch;
    batch.file = body.at("input_file_id");
    batch.tag = body.at("metadata").at("bfclx");
    const std::string end = take("ends", "");
    if (!end.empty()) batch.end = end;
    std::istringstream lines(files.at(batch.file));
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("{\"custom_id\"", 0) != 0) continue;
      const json row = json::parse(line);
      batch.ids.push_back(row.at("custom_id"));
      ++requested[row.at("body").at("n")];
    }
    const std::string id = "batch_" + std::to_string(batches.size());
    order.push_back(id);
    batches.emplace(id, std::move(batch));
    return shown(id);
  }

  std::string shown(const std::string& id) const {
    const FakeBatch& batch = batches.at(id);
    const bool ended = batch.status != "in_progress" && batch.status != "failed";
    return R"({"id": )" + json_text(id) + R"(, "status": )" + json_text(batch.status) +
           R"(, "errors": )" + batch.errors + R"(, "metadata": {"bfclx": )" + json_text(batch.tag) +
           R"(}, "output_file_id": )" + (ended ? json_text("out-" + id) : "null") + "}";
  }

  std::string look(const std::string& id) {
    FakeBatch& batch = batches.at(id);
    if (batch.status == "in_progress" && ++batch.looks > given.value("looks", 1)) end(batch);
    return shown(id);
  }

  void end(FakeBatch& batch) {
    if (batch.end == "queue_full" || batch.end == "refused") {
      batch.status = "failed";
      batch.errors = R"({"data": [{"code": ")" +
                     std::string(batch.end == "refused" ? "invalid_url" : "token_limit_exceeded") +
                     R"(", "message": "Not so."}]})";
      return;
    }
    batch.status = batch.end;
    for (const std::string& id : batch.ids) {
      const std::string what = take("lines", "");
      const bool no_response = what == "expired";
      if (what == "missing") continue;
      const std::string status = what.empty() || !std::isdigit(what[0]) ? "200" : what;
      const std::string line =
          R"({"custom_id": )" + json_text(what == "unknown" ? "x-" + id : id) +
          R"(, "response": )" +
          (no_response ? "null" : R"({"status_code": )" + status + R"(, "body": {}})") +
          R"(, "error": )" + (no_response ? R"({"message": "too late"})" : "null") + "}\n";
      batch.output += line + (what == "twice" ? line : "");
    }
  }

  // The first request was processed.
  std::string cancel(const std::string& id) {
    FakeBatch& batch = batches.at(id);
    batch.status = "cancelled";
    batch.output = R"({"custom_id": )" + json_text(batch.ids.front()) +
                   R"(, "response": {"status_code": 200, "body": {}}})";
    return shown(id);
  }

  std::string list() const {
    std::string data;
    for (const std::string& id : order) data += (data.empty() ? "" : ", ") + shown(id);
    return R"({"data": [)" + data + R"(], "has_more": false})";
  }

  json given;
  std::map<std::string, std::size_t> taken;
  std::map<std::string, std::string> files;
  std::map<std::string, FakeBatch> batches;
  std::vector<std::string> order;
  std::map<std::string, int> requested;  // how often each request was put into a batch
};

struct FakeEntry {
  std::size_t turn = 0;
  int retries = 0;
  bool ended = false;
  bool has_result = false;
  HttpRequest request = {};
};

// The program: what it loses when it is killed, and what lies on the disk.
class Program {
 public:
  Program(FakeService& service, std::vector<std::string>& journal, std::vector<FakeEntry>& entries,
          bool cancel)
      : service_(service),
        journal_(journal),
        entries_(entries),
        queue_(*find_batch_service("openai"), settings_of(service.given, cancel),
               7 + journal.size()) {
    for (const std::string& line : journal_) {
      EXPECT_TRUE(queue_
                      .restore(line,
                               [this](std::string_view id) {
                                 return entries_[std::stoul(std::string(id.substr(1)))].has_result;
                               })
                      .ok());
    }
    queue_.restored();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      entries_[i].retries = 0;
      entries_[i].ended = entries_[i].has_result;
      if (!entries_[i].ended) ask(i);
    }
  }

  // Until the end, or until `most` actions were taken. Gives what was logged.
  std::string run(double& now, int most, bool& killed) {
    killed = false;
    for (int action = 0; action < kMostActions; ++action) {
      if (action == most) {
        killed = true;
        return log_;
      }
      const bool open = std::any_of(entries_.begin(), entries_.end(),
                                    [](const FakeEntry& one) { return !one.ended; });
      if (!open && !service_.given.value("cancel", false)) return log_ + "           done\n";
      queue_.flush(now, kUnixStart + now);
      if (!act(queue_.next(now, kUnixStart + now), now)) return log_;
      for (const std::string& message : queue_.take_messages()) line(now, message);
    }
    return log_ + "no end\n";
  }

  const BatchQueue& queue() const { return queue_; }

 private:
  static BatchSettings settings_of(const json& given, bool cancel) {
    BatchSettings settings;
    settings.server = "https://h";
    settings.patience = given.value("patience", 1800.0);
    settings.most_requests = given.value("most_requests", std::size_t{50000});
    settings.cancel = cancel;
    return settings;
  }

  void ask(std::size_t index) {
    FakeEntry& entry = entries_[index];
    entry.request.path = "/chat/completions";
    entry.request.body =
        R"({"n": "e)" + std::to_string(index) + "/" + std::to_string(entry.turn) + "\"}";
    queue_.add(index, "e" + std::to_string(index), entry.turn, entry.request);
  }

  bool act(BatchQueue::Action&& action, double& now) {
    using Kind = BatchQueue::Action::Kind;
    switch (action.kind) {
      case Kind::kKeep:
        journal_.push_back(action.line);
        return true;
      case Kind::kSend:
        send(action.request, now);
        return true;
      case Kind::kDeliver:
        deliver(action.delivery, now);
        return true;
      case Kind::kWait:
        now = std::max(now + 0.001, action.until);
        return true;
      case Kind::kStop:
        for (const std::string& message : queue_.take_messages()) line(now, message);
        line(now, "ended: " + queue_.stopped().why);
        return false;
    }
    return false;
  }

  void send(const HttpRequest& request, double& now) {
    const std::string& path = request.path;
    const bool of_batch = path.rfind("/batches/", 0) == 0;
    const bool cancels = of_batch && path.find("/cancel") != std::string::npos;
    const std::string id = of_batch ? path.substr(9, path.find('/', 9) - 9) : "";
    const std::string kind = path == "/files"                             ? "upload"
                             : path == "/batches"                         ? "create"
                             : path.find("/content") != std::string::npos ? "fetch"
                             : cancels                                    ? "cancel"
                             : of_batch                                   ? "poll"
                                                                          : "list";
    const std::string fault = service_.take("faults", kind);
    RequestOutcome outcome;
    outcome.status = fault.empty() || !std::isdigit(fault[0]) ? 200 : std::stoi(fault);
    const bool late = fault.starts_with("late ");
    std::string body = R"({"error": {"message": "no"}})";
    if (outcome.status == 200 && fault != "timeout") {
      if (of_batch && service_.batches.count(id) == 0) {
        outcome.status = 404;
      } else {
        body = kind == "upload"   ? service_.upload(request)
               : kind == "create" ? service_.create(request)
               : kind == "list"   ? service_.list()
               : kind == "cancel" ? service_.cancel(id)
               : kind == "poll"   ? service_.look(id)
                                : service_.batches.at(path.substr(11, path.rfind('/') - 11)).output;
      }
    }
    if (late) {
      outcome.status = std::stoi(fault.substr(5));
      body = R"({"error": {"message": "overloaded"}})";
    }
    if (fault == "garbage") body = "<html>";
    if (fault == "timeout" || fault == "lost") {
      outcome.failure = fault == "lost" ? RequestFailure::kCut : RequestFailure::kTimeout;
      outcome.error = "h: no response";
      body.clear();
    }
    line(now, kind + (fault.empty() ? "" : ": " + fault));
    now += 0.5;
    outcome.body = body;
    queue_.received(outcome, std::move(body), now, kUnixStart + now);
  }

  void deliver(const BatchQueue::Delivery& delivery, double now) {
    FakeEntry& entry = entries_[delivery.entry];
    EXPECT_FALSE(entry.ended);
    if (delivery.status == 200) {
      entry.retries = 0;
      if (++entry.turn < service_.given.value("turns", std::size_t{1})) return ask(delivery.entry);
      entry.ended = entry.has_result = true;
      return;
    }
    const std::string name = "e" + std::to_string(delivery.entry) + ": ";
    line(now, name + (delivery.status != 0 ? std::to_string(delivery.status) : delivery.error));
    if (entry.retries++ < service_.given.value("retries", 2)) return ask(delivery.entry);
    entry.ended = true;
  }

  void line(double now, const std::string& text) {
    char time[32];
    std::snprintf(time, sizeof time, "%9.1f  ", now);
    log_ += time + text + "\n";
  }

  FakeService& service_;
  std::vector<std::string>& journal_;
  std::vector<FakeEntry>& entries_;
  BatchQueue queue_;
  std::string log_;
};

std::string file_text(const char* path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string log_of(const json& scenario) {
  FakeService service(scenario);
  std::vector<std::string> journal;
  std::vector<FakeEntry> entries(scenario.at("entries").get<std::size_t>());
  double now = 0;
  bool killed = false;
  std::string log;
  if (scenario.value("cancel", false)) {
    Program first(service, journal, entries, false);
    log += first.run(now, scenario.at("kill"), killed) + "           killed\n";
  }
  Program program(service, journal, entries, scenario.value("cancel", false));
  log += program.run(now, kMostActions, killed);
  std::size_t results = 0;
  for (const FakeEntry& entry : entries) results += entry.has_result ? 1 : 0;
  return log + "           " + std::to_string(results) + " results, " +
         std::to_string(service.batches.size()) + " batches\n";
}

TEST(BatchQueue, Scenarios) {
  const json scenarios = json::parse(file_text(kBatchScenarios));
  std::string all;
  for (const json& scenario : scenarios) {
    all += "# " + scenario.at("name").get<std::string>() + "\n" + log_of(scenario);
  }
  ASSERT_EQ(all.find("no end\n"), std::string::npos) << all;
  if (std::getenv("BFCLX_REWRITE") != nullptr) std::ofstream(kBatchResults) << all;
  EXPECT_EQ(all, file_text(kBatchResults));
}

// Killed at every action, once, with and without a lost response: every entry gets its result, and
// no request is in two batches.
TEST(BatchQueue, NothingIsSubmittedTwiceAfterAKill) {
  const json scenario = {{"entries", 7},
                         {"turns", 3},
                         {"most_requests", 4},
                         {"faults", {{"create", {"", "lost", "garbage", "late 529", "late 503"}}}}};
  for (int kill = 0;; ++kill) {
    FakeService service(scenario);
    std::vector<std::string> journal;
    std::vector<FakeEntry> entries(7);
    double now = 0;
    bool killed = false;
    const std::string log = Program(service, journal, entries, false).run(now, kill, killed);
    ASSERT_EQ(log.find("no end"), std::string::npos);
    if (killed) {
      const std::string more =
          Program(service, journal, entries, false).run(now, kMostActions, killed);
      ASSERT_NE(more.find("done"), std::string::npos) << kill << "\n" << log << "killed\n" << more;
    }
    const bool last = !killed && log.find("done") != std::string::npos;
    for (const FakeEntry& entry : entries) ASSERT_TRUE(entry.has_result) << kill << "\n" << log;
    ASSERT_EQ(service.requested.size(), 21u) << kill;
    for (const auto& [request, times] : service.requested) {
      ASSERT_EQ(times, 1) << request << " at " << kill << "\n" << log;
    }
    if (last) break;
  }
}

// Faults and kills by chance: it always ends, and nothing is submitted again but what failed.
TEST(BatchQueue, RandomFaults) {
  const char* kFaults[] = {"", "", "", "500", "429", "timeout", "lost", "garbage"};
  const char* kLines[] = {"", "", "", "", "500", "400", "expired", "missing", "twice", "unknown"};
  const char* kEnds[] = {"completed", "completed", "expired", "queue_full"};
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    std::mt19937_64 random(seed);
    json scenario = {{"entries", 1 + random() % 9},
                     {"turns", 1 + random() % 3},
                     {"most_requests", 1 + random() % 9},
                     {"retries", 3}};
    for (const char* kind : {"upload", "create", "list", "poll", "fetch"}) {
      for (int i = 0; i < 6; ++i) scenario["faults"][kind].push_back(kFaults[random() % 8]);
    }
    for (int i = 0; i < 20; ++i) scenario["lines"].push_back(kLines[random() % 10]);
    for (int i = 0; i < 4; ++i) scenario["ends"].push_back(kEnds[random() % 4]);
    FakeService service(scenario);
    std::vector<std::string> journal;
    std::vector<FakeEntry> entries(scenario["entries"].get<std::size_t>());
    double now = 0;
    bool killed = true;
    std::string log;
    for (int runs = 0; killed; ++runs) {
      Program program(service, journal, entries, false);
      const int most = runs < 5 ? static_cast<int>(random() % 60) : kMostActions;
      log += program.run(now, most, killed) + "killed\n";
    }
    ASSERT_EQ(log.find("no end"), std::string::npos) << seed << "\n" << log;
    for (const FakeEntry& entry : entries) ASSERT_TRUE(entry.ended) << seed << "\n" << log;
  }
}

}  // namespace
}  // namespace bfclx
