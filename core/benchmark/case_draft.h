// Cases while they are written: what each becomes, and every fault of it.
//
//   {"name": "b", "match": "schema", "tools": "[{\"name\": ...}]"}           a benchmark as texts
//   {"question": "How warm is it in Paris?", "expected": "get_weather(city='Paris')"}
//   ->  multiple; nothing wrong; the entry, against which responses can be scored
#ifndef BFCLX_CORE_BENCHMARK_CASE_DRAFT_H_
#define BFCLX_CORE_BENCHMARK_CASE_DRAFT_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/benchmark/added_cases.h"
#include "core/dataset/dataset.h"
#include "core/dataset/own_benchmark.h"
#include "core/value/value.h"

namespace bfclx {

// A benchmark given as texts: its tools are JSON. An Error {kind "SchemaError"}: "tools: ...".
// Without tools of its own it has those of `cases` (rows, see case_table.h).
Result<OwnBenchmark> read_draft_benchmark(const Value& texts, const List& cases);
// The members that dataset.json has beside its own: "weights" and what "more" has, as they were
// given. Faults of the weights are those of read_draft_benchmark.
Result<Value> read_draft_members(const Value& texts);

struct CaseDraft {
  Value object;  // the case (case_reader.h)
  // "expected[0].arguments.x: ...", "Turn 2, question: ..."; then there is no entry.
  std::vector<std::string> faults;
  std::unique_ptr<const Dataset> dataset;
  const Entry* entry = nullptr;  // in `dataset`
  bool only_as_calls = false;    // see AddedCases
};
// `cells`: a row of texts.
CaseDraft draft_case(const OwnBenchmark& benchmark, const Value& cells);

// Cases as a whole: AddedCases of a benchmark that has none yet, where the line of a problem is the
// place of its case, from 1. `lines` are the cases as JSON lines, and `files` begins with
// dataset.json; both are empty while a case is faulty. A weight whose tag no case has is an Error.
struct DraftedCases {
  AddedCases added;
  std::string lines;
};
Result<DraftedCases> draft_cases(const OwnBenchmark& benchmark, const List& cases,
                                 const Value& members = {});

// Entries that these files have otherwise than those of a benchmark, which they are to replace:
// other ids, or members that a case cannot have.
std::size_t changed_entries(const std::vector<BenchmarkFile>& files,
                            const DatasetFiles::Read& read);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_DRAFT_H_
