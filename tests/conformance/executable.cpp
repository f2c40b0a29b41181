#include "tests/conformance/executable.h"

#include <optional>
#include <string>
#include <vector>

#include "core/base/utf8.h"
#include "core/simulators/apis/cassette.h"
#include "core/simulators/apis/executable_library.h"
#include "core/simulators/apis/requests.h"
#include "core/value/dict.h"
#include "core/value/repr.h"
#include "tests/conformance/golden.h"
#include "tests/conformance/sha256.h"

namespace bfclx::conformance {

namespace {

std::string text_of(const Dict& line, std::string_view name) {
  const Value* const value = line.find(name);
  return value != nullptr && value->is_str() ? std::string(value->as_str()) : std::string();
}

// The exception, if one was recorded; nullopt when ours agrees in class.
void compare_error(const Dict& golden, const Error& error, const std::string& where, Tally& tally) {
  const std::string recorded = text_of(golden, "error_class");
  if (recorded != error.kind) {
    tally.disagree(where + "\n  official: " + recorded + " " + text_of(golden, "error") +
                   "\n  ours:     " + std::string(error.kind) + " " + error.message);
    return;
  }
  ++tally.decode_failures;
  if (text_of(golden, "error") == error.message) {
    ++tally.same_words;
  } else {
    tally.worded_otherwise(recorded, where + "\n  official: " + text_of(golden, "error") +
                                         "\n  ours:     " + error.message);
  }
}

void compare_value(const Dict& golden, const Value& value, const std::string& where, Tally& tally) {
  std::string differences;
  compare_field("type", text_of(golden, "type"), std::string(type_name(value)), differences);
  const std::string text = repr(value);
  if (golden.contains("repr_sha256")) {
    compare_field("SHA-256 of repr", text_of(golden, "repr_sha256"), sha256(text), differences);
  } else {
    compare_field("repr", text_of(golden, "repr"), text, differences);
  }
  if (!differences.empty()) tally.disagree(where + differences);
}

std::string requested(const EffectStore& store) {
  return store.wanted() ? request_json(*store.wanted()) : "(no request)";
}

// Value, exception or missing request of a call, against the recorded one.
void compare_outcome(const Dict& golden, const Result<Value>& result, const EffectStore& store,
                     const std::string& where, Tally& tally) {
  if (golden.contains("timeout")) {
    // Python did not end in five seconds; ours ends, with a verdict of its own.
    ++tally.official_undecided;
    if (result.ok() || result.error().kind != "Limit") tally.disagree(where + ": no Limit");
    return;
  }
  const bool missing = !result.ok() && is_effect(result.error());
  if (golden.contains("not_in_cassette") || missing) {
    std::string differences;
    compare_field("missing request",
                  golden.contains("not_in_cassette") ? field(golden, "request") : "(none)",
                  missing ? requested(store) : "(none)", differences);
    if (!differences.empty()) tally.disagree(where + differences);
    return;
  }
  if (golden.contains("error_class") == result.ok()) {
    tally.disagree(where + "\n  official: " + text_of(golden, "error") + text_of(golden, "repr") +
                   "\n  ours:     " + (result.ok() ? repr(*result) : result.error().message));
    return;
  }
  if (!result.ok()) return compare_error(golden, result.error(), where, tally);
  compare_value(golden, *result, where, tally);
}

// Python's own words stand behind these; what comes before must agree in any case.
std::string official_part(const std::string& error) {
  for (const char* const before :
       {"Failed to decode executable. ", ". Error: ", "Execution failed. "}) {
    const std::size_t at = error.find(before);
    if (at != std::string::npos) return error.substr(0, at + std::string(before).size());
  }
  return error;
}

void compare_verdict(const Dict& golden, const ScoredResponse& response, const std::string& where,
                     Tally& tally) {
  ++tally.verdicts;
  const Value parsed = load_line(verdict_json(response), "our verdict of " + where);
  const Dict& ours = parsed.as_dict();
  std::string differences;
  if (golden.contains("timeout")) {
    ++tally.official_undecided;
    compare_field("valid where Python does not end", "false", field(ours, "valid"), differences);
    if (!differences.empty()) tally.disagree(where + differences);
    return;
  }
  for (const char* name : {"valid", "error_type", "skipped", "request", "decoded", "decoded_repr",
                           "model_executed_output"}) {
    compare_field(name, field(golden, name), field(ours, name), differences);
  }
  const bool stable = !golden.contains("nondeterministic");
  const std::string official = field(golden, "error");
  if (stable) {
    compare_field("error", official_part(official), official_part(field(ours, "error")),
                  differences);
  }
  if (stable && official_part(official) != official) {
    ++tally.decode_failures;
    if (official == field(ours, "error")) {
      ++tally.same_words;
    } else {
      tally.worded_otherwise(
          field(golden, "error_type"),
          where + "\n  official: " + official + "\n  ours:     " + field(ours, "error"));
    }
  }
  if (!differences.empty()) tally.disagree(where + differences);
}

}  // namespace

std::vector<Run> executable_runs(const Places& places) {
  Places own = places;
  own.conformance = locate(places, "executable");
  return load_recordings(own).runs;
}

void compare_executable(const Dataset& dataset, const EffectStore& cassette, const Run& run,
                        const std::string& category, Tally& tally) {
  Recorded recorded = load_recorded(dataset, run, category);
  recorded.settings.executable.answers = &cassette;
  compare_recorded(recorded, tally, compare_verdict);
}

EffectStore load_cassette(const std::filesystem::path& path) {
  EffectStore store;
  const Status read = read_cassette(read_file(path), store);
  if (!read.ok()) fail(path.string() + ": " + read.error().message);
  if (store.size() != kCassetteExchanges) fail(path.string() + ": another number of exchanges");
  return store;
}

void compare_calls(const std::filesystem::path& path, const EffectStore& cassette, Tally& tally) {
  for_each_line(read_file(path), [&](std::string_view line) {
    const Value golden = load_line(line, path.string());
    const std::string call = text_of(golden.as_dict(), "call");
    EffectStore store(&cassette);
    WorkBudget budget;
    ++tally.verdicts;
    compare_outcome(golden.as_dict(), execute_call(call, store, budget), store, call, tally);
  });
}

void compare_rest(const std::filesystem::path& path, const EffectStore& cassette, Tally& tally) {
  for_each_line(read_file(path), [&](std::string_view line) {
    const Value recorded = load_line(line, path.string());
    const Dict& golden = recorded.as_dict();
    const std::string call = text_of(golden, "call");
    EffectStore store(&cassette);
    std::vector<EffectRequest> log;
    store.set_log(&log);
    WorkBudget budget;
    ++tally.verdicts;
    const Result<Value> result = execute_rest(call, store, budget);
    std::string differences;
    compare_field("request", field(golden, "request"),
                  log.empty() ? "(absent)" : request_json(log.back()), differences);
    if (!differences.empty()) return tally.disagree(call + differences);
    const EffectAnswer* const answer = result.ok() ? answer_of(*result) : nullptr;
    if (!golden.contains("response")) {
      return compare_outcome(golden, result, store, call, tally);
    }
    const Value* const status = golden.find("response")->as_dict().find("status");
    compare_field("status", repr(*status),
                  answer != nullptr ? std::to_string(answer->status) : "no answer", differences);
    if (!differences.empty()) tally.disagree(call + differences);
  });
}

}  // namespace bfclx::conformance
