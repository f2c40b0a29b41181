#include "tools/bfclx/generate/observing_options.h"

#include <CLI/CLI.hpp>
#include <cstddef>

#include "tools/bfclx/generate/asker.h"
#include "tools/bfclx/generate/memory_budget.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kSpanBody = std::size_t{64} << 10;  // bytes of a request or response

}  // namespace

void add_observing_options(CLI::App& command, ObservingOptions& options) {
  command
      .add_option("--metrics", options.metrics,
                  "Serve metrics for Prometheus at http://ADDRESS/metrics, such as\n"
                  "127.0.0.1:9464; loopback addresses only")
      ->type_name("ADDRESS");
  command
      .add_option("--live", options.live,
                  "Serve the state of the run for the live page of the site, read-only and\n"
                  "with a key (default: 127.0.0.1:9465); loopback addresses only.\n"
                  "From another machine, use a tunnel: ssh -L 9465:127.0.0.1:9465 HOST")
      ->type_name("[ADDRESS]")
      ->expected(0, 1)
      ->default_str("");
  command
      .add_option("--live-site", options.live_site,
                  "Address of the site that may read --live, such as https://bench.example.org\n"
                  "(default: a site at localhost)")
      ->type_name("URL");
  command
      .add_option("--spans", options.spans,
                  "Append OpenTelemetry spans of the run, its entries and requests to FILE, as\n"
                  "JSON lines (OTLP)")
      ->type_name("FILE");
  command.add_flag("--span-content", options.span_content,
                   "With --spans: add the bodies of requests and responses, prompts included\n"
                   "(at most " +
                       size_text(kSpanBody) + " of each)");
  command
      .add_option("--log", options.log,
                  "Append a log of every request and entry to FILE, as JSON lines, with the\n"
                  "request ids of the server; missing folders are created")
      ->type_name("FILE");
}

ReportDetail report_detail(const ObservingOptions& options) {
  return {!options.spans.empty(), options.span_content ? kSpanBody : 0};
}

}  // namespace bfclx::tools
