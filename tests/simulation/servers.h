// Servers: the endpoints of a simulated world, which answer as OpenAI's chat completions do, and
// fail in every way.
#ifndef BFCLX_TESTS_SIMULATION_SERVERS_H_
#define BFCLX_TESTS_SIMULATION_SERVERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/net/http.h"

namespace bfclx::simulation {

class World;

// Beside the endpoints of the model: a search service and a server of embeddings.
inline constexpr std::size_t kSearchService = 100;
inline constexpr std::size_t kEmbeddings = 101;

// What an endpoint does with some requests, from a time to another.
struct ServerFault {
  enum class Kind : std::uint8_t {
    kDead,  // no connection
    kTimeout,
    kCut,      // the connection breaks in the middle
    kGarbled,  // 200, and half of the JSON
    kForeign,  // 200, and JSON that is no completion
    kStatus,
    kSlow,
  };
  Kind kind = Kind::kStatus;
  int status = 500;
  std::string retry_after = {};  // of kStatus; empty for none
  std::size_t endpoint = 0;
  double from = 0;
  double to = 0;
  std::size_t one_in = 1;  // of its requests
};

class Servers {
 public:
  explicit Servers(World& world) : world_(world) {}

  std::vector<ServerFault> faults;

  struct Sent {
    double seconds = 0;
    net::Response response;
    std::uint64_t number = 0;  // of what is in flight
  };
  Sent send(const net::Request& request, double timeout);
  // The response has reached its process, or never will.
  void ended(std::uint64_t number, bool delivered);
  void forget(int process);

  // Of a completion that reached a process: the body of its request, and its number. Text of a
  // completion: "answer <number>".
  struct Answer {
    std::uint64_t request = 0;  // hash of its body
    int process = 0;
    bool delivered = false;
    bool used = false;                 // its process went on since
    std::set<std::string> facts = {};  // of the memory in the request
  };
  const std::map<std::uint64_t, Answer>& answers() const { return answers_; }
  void process_goes_on(int process);

  std::size_t most_in_flight(std::size_t endpoint) const;
  std::size_t most_in_flight_of(int process) const;
  // Requests of one body that a process sent, and how many of these had a response that is none.
  std::size_t most_malformed() const;
  std::size_t requests() const { return requests_; }
  // Bodies that were answered, whose process had gone on, and that were sent again.
  std::size_t sent_again() const { return sent_again_; }
  // A conversation was to store what its memory has already.
  bool stored_again() const { return stored_again_; }

 private:
  struct Flight {
    std::size_t endpoint = 0;
    int process = 0;
    std::uint64_t answer = 0;
  };
  const ServerFault* fault_of(std::size_t endpoint);
  Sent send_to_service(const net::Request& request, double timeout, Sent sent);
  Sent send_to_batches(const net::Request& request, double timeout, Sent sent);
  std::string complete_in_batch(std::string_view body);
  void fail(const ServerFault& fault, std::size_t endpoint, double timeout, Sent& sent);

  World& world_;
  std::map<std::uint64_t, Flight> flights_;
  std::uint64_t numbers_ = 0;
  std::map<std::uint64_t, Answer> answers_;
  std::map<std::size_t, std::size_t> most_at_;
  std::map<int, std::size_t> most_of_;
  std::map<std::pair<int, std::uint64_t>, std::size_t> malformed_;
  std::set<std::uint64_t> used_;  // bodies
  std::size_t requests_ = 0;
  std::size_t sent_again_ = 0;
  bool stored_again_ = false;
};

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_SERVERS_H_
