// How much of a value there is when all of it is written out.
//
// References make small objects stand for large ones (`x = [x, x]` sixty times over), and whoever
// prints, compares or copies them needs to know beforehand.
#ifndef BFCLX_CORE_VALUE_EXTENT_H_
#define BFCLX_CORE_VALUE_EXTENT_H_

#include <cstddef>

#include "core/base/budget.h"
#include "core/value/value.h"

namespace bfclx {

struct Extent {
  // Bytes: those of texts and numbers, and 16 for each value. What is met twice counts twice; a
  // container inside itself counts once, as repr prints it.
  std::size_t bytes = 0;
  bool cyclic = false;  // a container is inside itself
  // There is more than was asked for, or it nests deeper than kMaxDepth; the count ended there.
  bool too_large = false;

  static constexpr std::size_t kMaxDepth = 500;
};

// Takes time in proportion to `most`, or to the value where that is smaller.
Extent extent_of(const Value& value, std::size_t most);

// Pays for a value that an expression of the response has made and that verdicts show: in the
// decoded call, in messages and in explanations. Such a value can be much more than the response
// that it comes from. Error "Limit".
Status pay_for_result(const Value& value, Budget& budget);

// Bytes of the object itself, without what a container refers to.
std::size_t own_bytes(const Value& value);

// Replaces references to a container from inside itself by the texts that repr shows for them,
// "[...]" and "{...}": reference counts alone never free what holds itself.
void break_cycles(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_EXTENT_H_
