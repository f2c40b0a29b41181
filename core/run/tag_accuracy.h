// Accuracy by tag, of benchmarks whose entries have tags.
#ifndef BFCLX_CORE_RUN_TAG_ACCURACY_H_
#define BFCLX_CORE_RUN_TAG_ACCURACY_H_

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/model_run.h"
#include "core/statistics/statistics.h"

namespace bfclx {

// A tag that stands there twice counts once.
std::set<std::string_view> tags_of(const Entry& entry);

struct TagAccuracy {
  std::string tag;
  Accuracy accuracy;  // an entry counts under each of its tags
};

// Of a scored run, ordered by tag; empty where no entry has tags.
std::vector<TagAccuracy> tag_accuracies(const ModelRun& model);
// [{"tag", "entries", "right", "accuracy", "interval_95"}], as the JSON report has them.
Value tags_value(const ModelRun& model);

}  // namespace bfclx

#endif  // BFCLX_CORE_RUN_TAG_ACCURACY_H_
