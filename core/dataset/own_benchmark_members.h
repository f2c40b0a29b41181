// dataset.json with all members that it had (own_benchmark.h), for whoever edits a benchmark.
#ifndef BFCLX_CORE_DATASET_OWN_BENCHMARK_MEMBERS_H_
#define BFCLX_CORE_DATASET_OWN_BENCHMARK_MEMBERS_H_

#include <string>

#include "core/base/result.h"
#include "core/dataset/own_benchmark.h"
#include "core/value/value.h"

namespace bfclx {

// own_benchmark_bytes() with the members of `rest`, as they were given: the weights, and those of
// other programs. An Error also for weights that are not in `rest`.
Result<std::string> own_benchmark_bytes(const OwnBenchmark& benchmark, const Value& rest);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_OWN_BENCHMARK_MEMBERS_H_
