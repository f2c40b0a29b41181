#include "core/run/entry_notes.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <unordered_map>
#include <vector>

#include "core/base/counted.h"
#include "core/base/fnv.h"
#include "core/base/utf8.h"
#include "core/dataset/lines.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kIdsShown = 3;

// Of the last line of each id: the result is that of it.
std::unordered_map<std::string, std::string> hashes_in(std::string_view notes) {
  constexpr std::array<std::string_view, 3> kMembers = {"id", "ending", "entry"};
  std::unordered_map<std::string, std::string> hashes;
  LineReader lines(notes);
  for (Line line; lines.next(line);) {
    const Result<Value> note = json_loads_object_filtered(line.text, kMembers);
    if (!note.ok() || find_text(*note, "ending") == "missing") continue;
    hashes[std::string(find_text(*note, "id"))] = find_text(*note, "entry");
  }
  return hashes;
}

}  // namespace

std::string value_digits(const Value& value) {
  JsonStyle style;
  style.ensure_ascii = false;
  style.lenient = true;
  const Result<std::string> text = json_dumps(value, style);
  const std::uint64_t hash = fnv1a(text.ok() ? *text : std::string());
  char digits[24];
  std::snprintf(digits, sizeof digits, "%08x", static_cast<unsigned>(hash ^ (hash >> 32)));
  return digits;
}

std::string entry_hash(const Entry& entry) { return value_digits(entry.data); }

void tell_other_entries(std::string_view notes, ModelRun& model) {
  if (notes.empty() || !model.dataset_problem.empty()) return;
  const std::unordered_map<std::string, std::string> hashes = hashes_in(notes);
  std::size_t all = 0;
  std::vector<std::string> others;
  for (const CategoryRun& run : model.runs) {
    for (const ScoredResponse& response : run.responses) {
      if (response.entry == nullptr || response.superseded) continue;
      ++all;
      const auto noted = hashes.find(response.entry->id);
      if (noted == hashes.end() || noted->second.empty()) continue;
      if (noted->second != entry_hash(*response.entry)) others.push_back(response.entry->id);
    }
  }
  if (others.empty()) return;
  model.dataset_problem =
      sanitize_utf8(grouped_digits(others.size()) + " of " + counted(all, "response", "responses") +
                    (others.size() == 1 ? " was" : " were") +
                    " generated for other questions or functions than the dataset's (" +
                    first_of(others, kIdsShown) + ")");
}

}  // namespace bfclx
