#include "tools/bfclx/input/inputs.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/suggest.h"
#include "core/dataset/own_turns.h"
#include "core/run/evalscope_files.h"
#include "core/run/run_manifest.h"
#include "core/run/run_names.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/archive.h"
#include "tools/bfclx/input/log_archive.h"
#include "tools/bfclx/input/unmerged_shards.h"
#include "tools/bfclx/input/unpack_budget.h"
#include "tools/bfclx/platform/special_file.h"
#include "tools/sample/sample.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSample = "sample";

// ". Did you mean result?": where the name is one level deeper, else names like it in its folder.
std::string suggested_paths(const fs::path& path) {
  constexpr std::size_t kMostNames = 1000;
  const fs::path folder = path.parent_path().empty() ? fs::path(".") : path.parent_path();
  const std::string before = path.parent_path().empty() ? "" : (path.parent_path() / "").string();
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    if (fs::exists(at->path() / path.filename(), ignored)) {
      return ". Did you mean " + before + (fs::path(name) / path.filename()).string() + "?";
    }
    if (names.size() < kMostNames) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::string text = did_you_mean(path.filename().string(), views, before);
  return text.empty() ? text : "." + text;
}

std::string absolute_path(const fs::path& file) {
  std::error_code error;
  return fs::absolute(file, error).lexically_normal().string();
}

// Whether `path` is the folder or lies below it; both as absolute_path gives them.
bool lies_in(std::string_view path, std::string_view folder) {
  while (folder.size() > 1 && folder.back() == '/') folder.remove_suffix(1);
  if (path.substr(0, folder.size()) != folder) return false;
  return folder.back() == '/' || path.size() == folder.size() || path[folder.size()] == '/';
}

Input make_input(const fs::path& file) {
  Input input;
  input.path = file.string();
  ResultPath place = read_result_path(absolute_path(file));
  input.category = place.category;
  input.model_folder = std::move(place.run);
  input.folder_name = place.model.empty() ? "unnamed" : std::move(place.model);
  return input;
}

// Files of a folder: by model, those of a model in the official order of categories.
bool officially_before(const Input& a, const Input& b) {
  if (a.model_folder != b.model_folder) return a.model_folder < b.model_folder;
  const Category* end = all_categories().data() + all_categories().size();
  const Category* first = a.category != nullptr ? a.category : end;
  const Category* second = b.category != nullptr ? b.category : end;
  if (first != second) return std::less<const Category*>()(first, second);
  return a.path < b.path;
}

void add_in_order(std::vector<Input> inputs, InputList& list) {
  std::sort(inputs.begin(), inputs.end(), officially_before);
  std::move(inputs.begin(), inputs.end(), std::back_inserter(list.files));
}

// What a folder without result files has instead, and what to do.
class OtherFiles {
 public:
  void see(const fs::path& path) {
    const std::string name = path.filename().string();
    const auto keep = [&](fs::path& first) {
      if (first.empty() || path < first) first = path;
    };
    if (name.ends_with("_score.json")) keep(scores_);
    if (name.ends_with(".parquet")) keep(parquet_);
    if (name.ends_with(".eval") || name.ends_with(".jsonl")) keep(logs_);
  }
  std::string text() const {
    if (!scores_.empty()) {
      return "the folder has score files, which lack most responses (such as " + scores_.string() +
             "); pass the result folder they were made from";
    }
    if (!parquet_.empty()) {
      return "the folder has Parquet files (such as " + parquet_.string() +
             "); export them as JSON lines with \"id\" and \"result\" and pass those";
    }
    if (!logs_.empty()) {
      return "the folder has no *_result.json files; pass its logs by path, such as " +
             logs_.string();
    }
    return "the folder has no *_result.json files; pass files with other names by path";
  }

 private:
  fs::path scores_, parquet_, logs_;
};

// By its whole path.
bool is_result_file(std::string_view path) {
  return is_result_name(path) || is_evalscope_file(path);
}

void refuse_shards(const std::string& unmerged) {
  if (!unmerged.empty()) throw UsageError("nothing to score yet: " + unmerged);
}

