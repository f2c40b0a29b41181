// net::Client over the servers of the simulated world, in the place of tools/bfclx/net/client.cpp.
#include "tools/bfclx/net/client.h"

#include <algorithm>
#include <map>
#include <utility>

#include "tests/simulation/world.h"
#include "tools/bfclx/generate/stops.h"

namespace bfclx::net {

using simulation::Servers;
using simulation::World;

class Client::Loop {
 public:
  ~Loop() {
    for (const auto& [time, flight] : flights_)
      World::here()->servers().ended(flight.number, false);
  }

  void send(Request request, Done done) {
    World& world = *World::here();
    if (world.is_dead()) return;
    Servers::Sent sent = world.servers().send(request, request.timeout);
    Flight flight{sent.number, std::move(sent.response), std::move(done)};
    flight.response.seconds = sent.seconds;
    if (flight.response.answered() && flight.response.body.size() > request.max_bytes) {
      flight.response.failure = Failure::kTooLarge;
      flight.response.body.clear();
    }
    flights_.emplace(world.now() + sent.seconds, std::move(flight));
  }

  void after(double seconds, Task task) {
    tasks_.emplace(now() + std::max(seconds, 0.0), std::move(task));
  }

  bool run_once(double most) {
    World& world = *World::here();
    if (!world.is_dead()) world.servers().process_goes_on(world.current().number);
    if (flights_.empty() && tasks_.empty()) return false;
    double until = world.now() + std::min(most, 60.0);
    if (!flights_.empty()) until = std::min(until, flights_.begin()->first);
    if (!tasks_.empty()) until = std::min(until, tasks_.begin()->first);
    world.wait_until(until);
    while (!flights_.empty() && flights_.begin()->first <= world.now()) {
      Flight flight = std::move(flights_.begin()->second);
      flights_.erase(flights_.begin());
      world.servers().ended(flight.number, true);
      flight.done(std::move(flight.response));
    }
    while (!tasks_.empty() && tasks_.begin()->first <= world.now()) {
      const Task task = std::move(tasks_.begin()->second);
      tasks_.erase(tasks_.begin());
      task();
    }
    return true;
  }

  std::size_t in_flight() const { return flights_.size(); }

 private:
  struct Flight {
    std::uint64_t number = 0;
    Response response;
    Done done;
  };
  std::multimap<double, Flight> flights_;
  std::multimap<double, Task> tasks_;
};

Client::Client() : loop_(std::make_unique<Loop>()) {}
Client::~Client() = default;
void Client::send(Request request, Done done) { loop_->send(std::move(request), std::move(done)); }
void Client::after(double seconds, Task task) { loop_->after(seconds, std::move(task)); }
bool Client::run_once(double most) { return loop_->run_once(most); }
void Client::keep_connections(std::size_t /*most*/) {}
void Client::receive_at_most(std::size_t /*bytes*/) {}
std::size_t Client::receiving() const { return 0; }
std::size_t Client::in_flight() const { return loop_->in_flight(); }
std::size_t Client::most_connections() { return 1000; }
double Client::now() { return World::here()->now(); }
double Client::unix_now() { return World::here()->unix_now(); }
std::uint64_t Client::chance() { return World::here()->below(1u << 30); }

}  // namespace bfclx::net

namespace bfclx::tools {

// In the place of generate/stops.cpp.
void catch_stops() {}
int stops_so_far() {
  simulation::World& world = *simulation::World::here();
  const double stop_at = world.current().stop_at;
  return stop_at >= 0 && world.now() >= stop_at ? 1 : 0;
}

}  // namespace bfclx::tools
