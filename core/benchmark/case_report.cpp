#include "core/benchmark/case_report.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/text.h"
#include "core/dataset/entry_builder.h"
#include "core/dataset/lines.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

std::vector<std::size_t> lines_of(std::string_view bytes) {
  std::vector<std::size_t> lines;
  LineReader reader(bytes);
  for (Line line; reader.next(line);) {
    if (!line.blank()) lines.push_back(line.number);
  }
  return lines;
}

Value text_or_none(std::string_view text) { return text.empty() ? Value() : Value::str(text); }

}  // namespace

void CasePlaces::add(const Dataset& dataset, const Category& category, std::string_view questions,
                     std::string_view answers) {
  const std::vector<std::size_t> question_lines = lines_of(questions);
  const std::vector<std::size_t> answer_lines = lines_of(answers);
  const std::vector<Entry>& entries = dataset.entries(category);
  const auto line_at = [](const std::vector<std::size_t>& lines, std::size_t position) {
    return position < lines.size() ? lines[position] : 0;
  };
  in_official_order(
      entries.size(), dataset.malformed(category),
      [&](std::size_t index, std::size_t position) {
        lines_[&entries[index]] = {line_at(question_lines, position),
                                   line_at(answer_lines, position)};
      },
      [](const MalformedEntry&) {});
}

CasePlace CasePlaces::of(const CaseFinding& finding) const {
  if (finding.entry == nullptr) return finding.line;
  const auto found = lines_.find(finding.entry);
  if (found == lines_.end()) return {};
  const Category& category = *finding.entry->category;
  const bool in_answers = kind_of(finding.fault).in_ground_truth && found->second.answer > 0;
  const std::size_t line = in_answers ? found->second.answer : found->second.question;
  if (line == 0) return {};
  return {concat({"data/", in_answers ? category.answers : category.questions}), line};
}

std::vector<CaseGroup> group_findings(std::vector<CaseFinding> findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const CaseFinding& a, const CaseFinding& b) {
                     return a.severity != b.severity ? a.severity > b.severity : a.fault < b.fault;
                   });
  std::vector<CaseGroup> groups;
  for (CaseFinding& finding : findings) {
    if (groups.empty() || groups.back().fault != finding.fault ||
        groups.back().severity != finding.severity) {
      groups.push_back({finding.fault, finding.severity, {}});
    }
    groups.back().findings.push_back(std::move(finding));
  }
  return groups;
}

Finding finding_of(const CaseGroup& group, const CasePlaces& places) {
  const CaseFaultKind& kind = kind_of(group.fault);
  Finding its;
  its.code = kind.code;
  its.severity = group.severity;
  its.title = kind.title;
  its.count = group.findings.size();
  its.effect = kind.about;
  its.advice = kind.advice;
  for (const CaseFinding& one : group.findings) {
    if (one.entry != nullptr) ++its.categories[one.entry->category];
    if (its.examples.size() == kMaxFindingExamples) continue;
    CasePlace place = places.of(one);
    const std::string_view own = one.entry != nullptr ? own_id_of(*one.entry) : std::string_view();
    its.examples.push_back({own.empty() ? one.id : std::string(own), std::move(place.file),
                            place.line,
                            one.place.empty() ? one.text : concat({one.place, ": ", one.text})});
  }
  return its;
}

Value group_value(const CaseGroup& group, const CasePlaces& places) {
  const CaseFaultKind& kind = kind_of(group.fault);
  const auto own_id = [](const Entry* entry) {
    return entry != nullptr ? text_or_none(own_id_of(*entry)) : Value();
  };
  List cases;
  for (const CaseFinding& one : group.findings) {
    const CasePlace place = places.of(one);
    cases.push_back(dict_of(
        {{"id", text_or_none(one.id)},
         {"own_id", own_id(one.entry)},
         {"file", text_or_none(place.file)},
         {"line", place.line > 0 ? Value::integer(static_cast<std::int64_t>(place.line)) : Value()},
         {"place", text_or_none(one.place)},
         {"text", one.text},
         {"other", one.other != nullptr ? Value::str(one.other->id) : Value()},
         {"other_own_id", own_id(one.other)}}));
  }
  return dict_of({{"code", kind.code},
                  {"severity", severity_name(group.severity)},
                  {"title", kind.title},
                  {"count", group.findings.size()},
                  {"effect", kind.about},
                  {"advice", kind.advice},
                  {"cases", Value::list(std::move(cases))}});
}

}  // namespace bfclx
