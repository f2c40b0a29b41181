// The model behind the simulated servers: it says "answer <number>", stores the facts that it is
// told where it has a memory, and searches where it is asked to.
#ifndef BFCLX_TESTS_SIMULATION_SIMULATED_MODEL_H_
#define BFCLX_TESTS_SIMULATION_SIMULATED_MODEL_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace bfclx::simulation {

struct ModelSays {
  std::string completion;       // of OpenAI's chat API
  std::set<std::string> facts;  // that the memory in its request has
  bool stores_again = false;    // a fact that its memory has already
};

// `body`: of its request.
ModelSays model_says(std::string_view body, std::uint64_t number);

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_SIMULATED_MODEL_H_
