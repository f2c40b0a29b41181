// What a leaderboard keeps of a model: its figures, its marks, and what an audit takes of its wrong
// answers. All of it lies beside its slices, so that another model can be added without its
// results: models/<name>/model.json and models/<name>/audit.json.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_MODEL_RECORD_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_MODEL_RECORD_H_

#include <map>
#include <string>
#include <vector>

#include "core/audit/audit.h"
#include "core/dataset/dataset_files.h"
#include "core/run/run_manifest.h"
#include "core/statistics/basis.h"
#include "core/statistics/comparison.h"

namespace bfclx::tools {

struct ModelRecord {
  std::string label;    // printable
  std::string name;     // safe, of its files
  std::string figures;  // JSON: what stands of it in the index
  // A mark an entry (slices.h), in the dataset's order, of each category that it has.
  std::map<const Category*, std::string> marks;
  std::map<const Category*, std::size_t> left_out;  // entries that were not asked for
  std::size_t sample = 0;                           // entries of a deliberate sample
  std::string version;         // an older one of the benchmark that it was generated for
  std::string date;            // of its generation, of a new one; empty: unknown
  RepeatFacts repeat;          // see repeat_groups; no key: it is no repeat
  std::string repetition;      // which repeat it is, "seed 2, repeat 2"; may be empty
  std::vector<Answer> failed;  // one for each mark of a wrong answer, in their order
};

// Whether some marks of a category are unknown: then none of it counts in comparisons.
bool has_unknown(const std::string& marks);

// The verdicts of a model that count. Ids are views into the dataset.
JudgedRun judged_record(const ModelRecord& record, const Dataset& dataset);
// The same as scores need it; `judged` must outlive it.
ScoredRun scored_record(const ModelRecord& record, const JudgedRun& judged, const Dataset& dataset);
// Moves the wrong answers into the audit.
void audit_record(ModelRecord& record, const Dataset& dataset, Audit& audit);

// Hashes of the dataset's files that were loaded, hex by path.
std::map<std::string, std::string> hashes_of(const DatasetFiles& dataset);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_MODEL_RECORD_H_
