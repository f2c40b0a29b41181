// Whether one group of responses passes as often as the others to the same entries.
#ifndef BFCLX_CORE_STATISTICS_STRATIFIED_TEST_H_
#define BFCLX_CORE_STATISTICS_STRATIFIED_TEST_H_

#include <cstddef>
#include <span>

namespace bfclx {

// The responses to one entry.
struct TestStratum {
  std::size_t responses = 0;
  std::size_t passed = 0;
  std::size_t group = 0;         // responses of the group
  std::size_t group_passed = 0;  // of these
};

// Two-sided p of the exact conditional form of the test of Cochran, Mantel and Haenszel. It assumes
// that the responses of the group are a random choice from the responses to each entry. p is the
// probability that the group's passed responses are at least as far from their expected number. If
// this takes too long to count, p is that of the chi-square test with continuity correction. p is 1
// if no entry is informative.
double stratified_test(std::span<const TestStratum> strata);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_STRATIFIED_TEST_H_
