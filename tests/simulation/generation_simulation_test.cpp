// `bfclx generate` in a simulated world: the program's own code from its options to its files, with
// faults of servers, disk, power and clock, and in batches of a service. Each seed is one schedule;
// a seed that failed stays in kPinned. BFCLX_SCHEDULES=100000 runs that many (a night),
// BFCLX_SEED=7 one, with its trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/conversation/values.h"
#include "core/dataset/models.h"
#include "core/value/json.h"
#include "tests/simulation/world.h"
#include "tests/unit/heap/counting_heap.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/input/dataset_dir.h"

namespace bfclx::simulation {
namespace {

using tools::DatasetDir;
using tools::GenerateOptions;
using tools::Generation;
using tools::GenerationSummary;
using Files = std::map<std::string, std::string>;

constexpr std::uint64_t kPinned[] = {
    0, 9,  // a power cut while a file with results was replaced: it was empty
};
constexpr std::uint64_t kPinnedInBatches[] = {
    441,  // a full disk: the journal said that a batch had ended whose responses were not kept
};
constexpr std::uint64_t kSchedules = 500;
constexpr std::uint64_t kSchedulesInBatches = 200;
constexpr std::size_t kMostMemory = std::size_t{4} << 20;  // of all processes and the world
constexpr const char* kCategories[] = {"simple_python", "multiple", "parallel", "multi_turn_base"};

// The dataset is read once: what is read of it does not change.
struct Data {
  DatasetDir dataset{"sample"};
  ModelRegistry registry;
  std::map<std::string, std::size_t> turns;  // of each entry
  Data() {
    EXPECT_TRUE(dataset.load_models(registry).ok());
    for (const char* name : kCategories) {
      const Category& category = *find_category(name);
      EXPECT_TRUE(dataset.load(category).ok());
      for (const Entry& entry : dataset.dataset().entries(category)) {
        turns[entry.id] = present(entry.data, "question")->items().size();
      }
    }
  }
};

Data& data() {
  static Data the_data;
  return the_data;
}

class QuietWatcher : public tools::Watcher {
 public:
  explicit QuietWatcher(World& world) : world_(world) {}
  void begins(const std::vector<PlannedEntry>& plan, const tools::ResultFolder& /*folder*/,
              const std::set<std::string, std::less<>>& done) override {
    world_.note("begins: " + std::to_string(plan.size()) + " planned, " +
                std::to_string(done.size()) + " done");
  }
  void ended(const tools::Asked& asked) override {
    world_.note(asked.planned->entry->id +
                (asked.answered ? " has its result" : ": " + asked.error));
  }
  bool wanted(const PlannedEntry& /*planned*/) override { return true; }
  void tick(const RunState& /*state*/) override {}
  void say(const std::string& line) override { world_.note(line); }

 private:
  World& world_;
};

// One line of a result file.
struct Line {
  std::string id;
  std::string result;
};

class Schedule {
 public:
  explicit Schedule(std::uint64_t seed, bool in_batches = false) : world_(seed) {
    choose();
    if (in_batches) choose_batches();
  }

  // What is wrong; empty where all holds.
  std::string run() {
    const std::size_t rounds = 1 + world_.below(4);
    for (std::size_t i = 0; i < rounds && problem_.empty(); ++i) {
      world_.note("--- round " + std::to_string(i + 1));
      round(true);
    }
    world_.faults = {};
    world_.servers().faults.clear();
    world_.batches().any_faults = false;
    for (int i = 0; i < 3 && problem_.empty() && !is_complete(); ++i) {
      world_.note("--- all is well");
      round(false);
    }
    if (problem_.empty() && !is_complete()) fail("not complete although all is well: " + last_why_);
    if (problem_.empty()) check_end();
    return problem_;
  }

  std::string trace() const { return about_ + "\n" + world_.trace(); }

 private:
  void fail(const std::string& what) {
    if (problem_.empty()) problem_ = what;
  }

