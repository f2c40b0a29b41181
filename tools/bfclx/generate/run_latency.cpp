#include "tools/bfclx/generate/run_latency.h"

#include <array>
#include <string>
#include <string_view>

#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/input/file_lines.h"

namespace bfclx::tools {

ResponseLatency latency_of_results(const ResultFolder& folder) {
  constexpr std::array<std::string_view, 1> kLatency = {"latency"};
  ResponseLatency found;
  for (const Category& category : categories()) {
    const Descriptor file = folder.open_file(result_file_path(std::string(category.name) + "_0"));
    if (!file) continue;
    for_each_file_line(file.get(), [&](const FileLine& one) {
      const Result<Value> line = json_loads_object_filtered(one.text, kLatency);
      const Value* latency = line.ok() ? present(*line, "latency") : nullptr;
      if (latency != nullptr) found.add(&category, *latency);
    });
  }
  return found;
}

}  // namespace bfclx::tools