void add_folder(const fs::path& folder, InputList& list) {
  std::error_code error;
  std::vector<std::string> found;
  OtherFiles others;
  std::vector<std::pair<std::string, std::string>> unmerged;  // folders with shards, and its text
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
    others.see(path);
    if (is_result_file(absolute_path(path)) && kind != kFolder) {
      if (kind.empty()) found.push_back(path.string());
      if (!kind.empty()) list.problems.push_back({path.string(), kind + ", ignored"});
    } else if (it->is_directory(ignored) && it->is_symlink(ignored)) {
      std::string why = unfollowed_link(path, folder);
      if (!why.empty()) list.problems.push_back({path.string(), std::move(why)});
    } else if (it->is_directory(ignored) && path.filename() == kShardsFolder) {
      std::string text = unmerged_text(path.parent_path());
      if (!text.empty()) unmerged.emplace_back(path.parent_path().string(), std::move(text));
      it.disable_recursion_pending();
    } else if (it->is_directory(ignored)) {
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
  if (found.empty() && list.problems.empty() && !unmerged.empty()) {
    refuse_shards(unmerged.front().second);
  }
  for (const auto& [place, text] : unmerged) {
    list.problems.push_back(
        {place, text.substr(place.size() + std::string_view(": ").size()), false});
  }
  if (found.empty() && list.problems.empty()) {
    throw UsageError(folder.string() + ": " + others.text());
  }
  std::vector<Input> inputs;
  inputs.reserve(found.size());
  const std::string named = absolute_path(folder);
  for (const std::string& path : without_second_evalscope_files(std::move(found))) {
    Input input = make_input(path);
    input.whole_run = lies_in(input.model_folder, named);
    inputs.push_back(std::move(input));
  }
  add_in_order(std::move(inputs), list);
}

// The result files of an archive, as of a folder. False where the file is none.
bool add_archive(const std::string& path, InputList& list) {
  ArchiveListing archive = open_archive(path, [](std::string_view name) {
    return is_result_file(name) || is_run_file(name.substr(name.rfind('/') + 1));
  });
  if (!archive.is_archive) return false;
  std::erase_if(archive.names, [](const std::string& name) { return !is_result_file(name); });
  if (archive.names.empty() && archive.problems.empty()) {
    throw UsageError(path +
                     ": the archive has no *_result.json files; unpack it to pass files with "
                     "other names by path");
  }
  std::error_code error;
  const std::string whole = fs::absolute(path, error).lexically_normal().string();
  std::vector<Input> inputs;
  for (const std::string& name : without_second_evalscope_files(std::move(archive.names))) {
    Input input = make_input(path_in_archive(path, name));
    input.whole_run = true;
    // Files at the root of the archive are of the model that it is named after.
    if (input.model_folder == whole) {
      input.model = input.folder_name = archive_stem(fs::path(path).filename().string());
    }
    inputs.push_back(std::move(input));
  }
  add_in_order(std::move(inputs), list);
  for (std::string& problem : archive.problems) list.problems.push_back({path, std::move(problem)});
  return true;
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

[[noreturn]] void refuse_missing(const std::string& path) {
  if (path.empty()) {
    throw UsageError("a path is empty. Name a file or a folder, or leave it out");
  }
  if (category_of_id(path) != nullptr) {
    throw UsageError(path + " is an entry id; pass the results first: bfclx show RESULTS " + path);
  }
  if (path.find_first_of("({ ") != std::string::npos && path.find('/') == std::string::npos) {
    throw UsageError(path +
                     ": no such file or folder; to score a response, pipe it: echo '...' | bfclx "
                     "show - ID");
  }
  throw UsageError(path + ": no such file or folder" + suggested_paths(path));
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
    refuse_missing(path);
  }
  if (error) {
    list.problems.push_back({path, "cannot be read: " + error.message()});
  } else if (fs::is_directory(status)) {
    refuse_shards(unmerged_text_above(path));
    add_folder(fs::path(path), list);
  } else if (!add_archive(path, list)) {
    list.files.push_back(make_input(path));
  }
}

// Where a file lies, however it is spelled.
std::string place_of(const Input& input) {
  if (input.embedded || input.path == "-") return input.path;
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(input.path, error);
  return error ? input.path : whole.string();
}

void tell_repeated(InputList& list, const std::string& first, std::size_t repeated) {
  if (repeated == 0) return;
  std::string others;
  if (repeated > 1) others = " (and " + counted(repeated - 1, "more file", "more files") + ")";
  list.problems.push_back({first + others, "given more than once, counted once", false});
}

// A file that is given again, say by itself and by its folder, is read once.
void drop_repeated(InputList& list) {
  GivenFiles given;
  std::string first;
  const std::size_t repeated = std::erase_if(list.files, [&](const Input& input) {
    if (given.insert(place_of(input)).second) return false;
    if (first.empty()) first = input.path;
    return true;
  });
  tell_repeated(list, first, repeated);
}

// Runs together, in the order in which they were named.
void sort_by_run(std::vector<Input>& files) {
  std::map<std::string, std::size_t> first_seen;
  for (const Input& input : files) first_seen.try_emplace(input.model_folder, first_seen.size());
  std::stable_sort(files.begin(), files.end(), [&](const Input& a, const Input& b) {
    return first_seen[a.model_folder] < first_seen[b.model_folder];
  });
}

// Calls `use` with the place of each run's first file and the one behind its last.
template <typename Use>
void each_run(const std::vector<Input>& files, const Use& use) {
  for (std::size_t begin = 0; begin < files.size();) {
    std::size_t end = begin;
    while (end < files.size() && files[end].model_folder == files[begin].model_folder) ++end;
    use(begin, end);
    begin = end;
  }
}

// A run of which all files were given before counts once. One that shares some of them with another
// run, by links to what did not change, is a run of its own.
void drop_given_runs(InputList& list, GivenFiles& given) {
  std::vector<std::string> places;
  for (const Input& input : list.files) places.push_back(place_of(input));
  std::set<std::size_t> dropped;
  std::string first;
  each_run(list.files, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (given.count(places[i]) == 0) return;
    }
    if (first.empty()) first = list.files[begin].path;
    for (std::size_t i = begin; i < end; ++i) dropped.insert(i);
  });
  given.insert(places.begin(), places.end());
  std::size_t next = 0;
  std::erase_if(list.files, [&](const Input&) { return dropped.count(next++) > 0; });
  tell_repeated(list, first, dropped.size());
}

