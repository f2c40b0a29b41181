#include "core/run/run_manifest.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "core/base/counted.h"
#include "core/base/sha256.h"
#include "core/base/utf8.h"
#include "core/run/asked_entries.h"
#include "core/run/mixed_settings.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

Error unreadable(std::string message) { return {"manifest", std::move(message)}; }

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
  const Value* by = given_member(*sample, "by");
  const bool is_asked = by != nullptr && by->is_str() && by->as_str() == kSampleByAsked;
  const bool is_count = entries != nullptr && entries->is_small_int() && entries->as_int64() > 0;
  const bool is_open = is_asked && entries == nullptr;  // the run has not ended, or was killed
  if (!is_open && (!is_count || entries->as_int64() > kMostManifestEntries)) {
    return unreadable("`settings.sample.entries` is not an integer from 1 to " +
                      std::to_string(kMostManifestEntries));
  }
  SampleDraw draw;
  const bool is_known =
      by == nullptr ||
      std::any_of(std::begin(kSampleSchemes), std::end(kSampleSchemes), [&](const auto& one) {
        if (!by->is_str() || by->as_str() != one.by) return false;
        draw.scheme = one.scheme;
        return true;
      });
  if (!is_known && !is_asked) {
    return unreadable(
        "`settings.sample.by` is not \"category\" or \"category_equal\", nor \"asked\"");
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
  draw.entries = is_asked ? kEntriesAsked : static_cast<std::uint64_t>(entries->as_int64());
  // Written as a signed number.
  draw.seed = seed != nullptr ? static_cast<std::uint64_t>(seed->as_int64()) : 0;
  draw.fc = find_text(*settings, "mode") == "fc";
  BFCLX_ASSIGN_OR_RETURN(draw.categories, drawn_categories(manifest, *settings));
  return std::optional(std::move(draw));
}

// The decoders of settings by id, each once, by name; without those whose results were all
// replaced.
std::vector<GeneratedFor> decoders_in(const Dict& made_with) {
  std::map<std::string, std::optional<std::size_t>, std::less<>> counts;  // none: it does not say
  for (const Dict::Entry& settings : made_with) {
    const std::string_view name = find_text(settings.value, "decoder");
    if (name.empty()) continue;
    const Value* results = find_member(settings.value, "results");
    const bool told = results != nullptr && results->is_small_int() && results->as_int64() >= 0 &&
                      results->as_int64() <= kMostManifestEntries;
    if (told && results->as_int64() == 0) continue;
    auto& count = counts.emplace(manifest_text(name), std::size_t{0}).first->second;
    if (count && told) *count += static_cast<std::size_t>(results->as_int64());
    if (!told) count.reset();
  }
  std::vector<GeneratedFor> decoders;
  for (const auto& [name, count] : counts) decoders.push_back({name, count.value_or(0)});
  return decoders;
}

bool has_no_results(const Value& settings) {
  const Value* results = find_member(settings, "results");
  return results != nullptr && results->is_small_int() && results->as_int64() == 0;
}

bool has_first_calls(const Dict& made_with) {
  for (const Dict::Entry& settings : made_with) {
    const Value* first = given_member(settings.value, "first_call_only");
    const bool set = first != nullptr && first->is_bool() && first->as_bool();
    if (set && !has_no_results(settings.value)) return true;
  }
  return false;
}

// It stands there only where it is not the official number.
std::size_t other_steps_in(const Dict& made_with) {
  for (const Dict::Entry& settings : made_with) {
    const Value* steps = given_member(settings.value, "max_steps");
    const bool told = steps != nullptr && steps->is_small_int() && steps->as_int64() > 0 &&
                      steps->as_int64() <= kMostManifestEntries;
    if (told && !has_no_results(settings.value)) {
      return static_cast<std::size_t>(steps->as_int64());
    }
  }
  return 0;
}

// The text of that name, cut; empty where there is none. An error where it is something else.
Result<std::string> text_in(const Value& object, std::string_view place, std::string_view name) {
  const Value* text = given_member(object, name);
  if (text == nullptr) return std::string();
  if (!text->is_str()) {
    return unreadable("`" + std::string(place) + "." + std::string(name) + "` is not text");
  }
  return manifest_text(text->as_str());
}

Status read_dataset(const Value& json, RunManifest& manifest) {
  const Value* dataset = given_member(json, "dataset");
  if (dataset == nullptr) return {};
  if (!dataset->is_dict()) return unreadable("`dataset` is not an object");
  BFCLX_ASSIGN_OR_RETURN(manifest.dataset_version, text_in(*dataset, "dataset", "version"));
  BFCLX_ASSIGN_OR_RETURN(manifest.dataset_hash, text_in(*dataset, "dataset", "hash"));
  BFCLX_ASSIGN_OR_RETURN(manifest.benchmark, text_in(*dataset, "dataset", "benchmark"));
  return {};
}

