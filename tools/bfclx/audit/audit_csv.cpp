#include "tools/bfclx/audit/audit_csv.h"

#include <cstdio>
#include <vector>

#include "core/audit/ranking.h"
#include "core/base/counted.h"
#include "core/render/table.h"

namespace bfclx::tools {
namespace {

std::string six_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string evidence_text(const AuditedEntry& entry) {
  std::vector<std::string> texts;
  for (const Evidence& one : entry.evidence) texts.push_back(one.text);
  return joined(texts, " | ");
}

}  // namespace

std::string classes_text(const AuditedEntry& entry, std::string_view separator) {
  std::vector<std::string> names;
  for (const SuspicionReason& reason : entry.reasons) {
    names.emplace_back(suspicion_name(reason.suspicion));
  }
  return joined(names, separator);
}

std::string audit_csv(const AuditReport& report, std::size_t top) {
  Table table;
  for (const char* name : {"id",
                           "category",
                           "suspicion",
                           "suspicious",
                           "classes",
                           "runs",
                           "passes",
                           "failing_share",
                           "agreed_share",
                           "p_agreed",
                           "q",
                           "discrimination",
                           "agreed_answer",
                           "agreed_runs",
                           "reasons",
                           "list",
                           "probability",
                           "evidence",
                           "agreed_families",
                           "agreed_accuracy",
                           "passing_accuracy",
                           "correction"}) {
    table.columns.push_back({name});
  }
  for (const AuditedEntry& entry : report.entries) {
    if (top > 0 && table.rows.size() == top) break;
    std::vector<std::string> reasons;
    for (const SuspicionReason& reason : entry.reasons) reasons.push_back(reason.text);
    const AgreedAlternative& its = entry.alternative;
    const AnswerGroup* agreed = entry.agreed_answer();
    const Discrimination& discrimination = entry.discrimination;
    table.rows.push_back(
        {{entry.entry->id,
          std::string(entry.entry->category->name),
          data_cell(six_digits(entry.suspicion)),
          entry.is_suspicious() ? "yes" : "no",
          classes_text(entry, "; "),
          data_cell(std::to_string(entry.runs)),
          data_cell(std::to_string(entry.passes)),
          data_cell(six_digits(entry.failing)),
          data_cell(six_digits(entry.agreed)),
          data_cell(six_digits(entry.p_agreed)),
          data_cell(six_digits(entry.q)),
          discrimination.known ? data_cell(six_digits(discrimination.value)) : Cell(),
          agreed != nullptr ? agreed->shown : "",
          data_cell(std::to_string(agreed != nullptr ? agreed->count() : 0)),
          joined(reasons, " | "),
          std::string(audit_list_name(entry.list)),
          data_cell(six_digits(entry.probability)),
          evidence_text(entry),
          data_cell(std::to_string(its.families)),
          its.runs > 0 ? data_cell(six_digits(its.accuracy)) : Cell(),
          its.runs > 0 && its.passes > 0 ? data_cell(six_digits(its.accuracy_passing)) : Cell(),
          edits_text(entry.correction)}});
  }
  return csv_table(table);
}

}  // namespace bfclx::tools
