// World: everything around the program, from one seed: a disk, servers, clocks, and processes that
// run the program's own code. simulated_files.cpp and simulated_client.cpp put it in the place of
// the operating system and of libcurl.
//
// Each process is a fiber; the world chooses which goes on, where a process waits for the network
// and sometimes where it uses the disk. So a seed is a schedule.
#ifndef BFCLX_TESTS_SIMULATION_WORLD_H_
#define BFCLX_TESTS_SIMULATION_WORLD_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/simulation/batches.h"
#include "tests/simulation/fiber.h"
#include "tests/simulation/memory_disk.h"
#include "tests/simulation/servers.h"

namespace bfclx::simulation {

// What leaves the code of a process that was killed.
struct Killed {};

struct Process {
  int number = 0;
  std::function<void()> work;
  double wake = 0;       // it waits until then
  double kill_at = -1;   // a time
  long kill_after = -1;  // operations on the disk from here
  double stop_at = -1;   // SIGTERM
  bool dead = false;
  bool done = false;
  std::string problem;  // an exception that nobody caught
  std::unique_ptr<Fiber> fiber;
};

// How often what fails; each "one of so many", 0 for never.
struct DiskFaults {
  double from = 0;
  double to = 0;
  bool full = false;  // ENOSPC for whatever needs room
  std::size_t write = 0;
  std::size_t rename = 0;
  std::size_t sync = 0;
  std::size_t read = 0;
  std::size_t repair = 0;  // ftruncate
};

class World {
 public:
  explicit World(std::uint64_t seed);
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World();

  std::size_t below(std::size_t most) { return most > 0 ? random_() % most : 0; }
  bool one_in(std::size_t number) { return number > 0 && below(number) == 0; }
  double now() const { return now_; }
  double unix_now() const { return 1700000000 + now_ + jumped_; }

  MemoryDisk& disk() { return disk_; }
  Servers& servers() { return servers_; }
  Batches& batches() { return batches_; }
  DiskFaults faults;
  bool clock_jumps = false;
  double power_cut_at = -1;

  Process& begin(std::function<void()> work);
  // Until all processes have ended. False where that takes too long.
  bool run();
  // In the last run(): whether the power was cut, and the files that were on the disk before.
  bool was_cut() const { return was_cut_; }
  const std::map<std::string, std::string>& synced_before_cut() const { return synced_before_cut_; }

  // Of the process that runs:
  bool has_current() const { return current_ != nullptr; }
  Process& current() { return *current_; }
  bool is_dead() const { return current_ != nullptr && current_->dead; }
  void wait_until(double time);  // throws Killed
  // Before an operation on the disk. True when it may go on; it has been killed otherwise.
  bool touches_disk();
  bool fails(std::size_t one_of);

  void note(const std::string& text);
  std::string trace() const;

  static World* here();

 private:
  void hand_to(Process& process);
  void yield();
  void kill(Process& process, const char* how);
  Process* next();

  std::mt19937_64 random_;
  double now_ = 0;
  double jumped_ = 0;
  bool power_was_cut_ = false;
  bool was_cut_ = false;
  std::map<std::string, std::string> synced_before_cut_;
  int numbers_ = 1000;
  MemoryDisk disk_;
  Servers servers_;
  Batches batches_;
  std::vector<std::unique_ptr<Process>> processes_;
  Process* current_ = nullptr;
  std::vector<std::string> notes_;
};

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_WORLD_H_
