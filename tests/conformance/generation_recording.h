// Recordings of the official generator: what generation.tar.xz and served.tar.xz hold.
#ifndef BFCLX_TESTS_CONFORMANCE_GENERATION_RECORDING_H_
#define BFCLX_TESTS_CONFORMANCE_GENERATION_RECORDING_H_

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/dataset/models.h"
#include "core/value/value.h"

namespace bfclx::conformance {

struct Exchange {
  std::string entry;
  std::string method;
  std::string path;
  Value body;  // of the request, parsed
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // of the response
  std::string response;                                      // its body as text: JSON or events
};

// One call of the official command.
struct GenerationRun {
  bool run_ids = false;
  bool overwrite = false;
  bool include_input_log = false;
  bool exclude_state_log = false;
  double temperature = 0.001;
  std::vector<std::string> categories;  // of --test-category
};

// Files below the model's folder, by path with forward slashes.
using ResultTree = std::map<std::string, std::string>;

// One set-up: a model asked once or twice.
struct GenerationSetup {
  std::string name;
  std::string registry_model;
  std::string handler;
  std::vector<GenerationRun> runs;
  std::map<std::string, std::set<std::string>> ids;  // by category, as --run-ids had them
  std::map<std::string, std::string> scenarios;      // of the answers, by entry
  std::vector<Exchange> exchanges;                   // in the order made
  std::vector<ResultTree> results;                   // after each run
  // Of served.tar.xz, where what asked was not always a model of the registry.
  std::optional<Model> model;
  bool served = false;     // its web is the one of those recordings
  double latency = 0.125;  // as written
  std::optional<std::int64_t> context_length;
};

// The set-ups of an unpacked archive, in the order of their names; ends the program with a message
// when one cannot be read.
std::vector<std::string> generation_setups(const std::filesystem::path& folder);

// Values that stand for themselves by {"$blob": key} in the exchanges.
class Blobs {
 public:
  explicit Blobs(const std::filesystem::path& file);
  Value expand(const Value& value);

 private:
  std::map<std::string, Value, std::less<>> raw_;
  std::map<std::string, Value, std::less<>> expanded_;
};

GenerationSetup load_generation_setup(const std::filesystem::path& folder, const std::string& name,
                                      Blobs& blobs);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_GENERATION_RECORDING_H_
