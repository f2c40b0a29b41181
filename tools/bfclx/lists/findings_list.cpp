#include "tools/bfclx/lists/lists.h"

#include <string>
#include <string_view>

#include "core/base/text.h"
#include "core/benchmark/case_review.h"
#include "core/findings/finding_kinds.h"

namespace bfclx::tools {
namespace {

std::string kind_meaning(const CaseFaultKind& kind) {
  return concat({kind.when, kind.when.empty() ? "" : " ", kind.about});
}

nlohmann::ordered_json severities_of(const CaseFaultKind& kind) {
  auto severities = nlohmann::ordered_json::array({severity_name(kind.worst)});
  if (kind.least != kind.worst) severities.push_back(severity_name(kind.least));
  return severities;
}

}  // namespace

std::vector<Table> findings_tables() {
  std::vector<Table> tables;
  const auto add_table = [&](std::string_view command) {
    tables.emplace_back().columns = {{concat({"finding of ", command})},
                                     {"title", Align::kLeft, Fit::kWrap},
                                     {"what it means", Align::kLeft, Fit::kWrap}};
  };
  add_table("doctor");
  for (const FindingKind& kind : finding_kinds()) {
    tables.back().rows.push_back(
        {{std::string(kind.code), std::string(kind.title), std::string(kind.about)}});
  }
  add_table("dataset validate");
  for (const CaseFaultKind& kind : case_fault_kinds()) {
    tables.back().rows.push_back(
        {{std::string(kind.code), std::string(kind.title), kind_meaning(kind)}});
  }
  return tables;
}

nlohmann::ordered_json findings_json() {
  auto json = nlohmann::ordered_json::array();
  for (const FindingKind& kind : finding_kinds()) {
    json.push_back({{"code", kind.code},
                    {"command", "doctor"},
                    {"title", kind.title},
                    {"about", kind.about},
                    {"fix", kind.fix},
                    {"certainty", certainty_name(kind.certainty)}});
  }
  for (const CaseFaultKind& kind : case_fault_kinds()) {
    json.push_back({{"code", kind.code},
                    {"command", "dataset validate"},
                    {"title", kind.title},
                    {"about", kind_meaning(kind)},
                    {"advice", kind.advice},
                    {"severities", severities_of(kind)}});
  }
  return json;
}

}  // namespace bfclx::tools