  void choose() {
    options_.models = {"m"};
    options_.dataset = "sample";
    options_.result_dir = "/sim/result";
    options_.today = "2026-01-01";
    options_.target.mode = "fc";
    options_.target.timeout = 30;
    options_.patience = 60 + static_cast<double>(world_.below(120));
    options_.memory_budget = std::size_t{256} << 20;
    options_.concurrency = std::to_string(1 + world_.below(8));
    options_.retries = static_cast<int>(world_.below(4));
    for (const char* category : kCategories) {
      if (world_.below(4) > 0) options_.test_category.emplace_back(category);
    }
    if (options_.test_category.empty()) options_.test_category = {"multi_turn_base"};
    endpoints_ = 1 + world_.below(4);
    for (std::size_t i = 0; i < endpoints_; ++i) {
      options_.target.base_urls.push_back("http://e" + std::to_string(i) + ".sim/v1");
    }
    shards_ = world_.below(3) == 0 ? 2 + world_.below(2) : 1;
    twice_ = world_.below(6) == 0;
    clean_net_ = world_.below(5) < 2;
    clean_disk_ = world_.below(2) == 0;
    world_.clock_jumps = world_.below(4) == 0;
    about_ = std::to_string(shards_) + " shards, " + std::to_string(endpoints_) +
             " endpoints, concurrency " + options_.concurrency + (twice_ ? ", each twice" : "") +
             (clean_net_ ? ", network well" : "") + (clean_disk_ ? ", disk well" : "");
    for (const auto& [id, turns] : data().turns) {
      for (const std::string& category : options_.test_category) {
        if (id.compare(0, category.size() + 2, category + "_9") == 0) planned_.insert(id);
      }
    }
  }

  void choose_batches() {
    options_.batch = true;
    options_.batch_poll = 5 + static_cast<double>(world_.below(120));
    options_.concurrency = GenerateOptions().concurrency;
    options_.target.base_urls.resize(endpoints_ = 1);
    shards_ = 1;
    twice_ = false;
    world_.clock_jumps = false;
    world_.batches().longest = 1 + static_cast<double>(world_.below(900));
    about_ += ", in batches";
  }

  void choose_server_faults() {
    using Kind = ServerFault::Kind;
    world_.servers().faults.clear();
    if (clean_net_) return;
    constexpr Kind kKinds[] = {Kind::kDead,    Kind::kTimeout, Kind::kCut,
                               Kind::kGarbled, Kind::kForeign, Kind::kStatus,
                               Kind::kStatus,  Kind::kStatus,  Kind::kSlow};
    constexpr int kStatuses[] = {429, 429, 500, 502, 503, 529, 404, 400, 401};
    const char* const kWaits[] = {"",   "", "3", "40", "9999", "Wed, 01 Jan 2031 00:00:00 GMT",
                                  "-1", "x"};
    for (std::size_t i = 1 + world_.below(4); i > 0; --i) {
      ServerFault fault;
      fault.kind = kKinds[world_.below(std::size(kKinds))];
      fault.status = kStatuses[world_.below(std::size(kStatuses))];
      fault.retry_after = kWaits[world_.below(std::size(kWaits))];
      fault.endpoint = world_.below(endpoints_);
      fault.from = world_.now() + static_cast<double>(world_.below(10));
      fault.to =
          fault.from + static_cast<double>(1 + world_.below(world_.below(3) == 0 ? 1000 : 30));
      fault.one_in = 1 + world_.below(3);
      world_.servers().faults.push_back(fault);
    }
  }

  void choose_disk_faults() {
    world_.faults = {};
    if (clean_disk_) return;
    DiskFaults& faults = world_.faults;
    faults.from = world_.now() + static_cast<double>(world_.below(5));
    faults.to = faults.from + static_cast<double>(1 + world_.below(20));
    faults.full = world_.below(4) == 0;
    const auto rate = [this] { return world_.below(3) == 0 ? 3 + world_.below(60) : 0; };
    faults.write = rate();
    faults.rename = rate();
    faults.sync = rate();
    faults.read = rate();
    faults.repair = rate();
  }

  void round(bool with_faults) {
    const std::map<std::string, std::string> before = results(world_.disk().files());
    world_.batches().any_faults = with_faults && !clean_net_;
    if (with_faults) {
      choose_server_faults();
      choose_disk_faults();
      if (world_.below(5) == 0) {
        world_.power_cut_at = world_.now() + static_cast<double>(world_.below(400)) / 10;
      }
    }
    for (std::size_t shard = 1; shard <= shards_; ++shard) {
      if (with_faults && shards_ > 1 && world_.below(5) == 0) continue;
      for (int copy = with_faults && twice_ ? 2 : 1; copy > 0; --copy) begin(shard, with_faults);
    }
    if (!world_.run()) return fail("no end");
    check(before);
    last_processes_.clear();
  }

