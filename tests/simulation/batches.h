// Batches: the batch API of OpenAI in a simulated world. A batch takes its time, may expire or be
// done in part, and its results come in any order, with lines that nobody can read.
#ifndef BFCLX_TESTS_SIMULATION_BATCHES_H_
#define BFCLX_TESTS_SIMULATION_BATCHES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/bfclx/net/http.h"

namespace bfclx::simulation {

class World;

class Batches {
 public:
  explicit Batches(World& world) : world_(world) {}

  bool any_faults = false;  // of the batches that are created from now on
  double longest = 600;     // seconds that a batch takes

  // Whether a request is one of this API.
  static bool is_call(const net::Request& request);
  // Carries it out. `complete` gives the body of a new response to a request of a batch.
  net::Response call(const net::Request& request,
                     const std::function<std::string(std::string_view body)>& complete);
  // Requests whose good response a batch had in its results, that could be read, and that another
  // batch was created with later: they were paid for twice.
  std::size_t bought_twice() const { return bought_twice_; }
  std::size_t batches() const { return batches_.size(); }

 private:
  struct Row {
    std::string custom_id;
    std::string body;
  };
  struct Batch {
    std::string id;
    std::string tag;
    std::vector<Row> rows;
    double created = 0;  // Unix time
    double ends = 0;     // of the world
    bool expires = false;
    bool finished = false;
    std::size_t output = 0;  // rows with a response
    std::size_t errors = 0;
  };
  net::Response upload(const net::Request& request);
  net::Response create(const net::Request& request,
                       const std::function<std::string(std::string_view body)>& complete);
  net::Response list(std::string_view after);
  void finish(Batch& batch);
  std::string shown(Batch& batch);

  World& world_;
  std::function<std::string(std::string_view body)> complete_;
  std::vector<Batch> batches_;
  std::map<std::string, std::string, std::less<>> files_;
  std::set<std::uint64_t> bought_;  // hashes of bodies
  std::size_t bought_twice_ = 0;
};

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_BATCHES_H_
