// Single-turn recordings: each reply is scored and compared with the official verdict.
#ifndef BFCLX_TESTS_CONFORMANCE_SINGLE_TURN_H_
#define BFCLX_TESTS_CONFORMANCE_SINGLE_TURN_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/dataset/dataset.h"
#include "tests/conformance/manifest.h"

namespace bfclx::conformance {

// What was compared, and how much of it agreed.
struct Tally {
  std::size_t verdicts = 0;
  std::size_t disagreements = 0;       // verdicts in which anything that must agree does not
  std::size_t official_undecided = 0;  // `valid` is null: the official evaluator did not end
  std::size_t decode_failures = 0;
  std::size_t same_words = 0;  // of those, with Python's own words
  std::map<std::string, std::size_t> other_words;  // exception class -> failures worded otherwise
  std::vector<std::string> examples;               // the first few disagreements, whole
  std::vector<std::string> other_examples;
};

void compare_single_turn(const Dataset& dataset, const Run& run, const std::string& category,
                         Tally& tally);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_SINGLE_TURN_H_
