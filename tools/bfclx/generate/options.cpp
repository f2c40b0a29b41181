#include "tools/bfclx/generate/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/run/run_manifest.h"
#include "core/value/dict_of.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/identity_source.h"
#include "tools/bfclx/generate/target_provider.h"
#include "tools/bfclx/input/names_given.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/net/redactor.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

// The names of plain headers, in lines of the help.
std::string wrapped_headers() {
  constexpr std::size_t kWidth = 70;
  std::string text = net::plain_headers();
  std::size_t begin = 0;
  for (std::size_t at = text.find(' '); at != std::string::npos; at = text.find(' ', at + 1)) {
    const std::size_t next = std::min(text.find(' ', at + 1), text.size());
    if (next - begin <= kWidth) continue;
    text[at] = '\n';
    begin = at + 1;
  }
  return text;
}

// Before CLI11 reads the number and its unit: it takes "-1" for the largest size.
std::string size_fault(const std::string& text) {
  const std::string_view unit =
      std::string_view(text).substr(std::min(text.find_first_not_of("0123456789"), text.size()));
  const bool has_unit = unit.find_first_not_of("KkMmGgTtIiBb ") == std::string_view::npos;
  if (unit.size() < text.size() && has_unit) return {};
  return "expected a size, such as 2G or 512M, not '" + text + "'";
}

void add_what(CLI::App& command, GenerateOptions& options) {
  command.add_option("--model", options.models, "Model of the registry, or any name")
      ->type_name("NAME,...")
      ->check(names_given)
      ->check(utf8_name)
      ->required();
  command
      .add_option("--test-category", options.test_category,
                  "Categories or groups (default: all; with --sample: all_scoring, the\n"
                  "categories of the overall score)")
      ->type_name("C,...")
      ->check(names_given);
  command
      .add_option("--run-ids", options.run_ids_file,
                  "Only these ids: {category: [ids]}, one id per line, JSON lines with an\n"
                  "`id`, or a JSON array (default: test_case_ids_to_generate.json of the\n"
                  "project)")
      ->type_name("[FILE]")
      ->expected(0, 1);
  command
      .add_option("--sample", options.sample,
                  "Sample of N entries, stratified (at least one per category; prerequisite\n"
                  "conversations are added)")
      ->check(whole_number(1))
      ->type_name("N");
  command
      .add_option("--sample-scheme", options.sample_scheme,
                  "How many entries of each category to draw: in proportion to its size, or the\n"
                  "same number. The overall score is unbiased with both")
      ->type_name("proportional|equal")
      ->check(one_of({"proportional", "equal"}))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Random seed for --sample")
      ->type_name("N")
      ->check(whole_number())
      ->capture_default_str();
  command
      .add_option("--repeats", options.repeats,
                  "Generate N runs into the folders repeat-1 to repeat-N, each with its own\n"
                  "seed if the server supports it")
      ->check(whole_number(2, kMostRepeats))
      ->type_name("N");
  command.add_flag("--no-seed", options.no_seed,
                   "With --repeats: send no seed, for a server that refuses it");
  add_sweep_options(command, options);
  command
      .add_option("--dataset,--local-data", options.dataset,
                  "Folder of the dataset, or `sample` (default: BFCLX_DATASET,\nor data/bfcl)")
      ->type_name("DIR");
  command.add_option("--models", options.models_file, "File with more models for the registry")
      ->type_name("FILE");
}

void add_addresses(CLI::App& command, TargetOptions& target) {
  command
      .add_option("--base-url", target.base_urls,
                  "Server address, such as http://host:8000/v1; repeat it for several servers\n"
                  "of one model")
      ->type_name("URL,...")
      ->allow_extra_args(false);
  command
      .add_option("--endpoints", target.endpoints_file,
                  "Several servers: JSON lines with base_url and, if wanted, weight,\n"
                  "concurrency and api_key_env (variable with the key of this one)")
      ->type_name("FILE")
      ->excludes(command.get_option("--base-url"));
  command.add_flag("--resolve-all", target.resolve_all,
                   "Use each IP address of a host name as a separate server");
}

