// The full module: everything.
#include "wasm/src/carried.h"

namespace bfclx::wasm {

const api::Build& carried() {
  static const std::span<const api::Call> kTables[] = {
      api::list_calls(),         api::dataset_calls(),    api::results_calls(),
      api::explain_calls(),      api::forms_calls(),      api::playground_calls(),
      api::diagnosis_calls(),    api::statistics_calls(), api::audit_calls(),
      api::conversation_calls(), api::schedule_calls(),   api::runs_calls(),
      api::overall_calls(),      api::document_calls(),   api::chart_calls(),
      api::checker_calls(),      api::benchmark_calls(),  api::repeats_calls(),
      api::review_calls(),
  };
  static const api::Build kBuild = {
      .tables = kTables, .full = true, .read_answers = api::read_answers};
  return kBuild;
}

}  // namespace bfclx::wasm
