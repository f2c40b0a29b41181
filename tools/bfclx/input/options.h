// Options that several subcommands share, and what they stand for.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_OPTIONS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_OPTIONS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"
#include "core/dataset/models.h"
#include "core/decode/decoder.h"
#include "core/statistics/comparison.h"
#include "core/statistics/composition.h"

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace bfclx::tools {

// Fits every type that an option is kept in.
inline constexpr std::uint64_t kMostOfAnOption = std::uint64_t{INT64_MAX};

// As the user typed them.
struct RunOptions {
  std::vector<std::string> paths;
  std::string dataset;
  std::map<std::string, std::string> datasets;  // of paths that have another one
  std::string dataset_named;  // as an argument, of commands that are about a dataset
  std::string decoder = "auto";
  std::string underscore_to_dot = "auto";
  std::string model;
  std::string models_file;
  std::string categories;
  std::string as_entry;           // for responses that tell no entry
  bool as_entry_implied = false;  // an argument of the command, not the option, names it
  std::string naming_advice;      // in place of NamingRequest::advice; may be empty
  std::string today;
  std::string ids;  // of `score`: a file of the entries that are wanted
  std::vector<std::string>
      run_ids;           // by `run`: the entries that it generated, where some were named
  std::size_t jobs = 0;  // 0: all cores
  // Of the executable categories (services.h).
  std::string cassette;
  std::string network = "replay";
  bool enable_network = false;
  bool allow_private = false;
  std::optional<double> service_timeout;  // seconds; 30 where none is given
  std::string matching = "greedy";
  bool official_scoring = false;
};

// "PATH --dataset sample": the arguments of a command that finds and scores the same responses, as
// a shell takes them; empty where none does.
std::string same_responses(const RunOptions& options);

void add_dataset_option(CLI::App& command, RunOptions& options);
// The same as an argument too: `bfclx dataset info my-bench`.
void add_dataset_argument(CLI::App& command, RunOptions& options);
// The dataset that either names.
const std::string& chosen_dataset(const RunOptions& options);
void add_models_option(CLI::App& command, RunOptions& options);
void add_today_option(CLI::App& command, RunOptions& options);
// --jobs N; 0: all cores.
void add_jobs_option(CLI::App& command, std::size_t& jobs);
// Of one entry whose services run: --model, --today, --dataset.
void add_entry_options(CLI::App& command, RunOptions& options);
// PATH..., at least one: what is scored.
void add_paths(CLI::App& command, RunOptions& options);
// --leaderboard v1|v2|v3_executable|v3|v4. `value` may be empty: none was asked for.
CLI::Option* add_leaderboard_option(CLI::App& command, std::string& value, const char* meaning);
// --draws, --seed.
void add_statistics_options(CLI::App& command, ComparisonOptions& options);
// What `run` says to the commands that tell its results.
void add_run_ids(CLI::App& command, RunOptions& options);
// --decoder, --underscore-to-dot, --model, --models, --category, --dataset, --today, --jobs, and
// the options of services.
void add_run_options(CLI::App& command, RunOptions& options);

// --cassette, --network, --enable-network, --allow-private, --matching, --official-scoring.
void add_service_options(CLI::App& command, RunOptions& options);

// Of a name that add_leaderboard_option took.
const NamedVersion& named_version(std::string_view name);
// Each throws a UsageError with close names when a name is unknown.
const Decoder* chosen_decoder(const RunOptions& options);  // nullptr: auto
std::optional<bool> chosen_underscore_to_dot(const RunOptions& options);
// Empty: no choice was made. Groups of the official command line are taken apart.
std::vector<const Category*> chosen_categories(const RunOptions& options);
// That there is none of this name, and which may be meant.
std::string unknown_category(std::string_view name);
// Adds the categories of a name or a group, each once; UsageError with close names.
void add_category(std::string_view name, std::vector<const Category*>& chosen);
// Days since 1970-01-01: --today, or what the system's clock says in UTC.
std::int64_t chosen_today(const RunOptions& options);
// The same as --today takes it.
std::string today_text(const RunOptions& options);
std::size_t chosen_jobs(const RunOptions& options);
// What an option takes that is a number, both bounds included: digits alone (CLI11 takes "-1" for
// the largest number there is), or a decimal number that is no NaN.
CLI::Validator whole_number(std::uint64_t least = 0, std::uint64_t most = kMostOfAnOption);
CLI::Validator number(double least, double most);
// Of an option that takes one of some words; the help and the completions list these.
CLI::Validator one_of(std::vector<std::string> words);
// `advice`: what else can be done, a sentence part.
const Model& find_model(const ModelRegistry& registry, std::string_view name,
                        std::string_view advice);
// Adds the file of --models, if there is one.
void add_models_file(const RunOptions& options, ModelRegistry& registry);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_OPTIONS_H_
