// A verdict in a few lines of plain text, for a person at a prompt or in a log.
#ifndef BFCLX_CORE_CHECK_VERDICT_TEXT_H_
#define BFCLX_CORE_CHECK_VERDICT_TEXT_H_

#include <string>

#include "core/check/verdict.h"

namespace bfclx {

// "passed", or
//
//   failed (value_error:string): The value 'k' of 'unit' is none of the possible answers ['c'].
//     at        [0, 'get_weather', 'unit']
//     expected  'c'
//     found     'k'
//
// Expected and found are those of check/short_reason.h; a line without content is left out. Every
// part is bounded; no line break at the end.
std::string verdict_text(const Verdict& verdict);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECK_VERDICT_TEXT_H_