void add_server(CLI::App& command, TargetOptions& target) {
  command
      .add_option("--api", target.api,
                  "Protocol: chat, responses, anthropic, gemini, mistral, cohere, bedrock,\n"
                  "completions, or auto (from the registry; otherwise detected from the server)")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--mode", target.mode, "Native tool calling (fc) or prompt mode")
      ->type_name("fc|prompt")
      ->check(one_of({"fc", "prompt"}));
  command.add_option("--format", target.format, "Chat format for --api completions")
      ->type_name("NAME");
  command
      .add_option("--api-key-env", target.api_key_env,
                  "Environment variable with the key. A key in a response is replaced by\n"
                  "[key]; short or word-like keys (such as sk-1234) only after their prefix")
      ->type_name("VARIABLE");
  command.add_option("--api-key-file", target.api_key_file, "File with the key")->type_name("FILE");
  command
      .add_option("--header", target.headers,
                  "Send a header 'Name: value' with every request. It replaces a header of the\n"
                  "same name that bfclx would send. Its value is kept secret like a key,\n"
                  "unless the header is one of\n" +
                      wrapped_headers())
      ->type_name("HEADER");
  command
      .add_option("--client-cert", target.client_cert,
                  "Client certificate (PEM). Certificates to trust are set with\n"
                  "REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE or SSL_CERT_FILE")
      ->type_name("FILE");
  command
      .add_option("--client-key", target.client_key,
                  "Private key of --client-cert, if it is in a separate file")
      ->type_name("FILE");
  command
      .add_option("--timeout", target.timeout,
                  "Request timeout in seconds; for services at most 60")
      ->type_name("S")
      ->check(number(0.05, 86400))
      ->capture_default_str();
  command
      .add_option("--context", target.context,
                  "Context length of the served model, in tokens, for --api completions")
      ->type_name("N")
      ->check(whole_number(1));
  command
      .add_option(
          "--local-model-path", target.local_model_path,
          "Model to send to the server instead of --model (option of the official program);\n"
          "with --serve, its folder or GGUF file")
      ->type_name("PATH");
  command.add_flag("--skip-server-setup", target.wait_for_server,
                   "Start no server, and wait until the one at the address is available");
}

