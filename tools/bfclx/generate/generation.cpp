#include "tools/bfclx/generate/generation.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <new>
#include <utility>

#include "core/base/counted.h"
#include "core/benchmark/translated_entries.h"
#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/sample_choice.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/manifest.h"
#include "tools/bfclx/generate/memory_budget.h"
#include "tools/bfclx/generate/request_settings.h"
#include "tools/bfclx/generate/stops.h"
#include "tools/bfclx/generate/target_provider.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/serve/model_servers.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr double kSyncEvery = 3;           // seconds
constexpr double kEndSeconds = 0.5;        // from a refused connection to the end of a server
constexpr double kShowEvery = 10;          // seconds, until a shard shows again that it runs
constexpr std::size_t kMostAtOnce = 1024;  // of --concurrency auto

AskerSettings asking_of(const GenerateOptions& options) {
  AskerSettings how;
  how.schedule.official_order = options.as_official || options.order == "official";
  how.schedule.patience = options.patience;
  how.schedule.stop_timeout = options.stop_timeout;
  how.schedule.wait_for_start = options.target.wait_for_server;
  std::size_t number = options.num_threads;
  if (options.concurrency != "auto") {
    char* end = nullptr;
    const long long typed = std::strtoll(options.concurrency.c_str(), &end, 10);
    if (*end != '\0' || typed < 1 || typed > static_cast<long long>(kMostConcurrency)) {
      throw UsageError("--concurrency takes auto or a number, not " + options.concurrency);
    }
    number = static_cast<std::size_t>(typed);
  }
  how.memory = memory_budget(options.memory_budget);
  how.limits = chosen_limits(options.spending);
  how.stream = options.stream;
  how.schedule.automatic = number == 0 && !options.as_official;
  how.schedule.concurrency = number > 0 ? number : options.as_official ? 1 : kMostAtOnce;
  return how;
}

// Of several endpoints each may get as many as one alone.
void share_concurrency(Server& server, SchedulerSettings& schedule) {
  if (server.others.empty()) return;
  for (std::size_t i = 0; i < server.endpoints(); ++i) {
    std::size_t& most = server.endpoint(i).concurrency;
    if (most == 0) most = kMostAtOnce;
  }
  schedule.concurrency = std::min(kMostAtOnce * server.endpoints(), kMostConcurrency);
}

// Secrets of services: whatever else is written or shown is free of them too.
void add_secrets(const GenerateOptions& options, net::Redactor& redactor) {
  const char* key = std::getenv("SERPAPI_API_KEY");
  redactor.add(key != nullptr ? key : "", {"api_key="});
  for (const std::string& url : {options.search, options.embeddings}) redactor.add_url(url);
}

Target target_of(const GenerateOptions& options, const std::string& model,
                 const ModelRegistry& registry, bool of_sample) {
  check_options(options);
  TargetOptions target = options.target;
  take_endpoints(target);
  check_batch_options(options, target, registry.find(model));
  if (target.endpoints.size() > 1 && options.as_official) {
    throw UsageError("--as-official takes one server, as the official generator does");
  }
  target.model = model;
  target.patience = options.patience;
  target.stops = stops_so_far;
  target.starts_server = options.serve.is_ahead();
  target.asks_version = options.serve.servers != nullptr;
  target.offline = !options.replay.empty() || options.dry_run || target.starts_server;
  target.dry_run = options.dry_run && options.replay.empty();
  target.needs_address = options.replay.empty() && !target.starts_server;
  target.of_sample = of_sample;
  return make_target(target, registry);
}

// What a category needs from outside that is not here; empty when it has everything.
std::string missing_for(const Category& category, const GenerateOptions& options) {
  if (!options.cassette.empty()) return {};
  if (category.gate == Gate::kEmbeddings && options.embeddings.empty()) {
    return "skipped_unsupported: its memory needs --embeddings URL";
  }
  const char* key = std::getenv("SERPAPI_API_KEY");
  if (category.gate != Gate::kKey || !options.search.empty()) return {};
  if (!options.enable_network) {
    return "skipped_no_network: it needs --enable-network or --search URL";
  }
  if (key == nullptr || *key == '\0') {
    return "skipped_no_credentials: set SERPAPI_API_KEY, or give --search URL";
  }
  return {};
}

