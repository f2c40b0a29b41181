// Reads bfclx_manifest.json, which `bfclx generate` writes into a run's folder.
#ifndef BFCLX_CORE_RUN_RUN_MANIFEST_H_
#define BFCLX_CORE_RUN_RUN_MANIFEST_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"
#include "core/dataset/sample_choice.h"
#include "core/decode/decoder.h"
#include "core/run/response_latency.h"

namespace bfclx {

inline constexpr std::string_view kManifestFile = "bfclx_manifest.json";
// A larger one is not read.
inline constexpr std::size_t kMostManifestBytes = std::size_t{4} << 20;
// More than any dataset has: a larger number of entries or results is not believed.
inline constexpr std::int64_t kMostManifestEntries = 1'000'000;

// A deliberate sample: what its entries are drawn from, see core/run/run_sample.h.
struct SampleDraw {
  std::uint64_t entries = 0;  // as --sample said; each category gives at least one
  std::uint64_t seed = 0;
  std::vector<const Category*> categories;  // that it was drawn from, in the order of the draw
  bool fc = false;  // native tool calling, which generates no entries of other prompt formats
  SampleScheme scheme = SampleScheme::kProportional;
};

// What `settings.sample.by` of a manifest says, and --sample-scheme.
struct SampleSchemeName {
  SampleScheme scheme;
  std::string_view by;
  std::string_view name;
};
inline constexpr SampleSchemeName kSampleSchemes[] = {
    {SampleScheme::kProportional, "category", "proportional"},
    {SampleScheme::kEqual, "category_equal", "equal"},
};

// A decoder, by its name, and how many results it was to read; 0: the manifest does not say.
struct GeneratedFor {
  std::string decoder;
  std::size_t results = 0;
  bool operator==(const GeneratedFor&) const = default;
};

// What makes runs repeats of each other: same model, settings but for the seed, and dataset.
struct RepeatFacts {
  std::string key;    // equal for repeats; empty where results were made with several settings
  std::string model;  // its name in the registry, or as it was asked for
  std::optional<double> temperature;
  std::string manifest;  // equal for copies of one run

  bool operator==(const RepeatFacts&) const = default;
};

struct RunManifest {
  std::optional<SampleDraw> sample;  // none: the run is not a sample
  std::string started;               // as it stands there, "2026-11-22T06:30:00Z"; may be empty
  // The decoders that results were generated for, by name.
  std::vector<GeneratedFor> decoders;
  // Of these the one of most results; nullptr where there is none that can be used, or the manifest
  // does not say.
  const Decoder* decoder = nullptr;
  std::string decoder_problem;  // "names the decoder `x`, which does not exist; ..."; may be empty
  std::string dataset_version;  // both may be empty
  std::string dataset_hash;
  std::string benchmark;  // name of the own benchmark that it was; empty for other datasets
  RepeatFacts repeat;
  std::string
      mixed_settings;  // "temperature 0.0 or 0.5": settings in which results differ; or empty
  std::size_t max_steps = 0;  // of a turn of an episode, where it is not the official number; or 0
  bool first_call_only = false;             // responses were ended after their first call
  std::optional<StreamedLatency> streamed;  // of its last command that streamed
  std::string error;  // why it cannot be read; empty where it can, or where there is none
};
RunManifest read_run_manifest(std::string_view bytes);

// A name that a manifest gives, as it may be shown: valid UTF-8 of at most 100 code points.
std::string manifest_text(std::string_view text);

// "a sample of 200 entries (seed 1), ..."
std::string sample_text(std::uint64_t entries, std::uint64_t seed,
                        SampleScheme scheme = SampleScheme::kProportional);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_RUN_MANIFEST_H_