// How much at once, how often again, how long.
void add_pace(CLI::App& command, GenerateOptions& options) {
  command
      .add_option("--concurrency", options.concurrency,
                  "Concurrent requests; auto adapts to the server")
      ->type_name("auto|N")
      ->capture_default_str();
  command.add_option("--num-threads", options.num_threads, "Official name of --concurrency")
      ->type_name("N")
      ->check(whole_number(1, kMostConcurrency));
  command
      .add_option("--max-steps", options.max_steps,
                  "Maximum steps in a turn of an episode; with a limit other than the official\n"
                  "20, scores are not leaderboard scores")
      ->check(whole_number(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--retries", options.retries,
                  "Retries of a failed request; an entry that still fails has no result,\n"
                  "and the next run requests it again")
      ->type_name("N")
      ->check(whole_number(0, 1000))
      ->capture_default_str();
  command
      .add_option("--patience", options.patience,
                  "Seconds to wait for a server that is unavailable or limits the rate (429),\n"
                  "or for a search or embeddings service that limits the rate")
      ->type_name("S")
      ->check(number(0, 1e9))
      ->capture_default_str();
  command
      .add_option("--stop-timeout", options.stop_timeout,
                  "Seconds to finish open conversations after Ctrl-C, SIGTERM, SIGHUP or a\n"
                  "refused key;\n"
                  "unfinished episodes are kept for the next run")
      ->type_name("S")
      ->check(number(0, 1e9))
      ->capture_default_str();
  command
      .add_option("--memory-budget", options.memory_budget,
                  "Memory for conversations in progress and responses that are being\n"
                  "received, such as 2G (default: half of the available memory, at most\n"
                  "4G); others wait. A request or response may use an eighth of it (4 to\n"
                  "32 MiB). Writing a result needs additional memory:\n"
                  "2 times its size (6 times if not ASCII)")
      ->type_name("SIZE")
      ->transform(CLI::AsSizeValue(false).description(""))
      ->transform(CLI::Validator(&size_fault, ""));  // runs before the one above
}

void add_batches(CLI::App& command, GenerateOptions& options) {
  command
      .add_flag("--batch", options.batch,
                "Send the requests through the batch API of the provider, at half the price;\n"
                "this can take a day or longer: one batch for single-turn entries, one for\n"
                "each step of the others. The same command resumes")
      ->excludes(command.get_option("--resolve-all"));
  command
      .add_option("--batch-poll", options.batch_poll,
                  "Maximum seconds between two polls of an open batch")
      ->type_name("S")
      ->check(number(0.05, 86400))
      ->capture_default_str();
  command.add_flag("--batch-cancel", options.batch_cancel,
                   "Cancel the open batches of this run, and keep the responses that they have");
}

void add_how(CLI::App& command, GenerateOptions& options) {
  command.add_option("--temperature", options.temperature, "Sampling temperature")
      ->type_name("T")
      ->check(number(0, 100))
      ->each([&options](const std::string&) {
        options.reasoning.temperature_option = "--temperature";
      })
      ->capture_default_str();
  command.add_option("--max-tokens", options.max_tokens, "Token limit of each response")
      ->check(whole_number(1))
      ->type_name("N");
  command.add_option("--extra-body", options.extra_body, "JSON members to add to every request")
      ->type_name("JSON");
  command
      .add_option("--order", options.order,
                  "Order of entries: tools (entries with the same tools together) or official\n"
                  "(as in the dataset). `run`: also uncertain (a random entry of the category\n"
                  "that contributes most to the 95 % CI of the overall score)")
      ->check(one_of({"tools", "official", "uncertain"}))
      ->capture_default_str();
  command
      .add_option("--today", options.today,
                  "Current date in simulated services, for reproducible runs (default:\n"
                  "today, UTC)")
      ->type_name("YYYY-MM-DD");
  command.add_option("--cassette", options.cassette, "Recorded responses of services, used first")
      ->type_name("FILE");
  command
      .add_option("--search", options.search,
                  "Search endpoint for the web search categories, instead of SerpApi. If URL\n"
                  "ends in /search: SearXNG; otherwise an endpoint that accepts\n"
                  "POST {\"query\": ..., \"max_results\": ...}")
      ->type_name("URL");
  command
      .add_option("--embeddings", options.embeddings,
                  "Embeddings of the vector memory (OpenAI's protocol)")
      ->type_name("URL");
  command.add_flag("--enable-network", options.enable_network,
                   "Allow web search, page requests and, with `run`, executable services if\n"
                   "the cassette has no response. --search also allows the first two");
  command.add_flag("--allow-private", options.allow_private,
                   "Allow pages at private addresses. Needs --enable-network or --search.");
}

void add_files(CLI::App& command, GenerateOptions& options) {
  command.add_option("--result-dir", options.result_dir, "Folder of the results (default: result)")
      ->type_name("DIR");
  command
      .add_option("--run-name", options.run_name,
                  "Write the results to the subfolder NAME of the result folder, so that\n"
                  "runs with other settings stay separate")
      ->type_name("NAME");
  command.add_flag("--allow-overwrite,-o", options.overwrite,
                   "Regenerate existing results; each is kept until it is replaced");
  command.add_flag("--continue-anyway", options.continue_anyway,
                   "Add to results that were generated with other settings");
  command.add_flag("--include-input-log", options.include_input_log,
                   "Include requests in the inference log");
  command.add_flag("--exclude-state-log", options.exclude_state_log,
                   "Leave states out of the inference log");
  command.add_option("--record", options.record, "Record every exchange, without keys")
      ->type_name("FILE");
  command.add_option("--replay", options.replay, "Replay a recording, without a network")
      ->type_name("FILE|DIR");
  command
      .add_option("--replay-strict", options.replay_strict,
                  "Stop at a request that differs from the recording (yes), or count such\n"
                  "requests (no)")
      ->check(one_of({"yes", "no"}))
      ->capture_default_str();
  command
      .add_flag("--as-official", options.as_official,
                "Reproduce the official generator, including its defects")
      ->excludes(command.get_option("--resolve-all"));
  command.add_flag("--dry-run", options.dry_run, "Show what would be generated, and send nothing");
}

// What has no effect without another option, or beside it: refused, and the help says so.
void add_relations(CLI::App& command) {
  constexpr std::pair<const char*, const char*> kNeeds[] = {{"--seed", "--sample"},
                                                            {"--sample-scheme", "--sample"},
                                                            {"--no-seed", "--repeats"},
                                                            {"--client-key", "--client-cert"},
                                                            {"--batch-poll", "--batch"},
                                                            {"--replay-strict", "--replay"},
                                                            {"--live-site", "--live"},
                                                            {"--span-content", "--spans"},
                                                            {"--stream-idle-timeout", "--stream"},
                                                            {"--first-call-only", "--stream"}};
  constexpr std::pair<const char*, const char*> kExcludes[] = {
      {"--repeats", "--record"},
      {"--repeats", "--replay"},
      {"--run-ids", "--sample"},
      {"--num-threads", "--concurrency"},
      {"--api-key-env", "--api-key-file"},
      {"--identity", "--api-key-env"},
      {"--identity", "--api-key-file"},
      {"--provider", "--as-official"},
      {"--context", "--max-tokens"},
      {"--order", "--as-official"},
      {"--max-steps", "--as-official"},
      {"--first-call-only", "--max-cost"},
      {"--first-call-only", "--max-tokens-total"},
      {"--batch", "--as-official"},
      {"--batch", "--replay"},
      {"--batch", "--concurrency"},
      {"--batch", "--num-threads"},
      {"--batch", "--endpoints"},
      {"--batch-cancel", "--as-official"},
      {"--batch-cancel", "--replay"},
      {"--batch-cancel", "--dry-run"},
      {"--stream", "--as-official"},
      {"--stream", "--batch"},
      {"--stream", "--batch-cancel"},
      {"--stream", "--replay"},
      {"--replay", "--record"},
      {"--replay", "--client-cert"},
      {"--replay", "--timeout"},
      {"--replay", "--concurrency"},
      {"--replay", "--num-threads"},
      {"--replay", "--patience"},
      {"--replay", "--stop-timeout"},
      {"--replay", "--memory-budget"},
      {"--replay", "--order"},
      {"--replay", "--max-cost"},
      {"--replay", "--max-tokens-total"},
      {"--replay", "--max-time"},
      {"--replay", "--metrics"},
      {"--replay", "--live"},
      {"--replay", "--spans"},
      {"--replay", "--log"}};
  for (const auto& [name, other] : kNeeds) {
    command.get_option(name)->needs(command.get_option(other));
  }
  for (const auto& [name, other] : kExcludes) {
    command.get_option(name)->excludes(command.get_option(other));
  }
}

}  // namespace