ServiceRules service_rules(const GenerateOptions& options) {
  ServiceRules rules;
  rules.official = options.as_official;
  rules.network = may_ask_network(options);
  rules.allow_private = options.allow_private;
  rules.own_search = !options.search.empty();
  rules.patience = options.patience;
  rules.timeout = options.target.timeout;
  rules.retries = options.retries;
  return rules;
}

}  // namespace

Generation::Generation(const GenerateOptions& options, const std::string& model,
                       DatasetDir& dataset, const ModelRegistry& registry)
    : options_(with_own_categories(options, dataset)),
      dataset_(dataset),
      choice_(chosen_entries(options_)),
      target_(target_of(options, model, registry, dataset.is_sample())),
      folder_(chosen_result_dir(options), checked_model_folder(target_.settings.registry_name)) {
  if (!options_.replay.empty()) recording_.emplace(options_.replay);
  load_categories();
  load_cassettes();
  add_secrets(options_, target_.server.redactor);
  dataset_.identify();
  add_request_settings(options_, dataset_, target_);
  asking_of(options_);
  prices_ = chosen_prices(options_.spending, target_.registered);
  if (options_.in_batches()) choose_batches();
}

// What cannot be asked here is left out and said: of a group of categories, that the dataset lacks
// one; what a category needs from outside and does not have.
void Generation::load_categories() {
  std::vector<const Category*> asked;
  bool any = false;
  const std::vector<std::string> named = split_items(options_.test_category);
  for (const Category* category : choice_.categories) {
    const bool by_name = std::find(named.begin(), named.end(), category->name) != named.end();
    // A benchmark of someone's own is not the lesser for what it does not have.
    if (dataset_.own_benchmark() != nullptr && !by_name && !dataset_.holds(*category)) continue;
    // What was skipped when it was recorded is skipped again.
    const bool here = options_.as_official || (recording_ && recording_->has(*category));
    const std::string missing = here ? std::string() : missing_for(*category, options_);
    const Status loaded = dataset_.load(*category);
    if (!missing.empty() && loaded.ok()) {
      skipped_.push_back({category, missing});
      continue;
    }
    const bool varies = category->varies_prompts && target_.settings.fc && !options_.as_official;
    if (loaded.ok()) {
      for (const MalformedEntry& malformed : dataset_.dataset().malformed(*category)) {
        const auto& ids = choice_.ids;
        const bool chosen = ids.empty() || std::count(ids.begin(), ids.end(), malformed.id) > 0;
        if (!malformed.is_entry || !chosen) continue;
        target_.notes.push_back("not generated: " + malformed.message());
        ++summary_.malformed;
      }
      asked.push_back(category);
      any = any || !varies;
      if (varies) {
        const std::string name(category->name);
        skipped_.push_back(
            {category, "skipped_unsupported: " + name + " needs --mode prompt", true});
      }
      continue;
    }
    if (by_name || options_.run_ids) throw UsageError(loaded.error().message);
    skipped_.push_back({category, loaded.error().message});
  }
  choice_.categories = std::move(asked);
  load_prompts();
  if (any) return;
  const std::string partial = partial_text(dataset_);
  throw UsageError("nothing to generate: " + (!skipped_.empty() ? skipped_.front().reason
                                              : partial.empty() ? "no category is named"
                                                                : partial));
}

// All entries that were chosen, as if none had a result.
PlanRequest Generation::plan_request() const {
  PlanRequest request;
  request.categories = choice_.categories;
  request.fc = target_.settings.fc;
  request.only.insert(choice_.ids.begin(), choice_.ids.end());
  if (options_.sample > 0) {
    const Dataset& dataset = dataset_.dataset();
    request.only =
        with_prerequisites(dataset, choose_sample(dataset, choice_.categories, options_.sample,
                                                  options_.seed, sample_scheme(options_)));
  }
  return request;
}

