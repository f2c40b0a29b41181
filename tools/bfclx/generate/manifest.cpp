#include "tools/bfclx/generate/manifest.h"

#include <algorithm>
#include <ctime>
#include <string_view>
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/run/entry_notes.h"
#include "core/value/json.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/reasoning_options.h"
#include "tools/bfclx/generate/repeats.h"
#include "tools/bfclx/generate/stream_report.h"
#include "tools/bfclx/serve/serving.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kMissingListed = 1000;

// Defects of the official generator that lose data; without --as-official they are mended.
constexpr const char* kMended[] = {
    "a transport error is no answer",       "tool_calls: [] beside a text is that text",
    "a cut answer keeps its finish reason", "-o removes memory snapshots",
    "entries share no state of tools",
};

constexpr const char* kEndings[] = {"answered", "forced", "failed", "transport"};

Value number(std::size_t value) { return Value::integer(static_cast<std::int64_t>(value)); }

template <typename T>
Value optional_number(const std::optional<T>& value) {
  return value ? Value::integer(*value) : Value();
}

Value settings_value(const ManifestFacts& facts) {
  const GenerateOptions& options = *facts.options;
  const Settings& settings = facts.target->settings;
  Value categories = Value::list();
  for (const std::string& name : split_items(options.test_category)) {
    categories.mutable_list().push_back(Value::str(name));
  }
  Value value = make_dict({
      {"mode", Value::str(settings.calls_functions() ? "fc" : "prompt")},
      {"format", Value::str(settings.prompt_format)},
      {"temperature", Value::real(settings.temperature)},
      {"max_tokens", optional_number(settings.max_tokens)},
      {"context_length", optional_number(settings.context_length)},
      {"extra_body", settings.extra_body},
      {"test_category", categories},
      {"run_ids", Value::boolean(options.run_ids)},
      {"concurrency", Value::str(options.concurrency)},
      {"timeout", Value::real(options.target.timeout)},
      {"retries", Value::integer(settings.retries)},
      {"order", Value::str(options.order)},
      {"include_input_log", Value::boolean(settings.include_input_log)},
      {"exclude_state_log", Value::boolean(settings.exclude_state_log)},
      {"as_official", Value::boolean(settings.as_official)},
      {"today", Value::integer(settings.today)},
      {"replay", Value::boolean(!options.replay.empty())},
  });
  add_reasoning_settings(options.reasoning, *facts.target, value.mutable_dict());
  if (options.stream.stream) value.mutable_dict().set("stream", Value::boolean(true));
  if (settings.first_call_only) value.mutable_dict().set("first_call_only", Value::boolean(true));
  if (options.in_batches()) value.mutable_dict().set("batch", Value::boolean(true));
  if (options.repeat > 0) {
    value.mutable_dict().set("repeat", repeat_value(options, *facts.target));
  }
  if (!options.point.name.empty()) {
    value.mutable_dict().set("sweep", sweep_value(options.point));
  }
  if (facts.draw.is_dict()) {
    for (const auto& [name, value_of_draw] : facts.draw.as_dict()) {
      value.mutable_dict().set(name, value_of_draw);
    }
  } else if (options.sample > 0) {
    value.mutable_dict().set("sample", make_dict({{"entries", number(options.sample)},
                                                  {"seed", number(options.seed)},
                                                  {"by", Value::str(sample_by(options))}}));
  }
  return value;
}

Value summary_value(const GenerationSummary& summary) {
  Value missing = Value::list();
  for (const std::string& id : summary.missing) {
    if (missing.items().size() < kMissingListed) missing.mutable_list().push_back(Value::str(id));
  }
  Value reasons = Value::dict();
  for (const auto& [reason, count] : summary.missing_reasons) {
    reasons.mutable_dict().set(reason, number(count));
  }
  Value value = make_dict({
      {"asked", number(summary.planned)},
      {"answered", number(summary.answered)},
      {"left_out", number(summary.left_out)},
      {"had_results", number(summary.had)},
      {"errors", number(summary.errors + summary.kept_errors)},
      {"first_error", Value::str(sanitize_utf8(summary.first_error))},
      {"missing", number(summary.missing.size())},
      {"missing_ids", missing},
      {"missing_reasons", reasons},
      {"at_token_limit", number(summary.at_token_limit)},
      {"ended_early", Value::str(summary.why)},
      {"replay_differences", number(summary.differences)},
  });
  value.mutable_dict().set("tokens", tokens_value(summary.spent.tokens));
  if (summary.reasoning_parsed > 0) {
    value.mutable_dict().set("reasoning_parsed", number(summary.reasoning_parsed));
  }
  const Value streamed = streamed_value(all_streamed(summary.streamed));
  if (!streamed.is_none()) value.mutable_dict().set("streamed", streamed);
  return value;
}

// What stands for its address, in every run the same: indices would change with the list.
std::string endpoint_id(const ServerEndpoint& endpoint) {
  return value_digits(Value::str(endpoint.shown()));
}

