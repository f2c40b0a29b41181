// The replay of the official generator's recordings alone, for the build as WebAssembly, which has
// no threads and starts no programs.
//
//   generation_replay --recordings DIR --data DIR [--prompt-texts FILE] [--source SET-UP]
//
// DIR of --recordings holds generation/, unpacked. Exit codes as bfclx_conformance's.
#include <cstdio>
#include <string>

#include "tests/conformance/generation.h"
#include "tests/conformance/manifest.h"

int main(int argc, char** argv) {
  using bfclx::conformance::fail;
  bfclx::conformance::Places places;
  std::string only;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 >= argc) fail("no value after " + name);
    const std::string value = argv[i + 1];
    if (name == "--recordings") {
      places.conformance = value;
    } else if (name == "--data") {
      places.data = value;
    } else if (name == "--prompt-texts") {
      places.prompt_texts = value;
    } else if (name == "--source") {
      only = value;
    } else {
      fail("unknown option " + name);
    }
  }
  if (!std::filesystem::exists(places.conformance / "generation" / "MANIFEST.json")) {
    std::printf("SKIPPED: there are no recordings of the generator at %s\n",
                places.conformance.string().c_str());
    return 77;
  }
  return bfclx::conformance::replay_all_generation(places, only, false) ? 0 : 1;
}
