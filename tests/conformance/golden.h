// Recorded lines, and how two of them are compared: member by member, as JSON text.
#ifndef BFCLX_TESTS_CONFORMANCE_GOLDEN_H_
#define BFCLX_TESTS_CONFORMANCE_GOLDEN_H_

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/run/scorer.h"
#include "core/value/dict.h"
#include "core/value/value.h"
#include "tests/conformance/manifest.h"
#include "tests/conformance/tally.h"

namespace bfclx::conformance {

// A member as JSON; "(absent)" when it is not there.
std::string field(const Dict& line, std::string_view name);
// Adds a paragraph to `differences` unless the two are the same.
void compare_field(std::string_view name, const std::string& official, const std::string& ours,
                   std::string& differences);
// The object of one line; ends the program when it is none.
Value load_line(std::string_view text, const std::string& where);
std::unordered_map<std::string, Value> load_goldens(const std::filesystem::path& path);

// The responses of a run for one category, matched with its entries, and the recorded verdicts.
struct Recorded {
  std::string where;  // "source/model/decoder.utd1 "
  RunSettings settings;
  CategoryRun responses;
  std::unordered_map<std::string, Value> goldens;
};
Recorded load_recorded(const Dataset& dataset, const Run& run, const std::string& category);

// Scores every response and gives it to `compare` with its recorded verdict; what one of the two
// lacks is a disagreement.
void compare_recorded(Recorded& recorded, Tally& tally,
                      const std::function<void(const Dict& golden, const ScoredResponse& response,
                                               const std::string& where, Tally& tally)>& compare);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_GOLDEN_H_
