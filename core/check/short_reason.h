// The reason of a verdict in the few words that a table row has room for: what was found, what was
// expected.
#ifndef BFCLX_CORE_CHECK_SHORT_REASON_H_
#define BFCLX_CORE_CHECK_SHORT_REASON_H_

#include <string>
#include <string_view>

#include "core/check/verdict.h"
#include "core/value/value.h"

namespace bfclx {

// Reason::detail of `decoder_failed` where the response says more than the exception; see
// clarify_undecoded in judge.h.
inline constexpr std::string_view kTextAlone = "text without a tool call";
inline constexpr std::string_view kNoText = "empty response";

// Every part is bounded, whatever the response holds.
struct ShortReason {
  std::string_view rule;
  List path;             // Reason::path; long texts cut, anything but texts and numbers by its repr
  std::string expected;  // as `text` shows it: "'human' or 2 others"; empty when nothing is named
  std::string found;     // likewise
  std::string text;      // "cell_type: 'human cell' ≠ 'human'"
};

// Computed from the typed members of the reason, never from its sentence.
ShortReason short_reason(const Reason& reason);
// What Python says where a decoder finds another structure than it expects: of use in the official
// error alone.
bool is_of_other_form(std::string_view message);
// False for a rule that has no short form; its text is empty.
bool has_short_form(std::string_view rule);

// {rule, path, expected, found, text}; what is not named is None.
Value value_of(const ShortReason& reason);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_SHORT_REASON_H_
