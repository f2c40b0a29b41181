#include "core/generation/span_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <utility>

#include "core/base/utf8.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::int64_t kInternal = 1;  // SpanKind
constexpr std::int64_t kClient = 3;
constexpr std::int64_t kStatusError = 2;
constexpr std::int64_t kMicro = 1'000'000;

struct ApiRow {
  std::string_view api;
  std::string_view provider;
  std::string_view operation;
};
constexpr ApiRow kApis[] = {
    {"chat", "openai", "chat"},         {"responses", "openai", "chat"},
    {"anthropic", "anthropic", "chat"}, {"gemini", "gcp.gemini", "generate_content"},
    {"mistral", "mistral_ai", "chat"},  {"cohere", "cohere", "chat"},
    {"bedrock", "aws.bedrock", "chat"}, {"completions", "openai", "text_completion"},
};

const ApiRow& row_of_api(std::string_view api) {
  const auto* row = std::find_if(std::begin(kApis), std::end(kApis),
                                 [api](const ApiRow& one) { return one.api == api; });
  return row != std::end(kApis) ? *row : kApis[0];
}

std::string hex16(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

// splitmix64: ids of one trace that differ in kind or number are different.
std::uint64_t mixed(std::uint64_t number) {
  number += 0x9E3779B97F4A7C15ull;
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9ull;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EBull;
  return number ^ (number >> 31);
}

std::string span_id(const TraceIds& ids, std::uint64_t kind, std::uint64_t number) {
  const std::uint64_t id = mixed(ids.trace[1] ^ (kind << 62) ^ number);
  return hex16(id != 0 ? id : 1);
}

std::string nanoseconds(double unix_seconds) {
  const auto micro = static_cast<std::int64_t>(std::llround(std::max(0.0, unix_seconds) * kMicro));
  return std::to_string(micro) + "000";
}

Value string_of(std::string_view bytes) { return Value::str(sanitize_utf8(bytes)); }

// The attributes of a span, in the form of OTLP.
class Attributes {
 public:
  void add(std::string_view key, std::string_view text) {
    if (!text.empty()) put(key, dict_of({{"stringValue", string_of(text)}}));
  }
  void add(std::string_view key, std::int64_t number) {
    put(key, dict_of({{"intValue", std::to_string(number)}}));
  }
  void add(std::string_view key, std::size_t number) {
    add(key, static_cast<std::int64_t>(number));
  }
  void real(std::string_view key, double number) { put(key, dict_of({{"doubleValue", number}})); }
  void texts(std::string_view key, std::string_view only) {
    if (only.empty()) return;
    Value array = Value::list({dict_of({{"stringValue", string_of(only)}})});
    put(key, dict_of({{"arrayValue", dict_of({{"values", std::move(array)}})}}));
  }
  Value take() { return Value::list(std::move(items_)); }

 private:
  void put(std::string_view key, Value value) {
    items_.push_back(dict_of({{"key", key}, {"value", std::move(value)}}));
  }
  List items_;
};

struct Span {
  std::string id;
  std::string parent = {};
  std::string name;
  std::int64_t kind = kInternal;
  double begun = 0;
  double ended = 0;
  std::string error = {};
};

std::string span_line(const Span& span, Attributes attributes, const RunState& state,
                      const TraceIds& ids) {
  Value written = dict_of({{"traceId", ids.trace_text()},
                           {"spanId", span.id},
                           {"parentSpanId", span.parent},
                           {"name", string_of(span.name)},
                           {"kind", Value::integer(span.kind)},
                           {"startTimeUnixNano", nanoseconds(span.begun)},
                           {"endTimeUnixNano", nanoseconds(span.ended)},
                           {"attributes", attributes.take()}});
  if (!span.error.empty()) {
    written.mutable_dict().set("status", dict_of({{"code", Value::integer(kStatusError)},
                                                  {"message", string_of(span.error)}}));
  }
  Attributes resource;
  resource.add("service.name", "bfclx");
  resource.add("service.version", state.program);
  const Value scope = dict_of({{"name", "bfclx"}, {"version", state.program}});
  const Value scope_spans =
      dict_of({{"scope", scope}, {"spans", Value::list({std::move(written)})}});
  const Value resource_spans = dict_of({{"resource", dict_of({{"attributes", resource.take()}})},
                                        {"scopeSpans", Value::list({scope_spans})}});
  std::string line;
  append_json(line, dict_of({{"resourceSpans", Value::list({resource_spans})}}));
  return line + "\n";
}

std::string_view category_of(const Category* category) {
  return category != nullptr ? category->name : std::string_view();
}

std::string_view server_of(const RequestReport& report, const RunState& state) {
  return report.endpoint < state.endpoints.size()
             ? std::string_view(state.endpoints[report.endpoint].server)
             : std::string_view();
}

// Host and port of "https://host:8000/v1".
void add_server(Attributes& attributes, std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return attributes.add("server.address", url);
  const bool tls = url.substr(0, scheme) == "https";
  std::string_view host = url.substr(scheme + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  std::int64_t port = tls ? 443 : 80;
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) {
    std::from_chars(host.data() + colon + 1, host.data() + host.size(), port);
    host = host.substr(0, colon);
  }
  attributes.add("server.address", host);
  attributes.add("server.port", port);
}

// "2026-11-28T17:00:00.123Z"; of any time since 1970.
std::string iso_text(double unix_seconds) {
  constexpr std::int64_t kDay = 86'400'000;
  const auto all = static_cast<std::int64_t>(std::llround(std::max(0.0, unix_seconds) * 1000));
  // Days to a date, by eras of 400 years that begin in March.
  const std::int64_t shifted = all / kDay + 719468;
  const std::int64_t day_of_era = shifted % 146097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const std::int64_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const std::int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const std::int64_t year = shifted / 146097 * 400 + year_of_era + (month <= 2 ? 1 : 0);
  const std::int64_t rest = all % kDay;
  char text[64];
  std::snprintf(text, sizeof text, "%04lld-%02lld-%02lldT%02lld:%02lld:%02lld.%03lldZ",
                static_cast<long long>(year), static_cast<long long>(month),
                static_cast<long long>(day), static_cast<long long>(rest / 3'600'000),
                static_cast<long long>(rest / 60'000 % 60),
                static_cast<long long>(rest / 1000 % 60), static_cast<long long>(rest % 1000));
  return text;
}

std::string log_line(const Value& value) {
  std::string line;
  append_json(line, value);
  return line + "\n";
}

void set_text(Value& line, std::string_view name, std::string_view text) {
  if (!text.empty()) line.mutable_dict().set(name, string_of(text));
}

void set_tokens(Value& line, const TokenCounts& tokens) {
  if (tokens.all() == 0) return;
  Dict& dict = line.mutable_dict();
  dict.set("input_tokens", Value::integer(static_cast<std::int64_t>(tokens.input)));
  dict.set("cached_tokens", Value::integer(static_cast<std::int64_t>(tokens.cached)));
  dict.set("output_tokens", Value::integer(static_cast<std::int64_t>(tokens.output)));
  if (tokens.reasoning == 0) return;
  dict.set("reasoning_tokens", Value::integer(static_cast<std::int64_t>(tokens.reasoning)));
}

// Which not every server counts.
void add_reasoning(Attributes& attributes, const TokenCounts& tokens) {
  if (tokens.reasoning > 0) {
    attributes.add("gen_ai.usage.reasoning.output_tokens", tokens.reasoning);
  }
}

}  // namespace

std::string TraceIds::trace_text() const { return hex16(trace[0]) + hex16(trace[1]); }
std::string TraceIds::run_span() const { return span_id(*this, 0, 0); }
std::string TraceIds::entry_span(std::size_t entry) const { return span_id(*this, 1, entry); }
std::string TraceIds::request_span(std::size_t number) const { return span_id(*this, 2, number); }

std::string_view provider_of_api(std::string_view api) { return row_of_api(api).provider; }
std::string_view operation_of_api(std::string_view api) { return row_of_api(api).operation; }

std::string request_span_line(const RequestReport& report, const RunState& state,
                              const SpanSettings& settings) {
  Span span;
  span.id = settings.ids.request_span(report.number);
  span.parent = report.id.empty() ? settings.ids.run_span() : settings.ids.entry_span(report.entry);
  span.name = settings.operation + " " + settings.model;
  span.kind = kClient;
  span.begun = report.ended - report.seconds;
  span.ended = report.ended;
  span.error = report.error;
  Attributes attributes;
  attributes.add("gen_ai.operation.name", settings.operation);
  attributes.add("gen_ai.provider.name", settings.provider);
  attributes.add("gen_ai.request.model", settings.model);
  attributes.real("gen_ai.request.temperature", settings.temperature);
  if (settings.max_tokens) attributes.add("gen_ai.request.max_tokens", *settings.max_tokens);
  attributes.add("gen_ai.response.id", report.response_id);
  attributes.add("gen_ai.response.model", report.response_model);
  attributes.texts("gen_ai.response.finish_reasons", report.finish_reason);
  if (report.tokens.all() > 0) {
    attributes.add("gen_ai.usage.input_tokens", report.tokens.input);
    attributes.add("gen_ai.usage.cache_read.input_tokens", report.tokens.cached);
    attributes.add("gen_ai.usage.output_tokens", report.tokens.output);
    add_reasoning(attributes, report.tokens);
  }
  add_server(attributes, server_of(report, state));
  if (report.status != 0) {
    attributes.add("http.response.status_code", static_cast<std::int64_t>(report.status));
  }
  if (report.attempt > 1) {
    attributes.add("http.request.resend_count", static_cast<std::int64_t>(report.attempt - 1));
  }
  if (!report.error.empty()) {
    const std::string status = std::to_string(report.status);
    attributes.add("error.type",
                   report.status >= 300 ? std::string_view(status) : outcome_name(report.outcome));
  }
  attributes.add("bfclx.request.number", report.number);
  attributes.add("bfclx.request.id", report.request_id);
  attributes.add("bfclx.request.use", use_name(report.use));
  attributes.add("bfclx.entry.id", report.id);
  attributes.add("bfclx.request.body", report.request_body);
  attributes.add("bfclx.response.body", report.response_body);
  return span_line(span, std::move(attributes), state, settings.ids);
}

std::string entry_span_line(const EntryReport& report, const RunState& state,
                            const SpanSettings& settings) {
  Span span;
  span.id = settings.ids.entry_span(report.entry);
  span.parent = settings.ids.run_span();
  span.name = "entry " + std::string(category_of(report.category));
  span.begun = report.ended - report.seconds;
  span.ended = report.ended;
  span.error = report.error;
  Attributes attributes;
  attributes.add("bfclx.entry.id", report.id);
  attributes.add("bfclx.category", category_of(report.category));
  attributes.add("bfclx.requests", report.requests);
  attributes.add("bfclx.retries", static_cast<std::int64_t>(report.retried));
  attributes.add("gen_ai.usage.input_tokens", report.end.tokens.input);
  attributes.add("gen_ai.usage.output_tokens", report.end.tokens.output);
  add_reasoning(attributes, report.end.tokens);
  if (!report.end.with_response) attributes.add("error.type", report.end.reason);
  return span_line(span, std::move(attributes), state, settings.ids);
}

std::string run_span_line(const RunState& state, const SpanSettings& settings, double unix_now) {
  const CategoryCounts total = state.total();
  Span span;
  span.id = settings.ids.run_span();
  span.name = "run";
  span.begun = state.started;
  span.ended = unix_now;
  span.error = state.why;
  Attributes attributes;
  attributes.add("gen_ai.provider.name", settings.provider);
  attributes.add("gen_ai.request.model", settings.model);
  attributes.add("gen_ai.usage.input_tokens", total.tokens.input);
  attributes.add("gen_ai.usage.output_tokens", total.tokens.output);
  add_reasoning(attributes, total.tokens);
  attributes.add("bfclx.model", state.model);
  attributes.add("bfclx.dataset", state.dataset);
  attributes.add("bfclx.shard", state.shard);
  attributes.add("bfclx.entries.planned", total.planned);
  attributes.add("bfclx.entries.with_response", total.with_response);
  attributes.add("bfclx.entries.without_response", total.without_response);
  attributes.add("bfclx.requests", state.figures.requests);
  attributes.add("bfclx.retries", state.figures.repeated);
  if (const auto cost = state.cost()) attributes.real("bfclx.cost_dollars", *cost);
  return span_line(span, std::move(attributes), state, settings.ids);
}

std::string request_log_line(const RequestReport& report, const RunState& state) {
  Value line =
      dict_of({{"time", iso_text(report.ended)}, {"event", "request"}, {"request", report.number}});
  set_text(line, "request_id", report.request_id);
  set_text(line, "id", report.id);
  set_text(line, "category", category_of(report.category));
  set_text(line, "endpoint", server_of(report, state));
  Dict& dict = line.mutable_dict();
  dict.set("attempt", Value::integer(report.attempt));
  dict.set("status", report.status != 0 ? Value::integer(report.status) : Value());
  dict.set("outcome", Value::str(outcome_name(report.outcome)));
  dict.set("use", Value::str(use_name(report.use)));
  dict.set("seconds", Value::real(report.seconds));
  set_tokens(line, report.tokens);
  set_text(line, "finish_reason", report.finish_reason);
  set_text(line, "error", report.error);
  return log_line(line);
}

std::string entry_log_line(const EntryReport& report) {
  Value line = dict_of({{"time", iso_text(report.ended)}, {"event", "entry"}, {"id", report.id}});
  set_text(line, "category", category_of(report.category));
  Dict& dict = line.mutable_dict();
  dict.set("has_response", Value::boolean(report.end.with_response));
  dict.set("is_error", Value::boolean(report.end.error));
  dict.set("seconds", Value::real(report.seconds));
  dict.set("requests", Value::integer(static_cast<std::int64_t>(report.requests)));
  dict.set("retries", Value::integer(report.retried));
  set_tokens(line, report.end.tokens);
  set_text(line, "reason", report.end.reason);
  set_text(line, "error", report.error);
  return log_line(line);
}

std::string run_log_line(std::string_view event, const RunState& state, double unix_now) {
  const CategoryCounts total = state.total();
  Value line = dict_of({{"time", iso_text(unix_now)},
                        {"event", event},
                        {"version", state.program},
                        {"model", string_of(state.model)},
                        {"api", string_of(state.api)},
                        {"dataset", string_of(state.dataset)}});
  set_text(line, "shard", state.shard);
  Dict& dict = line.mutable_dict();
  dict.set("planned", Value::integer(static_cast<std::int64_t>(total.planned)));
  dict.set("with_response", Value::integer(static_cast<std::int64_t>(total.with_response)));
  dict.set("without_response", Value::integer(static_cast<std::int64_t>(total.without_response)));
  set_tokens(line, total.tokens);
  set_text(line, "why", state.why);
  return log_line(line);
}

std::string message_log_line(std::string_view text, double unix_now) {
  return log_line(
      dict_of({{"time", iso_text(unix_now)}, {"event", "message"}, {"text", string_of(text)}}));
}

}  // namespace bfclx
