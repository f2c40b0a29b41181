#include "core/generation/run_metrics.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/float_text.h"
#include "core/base/utf8.h"

namespace bfclx {
namespace {

using Label = std::pair<std::string_view, std::string_view>;

std::string escaped_label(std::string_view value) {
  std::string text;
  for (const char c : sanitize_utf8(value)) {
    if (c == '\\' || c == '"') text += '\\';
    if (c == '\n') {
      text += "\\n";
    } else {
      text += c;
    }
  }
  return text;
}

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return float_repr(value);
}

// Writes families in order: a head, then its series.
class Exposition {
 public:
  void family(std::string_view name, std::string_view type, std::string_view help) {
    name_ = name;
    out_.append("# HELP ").append(name).append(" ").append(help).append("\n");
    out_.append("# TYPE ").append(name).append(" ").append(type).append("\n");
  }
  void sample(std::initializer_list<Label> labels, std::size_t value) {
    line({}, labels, std::to_string(value));
  }
  void real(std::initializer_list<Label> labels, double value) {
    line({}, labels, number_text(value));
  }
  void histogram(std::string_view label, std::string_view value, const Latencies& latencies) {
    std::size_t below = 0;
    for (std::size_t i = 0; i < latencies.counts.size(); ++i) {
      below += latencies.counts[i];
      const std::string bound =
          i < kLatencyBounds.size() ? number_text(kLatencyBounds[i]) : std::string("+Inf");
      line("_bucket", {{label, value}, {"le", bound}}, std::to_string(below));
    }
    line("_sum", {{label, value}}, number_text(latencies.sum));
    line("_count", {{label, value}}, std::to_string(below));
  }
  std::string take() { return std::move(out_); }

 private:
  void line(std::string_view suffix, std::initializer_list<Label> labels, std::string_view value) {
    out_.append(name_).append(suffix);
    char before = '{';
    for (const auto& [label, text] : labels) {
      out_ += before;
      out_.append(label).append("=\"").append(escaped_label(text)).append("\"");
      before = ',';
    }
    if (labels.size() > 0) out_ += '}';
    out_.append(" ").append(value).append("\n");
  }

