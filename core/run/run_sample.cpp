#include "core/run/run_sample.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/dataset/sample_choice.h"
#include "core/run/asked_entries.h"

namespace bfclx {
namespace {

constexpr std::string_view kOrdinary = "; every entry without a response counts as missing";

// Entries of the dataset outside the sample that have a response.
struct Outside {
  std::size_t count = 0;
  std::string first;
};

Outside find_outside(DatasetFiles& dataset, const DrawnIds& drawn,
                     std::span<const std::string> others, ResponseSorter& sorter) {
  Outside outside;
  const auto look_at = [&](std::string_view id) {
    const Entry* entry = dataset.dataset().find(id);
    if (entry == nullptr || drawn.find(entry->id) != drawn.end()) return;
    if (outside.count++ == 0) outside.first = entry->id;
  };
  for (const auto& [category, part] : sorter.parts()) {
    if (!dataset.load(*category).ok()) continue;  // told where it is matched
    for (const Response& response : part.results.responses) look_at(response.id);
  }
  std::map<const Category*, bool> loaded;
  for (const std::string& id : others) {
    const Category* category = category_of_id(id);
    if (category == nullptr) continue;
    const auto [place, is_new] = loaded.try_emplace(category);
    if (is_new) place->second = dataset.load(*category).ok();
    if (place->second) look_at(id);
  }
  return outside;
}

// An own benchmark has only some of the categories, and generation takes those that it has.
std::vector<const Category*> drawn_from(const DatasetFiles& dataset, const SampleDraw& draw) {
  std::vector<const Category*> categories = draw.categories;
  if (dataset.own_benchmark() != nullptr) {
    std::erase_if(categories, [&](const Category* one) { return !dataset.holds(*one); });
  }
  return categories;
}

Result<DrawnIds> asked_ids(DatasetFiles& dataset, const ManifestOfRun& manifest,
                           ResponseSorter& sorter) {
  const SampleDraw& draw = *manifest.manifest->sample;
  const std::vector<const Category*> categories = drawn_from(dataset, draw);
  for (const Category* category : categories) BFCLX_RETURN_IF_ERROR(dataset.load(*category));
  DrawnIds with_response(manifest.others.begin(), manifest.others.end());
  for (const auto& [category, part] : sorter.parts()) {
    for (const Response& response : part.results.responses) with_response.insert(response.id);
  }
  return asked_entries(dataset.dataset(), categories, draw.seed, with_response);
}

}  // namespace

Result<DrawnIds> draw_sample(DatasetFiles& dataset, const SampleDraw& draw) {
  const std::vector<const Category*> categories = drawn_from(dataset, draw);
  for (const Category* category : categories) BFCLX_RETURN_IF_ERROR(dataset.load(*category));
  if (draw.entries == kEntriesAsked) {
    return Error{"ValueError", "what was asked can be told by the responses alone"};
  }
  DrawnIds drawn = choose_sample(dataset.dataset(), categories,
                                 static_cast<std::size_t>(draw.entries), draw.seed, draw.scheme);
  if (draw.fc) {
    std::erase_if(drawn, [](const std::string& id) {
      const Category* category = category_of_id(id);
      return category != nullptr && category->varies_prompts;
    });
  }
  return drawn;
}

std::optional<DrawnIds> sample_of_run(DatasetFiles& dataset, const ManifestOfRun& manifest,
                                      ResponseSorter& sorter, ModelRun& model) {
  const RunManifest& read = *manifest.manifest;
  const auto tell = [&](std::string message) {
    model.problems.push_back({manifest.file, 0, "", std::move(message), false});
  };
  const auto ignore = [&](std::string why) {
    model.manifest_problem = why.append(kOrdinary);
    tell(std::move(why));
    return std::nullopt;
  };
  if (!read.error.empty()) return ignore(read.error);
  if (!read.sample) return std::nullopt;
  Result<DrawnIds> drawn = read.sample->entries == kEntriesAsked
                               ? asked_ids(dataset, manifest, sorter)
                               : draw_sample(dataset, *read.sample);
  if (!drawn.ok()) {
    return ignore("its sample cannot be drawn from this dataset: " + drawn.error().message);
  }
  const std::string text = sample_text(drawn->size(), read.sample->seed, read.sample->scheme);
  if (const Outside outside = find_outside(dataset, *drawn, manifest.others, sorter);
      outside.count > 0) {
    return ignore("does not match the result files: " +
                  counted(outside.count, "response is", "responses are") +
                  " outside its sample of " + counted(drawn->size(), "entry", "entries") +
                  " (seed " + std::to_string(read.sample->seed) + "), such as " + outside.first);
  }
  model.sample = drawn->size();
  model.sample_note = text;
  tell("these results are " + text);
  if (manifest.whole_run) {
    for (const Category* category : drawn_from(dataset, *read.sample)) {
      if (!(read.sample->fc && category->varies_prompts)) sorter.want(*category);
    }
  }
  return std::move(drawn).value();
}

void leave_out_unwanted(ModelRun& model, const std::function<bool(std::string_view id)>& wanted) {
  for (CategoryRun& run : model.runs) {
    run.left_out +=
        std::erase_if(run.missing, [&](const Entry* entry) { return !wanted(entry->id); });
  }
}

}  // namespace bfclx
