// Recorded searches and pages (web/README.md of served.tar.xz).
#ifndef BFCLX_TESTS_CONFORMANCE_WEB_H_
#define BFCLX_TESTS_CONFORMANCE_WEB_H_

#include <cstddef>
#include <filesystem>

#include "tests/conformance/tally.h"

namespace bfclx::conformance {

// Rows of results.jsonl. Of them not compared, as its README says: one whose text has an address of
// memory, and those whose words are zlib's (badgzip).
inline constexpr std::size_t kWebRows = 124;
inline constexpr std::size_t kWebRowsLeftOut = 4;

// A verdict is a row: the result to the character, what was asked for, and how long was waited.
void compare_web(const std::filesystem::path& folder, Tally& tally);

}  // namespace bfclx::conformance

#endif  // BFCLX_TESTS_CONFORMANCE_WEB_H_
