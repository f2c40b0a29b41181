// Generation without a server: the replay of a recording, and --dry-run.
#include <cstddef>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/conversation/result_files.h"
#include "core/simulators/apis/cassette.h"
#include "tools/bfclx/generate/generation.h"
#include "tools/bfclx/generate/run_estimate.h"
#include "tools/bfclx/generate/stops.h"
#include "tools/bfclx/net/http.h"
#include "tools/bfclx/serve/serving.h"

namespace bfclx::tools {
namespace {

constexpr double kRecordedSeconds = 0.125;  // where a recording does not say

// "640 bytes", "12.3 KB", "1.6 MB"
std::string bytes_text(std::size_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " bytes";
  const bool large = bytes >= 1'000'000;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %s", static_cast<double>(bytes) / (large ? 1e6 : 1e3),
                large ? "MB" : "KB");
  return text;
}

// To two digits, as an estimate is.
std::size_t rounded(std::size_t number) {
  std::size_t unit = 1;
  while (number / unit >= 100) unit *= 10;
  return (number + unit / 2) / unit * unit;
}

std::string where_requests_go(const Server& server, const BatchService* batches,
                              const std::optional<TokenPrices>& prices) {
  if (batches != nullptr) {
    const double factor = prices.value_or(TokenPrices()).batch_factor();
    char percent[32];
    std::snprintf(percent, sizeof percent, "%g %% of", factor * 100);
    return "Requests go to the batch API of " + std::string(batches->title()) + ", at " +
           (factor == 0.5 ? "half" : percent) + " the price\n";
  }
  const std::size_t endpoints = server.endpoints();
  if (endpoints < 2) return {};
  return "Requests go to " + counted(endpoints, "endpoint", "endpoints") + "\n";
}

std::string one_request_text(const GenerateOptions& options) {
  if (!options.one_request || options.repeat < 2) return {};
  return "Responses to single-turn entries come with the requests of the first repeat\n";
}

std::string first_requests_text(std::size_t bytes, const std::optional<TokenPrices>& prices) {
  std::string text = "; the first requests have " + bytes_text(bytes) + " in total, about " +
                     grouped_digits(rounded(bytes / 4)) + " tokens (estimated)";
  if (prices) text += ", " + dollars_text(prices->cost({bytes / 4, 0, 0})) + " of input";
  return text;
}

// A request as it is sent below `place`, without headers.
std::string request_text(const std::string& place, const HttpRequest& request) {
  const std::size_t shared = place.ends_with('/') && request.path.starts_with('/') ? 1 : 0;
  return request.method + " " + place.substr(0, place.size() - shared) + request.path + "\n" +
         request.body + "\n";
}

}  // namespace

void Generation::replay(const std::vector<PlannedEntry>& planned, Watcher& watcher) {
  const Recording& recording = *recording_;
  if (!recording.has_seconds()) target_.settings.latency = kRecordedSeconds;
  EntryOrder order(planned, true);
  std::vector<bool> ended(planned.size());
  while (const std::optional<std::size_t> index = order.take()) {
    const PlannedEntry& one = planned[*index];
    Asked asked;
    asked.planned = &one;
    Result<Conversation> conversation = start(one);
    if (!conversation.ok()) {
      asked.error = conversation.error().message;
    } else {
      asked.conversation = &*conversation;
      asked.error = replay_entry(recording, *conversation);
      asked.answered = conversation->next().kind == Ask::Kind::kFinished;
    }
    const bool kept = keep(asked);
    count_reasoning(asked, watcher);
    watcher.ended(asked);
    ended[*index] = true;
    order.complete(*index);
    const bool differs = !asked.error.empty() && options_.replay_strict == "yes";
    if (differs && summary_.why.empty()) summary_.why = one.entry->id + ": " + asked.error;
    if (!kept || differs || stops_so_far() > 0) break;
  }
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (!ended[i]) lose(planned[i].entry->id, "not requested", "");
  }
}

