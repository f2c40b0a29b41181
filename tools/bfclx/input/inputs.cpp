#include "tools/bfclx/input/inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <system_error>

#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/log_archive.h"
#include "tools/bfclx/input/open_file.h"
#include "tools/sample/sample.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSample = "sample";

// Folders between a model's and its files (utils.py:get_directory_structure_by_category).
constexpr std::array<std::string_view, 11> kGroupFolders = {
    "non_live", "live",   "multi_turn", "agentic",    "executable",        "memory",
    "kv",       "vector", "rec_sum",    "web_search", "format_sensitivity"};

bool is_group_folder(const std::string& name) {
  return std::find(kGroupFolders.begin(), kGroupFolders.end(), name) != kGroupFolders.end();
}

Input make_input(const fs::path& file) {
  Input input;
  input.path = file.string();
  input.category = category_of_file(input.path);
  input.model_folder = model_folder_of(file);
  input.model = fs::path(input.model_folder).filename().string();
  // A file that is not named as official ones are says more about itself than its folder does.
  if (input.category == nullptr && !is_result_name(file.filename().string())) {
    input.model = file.stem().string();
    input.model_folder = input.path;
  }
  if (input.model.empty()) input.model = "unnamed";
  input.folder_name = input.model;
  return input;
}

// Files of a folder: by model, those of a model in the official order of categories.
bool officially_before(const Input& a, const Input& b) {
  if (a.model_folder != b.model_folder) return a.model_folder < b.model_folder;
  const Category* end = categories().data() + categories().size();
  const Category* first = a.category != nullptr ? a.category : end;
  const Category* second = b.category != nullptr ? b.category : end;
  if (first != second) return std::less<const Category*>()(first, second);
  return a.path < b.path;
}

void add_in_order(std::vector<Input> inputs, InputList& list) {
  std::sort(inputs.begin(), inputs.end(), officially_before);
  std::move(inputs.begin(), inputs.end(), std::back_inserter(list.files));
}

void add_folder(const fs::path& folder, InputList& list) {
  std::error_code error;
  std::vector<fs::path> found;
  fs::recursive_directory_iterator it(folder, error);
  const fs::recursive_directory_iterator end;
  if (error) {
    list.problems.push_back({folder.string(), "cannot be entered: " + error.message()});
    return;
  }
  while (it != end) {
    const fs::path path = it->path();
    std::error_code ignored;
    const std::string kind = kind_of_special(path);
    if (is_result_name(path.filename().string()) && kind != kFolder) {
      if (kind.empty()) found.push_back(path);
      if (!kind.empty()) list.problems.push_back({path.string(), "is " + kind + ", passed over"});
    } else if (it->is_directory(ignored) && !it->is_symlink(ignored)) {
      std::error_code denied;
      fs::directory_iterator probe(path, denied);
      if (denied) {
        list.problems.push_back({path.string(), "cannot be entered: " + denied.message()});
        it.disable_recursion_pending();
      }
    }
    it.increment(error);
    if (error) {
      list.problems.push_back({folder.string(), "cannot be read further: " + error.message()});
      break;
    }
  }
  if (found.empty() && list.problems.empty()) {
    throw UsageError(folder.string() +
                     " holds no result files: a folder is searched for files named "
                     "*_result.json (name a file of another name itself)");
  }
  std::vector<Input> inputs;
  inputs.reserve(found.size());
  for (const fs::path& path : found) inputs.push_back(make_input(path));
  add_in_order(std::move(inputs), list);
}

void add_sample(InputList& list) {
  std::vector<Input> inputs;
  for (const EmbeddedFile& file : sample_files()) {
    if (!is_result_name(file.path)) continue;
    Input input = make_input(fs::path("/sample") / fs::path(std::string(file.path)));
    input.path = std::string(file.path);
    input.embedded = true;
    inputs.push_back(std::move(input));
  }
  add_in_order(std::move(inputs), list);
}

void add_path(const std::string& path, InputList& list) {
  if (path == "-") {
    Input input;
    input.path = "-";
    input.model = "standard input";
    input.model_folder = "-";
    input.folder_name = "stdin";
    list.files.push_back(std::move(input));
    return;
  }
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) {
    if (path == kSample) return add_sample(list);
    throw UsageError(path + " does not exist");
  }
  if (error) {
    list.problems.push_back({path, "cannot be read: " + error.message()});
  } else if (fs::is_directory(status)) {
    add_folder(fs::path(path), list);
  } else {
    list.files.push_back(make_input(path));
  }
}

// A file that is named twice, say by itself and by its folder, is read once.
void drop_repeated(std::vector<Input>& files) {
  std::set<std::string> seen;
  const auto repeated = [&](const Input& input) {
    std::error_code error;
    fs::path whole = input.embedded || input.path == "-" ? fs::path(input.path)
                                                         : fs::weakly_canonical(input.path, error);
    return !seen.insert(error ? input.path : whole.string()).second;
  };
  files.erase(std::remove_if(files.begin(), files.end(), repeated), files.end());
}

// Two model folders of one name are shown with what tells them apart.
void make_names_unique(std::vector<Input>& files) {
  std::map<std::string, std::set<std::string>> folders;
  for (const Input& input : files) folders[input.model].insert(input.model_folder);
  for (Input& input : files) {
    if (folders[input.model].size() < 2) continue;
    std::error_code error;
    const fs::path relative = fs::relative(input.model_folder, error);
    input.model = error || relative.empty() ? input.model_folder : relative.string();
  }
}

}  // namespace

std::string model_folder_of(const fs::path& file) {
  std::error_code error;
  fs::path folder = fs::absolute(file, error).lexically_normal().parent_path();
  while (folder.has_relative_path() && is_group_folder(folder.filename().string())) {
    folder = folder.parent_path();
  }
  return folder.string();
}

bool is_result_name(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with("_result.json") || name.ends_with("_result.jsonl");
}

InputList find_inputs(const std::vector<std::string>& paths) {
  InputList list;
  for (const std::string& path : paths) add_path(path, list);
  drop_repeated(list.files);
  make_names_unique(list.files);
  // Models together, in the order in which they were named.
  std::map<std::string, std::size_t> first_seen;
  for (const Input& input : list.files)
    first_seen.try_emplace(input.model_folder, first_seen.size());
  std::stable_sort(list.files.begin(), list.files.end(), [&](const Input& a, const Input& b) {
    return first_seen[a.model_folder] < first_seen[b.model_folder];
  });
  return list;
}

FileBytes read_input(const Input& input) {
  if (!input.embedded) {
    FileBytes file = read_file(input.path);
    return file.error.empty() ? unpack_log(std::move(file.bytes)) : file;
  }
  for (const EmbeddedFile& file : sample_files()) {
    if (file.path == input.path) return {std::string(file.bytes), ""};
  }
  return {"", "is not in the sample"};
}

}  // namespace bfclx::tools
