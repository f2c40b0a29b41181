#include "tests/simulation/schedule.h"

#include <algorithm>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/generation.h"

namespace bfclx::simulation {
namespace {

using tools::GenerateOptions;
using tools::Generation;
using tools::GenerationSummary;

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

}  // namespace

Schedule::Schedule(std::uint64_t seed, Kind kind)
    : world_(seed), kind_(kind), data_(kind == Kind::kMemory ? memory_data() : sample_data()) {
  choose();
  if (kind == Kind::kBatches) choose_batches();
  if (kind == Kind::kMemory) choose_memory();
  for (const std::string& category : options_.test_category) {
    const std::vector<std::string>& ids = data_.ids.at(category);
    planned_.insert(ids.begin(), ids.end());
  }
}

std::string Schedule::run() {
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

void Schedule::choose() {
  options_.models = {"m"};
  options_.dataset = data_.dataset.place();
  options_.result_dir = "/sim/result";
  options_.today = "2026-01-01";
  options_.target.mode = "fc";
  options_.target.timeout = 30;
  options_.patience = 60 + static_cast<double>(world_.below(120));
  options_.memory_budget = std::size_t{256} << 20;
  options_.concurrency = std::to_string(1 + world_.below(8));
  options_.retries = static_cast<int>(world_.below(4));
  for (const std::string& category : data_.categories) {
    if (world_.below(4) > 0) options_.test_category.push_back(category);
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
}

void Schedule::choose_batches() {
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

void Schedule::choose_memory() {
  options_.search = "http://search.sim/search";
  options_.embeddings = "http://embeddings.sim/v1/embeddings";
  // Both send the same requests: one is enough.
  std::vector<std::string>& chosen = options_.test_category;
  const std::string doubled = world_.one_in(2) ? "web_search_base" : "web_search_no_snippet";
  if (std::count_if(chosen.begin(), chosen.end(),
                    [](const std::string& one) { return one.starts_with("web_search_"); }) > 1) {
    std::erase(chosen, doubled);
  }
  about_ += ", with memory:";
  for (const std::string& category : chosen) about_ += " " + category;
}

void Schedule::choose_server_faults() {
  using Fault = ServerFault::Kind;
  world_.servers().faults.clear();
  if (clean_net_) return;
  const std::size_t services = kind_ == Kind::kMemory ? 2 : 0;
  constexpr Fault kKinds[] = {Fault::kDead,    Fault::kTimeout, Fault::kCut,
                              Fault::kGarbled, Fault::kForeign, Fault::kStatus,
                              Fault::kStatus,  Fault::kStatus,  Fault::kSlow};
  constexpr int kStatuses[] = {429, 429, 500, 502, 503, 529, 404, 400, 401};
  const char* const kWaits[] = {"",   "", "3", "40", "9999", "Wed, 01 Jan 2031 00:00:00 GMT",
                                "-1", "x"};
  for (std::size_t i = 1 + world_.below(4); i > 0; --i) {
    ServerFault fault;
    fault.kind = kKinds[world_.below(std::size(kKinds))];
    fault.status = kStatuses[world_.below(std::size(kStatuses))];
    fault.retry_after = kWaits[world_.below(std::size(kWaits))];
    fault.endpoint = world_.below(endpoints_ + services);
    if (fault.endpoint >= endpoints_) fault.endpoint += kSearchService - endpoints_;
    fault.from = world_.now() + static_cast<double>(world_.below(10));
    fault.to = fault.from + static_cast<double>(1 + world_.below(world_.below(3) == 0 ? 1000 : 30));
    fault.one_in = 1 + world_.below(3);
    world_.servers().faults.push_back(fault);
  }
}

void Schedule::choose_disk_faults() {
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

void Schedule::round(bool with_faults) {
  const Results before = results(world_.disk().files());
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

void Schedule::begin(std::size_t shard, bool with_faults) {
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

void Schedule::generate(std::size_t shard) {
  GenerateOptions options = options_;
  if (shards_ > 1) options.shard = tools::EntryShard{shard, shards_};
  try {
    Generation generation(options, "m", data_.dataset, data_.registry);
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

}  // namespace bfclx::simulation
