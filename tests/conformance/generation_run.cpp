// The replay of all set-ups of an archive, and the data that it needs.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "core/conversation/prompt_formats/prompt_format.h"
#include "core/dataset/loader.h"
#include "core/value/dict.h"
#include "tests/conformance/generation.h"

namespace bfclx::conformance {

namespace fs = std::filesystem;

namespace {

std::size_t recorded_lines(const GenerationSetup& setup) {
  std::size_t lines = 0;
  for (const ResultTree& tree : setup.results) {
    for (const auto& [path, bytes] : tree) {
      if (path.find("_result.json") == std::string::npos) continue;
      lines += static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    }
  }
  return lines;
}

// Handlers beside those of prompt_formats/ whose prompts have sentences of their own, and the class
// whose they are.
constexpr std::pair<std::string_view, std::string_view> kOwnSentences[] = {
    {"NemotronHandler", "NemotronHandler"},
    {"MiningHandler", "MiningHandler"},
    {"DMCitoHandler", "MiningHandler"},
};

// Whether the dataset lacks the sentences of a handler: it was made by an older tools/get-dataset.
bool lacks_sentences(const GenerationData& data, const std::string& handler) {
  std::string_view owner;
  for (const auto& [name, own] : kOwnSentences) {
    if (handler == name) owner = own;
  }
  for (const PromptFormat& format : prompt_formats()) {
    if (format.handler == handler && format.has_texts) owner = format.handler;
  }
  if (owner.empty()) return false;
  const Value* table = data.dataset.prompts().as_dict().find("PROMPT_TEXTS");
  return table == nullptr || !table->is_dict() || table->as_dict().find(owner) == nullptr;
}

}  // namespace

GenerationData load_generation_data(const fs::path& data, const fs::path& folder,
                                    const fs::path& prompt_texts) {
  GenerationData loaded;
  const ReadDatasetFile read = [&](std::string_view name) -> Result<std::string> {
    const bool elsewhere = name == "prompt_texts.json" && !fs::exists(data / name);
    const fs::path path = elsewhere ? prompt_texts : data / name;
    if (!fs::exists(path)) return Error{"DatasetError", path.string() + " is not there"};
    return read_file(path);
  };
  if (Status prompts = load_prompts(loaded.dataset, read); !prompts.ok()) {
    fail(prompts.error().message);
  }
  for (const Category& category : categories()) {
    if (!category.scored && !category.varies_prompts) continue;
    if (Status status = load_category(loaded.dataset, category, read); !status.ok()) {
      fail(status.error().message);
    }
  }
  for (const fs::path& path : {data / "models.json", folder / "extra_models.json"}) {
    if (!fs::exists(path)) continue;
    if (Status status = loaded.models.add(read_file(path)); !status.ok()) {
      fail(status.error().message);
    }
  }
  Result<LongContext> tables = LongContext::load(read_file(data / "long_context.json"));
  if (!tables.ok()) fail(tables.error().message);
  loaded.tables = std::move(tables).value();
  return loaded;
}

bool replay_setups(const GenerationData& data, const std::vector<std::string>& names,
                   const LoadSetup& load, const std::string& only, bool words) {
  Tally total;
  GenerationCounts sum;
  std::size_t agreed = 0;
  std::size_t all = 0;
  std::size_t skipped = 0;
  for (const std::string& name : names) {
    if (name.find(only) == std::string::npos) continue;
    const GenerationSetup setup = load(name);
    if (lacks_sentences(data, setup.handler)) {
      std::printf("SKIPPED %s: prompt_texts.json is not there; tools/get-dataset makes it\n",
                  name.c_str());
      ++skipped;
      continue;
    }
    Tally tally;
    const GenerationCounts counts = replay_generation(data, setup, tally);
    ++all;
    const bool complete =
        counts.requests == setup.exchanges.size() && counts.lines == recorded_lines(setup);
    if (tally.disagreements == 0 && complete) ++agreed;
    std::printf("%-32s %4zu of %4zu requests, %4zu of %4zu lines, %3zu files, %zu disagree\n",
                name.c_str(), counts.requests, setup.exchanges.size(), counts.lines,
                recorded_lines(setup), counts.files, tally.disagreements);
    sum.requests += counts.requests;
    sum.lines += counts.lines;
    sum.files += counts.files;
    total.add(tally);
  }
  for (std::size_t i = 0; i < total.examples.size() && i < Tally::kExamples; ++i) {
    std::printf("DISAGREES %s\n", total.examples[i].c_str());
  }
  for (std::size_t i = 0; words && i < total.other_examples.size(); ++i) {
    std::printf("WORDS %s\n", total.other_examples[i].c_str());
  }
  std::printf(
      "generation: %zu of %zu set-ups agree; %zu requests, %zu lines, %zu files compared, "
      "%zu disagree\n",
      agreed, all, sum.requests, sum.lines, sum.files, total.disagreements);
  if (skipped > 0) std::printf("    %zu set-ups were skipped\n", skipped);
  for (const auto& [handler, count] : total.other_words) {
    std::printf("    tolerated texts worded otherwise: %zu %s\n", count, handler.c_str());
  }
  return all > 0 && agreed == all;
}

bool replay_all_generation(const Places& places, const std::string& only, bool words) {
  const fs::path folder = locate(places, "generation/MANIFEST.json").parent_path();
  const GenerationData data = load_generation_data(places.data, folder, places.prompt_texts);
  Blobs blobs(folder / "blobs.jsonl");
  const LoadSetup load = [&](const std::string& name) {
    return load_generation_setup(folder, name, blobs);
  };
  return replay_setups(data, generation_setups(folder), load, only, words);
}

}  // namespace bfclx::conformance
