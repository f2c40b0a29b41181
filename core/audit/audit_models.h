// Runs of an audit that are repeats of one model. They count as one run, with their mean: repeats
// share the model's errors, so that their agreement says nothing about the ground truth.
#ifndef BFCLX_CORE_AUDIT_AUDIT_MODELS_H_
#define BFCLX_CORE_AUDIT_AUDIT_MODELS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bfclx {

struct AuditedRun;
struct AuditReport;

struct AuditModels {
  struct Model {
    std::string label;              // of a single run, or the name of the model
    std::vector<std::size_t> runs;  // in order
  };
  std::vector<Model> models;          // in the order of their first runs
  std::vector<std::uint32_t> of_run;  // places in `models`
};
// By what the manifests of the runs say (core/run/repeat_groups.h).
AuditModels audit_models(std::span<const AuditedRun> runs);

// Of an entry that these runs have: the share of each in its model, so that those of one model add
// up to 1. 0 for runs that do not have it.
std::vector<double> shares_of_models(const AuditModels& models,
                                     std::span<const std::uint32_t> runs);
// So many models as a whole number, at least `least` and at most `most`.
std::size_t whole_models(double models, std::size_t least, std::size_t most);

// "5 runs", or "3 runs (5 with repeats)".
std::string counted_runs_text(const AuditReport& report);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_AUDIT_MODELS_H_
