#include "core/run/run_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "core/dataset/own_turns.h"

namespace bfclx {
namespace {

using Parts = std::vector<std::string_view>;

Parts parts_of(std::string_view path) {
  Parts parts;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    if (!part.empty() && part != ".") parts.push_back(part);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return parts;
}

bool is_group_folder(std::string_view name) {
  return std::any_of(all_categories().begin(), all_categories().end(),
                     [&](const Category& category) {
                       const Parts parts = parts_of(category.folder);
                       return std::find(parts.begin(), parts.end(), name) != parts.end();
                     });
}

std::string_view without_extension(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? name : name.substr(0, dot);
}

// Of the benchmark, by the file's name: 4 of "BFCL_v4_..."; 0 where it tells none.
int version_of_name(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  if (file.starts_with("gorilla_openfunctions_v1_")) return 1;
  constexpr std::string_view kPrefix = "BFCL_v";
  if (!file.starts_with(kPrefix) || file.size() < kPrefix.size() + 2) return 0;
  if (file[kPrefix.size() + 1] != '_') return 0;
  const char digit = file[kPrefix.size()];
  return digit >= '1' && digit <= '9' ? digit - '0' : 0;
}

// A run's name in the making: its last parts, of which `shown` are taken.
struct Naming {
  std::string_view model;
  Parts folders;  // in front of the model
  std::size_t shown = 0;

  std::string name() const {
    std::string name;
    for (std::size_t i = folders.size() - shown; i < folders.size(); ++i) {
      name += std::string(folders[i]) + "/";
    }
    return name + std::string(model);
  }
};

// Adds folders to names that are not alone, until they are or there is no folder left.
void lengthen(std::vector<Naming>& namings) {
  for (bool changed = true; changed;) {
    changed = false;
    std::map<std::string, std::size_t> counts;
    for (const Naming& naming : namings) ++counts[naming.name()];
    for (Naming& naming : namings) {
      if (naming.shown == naming.folders.size() || counts[naming.name()] < 2) continue;
      ++naming.shown;
      changed = true;
    }
  }
}

bool is_result_folder(std::string_view part) { return part == "result" || part == "results"; }

// What names are made of. What comes later tells more runs apart.
enum class Detail { kShort, kResultFolders, kFileNames };

std::vector<std::string> names_of(std::span<const RunId> runs, Detail detail) {
  std::vector<Naming> namings;
  for (const RunId& run : runs) {
    Naming naming{run.model, parts_of(run.path), 0};
    if (!naming.folders.empty()) {
      if (detail == Detail::kFileNames) naming.model = naming.folders.back();
      naming.folders.pop_back();
    }
    namings.push_back(std::move(naming));
  }
  lengthen(namings);
  std::vector<std::string> names;
  for (Naming& naming : namings) {
    // "v1/result/m" is "v1/m", where another folder tells the runs apart.
    const auto shown = naming.folders.end() - static_cast<std::ptrdiff_t>(naming.shown);
    if (detail == Detail::kShort && !std::all_of(shown, naming.folders.end(), is_result_folder)) {
      const auto end = std::remove_if(shown, naming.folders.end(), is_result_folder);
      naming.shown = static_cast<std::size_t>(end - shown);
      naming.folders.erase(end, naming.folders.end());
    }
    names.push_back(naming.name());
  }
  return names;
}

// Of different runs.
std::vector<std::string> distinct_names(std::span<const RunId> runs) {
  std::vector<std::string> names = names_of(runs, Detail::kShort);
  for (const Detail detail : {Detail::kResultFolders, Detail::kFileNames}) {
    std::map<std::string, std::size_t> counts;
    for (const std::string& name : names) ++counts[name];
    if (counts.size() == names.size()) break;
    const std::vector<std::string> longer = names_of(runs, detail);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (counts[names[i]] > 1) names[i] = longer[i];
    }
  }
  return names;
}

// What a reader sees of a name: two names that differ only in how their letters are composed or in
// white space look the same.
std::string look_of(const std::string& name) {
  std::string look;
  bool space = false;
  const std::string composed = nfkc(name);
  for (const char c : strip(composed)) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank || !space) look += blank ? ' ' : c;
    space = blank;
  }
  return look;
}

}  // namespace

bool is_result_name(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name.ends_with("_result.json") || name.ends_with("_result.jsonl");
}

