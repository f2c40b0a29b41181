#include "tools/bfclx/generate/run_latency.h"

#include <array>
#include <cerrno>
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

Result<ResponseLatency> latency_of_results(const ResultFolder& folder) {
  ResponseLatency found;
  for (const Category& category : categories()) {
    const std::string name = std::string(category.name) + "_0";
    const std::string path = result_file_path(name);
    const Descriptor file = folder.open_file(path);
    const bool is_missing = !file && errno == ENOENT;
    const bool is_read =
        is_missing || (file && for_each_file_line(file.get(), [&](const FileLine& one) {
                         add_latency(name, one.text, found);
                       }));
    if (!is_read) {
      return Error{"latency", "the manifest has no latency: " + path + ": " + reason_text(errno)};
    }
  }
  return found;
}

}  // namespace bfclx::tools
