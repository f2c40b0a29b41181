#include "tools/bfclx/input/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <optional>
#include <sstream>
#include <thread>
#include <tuple>
#include <utility>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/render/visible.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/date.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/names_given.h"
#include "tools/bfclx/input/shell_word.h"

namespace bfclx::tools {
namespace {

// All names that --category takes.
std::vector<std::string_view> category_names() {
  std::vector<std::string_view> names;
  for (const Category& category : categories()) names.push_back(category.name);
  for (const std::string_view group : category_group_names()) names.push_back(group);
  return names;
}

// " The group non_live has all categories that begin with `simple`.", the smallest such group.
std::string group_begun_by(std::string_view word) {
  std::vector<const Category*> begun;
  for (const Category& category : categories()) {
    if (category.name.starts_with(word)) begun.push_back(&category);
  }
  std::string_view name;
  std::size_t smallest = categories().size();
  for (const std::string_view candidate : category_group_names()) {
    const auto group = category_group(candidate);
    const bool has_all = std::all_of(begun.begin(), begun.end(), [&](const Category* category) {
      return std::find(group.begin(), group.end(), category) != group.end();
    });
    if (!has_all || group.size() >= smallest) continue;
    smallest = group.size();
    name = candidate;
  }
  if (begun.size() < 2 || name.empty()) return {};
  return " The group " + std::string(name) + " has all categories that begin with `" +
         std::string(word) + "`.";
}

// A second name of an option, which help does not show.
void add_other_name(CLI::App& command, const char* name, const char* other, std::string& value) {
  CLI::Option* option = command.get_option(name);
  command.add_option(other, value)->type_name(option->get_type_name())->group("")->excludes(option);
}

}  // namespace

std::string unknown_category(std::string_view name) {
  return "unknown category or group `" + std::string(name) + "`." +
         did_you_mean(name, category_names()) + group_begun_by(name) +
         " Run `bfclx list categories` for the list";
}

std::string same_responses(const RunOptions& options) {
  if (options.paths.size() != 1 || options.paths.front() == "-" || !options.ids.empty()) return {};
  const RunOptions usual;
  const std::string& path = options.paths.front();
  std::string text = shell_word((path.starts_with('-') ? "./" : "") + path);
  if (text.empty()) return {};
  const std::string as_entry = options.as_entry_implied ? std::string() : options.as_entry;
  std::ostringstream timeout_text;
  if (options.service_timeout) timeout_text << *options.service_timeout;
  const std::string timeout = timeout_text.str();
  for (const auto& [name, value, other] :
       {std::tuple{"--dataset", &options.dataset, &usual.dataset},
        {"--category", &options.categories, &usual.categories},
        {"--as-entry", &as_entry, &usual.as_entry},
        {"--model", &options.model, &usual.model},
        {"--models", &options.models_file, &usual.models_file},
        {"--decoder", &options.decoder, &usual.decoder},
        {"--underscore-to-dot", &options.underscore_to_dot, &usual.underscore_to_dot},
        {"--today", &options.today, &usual.today},
        {"--cassette", &options.cassette, &usual.cassette},
        {"--network", &options.network, &usual.network},
        {"--service-timeout", &timeout, &usual.today},
        {"--matching", &options.matching, &usual.matching}}) {
    if (*value == *other) continue;
    const std::string word = shell_word(*value);
    if (word.empty()) return {};
    text += std::string(" ") + name + " " + word;
  }
  if (options.enable_network) text += " --enable-network";
  if (options.allow_private) text += " --allow-private";
  if (options.official_scoring) text += " --official-scoring";
  return text;
}

void add_dataset_option(CLI::App& command, RunOptions& options) {
  command
      .add_option("--dataset", options.dataset,
                  "Dataset folder, or `sample` for the embedded sample\n"
                  "(default: BFCLX_DATASET, or data/bfcl)")
      ->type_name("DIR|sample");
}

void add_dataset_argument(CLI::App& command, RunOptions& options) {
  command.add_option("DATASET", options.dataset_named, "The dataset, in place of --dataset")
      ->type_name("");
  add_dataset_option(command, options);
}

const std::string& chosen_dataset(const RunOptions& options) {
  if (options.dataset_named.empty()) return options.dataset;
  const char* named = std::getenv("BFCLX_DATASET");
  const bool by_option = !options.dataset.empty() && (named == nullptr || options.dataset != named);
  if (by_option && options.dataset != options.dataset_named) {
    throw UsageError("two datasets are given: " + options.dataset_named + " and --dataset " +
                     options.dataset);
  }
  return options.dataset_named;
}

void add_models_option(CLI::App& command, RunOptions& options) {
  command
      .add_option("--models", options.models_file,
                  "Register more models, in the format of the dataset's models.json:\n"
                  R"({"models": {"NAME": {"handler": "OpenAICompletionsHandler"}}};)"
                  "\n\"is_fc_model\": true: native tool calls; \"underscore_to_dot\": true:\n"
                  "their API turned the dots of names into underscores")
      ->type_name("FILE");
  add_other_name(command, "--models", "--registry", options.models_file);
}

void add_jobs_option(CLI::App& command, std::size_t& jobs) {
  command.add_option("--jobs", jobs, "Threads (default: all cores)")
      ->type_name("N")
      ->check(whole_number(1, 1024));
}

void add_today_option(CLI::App& command, RunOptions& options) {
  command
      .add_option("--today", options.today,
                  "Current date in simulated services, for reproducible runs (default:\n"
                  "today, UTC)")
      ->type_name("YYYY-MM-DD");
}

void add_entry_options(CLI::App& command, RunOptions& options) {
  command
      .add_option(
          "--model", options.model,
          "Model name, used in the names of the service instances; it can appear in results")
      ->type_name("NAME")
      ->check(utf8_name)
      ->capture_default_str();
  add_today_option(command, options);
  add_dataset_option(command, options);
}

void add_paths(CLI::App& command, RunOptions& options) {
  command.add_option("PATH", options.paths, "Result files, model folders, or folders of models")
      ->required()
      ->type_name("");
}

CLI::Option* add_leaderboard_option(CLI::App& command, std::string& value, const char* meaning) {
  std::vector<std::string> names;
  std::string form;
  for (const NamedVersion& version : leaderboard_versions()) {
    names.emplace_back(version.name);
    form += (form.empty() ? "" : "|") + names.back();
  }
  CLI::Option* option =
      command.add_option("--leaderboard", value, meaning)->type_name(form)->check(one_of(names));
  return value.empty() ? option : option->capture_default_str();
}

const NamedVersion& named_version(std::string_view name) {
  const auto versions = leaderboard_versions();
  const auto found =
      std::find_if(versions.begin(), versions.end(),
                   [&](const NamedVersion& version) { return version.name == name; });
  return found != versions.end() ? *found : versions.back();
}

void add_statistics_options(CLI::App& command, ComparisonOptions& options) {
  command
      .add_option("--draws", options.replicates,
                  "Number of draws for the bootstrap and the overall test")
      ->type_name("N")
      ->check(whole_number(100, 1000000))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Random seed")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
}

void add_service_options(CLI::App& command, RunOptions& options) {
  const auto group = [](CLI::Option* option) { option->group("Executable categories and `rest`"); };
  group(command
            .add_option("--cassette", options.cassette,
                        "Recorded responses of services, one JSON object per line (default with\n"
                        "the sample dataset: the recording inside the program)")
            ->type_name("FILE"));
  CLI::Option* network =
      command
          .add_option("--network", options.network,
                      "Source of service responses: off, replay (only the cassette), live (first\n"
                      "the cassette, then the network), or record (live, and append new responses\n"
                      "to the cassette)")
          ->type_name("off|replay|record|live")
          ->check(one_of({"off", "replay", "record", "live"}))
          ->capture_default_str();
  group(network);
  CLI::Option* enable =
      command
          .add_flag("--enable-network", options.enable_network,
                    "Let `--network live` and `--network record` send GET requests to hosts\n"
                    "named in the dataset, with the keys in GEOCODE_API_KEY, RAPID_API_KEY,\n"
                    "OMDB_API_KEY and EXCHANGERATE_API_KEY")
          ->needs(network);
  group(enable);
  group(command
            .add_flag("--allow-private", options.allow_private,
                      "Allow services on this machine and in private networks")
            ->needs(enable));
  group(command
            .add_option("--service-timeout", options.service_timeout, "Service timeout in seconds")
            ->type_name("S")
            ->check(number(0.1, 3600))
            ->needs(network)
            ->default_str("30"));
  group(command
            .add_option("--matching", options.matching,
                        "How calls are paired with several expected results: greedy (as in the\n"
                        "official evaluator) or best (passes if there is a pairing in which all\n"
                        "calls pass)")
            ->type_name("greedy|best")
            ->check(one_of({"greedy", "best"}))
            ->capture_default_str());
  group(command.add_flag("--official-scoring", options.official_scoring,
                         "Count skipped entries as failed, as the official evaluator did"));
}

void add_run_ids(CLI::App& command, RunOptions& options) {
  command.add_option("--run-id", options.run_ids)->group("");
}

void add_run_options(CLI::App& command, RunOptions& options) {
  add_dataset_option(command, options);
  command
      .add_option("--decoder", options.decoder,
                  "Decoder from `bfclx list decoders`, or auto (from bfclx_manifest.json or the\n"
                  "registry; otherwise auto-detected)")
      ->type_name("NAME|auto");
  command
      .add_option("--underscore-to-dot", options.underscore_to_dot,
                  "Whether function names use `_` for `.` in the responses")
      ->type_name("yes|no|auto")
      ->check(one_of({"yes", "no", "auto"}));
  command
      .add_option("--model", options.model, "Model name in the registry (default: the folder name)")
      ->type_name("NAME")
      ->check(utf8_name);
  add_models_option(command, options);
  command
      .add_option(
          "--category", options.categories,
          "Only these categories or groups (`bfclx list categories`). A single category also\n"
          "applies to responses without a category in their id or file name")
      ->type_name("C,...")
      ->check(names_given);
  command
      .add_option("--as-entry", options.as_entry,
                  "Score responses without an id against this entry. Default: match them if\n"
                  "function and parameter names fit exactly one entry that expects calls,\n"
                  "otherwise list the candidates")
      ->type_name("ID");
  add_other_name(command, "--as-entry", "--case", options.as_entry);
  add_today_option(command, options);
  add_jobs_option(command, options.jobs);
  add_service_options(command, options);
}

const Decoder* chosen_decoder(const RunOptions& options) {
  if (options.decoder == "auto") return nullptr;
  if (const Decoder* decoder = find_decoder(options.decoder)) return decoder;
  throw UsageError(unknown_decoder(options.decoder, true) +
                   " Run `bfclx list decoders` for the list");
}

std::optional<bool> chosen_underscore_to_dot(const RunOptions& options) {
  if (options.underscore_to_dot == "auto") return std::nullopt;
  return options.underscore_to_dot == "yes";
}

std::vector<const Category*> chosen_categories(const RunOptions& options) {
  std::vector<const Category*> chosen;
  for (const std::string& name : names_in(options.categories)) add_category(name, chosen);
  return chosen;
}

void add_category(std::string_view name, std::vector<const Category*>& chosen) {
  const auto group = category_group(name);
  if (group.empty()) throw UsageError(unknown_category(name));
  for (const Category* category : group) {
    if (std::find(chosen.begin(), chosen.end(), category) == chosen.end()) {
      chosen.push_back(category);
    }
  }
}

std::int64_t chosen_today(const RunOptions& options) {
  using std::chrono::floor;
  using std::chrono::sys_days;
  if (options.today.empty()) {
    return floor<std::chrono::days>(std::chrono::system_clock::now()).time_since_epoch().count();
  }
  const std::optional<std::chrono::year_month_day> date = read_date(options.today);
  if (!date) throw UsageError("--today: expected a date YYYY-MM-DD, got `" + options.today + "`");
  return sys_days(*date).time_since_epoch().count();
}

std::string today_text(const RunOptions& options) {
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(chosen_today(options)))};
  char text[48];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text;
}

