#include "tests/simulation/world.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <utility>

namespace bfclx::simulation {
namespace {

constexpr std::size_t kMostSteps = 300'000;
constexpr double kMostSeconds = 4 * 3600;
constexpr std::size_t kNotes = 400;  // the last ones are kept
constexpr std::size_t kYields = 12;  // one operation on the disk of so many lets others go on

World* the_world = nullptr;

}  // namespace

World::World(std::uint64_t seed) : random_(seed), servers_(*this), batches_(*this) {
  the_world = this;
}

World::~World() { the_world = nullptr; }

World* World::here() { return the_world; }

Process& World::begin(std::function<void()> work) {
  auto process = std::make_unique<Process>();
  process->number = ++numbers_;
  process->work = std::move(work);
  process->wake = now_;
  processes_.push_back(std::move(process));
  return *processes_.back();
}

void World::hand_to(Process& process) {
  current_ = &process;
  if (process.fiber == nullptr) {
    process.fiber = std::make_unique<Fiber>([&process] {
      try {
        process.work();
      } catch (const Killed&) {
        process.dead = true;
      } catch (const std::exception& error) {
        if (!process.dead) process.problem = error.what();
      }
      process.done = true;
    });
  }
  process.fiber->resume();
  current_ = nullptr;
  if (!process.done) return;
  disk_.close_all_of(process.number);
  servers_.forget(process.number);
}

void World::yield() { current_->fiber->yield(); }

void World::kill(Process& process, const char* how) {
  note("process " + std::to_string(process.number) + " is killed " + how);
  process.dead = true;
  disk_.close_all_of(process.number);
  servers_.forget(process.number);
}

// One of those that are due; the clock goes on where none is.
Process* World::next() {
  std::vector<Process*> open;
  double wake = kMostSeconds * 10;
  for (const auto& process : processes_) {
    if (process->done) continue;
    open.push_back(process.get());
    wake = std::min(wake, process->dead ? now_ : process->wake);
  }
  if (open.empty()) return nullptr;
  if (wake > now_) {
    now_ = wake;
    if (clock_jumps && one_in(40)) jumped_ += static_cast<double>(below(20000)) - 10000;
  }
  disk_.set_time(unix_now());
  if (power_cut_at >= 0 && now_ >= power_cut_at && !power_was_cut_) {
    power_was_cut_ = true;
    for (Process* process : open) kill(*process, "by a power cut");
  }
  std::erase_if(open,
                [this](const Process* process) { return process->wake > now_ && !process->dead; });
  return open[below(open.size())];
}

bool World::run() {
  std::size_t steps = 0;
  while (Process* process = next()) {
    if (++steps > kMostSteps || now_ > kMostSeconds) {
      note("no end");
      for (const auto& one : processes_) one->dead = true;
      while (Process* left = next()) hand_to(*left);
      processes_.clear();
      return false;
    }
    if (process->kill_at >= 0 && now_ >= process->kill_at && !process->dead) {
      kill(*process, "while it waits");
    }
    hand_to(*process);
  }
  synced_before_cut_.clear();
  if (power_was_cut_) {
    synced_before_cut_ = disk_.synced_files();
    disk_.cut_power([this](std::size_t most) { return below(most); });
  }
  was_cut_ = std::exchange(power_was_cut_, false);
  power_cut_at = -1;
  processes_.clear();
  return true;
}

void World::wait_until(double time) {
  if (is_dead()) throw Killed();
  current_->wake = std::max(time, now_);
  yield();
  if (is_dead()) throw Killed();
}

bool World::touches_disk() {
  if (current_ == nullptr) return true;  // the test itself
  if (current_->dead) return false;
  if (current_->kill_after >= 0 && current_->kill_after-- == 0) {
    kill(*current_, "while it uses the disk");
    return false;
  }
  const bool others = std::count_if(processes_.begin(), processes_.end(),
                                    [](const auto& one) { return !one->done; }) > 1;
  if (others && one_in(kYields)) {
    current_->wake = now_;
    yield();
  }
  return !current_->dead;
}

bool World::fails(std::size_t one_of) {
  if (current_ == nullptr || now_ < faults.from || now_ >= faults.to) return false;
  return one_in(one_of);
}

void World::note(const std::string& text) {
  char time[32];
  std::snprintf(time, sizeof time, "%10.3f  ", now_);
  if (notes_.size() >= 2 * kNotes) notes_.erase(notes_.begin(), notes_.begin() + kNotes);
  notes_.push_back(time + (current_ != nullptr ? std::to_string(current_->number) + " " : "") +
                   text);
}

std::string World::trace() const {
  std::string text;
  for (const std::string& note : notes_) text += note + "\n";
  return text;
}

}  // namespace bfclx::simulation