bool may_ask_network(const GenerateOptions& options) {
  return options.enable_network || !options.search.empty() || options.as_official;
}

void check_options(const GenerateOptions& options) {
  check_spending(options.spending);
  if (options.allow_private && !may_ask_network(options)) {
    throw UsageError("--allow-private needs --enable-network or --search");
  }
  if (!options.target.local_model_path.empty() && split_items(options.models).size() > 1) {
    throw UsageError(
        "--local-model-path takes one model, but --model has several: their results would be of "
        "the same weights. Generate each with its own path");
  }
}

void add_generate_options(CLI::App& command, GenerateOptions& options) {
  add_what(command, options);
  add_addresses(command, options.target);
  add_provider_options(command, options.target);
  add_server(command, options.target);
  add_identity_options(command, options.target);
  add_how(command, options);
  add_reasoning_options(command, options.reasoning);
  add_pace(command, options);
  add_batches(command, options);
  add_spending_options(command, options.spending);
  add_observing_options(command, options.observing);
  add_stream_options(command, options.stream);
  add_files(command, options);
  add_serve_options(command, options.serve);
  add_relations(command);
  add_reasoning_relations(command);
  add_sweep_relations(command);
  add_serve_relations(command);
}

SampleScheme sample_scheme(const GenerateOptions& options) {
  return std::find_if(std::begin(kSampleSchemes), std::end(kSampleSchemes),
                      [&](const auto& one) { return one.name == options.sample_scheme; })
      ->scheme;
}

std::string_view sample_by(const GenerateOptions& options) {
  return kSampleSchemes[static_cast<std::size_t>(sample_scheme(options))].by;
}

std::vector<std::string> split_items(const std::vector<std::string>& texts) {
  std::vector<std::string> items;
  for (const std::string& text : texts) {
    std::size_t at = 0;
    while (at <= text.size()) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      std::string item = text.substr(at, end - at);
      const std::size_t first = item.find_first_not_of(" \t");
      item = first == std::string::npos
                 ? ""
                 : item.substr(first, item.find_last_not_of(" \t") - first + 1);
      if (!item.empty()) items.push_back(std::move(item));
      at = end + 1;
    }
  }
  return items;
}

}  // namespace bfclx::tools