std::size_t chosen_jobs(const RunOptions& options) {
  if (options.jobs > 0) return options.jobs;
  return std::max(1u, std::thread::hardware_concurrency());
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  const std::string range = std::to_string(least) + " to " + std::to_string(most);
  const bool bounded = most < kMostOfAnOption;
  const std::string shown = bounded     ? range
                            : least > 1 ? std::to_string(least) + " or more"
                                        : std::string();
  const std::string wanted = bounded      ? "an integer from " + range
                             : least == 1 ? std::string("a positive integer")
                                          : "an integer of " + std::to_string(least) + " or more";
  return CLI::Validator(
      [least, most, wanted](const std::string& text) {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto read = std::from_chars(text.data(), end, value);
        const bool good =
            read.ec == std::errc() && read.ptr == end && value >= least && value <= most;
        if (good) return std::string();
        const bool large = read.ec == std::errc::result_out_of_range && read.ptr == end;
        return "expected " + (large ? "a smaller number" : wanted) + ", got `" + text + "`";
      },
      shown);
}

namespace {

// Without an exponent: 0.000001.
std::string plain_number(double value) {
  constexpr int kDigits = 12;
  std::ostringstream out;
  out << std::fixed << std::setprecision(kDigits) << value;
  std::string text = out.str();
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

CLI::Validator number(double least, double most) {
  const std::string range = plain_number(least) + " to " + plain_number(most);
  return CLI::Validator(
      [least, most, range](const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool good = !text.empty() && *end == '\0' && value >= least && value <= most;
        return good ? std::string() : "expected a number from " + range + ", got `" + text + "`";
      },
      most < 1e9 ? range : std::string());
}

constexpr std::size_t kFewWords = 10;  // of which an error lists all

CLI::Validator one_of(std::vector<std::string> words) {
  const std::string shown = "{" + joined(words, ",") + "}";  // as CLI::IsMember shows them
  return CLI::Validator(
      [words = std::move(words)](const std::string& text) {
        if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
        // Of a long list the name that was meant is enough.
        const std::vector<std::string_view> names(words.begin(), words.end());
        const std::string meant =
            words.size() > kFewWords ? did_you_mean(text, names) : std::string();
        if (!meant.empty()) return "unknown value `" + text + "`." + meant;
        return "expected " + alternatives(words) + ", got `" + text + "`";
      },
      shown);
}

const Model& find_model(const ModelRegistry& registry, std::string_view name,
                        std::string_view advice) {
  if (const Model* model = registry.find(name)) return *model;
  std::vector<std::string_view> names;
  for (const Model& model : registry.models()) names.push_back(model.name);
  throw UsageError("unknown model `" + std::string(name) + "`." + did_you_mean(name, names) +
                   " Run `bfclx list models` for the list, " + std::string(advice));
}

void add_models_file(const RunOptions& options, ModelRegistry& registry) {
  if (options.models_file.empty()) return;
  const FileBytes file = read_file(options.models_file);
  if (!file.error.empty()) throw UsageError(options.models_file + ": " + file.error);
  Status status = registry.add(file.bytes);
  if (status.ok()) status = check_model_slips(file.bytes);
  if (!status.ok()) throw UsageError(options.models_file + ": " + status.error().message);
}

}  // namespace bfclx::tools
