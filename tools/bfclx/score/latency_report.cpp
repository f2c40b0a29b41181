#include "tools/bfclx/score/latency_report.h"

#include "core/render/escape.h"
#include "core/render/visible.h"
#include "core/report/latency_table.h"
#include "tools/bfclx/score/score_report.h"

namespace bfclx::tools {
namespace {

std::string title_of(const ModelRun& model) {
  const std::string name = printable_line(model.name);
  if (!model.latency.all) return name + ": the results have no latency";
  return "Latency of the requests of " + name;
}

std::string streamed_of(const ModelRun& model) {
  return model.latency.streamed ? streamed_text(*model.latency.streamed) : std::string();
}

}  // namespace

std::string latency_report(const Report& report, const Terminal& terminal) {
  std::string text;
  for (const ModelReport& model : report.models) {
    const RunLatency& latency = model.run->latency;
    text += "\n" + title_of(*model.run) + "\n";
    if (!latency.all) continue;
    text += terminal_table(latency_table(latency), terminal.screen());
    if (const std::string streamed = streamed_of(*model.run); !streamed.empty()) {
      text += wrapped(streamed, 2, terminal.width());
    }
  }
  return text;
}

std::string markdown_report(const Report& report, bool latency) {
  std::string text = markdown_report(report);
  if (!latency) return text;
  for (const ModelReport& model : report.models) {
    text += "\n" + markdown_text(title_of(*model.run)) + "\n";
    if (!model.run->latency.all) continue;
    text += "\n" + markdown_table(latency_table(model.run->latency));
    if (const std::string streamed = streamed_of(*model.run); !streamed.empty()) {
      text += "\n" + markdown_text(streamed) + ".\n";
    }
  }
  return text;
}

}  // namespace bfclx::tools