std::vector<PlannedEntry> Generation::plan(const PlanRequest& request) const {
  Result<std::vector<PlannedEntry>> planned = make_plan(dataset_.dataset(), request);
  if (!planned.ok()) throw UsageError(planned.error().message);
  return std::move(planned).value();
}

std::vector<PlannedEntry> Generation::plan(const ResultFolder::Found& found) const {
  PlanRequest request = plan_request();
  if (options_.shard) {
    if (shard_ids_.empty()) return {};  // fewer entries than shards; no ids would be all
    request.only = shard_ids_;
  }
  request.done = found.done;
  if (options_.as_official) request.done.insert(found.again.begin(), found.again.end());
  if (options_.overwrite) request.done.clear();
  return plan(request);
}

Result<Conversation> Generation::start(const PlannedEntry& planned) {
  BFCLX_ASSIGN_OR_RETURN(const std::string memory, memory_of(planned));
  return Conversation::start(dataset_.dataset(), *planned.entry, target_.settings, memory,
                             shared_modules_.get());
}

// Writes what an entry came to: snapshot and note first, then the line that says that it is done,
// so that every result has its note, whatever ends the writing.
bool Generation::keep(const Asked& asked) {
  const std::string& id = asked.planned->entry->id;
  const auto write_note = [&] {
    const Server* server = options_.replay.empty() ? &target_.server : nullptr;
    return folder_.note(target_.server.scrubbed(entry_note(asked, settings_id(settings_), server)));
  };
  bool kept = true;
  if (asked.answered) {
    if (const auto& snapshot = asked.conversation->memory_snapshot()) {
      const Value* scenario = present(asked.planned->entry->data, "scenario");
      kept = scenario != nullptr &&
             folder_.write_snapshot(id, scenario->as_str(), target_.server.scrubbed(*snapshot));
    }
    std::string clean;
    kept = kept && write_note() &&
           folder_.append(id, target_.server.scrubbed(asked.conversation->result_line(), clean));
    if (kept) {
      ++summary_.answered;
      count_error(asked);
      count_token_limit(asked);
    } else {
      lose(id, "result not written", folder_.error());
    }
  } else {
    lose(id, asked.reason, asked.error);
    kept = write_note();
  }
  // A memory conversation is on the disk before the entries that start from it are generated: if a
  // power cut kept only their results, it would never be generated again.
  const bool fills = asked.answered && read_entry_id(id).prerequisite;
  const double now = net::Client::now();
  if (kept && (fills || now - last_sync_ > kSyncEvery)) {
    last_sync_ = now;
    kept = folder_.sync();
  }
  return kept || not_written();
}

// What services answer while it asks, and where that is kept.
void Generation::open_services(const AskerHooks& asker) {
  ServiceAnswers::Hooks hooks;
  hooks.say = asker.say;
  hooks.stops = stops_so_far;
  hooks.known = [this](const std::string& key) { return known_services_.find(key); };
  hooks.answered = [this](const EffectRequest& request, const EffectAnswer& answer) {
    try {
      record_effect(request, answer);
      journal_effect(request, answer);
    } catch (const std::bad_alloc&) {
      // Without the journal the service is asked again after a kill; a recording has a gap.
      if (effects_record_) recording_trouble_ = options_.record + ": not enough memory for a page";
    }
  };
  services_ = std::make_unique<ServiceAnswers>(cassette_, service_rules(options_), hooks);
}

