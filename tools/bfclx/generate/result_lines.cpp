#include "tools/bfclx/generate/result_lines.h"

#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/conversation/result_files.h"
#include "core/conversation/values.h"
#include "core/value/json.h"
#include "tools/bfclx/input/file_lines.h"

namespace bfclx::tools {
namespace {

constexpr std::array<std::string_view, 1> kId = {"id"};

}  // namespace

ResultLines lines_of(int descriptor, std::uint64_t kept) {
  ResultLines found;
  std::unordered_map<std::string, std::size_t> places;
  const bool whole = for_each_file_line(descriptor, [&](const FileLine& one) {
    const Result<Value> line = json_loads_object_filtered(one.text, kId);
    const std::string id(line.ok() ? text_member(*line, "id") : std::string_view());
    found.readable = found.readable && !id.empty();
    if (id.empty()) return;
    found.added = found.added || one.offset >= kept;
    const auto [place, is_new] = places.emplace(id, found.lines.size());
    if (is_new) {
      found.lines.push_back({id, one.offset, one.size});
    } else {
      found.lines[place->second] = {id, one.offset, one.size};
      found.repeated = true;
    }
  });
  found.readable = found.readable && whole;
  return found;
}

std::string read_again(int descriptor, const ResultLine& line, bool ascii) {
  std::optional<std::string> text = read_bytes(descriptor, line.offset, line.size);
  if (!text) return {};
  const Result<Value> value = read_result_line(*text);
  text.reset();  // it may be large
  if (!value.ok() || text_member(*value, "id") != line.id) return {};
  return result_line(*value, ascii);
}

}  // namespace bfclx::tools