// What each said about itself, and at the end how it fared.
Value endpoints_value(const ManifestFacts& facts) {
  const Server& server = facts.target->server;
  Value all = Value::list();
  for (std::size_t i = 0; i < server.endpoints(); ++i) {
    const ServerEndpoint& one = server.endpoint(i);
    Value row = make_dict({{"id", Value::str(endpoint_id(one))},
                           {"address", Value::str(net::shown_url(one.base_url))},
                           {"ip", one.address.empty() ? Value() : Value::str(one.address)},
                           {"found", Value::str(one.found)},
                           {"version", Value::str(one.version)},
                           {"weight", Value::real(one.weight)}});
    if (facts.summary != nullptr && i < facts.summary->endpoints.size()) {
      const EndpointFigures& figures = facts.summary->endpoints[i];
      row.mutable_dict().set("state", Value::str(state_name(figures.state)));
      row.mutable_dict().set("requests", number(figures.requests));
      row.mutable_dict().set("failed", number(figures.failed));
    }
    if (facts.summary != nullptr && i < facts.summary->streamed.size()) {
      const Value streamed = streamed_value(facts.summary->streamed[i]);
      if (!streamed.is_none()) row.mutable_dict().set("streamed", streamed);
    }
    all.mutable_list().push_back(std::move(row));
  }
  return all;
}

std::string text_of(const Value& manifest) {
  JsonStyle style;
  style.indent = 2;
  style.ensure_ascii = true;
  style.item_separator = ",";
  style.lenient = true;
  const Result<std::string> text = json_dumps(manifest, style);
  return (text.ok() ? *text : "{}") + "\n";
}

// Numbers added up, lists behind each other, and the first text that is not empty.
void add_summary(const Value& one, Dict& all) {
  if (!one.is_dict()) return;
  for (const auto& [name, value] : one.as_dict()) {
    // Percentiles of parts are none of the whole; the notes of entries have the times.
    if (!name.is_str() || name.as_str() == "streamed") continue;
    const Value* known = all.find(name.as_str());
    if (known == nullptr || (known->is_str() && known->as_str().empty())) {
      all.set(name.as_str(), value);
    } else if (known->is_small_int() && value.is_small_int()) {
      all.set(name.as_str(), Value::integer(known->as_int64() + value.as_int64()));
    } else if (known->is_list() && value.is_list()) {
      Value both = Value::list();
      for (const Value* list : {known, &value}) {
        for (const Value& item : list->items()) {
          if (both.items().size() < kMissingListed) both.mutable_list().push_back(item);
        }
      }
      all.set(name.as_str(), both);
    } else if (known->is_dict() && value.is_dict()) {
      Dict both = known->as_dict();
      add_summary(value, both);
      all.set(name.as_str(), Value::dict(std::move(both)));
    }
  }
}

}  // namespace

std::string merged_manifest(const Value& before, std::span<const Value> shards,
                            const std::map<std::string, std::size_t, std::less<>>& results,
                            const Value& latency) {
  const Value& last = shards.back();
  std::string started;
  std::string ended;
  Dict made_with;
  Dict run;
  std::vector<const Value*> all = {&before};
  for (const Value& shard : shards) all.push_back(&shard);
  for (const Value* one : all) {
    const Value* with = present(*one, "made_with");
    if (with == nullptr || !with->is_dict()) continue;
    for (const auto& [name, settings] : with->as_dict()) {
      if (name.is_str()) made_with.set(name.as_str(), settings);
    }
  }
  for (const Value& shard : shards) {
    const std::string_view from = text_member(shard, "started");
    if (started.empty() || (!from.empty() && from < started)) started = from;
    ended = std::max(ended, std::string(text_member(shard, "ended")));
    if (const Value* summary = present(shard, "run")) add_summary(*summary, run);
  }
  Dict counted;
  for (const auto& [name, settings] : made_with) {
    const auto count = results.find(name.as_str());
    if (count == results.end() || !settings.is_dict()) continue;
    Value with = Value::dict(Dict(settings.as_dict()));
    with.mutable_dict().set("results", number(count->second));
    counted.set(name.as_str(), with);
  }
  Dict merged;
  for (const auto& [name, value] : last.as_dict()) {
    if (name.is_str() && name.as_str() != "shard") merged.set(name.as_str(), value);
  }
  merged.set("made_with", Value::dict(std::move(counted)));
  merged.set("started", Value::str(started));
  merged.set("ended", ended.empty() ? Value() : Value::str(ended));
  merged.set("run", run.size() == 0 ? Value() : Value::dict(std::move(run)));
  if (latency.is_dict()) merged.set("latency", latency);
  return text_of(Value::dict(std::move(merged)));
}

