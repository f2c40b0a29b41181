#include "tools/bfclx/publish/model_record.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include "tools/bfclx/publish/slices.h"

namespace bfclx::tools {
namespace {

// Calls `use` with each entry that has a verdict that counts, and whether it is right.
template <typename Use>
void each_counting(const ModelRecord& record, const Dataset& dataset, const Use& use) {
  for (const auto& [category, marks] : record.marks) {
    const std::vector<Entry>& entries = dataset.entries(*category);
    const bool counts = !has_unknown(marks);
    for (std::size_t i = 0; i < std::min(marks.size(), entries.size()); ++i) {
      if (marks[i] == '0' || marks[i] == '1') use(entries[i], marks[i] == '1', counts);
    }
  }
}

}  // namespace

bool has_unknown(const std::string& marks) { return marks.find('?') != std::string::npos; }

JudgedRun judged_record(const ModelRecord& record, const Dataset& dataset) {
  JudgedRun judged;
  each_counting(record, dataset, [&](const Entry& entry, bool right, bool counts) {
    if (counts) judged.push_back({entry.id, entry.category, right, {}});
  });
  return judged;
}

ScoredRun scored_record(const ModelRecord& record, const JudgedRun& judged,
                        const Dataset& dataset) {
  ScoredRun run{&judged, {}, record.sample, record.version};
  for (const auto& [category, marks] : record.marks) {
    const std::size_t malformed = dataset.malformed_entries(*category);
    if (malformed > 0) run.malformed_entries.emplace_back(category, malformed);
    auto missing = static_cast<std::size_t>(std::count_if(
        marks.begin(), marks.end(), [](char mark) { return mark != '0' && mark != '1'; }));
    const auto left_out = record.left_out.find(category);
    if (left_out != record.left_out.end()) missing -= std::min(missing, left_out->second);
    if (missing > 0) run.missing_entries.emplace_back(category, missing);
  }
  return run;
}

void audit_record(ModelRecord& record, const Dataset& dataset, Audit& audit) {
  const std::size_t run = audit.add_run(record.label);
  audit.set_repeat(run, record.repeat);
  std::size_t next = 0;
  each_counting(record, dataset, [&](const Entry& entry, bool right, bool counts) {
    Answer answer;
    if (!right && next < record.failed.size()) answer = std::move(record.failed[next++]);
    answer.entry = &entry;
    answer.valid = right;
    if (counts) audit.add(run, answer);
  });
  record.failed = {};
}

std::map<std::string, std::string> hashes_of(const DatasetFiles& dataset) {
  std::map<std::string, std::string> hashes;
  for (const auto& [path, hash] : dataset.file_hashes()) {
    char digits[17];
    hashes[path].assign(digits, std::to_chars(digits, digits + sizeof digits, hash, 16).ptr);
  }
  return hashes;
}

}  // namespace bfclx::tools
