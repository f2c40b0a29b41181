// The state of a run, and how Prometheus, the live page, spans and the log show it.
#include "core/generation/run_state.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/generation/run_metrics.h"
#include "core/generation/run_state_json.h"
#include "core/generation/run_text.h"
#include "core/generation/span_json.h"

namespace bfclx {
namespace {

using nlohmann::json;

std::vector<PlannedEntry> plan_of(std::size_t simple, std::size_t multiple) {
  std::vector<PlannedEntry> plan;
  for (std::size_t i = 0; i < simple + multiple; ++i) {
    auto entry = std::make_shared<Entry>();
    const bool first = i < simple;
    entry->id = (first ? "simple_python_" : "multiple_") + std::to_string(i);
    entry->category = find_category(first ? "simple_python" : "multiple");
    plan.push_back({entry, {}});
  }
  return plan;
}

RequestReport request(int status, double seconds, int attempt = 1, std::size_t endpoint = 0) {
  RequestOutcome outcome;
  outcome.status = status;
  if (status == 0) outcome.failure = RequestFailure::kTimeout;
  RequestReport report;
  report.number = 7;
  report.id = "simple_python_0";
  report.category = find_category("simple_python");
  report.attempt = attempt;
  report.endpoint = endpoint;
  report.outcome = outcome_kind(outcome);
  report.status = status;
  report.ended = 1795885200.25;
  report.seconds = seconds;
  if (report.outcome != 0) report.error = "https://a: status " + std::to_string(status);
  return report;
}

RunState two_endpoints() {
  const std::vector<PlannedEntry> plan = plan_of(3, 2);
  RunState state;
  state.program = "1.0";
  state.model = "model \"x\"\\\n";
  state.api = "chat";
  state.dataset = "v4";
  state.started = 1795885200;
  state.prices = TokenPrices{1, 10};
  state.begin(plan, {"https://a/v1", "https://b/v1"}, 100);
  state.requested(request(200, 0.3));
  state.requested(request(429, 0.01));
  state.requested(request(200, 3, 2, 1));
  state.requested(request(0, 600, 1, 1));
  state.entry_ended(find_category("simple_python"), {true, false, true, {1000, 400, 50}, {}});
  state.entry_ended(find_category("multiple"), {false, false, false, {10, 0, 0}, "status 500"});
  return state;
}

std::string line_of(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return "no " + begin;
  return text.substr(at, text.find('\n', at) - at);
}

TEST(RunState, CountsEntriesAndRequests) {
  const RunState state = two_endpoints();
  const CategoryCounts total = state.total();
  EXPECT_EQ(total.planned, 5u);
  EXPECT_EQ(total.with_response, 1u);
  EXPECT_EQ(total.without_response, 1u);
  EXPECT_EQ(total.left(), 3u);
  EXPECT_EQ(total.tokens.input, 1010u);
  EXPECT_EQ(state.endpoints[0].requests(), 2u);
  EXPECT_EQ(state.endpoints[1].retried, 1u);
  EXPECT_EQ(state.endpoints[1].latencies.count(), 1u) << "a timeout is no latency";
  EXPECT_EQ(state.reasons.at("status 500"), 1u);
  EXPECT_DOUBLE_EQ(*state.cost(), 0.00151);
  EXPECT_EQ(state.phase(), "running");
  EXPECT_EQ(progress_text(state), "2 of 5 entries, 0 in flight, 1 without a response");
}

TEST(RunState, IsBoundedWhateverAServerSays) {
  RunState state;
  state.begin(plan_of(1, 0), {"https://a"}, 0);
  for (int i = 0; i < 1000; ++i) {
    const std::string reason = "reason " + std::to_string(i);
    state.entry_ended(find_category("multiple"), {false, false, false, {}, reason});
    state.said(std::string(10000, 'x') + reason, i);
    state.requested(request(100 + i, 1));
    state.requested(request(200, 1, 1, 5000));
  }
  EXPECT_LE(state.reasons.size(), 33u);
  EXPECT_EQ(state.messages.size(), 20u);
  EXPECT_LT(state.messages.back().text.size(), 500u);
  EXPECT_LT(run_metrics(state).size(), 20000u);
  EXPECT_LT(run_state_json(state, 1).size(), 30000u);
}

TEST(RunState, SaysWhatAReaderShouldKnow) {
  RunState state = two_endpoints();
  state.why = "stopped";
  state.ended = true;
  const std::vector<RunFinding> findings = run_findings(state);
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[0].code, "ended_early");
  EXPECT_EQ(findings[1].text, "1 entry has no response; the next run requests it again");
  EXPECT_EQ(findings[2].code, "token_limit");
  EXPECT_EQ(state.phase(), "ended");
}

TEST(Latencies, QuantilesLieInTheirBuckets) {
  Latencies latencies;
  EXPECT_FALSE(latencies.quantile(0.5));
  for (int i = 0; i < 90; ++i) latencies.add(0.3);
  for (int i = 0; i < 10; ++i) latencies.add(30);
  EXPECT_GT(*latencies.quantile(0.5), 0.25);
  EXPECT_LE(*latencies.quantile(0.5), 0.5);
  EXPECT_GT(*latencies.quantile(0.95), 20);
  EXPECT_LE(*latencies.quantile(0.95), 40);
  latencies.add(1e9);
  EXPECT_EQ(*latencies.quantile(1), kLatencyBounds.back());
}

TEST(RunMetrics, AreInPrometheusForm) {
  const std::string text = run_metrics(two_endpoints());
  EXPECT_EQ(
      line_of(text, "bfclx_run_info{"),
      R"(bfclx_run_info{version="1.0",model="model \"x\"\\\n",api="chat",dataset="v4",shard=""} 1)");
  EXPECT_EQ(line_of(text, "bfclx_requests_total{"),
            R"(bfclx_requests_total{endpoint="https://a/v1",outcome="success"} 1)");
  EXPECT_NE(text.find(R"(bfclx_requests_total{endpoint="https://a/v1",outcome="rate_limited"} 1)"),
            std::string::npos);
  EXPECT_NE(text.find(R"(bfclx_requests_total{endpoint="https://b/v1",outcome="timeout"} 1)"),
            std::string::npos);
  EXPECT_NE(
      text.find("bfclx_request_duration_seconds_bucket{endpoint=\"https://b/v1\",le=\"5.0\"} 1"),
      std::string::npos);
  EXPECT_NE(text.find("bfclx_entries{category=\"simple_python\",state=\"left\"} 2"),
            std::string::npos);
  EXPECT_NE(text.find("bfclx_cost_dollars_total{category=\"simple_python\"} 0.0015"),
            std::string::npos);
}

// Reasoning is shown where a server counts it.
TEST(RunMetrics, HaveReasoningTokens) {
  RunState state = two_endpoints();
  EXPECT_EQ(run_metrics(state).find("reasoning"), std::string::npos);
  EXPECT_EQ(run_span_line(state, {}, 1795885300).find("reasoning"), std::string::npos);
  state.entry_ended(find_category("simple_python"), {true, false, false, {100, 0, 50, 30}, {}});
  EXPECT_EQ(line_of(run_metrics(state), "bfclx_reasoning_output_tokens_total{"),
            "bfclx_reasoning_output_tokens_total{category=\"simple_python\"} 30");
  EXPECT_NE(
      run_span_line(state, {}, 1795885300)
          .find(R"("key": "gen_ai.usage.reasoning.output_tokens", "value": {"intValue": "30"})"),
      std::string::npos)
      << run_span_line(state, {}, 1795885300);
  RequestReport report = request(200, 0.5);
  report.tokens = {100, 0, 50, 30};
  EXPECT_EQ(json::parse(request_log_line(report, state))["reasoning_tokens"], 30);
  EXPECT_NE(request_span_line(report, state, {}).find("gen_ai.usage.reasoning.output_tokens"),
            std::string::npos);
}

TEST(RunText, NamesWhatWaitsForTheBudget) {
  RunState state = two_endpoints();
  state.figures.waiting_for_budget = 3;
  EXPECT_TRUE(outlook_text(state).starts_with(", 3 waiting for the budget")) << outlook_text(state);
  EXPECT_EQ(outlook_text(state).find("retried"), std::string::npos);
  EXPECT_EQ(json::parse(run_state_json(state, 1795885300))["requests"]["waiting_for_budget"], 3);
}

TEST(RunMetrics, HaveEachSeriesOnce) {
  RunState state;
  std::vector<std::string> servers(1000, "https://same");
  for (int i = 0; i < 1000; ++i) servers.push_back("https://" + std::to_string(i));
  state.begin(plan_of(1, 0), servers, 0);
  for (std::size_t i = 0; i < servers.size(); ++i) state.requested(request(200, 1, 1, i));
  const std::string text = run_metrics(state);
  std::set<std::string> series;
  std::size_t requests = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line[0] == '#') continue;
    const std::size_t value = line.rfind(' ');
    EXPECT_TRUE(series.insert(line.substr(0, value)).second) << line;
    if (line.rfind("bfclx_requests_total", 0) == 0) requests += std::stoul(line.substr(value));
  }
  EXPECT_EQ(requests, servers.size()) << "also those without a label of their own";
  EXPECT_LT(series.size(), 256u * 30);
}

TEST(RunStateJson, HasTheFactsOfTheRun) {
  RunState state = two_endpoints();
  state.failures["value_error:string"] = 3;
  state.categories[0].score = CategoryScore{2, 1, 0.1, 0.9};
  state.said("bad \xff bytes\nand \x1b[31m", 5);
  const json page = json::parse(run_state_json(state, 1795885260));
  EXPECT_EQ(page["format"], 1);
  EXPECT_EQ(page["run"]["model"], "model \"x\"\\\n");
  EXPECT_EQ(page["entries"]["left"], 3);
  EXPECT_EQ(page["categories"].size(), 2u);
  EXPECT_EQ(page["endpoints"][1]["outcomes"]["timeout"], 1);
  EXPECT_EQ(page["failures"][0]["name"], "value_error:string");
  EXPECT_EQ(page["spend"]["max_cost"], nullptr);
  EXPECT_EQ(page["messages"][0]["text"], "bad \xEF\xBF\xBD bytes\nand \x1b[31m");
}

TEST(SpanJson, AreLinesOfOtlp) {
  const RunState state = two_endpoints();
  SpanSettings settings;
  settings.ids.trace = {1, 2};
  settings.operation = "chat";
  settings.provider = "openai";
  settings.model = "m";
  RequestReport report = request(429, 0.5, 2);
  const std::string line = request_span_line(report, state, settings);
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  const json span = json::parse(line)["resourceSpans"][0]["scopeSpans"][0]["spans"][0];
  EXPECT_EQ(span["traceId"], "00000000000000010000000000000002");
  EXPECT_EQ(span["parentSpanId"], settings.ids.entry_span(0));
  EXPECT_EQ(span["kind"], 3);
  EXPECT_EQ(span["startTimeUnixNano"], "1795885199750000000");
  EXPECT_EQ(span["endTimeUnixNano"], "1795885200250000000");
  EXPECT_EQ(span["status"]["code"], 2);
  json attributes;
  for (const json& one : span["attributes"]) attributes[std::string(one["key"])] = one["value"];
  EXPECT_EQ(attributes["error.type"]["stringValue"], "429");
  EXPECT_EQ(attributes["server.address"]["stringValue"], "a");
  EXPECT_EQ(attributes["server.port"]["intValue"], "443");
  EXPECT_EQ(attributes["http.request.resend_count"]["intValue"], "1");
  EXPECT_EQ(attributes.count("bfclx.request.body"), 0u);
  report.request_body = "{\"messages\": []}";
  EXPECT_NE(request_span_line(report, state, settings).find("bfclx.request.body"),
            std::string::npos);
}

TEST(SpanJson, IdsOfATraceDiffer) {
  TraceIds ids;
  ids.trace = {5, 6};
  std::set<std::string> seen = {ids.run_span()};
  for (std::size_t i = 0; i < 5000; ++i) {
    EXPECT_TRUE(seen.insert(ids.entry_span(i)).second);
    EXPECT_TRUE(seen.insert(ids.request_span(i)).second);
  }
}

TEST(LogLine, NamesRequestsByBothNumbers) {
  RequestReport report = request(200, 0.5);
  report.request_id = "req_1";
  const json line = json::parse(request_log_line(report, two_endpoints()));
  EXPECT_EQ(line["time"], "2026-11-28T17:00:00.250Z");
  EXPECT_EQ(line["request"], 7);
  EXPECT_EQ(line["request_id"], "req_1");
  EXPECT_EQ(line["endpoint"], "https://a/v1");
  EXPECT_EQ(line["status"], 200);
  EXPECT_EQ(line.count("error"), 0u);
}

TEST(RequestReport, TakesIdsOfManyServers) {
  EXPECT_EQ(request_id_of({{"request-id", "a"}, {"x-request-id", "b"}}), "b");
  EXPECT_EQ(request_id_of({{"x-request-id", std::string(9999, 'x') + "\n"}}).size(), 200u);
  EXPECT_EQ(request_id_of({{"x-request-id", "a\x1b[31m\xff"}}), "a?[31m?");
  RequestReport report;
  add_response_names(report, R"({"id": "r1", "modelVersion": "m2", "model": 5})");
  EXPECT_EQ(report.response_id, "r1");
  EXPECT_EQ(report.response_model, "m2");
  add_response_names(report, "not JSON");
  EXPECT_EQ(report.response_id, "r1");
}

}  // namespace
}  // namespace bfclx
