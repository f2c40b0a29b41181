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

// Two-sided p of the exact conditional test behind that of Cochran, Mantel and Haenszel: within an
// entry, the responses of the group are as likely any of its responses. It counts how often the
// group then passes at least as far from what is expected. Where that is too much to count it is
// the chi-square test with continuity correction. 1 where nothing tells.
double stratified_test(std::span<const TestStratum> strata);

}  // namespace bfclx

#endif  // BFCLX_CORE_STATISTICS_STRATIFIED_TEST_H_
