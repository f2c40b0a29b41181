#include "tools/bfclx/generate/run_latency.h"

#include <array>
#include <string>
#include <string_view>

#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/dataset/category.h"
#include "core/value/json.h"
#include "tools/bfclx/input/file_lines.h"

namespace bfclx::tools {

void add_latency(std::string_view id, std::string_view text, ResponseLatency& found) {
  constexpr std::array<std::string_view, 1> kLatency = {"latency"};
  const Result<Value> line = json_loads_object_filtered(text, kLatency);
  const Value* latency = line.ok() ? present(*line, "latency") : nullptr;
  if (latency != nullptr) found.add(category_of_id(id), *latency);
}

ResponseLatency latency_of_results(const ResultFolder& folder) {
  ResponseLatency found;
  for (const Category& category : categories()) {
    const std::string name = std::string(category.name) + "_0";
    const Descriptor file = folder.open_file(result_file_path(name));
    if (!file) continue;
    for_each_file_line(file.get(), [&](const FileLine& one) {
      add_latency(name, one.text, found);
    });
  }
  return found;
}

}  // namespace bfclx::tools
