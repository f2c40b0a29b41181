// Replays recordings of the official generator: every conversation is driven with the recorded
// responses, and what it asks and what it writes is set against what was recorded.
#ifndef BFCLX_TESTS_CONFORMANCE_GENERATION_H_
#define BFCLX_TESTS_CONFORMANCE_GENERATION_H_

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/dataset/models.h"
#include "core/simulators/engine/simulator.h"
#include "tests/conformance/generation_recording.h"
#include "tests/conformance/manifest.h"
#include "tests/conformance/tally.h"

namespace bfclx::conformance {

// A dataset with what generation needs: every category, prompts, conversations; and the registry
// with the entries that the recordings add. `prompt_texts`: where prompt_texts.json is if `data`
// has none; without it the few models whose handlers write prompts of their own disagree.
struct GenerationData {
  Dataset dataset;
  ModelRegistry models;
  LongContext tables;
};
GenerationData load_generation_data(const std::filesystem::path& data,
                                    const std::filesystem::path& folder,
                                    const std::filesystem::path& prompt_texts);

struct GenerationCounts {
  std::size_t requests = 0;
  std::size_t lines = 0;
  std::size_t files = 0;
};

// Nothing but what was recorded is asked: the first request that differs ends its entry.
GenerationCounts replay_generation(const GenerationData& data, const GenerationSetup& setup,
                                   Tally& tally);

// Replays the set-ups whose names contain `only`; says for each how much agreed. False when
// anything did not, or when a recorded exchange or line was not compared.
using LoadSetup = std::function<GenerationSetup(const std::string& name)>;
bool replay_setups(const GenerationData& data, const std::vector<std::string>& names,
                   const LoadSetup& load, const std::string& only, bool words);
// Replays every set-up of generation.tar.xz.
bool replay_all_generation(const Places& places, const std::string& only, bool words);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_GENERATION_H_
