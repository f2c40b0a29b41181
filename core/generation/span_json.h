// Spans of OpenTelemetry as lines of OTLP's JSON form, with the attributes of its conventions for
// generative AI; and the lines of --log.
//
// A run is a trace: its span has one for each entry below it, and these have one for each request.
// A collector reads such files (otlpjsonfile receiver).
#ifndef BFCLX_CORE_GENERATION_SPAN_JSON_H_
#define BFCLX_CORE_GENERATION_SPAN_JSON_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/generation/request_report.h"
#include "core/generation/run_state.h"

namespace bfclx {

// The ids of a run's spans follow from its trace, so that nothing has to be remembered.
struct TraceIds {
  std::array<std::uint64_t, 2> trace = {};  // random, not both 0

  std::string trace_text() const;  // 32 hexadecimal digits
  std::string run_span() const;    // 16 of them
  std::string entry_span(std::size_t entry) const;
  std::string request_span(std::size_t number) const;
};

// What spans say beside what is in the state.
struct SpanSettings {
  TraceIds ids;
  std::string provider;   // gen_ai.provider.name
  std::string operation;  // gen_ai.operation.name
  std::string model;      // that the server is asked for
  double temperature = 0;
  std::optional<std::int64_t> max_tokens = {};
};

// An entry that has ended.
struct EntryReport {
  std::string id;
  const Category* category = nullptr;
  std::size_t entry = 0;  // its number in the plan
  double ended = 0;       // Unix time
  double seconds = 0;
  EntryEnd end;
  std::size_t requests = 0;  // that were used
  int retried = 0;
  std::string error;
};

// One line each, with its end.
std::string request_span_line(const RequestReport& report, const RunState& state,
                              const SpanSettings& settings);
std::string entry_span_line(const EntryReport& report, const RunState& state,
                            const SpanSettings& settings);
std::string run_span_line(const RunState& state, const SpanSettings& settings, double unix_now);

std::string request_log_line(const RequestReport& report, const RunState& state);
std::string entry_log_line(const EntryReport& report);
// The beginning and the end of a run, and what it says in between.
std::string run_log_line(std::string_view event, const RunState& state, double unix_now);
std::string message_log_line(std::string_view text, double unix_now);

// gen_ai.provider.name and gen_ai.operation.name of a protocol of ours ("chat", "anthropic").
std::string_view provider_of_api(std::string_view api);
std::string_view operation_of_api(std::string_view api);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_SPAN_JSON_H_
