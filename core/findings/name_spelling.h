// How function names spell dots (`underscore_to_dot`), and which entries' verdicts depend on it.
#ifndef BFCLX_CORE_FINDINGS_NAME_SPELLING_H_
#define BFCLX_CORE_FINDINGS_NAME_SPELLING_H_

#include <cstddef>
#include <string>

#include "core/dataset/dataset.h"

namespace bfclx {

// Whether a verdict of the entry can depend on it: calls are compared, and a function has a dot.
bool depends_on_spelling(const Entry& entry);

// What the other spelling would change.
struct SpellingChange {
  std::size_t gained = 0;  // entries that would pass
  std::size_t lost = 0;    // entries that would fail

  void add(bool passes, bool would_pass) {
    gained += would_pass && !passes ? 1 : 0;
    lost += passes && !would_pass ? 1 : 0;
  }
  bool improves() const { return gained > lost; }
  // "With the other setting, 4 more entries would pass. ...", sentences.
  std::string effect() const;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_FINDINGS_NAME_SPELLING_H_