  void begin(std::size_t shard, bool with_faults) {
    Process& process = world_.begin([this, shard] { generate(shard); });
    last_processes_.push_back(process.number);
    if (!with_faults) return;
    if (world_.below(6) == 0) process.wake += static_cast<double>(world_.below(100)) / 10;
    if (world_.below(3) == 0) process.kill_after = static_cast<long>(world_.below(600));
    if (world_.below(4) == 0)
      process.kill_at = world_.now() + static_cast<double>(world_.below(200)) / 10;
    if (world_.below(6) == 0)
      process.stop_at = world_.now() + static_cast<double>(world_.below(100)) / 10;
  }

  // What a process does, as generate_command.cpp.
  void generate(std::size_t shard) {
    GenerateOptions options = options_;
    if (shards_ > 1) options.shard = tools::EntryShard{shard, shards_};
    try {
      Generation generation(options, "m", data().dataset, data().registry);
      QuietWatcher watcher(world_);
      const GenerationSummary summary = generation.run(watcher);
      last_why_ = summary.why + " " + summary.shard;
      world_.note("ends: " + std::to_string(summary.answered) + " of " +
                  std::to_string(summary.planned) + ". " + last_why_);
    } catch (const tools::UsageError& error) {
      last_why_ = error.what();
      world_.note(std::string("refuses: ") + error.what());
    } catch (const tools::NothingUsable& error) {
      world_.note(std::string("nothing: ") + error.what());
    }
  }

  static bool is_result(const std::string& path) {
    return path.find("_result.json") != std::string::npos && path.find(".bfclx-") == path.npos;
  }

  // Results by id, with what is wrong of the files told.
  std::map<std::string, std::string> results(const Files& files) {
    std::map<std::string, std::string> found;
    for (const auto& [path, bytes] : files) {
      if (!is_result(path)) continue;
      std::set<std::string> ids;
      for (const std::string& text : whole_lines(bytes)) {
        const Result<Value> line = json_loads(text);
        const std::string id(line.ok() ? text_member(*line, "id") : "");
        if (id.empty() || planned_.count(id) == 0) {
          fail(path + ": not a result line: " + text.substr(0, 200));
          continue;
        }
        if (!ids.insert(id).second) fail(path + ": " + id + " has two lines");
        const std::string result = check_result(id, *line);
        const auto [known, is_new] = found.emplace(id, result);
        if (!is_new && known->second != result) fail(id + " has two results, one in " + path);
      }
    }
    return found;
  }

  static std::vector<std::string> whole_lines(const std::string& bytes) {
    std::vector<std::string> lines;
    std::size_t begin = 0;
    for (std::size_t end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n', begin)) {
      lines.push_back(bytes.substr(begin, end - begin));
      begin = end + 1;
    }
    return lines;
  }

  // A result is made of responses that the servers sent whole, one for each turn.
  std::string check_result(const std::string& id, const Value& line) {
    const Value* result = present(line, "result");
    std::string text;
    if (result != nullptr) append_json(text, *result);
    if (text.find("Error during inference") != text.npos) {
      if (clean_net_) fail(id + ": an error although the network is well: " + text);
      return text;
    }
    std::size_t answers = 0;
    constexpr std::string_view kAnswer = "answer ";
    for (std::size_t at = text.find(kAnswer); at != text.npos; at = text.find(kAnswer, at + 1)) {
      ++answers;
      const std::uint64_t number = std::strtoull(text.c_str() + at + kAnswer.size(), nullptr, 10);
      if (world_.servers().answers().count(number) == 0)
        fail(id + " has what nobody sent: " + text);
    }
    if (answers != data().turns.at(id)) {
      fail(id + " has " + std::to_string(answers) + " responses and counts as finished: " + text);
    }
    return text;
  }

  void check(const std::map<std::string, std::string>& before) {
    const Files files = world_.disk().files();
    const auto now = results(files);
    // Without a power cut nothing that was written is lost; with one, nothing that was synced.
    const auto kept = world_.was_cut() ? results(world_.synced_before_cut()) : before;
    for (const auto& [id, result] : kept) {
      const auto found = now.find(id);
      if (found == now.end()) {
        fail(id + " has lost its result");
      } else if (found->second != result) {
        fail(id + " has another result: " + found->second + ", before " + result);
      }
    }
    for (const auto& [path, bytes] : files) check_own(path, bytes);
    const std::size_t most = std::strtoul(options_.concurrency.c_str(), nullptr, 10);
    for (const int process : last_processes_) {
      if (world_.servers().most_in_flight_of(process) > most + endpoints_) {
        fail("process " + std::to_string(process) + " had more requests in flight than allowed");
      }
    }
    const auto malformed = static_cast<std::size_t>(options_.retries) + 1 + kChecks;
    if (world_.servers().most_malformed() > malformed) fail("more retries than --retries");
    if (clean_net_ && clean_disk_ && !cut_once_ && !world_.was_cut() && shards_ == 1 && !twice_ &&
        world_.servers().sent_again() > 0) {
      fail("a request was sent again whose response was at hand");
    }
    cut_once_ = cut_once_ || world_.was_cut();
    if (world_.batches().bought_twice() > 0) fail("a request was paid for twice");
  }

