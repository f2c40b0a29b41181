// The datasets of simulated runs: the sample of the program, and one with memories and searches.
#ifndef BFCLX_TESTS_SIMULATION_SIMULATED_DATA_H_
#define BFCLX_TESTS_SIMULATION_SIMULATED_DATA_H_

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/dataset/models.h"
#include "tools/bfclx/input/dataset_dir.h"

namespace bfclx::simulation {

// Read once: what is read of it does not change.
struct SimulatedData {
  explicit SimulatedData(const std::string& place) : dataset(place) {}

  tools::DatasetDir dataset;
  ModelRegistry registry;
  std::vector<std::string> categories;
  std::map<std::string, std::vector<std::string>> ids;  // that a run of a category has results for
  std::map<std::string, std::size_t> turns;             // of each entry
  // Of a conversation that fills a memory: the fact that it stores. Facts are words.
  std::map<std::string, std::string> stores;
  // Of an entry with a memory: the entries that fill it first.
  std::map<std::string, std::vector<std::string>> after;
};

SimulatedData& sample_data();
// Memories of all kinds and searches, beside simple and multi-turn entries. "Remember fact_x." is
// said in conversations that fill a memory. In a folder that is removed at the end.
SimulatedData& memory_data();

}  // namespace bfclx::simulation

#endif  // BFCLX_TESTS_SIMULATION_SIMULATED_DATA_H_
