// The executable categories: recorded calls, requests and verdicts (executable.tar.xz).
#ifndef BFCLX_TESTS_CONFORMANCE_EXECUTABLE_H_
#define BFCLX_TESTS_CONFORMANCE_EXECUTABLE_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/dataset.h"
#include "core/simulators/engine/effects.h"
#include "tests/conformance/manifest.h"
#include "tests/conformance/tally.h"

namespace bfclx::conformance {

// The recorded answers; ends the program when they cannot be read.
EffectStore load_cassette(const std::filesystem::path& path);

// Each call text and what it gives: value by repr, exception by class, missing request by name.
// Python's own words are counted apart.
void compare_calls(const std::filesystem::path& path, const EffectStore& cassette, Tally& tally);
// Each REST text: the request that it makes and the status that comes, or the exception.
void compare_rest(const std::filesystem::path& path, const EffectStore& cassette, Tally& tally);

// The runs of the archive's own manifest.
std::vector<Run> executable_runs(const Places& places);
// Every recorded verdict of a category: validity, type, text, decoded calls; of skipped entries the
// request. Of exceptions the words are counted apart, from Python's own on.
void compare_executable(const Dataset& dataset, const EffectStore& cassette, const Run& run,
                        const std::string& category, Tally& tally);

// Files of calls and how many lines each has.
struct CallRecording {
  std::string_view file;
  std::size_t lines;
  void (*compare)(const std::filesystem::path&, const EffectStore&, Tally&);
};
inline constexpr CallRecording kCallRecordings[] = {
    {"function_fuzz.jsonl", 3470, compare_calls},
    {"executed_calls.jsonl", 2253, compare_calls},
    {"rest_requests.jsonl", 1481, compare_rest},
};
inline constexpr std::size_t kCassetteExchanges = 752;

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_EXECUTABLE_H_