void name_runs(std::vector<Input>& files) {
  std::vector<RunId> ids;
  each_run(files, [&](std::size_t begin, std::size_t) {
    const Input& first = files[begin];
    ids.push_back({first.model_folder, first.path == "-" ? first.model : first.folder_name});
  });
  const std::vector<std::string> names = run_names(ids);
  std::size_t next = 0;
  each_run(files, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) files[i].model = names[next];
    ++next;
  });
}

// Of several files for one category of a run one is used; the others are problems.
void refuse_conflicts(InputList& list) {
  each_run(list.files, [&](std::size_t begin, std::size_t end) {
    std::vector<std::string> paths;
    for (std::size_t i = begin; i < end; ++i) paths.push_back(list.files[i].path);
    // The folder of a file tells whether it is the official one, by its whole path.
    std::vector<std::string> whole;
    for (const std::string& path : paths) whole.push_back(absolute_path(path));
    for (const FileConflict& conflict : find_file_conflicts(whole)) {
      list.problems.push_back(
          {paths[conflict.unused], conflict_text(conflict, whole, paths[conflict.used])});
      list.files[begin + conflict.unused].refused = true;
    }
  });
}

}  // namespace

bool is_run_file(std::string_view name) {
  return name == kManifestFile || name == "bfclx_entries.jsonl";
}

std::string model_folder_of(const fs::path& file) {
  return read_result_path(absolute_path(file)).run;
}

std::string unfollowed_link(const fs::path& path, const fs::path& root) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return {};
  const std::string whole = fs::weakly_canonical(root, error).string();
  if (lies_in(fs::weakly_canonical(path, error).string(), whole)) return {};
  return "a link to a folder is not followed; pass that folder itself";
}

std::string place_in_run(const Input& input) { return absolute_path(input.path); }

std::string no_result_files(const std::string& path, std::string_view wanted) {
  return path + " holds no result files" + std::string(wanted);
}

void check_paths(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    const bool missing = fs::status(path, error).type() == fs::file_type::not_found;
    if (missing && path != "-" && path != kSample) refuse_missing(path);
  }
}

InputList find_inputs(const std::vector<std::string>& paths) {
  GivenFiles given;
  return find_inputs(paths, given);
}

InputList find_inputs(const std::vector<std::string>& paths, GivenFiles& given) {
  InputList list;
  for (const std::string& path : paths) add_path(path, list);
  drop_repeated(list);
  sort_by_run(list.files);
  drop_given_runs(list, given);
  refuse_conflicts(list);
  name_runs(list.files);
  return list;
}

FileBytes read_input(const Input& input) {
  if (!input.embedded) {
    return unpack_log(read_file(input.path), input.path, UnpackPool::of_command());
  }
  for (const EmbeddedFile& file : sample_files()) {
    if (file.path == input.path) return {std::string(file.bytes), ""};
  }
  return {"", "is not in the sample"};
}

}  // namespace bfclx::tools
