// The report of `bfclx check`, in four forms of the same numbers.
#ifndef BFCLX_TOOLS_REPORT_H_
#define BFCLX_TOOLS_REPORT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/scorer.h"
#include "tools/run.h"
#include "tools/terminal.h"

namespace bfclx::tools {

struct CategoryReport {
  CategorySummary summary;
  Interval interval;
  std::vector<std::string> missing;     // ids
  std::vector<std::string> unknown;     // ids
  std::vector<std::string> duplicates;  // ids whose earlier replies do not count
  // Of episodes: turns passed before the first that failed. Our own partial credit.
  std::size_t turns_passed = 0;
  std::size_t turns_total = 0;  // 0: no episodes
  double accuracy() const;      // right / entries; 0 when there are none
};

struct ModelReport {
  const ModelRun* run = nullptr;
  std::vector<CategoryReport> categories;   // scored ones, official order
  std::vector<const Category*> not_in_run;  // categories of the benchmark without any entry here
};

struct Report {
  std::string dataset_place;
  std::string dataset_version;
  std::string dataset_hash;
  std::vector<ModelReport> models;
  const std::vector<Problem>* problems = nullptr;  // of no model
};

// After score_model. The report refers to the session, which must outlive it.
Report make_report(const Session& session);

std::string table_report(const Report& report, const Terminal& terminal);
std::string json_report(const Report& report);
// One header line, one line a category; fields quoted as RFC 4180 wants, lines end in "\n".
std::string csv_report(const Report& report);
std::string markdown_report(const Report& report);

// "93.2" for a share of 0.932.
std::string percent(double share);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_REPORT_H_