ResultPath read_result_path(std::string_view path) {
  ResultPath place;
  place.category = category_of_file(path);
  const std::size_t slash = path.rfind('/');
  const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
  place.own_name = place.category == nullptr && !is_result_name(file);
  if (place.own_name) {
    place.run = path;
    place.model = without_extension(file);
    return place;
  }
  std::string_view folder = slash == std::string_view::npos
                                ? std::string_view()
                                : path.substr(0, std::max<std::size_t>(slash, 1));
  std::string_view last;
  const std::string_view all = folder;
  const auto take_last = [&] {
    const std::size_t at = folder.rfind('/');
    last = at == std::string_view::npos ? folder : folder.substr(at + 1);
    return at;
  };
  for (std::size_t at = take_last(); is_group_folder(last); at = take_last()) {
    folder = at == std::string_view::npos ? std::string_view() : folder.substr(0, at);
  }
  place.run = folder;
  place.model = last;
  std::string_view inside = all.substr(folder.size());
  if (inside.starts_with('/')) inside.remove_prefix(1);
  place.official = place.category != nullptr && inside == place.category->folder;
  return place;
}

std::string older_version(std::span<const std::string> paths) {
  std::size_t counts[4] = {};
  for (const std::string& path : paths) {
    if (const int version = version_of_name(path); version < 4) ++counts[version];
  }
  for (std::size_t version = 1; version < 4; ++version) {
    if (counts[version] * 2 > paths.size()) return "v" + std::to_string(version);
  }
  return {};
}

std::vector<std::string> run_names(std::span<const RunId> runs) {
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> numbers;
  std::vector<RunId> different;
  for (const RunId& run : runs) {
    if (numbers.try_emplace({run.path, run.model}, different.size()).second) {
      different.push_back(run);
    }
  }
  const std::vector<std::string> names = distinct_names(different);
  std::vector<std::string> result;
  std::set<std::string> taken;
  for (const RunId& run : runs) {
    const std::string name = sanitize_utf8(names[numbers[{run.path, run.model}]]);
    std::string free = name;
    for (std::size_t n = 2; !taken.insert(look_of(free)).second; ++n) {
      free = std::string(rstrip(name)) + " (" + std::to_string(n) + ")";
    }
    result.push_back(std::move(free));
  }
  return result;
}

bool FileRank::operator<(const FileRank& other) const {
  if (elsewhere != other.elsewhere) return other.elsewhere;
  return older != other.older ? older < other.older : path < other.path;
}

FileRank rank_of_file(std::string_view path, const Category& category) {
  const ResultPath place = read_result_path(path);
  return {!place.official || place.category != &category, -version_of_name(path), path};
}

std::string rank_reason(const FileRank& used, const FileRank& other, const Category& category) {
  if (used.elsewhere != other.elsewhere) {
    return "in the category's folder " + std::string(category.folder) + "/";
  }
  return used.older != other.older ? "named for a newer version" : "first by path";
}

std::string used_file_text(std::string_view shown_path, std::string_view reason) {
  return " in this run; " + std::string(shown_path) + " is used (" + std::string(reason) +
         "); remove one of them";
}

std::vector<FileConflict> find_file_conflicts(std::span<const std::string> paths) {
  std::map<const Category*, std::vector<std::size_t>> by_category;  // in the official order
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const Category* category = category_of_file(paths[i]);
    if (category != nullptr) by_category[category].push_back(i);
  }
  std::vector<FileConflict> conflicts;
  for (const auto& [category, files] : by_category) {
    const auto rank = [&, of = category](std::size_t i) { return rank_of_file(paths[i], *of); };
    std::size_t used = files.front();
    for (const std::size_t file : files) {
      if (rank(file) < rank(used)) used = file;
    }
    for (const std::size_t file : files) {
      if (file != used) conflicts.push_back({category, used, file});
    }
  }
  return conflicts;
}

std::string conflict_text(const FileConflict& conflict, std::span<const std::string> paths,
                          std::string_view shown_path) {
  const Category& category = *conflict.category;
  const auto rank = [&](std::size_t i) { return rank_of_file(paths[i], category); };
  return "not scored: second file for " + std::string(category.name) +
         used_file_text(shown_path,
                        rank_reason(rank(conflict.used), rank(conflict.unused), category));
}

}  // namespace bfclx
