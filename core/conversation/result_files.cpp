#include "core/conversation/result_files.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/utf8.h"
#include "core/conversation/plan.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// get_directory_structure_by_id. What belongs to no category lies with the first of them.
std::string folder_of(const EntryId& id) {
  const Category& category = id.category != nullptr ? *id.category : categories().front();
  return std::string(category.folder);
}

std::string snapshot_folder(string_view id) {
  return folder_of(read_entry_id(id)) + "/memory_snapshot/";
}

std::string line_text(const Value& line, bool ascii) {
  JsonStyle style;
  style.ensure_ascii = ascii;
  style.lenient = true;
  Result<std::string> text = json_dumps(line, style);
  // A lone surrogate, with which the official writer stops.
  if (!ascii && text.ok() && find_invalid_utf8(*text).has_value()) return line_text(line, true);
  return text.ok() ? std::move(text).value() : std::string();
}

Error bad_line(std::size_t number, const std::string& text) {
  return Error{"ResultFileError", "line " + std::to_string(number) + ": " + text};
}

struct Line {
  std::string id;
  Value value;
};

Result<std::vector<Line>> read_lines(string_view file) {
  std::vector<Line> lines;
  std::size_t number = 0;
  while (!file.empty()) {
    const std::size_t end = file.find('\n');
    const string_view text = file.substr(0, end);
    file.remove_prefix(end == string_view::npos ? file.size() : end + 1);
    ++number;
    if (find_invalid_utf8(text).has_value()) return bad_line(number, "invalid UTF-8");
    Result<Value> value = json_loads(text);
    if (!value.ok()) return bad_line(number, value.error().message);
    const string_view id = text_member(*value, "id");
    if (id.empty()) return bad_line(number, "no \"id\"");
    lines.push_back({std::string(id), std::move(value).value()});
  }
  return lines;
}

bool before(const Line& a, const Line& b) { return sort_key(a.id) < sort_key(b.id); }

}  // namespace

std::string model_folder(string_view registry_name) {
  std::string folder(registry_name);
  std::replace(folder.begin(), folder.end(), '/', '_');
  return folder;
}

std::string result_file_path(string_view id) {
  const EntryId read = read_entry_id(id);
  return folder_of(read) + "/BFCL_v4_" + std::string(read.text) + "_result.json";
}

std::string memory_snapshot_path(string_view id, string_view scenario) {
  return snapshot_folder(id) + std::string(scenario) + "_final.json";
}

std::string memory_checkpoint_path(string_view id) {
  return snapshot_folder(id) + "prereq_checkpoints/" + std::string(id) + ".json";
}

Result<std::string> merge_result_lines(string_view file, std::span<const Value> added) {
  BFCLX_ASSIGN_OR_RETURN(std::vector<Line> lines, read_lines(file));
  std::unordered_map<std::string, std::size_t> places;
  std::vector<Line> merged;
  const auto put = [&](Line line) {
    const auto [place, is_new] = places.emplace(line.id, merged.size());
    if (is_new) {
      merged.push_back(std::move(line));
    } else {
      merged[place->second] = std::move(line);
    }
  };
  for (Line& line : lines) put(std::move(line));
  for (const Value& value : added) put({std::string(text_member(value, "id")), value});
  std::stable_sort(merged.begin(), merged.end(), before);
  std::string out;
  for (const Line& line : merged) out += line_text(line.value, true) + "\n";
  return out;
}

Result<std::optional<std::string>> sorted_result_file(string_view file) {
  BFCLX_ASSIGN_OR_RETURN(std::vector<Line> lines, read_lines(file));
  if (std::is_sorted(lines.begin(), lines.end(), before)) return std::optional<std::string>();
  std::stable_sort(lines.begin(), lines.end(), before);
  std::string out;
  for (const Line& line : lines) out += line_text(line.value, false) + "\n";
  return std::optional<std::string>(std::move(out));
}

Result<Value> read_result_line(string_view line) {
  if (find_invalid_utf8(line).has_value()) return Error{"ResultFileError", "invalid UTF-8"};
  return json_loads(line);
}

std::string result_line(const Value& line, bool ascii) { return line_text(line, ascii); }

}  // namespace bfclx
