// Whether two values of an argument differ only in how they are written.
#ifndef BFCLX_CORE_AUDIT_SPELLING_H_
#define BFCLX_CORE_AUDIT_SPELLING_H_

#include "core/value/value.h"

namespace bfclx {

// The same number as text and as number ("1" and 1), or two texts of which one contains the other
// or that differ in few letters. Never values with other numbers, months, weekdays, or am for pm:
// those mean something else.
bool is_same_but_spelling(const Value& truth, const Value& found);

}  // namespace bfclx

#endif  // BFCLX_CORE_AUDIT_SPELLING_H_
