// What `dataset validate` found in the cases of a dataset, for people and for programs.
#ifndef BFCLX_TOOLS_BFCLX_DATASET_CASE_PAGE_H_
#define BFCLX_TOOLS_BFCLX_DATASET_CASE_PAGE_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/benchmark/case_report.h"
#include "tools/bfclx/input/dataset_dir.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {

CasePlaces places_of(const DatasetDir& dataset, const std::vector<const Category*>& categories);
std::string cases_page(const std::vector<CaseGroup>& groups, const CasePlaces& places,
                       const Terminal& terminal);
// `rows`: the counts of each category. `power`: empty for null.
std::string cases_json(const DatasetDir& dataset, const std::vector<CaseGroup>& groups,
                       const CasePlaces& places, Value rows, std::string_view power,
                       const std::vector<std::string>& problems);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_DATASET_CASE_PAGE_H_