  std::string_view name_;
  std::string out_;
};

// An endpoint with what the scheduler says of it.
struct EndpointRow {
  EndpointCounts counts;
  std::size_t in_flight = 0;
  std::size_t allowed = 0;
  bool available = true;
};

std::vector<EndpointRow> endpoint_rows(const RunState& state) {
  std::vector<EndpointRow> rows;
  for (std::size_t i = 0; i < state.endpoints.size(); ++i) {
    EndpointRow row;
    row.counts = state.endpoints[i];
    if (i < state.figures.endpoints.size()) {
      const EndpointFigures& figures = state.figures.endpoints[i];
      row.in_flight = figures.in_flight;
      row.allowed = figures.allowed;
      row.available = figures.state == EndpointState::kAvailable;
    } else {
      row.in_flight = state.figures.in_flight;
      row.allowed = state.figures.allowed;
      row.available = !state.figures.paused;
    }
    // Two endpoints may have one address, and a series is there once.
    const auto same = std::find_if(rows.begin(), rows.end(), [&row](const EndpointRow& one) {
      return one.counts.server == row.counts.server;
    });
    if (same == rows.end() && rows.size() < kMostEndpoints) {
      rows.push_back(std::move(row));
      continue;
    }
    EndpointRow& into = same != rows.end() ? *same : rows.back();
    if (same == rows.end()) into.counts.server = "other";
    for (std::size_t k = 0; k < kOutcomeKinds; ++k) {
      into.counts.outcomes[k] += row.counts.outcomes[k];
    }
    for (std::size_t k = 0; k < row.counts.latencies.counts.size(); ++k) {
      into.counts.latencies.counts[k] += row.counts.latencies.counts[k];
    }
    into.counts.latencies.sum += row.counts.latencies.sum;
    into.counts.retried += row.counts.retried;
    into.in_flight += row.in_flight;
    into.allowed += row.allowed;
    into.available = into.available || row.available;
  }
  return rows;
}

std::string_view category_name(const CategoryCounts& counts) {
  return counts.category != nullptr ? counts.category->name : "other";
}

void add_run(Exposition& out, const RunState& state) {
  out.family("bfclx_run_info", "gauge", "What identifies the run, as labels; always 1.");
  out.sample({{"version", state.program},
              {"model", state.model},
              {"api", state.api},
              {"dataset", state.dataset},
              {"shard", state.shard}},
             1);
  out.family("bfclx_run_start_time_seconds", "gauge", "Unix time when the run started.");
  out.real({}, state.started);
  out.family("bfclx_run_phase", "gauge", "1 for the current phase of the run, 0 for the others.");
  for (const std::string_view phase : {"running", "waiting", "stopping", "ended"}) {
    out.sample({{"phase", phase}}, state.phase() == phase ? 1 : 0);
  }
  if (const auto left = state.time.left(state.total().left())) {
    out.family("bfclx_run_seconds_left", "gauge", "Estimated seconds until the run ends.");
    out.real({}, *left);
  }
}

void add_requests(Exposition& out, const RunState& state) {
  const std::vector<EndpointRow> rows = endpoint_rows(state);
  out.family("bfclx_requests_total", "counter",
             "Finished requests to the model, by endpoint and outcome.");
  for (const EndpointRow& row : rows) {
    for (std::size_t i = 0; i < kOutcomeKinds; ++i) {
      // A success is there from the beginning, so that rates have a first value.
      if (row.counts.outcomes[i] == 0 && i != 0) continue;
      out.sample({{"endpoint", row.counts.server}, {"outcome", outcome_name(i)}},
                 row.counts.outcomes[i]);
    }
  }
  out.family("bfclx_category_requests_total", "counter",
             "Finished requests to the model, by category.");
  for (const CategoryCounts& one : state.categories) {
    out.sample({{"category", category_name(one)}}, one.requests);
  }
  out.family("bfclx_retries_total", "counter", "Finished requests that were retries, by endpoint.");
  for (const EndpointRow& row : rows) {
    out.sample({{"endpoint", row.counts.server}}, row.counts.retried);
  }
  out.family("bfclx_requests_in_flight", "gauge", "Requests in flight, by endpoint.");
  for (const EndpointRow& row : rows) out.sample({{"endpoint", row.counts.server}}, row.in_flight);
  out.family("bfclx_requests_allowed", "gauge", "Limit of requests in flight, by endpoint.");
  for (const EndpointRow& row : rows) out.sample({{"endpoint", row.counts.server}}, row.allowed);
  out.family("bfclx_endpoint_available", "gauge", "1 if the endpoint is available, 0 otherwise.");
  for (const EndpointRow& row : rows) {
    out.sample({{"endpoint", row.counts.server}}, row.available ? 1 : 0);
  }
  out.family("bfclx_request_duration_seconds", "histogram",
             "Seconds from a request to the last byte of its response, by endpoint.");
  for (const EndpointRow& row : rows) {
    out.histogram("endpoint", row.counts.server, row.counts.latencies);
  }
}

void add_entries(Exposition& out, const RunState& state) {
  out.family("bfclx_entries", "gauge", "Entries of the run, by category and state.");
  for (const CategoryCounts& one : state.categories) {
    const std::string_view name = category_name(one);
    out.sample({{"category", name}, {"state", "left"}}, one.left());
    out.sample({{"category", name}, {"state", "with_response"}}, one.with_response);
    out.sample({{"category", name}, {"state", "without_response"}}, one.without_response);
    out.sample({{"category", name}, {"state", "not_needed"}}, one.left_out);
    out.sample({{"category", name}, {"state", "had_result"}}, one.had);
  }
  out.family("bfclx_entries_in_progress", "gauge", "Entries in progress.");
  out.sample({}, state.figures.running);
  out.family("bfclx_generation_errors_total", "counter",
             "Entries whose result is an error message of the endpoint, by category.");
  for (const CategoryCounts& one : state.categories) {
    out.sample({{"category", category_name(one)}}, one.errors);
  }
  out.family("bfclx_token_limit_total", "counter",
             "Entries with a response that reached the token limit, by category.");
  for (const CategoryCounts& one : state.categories) {
    out.sample({{"category", category_name(one)}}, one.at_token_limit);
  }
}

void add_spending(Exposition& out, const RunState& state) {
  out.family("bfclx_tokens_total", "counter",
             "Tokens of finished entries, by category and type. Input includes cached tokens.");
  for (const CategoryCounts& one : state.categories) {
    const std::string_view name = category_name(one);
    out.sample({{"category", name}, {"type", "input"}}, one.tokens.input);
    out.sample({{"category", name}, {"type", "output"}}, one.tokens.output);
  }
  out.family("bfclx_cached_input_tokens_total", "counter",
             "Cached input tokens of finished entries, by category.");
  for (const CategoryCounts& one : state.categories) {
    out.sample({{"category", category_name(one)}}, one.tokens.cached);
  }
  if (state.total().tokens.reasoning > 0) {  // which not every server counts
    out.family("bfclx_reasoning_output_tokens_total", "counter",
               "Output tokens of finished entries that are reasoning, by category.");
    for (const CategoryCounts& one : state.categories) {
      out.sample({{"category", category_name(one)}}, one.tokens.reasoning);
    }
  }
  if (!state.prices) return;
  out.family("bfclx_cost_dollars_total", "counter",
             "Cost of finished entries in US dollars, by category.");
  for (const CategoryCounts& one : state.categories) {
    out.real({{"category", category_name(one)}}, state.prices->cost(one.tokens));
  }
}

void add_scores(Exposition& out, const RunState& state) {
  const bool any = std::any_of(state.categories.begin(), state.categories.end(),
                               [](const CategoryCounts& one) { return one.score.has_value(); });
  if (!any) return;
  out.family("bfclx_scored_entries", "gauge", "Entries scored so far, by category and verdict.");
  for (const CategoryCounts& one : state.categories) {
    if (!one.score) continue;
    const std::string_view name = category_name(one);
    out.sample({{"category", name}, {"verdict", "passed"}}, one.score->passed);
    out.sample({{"category", name}, {"verdict", "failed"}}, one.score->scored - one.score->passed);
  }
}

}  // namespace

std::string run_metrics(const RunState& state) {
  Exposition out;
  add_run(out, state);
  add_requests(out, state);
  add_entries(out, state);
  add_spending(out, state);
  add_scores(out, state);
  return out.take();
}

}  // namespace bfclx
