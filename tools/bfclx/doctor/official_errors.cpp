#include "tools/bfclx/doctor/official_errors.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/dataset/category.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

bool is_score_file(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.find("_score.json") == std::string::npos) return false;
  const Category* category = category_of_file(name);
  return category != nullptr && category->judging == Judging::kExecutable;
}

std::vector<fs::path> score_files(const std::string& place, const std::string& model_folder) {
  std::error_code error;
  if (fs::is_regular_file(place, error)) return {place};
  if (!fs::is_directory(place, error)) throw UsageError(place + ": no such score file");
  const fs::path own = fs::path(place) / model_folder;
  const bool by_model = !model_folder.empty() && fs::is_directory(own, error);
  std::vector<fs::path> files;
  const auto options = fs::directory_options::skip_permission_denied;
  fs::recursive_directory_iterator it(by_model ? own : fs::path(place), options, error);
  for (const fs::recursive_directory_iterator end; !error && it != end; it.increment(error)) {
    if (it->is_regular_file(error) && is_score_file(it->path())) files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string id_of(const Value& id, const Category& category) {
  if (id.is_str()) return canonical_id(id.as_str());
  if (!id.is_small_int() || id.as_int64() < 1) return {};
  return std::string(category.name) + "_" + std::to_string(id.as_int64() - 1);
}

std::string text_of(const Value& error) {
  if (error.is_str()) return std::string(error.as_str());
  if (!error.is_list()) return str(error);
  std::string text;
  for (const Value& item : error.items()) text += (text.empty() ? "" : " ") + str(item);
  return text;
}

void add_line(std::string_view line, const Category& category, OfficialErrors& errors) {
  const Result<Value> entry = json_loads(line);
  if (!entry.ok() || !entry->is_dict()) return;
  const Value* id = entry->as_dict().find("id");
  const Value* error = entry->as_dict().find("error");
  if (id == nullptr || error == nullptr) return;  // the header
  const std::string known = id_of(*id, category);
  if (!known.empty()) errors[known] = text_of(*error);
}

}  // namespace

OfficialErrors read_official_errors(const std::string& path, const std::string& model_folder) {
  OfficialErrors errors;
  for (const fs::path& file : score_files(path, model_folder)) {
    const Category* category = category_of_file(file.filename().string());
    if (category == nullptr || category->judging != Judging::kExecutable) {
      throw UsageError(file.string() + ": the file name has no executable category");
    }
    const FileBytes read = read_file(file.string());
    if (!read.error.empty()) throw UsageError(file.string() + ": " + read.error);
    std::string_view bytes = read.bytes;
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find('\n'), bytes.size());
      add_line(bytes.substr(0, end), *category, errors);
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
  }
  return errors;
}

}  // namespace bfclx::tools
