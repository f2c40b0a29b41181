// Reads bfclx_manifest.json, which `bfclx generate` writes into a run's folder.
#ifndef BFCLX_CORE_RUN_RUN_MANIFEST_H_
#define BFCLX_CORE_RUN_RUN_MANIFEST_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace bfclx {

struct RunManifest {
  std::uint64_t sample_entries = 0;  // of a deliberate sample; 0: the run is none
  std::uint64_t seed = 0;            // of its draw
  std::string started;               // as it stands there, "2026-11-22T06:30:00Z"; may be empty
};
// Empty where the bytes are no manifest.
RunManifest read_run_manifest(std::string_view bytes);

// "a sample of 200 entries (seed 1), ..."
std::string sample_text(std::uint64_t entries, std::uint64_t seed);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_RUN_MANIFEST_H_
