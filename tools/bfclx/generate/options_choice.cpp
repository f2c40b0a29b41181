#include "tools/bfclx/generate/options.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/utf8.h"
#include "core/conversation/values.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/own_turns.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/input/entry_ids.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/id_list.h"
#include "tools/bfclx/input/options.h"
#include "tools/bfclx/output/below.h"

namespace bfclx::tools {
namespace {

namespace fs = std::filesystem;

// Groups that stand for the whole dataset.
constexpr std::string_view kAll = "all";
constexpr std::string_view kAllScoring = "all_scoring";

fs::path project_root() {
  const char* root = std::getenv("BFCL_PROJECT_ROOT");
  return root != nullptr ? fs::path(root) : fs::path();
}

// Ids of entries, or own ids of a benchmark of one's own.
Choice of_ids(const std::vector<NamedId>& ids, const std::string& where,
              const std::string& dataset) {
  Choice choice;
  std::set<std::string> seen;
  std::optional<DatasetDir> opened;
  for (const NamedId& one : ids) {
    std::string id = canonical_id(one.id);
    const Category* category = read_entry_id(id).category;
    if (category == nullptr) {
      if (!opened) opened.emplace(dataset);
      id = named_entry(*opened, one.id);
      category = read_entry_id(id).category;
    }
    if (category == nullptr) {
      throw UsageError(where + (one.line > 0 ? ":" + std::to_string(one.line) : "") +
                       ": no category in the id `" + one.id + "`");
    }
    if (std::find(choice.categories.begin(), choice.categories.end(), category) ==
        choice.categories.end()) {
      choice.categories.push_back(category);
    }
    if (seen.insert(id).second) choice.ids.push_back(std::move(id));
  }
  return choice;
}

// Whether the text is one object over several lines, and not an object on each line.
bool begins_object(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(begin);
  if (!text.starts_with('{')) return false;
  const Result<Value> first = json_loads(text.substr(0, text.find('\n')));
  return !first.ok() || !first->is_dict();
}

// The official form, {category: [ids]}, or ids as --ids takes them.
Choice from_file(const std::string& path, const std::string& dataset) {
  FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError("--run-ids " + path + ": " + file.error);
  const std::string_view text = without_byte_order_mark(file.bytes);
  const Result<Value> json = json_loads(text);
  if (!json.ok() && begins_object(text)) {
    throw UsageError("--run-ids " + path + ": " + json.error().message);
  }
  if (!json.ok() || !json->is_dict() || !find_text(*json, "id").empty()) {
    return of_ids(read_ids(file.bytes, "--run-ids " + path), "--run-ids " + path, dataset);
  }
  // The recordings keep the file under a name of its own.
  const Value* inside = present(*json, "test_case_ids_to_generate");
  const Value& lists = inside != nullptr && inside->is_dict() ? *inside : *json;
  Choice choice;
  for (const auto& [name, ids] : lists.as_dict()) {
    const std::string where = "--run-ids " + path + ": `" + std::string(name.as_str()) + "`";
    if (!ids.is_list()) throw UsageError(where + " is not a list of ids");
    if (ids.items().empty()) continue;
    add_category(std::string(name.as_str()), choice.categories);
    for (const Value& id : ids.items()) {
      if (!id.is_str()) throw UsageError(where + ": an id is not a string");
      choice.ids.emplace_back(id.as_str());
    }
  }
  if (choice.ids.empty()) throw UsageError("--run-ids " + path + ": the file has no ids");
  return choice;
}

}  // namespace

Choice chosen_entries(const GenerateOptions& options) {
  if (options.run_ids) {
    return from_file(options.run_ids_file.empty()
                         ? (project_root() / "test_case_ids_to_generate.json").string()
                         : options.run_ids_file,
                     options.dataset);
  }
  Choice choice;
  std::vector<std::string> names = split_items(options.test_category);
  if (names.empty()) names.emplace_back(options.sample > 0 ? kAllScoring : kAll);
  for (const std::string& name : names) add_category(name, choice.categories);
  return choice;
}

GenerateOptions with_own_categories(GenerateOptions options, const DatasetDir& dataset) {
  const Category& turns = *find_category(kOwnTurns);
  if (options.run_ids || dataset.own_benchmark() == nullptr || !dataset.holds(turns)) {
    return options;
  }
  std::vector<std::string> names = split_items(options.test_category);
  if (names.empty()) names.emplace_back(options.sample > 0 ? kAllScoring : kAll);
  const bool takes_all = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return name == kAll || name == kAllScoring;
  });
  if (takes_all) names.emplace_back(kOwnTurns);
  options.test_category = std::move(names);
  return options;
}

std::string chosen_result_dir(const GenerateOptions& options) {
  const fs::path named = options.result_dir.empty() ? "result" : options.result_dir;
  const std::string& run = options.run_name;
  if (run == "." || run == ".." || run.find('/') != std::string::npos) {
    throw UsageError("--run-name " + run + ": expected the name of a single folder");
  }
  fs::path place = project_root() / named;
  const auto enter = [&](const std::string& folder) {
    place /= folder;
    if (std::error_code ignored; fs::is_symlink(fs::symlink_status(place, ignored))) {
      throw UsageError(place.string() + ": " + reason_text(ELOOP));
    }
  };
  if (!run.empty()) enter(run);
  if (!options.point.name.empty()) enter(options.point.name);
  if (options.repeat > 0) enter("repeat-" + std::to_string(options.repeat));
  return place.string();
}

}  // namespace bfclx::tools
