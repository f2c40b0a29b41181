// Options of `bfclx generate` and `bfclx run`, as the user typed them. Names of the official
// `bfcl generate` keep their meaning.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_OPTIONS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"
#include "core/dataset/sample_choice.h"
#include "tools/bfclx/generate/observing_options.h"
#include "tools/bfclx/generate/reasoning_options.h"
#include "tools/bfclx/generate/spending_options.h"
#include "tools/bfclx/generate/streaming.h"
#include "tools/bfclx/generate/sweeps.h"
#include "tools/bfclx/generate/target.h"
#include "tools/bfclx/input/entry_shard.h"
#include "tools/bfclx/serve/serve_options.h"

namespace CLI {
class App;
}

namespace bfclx::tools {

class DatasetDir;

inline constexpr std::size_t kMostConcurrency = 100000;
inline constexpr std::size_t kMostRepeats = 1000;

inline constexpr std::string_view kUncertainOrder = "uncertain";

struct GenerateOptions {
  std::vector<std::string> models;  // comma separated and repeated
  ServeOptions serve;
  TargetOptions target;
  std::string dataset;
  std::string models_file;
  std::vector<std::string> test_category;
  bool run_ids = false;
  std::string run_ids_file;
  std::size_t sample = 0;
  std::string sample_scheme = "proportional";  // a name of kSampleSchemes
  std::uint64_t seed = 0;
  std::size_t max_steps = kOfficialSteps;
  std::size_t repeats = 0;         // 0: one run, in no folder of its own
  std::size_t repeat = 0;          // of these, from 1; see repeats.h
  bool no_seed = false;            // for repeats
  bool one_request = false;        // for all repeats
  std::vector<std::string> sweep;  // "temperature=0,0.7"
  SweepPoint point;                // of this run; see sweeps.h
  // Of the first run of a sweep: the others, which are checked with it.
  std::shared_ptr<const std::vector<GenerateOptions>> others;
  double temperature = 0.001;
  std::optional<std::int64_t> max_tokens;
  std::string extra_body;
  std::string concurrency = "auto";
  std::size_t num_threads = 0;
  int retries = 6;
  double patience = 1800;
  double stop_timeout = 30;
  std::size_t memory_budget = 0;  // bytes; 0: by the machine
  std::string result_dir;
  std::string run_name;
  std::optional<EntryShard> shard;
  bool overwrite = false;
  bool continue_anyway = false;
  bool include_input_log = false;
  bool exclude_state_log = false;
  std::string record;
  std::string replay;
  std::string replay_strict = "yes";
  bool as_official = false;
  bool dry_run = false;
  std::string order = "tools";  // "official", or kUncertainOrder of `run`
  std::string today;
  std::string cassette;
  std::string search;
  std::string embeddings;
  bool enable_network = false;
  bool allow_private = false;
  double stop_at = 0;  // points; 0: not at all. Of run
  SpendingOptions spending;
  ObservingOptions observing;
  StreamOptions stream;
  ReasoningOptions reasoning;
  bool batch = false;
  double batch_poll = 60;
  bool batch_cancel = false;  // with --batch or without

  bool in_batches() const { return batch || batch_cancel; }
};

// Of --sample-scheme, and as the manifest names it.
SampleScheme sample_scheme(const GenerateOptions& options);
std::string_view sample_by(const GenerateOptions& options);

// Whether services may be asked over the network.
bool may_ask_network(const GenerateOptions& options);
// UsageError for what parsing cannot refuse: an option that needs one of two others.
void check_options(const GenerateOptions& options);

void add_generate_options(CLI::App& command, GenerateOptions& options);

// The categories to ask, and with --run-ids the ids: {category: [ids]} of the file.
struct Choice {
  std::vector<const Category*> categories;
  std::vector<std::string> ids;
};
// UsageError with close names for what is unknown.
Choice chosen_entries(const GenerateOptions& options);
// The same options; of a benchmark of someone's own, all categories are also those that the
// official dataset does not have.
GenerateOptions with_own_categories(GenerateOptions options, const DatasetDir& dataset);
// The folder that result folders of models are in: --result-dir below BFCL_PROJECT_ROOT, or below
// the current folder; with --run-name the folder of that name in it, of a run of a sweep the one
// of its name in that, and of a repeat the folder "repeat-1" in that. UsageError for a name that
// none can have.
std::string chosen_result_dir(const GenerateOptions& options);
// Items of repeated, comma separated options, stripped, without empty ones.
std::vector<std::string> split_items(const std::vector<std::string>& texts);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_OPTIONS_H_
