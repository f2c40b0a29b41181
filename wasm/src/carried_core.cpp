// The small module: single responses in Python, JSON and XML, and agentic ones.
#include "wasm/src/carried.h"

namespace bfclx::wasm {

const api::Build& carried() {
  static const std::span<const api::Call> kTables[] = {
      api::list_calls(),    api::dataset_calls(), api::results_calls(),
      api::explain_calls(), api::forms_calls(),   api::runs_calls(),
  };
  static const api::Build kBuild = {.tables = kTables, .lacks = lacking_full};
  return kBuild;
}

}  // namespace bfclx::wasm
