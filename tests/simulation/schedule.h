// Schedule: runs of `bfclx generate` in a simulated world, from one seed: which faults happen when,
// and what has to hold after each round.
#ifndef BFCLX_TESTS_SIMULATION_SCHEDULE_H_
#define BFCLX_TESTS_SIMULATION_SCHEDULE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/value/value.h"
#include "tests/simulation/simulated_data.h"
#include "tests/simulation/world.h"
#include "tools/bfclx/generate/options.h"

namespace bfclx::simulation {

class Schedule {
 public:
  enum class Kind : std::uint8_t {
    kRequests,
    kBatches,
    kMemory,  // memory chains and searches, whose services fail too
  };
  Schedule(std::uint64_t seed, Kind kind);

  // What is wrong; empty where all holds.
  std::string run();
  std::string trace() const { return about_ + "\n" + world_.trace(); }

 private:
  using Files = std::map<std::string, std::string>;
  using Results = std::map<std::string, std::string>;  // by id

  void fail(const std::string& what) {
    if (problem_.empty()) problem_ = what;
  }

  // schedule.cpp
  void choose();
  void choose_batches();
  void choose_memory();
  void choose_server_faults();
  void choose_disk_faults();
  void round(bool with_faults);
  void begin(std::size_t shard, bool with_faults);
  void generate(std::size_t shard);

  // schedule_checks.cpp
  Results results(const Files& files);
  std::string check_result(const std::string& id, const Value& line);
  void check(const Results& before);
  void check_memories(const Results& now);
  void check_own(const std::string& path, const std::string& bytes);
  bool is_complete();
  bool leftovers();
  void check_end();

  World world_;
  Kind kind_;
  SimulatedData& data_;
  tools::GenerateOptions options_;
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

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_SCHEDULE_H_
