#include "core/run/entry_notes.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/counted.h"
#include "core/base/fnv.h"
#include "core/base/utf8.h"
#include "core/checker/own_match.h"
#include "core/dataset/lines.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

constexpr std::size_t kIdsShown = 3;

struct Hashes {
  std::string entry;
  std::string truth;
};

// Of the last line of each id: the result is that of it.
std::unordered_map<std::string, Hashes> hashes_in(std::string_view notes) {
  constexpr std::array<std::string_view, 4> kMembers = {"id", "ending", "entry", "truth"};
  std::unordered_map<std::string, Hashes> hashes;
  LineReader lines(notes);
  for (Line line; lines.next(line);) {
    const Result<Value> note = json_loads_object_filtered(line.text, kMembers);
    if (!note.ok() || find_text(*note, "ending") == "missing") continue;
    hashes[std::string(find_text(*note, "id"))] = {std::string(find_text(*note, "entry")),
                                                   std::string(find_text(*note, "truth"))};
  }
  return hashes;
}

// Notes of earlier versions have no such hash.
bool differs(const std::string& noted, const std::string& now) {
  return !noted.empty() && noted != now;
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

std::string entry_hash(const Entry& entry) {
  if (entry.own_match == nullptr) return value_digits(entry.data);
  // What calls of a turn return is shown to the model too.
  List results;
  bool any = false;
  for (const OwnTurn& turn : entry.own_match->turns()) {
    any = any || !turn.results.empty();
    results.push_back(Value::list(turn.results));
  }
  if (!any) return value_digits(entry.data);
  return value_digits(Value::list({entry.data, Value::list(std::move(results))}));
}

std::string truth_hash(const Entry& entry) {
  return entry.ground_truth.is_none() ? std::string() : value_digits(entry.ground_truth);
}

void tell_other_entries(std::string_view notes, ModelRun& model) {
  if (notes.empty() || !model.dataset_problem.empty()) return;
  const std::unordered_map<std::string, Hashes> hashes = hashes_in(notes);
  std::size_t all = 0;
  std::vector<std::string> others;
  std::vector<std::string> changed;
  for (const CategoryRun& run : model.runs) {
    for (const ScoredResponse& response : run.responses) {
      if (response.entry == nullptr || response.superseded) continue;
      ++all;
      const auto noted = hashes.find(response.entry->id);
      if (noted == hashes.end()) continue;
      if (differs(noted->second.entry, entry_hash(*response.entry))) {
        others.push_back(response.entry->id);
      } else if (differs(noted->second.truth, truth_hash(*response.entry))) {
        changed.push_back(response.entry->id);
      }
    }
  }
  const std::string of_all = " of " + counted(all, "response", "responses");
  if (!others.empty()) {
    model.dataset_problem = sanitize_utf8(
        grouped_digits(others.size()) + of_all + (others.size() == 1 ? " was" : " were") +
        " generated for other questions or functions than the dataset's (" +
        first_of(others, kIdsShown) + ")");
  }
  if (!changed.empty()) {
    model.changed_truth = sanitize_utf8(
        grouped_digits(changed.size()) + of_all + (changed.size() == 1 ? " was" : " were") +
        " generated before the ground truth changed (" + first_of(changed, kIdsShown) + ")");
  }
}

}  // namespace bfclx
