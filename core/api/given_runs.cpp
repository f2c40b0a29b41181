#include "core/api/given_runs.h"

#include <optional>
#include <set>

#include "core/api/arguments.h"
#include "core/base/suggest.h"
#include "core/dataset/own_weights.h"
#include "core/value/dict_of.h"

namespace bfclx::api {
namespace {

// The text at `index` of a list; nullopt when there is none.
std::optional<std::string_view> text_at(const Value* list, std::size_t index) {
  if (list == nullptr || !list->is_list() || index >= list->items().size()) return std::nullopt;
  const Value& item = list->items()[index];
  return item.is_str() ? std::optional(item.as_str()) : std::nullopt;
}

// Entries by category that a run has no verdict on.
Status add_count(std::vector<std::pair<const Category*, std::size_t>>& counts,
                 const Category& category, const Value& given, const char* name) {
  const Value* count = find_member(given, name);
  if (count == nullptr || count->is_none()) return {};
  BFCLX_ASSIGN_OR_RETURN(const std::int64_t number, number_argument(given, name, 0));
  counts.emplace_back(&category, static_cast<std::size_t>(number));
  return {};
}

std::optional<Skip> find_skip(std::string_view name) {
  for (std::size_t i = 0; i < kSkips; ++i) {
    if (!name.empty() && skip_name(static_cast<Skip>(i)) == name) return static_cast<Skip>(i);
  }
  return std::nullopt;
}

Status add_skipped(GivenRun& run, const Value& given, const std::string& where) {
  const Value* list = find_member(given, "skipped");
  if (list == nullptr || list->is_none()) return {};
  const auto bad = [&] { return wrong("`skipped`" + where + " must be a list of {id, reason}"); };
  if (!list->is_list()) return bad();
  for (const Value& one : list->items()) {
    const std::string_view id = find_text(one, "id");
    const std::optional<Skip> skip = find_skip(find_text(one, "reason"));
    if (id.empty() || !skip) return bad();
    ++run.skipped[static_cast<std::size_t>(*skip)];
    run.skipped_entries.push_back(std::string(id) + " (" + std::string(skip_name(*skip)) + ")");
  }
  return {};
}

Status add_warnings(GivenRun& run, const Value& given) {
  const Value* list = find_member(given, "warnings");
  if (list == nullptr || list->is_none()) return {};
  if (!list->is_list()) return wrong("`warnings` of `" + run.name + "` must be a list");
  for (const Value& one : list->items()) {
    const std::string_view text = find_text(one, "text");
    const Value* affects = find_member(one, "affects_comparison");
    if (text.empty() || affects == nullptr || !affects->is_bool()) {
      return wrong("`warnings` of `" + run.name + "` must come from `runWarnings`");
    }
    run.warnings.emplace_back(text);
    if (!affects->as_bool()) continue;
    Distortion& where = run.distortions.emplace_back();
    const Value* categories = find_member(one, "categories");
    if (categories == nullptr || !categories->is_list()) continue;
    for (const Value& part : categories->items()) {
      const Category* category = find_category(find_text(part, "category"));
      if (category == nullptr) return wrong("a warning of `" + run.name + "` has a wrong category");
      where.categories.push_back(category);
    }
  }
  return {};
}

Status add_category(GivenRun& run, const Category& category, const Value& given) {
  const std::string where = " of " + std::string(category.name) + " in `" + run.name + "`";
  const Value* ids = find_member(given, "ids");
  const std::string_view right = find_text(given, "right");
  const Value* errors = find_member(given, "error_types");
  if (ids == nullptr || !ids->is_list())
    return wrong("`ids`" + where + " must be a list of strings");
  if (right.size() != ids->items().size() ||
      right.find_first_not_of("01") != std::string_view::npos) {
    return wrong("`right`" + where + " must be a string with a 0 or 1 for each of its " +
                 std::to_string(ids->items().size()) + " ids");
  }
  BFCLX_RETURN_IF_ERROR(add_count(run.missing, category, given, "missing"));
  BFCLX_RETURN_IF_ERROR(add_count(run.malformed, category, given, "malformed"));
  BFCLX_RETURN_IF_ERROR(add_skipped(run, given, where));
  std::size_t failed = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    const std::optional<std::string_view> id = text_at(ids, i);
    if (!id) return wrong("`ids`" + where + " must be a list of strings");
    if (category_of_id(*id) != &category) {
      return call_error(kinds::kUnknown, "`" + std::string(*id) + "` in `" + run.name +
                                             "` is not an id of " + std::string(category.name));
    }
    JudgedEntry entry{*id, &category, right[i] == '1', {}};
    if (!entry.right && errors != nullptr && !errors->is_none()) {
      const std::optional<std::string_view> error = text_at(errors, failed++);
      if (!error)
        return wrong("`error_types`" + where + " must be a list of strings, one for each 0");
      entry.error_type = *error;
    }
    run.judged.push_back(entry);
  }
  return {};
}

Status check_unique(const GivenRun& run) {
  std::set<std::string_view> seen;
  for (const JudgedEntry& entry : run.judged) {
    if (!seen.insert(entry.id).second) {
      return wrong("`" + std::string(entry.id) + "` occurs twice in `" + run.name + "`");
    }
  }
  return {};
}

}  // namespace

