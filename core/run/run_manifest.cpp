#include "core/run/run_manifest.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/base/utf8.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

// More than any dataset has.
constexpr std::int64_t kMostEntries = 1'000'000;

Error unreadable(std::string message) { return {"manifest", std::move(message)}; }

// object[name] where it is there and not null.
const Value* given_member(const Value& object, std::string_view name) {
  const Value* found = find_member(object, name);
  return found != nullptr && !found->is_none() ? found : nullptr;
}

// Adds the categories of a name or of a group, each once.
bool add_categories(std::string_view name, std::vector<const Category*>& categories) {
  const auto group = category_group(name);
  for (const Category* category : group) {
    if (std::find(categories.begin(), categories.end(), category) == categories.end()) {
      categories.push_back(category);
    }
  }
  return !group.empty();
}

// What `generate` drew from: the categories of --test-category without those that it skipped.
Result<std::vector<const Category*>> drawn_categories(const Value& manifest,
                                                      const Value& settings) {
  std::vector<const Category*> categories;
  const Value* named = given_member(settings, "test_category");
  if (named != nullptr && !named->is_list()) {
    return unreadable("`settings.test_category` is not a list");
  }
  for (const Value& name : named != nullptr ? named->items() : List()) {
    if (!name.is_str() || !add_categories(name.as_str(), categories)) {
      return unreadable("`settings.test_category` names an unknown category");
    }
  }
  if (categories.empty()) add_categories("all_scoring", categories);
  const Value* skipped = given_member(manifest, "skipped");
  if (skipped != nullptr && !skipped->is_dict()) return unreadable("`skipped` is not an object");
  if (skipped != nullptr) {
    std::erase_if(categories, [&](const Category* category) {
      return skipped->as_dict().find(category->name) != nullptr;
    });
  }
  if (categories.empty()) return unreadable("its sample has no categories");
  return categories;
}

Result<std::optional<SampleDraw>> read_sample(const Value& manifest) {
  const Value* settings = given_member(manifest, "settings");
  if (settings == nullptr) return std::optional<SampleDraw>();
  if (!settings->is_dict()) return unreadable("`settings` is not an object");
  const Value* sample = given_member(*settings, "sample");
  if (sample == nullptr) return std::optional<SampleDraw>();
  if (!sample->is_dict()) return unreadable("`settings.sample` is not an object");
  const Value* entries = find_member(*sample, "entries");
  const bool is_count = entries != nullptr && entries->is_small_int() && entries->as_int64() > 0;
  if (!is_count || entries->as_int64() > kMostEntries) {
    return unreadable("`settings.sample.entries` is not an integer from 1 to " +
                      std::to_string(kMostEntries));
  }
  const Value* by = given_member(*sample, "by");
  if (by != nullptr && !(by->is_str() && by->as_str() == "category")) {
    return unreadable("`settings.sample.by` is not \"category\"");
  }
  for (const std::string_view name : {"mode", "format"}) {
    const Value* text = given_member(*settings, name);
    if (text != nullptr && !text->is_str()) {
      return unreadable("`settings." + std::string(name) + "` is not text");
    }
  }
  const Value* seed = given_member(*sample, "seed");
  if (seed != nullptr && !seed->is_small_int()) {
    return unreadable("`settings.sample.seed` is not an integer");
  }
  SampleDraw draw;
  draw.entries = static_cast<std::uint64_t>(entries->as_int64());
  // Written as a signed number.
  draw.seed = seed != nullptr ? static_cast<std::uint64_t>(seed->as_int64()) : 0;
  draw.fc = find_text(*settings, "mode") == "fc";
  BFCLX_ASSIGN_OR_RETURN(draw.categories, drawn_categories(manifest, *settings));
  return std::optional(std::move(draw));
}

constexpr std::size_t kMostName = 100;  // code points

// What made the run, as far as it can be read.
void read_making(const Value& json, RunManifest& manifest) {
  if (const Value* dataset = given_member(json, "dataset");
      dataset != nullptr && dataset->is_dict()) {
    manifest.dataset_version = slice_code_points(find_text(*dataset, "version"), 0, kMostName);
    manifest.dataset_hash = slice_code_points(find_text(*dataset, "hash"), 0, kMostName);
  }
  const Value* made_with = given_member(json, "made_with");
  if (made_with == nullptr || !made_with->is_dict()) return;
  std::set<std::string, std::less<>> names;
  for (const Dict::Entry& settings : made_with->as_dict()) {
    const std::string_view name = find_text(settings.value, "decoder");
    if (!name.empty()) names.emplace(slice_code_points(name, 0, kMostName));
  }
  if (names.size() == 1) manifest.decoder = find_decoder(*names.begin());
  if (names.empty() || manifest.decoder != nullptr) return;
  const std::string otherwise = "; the registry or the responses decide instead";
  manifest.decoder_problem =
      names.size() == 1
          ? "names the decoder `" + *names.begin() + "`, which does not exist" + otherwise
          : "names " + std::to_string(names.size()) + " decoders (" + *names.begin() + ", " +
                *names.rbegin() + (names.size() > 2 ? ", ...)" : ")") + otherwise;
}

}  // namespace

RunManifest read_run_manifest(std::string_view bytes) {
  RunManifest manifest;
  if (bytes.size() > kMostManifestBytes) {
    manifest.error = "is larger than 4 MiB";
    return manifest;
  }
  const Result<Value> json = json_loads(bytes);
  if (!json.ok()) {
    manifest.error = "is not valid JSON: " + json.error().message;
    return manifest;
  }
  if (!json->is_dict()) {
    manifest.error = "is not a JSON object";
    return manifest;
  }
  const Value* started = given_member(*json, "started");
  if (started != nullptr && !started->is_str()) {
    manifest.error = "cannot be used: `started` is not text";
    return manifest;
  }
  manifest.started = find_text(*json, "started");
  read_making(*json, manifest);
  Result<std::optional<SampleDraw>> sample = read_sample(*json);
  if (sample.ok()) {
    manifest.sample = std::move(sample).value();
  } else {
    manifest.error = "cannot be used: " + sample.error().message;
  }
  return manifest;
}

std::string sample_text(std::uint64_t entries, std::uint64_t seed) {
  return "a sample of " + counted(static_cast<std::size_t>(entries), "entry", "entries") +
         " (seed " + std::to_string(seed) + "), stratified by category: not a leaderboard score";
}

}  // namespace bfclx
