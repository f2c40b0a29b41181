// Options of `bfclx generate` and `bfclx run` by which others follow a run: metrics, a live page,
// spans, a log.
#ifndef BFCLX_TOOLS_BFCLX_GENERATE_OBSERVING_OPTIONS_H_
#define BFCLX_TOOLS_BFCLX_GENERATE_OBSERVING_OPTIONS_H_

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace bfclx::tools {

struct ReportDetail;

struct ObservingOptions {
  std::string metrics;              // address
  std::optional<std::string> live;  // address; empty: the usual one
  std::string live_site;            // address of the site
  std::string spans;                // files
  bool span_content = false;
  std::string log;

  bool any() const { return !metrics.empty() || live || !spans.empty() || !log.empty(); }
};

void add_observing_options(CLI::App& command, ObservingOptions& options);

// What the reports of requests are to have.
ReportDetail report_detail(const ObservingOptions& options);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_GENERATE_OBSERVING_OPTIONS_H_