AskerHooks Generation::asker_hooks(const std::vector<PlannedEntry>& planned,
                                   std::set<std::size_t>& open, Watcher& watcher) {
  AskerHooks hooks;
  hooks.start = [this](const PlannedEntry& one) { return start(one); };
  hooks.ended = [this, &planned, &open, &watcher](const Asked& asked) {
    open.erase(static_cast<std::size_t>(asked.planned - planned.data()));
    const bool kept = keep(asked);
    count_entry(asked);
    count_reasoning(asked, watcher);
    watcher.ended(asked);
    return kept;
  };
  hooks.wanted = [this, &planned, &open, &watcher](const PlannedEntry& one) {
    if (wants(one, watcher)) return true;
    open.erase(static_cast<std::size_t>(&one - planned.data()));
    ++summary_.left_out;
    state_.entry_left_out(one.entry->category);
    return false;
  };
  hooks.say = [this, &watcher](const std::string& line) {
    watcher.say(target_.server.scrubbed(line));
  };
  hooks.tick = [this, &watcher](const Scheduler::Figures& figures) {
    const double now = net::Client::now();
    state_.ticked(figures, now);
    watcher.tick(state_);
    if (now - last_shown_ < kShowEvery) return;
    last_shown_ = now;
    folder_.show_that_it_runs();
  };
  hooks.requested = [this, &watcher](const RequestReport& report) {
    state_.requested(report);
    watcher.requested(report);
  };
  hooks.stops = stops_so_far;
  if (const auto& servers = options_.serve.servers) {
    hooks.server_ended = [&servers = *servers, &watcher] {
      for (const std::string& line : servers.take_messages()) watcher.say(line);
      return servers.trouble();
    };
  }
  hooks.known_good = known_good_requests(planned);
  hooks.effect = [this](net::Client& client, const EffectRequest& request, auto done) {
    services_->ask(client, request, std::move(done));
  };
  hooks.unserved = [this](const PlannedEntry& one) {
    const Category* category = one.entry->category;
    return category != nullptr ? services_->over(category->gate) : nullptr;
  };
  return hooks;
}

void Generation::ask(const std::vector<PlannedEntry>& planned,
                     const std::set<std::string, std::less<>>& had, Watcher& watcher) {
  std::set<std::size_t> open;
  for (std::size_t i = 0; i < planned.size(); ++i) open.insert(i);
  AskerHooks hooks = asker_hooks(planned, open, watcher);
  open_recording(hooks);
  open_services(hooks);
  open_journal(planned, had, hooks);
  AskerSettings how = asking_of(options_);
  if (how.schedule.automatic) share_concurrency(target_.server, how.schedule);
  if (batches_ != nullptr) {
    how.batches = asker_batches(had, hooks);
    how.schedule.concurrency = kMostConcurrency;
    how.schedule.automatic = false;
  } else if (const std::size_t most = net::Client::most_connections();
             how.schedule.concurrency > most) {
    how.schedule.concurrency = most;
    hooks.say("the system allows few open files (ulimit -n): at most " + grouped_digits(most) +
              " concurrent requests");
  }
  last_sync_ = net::Client::now();
  how.prices = prices_;
  how.limits = limits();
  how.reports = report_detail(options_.observing);
  how.identity = target_.identity.get();
  SpendingLedger::Settings records = ledger_settings();
  records.say = hooks.say;
  SpendingLedger ledger(std::move(records));
  how.ledger = &ledger;
  if (const std::string note = earlier_spending(ledger.others()); !note.empty()) hooks.say(note);
  how.schedule.uncertain = uncertain_order(watcher);
  open_choices(hooks);
  Asker asker(planned, target_.server, target_.settings, how, std::move(hooks));
  const std::string why = asker.run();
  if (target_.identity) target_.identity->end();
  summary_.spent = asker.spent();
  summary_.endpoints = asker.endpoints();
  summary_.streamed = asker.streamed();
  if (services_) summary_.service_trouble = target_.server.scrubbed(services_->rejected_all());
  services_.reset();
  std::string ended;
  if (const auto& servers = options_.serve.servers; servers && !why.empty()) {
    ended = servers->trouble(kEndSeconds);
    for (const std::string& line : servers->take_messages()) watcher.say(line);
  }
  if (summary_.why.empty()) {
    summary_.why = target_.server.scrubbed(ended.empty() ? why : ended);
    summary_.may_pass = ended.empty() && !asker.stop_lasts();
  }
  for (const std::size_t index : open) {
    lose(planned[index].entry->id, asker.reason_of_unfinished(index), "");
  }
  close_journal(planned, had);
  close_batches(asker.batches(), had, planned);
  if (stops_so_far() > 0 && summary_.why.empty() && !open.empty()) summary_.why = "stopped";
  close_recording();
}

}  // namespace bfclx::tools