// Gives one conversation its recorded answers. What was asked otherwise than recorded, or nothing.
std::string Generation::replay_entry(const Recording& recording, Conversation& conversation) {
  const std::string base = target_.server.base_path();
  std::string first;
  const auto differs = [&](const std::string& what) {
    ++summary_.differences;
    if (first.empty()) first = what;
  };
  std::size_t index = 0;
  while (conversation.next().kind != Ask::Kind::kFinished) {
    const Ask& ask = conversation.next();
    if (ask.kind == Ask::Kind::kTokenize) {
      conversation.answer_tokens(static_cast<std::int64_t>((ask.text.size() + 3) / 4));
      continue;
    }
    if (ask.kind == Ask::Kind::kTemplate) {
      conversation.answer_template(Error{"ValueError", "a recording has no chat template"});
      continue;
    }
    if (ask.kind == Ask::Kind::kEffect) {
      const EffectAnswer* known = cassette_.find(ask.effect.key());
      if (known == nullptr) {
        differs("no cassette has " + request_json(ask.effect));
        return first;
      }
      conversation.answer_effect(*known);
      continue;
    }
    const std::string place = "request " + std::to_string(index) + ": ";
    const Exchange* exchange = recording.find(conversation.id(), index++);
    if (exchange == nullptr) {
      differs(place + "the recording has no further requests");
      return first;
    }
    const std::string path =
        target_.settings.dialect->api == "completions" ? exchange->path : base + ask.request.path;
    const std::string difference =
        first_difference(*exchange, ask.request.method, path, ask.request.body);
    if (!difference.empty()) differs(place + difference);
    if (!difference.empty() && options_.replay_strict == "yes") return first;
    const double seconds = exchange->seconds.value_or(kRecordedSeconds);
    if (exchange->failure.empty()) {
      conversation.answer(exchange->response, seconds);
    } else {
      conversation.fail(exchange->failure == "timeout" ? TransportFailure::kTimeout
                                                       : TransportFailure::kConnection,
                        seconds);
    }
  }
  if (index < recording.count(conversation.id())) {
    differs("the recording has " + grouped_digits(recording.count(conversation.id())) +
            " requests, sent were " + grouped_digits(index));
  }
  return first;
}

std::string Skipped::text() const {
  const std::size_t code = reason.rfind("skipped_", 0) == 0 ? reason.find(": ") : std::string::npos;
  return std::string(category->name) + " is skipped" +
         (code == std::string::npos ? ": " + reason
                                    : " (" + reason.substr(0, code) + ")" + reason.substr(code));
}

Generation::Outlook Generation::outlook() {
  if (options_.shard) choose_shard();
  const std::string unmerged = other_shards();
  Outlook now;
  now.found = folder_.scan(choice_.categories, false);
  read_earlier_settings();
  now.planned = plan(now.found);
  now.refusals = target_.refusals;
  for (const std::string& one :
       {unmerged, other_results(now.found, now.planned), other_sample(now.found),
        open_batches(now.found.done, now.planned)}) {
    if (!one.empty()) now.refusals.push_back(one);
  }
  if (options_.shard) leave_shard_ids(now.found);
  return now;
}

std::size_t Generation::entries_left() {
  const Outlook now = outlook();
  if (!now.refusals.empty()) throw UsageError(now.refusals.front());
  return now.planned.size();
}

DryRun Generation::dry_run() {
  DryRun dry;
  const auto [found, planned, refusals] = outlook();
  std::map<std::string, std::pair<std::size_t, std::size_t>> rows;  // entries, bytes
  RunEstimate& estimate = dry.estimate.emplace(empty_estimate(options_, target_, prices_));
  const ResponsesOf responses = responses_of_run();
  std::string first;
  std::string broken;
  for (const PlannedEntry& one : planned) {
    auto& row = rows[result_file_path(one.entry->id)];
    ++row.first;
    const Result<Conversation> talk = start(one);
    if (!talk.ok()) {
      if (broken.empty()) broken = one.entry->id + ": " + talk.error().message + "\n";
      continue;
    }
    const Ask& ask = talk->next();
    row.second += first_bytes(*talk);
    add_entry(one, first_bytes(*talk), responses(one), estimate);
    if (first.empty() && ask.kind == Ask::Kind::kModel) {
      first = request_text(target_.has_address ? net::shown_url(target_.server.base_url) : "...",
                           ask.request);
    }
  }
  const std::string where = target_.has_address         ? ""
                            : options_.serve.is_ahead() ? " (to the server that is started)"
                                                        : " (no --base-url given)";
  std::string text = first.empty() ? "" : "First request" + where + ":\n" + first + "\n";
  std::size_t bytes = 0;
  for (const auto& [file, row] : rows) {
    text += grouped_digits(row.first) + (row.first == 1 ? " entry" : " entries") + " into " +
            (folder_.place() / file).string() + "\n";
    bytes += row.second;
  }
  text += grouped_digits(planned.size()) + (planned.size() == 1 ? " entry" : " entries") +
          " to generate, " + grouped_digits(found.done.size()) +
          (found.done.size() == 1 ? " already has" : " already have") + " a result" +
          (options_.repeat > 1 ? "" : first_requests_text(bytes, prices_)) + "\n" +
          one_request_text(options_);
  for (const std::string& one : {earlier_spending(), limits_too_low(estimate)}) {
    if (!one.empty()) text += one + "\n";
  }
  for (const Skipped& one : skipped_) text += one.text() + "\n";
  for (const std::string& note : id_notes(found)) text += note + "\n";
  for (const std::string& one : refusals) {
    text += one + "\n";
    dry.exit_code = kWrongUsage;
  }
  text += where_requests_go(target_.server, batches_, prices_) + thinking_text(target_);
  if (!planned.empty()) {
    const ServersPlan servers =
        servers_plan(options_.serve, target_, options_.target.local_model_path);
    text += servers.text;
    if (servers.is_refused) dry.exit_code = kWrongUsage;
  }
  dry.text = text + broken;
  return dry;
}

}  // namespace bfclx::tools
