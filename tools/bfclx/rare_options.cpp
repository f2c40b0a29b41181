#include "tools/bfclx/rare_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <string_view>

namespace bfclx::tools {
namespace {

struct Rare {
  std::string_view option;
  std::string_view command = "";  // empty: every command that has it
};

constexpr Rare kRare[] = {
    // How responses are scored.
    {"underscore-to-dot"},
    {"models"},
    {"as-entry"},
    {"today"},
    {"jobs"},
    {"cassette"},
    {"network"},
    {"enable-network"},
    {"allow-private"},
    {"service-timeout"},
    {"matching"},
    {"official-scoring"},
    {"shard"},
    {"model", "compare"},
    {"fail-by"},
    {"errata"},
    {"latency"},
    {"draws"},
    {"repeats-by-name"},
    {"repeats-of"},
    {"hub-dataset"},
    {"eee-samples"},
    {"seed"},
    {"review-of"},
    {"review-errata"},
    {"patch"},
    {"issue"},
    {"link"},
    // How they are generated.
    {"run-ids"},
    {"sample-scheme"},
    {"full"},
    {"mode", "run"},
    {"format", "generate"},
    {"format", "run"},
    {"endpoints"},
    {"resolve-all"},
    {"deployment"},
    {"api-version"},
    {"identity"},
    {"api-key-file"},
    {"header"},
    {"client-cert"},
    {"client-key"},
    {"timeout"},
    {"context"},
    {"local-model-path"},
    {"skip-server-setup"},
    {"serve-args"},
    {"serve-replicas"},
    {"backend"},
    {"num-gpus"},
    {"gpu-memory-utilization"},
    {"enable-lora"},
    {"max-lora-rank"},
    {"lora-modules"},
    {"extra-body"},
    {"thinking"},
    {"reasoning"},
    {"logprobs"},
    {"sweep"},
    {"no-seed"},
    {"one-request"},
    {"order"},
    {"search"},
    {"embeddings"},
    {"num-threads"},
    {"batch"},
    {"batch-poll"},
    {"batch-cancel"},
    {"stream"},
    {"stream-idle-timeout"},
    {"first-call-only"},
    {"max-steps"},
    {"retries"},
    {"patience"},
    {"stop-timeout"},
    {"max-cost"},
    {"max-tokens-total"},
    {"max-time"},
    {"budget-scope"},
    {"price"},
    {"memory-budget"},
    {"metrics"},
    {"live"},
    {"live-site"},
    {"spans"},
    {"span-content"},
    {"log"},
    {"continue-anyway"},
    {"include-input-log"},
    {"exclude-state-log"},
    {"record"},
    {"replay"},
    {"replay-strict"},
    {"as-official"},
};

// Of every command; the help of the program itself has them.
constexpr std::string_view kGlobal[] = {"quiet", "verbose", "color"};

bool has_name(const CLI::Option& option, std::string_view name) {
  const auto& names = option.get_lnames();
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool is_rare(const CLI::App& command, const CLI::Option& option) {
  if (option.get_required()) return false;
  const auto is_it = [&](const Rare& rare) {
    return has_name(option, rare.option) &&
           (rare.command.empty() || command.get_name() == rare.command);
  };
  return std::any_of(std::begin(kRare), std::end(kRare), is_it) ||
         (command.get_parent() != nullptr && is_global(option));
}

bool is_global(const CLI::Option& option) {
  return std::any_of(std::begin(kGlobal), std::end(kGlobal),
                     [&](std::string_view name) { return has_name(option, name); });
}

}  // namespace bfclx::tools