std::string time_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string manifest_json(const ManifestFacts& facts) {
  const Settings& settings = facts.target->settings;
  Value mended = Value::list();
  if (!settings.as_official) {
    for (const char* name : kMended) mended.mutable_list().push_back(Value::str(name));
  }
  Value skipped = Value::dict();
  for (const auto& [category, reason] : facts.skipped) {
    skipped.mutable_dict().set(category, Value::str(reason));
  }
  Value server =
      make_dict({{"address", facts.target->has_address
                                 ? Value::str(net::shown_url(facts.target->server.base_url))
                                 : Value()},
                 {"api", Value::str(settings.dialect->api)},
                 {"dialect", Value::str(settings.dialect->name)},
                 {"found", Value::str(facts.target->server.found)}});
  if (facts.target->provider != nullptr) {
    server.mutable_dict().set("provider", Value::str(facts.target->provider->name));
  }
  if (facts.target->has_address) {
    server.mutable_dict().set("id", Value::str(endpoint_id(facts.target->server)));
  }
  if (!facts.target->server.others.empty()) {
    server.mutable_dict().set("endpoints", endpoints_value(facts));
  }
  const GenerateOptions& options = *facts.options;
  if (Value started = servers_value(options.serve, *facts.target, options.target.local_model_path);
      started.is_dict()) {
    server.mutable_dict().set("started", std::move(started));
  } else if (options.serve.is_ahead() && facts.earlier_server.is_dict()) {
    server = facts.earlier_server;
  }
  Value dataset = make_dict(
      {{"version", Value::str(facts.dataset_version)}, {"hash", Value::str(facts.dataset_hash)}});
  if (!facts.benchmark.empty()) {
    dataset.mutable_dict().set("benchmark", Value::str(facts.benchmark));
  }
  Value value = make_dict({
      {"bfclx", Value::str(BFCLX_VERSION)},
      {"form", Value::integer(1)},
      {"dataset", dataset},
      {"model", make_dict({{"name", Value::str(settings.registry_name)},
                           {"asked_as", Value::str(settings.model_name)},
                           {"registered", Value::boolean(facts.target->registered != nullptr)}})},
      {"server", server},
      {"settings", settings_value(facts)},
      {"made_with", facts.made_with},
      {"skipped", skipped},
      {"mended", mended},
      {"started", Value::str(facts.started)},
      {"ended", facts.summary != nullptr ? Value::str(time_text()) : Value()},
      {"run", facts.summary != nullptr ? summary_value(*facts.summary) : Value()},
  });
  if (facts.latency.is_dict()) value.mutable_dict().set("latency", facts.latency);
  if (facts.shard.is_dict()) value.mutable_dict().set("shard", facts.shard);
  return text_of(value);
}

std::string entry_note(const Asked& asked, const std::string& made_with, const Server* server) {
  Value note = make_dict({{"id", Value::str(asked.planned->entry->id)}});
  Dict& members = note.mutable_dict();
  if (!asked.answered) {
    members.set("ending", Value::str("missing"));
  } else {
    const auto ending = static_cast<std::size_t>(asked.conversation->ending());
    members.set("ending", Value::str(kEndings[ending]));
  }
  members.set("made_with", Value::str(made_with));
  members.set("entry", Value::str(entry_hash(*asked.planned->entry)));
  if (std::string truth = truth_hash(*asked.planned->entry); !truth.empty()) {
    members.set("truth", Value::str(truth));
  }
  if (asked.conversation != nullptr) {
    Value steps = Value::list();
    const std::vector<StepNote>& notes = asked.conversation->notes();
    for (std::size_t i = 0; i < notes.size(); ++i) {
      Value step = make_dict({{"turn", number(notes[i].turn)},
                              {"step", number(notes[i].step)},
                              {"finish_reason", Value::str(notes[i].finish_reason)},
                              {"usage", notes[i].usage}});
      if (notes[i].reasoning_separated) {
        step.mutable_dict().set("reasoning_parsed", Value::boolean(true));
      }
      if (i < asked.streamed.size()) add_streamed(asked.streamed[i], notes[i].usage, step);
      steps.mutable_list().push_back(std::move(step));
    }
    members.set("requests", Value::integer(asked.conversation->requests() + asked.repeated));
    members.set("retries", Value::integer(asked.conversation->retries() + asked.repeated));
    members.set("seconds", Value::real(static_cast<int>(asked.seconds * 1000) / 1000.0));
    members.set("steps", steps);
  }
  if (server != nullptr && !asked.served.endpoints.empty()) {
    Value served = Value::list();
    if (asked.served.some_unknown) served.mutable_list().push_back(Value());
    for (const std::size_t endpoint : asked.served.endpoints) {
      served.mutable_list().push_back(Value::str(endpoint_id(server->endpoint(endpoint))));
    }
    members.set("served_by", served);
  }
  if (!asked.error.empty()) members.set("error", Value::str(asked.error));
  JsonStyle style;
  style.lenient = true;
  const Result<std::string> text = json_dumps(note, style);
  return text.ok() ? *text : "{}";
}

}  // namespace bfclx::tools