Result<NamedVersion> version_argument(const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(std::string name, optional_text(arguments, "leaderboard"));
  if (name.empty()) name = "v4";
  std::vector<std::string_view> names;
  for (const NamedVersion& version : leaderboard_versions()) {
    if (version.name == name) return version;
    names.push_back(version.name);
  }
  return call_error(kinds::kUnknown,
                    "unknown leaderboard version `" + name + "`." + did_you_mean(name, names));
}

namespace {

Result<const Category*> category_in(const Value& key, const std::string& where) {
  const std::string_view name = key.is_str() ? key.as_str() : std::string_view();
  if (const Category* category = find_category(name)) return category;
  return call_error(kinds::kUnknown,
                    "unknown category `" + std::string(name) + "` (in `" + where + "`)");
}

}  // namespace

Result<HeadlineScore> own_headline_argument(Module& module, const Value& arguments) {
  std::vector<std::pair<const Category*, std::size_t>> entries;
  const Value* given = given_member(arguments, "own_entries");
  if (given == nullptr) entries = module.dataset().own_entries();
  if (given != nullptr && given->is_dict()) {
    for (const auto& [key, unused] : given->as_dict()) {
      BFCLX_ASSIGN_OR_RETURN(const Category* category, category_in(key, "own_entries"));
      BFCLX_ASSIGN_OR_RETURN(const std::int64_t count, number_argument(*given, category->name, 1));
      entries.emplace_back(category, static_cast<std::size_t>(count));
    }
  }
  std::shared_ptr<const TagGroups> tags;
  if (const Value* of = find_member(arguments, "own_tags"); of == nullptr) {
    tags = module.dataset().tag_groups();
  } else if (!of->is_none()) {
    const Result<std::shared_ptr<const TagGroups>> read = read_tag_groups(*of);
    if (!read.ok()) return wrong("`own_tags`: " + read.error().message);
    tags = *read;
  }
  if (!entries.empty()) return HeadlineScore(entries, std::move(tags));
  return wrong("`leaderboard` \"own\" needs `own_entries`: the number of entries by category");
}

Result<HeadlineScore> headline_argument(Module& module, const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const std::string name, optional_text(arguments, "leaderboard"));
  if (name == kOwnScore) return own_headline_argument(module, arguments);
  BFCLX_ASSIGN_OR_RETURN(const NamedVersion version, version_argument(arguments));
  return HeadlineScore(version);
}

Result<std::vector<GivenRun>> runs_argument(const Value& arguments) {
  BFCLX_ASSIGN_OR_RETURN(const List* given, list_argument(arguments, "runs"));
  std::vector<GivenRun> runs;
  for (const Value& one : *given) {
    GivenRun run;
    BFCLX_ASSIGN_OR_RETURN(run.name, text_argument(one, "name"));
    const Value* entries = find_member(one, "entries");
    if (entries == nullptr || !entries->is_dict()) {
      return wrong("`entries` of `" + run.name + "` must be an object of categories");
    }
    for (const auto& [key, of_category] : entries->as_dict()) {
      BFCLX_ASSIGN_OR_RETURN(const Category* category, category_in(key, run.name));
      BFCLX_RETURN_IF_ERROR(add_category(run, *category, of_category));
    }
    BFCLX_RETURN_IF_ERROR(check_unique(run));
    const Value* sample = find_member(one, "sample");
    if (sample != nullptr && !sample->is_none()) {
      BFCLX_ASSIGN_OR_RETURN(const std::int64_t count, number_argument(one, "sample", 0));
      run.sample = static_cast<std::size_t>(count);
    }
    BFCLX_ASSIGN_OR_RETURN(run.version, optional_text(one, "version"));
    BFCLX_RETURN_IF_ERROR(add_warnings(run, one));
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace bfclx::api
