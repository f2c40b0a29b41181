#include "tools/bfclx/generate/stream_report.h"

#include <cmath>
#include <cstddef>

#include "core/base/counted.h"
#include "core/generation/token_usage.h"
#include "core/render/latency_text.h"
#include "core/run/response_latency.h"
#include "core/value/dict_of.h"

namespace bfclx::tools {
namespace {

// Tenths of a millisecond are all that such a time says.
Value seconds_value(double seconds) { return Value::real(std::round(seconds * 1e4) / 1e4); }
Value rate_value(double rate) { return Value::real(std::round(rate * 10) / 10); }

std::optional<StreamedLatency::Times> times_of(const TimeHistogram& times) {
  if (times.count() == 0) return std::nullopt;
  return StreamedLatency::Times{*times.percentile(0.5), *times.percentile(0.95)};
}

StreamedLatency latency_of(const StreamFigures& figures) {
  return {figures.responses(), times_of(figures.first()), times_of(figures.between()),
          figures.tokens_per_second()};
}

}  // namespace

StreamFigures all_streamed(std::span<const StreamFigures> streamed) {
  StreamFigures all;
  for (const StreamFigures& one : streamed) all.add(one);
  return all;
}

Value streamed_value(const StreamFigures& figures) {
  return figures.responses() == 0 ? Value() : value_of(latency_of(figures));
}

std::string streamed_text(std::span<const StreamFigures> streamed) {
  const StreamFigures all = all_streamed(streamed);
  if (all.responses() == 0) return {};
  std::string text = "First token: median " + seconds_text(*all.first().percentile(0.5)) +
                     ", 95th percentile " + seconds_text(*all.first().percentile(0.95));
  if (const std::optional<double> rate = all.tokens_per_second()) {
    text += "; " + rate_text(*rate);
  }
  return text + " (" + counted(all.responses(), "streamed response", "streamed responses") + ")\n";
}

void add_streamed(const std::optional<StreamedTimes>& times, const Value& usage, Value& step) {
  if (!times) return;
  step.mutable_dict().set("first_token", seconds_value(times->first));
  StreamFigures one;
  one.add(*times, tokens_in(usage).output);
  if (const std::optional<double> rate = one.tokens_per_second()) {
    step.mutable_dict().set("tokens_per_second", rate_value(*rate));
  }
}

}  // namespace bfclx::tools