  // Our own files beside the results are whole.
  void check_own(const std::string& path, const std::string& bytes) {
    if (path.find(".bfclx-") != path.npos) return;
    if (path.ends_with("bfclx_manifest.json")) {
      if (!json_loads(bytes).ok()) fail(path + " is torn: " + bytes.substr(0, 200));
      return;
    }
    if (!path.ends_with(".jsonl")) return;
    for (const std::string& text : whole_lines(bytes)) {
      if (!json_loads(text).ok()) fail(path + ": a line is torn: " + text.substr(0, 200));
    }
  }

  bool is_complete() {
    std::set<std::string> there;
    for (const auto& [path, bytes] : world_.disk().files()) {
      if (!is_result(path) || path.ends_with(".part")) continue;
      for (const std::string& text : whole_lines(bytes)) {
        const Result<Value> line = json_loads(text);
        if (line.ok()) there.insert(std::string(text_member(*line, "id")));
      }
    }
    return there == planned_ && !leftovers();
  }

  bool leftovers() {
    for (const auto& [path, bytes] : world_.disk().files()) {
      if (path.find("bfclx_shards") != path.npos || path.find("bfclx_unfinished") != path.npos) {
        return true;
      }
    }
    return false;
  }

  void check_end() {
    for (const auto& [path, bytes] : world_.disk().files()) {
      if (is_result(path) && !bytes.ends_with('\n')) fail(path + " has an unfinished line");
    }
  }

  static constexpr std::size_t kChecks = 4;  // of the server, with a request that succeeded before

  World world_;
  GenerateOptions options_;
  std::size_t endpoints_ = 1;
  std::size_t shards_ = 1;
  bool twice_ = false;
  bool clean_net_ = false;
  bool clean_disk_ = false;
  bool cut_once_ = false;
  std::set<std::string> planned_;
  std::vector<int> last_processes_;
  std::string last_why_;
  std::string about_;
  std::string problem_;
};

void holds(std::uint64_t seed, bool show, bool in_batches = false) {
  data();
  const std::size_t before = testing::CountingHeap::bytes();
  testing::CountingHeap::forget_peak();
  Schedule schedule(seed, in_batches);
  std::string problem = schedule.run();
  const std::size_t most = testing::CountingHeap::peak() - before;
  if (problem.empty() && most > kMostMemory) problem = std::to_string(most) + " bytes of memory";
  if (show) std::printf("%zu bytes at most\n", most);
  if (show) std::printf("%s", schedule.trace().c_str());
  ASSERT_EQ(problem, "") << "BFCLX_SEED=" << seed << "\n" << schedule.trace();
}

TEST(GenerationSimulation, PinnedSeedsHold) {
  for (const std::uint64_t seed : kPinned) holds(seed, false);
  for (const std::uint64_t seed : kPinnedInBatches) holds(seed, false, true);
}

void schedules_hold(bool in_batches) {
  if (const char* one = std::getenv("BFCLX_SEED")) {
    return holds(std::strtoull(one, nullptr, 10), true, in_batches);
  }
  const char* number = std::getenv("BFCLX_SCHEDULES");
  const std::uint64_t schedules = number != nullptr ? std::strtoull(number, nullptr, 10)
                                  : in_batches      ? kSchedulesInBatches
                                                    : kSchedules;
  const char* from = std::getenv("BFCLX_FROM");
  const std::uint64_t first = from != nullptr ? std::strtoull(from, nullptr, 10) : 1;
  for (std::uint64_t seed = first; seed < first + schedules; ++seed) {
    holds(seed, false, in_batches);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(GenerationSimulation, SchedulesHold) { schedules_hold(false); }
TEST(GenerationSimulation, SchedulesInBatchesHold) { schedules_hold(true); }

}  // namespace
}  // namespace bfclx::simulation