Status read_made_with(const Value& json, RunManifest& manifest) {
  const Value* made_with = given_member(json, "made_with");
  if (made_with == nullptr) return {};
  if (!made_with->is_dict()) return unreadable("`made_with` is not an object");
  for (const Dict::Entry& settings : made_with->as_dict()) {
    if (!settings.value.is_dict()) return unreadable("an item of `made_with` is not an object");
    BFCLX_ASSIGN_OR_RETURN(std::string ignored, text_in(settings.value, "made_with", "decoder"));
  }
  manifest.decoders = decoders_in(made_with->as_dict());
  manifest.max_steps = other_steps_in(made_with->as_dict());
  manifest.first_call_only = has_first_calls(made_with->as_dict());
  if (made_with->as_dict().size() > 1) {
    manifest.mixed_settings = mixed_settings_text(made_with->as_dict());
  }
  return {};
}

// The decoder that most results were generated for; none where the manifest does not tell.
void choose_decoder(RunManifest& manifest) {
  if (manifest.decoders.empty()) return;
  const auto most = std::max_element(
      manifest.decoders.begin(), manifest.decoders.end(),
      [](const GeneratedFor& a, const GeneratedFor& b) { return a.results < b.results; });
  const bool known = std::all_of(manifest.decoders.begin(), manifest.decoders.end(),
                                 [](const GeneratedFor& one) { return one.results > 0; });
  if (!known && manifest.decoders.size() > 1) return;
  manifest.decoder = find_decoder(most->decoder);
  if (manifest.decoder != nullptr) return;
  manifest.decoder_problem =
      "names the decoder `" + most->decoder +
      "`, which does not exist; the registry or the responses decide instead";
}

// Settings of results without the seed, which differs between repeats, and the count of results.
Value repeated_settings(const Value& settings) {
  Value kept = settings;
  Dict& members = kept.mutable_dict();
  members.erase("results");
  const Value* body = members.find("extra_body");
  if (body == nullptr || !body->is_dict()) return kept;
  Value seedless = *body;
  seedless.mutable_dict().erase("seed");
  members.set("extra_body", seedless.as_dict().size() > 0 ? seedless : Value());
  return kept;
}

// Nothing where the results were made with several settings, or the manifest does not say.
RepeatFacts read_repeat(const Value& json, const RunManifest& manifest) {
  RepeatFacts repeat;
  const Value* made_with = given_member(json, "made_with");
  if (made_with == nullptr) return repeat;
  const Value* only = nullptr;
  for (const Dict::Entry& settings : made_with->as_dict()) {
    if (has_no_results(settings.value)) continue;
    if (only != nullptr) return repeat;
    only = &settings.value;
  }
  if (only == nullptr) return repeat;
  repeat.model = manifest_text(find_text(*only, "model"));
  if (const Value* temperature = find_member(*only, "temperature")) {
    if (temperature->is_float()) repeat.temperature = temperature->as_float();
    if (temperature->is_small_int()) {
      repeat.temperature = static_cast<double>(temperature->as_int64());
    }
  }
  std::string key;
  append_json(key, repeated_settings(*only));
  repeat.key = hex_of(sha256(manifest.dataset_hash + "\n" + key));
  return repeat;
}

Status read_members(const Value& json, RunManifest& manifest) {
  const Value* started = given_member(json, "started");
  if (started != nullptr && !started->is_str()) return unreadable("`started` is not text");
  manifest.started = manifest_text(find_text(json, "started"));
  BFCLX_RETURN_IF_ERROR(read_dataset(json, manifest));
  BFCLX_RETURN_IF_ERROR(read_made_with(json, manifest));
  manifest.repeat = read_repeat(json, manifest);
  const Value* run = given_member(json, "run");
  const Value* streamed = run != nullptr ? given_member(*run, "streamed") : nullptr;
  if (streamed != nullptr) manifest.streamed = streamed_of_value(*streamed);
  choose_decoder(manifest);
  BFCLX_ASSIGN_OR_RETURN(manifest.sample, read_sample(json));
  return {};
}

}  // namespace

std::string manifest_text(std::string_view text) {
  return sanitize_utf8(slice_code_points(text, 0, 100));
}

RunManifest read_run_manifest(std::string_view bytes) {
  RunManifest manifest;
  if (bytes.size() > kMostManifestBytes) {
    manifest.error = "larger than 4 MiB";
    return manifest;
  }
  const Result<Value> json = json_loads(bytes);
  if (!json.ok()) {
    manifest.error = "not valid JSON: " + json.error().message;
    return manifest;
  }
  if (!json->is_dict()) {
    manifest.error = "not a JSON object";
    return manifest;
  }
  if (const Status status = read_members(*json, manifest); !status.ok()) {
    // Nothing else of it is believed.
    RunManifest unusable;
    unusable.started = std::move(manifest.started);
    unusable.error = "cannot be used: " + status.error().message;
    return unusable;
  }
  if (!manifest.repeat.key.empty()) manifest.repeat.manifest = hex_of(sha256(bytes));
  return manifest;
}

std::string sample_text(std::uint64_t entries, std::uint64_t seed, SampleScheme scheme) {
  if (entries == kEntriesAsked) {
    return "a sample (seed " + std::to_string(seed) +
           "), stratified by category: not a leaderboard score";
  }
  return "a sample of " + counted(static_cast<std::size_t>(entries), "entry", "entries") +
         " (seed " + std::to_string(seed) + "), " +
         (scheme == SampleScheme::kEqual ? "equal shares of the categories"
                                         : "stratified by category") +
         ": not a leaderboard score";
}

}  // namespace bfclx
