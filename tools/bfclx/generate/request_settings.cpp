#include "tools/bfclx/generate/request_settings.h"

#include <string>
#include <string_view>

#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/memory_budget.h"
#include "tools/bfclx/generate/repeats.h"
#include "tools/bfclx/generate/target_provider.h"
#include "tools/bfclx/input/options.h"

namespace bfclx::tools {
namespace {

// A search service is one of SearXNG's kind where its address ends in "/search".
Services services_of(const GenerateOptions& options) {
  Services services;
  if (!options.embeddings.empty()) {
    services.embeddings = Services::Embeddings::kRequest;
    services.embeddings_url = options.embeddings;
  }
  if (!options.search.empty()) {
    constexpr std::string_view kEnd = "/search";
    const bool searxng =
        options.search.size() >= kEnd.size() &&
        options.search.compare(options.search.size() - kEnd.size(), kEnd.size(), kEnd) == 0;
    services.search = searxng ? Services::Search::kSearxng : Services::Search::kQuery;
    services.search_url = options.search;
  }
  services.allow_private = options.allow_private;
  return services;
}

void add_settings(const GenerateOptions& options, const DatasetDir& dataset, Settings& settings) {
  settings.temperature = options.temperature;
  settings.max_tokens = options.max_tokens;
  settings.include_input_log = options.include_input_log;
  settings.exclude_state_log = options.exclude_state_log;
  settings.as_official = options.as_official;
  settings.retries = options.retries;
  settings.max_steps = options.max_steps;
  settings.first_call_only = options.stream.first_call;
  if (options.replay.empty())
    settings.max_result_bytes = memory_budget(options.memory_budget).entry;
  settings.long_context = dataset.long_context();
  settings.services = services_of(options);
  RunOptions today;
  today.today = options.today;
  settings.today = chosen_today(today);
  if (options.extra_body.empty()) return;
  const Result<Value> extra = json_loads(options.extra_body);
  if (!extra.ok() || !extra->is_dict()) {
    throw UsageError("--extra-body takes a JSON object" +
                     (extra.ok() ? "" : ": " + extra.error().message));
  }
  settings.extra_body = *extra;
}

void add_own(const GenerateOptions& options, const DatasetDir& dataset, Target& target) {
  add_settings(options, dataset, target.settings);
  apply_reasoning(options.reasoning, target);
  add_seed(options, target);
  check_streaming(options.stream, target.settings);
  check_provider(options, target);
}

}  // namespace

void add_request_settings(const GenerateOptions& options, const DatasetDir& dataset,
                          Target& target) {
  if (options.others) {
    for (const GenerateOptions& other : *options.others) {
      Target checked = target;
      add_own(other, dataset, checked);
    }
  }
  add_own(options, dataset, target);
}

}  // namespace bfclx::tools
